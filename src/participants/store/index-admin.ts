/** Index administration: names of the indexes in a database, and the removal of an unused one. */

import type { Database } from './database.ts';
import { type LeaseTerms, noLease } from './lease.ts';
import { forever } from './query-parameter.ts';
import { inTurn, tenantNumber } from './tenant-number.ts';
import { forgetTranscriptsBefore } from './transcript-queue.ts';

/** Names of all indexes in the database: `tenant@account`. */
export async function indexNames(database: Database): Promise<readonly string[]> {
  const rows = await database.read('SELECT name FROM tenant ORDER BY name');
  return rows.map(([name]) => String(name));
}

/**
 * Deletes an index, unless a process synchronises it at the moment. Gateways that answer from it
 * must stop first: they refer to it by its number, and would write rows without an owner.
 */
export async function deleteIndex(
  database: Database,
  name: string,
  terms: LeaseTerms,
): Promise<'deleted' | 'unknown' | 'in use'> {
  const [row] = await database.read('SELECT no FROM tenant WHERE name = $1', [name]);
  if (row === undefined) return 'unknown';
  const tenant = Number(row[0]);
  const isFree = noLease(tenant, terms);
  if (!(await forgetTranscriptsBefore(database, tenant, forever, [isFree]))) return 'in use';
  const deletions = [
    ...['participation', 'mark'].map(
      (table) => `DELETE FROM ${table} WHERE key IN (SELECT no FROM key WHERE tenant = $1)`,
    ),
    ...['alias', 'key', 'call', 'span', 'lease', 'note', 'changed_call'].map(
      (table) => `DELETE FROM ${table} WHERE tenant = $1`,
    ),
    'DELETE FROM tenant WHERE no = $1',
  ];
  const written = await database.write([
    inTurn(database, tenant),
    isFree,
    ...deletions.map((sql) => ({ sql, params: [tenant] })),
  ]);
  database.tenants.delete(name);
  return written === null ? 'in use' : 'deleted';
}

/** Deletes the words of a tenant's transcripts, and not its calls. Gateways that index them read them again. */
export async function deleteTranscripts(database: Database, name: string): Promise<void> {
  const tenant = await tenantNumber(database, name);
  await forgetTranscriptsBefore(database, tenant, forever);
  const { wordTable } = database.dialect;
  // Words of rows that were deleted stay in the file until their part of it is merged.
  if (wordTable !== null)
    await database.write(
      [wordTable, 'transcript_words'].map((table) => ({
        sql: `INSERT INTO ${table} (${table}) VALUES ('optimize')`,
        params: [],
      })),
    );
}
