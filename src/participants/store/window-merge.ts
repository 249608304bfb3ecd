/** Merges the calls that a subject's keys have found into its window: each call once, with all its matches. */

import { maskOf, type Role, rolesOf } from '../extract.ts';
import { originalId, sortableId } from '../key.ts';
import type { CallsAsk, CallWindow, Match, MatchedCall } from '../question.ts';
import type { FoundKey, FoundRow } from './window-query.ts';

/** @param down the walk went from the newest to the oldest */
export function windowOf(ask: CallsAsk, found: readonly FoundKey[], down: boolean): CallWindow {
  const size = ask.last ?? ask.first ?? 0;
  // Most subjects have one key, whose rows are in order already.
  const roles = maskOf(ask.filter?.roles);
  const [calls, more] =
    found.length === 1 ? oneKey(found[0]!, size, roles) : severalKeys(found, size, down, roles);
  const behind = found.some((key) => key.behind);
  return ask.last === undefined
    ? { calls, hasNext: more, hasPrevious: behind }
    : { calls: calls.reverse(), hasNext: behind, hasPrevious: more };
}

function oneKey(key: FoundKey, size: number, roles: number): [MatchedCall[], boolean] {
  const { rows } = key;
  const calls: MatchedCall[] = [];
  for (let i = 0; i < rows.length && i < size; i++) {
    const row = rows[i]!;
    calls.push(callOf(row, sorted(matchesOf(row, key, roles))));
  }
  return [calls, rows.length > size];
}

function severalKeys(
  found: readonly FoundKey[],
  size: number,
  down: boolean,
  roles: number,
): [MatchedCall[], boolean] {
  const merged = new Map<string, { row: FoundRow; matches: Match[] }>();
  for (const key of found)
    for (const row of key.rows) {
      const known = merged.get(row[0]);
      if (known === undefined) merged.set(row[0], { row, matches: matchesOf(row, key, roles) });
      else addUnknown(known.matches, matchesOf(row, key, roles));
    }
  const sign = down ? -1 : 1;
  const inOrder = [...merged.values()].sort(
    ({ row: a }, { row: b }) => sign * (a[1] - b[1] || (a[0] < b[0] ? -1 : 1)),
  );
  const calls = inOrder.slice(0, size).map(({ row, matches }) => callOf(row, sorted(matches)));
  return [calls, inOrder.length > size];
}

/** Two aliases of one person in one subject lead to the same rows twice. */
function addUnknown(matches: Match[], others: readonly Match[]): void {
  for (const other of others) {
    const isKnown = matches.some(
      (match) =>
        match.reason === other.reason && match.key === other.key && match.partyId === other.partyId,
    );
    if (!isKnown) matches.push(other);
  }
}

function callOf([call, startedAt, isPrivate]: FoundRow, matches: readonly Match[]): MatchedCall {
  return { callId: originalId(call), startedAt, isPrivate: isPrivate === 1, matches };
}

/** Of several parties that share the key, those with a role that was asked for. */
function matchesOf(row: FoundRow, { reason, key }: FoundKey, asked: number): Match[] {
  const [, , , roles, partyId, affiliation, more] = row;
  if (more === null) return [{ reason, key, partyId, affiliation, roles: roleLists[roles]! }];
  const parts = JSON.parse(more) as [string | null, string | null, number][];
  const fitting = parts.filter(([, , partRoles]) => asked === 0 || (partRoles & asked) !== 0);
  return fitting.map(([party, partAffiliation, partRoles]) => ({
    reason,
    key,
    partyId: party,
    affiliation: partAffiliation,
    roles: roleLists[partRoles]!,
  }));
}

/** By mask: thousands of matches share a handful of lists. */
const roleLists: readonly (readonly Role[])[] = Array.from({ length: 8 }, (_, mask) =>
  Object.freeze(rolesOf(mask)),
);

function sorted(matches: Match[]): Match[] {
  return matches.length > 1 ? matches.sort(byReason) : matches;
}

function byReason(a: Match, b: Match): number {
  return (
    compare(a.reason, b.reason) ||
    compare(a.key, b.key) ||
    compare(sortableId(a.partyId ?? ''), sortableId(b.partyId ?? ''))
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
