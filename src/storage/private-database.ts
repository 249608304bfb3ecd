/** Private SQLite files: made whole or not at all, for their owner alone; a file that is no database is refused by name. */

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import {
  keepPrivate,
  makeOnce,
  replaceFile,
  StoredFileError,
  unreadableFile,
} from './private-file.ts';

interface PrivateDatabaseOptions extends DatabaseSyncOptions {
  /** Application id of a file that is made. */
  readonly applicationId?: number;
  /** Names of tables: a file with tables that holds none of these is another program's. Such a file is looked through, too. */
  readonly tables?: readonly string[];
}

/** Tables of the files that accounts and instances share. */
export const accountTables: readonly string[] = ['instance', 'vendor_token', 'vendor_review'];

/** Form of those tables; a later form raises it. A file has it as SQLite's `user_version`. */
const tablesVersion = 0;

/** Every SQLite file begins so; the rest of its first page is 512 bytes or more. */
const magic = 'SQLite format 3\0';
const leastBytes = 512;

/**
 * Opens a database, made where there is none.
 * @param file a path, or `:memory:`.
 * @throws StoredFileError for a file that is none: an empty one, above all, would be taken for a new one.
 */
export function openPrivateDatabase(
  file: string,
  { applicationId = 0, tables, ...options }: PrivateDatabaseOptions = {},
): DatabaseSync {
  if (file === ':memory:') return new DatabaseSync(file, options);
  refuseLogAlone(file);
  makeOnce(file, (draft) =>
    buildDatabase(draft, (database) => {
      // Also 0 writes the first page, without which the file would be empty.
      database.exec(`PRAGMA application_id = ${applicationId}`);
    }),
  );
  refuseOther(file);
  // Its logs get the rights of the file when they are made; these may be older.
  for (const ending of ['', '-wal', '-shm', '-journal']) keepPrivate(file + ending);
  const database = new DatabaseSync(file, options);
  if (tables === undefined) return database;
  try {
    refuseUnsound(file, database, tables);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLite would replay a log into whatever database comes to have the name. */
function refuseLogAlone(file: string): void {
  const log = ['-wal', '-journal']
    .map((ending) => file + ending)
    .find((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0);
  // Looked at in this order: another process that makes both makes the database first.
  if (log === undefined || existsSync(file)) return;
  throw new StoredFileError(
    `Expected a SQLite database in ${file}, whose log ${log} is there; got none. Put the database back, or move the log away, too, and a new one is made.`,
  );
}

function refuseUnsound(file: string, database: DatabaseSync, tables: readonly string[]): void {
  const refused = (came: string, cause?: unknown): StoredFileError =>
    new StoredFileError(
      `Expected a sound database of this program in ${file}; got ${came}. It was left as it is: put back a copy, or move it away and a new one is made.`,
      cause,
    );
  let names: readonly string[];
  let version: number;
  try {
    const [check] = database.prepare('PRAGMA quick_check(1)').all();
    if (check?.quick_check !== 'ok') throw refused('a damaged one');
    names = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => String(name));
    version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw refused('a damaged one', error);
  }
  if (names.length > 0 && !names.some((name) => tables.includes(name)))
    throw refused('another program’s');
  if (version > tablesVersion)
    throw new StoredFileError(
      `Expected a database of version ${tablesVersion} in ${file}; got version ${version}. A newer Switchboard made it; it was left as it is: use that version, or put back a copy from before.`,
    );
}

/** SQLite's codes for a damaged file, and for one that is none. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff);

/** Puts a new database in the place of the one that is there, if any. */
export function replaceDatabase(file: string, build: (database: DatabaseSync) => void): void {
  replaceFile(file, (draft) => buildDatabase(draft, build));
}

/** Nothing is lost when a build is cut short, so it need not be safe against that. */
function buildDatabase(draft: string, build: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(draft);
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    build(database);
  } finally {
    database.close();
  }
}

function refuseOther(file: string): void {
  const head = Buffer.alloc(leastBytes);
  let descriptor: number;
  try {
    if (statSync(file).isDirectory())
      throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    descriptor = openSync(file, 'r');
  } catch (error) {
    throw unreadableFile(file, 'a SQLite database', error);
  }
  try {
    const length = readSync(descriptor, head, 0, leastBytes, 0);
    if (length === leastBytes && head.toString('latin1', 0, magic.length) === magic) return;
    const came = length < leastBytes ? `${length} bytes` : 'something else';
    throw new StoredFileError(
      `Expected a SQLite database in ${file}; got ${came}. It was left as it is: put back a copy, or move it away and a new one is made.`,
    );
  } finally {
    closeSync(descriptor);
  }
}
