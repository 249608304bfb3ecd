/**
 * The calls of many subjects in one query, each with its own window. Every key contributes its
 * newest (or oldest) n + 1 calls straight from the index; what is left is to merge them.
 */

import { type Part, rolesOf } from '../extract.ts';
import { keyKinds, originalId, sortableId } from '../key.ts';
import type { CallsAsk, CallWindow, Match, MatchedCall } from '../question.ts';
import type { Database, Dialect } from './database.ts';
import {
  type BoundedSubject,
  filterOf,
  inPeriod,
  memberTables,
  needsCall,
  sourceOf,
  subjectRows,
} from './subject-rows.ts';

/** One query for each direction of walking; asks of one level of a request walk the same way. */
export async function queryWindows(
  database: Database,
  tenant: number,
  asks: readonly CallsAsk[],
): Promise<CallWindow[]> {
  const windows = new Array<CallWindow>(asks.length);
  for (const newestFirst of [true, false]) {
    const places = asks.keys().filter((i) => walksDown(asks[i]!) === newestFirst);
    const chosen = [...places];
    if (chosen.length === 0) continue;
    const found = await walk(
      database,
      tenant,
      chosen.map((i) => asks[i]!),
      newestFirst,
    );
    for (const [at, i] of chosen.entries()) windows[i] = found[at]!;
  }
  return windows;
}

/** From the newest towards the oldest: the first of newest, the last of oldest. */
function walksDown({ order = 'newest', last }: CallsAsk): boolean {
  return (order === 'newest') === (last === undefined);
}

async function walk(
  database: Database,
  tenant: number,
  asks: readonly CallsAsk[],
  down: boolean,
): Promise<CallWindow[]> {
  const bounded = asks.map(boundsOf);
  const limit = Math.max(...asks.map(sizeOf)) + 1;
  const sql = windowSql(database.dialect, down, needsCall(bounded));
  const rows = await database.read(sql, [tenant, subjectRows(bounded), limit]);
  const merged = asks.map(() => ({ calls: new Map<string, Merged>(), behind: false }));
  for (const [ask, kind, value, found, behind] of rows) {
    const target = merged[Number(ask)]!;
    if (behind === 1) target.behind = true;
    for (const row of JSON.parse(String(found)) as FoundRow[])
      addMatch(target.calls, row, reasons[kind as Kind], String(value));
  }
  return asks.map((ask, i) => windowOf(ask, merged[i]!.calls, merged[i]!.behind, down));
}

function boundsOf({ subject, filter, order = 'newest', after, before }: CallsAsk): BoundedSubject {
  return order === 'newest'
    ? { subject, filter, upper: after, lower: before }
    : { subject, filter, upper: before, lower: after };
}

const sizeOf = ({ first, last }: CallsAsk): number => last ?? first ?? 0;

type Kind = (typeof keyKinds)[keyof typeof keyKinds];

const reasons: Readonly<Record<Kind, Match['reason']>> = {
  [keyKinds.email]: 'EMAIL',
  [keyKinds.crm]: 'CRM_CONTEXT',
  [keyKinds.user]: 'USER',
};

/** As the query makes them; `more` is JSON of [party, affiliation, roles] when several parties share the key. */
type FoundRow = readonly [
  call: string,
  started: number,
  isPrivate: number,
  roles: number,
  party: string | null,
  affiliation: string | null,
  more: string | null,
];

function windowSql(dialect: Dialect, down: boolean, joined: boolean): string {
  const source = sourceOf(joined);
  const filter = filterOf(dialect, joined);
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
  return `WITH ${memberTables(dialect)}
    SELECT m.ask, m.kind, m.value,
      (SELECT ${dialect.jsonGroup(row)} FROM (
        SELECT p.call, p.started, p.private, p.roles, p.party, p.affiliation, p.more FROM ${source}
        WHERE p.key = m.no AND p.started >= m.low AND p.started < m.high
          AND (m.upper_id IS NULL OR p.started < m.upper_at OR p.call < m.upper_id)
          AND (m.lower_id IS NULL OR p.started > m.lower_at OR p.call > m.lower_id)
          AND ${filter}
        ORDER BY p.started ${order}, p.call ${order} LIMIT $3) f) AS found,
      CASE WHEN m.${edge}_id IS NULL THEN 0 WHEN EXISTS (SELECT 1 FROM ${source}
        WHERE ${inPeriod} AND p.started ${past}= m.${edge}_at
          AND (p.started ${past} m.${edge}_at OR p.call ${past}= m.${edge}_id)
          AND ${filter}) THEN 1 ELSE 0 END AS behind
    FROM member m`;
}

interface Merged {
  readonly call: string;
  readonly startedAt: number;
  readonly isPrivate: boolean;
  readonly matches: Match[];
}

function addMatch(
  calls: Map<string, Merged>,
  [call, startedAt, isPrivate, roles, party, affiliation, more]: FoundRow,
  reason: Match['reason'],
  key: string,
): void {
  let merged = calls.get(call);
  if (merged === undefined) {
    merged = { call, startedAt, isPrivate: isPrivate === 1, matches: [] };
    calls.set(call, merged);
  }
  const parts: readonly Part[] =
    more === null
      ? [{ partyId: party, affiliation, roles }]
      : (JSON.parse(more) as [string | null, string | null, number][]).map(
          ([partyId, partAffiliation, partRoles]) => ({
            partyId,
            affiliation: partAffiliation,
            roles: partRoles,
          }),
        );
  for (const part of parts) {
    // Two aliases of one person in one subject lead to the same rows.
    const known = merged.matches.some(
      (match) => match.reason === reason && match.key === key && match.partyId === part.partyId,
    );
    if (!known)
      merged.matches.push({
        reason,
        key,
        partyId: part.partyId,
        affiliation: part.affiliation,
        roles: rolesOf(part.roles),
      });
  }
}

function windowOf(
  ask: CallsAsk,
  merged: ReadonlyMap<string, Merged>,
  behind: boolean,
  down: boolean,
): CallWindow {
  const size = sizeOf(ask);
  const sign = down ? -1 : 1;
  const sorted = [...merged.values()].sort(
    (a, b) => sign * (a.startedAt - b.startedAt || (a.call < b.call ? -1 : 1)),
  );
  const ahead = sorted.length > size;
  const calls = sorted.slice(0, size).map(toMatchedCall);
  return ask.last === undefined
    ? { calls, hasNext: ahead, hasPrevious: behind }
    : { calls: calls.reverse(), hasNext: behind, hasPrevious: ahead };
}

function toMatchedCall({ call, startedAt, isPrivate, matches }: Merged): MatchedCall {
  return {
    callId: originalId(call),
    startedAt,
    isPrivate,
    matches: matches.length > 1 ? matches.sort(byReason) : matches,
  };
}

function byReason(a: Match, b: Match): number {
  return (
    compare(a.reason, b.reason) ||
    compare(a.key, b.key) ||
    compare(sortableId(a.partyId ?? ''), sortableId(b.partyId ?? ''))
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
