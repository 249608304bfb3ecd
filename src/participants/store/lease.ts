/**
 * Who walks which stretch of time. A lease ends by itself, so that a killed gateway blocks nobody
 * for long; and it carries a number that every write checks, so that a gateway that lost its lease
 * without noticing (a pause, a clock that jumped) can't write any more.
 */

import type { Database, Statement } from './database.ts';
import { inTurn } from './tenant.ts';

/** From inclusive, to exclusive, epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Lease extends Range {
  readonly tenant: number;
  /** Grows with every lease of the tenant. */
  readonly walk: number;
}

export interface LeaseTerms {
  /** Epoch milliseconds, by this gateway's clock. */
  readonly now: number;
  readonly milliseconds: number;
}

/**
 * A lease counts as over when its end is past, or further ahead than any lease can be: then a
 * clock has jumped, and waiting for it could take forever. Taking one over too early is harmless.
 */
const isOver = 'expires_at <= $2 OR expires_at > $3';

/** Null while another lease covers part of the range. */
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

/** False when the lease was lost. */
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

export function endOf(lease: Lease): Statement {
  return {
    sql: 'DELETE FROM lease WHERE tenant = $1 AND walk = $2',
    params: [lease.tenant, lease.walk],
  };
}

/** What is being walked at the moment, by whomever. */
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
