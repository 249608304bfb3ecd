/**
 * Pairs of parts of a call: one holds more where the other is requested with it. The value of a pair is stored
 * as a part of its own, beside the plain one, so that an answer without the pair neither passes for one with it nor
 * replaces it.
 */

import { pairedParts } from '../../contract/calls/call.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { objectOf } from '../../contract/wire/upstream-value-reader.ts';
import { memoizeByObject } from '../../engine/memoize.ts';

/** The part that a pair is, and the member of the row that holds its value. */
const pairs = pairedParts.map((pair) => ({ ...pair, both: `${pair.part}+${pair.by}` }));

/** Adds the pairs of which both parts are needed. */
export const withPairs = memoizeByObject((parts: ReadonlySet<string>): ReadonlySet<string> => {
  const needed = pairs.filter(({ part, by }) => parts.has(part) && parts.has(by));
  return needed.length === 0 ? parts : new Set([...parts, ...needed.map(({ both }) => both)]);
});

/** Replaces pairs by the parts to request. */
export function partsOfPairs(parts: ReadonlySet<string>): ReadonlySet<string> {
  const plain = new Set(parts);
  for (const { part, by, both } of pairs)
    if (plain.delete(both)) {
      plain.add(part);
      plain.add(by);
    }
  return plain;
}

/** Row as the store holds it: the values of its pairs are members of their own. @param parts requested. */
export function storePairs(row: Row, parts: ReadonlySet<string>): Row {
  let stored = row;
  for (const { path, both } of pairs)
    if (parts.has(both)) stored = { ...stored, [both]: memberAt(row, path) };
  return stored;
}

/** Row as resolvers read it: the values of its pairs replace the plain parts. */
export function readPairs(row: Row): Row {
  let read = row;
  for (const { path, both } of pairs)
    if (row[both] !== undefined) read = withMemberAt(read, path, row[both]);
  return read;
}

function memberAt(row: Row, [name, ...below]: readonly string[]): unknown {
  const value = row[name!];
  return below.length === 0 ? value : memberAt(objectOf<Row>(value) ?? {}, below);
}

function withMemberAt(row: Row, [name, ...below]: readonly string[], value: unknown): Row {
  const inside =
    below.length === 0 ? value : withMemberAt(objectOf<Row>(row[name!]) ?? {}, below, value);
  return { ...row, [name!]: inside };
}
