/** Database of the company: in memory, or in a file that is labelled with its contents and made only once. */

import { existsSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { UserInputError } from '../../errors.ts';
import { openPrivateDatabase, replaceDatabase } from '../../storage/private-database.ts';

/** Label of a database: the same label means the same rows. */
export type Label = Readonly<Record<string, string>>;

/**
 * Opens a database with this content, making it where there is none, and anew where it holds another company.
 *
 * @param build writes everything into an empty database.
 * @throws UserInputError when the file holds something else than a synthetic company.
 */
export function openDatabase(
  file: string,
  label: Label,
  build: (db: DatabaseSync) => void,
): DatabaseSync {
  if (file === ':memory:') return built(openPrivateDatabase(file), label, build);
  if (!isMade(file, label)) replaceDatabase(file, (db) => void built(db, label, build));
  return tuned(openPrivateDatabase(file));
}

/**
 * Whether the file holds this company. One with another is removed, and that is said.
 * @throws UserInputError when it holds something else than a synthetic company.
 */
export function isMade(file: string, label: Label): boolean {
  if (!existsSync(file)) return false;
  const difference = differenceOf(file, label);
  if (difference === null) return true;
  process.stderr.write(`${file} holds another company (${difference}): making it anew\n`);
  // Its logs first: one without its database is refused.
  for (const end of ['-wal', '-shm', '-journal', '']) rmSync(file + end, { force: true });
  return false;
}

function built(db: DatabaseSync, label: Label, build: (db: DatabaseSync) => void): DatabaseSync {
  forLoading(db);
  build(db);
  putLabel(db, label);
  return db;
}

/** A load that is cut short is thrown away, so nothing has to survive a power cut. */
export function forLoading(db: DatabaseSync): void {
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536');
}

/** Marks a database as complete. */
export function putLabel(db: DatabaseSync, label: Label): void {
  const insert = db.prepare('INSERT INTO company (key, value) VALUES (?, ?)');
  for (const [key, value] of Object.entries(label)) insert.run(key, value);
}

/** The rows are a play, so speed counts for more than surviving a power cut. */
function tuned(db: DatabaseSync): DatabaseSync {
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824');
  return db;
}

/**
 * Difference between the file and the label, for a message; null without one.
 * @throws UserInputError for a file that holds no synthetic company: it is not ours to replace.
 */
function differenceOf(file: string, label: Label): string | null {
  const stored = labelOf(file);
  if (!stored)
    throw new UserInputError(
      `${file}: expected a file of a synthetic company, or none. Name another file`,
    );
  const differences = Object.entries(label)
    .filter(([key, value]) => stored.get(key) !== value)
    .map(([key, value]) => `${key} was to be ${value}, but is ${stored.get(key) ?? 'not stated'}`);
  return differences.length === 0 ? null : differences.join('; ');
}

function labelOf(file: string): ReadonlyMap<string, string> | null {
  try {
    const db = openPrivateDatabase(file, { readOnly: true });
    try {
      const rows = db.prepare('SELECT key, value FROM company').all();
      return new Map(rows.map((row) => [String(row.key), String(row.value)]));
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}
