/** Aggregate queries: counts, periods, trackers and people of many subjects, one statement each. */

import { memberAt } from '../../contract/member-at.ts';
import type {
  PeopleQuery,
  PeriodQuery,
  PersonSpokenWith,
  RecentKeysQuery,
  SubjectQuery,
  TrackerCount,
} from '../call-query.ts';
import { keyKinds, shortText } from '../match-key.ts';
import { type CallTests, callTests, isVisible } from './call-condition.ts';
import type { Database, Dialect, ResultRow } from './database.ts';
import {
  forever,
  inPeriod,
  memberConditions,
  members,
  memberTables,
  ofWindow,
  sourceOf,
  subjectParams,
  visibleKeys,
  visibleTables,
} from './query-parameter.ts';

/** Distinct calls per subject. */
export async function queryCounts(
  database: Database,
  tenant: number,
  queries: readonly SubjectQuery[],
): Promise<number[]> {
  const tests = callTests(queries);
  const rows = await database.read(
    `WITH ${memberTables(database.dialect, tests)}
      SELECT m.query, count(DISTINCT p.call) FROM ${members} CROSS JOIN ${sourceOf(tests)}
      WHERE ${ofWindow} AND ${inPeriod} AND ${memberConditions(database.dialect, tests)} GROUP BY m.query`,
    subjectParams(database.dialect, tenant, queries),
  );
  const counts = queries.map(() => 0);
  for (const [query, count] of rows) counts[Number(query)] = Number(count);
  return counts;
}

const dayMs = 86_400_000;
const periodMs = { day: dayMs, week: 7 * dayMs } as const;
/** Shift of a bucket against the epoch, which began on a Thursday; weeks begin on Monday. */
const shiftMs = { day: 0, week: 3 * dayMs } as const;

/** Start of the UTC day or week an instant lies in. */
export function periodStart(at: number, bucket: PeriodQuery['bucket']): number {
  const index = Math.floor((at + shiftMs[bucket]) / periodMs[bucket]);
  return index * periodMs[bucket] - shiftMs[bucket];
}

/** Starts of all periods that touch [from, to). */
export function periodsBetween(from: number, to: number, bucket: PeriodQuery['bucket']): number[] {
  const starts: number[] = [];
  for (let at = periodStart(from, bucket); at < to; at += periodMs[bucket]) starts.push(at);
  return starts;
}

/** Calls of subjects `mine` (query, call, started), each once however many of the subject's keys it has. */
function callsOfSubjects(dialect: Dialect, tests: CallTests | null): string {
  return `${memberTables(dialect, tests)}, mine AS MATERIALIZED (
    SELECT DISTINCT m.query, p.call, p.started FROM ${members} CROSS JOIN ${sourceOf(tests)}
    WHERE ${ofWindow} AND ${inPeriod} AND ${memberConditions(dialect, tests)})`;
}

/**
 * SQL: number of the period since the first Monday (or day) of the epoch. The cast is for SQLite,
 * which takes a bare parameter for a fraction.
 */
const periodOf = (started: string): string =>
  `(${started} + CAST($5 AS bigint)) / CAST($6 AS bigint)`;

/** Calls per subject by start of the period; periods without calls are absent. */
export async function queryPeriods(
  database: Database,
  tenant: number,
  queries: readonly SubjectQuery[],
  bucket: PeriodQuery['bucket'],
): Promise<ReadonlyMap<number, number>[]> {
  const rows = await database.read(
    `WITH ${callsOfSubjects(database.dialect, callTests(queries))}
      SELECT query, ${periodOf('started')} AS period, count(*) FROM mine GROUP BY query, period`,
    [...subjectParams(database.dialect, tenant, queries), shiftMs[bucket], periodMs[bucket]],
  );
  const periods = queries.map(() => new Map<number, number>());
  for (const [query, period, count] of rows)
    memberAt(periods, Number(query)).set(startOf(period, bucket), Number(count));
  return periods;
}

const startOf = (period: unknown, bucket: PeriodQuery['bucket']): number =>
  Number(period) * periodMs[bucket] - shiftMs[bucket];

/** Tracker hits per subject by tracker and period, in the order of tracker id and time. */
export async function queryTrackers(
  database: Database,
  tenant: number,
  queries: readonly SubjectQuery[],
  bucket: PeriodQuery['bucket'],
): Promise<TrackerCount[][]> {
  const { dialect } = database;
  const rows = await database.read(
    `WITH ${callsOfSubjects(dialect, callTests(queries))}
      SELECT mine.query, t.value->>0 AS tracker, ${periodOf('mine.started')} AS period,
        sum(CAST(t.value->>1 AS bigint)), count(*)
      FROM mine CROSS JOIN call c CROSS JOIN ${dialect.each('c.trackers', 't')}
      WHERE c.tenant = $1 AND c.id = mine.call
      GROUP BY mine.query, tracker, period ORDER BY mine.query, tracker, period`,
    [...subjectParams(database.dialect, tenant, queries), shiftMs[bucket], periodMs[bucket]],
  );
  return grouped(queries, rows, ([trackerId, period, count, calls]) => ({
    trackerId: String(trackerId),
    startsAt: startOf(period, bucket),
    count: Number(count),
    calls: Number(calls),
  }));
}

