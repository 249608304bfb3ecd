/** Tenants by number, the owner of every key, call, span and lease; notes shared by all gateways; and aliases of users. */

import { keyKinds } from '../match-key.ts';
import type { Database, Statement } from './database.ts';

/** Number of a tenant; assigned on first use. */
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
  if (row === undefined) throw new TypeError(`Expected the number of tenant ${name}`);
  return Number(row[0]);
}

/**
 * Lock, the first statement of every write of a tenant: in PostgreSQL writers of one tenant take
 * turns, so they cannot deadlock.
 */
export function inTurn(database: Database, tenant: number): Statement {
  return {
    sql: `SELECT no FROM tenant WHERE no = $1 ${database.dialect.forUpdate}`,
    params: [tenant],
  };
}

/** Raises a tenant's version, in the transaction that changes its rows or coverage. */
export function raiseVersion(tenant: number): Statement {
  return { sql: 'UPDATE tenant SET version = version + 1 WHERE no = $1', params: [tenant] };
}

/** Tables that every query needs: a statement that names a missing one fails. */
const tables = ['key', 'alias', 'call', 'participation', 'mark', 'span'];
const versionsAndTables = `SELECT name, version, ${tables
  .map((table) => `EXISTS (SELECT 1 FROM ${table})`)
  .join(', ')} FROM tenant`;

/** Versions by tenant name. Fails where a table is missing. */
export async function readVersions(database: Database): Promise<Map<string, number>> {
  const rows = await database.read(versionsAndTables);
  return new Map(rows.map(([name, version]) => [String(name), Number(version)]));
}

type NoteName =
  | ('skippedRows' | 'lastError' | 'horizon' | 'aliasesAt' | 'sweptAt')
  | 'transcriptError';

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

/** Writes the code of the last try's error, empty where it went well. A change of it raises the version: answers have it. */
export async function writeLastError(
  database: Database,
  tenant: number,
  code: string,
): Promise<void> {
  const params = [tenant, code];
  await database.write([
    {
      sql: `UPDATE tenant SET version = version + 1 WHERE no = $1 AND $2 <> COALESCE(
        (SELECT value FROM note WHERE tenant = $1 AND name = 'lastError'), '')`,
      params,
    },
    {
      sql: `INSERT INTO note (tenant, name, value) VALUES ($1, 'lastError', $2)
        ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value`,
      params,
    },
  ]);
}

export async function countIndexedCalls(database: Database, tenant: number): Promise<number> {
  const [[count = 0] = []] = await database.read('SELECT count(*) FROM call WHERE tenant = $1', [
    tenant,
  ]);
  return Number(count);
}

/** `alias` belongs to the same person as `main`; both normalised. No main address is an alias. */
export interface Alias {
  readonly alias: string;
  readonly main: string;
}

/** Replaces all aliases of a tenant. */
export async function replaceAliases(
  database: Database,
  tenant: number,
  aliases: readonly Alias[],
): Promise<void> {
  const rows = database.dialect.rows(2, { alias: 'text', main: 'text' });
  const params = [tenant, JSON.stringify(aliases.map(({ alias, main }) => [alias, main]))];
  const email = `'${keyKinds.email}'`;
  if (await isKnown(database, tenant, aliases)) return;
  await database.write([
    inTurn(database, tenant),
    raiseVersion(tenant),
    {
      sql: `INSERT INTO key (tenant, kind, value)
        SELECT CAST($1 AS bigint), ${email}, value FROM
          (SELECT alias AS value FROM ${rows} a UNION SELECT main FROM ${rows} m) v
        WHERE true ORDER BY value ON CONFLICT (tenant, kind, value) DO NOTHING`,
      params,
    },
    { sql: 'DELETE FROM alias WHERE tenant = $1', params: [tenant] },
    {
      sql: `INSERT INTO alias (key, person, tenant) SELECT k.no, m.no, k.tenant
        FROM ${rows} r CROSS JOIN key k CROSS JOIN key m
        WHERE k.tenant = $1 AND k.kind = ${email} AND k.value = r.alias
          AND m.tenant = $1 AND m.kind = ${email} AND m.value = r.main`,
      params,
    },
  ]);
}

/** Whether the aliases are unchanged, the usual case. */
async function isKnown(
  database: Database,
  tenant: number,
  aliases: readonly Alias[],
): Promise<boolean> {
  const rows = await database.read(
    `SELECT k.value, m.value FROM alias a CROSS JOIN key k CROSS JOIN key m
      WHERE a.tenant = $1 AND k.no = a.key AND m.no = a.person`,
    [tenant],
  );
  const stored = new Map(rows.map(([alias, main]) => [alias, main]));
  return (
    stored.size === aliases.length && aliases.every(({ alias, main }) => stored.get(alias) === main)
  );
}
