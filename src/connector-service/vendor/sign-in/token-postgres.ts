/** Token table in PostgreSQL, by its clock: for gateways on several machines. */

import { Pool, type QueryResult } from 'pg';
import type { TokenTable } from './token-table.ts';

/** Codes of a table that another gateway is making at the same moment. */
const madeMeanwhile: ReadonlySet<unknown> = new Set(['23505', '42P07', '42710']);

export function postgresTable(url: string): TokenTable {
  const pool = new Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  // Queries report for themselves; unheard, a lost idle connection would end the process.
  pool.on('error', () => undefined);
  let creation: Promise<unknown> | null = null;
  const run = async (
    text: string,
    ...values: readonly (string | number | Uint8Array)[]
  ): Promise<QueryResult<Record<string, unknown>>> => {
    creation ??= pool
      .query(`CREATE TABLE IF NOT EXISTS switchboard_vendor_token (
        account text PRIMARY KEY, sealed bytea, holder text, held_until timestamptz)`)
      .catch((error: unknown) => {
        if (madeMeanwhile.has((error as { readonly code?: unknown }).code)) return;
        creation = null;
        throw error;
      });
    await creation;
    return pool.query(text, [...values]);
  };
  return {
    async read(account) {
      const { rows } = await run(
        'SELECT sealed FROM switchboard_vendor_token WHERE account = $1',
        account,
      );
      const sealed = rows[0]?.sealed;
      return sealed instanceof Uint8Array ? sealed : null;
    },
    async write(account, sealed) {
      await run(
        `INSERT INTO switchboard_vendor_token (account, sealed) VALUES ($1, $2)
         ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed`,
        account,
        Buffer.from(sealed),
      );
    },
    async take(account, holder, leaseMs) {
      const { rowCount } = await run(
        `INSERT INTO switchboard_vendor_token AS kept (account, holder, held_until)
         VALUES ($1, $2, now() + $3 * interval '1 millisecond')
         ON CONFLICT (account) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
         WHERE kept.holder IS NULL OR kept.held_until < now()`,
        account,
        holder,
        leaseMs,
      );
      return rowCount === 1;
    },
    async free(account, holder) {
      await run(
        'UPDATE switchboard_vendor_token SET holder = NULL WHERE account = $1 AND holder = $2',
        account,
        holder,
      );
    },
    close: () => pool.end(),
  };
}
