/** Query parameters: one JSON parameter carries the keys of all subjects, another their windows. */

import { normaliseEmail } from '../../contract/email-address.ts';
import { SwitchboardError } from '../../errors.ts';
import { facetKinds } from '../call-facet.ts';
import type { CallPosition, IndexFilter, ParticipantKeys, VisibleBy } from '../call-query.ts';
import { maskOf, sortableId } from '../indexed-call.ts';
import { type KeyKind, keyKinds, normaliseCrmId, normaliseUserId } from '../match-key.ts';
import {
  type CallTests,
  callConditions,
  conditionColumns,
  conditionTables,
  conditionValues,
  isCallOfRow,
  opensCall,
  readsCall,
} from './call-condition.ts';
import type { Dialect, SqlValue } from './database.ts';

/** Subject with the bounds of its window; `upper` and `lower` are exclusive. */
export interface BoundedSubject {
  readonly subject: ParticipantKeys;
  readonly filter?: IndexFilter | undefined;
  readonly upper?: CallPosition | null | undefined;
  readonly lower?: CallPosition | null | undefined;
}

const keyColumns = { query: 'integer', kind: 'text', value: 'text', win: 'integer' } as const;

const windowColumns = {
  no: 'integer',
  from_at: 'integer',
  to_at: 'integer',
  low: 'integer',
  high: 'integer',
  upper_at: 'integer',
  upper_id: 'text',
  lower_at: 'integer',
  lower_id: 'text',
  roles: 'integer',
  public_only: 'integer',
  ...conditionColumns,
} as const;

/** Upper bound of all instants, exact as a double. */
export const forever = 9e15;

/**
 * Parameters `$1` to `$4` of memberTables. Subjects of one level of a request nearly always share
 * one window, which is then sent once.
 */
export function subjectParams(
  dialect: Dialect,
  tenant: number,
  queries: readonly BoundedSubject[],
): [tenant: number, keys: string, windows: string, visible: string] {
  const windows = new Map<string, { no: number; row: readonly SqlValue[] }>();
  const keys: SqlValue[][] = [];
  for (const [query, bounded] of queries.entries()) {
    const row = windowRow(dialect, bounded);
    const name = JSON.stringify(row);
    let window = windows.get(name);
    if (window === undefined) {
      window = { no: windows.size, row };
      windows.set(name, window);
    }
    for (const [kind, value] of keysOf(bounded.subject))
      keys.push([query, keyKinds[kind], value, window.no]);
  }
  const rows = [...windows.values()].map(({ no, row }) => [no, ...row]);
  return [tenant, JSON.stringify(keys), JSON.stringify(rows), visibleParam(queries)];
}

/** Parameters of `windowTables` for a query without a subject. */
export const windowParams = (
  dialect: Dialect,
  bounded: Omit<BoundedSubject, 'subject'>,
): [windows: string, visible: string] => [
  JSON.stringify([[0, ...windowRow(dialect, bounded)]]),
  visibleParam([bounded]),
];

/** Parameter of the table `vis`. */
function visibleParam(queries: readonly Pick<BoundedSubject, 'filter'>[]): string {
  const [visibleBy = null, ...others] = new Set(
    queries.map(({ filter }) => filter?.visibleBy ?? null),
  );
  if (others.length > 0)
    throw new SwitchboardError(
      'INTERNAL',
      'Calls of several viewers were asked for at once',
      false,
    );
  return visibleBy === null ? '[]' : visibleKeys(visibleBy);
}

const written = new WeakMap<VisibleBy, string>();

/** Stands beside the kinds of keys for a record that is shown and opens no call. */
const shownAlone = 's';

/** Parameter of `visibleTable`. Ten thousand ids are written once for all statements that name them. */
export function visibleKeys(keys: VisibleBy): string {
  const text =
    written.get(keys) ??
    JSON.stringify([
      ...keysOf(keys).map(([kind, value]) => [keyKinds[kind], value]),
      ...keysOf({ crmIds: keys.shownIds ?? [] }).map(([, value]) => [shownAlone, value]),
    ]);
  written.set(keys, text);
  return text;
}

function windowRow(
  dialect: Dialect,
  { filter = {}, upper, lower }: Omit<BoundedSubject, 'subject'>,
): SqlValue[] {
  const from = filter.from ?? -forever;
  const to = filter.to ?? forever;
  return [
    from,
    to,
    // Intersects the period with the positions, so that the database's index is entered at the
    // right row.
    Math.max(from, lower?.startedAt ?? from),
    Math.min(to, (upper?.startedAt ?? to) + 1),
    upper?.startedAt ?? null,
    upper ? sortableId(upper.callId) : null,
    lower?.startedAt ?? null,
    lower ? sortableId(lower.callId) : null,
    filter.roles ? maskOf(filter.roles) : null,
    filter.includePrivate === false ? 1 : null,
    ...conditionValues(dialect, filter),
  ];
}

