/**
 * Pairs of parts of a call: one holds more where the other is requested with it. What a pair brings is a
 * part of its own, beside the plain one: an answer without the pair neither passes for one with it nor
 * replaces it.
 */

import { pairedParts } from '../../contract/calls/call.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { objectOf } from '../../contract/wire/value-reader.ts';
import { memoizeByObject } from '../memoize.ts';

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

/** A row as it is kept: what its pairs brought, in members of their own. @param parts requested. */
export function keepPairs(row: Row, parts: ReadonlySet<string>): Row {
  let kept = row;
  for (const { path, both } of pairs)
    if (parts.has(both)) kept = { ...kept, [both]: memberAt(row, path) };
  return kept;
}

/** A kept row as resolvers read it: what pairs brought is in place of the plain parts. */
export function takePairs(row: Row): Row {
  let taken = row;
  for (const { path, both } of pairs)
    if (row[both] !== undefined) taken = withMemberAt(taken, path, row[both]);
  return taken;
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
