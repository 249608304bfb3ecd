/** Spans: a span is a stretch of time that was walked to its end, the only source of coverage. */

import { numberOfWalk, type Walk, walkOfNumber } from '../need.ts';
import type { Database, Statement } from './database.ts';
import { endOfLease, type Lease, type LeaseTerms, underLease } from './lease.ts';
import { raiseVersion } from './tenant-number.ts';
import type { Range } from './time-range.ts';

/** Span: a walked stretch of window time. */
export interface Span extends Range {
  /** Begin of the walk: later changes on the platform are not in the index. */
  readonly walkedAt: number;
  readonly walk: Walk;
  readonly calls: number;
  /** Rows of the walk that could not be read or never came. A part that is left of a longer span has them all, as any may be of it. */
  readonly lacking: number;
  /** Rows that were announced and had not come, of calls young enough to be still analysed. */
  readonly pending: number;
}

/** Disjoint, oldest first. The walk's number is in the column `trackers`. */
export async function listSpans(database: Database, tenant: number): Promise<Span[]> {
  const rows = await database.read(
    'SELECT from_at, to_at, walked_at, trackers, calls, lacking, pending FROM span WHERE tenant = $1 ORDER BY from_at',
    [tenant],
  );
  return rows.flatMap((row) => {
    const [from = 0, to = 0, walkedAt = 0, number = 0, calls = 0, lacking = 0, pending = 0] =
      row.map(Number);
    const walk = walkOfNumber(number);
    return walk === null ? [] : [{ from, to, walkedAt, walk, calls, lacking, pending }];
  });
}

/** A part of what was walked, with what it was found to hold and to lack. */
export type WalkedPart = Pick<Span, 'from' | 'to' | 'calls' | 'lacking' | 'pending'>;

interface Walked extends Pick<Span, 'walkedAt' | 'walk'> {
  /** The lease's range, in parts. */
  readonly parts: readonly WalkedPart[];
}

/**
 * Completes a walk: writes its spans and ends its lease; false when the lease was lost before.
 * Nothing is known beyond the moment the walk began, so they end there at the latest, and
 * spans that claim more (a clock had jumped ahead) are cut.
 */
export async function completeWalk(
  database: Database,
  lease: Lease,
  terms: LeaseTerms,
  walked: Walked,
): Promise<boolean> {
  const { tenant } = lease;
  const { walkedAt, parts } = walked;
  const spans = parts
    .map((part) => ({ ...part, to: Math.min(part.to, walkedAt) }))
    .filter(({ from, to }) => from < to);
  const results = await database.write([
    ...underLease(database, lease, terms),
    ...cutAfter(tenant, walkedAt),
    ...spans.flatMap((span) => replaceSpan(tenant, span, walked)),
    raiseVersion(tenant),
    endOfLease(lease),
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
  { from, to, calls, lacking, pending }: WalkedPart,
  { walkedAt, walk }: Walked,
): Statement[] {
  return [
    {
      // The part of a longer span after the new one.
      sql: `INSERT INTO span (tenant, from_at, to_at, walked_at, trackers, calls, lacking, pending)
        SELECT tenant, CAST($2 AS bigint), to_at, walked_at, trackers, 0, lacking, pending FROM span
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
      sql: `INSERT INTO span (tenant, from_at, to_at, walked_at, trackers, calls, lacking, pending)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      params: [tenant, from, to, walkedAt, numberOfWalk(walk), calls, lacking, pending],
    },
  ];
}

/** Cuts the spans before an instant, ahead of the removal of their calls. */
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
