/**
 * The calls of many subjects in one query, each with its own window. Every key contributes its
 * newest (or oldest) n + 1 calls straight from the index; what is left is to merge them.
 */

import { keyKinds } from '../key.ts';
import type { CallsAsk, CallWindow, Match } from '../question.ts';
import type { Database, Dialect } from './database.ts';
import {
  type BoundedSubject,
  filterOf,
  inPeriod,
  members,
  memberTables,
  needsCall,
  ofWindow,
  sourceOf,
  subjectParams,
} from './subject-rows.ts';
import { windowOf } from './window-merge.ts';

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
  const rows = await database.read(sql, [...subjectParams(tenant, bounded), limit]);
  const found = asks.map((): FoundKey[] => []);
  for (const [ask, kind, value, calls, behind] of rows)
    found[Number(ask)]!.push({
      reason: reasons[kind as Kind],
      key: String(value),
      rows: JSON.parse(String(calls)) as FoundRow[],
      behind: behind === 1,
    });
  return asks.map((ask, i) => windowOf(ask, found[i]!, down));
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

/** A key's calls in the order of the walk; `behind` when there are others before the edge. */
export interface FoundKey {
  readonly reason: Match['reason'];
  readonly key: string;
  readonly rows: readonly FoundRow[];
  readonly behind: boolean;
}

/** As the query makes them; `more` is JSON of [party, affiliation, roles] when several parties share the key. */
export type FoundRow = readonly [
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
        WHERE p.key = m.no AND p.started >= w.low AND p.started < w.high
          AND (w.upper_id IS NULL OR p.started < w.upper_at OR p.call < w.upper_id)
          AND (w.lower_id IS NULL OR p.started > w.lower_at OR p.call > w.lower_id)
          AND ${filter}
        ORDER BY p.started ${order}, p.call ${order} LIMIT $4) f) AS found,
      CASE WHEN w.${edge}_id IS NULL THEN 0 WHEN EXISTS (SELECT 1 FROM ${source}
        WHERE ${inPeriod} AND p.started ${past}= w.${edge}_at
          AND (p.started ${past} w.${edge}_at OR p.call ${past}= w.${edge}_id)
          AND ${filter}) THEN 1 ELSE 0 END AS behind
    FROM ${members} WHERE ${ofWindow}`;
}
