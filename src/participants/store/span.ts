/**
 * Spans and leases: a lease is a stretch of time that a gateway walks at the moment, a span one that was walked to
 * its end, the only source of coverage. A lease ends by itself, so that a killed gateway blocks nobody for long; it
 * carries a number that every write checks, so that a gateway that lost its lease without noticing (a pause, a
 * clock that jumped) can't write any more.
 */

import type { Database, Statement } from './database.ts';
import { inTurn, raiseVersion } from './tenant-number.ts';

/** Range of time: from inclusive, to exclusive, epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Lease extends Range {
  readonly tenant: number;
  /** Number of the lease, which grows with every lease of the tenant. */
  readonly walk: number;
}

export interface LeaseTerms {
  /** Epoch milliseconds on this gateway's clock. */
  readonly now: number;
  readonly milliseconds: number;
}

/**
 * SQL condition: the lease is over, when its end is past, or further ahead than any lease can be (a
 * clock has jumped, and waiting could take forever). Taking a lease over too early is harmless.
 */
const isOver = 'expires_at <= $2 OR expires_at > $3';

/** Guard of a write: no lease covers any part of the tenant's calls. */
export function noLease(tenant: number, { now, milliseconds }: LeaseTerms): Statement {
  return {
    sql: `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM lease WHERE tenant = $1 AND NOT (${isOver}))`,
    params: [tenant, now, now + 2 * milliseconds],
    guard: true,
  };
}

/** Acquires a lease; null while another lease covers part of the range. */
export async function acquireLease(
  database: Database,
  tenant: number,
  range: Range,
  owner: string,
  { now, milliseconds }: LeaseTerms,
): Promise<Lease | null> {
  const results = await database.write([
    inTurn(database, tenant),
    {
      sql: `DELETE FROM lease WHERE tenant = $1 AND (${isOver})`,
      params: [tenant, now, now + 2 * milliseconds],
    },
    {
      sql: `UPDATE tenant SET walk = walk + 1 WHERE no = $1 AND NOT EXISTS
        (SELECT 1 FROM lease l WHERE l.tenant = $1 AND l.from_at < $3 AND l.to_at > $2)
        RETURNING walk`,
      params: [tenant, range.from, range.to],
      guard: true,
    },
    {
      sql: `INSERT INTO lease (tenant, walk, from_at, to_at, owner, expires_at)
        SELECT no, walk, $2, $3, $4, $5 FROM tenant WHERE no = $1`,
      params: [tenant, range.from, range.to, owner, now + milliseconds],
    },
  ]);
  const walk = results?.[2]?.[0]?.[0];
  return walk === undefined ? null : { tenant, walk: Number(walk), ...range };
}

/** Opens a write that holds only while the lease does, and renews it. */
export function underLease(
  database: Database,
  lease: Lease,
  { now, milliseconds }: LeaseTerms,
): readonly Statement[] {
  return [
    inTurn(database, lease.tenant),
    {
      sql: 'UPDATE lease SET expires_at = $3 WHERE tenant = $1 AND walk = $2 RETURNING walk',
      params: [lease.tenant, lease.walk, now + milliseconds],
      guard: true,
    },
  ];
}

/** Renews a lease; false when it was lost. */
export async function renewLease(
  database: Database,
  lease: Lease,
  terms: LeaseTerms,
): Promise<boolean> {
  return (await database.write(underLease(database, lease, terms))) !== null;
}

export async function releaseLease(database: Database, lease: Lease): Promise<void> {
  await database.write([endOf(lease)]);
}

/** Releases what an owner could not while the database was away. */
export async function releaseLeasesOf(
  database: Database,
  tenant: number,
  owner: string,
): Promise<void> {
  const sql = 'DELETE FROM lease WHERE tenant = $1 AND owner = $2';
  await database.write([{ sql, params: [tenant, owner] }]);
}

function endOf(lease: Lease): Statement {
  return {
    sql: 'DELETE FROM lease WHERE tenant = $1 AND walk = $2',
    params: [lease.tenant, lease.walk],
  };
}

/** Ranges with a live lease, of any gateway. */
export async function liveLeases(
  database: Database,
  tenant: number,
  { now, milliseconds }: LeaseTerms,
): Promise<Range[]> {
  const rows = await database.read(
    `SELECT from_at, to_at FROM lease WHERE tenant = $1 AND NOT (${isOver}) ORDER BY from_at`,
    [tenant, now, now + 2 * milliseconds],
  );
  return rows.map(([from, to]) => ({ from: Number(from), to: Number(to) }));
}

/** Span: a walked stretch of window time. */
export interface Span extends Range {
  /** Begin of the walk: later changes on the platform are not in the index. */
  readonly walkedAt: number;
  /** Whether the walk requested tracker counts. */
  readonly trackers: boolean;
  /** Whether the walk requested contents (trackers, topics, outcome, linked records' fields). */
  readonly contents: boolean;
  readonly calls: number;
  /** Rows of the walk that could not be read or never came. A part that is left of a longer span has them all, as any may be of it. */
  readonly lacking: number;
  /** Rows that were announced and had not come, of calls young enough to be still analysed. */
  readonly pending: number;
}

/** Need of a query: the parts of a call that it reads. */
export type Need = 'people' | 'trackers' | 'contents';

/** Whether a span's calls were read with the parts of a need. */
export const holds = (span: Span, need: Need): boolean => need === 'people' || span[need];

/** Values of the column `trackers` of a span. */
const detail = { people: 0, trackers: 1, contents: 2 } as const;

/** Disjoint, oldest first. */
export async function listSpans(database: Database, tenant: number): Promise<Span[]> {
  const rows = await database.read(
    'SELECT from_at, to_at, walked_at, trackers, calls, lacking, pending FROM span WHERE tenant = $1 ORDER BY from_at',
    [tenant],
  );
  return rows.map(([from, to, walkedAt, trackers, calls, lacking, pending]) => ({
    from: Number(from),
    to: Number(to),
    walkedAt: Number(walkedAt),
    trackers: Number(trackers) >= detail.trackers,
    contents: trackers === detail.contents,
    calls: Number(calls),
    lacking: Number(lacking),
    pending: Number(pending),
  }));
}

/** A part of what was walked, with what it was found to hold and to lack. */
export type WalkedPart = Pick<Span, 'from' | 'to' | 'calls' | 'lacking' | 'pending'>;

interface Walked extends Pick<Span, 'walkedAt' | 'contents'> {
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
  { from, to, calls, lacking, pending }: WalkedPart,
  { walkedAt, contents }: Walked,
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
      params: [
        ...[tenant, from, to, walkedAt, contents ? detail.contents : detail.people, calls],
        ...[lacking, pending],
      ],
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
