/** Changed calls: those that others may see no longer, or again, for the gateways that cache their rows. */

import { originalId } from '../indexed-call.ts';
import type { Database, Statement } from './database.ts';

/** Age at which a change is removed; any cached row is younger. */
const lifeMs = 24 * 3_600_000;

/** Statements of the transaction that changes the calls and, after these, raises the version. */
export function noteChangedCalls(
  { dialect }: Database,
  tenant: number,
  /** A JSON array of rows of one sortable id. */
  ids: string,
  now: number,
): Statement[] {
  return [
    {
      sql: 'DELETE FROM changed_call WHERE tenant = $1 AND at < $2',
      params: [tenant, now - lifeMs],
    },
    {
      sql: `INSERT INTO changed_call (tenant, version, call, at)
        SELECT t.no, t.version + 1, r.id, CAST($3 AS bigint)
        FROM ${dialect.rows(2, { id: 'text' })} r CROSS JOIN tenant t WHERE t.no = $1
        ON CONFLICT (tenant, version, call) DO NOTHING`,
      params: [tenant, ids, now],
    },
  ];
}

/** Calls that changed after a version, or since an instant. */
export async function changedCalls(
  database: Database,
  tenantName: string,
  after: { readonly version: number } | { readonly at: number },
): Promise<string[]> {
  const [column, value] = 'at' in after ? ['at', after.at] : ['version', after.version];
  const rows = await database.read(
    `SELECT DISTINCT c.call FROM tenant t CROSS JOIN changed_call c
      WHERE t.name = $1 AND c.tenant = t.no AND c.${column} > $2`,
    [tenantName, value],
  );
  return rows.map(([id]) => originalId(String(id)));
}
