/** From the id of a voice to the party of the same call that spoke with it. */

import { idOf, idText } from '../../wire/value.ts';
import type { Graph } from '../graph.ts';
import { within } from '../needs.ts';
import { partiesPart } from './call-loader.ts';
import { partiesOf } from './party.ts';
import { type CallRow, PartyRow } from './row.ts';

/** The party that carries the speaker id; null where no party of the call does. */
export function partySpeaking(
  call: CallRow,
  speakerId: string | null | undefined,
): PartyRow | null {
  const id = idOf(speakerId);
  if (id === null) return null;
  const isSpeaking = (row: unknown): boolean =>
    row instanceof PartyRow && idText(row.party.speakerId) === id;
  return partiesOf(call)?.find(isSpeaking) ?? null;
}

/** Declares a field that leads there: the parties come along with the call. */
export function leadsToParty({ calls }: Pick<Graph, 'calls'>, description: string) {
  return {
    type: calls.party,
    nullable: true,
    description: `${description}; null where no party of the call carries the speaker id.`,
    ...within(partiesPart),
  } as const;
}
