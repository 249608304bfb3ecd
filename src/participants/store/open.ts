/** Opens the index's database and brings it to the newest schema. */

import { join } from 'node:path';
import type { Database, Dialect } from './database.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { type Migration, migrate, migrations } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';
import { openSqliteThread } from './sqlite-thread.ts';

export interface StoreOptions {
  /** PostgreSQL shared by several gateways; else SQLite in `directory`. */
  readonly url?: string | undefined;
  /** Data directory; `:memory:` for an index that ends with the process. */
  readonly directory?: string | undefined;
  /** SQLite works in a thread of its own, and a read never blocks the caller's. Default: in the caller's. */
  readonly thread?: boolean | undefined;
  /** A read ends after so many milliseconds. Default 5 s. */
  readonly readMs?: number | undefined;
  /** Seams for tests. */
  readonly steps?: readonly Migration[] | undefined;
  readonly onStatement?: ((sql: string) => void) | undefined;
}

export const sqliteFileName = 'participants.db';

export const dialectOf = (url: string | undefined): Dialect =>
  url === undefined ? sqliteDialect : postgresDialect;

export const defaultReadMs = 5_000;

/** @throws IndexStoreError when the database is corrupt, newer than this program, or not to be had. It is never deleted. */
export async function openStore(options: StoreOptions): Promise<Database> {
  const { url, directory = ':memory:', steps = migrations } = options;
  const path = directory === ':memory:' ? directory : join(directory, sqliteFileName);
  const database = await connect(options, path);
  try {
    // The address of a PostgreSQL holds a password and stays out of messages.
    await migrate(database, url === undefined ? path : 'in PostgreSQL', steps);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function connect(
  { url, thread, readMs = defaultReadMs, onStatement }: StoreOptions,
  path: string,
): Promise<Database> {
  if (url !== undefined) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres({ url, readMs, onStatement });
  }
  return thread ? await openSqliteThread(path) : openSqlite({ path, onStatement });
}
