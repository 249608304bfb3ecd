/** Users' other addresses: a question about one of them finds the calls of all. */

import { keyKinds } from '../key.ts';
import type { Database } from './database.ts';
import { inTurn, raiseVersion } from './tenant.ts';

/** `alias` belongs to the same person as `main`; both normalised. No main address is an alias. */
export interface Alias {
  readonly alias: string;
  readonly main: string;
}

/** The aliases known from now on; the earlier ones are given up. */
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

/** Most times that users are read, nothing about their addresses has changed. */
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
  const known = new Map(rows.map(([alias, main]) => [alias, main]));
  return (
    known.size === aliases.length && aliases.every(({ alias, main }) => known.get(alias) === main)
  );
}
