/**
 * Leases: a lease is a stretch of time that a gateway walks at the moment, so that no two read the same days. A lease
 * ends by itself, so that a killed gateway blocks nobody for long; it carries a number that every write checks, so
 * that a gateway that lost its lease without noticing (a pause, a clock that jumped) can't write any more.
 */

import type { Database, Statement } from './database.ts';
import { inTurn } from './tenant-number.ts';
import type { Range } from './time-range.ts';

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
  const { from, to } = range;
  return walk === undefined ? null : { tenant, walk: Number(walk), from, to };
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
  await database.write([endOfLease(lease)]);
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

/** Ends a lease, as a part of a write. */
export function endOfLease(lease: Lease): Statement {
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