/** Normalised keys of a subject, each once. */
function keysOf(subject: ParticipantKeys): (readonly [KeyKind, string])[] {
  return [
    ...distinct('email', subject.emails, normaliseEmail),
    ...distinct('crm', subject.crmIds, normaliseCrmId),
    ...distinct('user', subject.userIds, normaliseUserId),
  ];
}

function distinct(
  kind: KeyKind,
  values: readonly unknown[] | undefined,
  normalise: (value: unknown) => string | null,
): (readonly [KeyKind, string])[] {
  if (values === undefined) return [];
  const clean = values.map(normalise).filter((value) => value !== null);
  return [...(clean.length > 1 ? new Set(clean) : clean)].map((value) => [kind, value]);
}

/**
 * SQL common tables of parameters `n` and `n + 1`: `win`, the windows; those of `visibleTables`; and the tables of
 * the windows' conditions.
 */
export function windowTables(dialect: Dialect, n: number, tests: CallTests | null): string {
  return `win AS MATERIALIZED (SELECT * FROM ${dialect.rows(n, windowColumns)} r),
    ${visibleTables(dialect, n + 1, allWindows)}, ${conditionTables(dialect, tests)}`;
}

/** A range of time in SQL. */
interface SqlRange {
  readonly from: string;
  readonly to: string;
}

const allWindows: SqlRange = {
  from: '(SELECT min(w.from_at) FROM win w)',
  to: '(SELECT max(w.to_at) FROM win w)',
};

/**
 * SQL common tables: `vis`, the keys of parameter `n`; `seen`, the calls of a time that are visible by them; and `shown`,
 * the facets of records that may be told of. What a statement does not name is not read.
 */
export const visibleTables = (dialect: Dialect, n: number, { from, to }: SqlRange): string =>
  `vis AS MATERIALIZED (SELECT k.no AS key, k.kind FROM ${dialect.rows(n, { kind: 'text', value: 'text' })} a CROSS JOIN key k
      WHERE k.tenant = $1 AND k.kind = a.kind AND k.value = a.value),
    seen AS MATERIALIZED (SELECT p.call FROM vis d CROSS JOIN participation p
      WHERE p.key = d.key AND p.started >= ${from} AND p.started < ${to} AND ${opensCall('d.kind')}),
    shown AS MATERIALIZED (SELECT k.no AS key FROM ${dialect.rows(n, { kind: 'text', value: 'text' })} a CROSS JOIN key k
      WHERE k.tenant = $1 AND k.kind IN ('${facetKinds.account}', '${facetKinds.deal}') AND k.value = a.value
        AND a.kind IN ('${keyKinds.crm}', '${shownAlone}'))`;

/**
 * SQL common tables: those of the windows, and `member`, with one row for each key of each subject
 * and one for each alias of it, holding its number `no` and its window's `win`. `$1` is the tenant.
 * CROSS JOIN keeps SQLite from starting at the larger table.
 */
export function memberTables(dialect: Dialect, tests: CallTests | null): string {
  return `${windowTables(dialect, 3, tests)},
    base AS MATERIALIZED (SELECT a.query, a.kind, k.no, a.value, a.win,
        coalesce((SELECT s.person FROM alias s WHERE s.key = k.no), k.no) AS person
      FROM ${dialect.rows(2, keyColumns)} a CROSS JOIN key k
      WHERE k.tenant = $1 AND k.kind = a.kind AND k.value = a.value),
    member AS (
      SELECT b.query, b.kind, b.no, b.value, b.win FROM base b
      UNION ALL SELECT b.query, b.kind, k.no, k.value, b.win
        FROM base b CROSS JOIN key k WHERE b.person <> b.no AND k.no = b.person
      UNION ALL SELECT b.query, b.kind, k.no, k.value, b.win
        FROM base b CROSS JOIN alias s CROSS JOIN key k
        WHERE s.person = b.person AND s.key <> b.no AND k.no = s.key)`;
}

/** SQL join of members `m` with windows `w`. */
export const members = 'member m CROSS JOIN win w';

/** Join condition of a member and its window. */
export const ofWindow = 'w.no = m.win';

/** SQL conditions on a participation `p` of a member (and its call `c`, where `tests` needs it), the period aside. */
export function memberConditions(
  dialect: Dialect,
  tests: CallTests | null,
  byFacets = false,
): string {
  const ofParticipation = `(w.roles IS NULL OR (p.roles & w.roles) <> 0)
    AND (w.public_only IS NULL OR p.private = 0)`;
  if (tests === null) return ofParticipation;
  const how = { started: 'p.started', call: 'p.call', byFacets };
  const isCall = readsCall(tests)
    ? `AND c.tenant = $1 AND ${isCallOfRow(dialect, tests, byFacets)}`
    : '';
  return `${ofParticipation} ${isCall}
    ${callConditions(dialect, tests, how)}`;
}

/** SQL source of a member's participations. */
export function sourceOf(tests: CallTests | null): string {
  return tests === null || !readsCall(tests)
    ? 'participation p'
    : 'participation p CROSS JOIN call c';
}

/** Condition of a window's period, its positions aside. */
export const inPeriod = 'p.key = m.no AND p.started >= w.from_at AND p.started < w.to_at';
