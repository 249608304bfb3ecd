/** From the id of a voice to the party of the same call that spoke with it. */

import type { Graph } from '../graph.ts';
import { within } from '../needs.ts';
import { partiesPart } from './call-loader.ts';
import { partiesOf } from './party.ts';
import type { CallRow, PartyRow } from './row.ts';

/** The party that carries the speaker id; null where no party of the call does. */
export function partySpeaking(
  call: CallRow,
  speakerId: string | null | undefined,
): PartyRow | null {
  if (speakerId === null || speakerId === undefined) return null;
  return partiesOf(call)?.find(({ party }) => party.speakerId === speakerId) ?? null;
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
