/** Opens the index's database and brings it to the newest schema. */

import { join } from 'node:path';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { type Migration, migrate, migrations } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export interface StoreOptions {
  /** PostgreSQL shared by several gateways; else SQLite in `directory`. */
  readonly url?: string | undefined;
  /** Data directory; `:memory:` for an index that ends with the process. */
  readonly directory?: string | undefined;
  /** Seams for tests. */
  readonly steps?: readonly Migration[] | undefined;
  readonly onStatement?: ((sql: string) => void) | undefined;
}

export const sqliteFileName = 'participants.db';

/** @throws IndexStoreError when the database is corrupt, newer than this program, or not to be had. It is never deleted. */
export async function openStore(options: StoreOptions): Promise<Database> {
  const { url, directory = ':memory:', steps = migrations, onStatement } = options;
  const path = directory === ':memory:' ? directory : join(directory, sqliteFileName);
  const database =
    url === undefined ? openSqlite({ path, onStatement }) : openPostgres({ url, onStatement });
  try {
    // The address of a PostgreSQL holds a password and stays out of messages.
    await migrate(database, url === undefined ? path : 'in PostgreSQL', steps);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