/** SQL condition: a party of the participation has a requested affiliation; several may share the address. */
function anyPartOf(dialect: Dialect): string {
  const isRequested = (affiliation: string): string =>
    `EXISTS (SELECT 1 FROM ${dialect.each('lim.affiliations', 'a')} WHERE a.value->>0 = ${affiliation})`;
  return `CASE WHEN p.more IS NULL THEN ${isRequested('p.affiliation')} ELSE EXISTS (
            SELECT 1 FROM ${dialect.each('p.more', 'part')} WHERE ${isRequested('(part.value->>1)')}) END`;
}

/** People per subject by address, those with the most calls first, ties by the latest call. */
export async function queryPeople(
  database: Database,
  tenant: number,
  queries: readonly PeopleQuery[],
): Promise<PersonSpokenWith[][]> {
  const { dialect } = database;
  const limits = JSON.stringify(
    queries.map(({ first, affiliations }, i) => [
      i,
      first,
      affiliations
        ? JSON.stringify(affiliations.map((affiliation) => [shortText(affiliation)]))
        : null,
    ]),
  );
  const rows = await database.read(
    `WITH ${callsOfSubjects(dialect, callTests(queries))},
      lim AS MATERIALIZED (SELECT * FROM ${dialect.rows(5, { query: 'integer', size: 'integer', affiliations: 'text' })} r),
      contact AS (
        SELECT mine.query,
          coalesce((SELECT s.person FROM alias s WHERE s.key = k.no), k.no) AS person, count(DISTINCT mine.call) AS calls,
          max(mine.started) AS last
        FROM mine CROSS JOIN lim CROSS JOIN call c CROSS JOIN ${dialect.each('c.keys', 'x')}
          CROSS JOIN key k CROSS JOIN participation p
        WHERE lim.query = mine.query AND c.tenant = $1 AND c.id = mine.call
          AND k.no = CAST(x.value->>0 AS bigint) AND k.kind = '${keyKinds.email}'
          AND p.key = k.no AND p.started = mine.started AND p.call = mine.call
          AND (lim.affiliations IS NULL OR ${anyPartOf(dialect)})
        GROUP BY 1, 2),
      ranked AS (SELECT s.*, k.value, row_number() OVER
          (PARTITION BY s.query ORDER BY s.calls DESC, s.last DESC, k.value) AS row_no
        FROM contact s CROSS JOIN key k WHERE k.no = s.person)
      SELECT ranked.query, ranked.value, ranked.calls, ranked.last FROM ranked CROSS JOIN lim
      WHERE lim.query = ranked.query AND ranked.row_no <= lim.size ORDER BY ranked.query, ranked.row_no`,
    [...subjectParams(database.dialect, tenant, queries), limits],
  );
  return grouped(queries, rows, ([email, calls, lastCallAt]) => ({
    email: String(email),
    calls: Number(calls),
    lastCallAt: Number(lastCallAt),
  }));
}

/** Groups rows by query; their first column is the query's number. */
function grouped<T>(
  queries: readonly unknown[],
  rows: readonly ResultRow[],
  toValue: (row: ResultRow) => T,
): T[][] {
  const groups: T[][] = queries.map(() => []);
  for (const [query, ...columns] of rows) memberAt(groups, Number(query)).push(toValue(columns));
  return groups;
}

/** Keys with a call of the key itself, or of another address of the same person. */
export async function queryRecentKeys(
  database: Database,
  tenant: number,
  { kind, prefix = '', since, to, includePrivate, visibleBy, first }: RecentKeysQuery,
): Promise<readonly string[] | null> {
  const { dialect } = database;
  const isShown = visibleBy ? `AND ${isVisible(dialect, 'p.call', visibleBy)}` : '';
  const isRecent = `p.started >= $5 AND p.started < $6 AND p.private <= $7 ${isShown}`;
  const rows = await database.read(
    `WITH ${visibleTables(dialect, 9, { from: '$5', to: '$6' })} SELECT value FROM (
        SELECT k.value, coalesce((SELECT a.person FROM alias a WHERE a.key = k.no), k.no) AS person
        FROM key k WHERE k.tenant = $1 AND k.kind = $2 AND k.value >= $3 AND k.value < $4) one
      WHERE EXISTS (SELECT 1 FROM participation p WHERE p.key = one.person AND ${isRecent})
        OR EXISTS (SELECT 1 FROM alias a CROSS JOIN participation p
          WHERE a.person = one.person AND p.key = a.key AND ${isRecent})
      ORDER BY value LIMIT $8`,
    [
      tenant,
      keyKinds[kind],
      prefix,
      // Upper bound of all texts with the prefix: none holds this last code point.
      `${prefix}\u{10FFFF}`,
      since,
      to ?? forever,
      includePrivate === false ? 0 : 1,
      first + 1,
      visibleBy ? visibleKeys(visibleBy) : '[]',
    ],
  );
  return rows.length > first ? null : rows.map(([key]) => String(key));
}
