/** Tenants by number: every key, call, span and lease belongs to exactly one. */

import type { Database, Statement } from './database.ts';

const known = new WeakMap<Database, Map<string, number>>();

/** The tenant's number; a tenant that was never seen gets one. */
export async function tenantNumber(database: Database, name: string): Promise<number> {
  let numbers = known.get(database);
  if (numbers === undefined) {
    numbers = new Map();
    known.set(database, numbers);
  }
  const number = numbers.get(name) ?? (await findOrAdd(database, name));
  numbers.set(name, number);
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
