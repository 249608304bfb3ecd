/** Tenants by number: every key, call, span and lease belongs to exactly one. */

import type { Database, Statement } from './database.ts';

/** The tenant's number; a tenant that was never seen gets one. */
export async function tenantNumber(database: Database, name: string): Promise<number> {
  const number = database.tenants.get(name) ?? (await findOrAdd(database, name));
  database.tenants.set(name, number);
  return number;
}

async function findOrAdd(database: Database, name: string): Promise<number> {
  const find = (): Promise<readonly (readonly unknown[])[]> =>
    database.read('SELECT no FROM tenant WHERE name = $1', [name]);
  let [row] = await find();
  if (row === undefined) {
    await database.write([
      {
        sql: 'INSERT INTO tenant (name, walk) VALUES ($1, 0) ON CONFLICT (name) DO NOTHING',
        params: [name],
      },
    ]);
    [row] = await find();
  }
  return Number(row![0]);
}

/** First statement of every write of a tenant: in PostgreSQL writers of one tenant take turns, so they cannot deadlock. */
export function inTurn(database: Database, tenant: number): Statement {
  return {
    sql: `SELECT no FROM tenant WHERE no = $1 ${database.dialect.forUpdate}`,
    params: [tenant],
  };
}

/** Says that rows or claims of a tenant change in the write it is part of. */
export function raiseVersion(tenant: number): Statement {
  return { sql: 'UPDATE tenant SET version = version + 1 WHERE no = $1', params: [tenant] };
}

/** Each tenant's version by its name. */
export async function readVersions(database: Database): Promise<Map<string, number>> {
  const rows = await database.read('SELECT name, version FROM tenant');
  return new Map(rows.map(([name, version]) => [String(name), Number(version)]));
}
