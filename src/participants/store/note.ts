/** Small facts about a tenant's synchronisation that all gateways see. */

import type { Database } from './database.ts';

export type NoteName = 'skippedRows' | 'lastError' | 'horizon' | 'aliasesAt' | 'sweptAt';

export async function readNotes(
  database: Database,
  tenant: number,
): Promise<Partial<Record<NoteName, string>>> {
  const rows = await database.read('SELECT name, value FROM note WHERE tenant = $1', [tenant]);
  return Object.fromEntries(rows.map(([name, value]) => [String(name), String(value)]));
}

export async function writeNote(
  database: Database,
  tenant: number,
  name: NoteName,
  value: string,
): Promise<void> {
  await database.write([
    {
      sql: `INSERT INTO note (tenant, name, value) VALUES ($1, $2, $3)
        ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value`,
      params: [tenant, name, value],
    },
  ]);
}

export async function countIndexedCalls(database: Database, tenant: number): Promise<number> {
  const [[count = 0] = []] = await database.read('SELECT count(*) FROM call WHERE tenant = $1', [
    tenant,
  ]);
  return Number(count);
}
