/** Questions as rows: one JSON parameter carries all subjects' keys, another the windows they are asked in. */

import {
  type KeyKind,
  keyKinds,
  maskOf,
  normaliseCrmId,
  normaliseEmail,
  normaliseUserId,
  sortableId,
} from '../extract.ts';
import { markKinds } from '../mark.ts';
import type { CallPosition, IndexFilter, MarkFilter, Subject } from '../question.ts';
import type { Dialect, SqlValue } from './database.ts';

/** A subject with the bounds of its window; `upper` and `lower` exclude the position itself. */
export interface BoundedSubject {
  readonly subject: Subject;
  readonly filter?: IndexFilter | undefined;
  readonly upper?: CallPosition | null | undefined;
  readonly lower?: CallPosition | null | undefined;
}

const keyColumns = { ask: 'integer', kind: 'text', value: 'text', win: 'integer' } as const;

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
  directions: 'text',
  scopes: 'text',
  min_duration: 'integer',
  max_duration: 'integer',
  hosts: 'text',
  systems: 'text',
  languages: 'text',
  workspace: 'text',
  title: 'text',
  marks: 'text',
  marked: 'integer',
  picked: 'text',
} as const;

/** Far beyond any call, and exact as a double. */
export const forever = 9e15;

/**
 * Parameters `$1` to `$3` of memberTables. Subjects of one level of a request nearly always share
 * one window, which is then sent once.
 */
export function subjectParams(
  tenant: number,
  asks: readonly BoundedSubject[],
): [tenant: number, keys: string, windows: string] {
  const windows = new Map<string, { no: number; row: readonly SqlValue[] }>();
  const keys: SqlValue[][] = [];
  for (const [ask, bounded] of asks.entries()) {
    const row = windowRow(bounded);
    const name = JSON.stringify(row);
    let window = windows.get(name);
    if (window === undefined) {
      window = { no: windows.size, row };
      windows.set(name, window);
    }
    for (const [kind, value] of keysOf(bounded.subject))
      keys.push([ask, keyKinds[kind], value, window.no]);
  }
  const rows = [...windows.values()].map(({ no, row }) => [no, ...row]);
  return [tenant, JSON.stringify(keys), JSON.stringify(rows)];
}

/** The window of a question without a subject, as the parameter of `windowTables`. */
export const windowParam = (bounded: Omit<BoundedSubject, 'subject'>): string =>
  JSON.stringify([[0, ...windowRow(bounded)]]);

function windowRow({ filter = {}, upper, lower }: Omit<BoundedSubject, 'subject'>): SqlValue[] {
  const from = filter.from ?? -forever;
  const to = filter.to ?? forever;
  return [
    from,
    to,
    // What the positions leave of the period, so that the index is entered at the right place.
    Math.max(from, lower?.startedAt ?? from),
    Math.min(to, (upper?.startedAt ?? to) + 1),
    upper?.startedAt ?? null,
    upper ? sortableId(upper.callId) : null,
    lower?.startedAt ?? null,
    lower ? sortableId(lower.callId) : null,
    filter.roles ? maskOf(filter.roles) : null,
    filter.includePrivate === false ? 1 : null,
    delimitedList(filter.directions),
    delimitedList(filter.scopes),
    filter.minDurationSeconds ?? null,
    filter.maxDurationSeconds ?? null,
    delimitedList(filter.hosts),
    delimitedList(filter.systems),
    delimitedList(filter.languages),
    filter.workspaceId ?? null,
    filter.title?.toLowerCase() ?? null,
    filter.marks ? markList(filter.marks) : null,
    filter.marks?.length ?? null,
    filter.calls ? JSON.stringify([...new Set(filter.calls)].map((id) => [sortableId(id)])) : null,
  ];
}

/** Each value of each filter on marks, as the table `wanted` reads it. */
const markList = (marks: readonly MarkFilter[]): string =>
  JSON.stringify(
    marks.flatMap(({ kind, values, least = 1 }, at) =>
      [...new Set(values)].map((value) => [at, markKinds[kind], value, least]),
    ),
  );

/**
 * `|a|b|`, in which `|a|` is found: a list in one column. No value of a call's has the mark between
 * them, so one that is asked for with it matches none.
 */
export function delimitedList(values: readonly string[] | null | undefined): string | null {
  return values ? `|${values.filter((value) => !value.includes('|')).join('|')}|` : null;
}

