/**
 * Window queries: the calls of many subjects in one statement, each with its own window. Every key contributes its
 * newest (or oldest) n + 1 calls straight from the database's index; merging them yields each call once, with all
 * its matches.
 */

import { memberAt } from '../../contract/member-at.ts';
import type { CallsQuery, CallWindow, FilteredQuery, Match, MatchedCall } from '../call-query.ts';
import { maskOf, originalId, type Role, rolesOf, sortableId } from '../indexed-call.ts';
import { keyKinds } from '../match-key.ts';
import { type CallTests, callTests, hasSeveralFacets } from './call-condition.ts';
import type { Database, Dialect } from './database.ts';
import {
  type BoundedSubject,
  inPeriod,
  memberConditions,
  members,
  memberTables,
  ofWindow,
  sourceOf,
  subjectParams,
} from './query-parameter.ts';

/** Runs the queries, one statement for each direction; queries of one level of a request share it. */
export async function queryWindows(
  database: Database,
  tenant: number,
  queries: readonly CallsQuery[],
): Promise<CallWindow[]> {
  const windows = new Array<CallWindow>(queries.length);
  for (const newestFirst of [true, false]) {
    const chosen = [...queries.entries()].filter(([, query]) => walksDown(query) === newestFirst);
    if (chosen.length === 0) continue;
    const filled = await walk(
      database,
      tenant,
      chosen.map(([, query]) => query),
      newestFirst,
    );
    for (const [at, [i]] of chosen.entries()) windows[i] = memberAt(filled, at);
  }
  return windows;
}

/** Whether a window is read from the newest call down: the first of newest, the last of oldest. */
export function walksDown({ order = 'newest', last }: FilteredQuery): boolean {
  return (order === 'newest') === (last === undefined);
}

async function walk(
  database: Database,
  tenant: number,
  queries: readonly CallsQuery[],
  down: boolean,
): Promise<CallWindow[]> {
  const bounded = queries.map((query) => ({ ...windowBounds(query), subject: query.subject }));
  const limit = Math.max(...queries.map(sizeOf)) + 1;
  const byFacets = hasSeveralFacets(queries);
  const sql = windowSql(database.dialect, down, callTests(bounded), byFacets);
  const rows = await database.read(sql, [
    ...subjectParams(database.dialect, tenant, bounded),
    limit,
  ]);
  const keysOfQuery = queries.map((): FoundKey[] => []);
  for (const [query, kind, value, calls, behind] of rows)
    memberAt(keysOfQuery, Number(query)).push({
      reason: reasons[kind as Kind],
      key: String(value),
      rows: JSON.parse(String(calls)) as FoundRow[],
      behind: behind === 1,
    });
  return queries.map((query, i) => windowOf(query, memberAt(keysOfQuery, i), down));
}

export function windowBounds<A extends FilteredQuery>({
  order = 'newest',
  after,
  before,
  ...query
}: A): Pick<A, 'filter'> & Pick<BoundedSubject, 'upper' | 'lower'> {
  return order === 'newest'
    ? { ...query, upper: after, lower: before }
    : { ...query, upper: before, lower: after };
}

const sizeOf = ({ first, last }: CallsQuery): number => last ?? first ?? 0;

type Kind = (typeof keyKinds)[keyof typeof keyKinds];

const reasons: Readonly<Record<Kind, Match['reason']>> = {
  [keyKinds.email]: 'EMAIL',
  [keyKinds.crm]: 'CRM_CONTEXT',
  [keyKinds.user]: 'USER',
};

/** Calls of one key in reading order; `behind` when there are others before the edge. */
interface FoundKey {
  readonly reason: Match['reason'];
  readonly key: string;
  readonly rows: readonly FoundRow[];
  readonly behind: boolean;
}

/** Row of the statement; `more` is JSON of [party, affiliation, roles] when several parties share the key. */
type FoundRow = readonly [
  call: string,
  started: number,
  isPrivate: number,
  roles: number,
  party: string | null,
  affiliation: string | null,
  more: string | null,
];

