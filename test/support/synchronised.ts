/** The participant index of the tests' company: synchronised once for all tests of a run, copied for each. */

import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { inject } from 'vitest';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore, sqliteFileName } from '../../src/participants/store/open.ts';

let copies = 0;

/** @param fill synchronises what has this name into an empty index. */
export async function openSynchronised(
  name: string,
  fill: (database: Database) => Promise<unknown>,
): Promise<Database> {
  const directory = await copySynchronised(name, fill);
  const database = await openStore({ directory });
  return {
    ...database,
    async close() {
      await database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A directory with an index of its own, which the caller removes. */
export async function copySynchronised(
  name: string,
  fill: (database: Database) => Promise<unknown>,
): Promise<string> {
  const original = join(inject('runFolder'), `index-${name}.db`);
  copies += 1;
  const directory = join(inject('runFolder'), `index-${name}-${threadId}-${copies}`);
  const copy = join(directory, sqliteFileName);
  mkdirSync(directory);
  if (!existsSync(original)) {
    // Another worker may do the same meanwhile: both fill the same index.
    const database = await openStore({ directory });
    await fill(database);
    await database.close();
    renameSync(copy, original);
  }
  copyFileSync(original, copy);
  return directory;
}