/** Each key once, whatever its spelling. */
function keysOf(subject: Subject): (readonly [KeyKind, string])[] {
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

/** Members of a filter that look at the call itself. */
const ofCall = [
  ...(['directions', 'scopes', 'minDurationSeconds', 'maxDurationSeconds', 'hosts'] as const),
  ...(['systems', 'languages', 'workspaceId', 'title', 'marks', 'calls'] as const),
];

/** True when a filter needs more of a call than the participation row holds. */
export function needsCall(asks: readonly Pick<BoundedSubject, 'filter'>[]): boolean {
  return asks.some(({ filter }) => ofCall.some((name) => (filter?.[name] ?? null) !== null));
}

/** Common tables of parameter `n`: `win`, the windows; `picked`, the calls, and `wanted`, the keys of the marks that each asks for. */
export function windowTables(dialect: Dialect, n: number): string {
  return `win AS MATERIALIZED (SELECT * FROM ${dialect.rows(n, windowColumns)} r),
    picked AS MATERIALIZED (
      SELECT w.no AS win, x.value->>0 AS call FROM win w CROSS JOIN ${dialect.each('w.picked', 'x')}),
    wanted AS MATERIALIZED (
      SELECT w.no AS win, CAST(x.value->>0 AS bigint) AS filter, k.no AS key, CAST(x.value->>3 AS bigint) AS least
      FROM win w CROSS JOIN ${dialect.each('w.marks', 'x')} CROSS JOIN key k
      WHERE k.tenant = $1 AND k.kind = x.value->>1 AND k.value = x.value->>2)`;
}

/**
 * Common tables: those of the windows; and `member`, one row for each key of each subject, and one for
 * each alias of it, with its number `no` and its window's `win`. `$1` is the tenant. CROSS JOIN
 * keeps SQLite from starting at the larger table.
 */
export function memberTables(dialect: Dialect): string {
  return `${windowTables(dialect, 3)},
    base AS MATERIALIZED (SELECT a.ask, a.kind, k.no, a.value, a.win,
        coalesce((SELECT s.person FROM alias s WHERE s.key = k.no), k.no) AS person
      FROM ${dialect.rows(2, keyColumns)} a CROSS JOIN key k
      WHERE k.tenant = $1 AND k.kind = a.kind AND k.value = a.value),
    member AS (
      SELECT b.ask, b.kind, b.no, b.value, b.win FROM base b
      UNION ALL SELECT b.ask, b.kind, k.no, k.value, b.win
        FROM base b CROSS JOIN key k WHERE b.person <> b.no AND k.no = b.person
      UNION ALL SELECT b.ask, b.kind, k.no, k.value, b.win
        FROM base b CROSS JOIN alias s CROSS JOIN key k
        WHERE s.person = b.person AND s.key <> b.no AND k.no = s.key)`;
}

/** Members with their windows: `m` and `w`. */
export const members = 'member m CROSS JOIN win w';

/** Holds for a member and its window. */
export const ofWindow = 'w.no = m.win';

/** Conditions on a participation `p` of a member (and its call `c`), but for the period. */
export function memberConditions(dialect: Dialect, joined: boolean, byMarks = false): string {
  const ofParticipation = `(w.roles IS NULL OR (p.roles & w.roles) <> 0)
    AND (w.public_only IS NULL OR p.private = 0)`;
  return joined
    ? `${ofParticipation} AND c.tenant = $1 AND c.id = p.call AND ${callConditions(dialect, { byMarks })}`
    : ofParticipation;
}

/** Beyond so many values, a call's own marks are fewer than those asked for. */
const fewMarks = 20;

/** Whether to go from a call's marks to those asked for, and not the other way. */
export const asksManyMarks = (filters: readonly (IndexFilter | undefined)[]): boolean =>
  filters.some(
    (filter) =>
      (filter?.marks ?? []).reduce((sum, { values }) => sum + values.length, 0) > fewMarks,
  );

interface MarkTest {
  readonly byMarks: boolean;
  /** A filter on marks that holds already, by its place. */
  readonly held?: number | null;
}

/** Conditions of a window `w` on a call `c`. */
export function callConditions(dialect: Dialect, { byMarks, held = null }: MarkTest): string {
  const others = held === null ? '' : `AND x.filter <> ${Math.trunc(held)}`;
  const asked = byMarks
    ? `${dialect.each('c.marks', 'own')} CROSS JOIN wanted x CROSS JOIN mark f
      WHERE x.key = CAST(own.value->>0 AS bigint) AND x.win = w.no`
    : 'wanted x CROSS JOIN mark f WHERE x.win = w.no';
  const among = (list: string, column: string): string =>
    `(w.${list} IS NULL OR ${dialect.find(`w.${list}`, `'|' || c.${column} || '|'`)} > 0)`;
  return `(w.picked IS NULL OR (w.no, c.id) IN (SELECT x.win, x.call FROM picked x))
    AND ${among('directions', 'direction')} AND ${among('scopes', 'scope')}
    AND ${among('hosts', 'host')} AND ${among('systems', 'system')}
    AND ${among('languages', 'language')}
    AND (w.workspace IS NULL OR c.workspace = w.workspace)
    AND (w.min_duration IS NULL OR c.duration >= w.min_duration)
    AND (w.max_duration IS NULL OR c.duration <= w.max_duration)
    AND (w.title IS NULL OR ${dialect.find('c.title', 'w.title')} > 0)
    AND (w.marked IS NULL OR w.marked ${held === null ? '' : '- 1'} = (SELECT count(DISTINCT x.filter)
      FROM ${asked} ${others} AND f.key = x.key
        AND f.started = c.started AND f.call = c.id AND f.amount >= x.least))`;
}

/** Where participations of a member come from. */
export function sourceOf(joined: boolean): string {
  return joined ? 'participation p CROSS JOIN call c' : 'participation p';
}

/** A window's period without its positions. */
export const inPeriod = 'p.key = m.no AND p.started >= w.from_at AND p.started < w.to_at';
