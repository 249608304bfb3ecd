/** The participant index of the tests' company: synchronised once for all tests of a run, copied for each. */

import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { inject } from 'vitest';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore, sqliteFileName } from '../../src/participants/store/migration.ts';

type Fill = (database: Database) => Promise<unknown>;

let copies = 0;

/** @param fill synchronises what has this name into an empty index. */
export async function openSynchronised(name: string, fill: Fill): Promise<Database> {
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
export async function copySynchronised(name: string, fill: Fill): Promise<string> {
  const original = join(inject('runFolder'), `index-${name}.db`);
  await makeOnce(original, fill);
  copies += 1;
  const directory = join(inject('runFolder'), `index-${name}-${threadId}-${copies}`);
  mkdirSync(directory);
  copyFileSync(original, join(directory, sqliteFileName));
  return directory;
}

/** Makes the index in one worker; the others wait until it is there, and make it should that one fail. */
async function makeOnce(original: string, fill: Fill): Promise<void> {
  const unfinished = `${original}.unfinished`;
  const folder = watch(inject('runFolder'));
  try {
    while (!existsSync(original)) {
      const changed = once(folder, 'change');
      if (!isMade(unfinished)) await changed;
      else await fillInto(unfinished, original, fill);
    }
  } finally {
    folder.close();
  }
}

/** Whether the folder was not there: who makes it has the work. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function fillInto(folder: string, original: string, fill: Fill): Promise<void> {
  try {
    const database = await openStore({ directory: folder });
    await fill(database);
    await database.close();
    renameSync(join(folder, sqliteFileName), original);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
