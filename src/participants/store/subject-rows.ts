/** Questions as rows: one JSON parameter carries all subjects' keys with each one's own window. */

import { roleBits } from '../extract.ts';
import {
  type KeyKind,
  keyKinds,
  normaliseCrmId,
  normaliseEmail,
  normaliseUserId,
  sortableId,
} from '../key.ts';
import type { CallFilter, CallPosition, Subject } from '../question.ts';
import type { Dialect, Value } from './database.ts';

/** A subject with the bounds of its window; `upper` and `lower` exclude the position itself. */
export interface BoundedSubject {
  readonly subject: Subject;
  readonly filter?: CallFilter | undefined;
  readonly upper?: CallPosition | null | undefined;
  readonly lower?: CallPosition | null | undefined;
}

const columns = {
  ask: 'integer',
  kind: 'text',
  value: 'text',
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
} as const;

/** Far beyond any call, and exact as a double. */
const forever = 9e15;

/** The keys of subject number `ask`, one row each, as the JSON parameter of memberTables. */
export function subjectRows(asks: readonly BoundedSubject[]): string {
  return JSON.stringify(asks.flatMap((ask, i) => rowsOf(ask, i)));
}

function rowsOf({ subject, filter = {}, upper, lower }: BoundedSubject, ask: number): Value[][] {
  const from = filter.from ?? -forever;
  const to = filter.to ?? forever;
  const rest = [
    from,
    to,
    // What the positions leave of the period, so that the index is entered at the right place.
    Math.max(from, lower?.startedAt ?? from),
    Math.min(to, (upper?.startedAt ?? to) + 1),
    upper?.startedAt ?? null,
    upper ? sortableId(upper.callId) : null,
    lower?.startedAt ?? null,
    lower ? sortableId(lower.callId) : null,
    filter.roles ? filter.roles.reduce((mask, role) => mask | roleBits[role], 0) : null,
    filter.includePrivate === false ? 1 : null,
    anyOf(filter.directions),
    anyOf(filter.scopes),
    filter.minDurationSeconds ?? null,
  ];
  return keysOf(subject).map(([kind, value]) => [ask, keyKinds[kind], value, ...rest]);
}

/** `|a|b|`, in which `|a|` is found: a list in one column. */
function anyOf(values: readonly string[] | null | undefined): string | null {
  return values ? `|${values.join('|')}|` : null;
}

/** Each key once, whatever its spelling. */
function keysOf(subject: Subject): (readonly [KeyKind, string])[] {
  const distinct = (values: readonly unknown[] = [], normalise: (v: unknown) => string | null) =>
    new Set(values.map(normalise).filter((value) => value !== null));
  return [
    ...[...distinct(subject.emails, normaliseEmail)].map((value) => ['email', value] as const),
    ...[...distinct(subject.crmIds, normaliseCrmId)].map((value) => ['crm', value] as const),
    ...[...distinct(subject.userIds, normaliseUserId)].map((value) => ['user', value] as const),
  ];
}

/** True when a filter needs more of a call than the participation row holds. */
export function needsCall(asks: readonly BoundedSubject[]): boolean {
  return asks.some(
    ({ filter }) =>
      (filter?.directions ?? null) !== null ||
      (filter?.scopes ?? null) !== null ||
      (filter?.minDurationSeconds ?? null) !== null,
  );
}

/**
 * Common tables up to `member`: one row for each key of each subject, and one for each alias of it,
 * with its number `no`. `$1` is the tenant, `$2` the rows. CROSS JOIN keeps SQLite from starting
 * at the larger table.
 */
export function memberTables(dialect: Dialect): string {
  const rest = Object.keys(columns).slice(3);
  const named = (table: string): string => rest.map((name) => `${table}.${name}`).join(', ');
  return `ask AS MATERIALIZED (SELECT * FROM ${dialect.rows(2, columns)} r),
    base AS MATERIALIZED (SELECT a.ask, k.kind, coalesce(k.same_as, k.no) AS person, ${named('a')}
      FROM ask a CROSS JOIN key k WHERE k.tenant = $1 AND k.kind = a.kind AND k.value = a.value),
    member AS (
      SELECT b.ask, b.kind, k.no, k.value, ${named('b')}
        FROM base b CROSS JOIN key k WHERE k.no = b.person
      UNION ALL SELECT b.ask, b.kind, k.no, k.value, ${named('b')}
        FROM base b CROSS JOIN key k WHERE k.same_as = b.person)`;
}

/** Conditions on a participation `p` of a member `m` (and its call `c`), but for the window. */
export function filterOf(dialect: Dialect, joined: boolean): string {
  const ofParticipation = `(m.roles IS NULL OR (p.roles & m.roles) <> 0)
    AND (m.public_only IS NULL OR p.private = 0)`;
  return joined
    ? `${ofParticipation} AND c.tenant = $1 AND c.id = p.call
    AND (m.directions IS NULL OR ${dialect.find('m.directions', "'|' || c.direction || '|'")} > 0)
    AND (m.scopes IS NULL OR ${dialect.find('m.scopes', "'|' || c.scope || '|'")} > 0)
    AND (m.min_duration IS NULL OR c.duration >= m.min_duration)`
    : ofParticipation;
}

/** Where participations of a member come from. */
export function sourceOf(joined: boolean): string {
  return joined ? 'participation p CROSS JOIN call c' : 'participation p';
}

/** The bounds of a window without its positions. */
export const inPeriod = 'p.key = m.no AND p.started >= m.from_at AND p.started < m.to_at';
