/** Parties: the people of a call, and the speakers among them. */

import type { Row } from '../../contract/wire/execute.ts';
import { idOf, idText, objectsOf } from '../../contract/wire/upstream-value-reader.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { callOf, Part, type PlatformRow } from './platform-row.ts';

/** Parties of a call whose row has them, memoized by the call. */
export const partiesOf = memoizeByObject((call: PlatformRow): readonly (Part | null)[] | null =>
  objectsOf(call.record.parties, (party: Row) => new Part(party, call)),
);

/** The party of the call that carries the id as its speaker id, or before that as its own; null where none does. */
export function partySpeaking(
  call: PlatformRow,
  value: unknown,
  by: 'speakerId' | 'partyId',
): Part | null {
  const id = idOf(value);
  if (id === null) return null;
  const parties = partiesOf(call) ?? [];
  const carrying = (member: string) =>
    parties.find((party) => party instanceof Part && idText(party.record[member]) === id);
  return (by === 'partyId' ? carrying('id') : undefined) ?? carrying('speakerId') ?? null;
}

export function defineParty({ builder, calls }: TypeRegistry): void {
  builder.objectField(calls.party, 'call', (t) =>
    t.field({
      type: calls.call,
      description: 'The call.',
      nullable: false,
      extensions: { within: true },
      resolve: callOf,
    }),
  );
}
