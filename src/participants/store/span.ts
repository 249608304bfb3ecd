/** Which stretches of time were walked to the end: the only source of what the index claims to know. */

import type { Database, Statement } from './database.ts';
import { endOf, type Lease, type LeaseTerms, underLease } from './lease.ts';
import { raiseVersion } from './tenant.ts';

/** A walked stretch of window time, from inclusive, to exclusive; epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** When the walk began: later changes on the platform are not in it. */
  readonly walkedAt: number;
  /** Whether tracker counts were asked for. */
  readonly trackers: boolean;
  readonly calls: number;
}

/** Disjoint, oldest first. */
export async function listSpans(database: Database, tenant: number): Promise<Span[]> {
  const rows = await database.read(
    'SELECT from_at, to_at, walked_at, trackers, calls FROM span WHERE tenant = $1 ORDER BY from_at',
    [tenant],
  );
  return rows.map(([from, to, walkedAt, trackers, calls]) => ({
    from: Number(from),
    to: Number(to),
    walkedAt: Number(walkedAt),
    trackers: trackers === 1,
    calls: Number(calls),
  }));
}

/**
 * Marks a walk as complete and ends its lease; false when the lease was lost before.
 * Nothing can be known beyond the moment the walk began, so the span ends there at the latest,
 * and spans that claim more (a clock had jumped ahead) are cut.
 */
export async function completeWalk(
  database: Database,
  lease: Lease,
  terms: LeaseTerms,
  walked: Pick<Span, 'walkedAt' | 'trackers' | 'calls'>,
): Promise<boolean> {
  const { tenant, from } = lease;
  const { walkedAt, trackers, calls } = walked;
  const to = Math.min(lease.to, walkedAt);
  const results = await database.write([
    ...underLease(database, lease, terms),
    ...cutAfter(tenant, walkedAt),
    ...(from < to ? replaceSpan(tenant, from, to, walkedAt, trackers, calls) : []),
    raiseVersion(tenant),
    endOf(lease),
  ]);
  return results !== null;
}

function cutAfter(tenant: number, at: number): Statement[] {
  return [
    { sql: 'DELETE FROM span WHERE tenant = $1 AND from_at >= $2', params: [tenant, at] },
    {
      sql: 'UPDATE span SET to_at = $2 WHERE tenant = $1 AND to_at > $2',
      params: [tenant, at],
    },
  ];
}

function replaceSpan(
  tenant: number,
  from: number,
  to: number,
  walkedAt: number,
  trackers: boolean,
  calls: number,
): Statement[] {
  return [
    {
      // What a longer span has behind the new one.
      sql: `INSERT INTO span (tenant, from_at, to_at, walked_at, trackers, calls)
        SELECT tenant, CAST($2 AS bigint), to_at, walked_at, trackers, 0 FROM span
        WHERE tenant = $1 AND from_at < $2 AND to_at > $2`,
      params: [tenant, to],
    },
    {
      sql: 'UPDATE span SET to_at = $2 WHERE tenant = $1 AND from_at < $2 AND to_at > $2',
      params: [tenant, from],
    },
    {
      sql: 'DELETE FROM span WHERE tenant = $1 AND from_at >= $2 AND from_at < $3',
      params: [tenant, from, to],
    },
    {
      sql: 'INSERT INTO span (tenant, from_at, to_at, walked_at, trackers, calls) VALUES ($1, $2, $3, $4, $5, $6)',
      params: [tenant, from, to, walkedAt, trackers ? 1 : 0, calls],
    },
  ];
}

/** Gives up what is known before an instant, ahead of the calls there being forgotten. */
export function forgetSpansBefore(tenant: number, before: number): Statement[] {
  return [
    {
      sql: `UPDATE tenant SET version = version + 1 WHERE no = $1
        AND EXISTS (SELECT 1 FROM span WHERE tenant = $1 AND from_at < $2)`,
      params: [tenant, before],
    },
    { sql: 'DELETE FROM span WHERE tenant = $1 AND to_at <= $2', params: [tenant, before] },
    {
      sql: 'UPDATE span SET from_at = $2 WHERE tenant = $1 AND from_at < $2',
      params: [tenant, before],
    },
  ];
}
