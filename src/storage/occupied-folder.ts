/** Occupied folder: whether another process works in it, by a lock that the system ends with its process. */

import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openPrivateDatabase } from './private-database.ts';
import { makePrivateFolder } from './private-file.ts';

interface Occupancy {
  /** Whether another process, or another gateway of this one, was there first. False also where the file system has no locks. */
  readonly hasOthers: boolean;
  /** The next process no longer finds this one. */
  leave(): void;
}

/** Locks of this process. The garbage collector closes a database that nobody refers to, and ends its lock. */
const held = new Set<DatabaseSync>();

/** Result code of SQLite for a lock that somebody else holds. */
const busy = 5;
/** Another process that looks has the file to itself for a moment. */
const momentMs = 1_000;

/**
 * Enters a folder, made where there is none. The lock is SQLite's, of a file beside the data: Node has none of its
 * own, and a process id says nothing to another container.
 */
export function occupyFolder(folder: string): Occupancy {
  let lock: DatabaseSync | null = null;
  let hasOthers = false;
  try {
    makePrivateFolder(folder);
    lock = openPrivateDatabase(join(folder, 'gateway.lock'), { timeout: 0 });
    held.add(lock);
    hasOthers = isHeld(lock);
    // Read, and not committed: a shared lock, which lasts as long as the process.
    lock.exec(`PRAGMA busy_timeout = ${momentMs}; BEGIN; SELECT count(*) FROM sqlite_schema`);
  } catch {
    // A full disk, or a folder that can't be written: who needs it says so. Nothing here depends on the lock.
  }
  return {
    hasOthers,
    leave() {
      if (lock !== null && held.delete(lock)) lock.close();
    },
  };
}

function isHeld(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE; COMMIT');
    return false;
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === busy;
  }
}