function windowSql(
  dialect: Dialect,
  down: boolean,
  tests: CallTests | null,
  byFacets: boolean,
): string {
  const source = sourceOf(tests);
  const filter = memberConditions(dialect, tests, byFacets);
  const order = down ? 'DESC' : 'ASC';
  const [edge, past] = down ? ['upper', '>'] : ['lower', '<'];
  const row = dialect.jsonArray(
    'f.call',
    'f.started',
    'f.private',
    'f.roles',
    'f.party',
    'f.affiliation',
    'f.more',
  );
  return `WITH ${memberTables(dialect, tests)}
    SELECT m.query, m.kind, m.value,
      (SELECT ${dialect.jsonGroup(row)} FROM (
        SELECT p.call, p.started, p.private, p.roles, p.party, p.affiliation, p.more FROM ${source}
        WHERE p.key = m.no AND p.started >= w.low AND p.started < w.high
          AND (w.upper_id IS NULL OR p.started < w.upper_at OR p.call < w.upper_id)
          AND (w.lower_id IS NULL OR p.started > w.lower_at OR p.call > w.lower_id)
          AND ${filter}
        ORDER BY p.started ${order}, p.call ${order} LIMIT $5) f) AS found,
      CASE WHEN w.${edge}_id IS NULL THEN 0 WHEN EXISTS (SELECT 1 FROM ${source}
        WHERE ${inPeriod} AND p.started ${past}= w.${edge}_at
          AND (p.started ${past} w.${edge}_at OR p.call ${past}= w.${edge}_id)
          AND ${filter}) THEN 1 ELSE 0 END AS behind
    FROM ${members} WHERE ${ofWindow}`;
}

/** Merges the calls of a subject's keys into its window. @param down the rows go from the newest to the oldest */
function windowOf(query: CallsQuery, keys: readonly FoundKey[], down: boolean): CallWindow {
  const size = query.last ?? query.first ?? 0;
  // Most subjects have one key, whose rows are in order already.
  const roles = maskOf(query.filter?.roles);
  const [first, ...others] = keys;
  const [calls, more] =
    first !== undefined && others.length === 0
      ? oneKey(first, size, roles)
      : severalKeys(keys, size, down, roles);
  const behind = keys.some((key) => key.behind);
  return query.last === undefined
    ? { calls, hasNext: more, hasPrevious: behind }
    : { calls: calls.reverse(), hasNext: behind, hasPrevious: more };
}

function oneKey(key: FoundKey, size: number, roles: number): [MatchedCall[], boolean] {
  const { rows } = key;
  const calls = rows.slice(0, size).map((row) => callOf(row, sorted(matchesOf(row, key, roles))));
  return [calls, rows.length > size];
}

function severalKeys(
  keys: readonly FoundKey[],
  size: number,
  down: boolean,
  roles: number,
): [MatchedCall[], boolean] {
  const merged = new Map<string, { row: FoundRow; matches: Match[] }>();
  for (const key of keys)
    for (const row of key.rows) {
      const call = merged.get(row[0]);
      if (call === undefined) merged.set(row[0], { row, matches: matchesOf(row, key, roles) });
      else addUnknown(call.matches, matchesOf(row, key, roles));
    }
  const sign = down ? -1 : 1;
  const inOrder = [...merged.values()].sort(
    ({ row: a }, { row: b }) => sign * (a[1] - b[1] || (a[0] < b[0] ? -1 : 1)),
  );
  const calls = inOrder.slice(0, size).map(({ row, matches }) => callOf(row, sorted(matches)));
  return [calls, inOrder.length > size];
}

/** Adds matches that are new: two aliases of one person in one subject lead to the same rows twice. */
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

/** Matches of a row: of several parties that share the key, those with a wanted role. */
function matchesOf(row: FoundRow, { reason, key }: FoundKey, wantedRoles: number): Match[] {
  const [, , , roles, partyId, affiliation, more] = row;
  if (more === null)
    return [{ reason, key, partyId, affiliation, roles: memberAt(roleLists, roles) }];
  const parts = JSON.parse(more) as [string | null, string | null, number][];
  const fitting = parts.filter(
    ([, , partRoles]) => wantedRoles === 0 || (partRoles & wantedRoles) !== 0,
  );
  return fitting.map(([party, partAffiliation, partRoles]) => ({
    reason,
    key,
    partyId: party,
    affiliation: partAffiliation,
    roles: memberAt(roleLists, partRoles),
  }));
}

/** Role lists by mask: thousands of matches share a handful of lists. */
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
