/** SQLite store of the index, in the calling thread or in one of its own. */

import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { siblingModule } from '../../sibling-module.ts';
import { openPrivateDatabase } from '../../storage/private-database.ts';
import { makePrivateFolder, StoredFileError } from '../../storage/private-file.ts';
import { TransientMap } from '../../upstream/transient-map.ts';
import type { SpokenWord } from '../spoken-word.ts';
import {
  type Database,
  type Dialect,
  IndexStoreError,
  type ResultRow,
  type SqlValue,
  type Statement,
} from './database.ts';

export const sqliteDialect: Dialect = {
  integer: 'INTEGER',
  text: 'TEXT',
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  clustered: 'WITHOUT ROWID',
  rows: (n, columns) =>
    `(SELECT ${Object.keys(columns)
      .map((name, i) => `value->>${i} AS ${name}`)
      .join(', ')} FROM json_each($${n}))`,
  each: (column, alias) => `json_each(${column}) AS ${alias}`,
  jsonArray: (...expressions) => `json_array(${expressions.join(', ')})`,
  jsonGroup: (expression) => `json_group_array(${expression})`,
  textGroup: (expression) => `group_concat(${expression})`,
  numbers: (text) => `(SELECT value AS no FROM json_each('[' || ${text} || ']'))`,
  find: (inText, text) => `instr(${inText}, ${text})`,
  // The sign keeps bounds of the time of `p` from being taken for bounds of `c`, by which it would be walked.
  sameCall: (id) => `c.started = +p.started AND c.id BETWEEN p.${id} AND p.${id}`,
  callOf: () => 'call c',
  statistics: null,
  wordTable: 'spoken',
  storedWords: (words) => words.join(' '),
  storedTranscript: (words) => (words.length === 0 ? [] : [words.join(' ')]),
  words: (text) => text,
  wordsWanted(words, phrase) {
    const sought = (texts: readonly SpokenWord[]): string =>
      `"${texts.map(({ text }) => text.replaceAll('"', '')).join(' ')}"${texts.at(-1)?.isPrefix ? ' *' : ''}`;
    const inOrder = phrase.length > 0 ? [sought(phrase)] : [];
    return [...words.map((word) => sought([word])), ...inOrder].join(' AND ');
  },
  turnsWith: (wanted) => ({
    tables: 'spoken s',
    where: `s.spoken MATCH ${wanted}`,
    whereOfCall: `s.spoken MATCH ${wanted}`,
    document: 's.rowid',
    turn: 'CROSS JOIN turn d',
    ofTurn: 'AND d.doc = s.rowid',
    // The best match has the least.
    rank: '-s.rank',
  }),
  transcriptNumber: 'rowid',
  transcriptsWith: (wanted, first, last) => ({
    tables: 'transcript_words s',
    where: `s.transcript_words MATCH ${wanted} AND s.rowid BETWEEN ${first} AND ${last}`,
    document: 's.rowid',
  }),
  transcriptBytes: 58_000,
  forUpdate: '',
};

/**
 * SQLite numbers its parameters with a question mark. It plans by the value of a LIMIT that is a mere
 * parameter, and so compiles the statement anew at each execution, which takes ten times as long as a window.
 */
const spelled = (sql: string): string =>
  sql.replaceAll(/\$(\d+)/g, '?$1').replaceAll(/\bLIMIT \?\d+/g, '$& + 0');

/** Application id "SbPi" of an index file, by which files of other programs are rejected. */
export const applicationId = 0x53625069;

/** Statements differ by their filters, so the cache of prepared ones is bounded. */
const mostPrepared = 500;

/** Timeout for another process's transaction, in milliseconds: pages commit within a few. */
const busyMs = 5_000;
/** Polling interval for its end. SQLite's own waiting would block the thread, and reads with it. */
const lookMs = 20;

interface SqliteOptions {
  /** Path of the file, created with its directory when missing, or `:memory:`. */
  readonly path: string;
  /** Called before each statement of a transaction and before its COMMIT, for tests that stop in between. */
  readonly onStatement?: ((sql: string) => void) | undefined;
}

/** @throws IndexStoreError when the file is no database or cannot be opened. */
export function openSqlite(options: SqliteOptions): Database {
  const { path } = options;
  const asStoreError = (error: unknown): IndexStoreError => storeError(path, error);
  let connection: DatabaseSync;
  try {
    if (path !== ':memory:') makePrivateFolder(dirname(path));
    connection = openPrivateDatabase(path, { applicationId, timeout: busyMs, returnArrays: true });
  } catch (error) {
    throw asStoreError(error);
  }
  try {
    // Before anything is written: the next pragma changes the file.
    refuseForeign(connection, path);
    // NORMAL survives kill -9; after a power cut the last commits may be missing, rows and marks alike.
    connection.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = -48000;
      PRAGMA wal_autocheckpoint = 8000; PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY;
      PRAGMA busy_timeout = 0`);
  } catch (error) {
    connection.close();
    throw asStoreError(error);
  }
  const prepared = new Map<string, StatementSync>();
  const run = ({ sql, params }: Pick<Statement, 'sql' | 'params'>): readonly ResultRow[] => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      if (prepared.size >= mostPrepared) prepared.clear();
      statement = connection.prepare(spelled(sql));
      prepared.set(sql, statement);
    }
    // The connection returns arrays, which its types do not know.
    return statement.all(...params) as unknown as ResultRow[];
  };
  /** Runs a transaction synchronously: after an await, other statements of this connection would be part of it. */
  const transaction = (statements: readonly Statement[]): (readonly ResultRow[])[] | null => {
    connection.exec('BEGIN IMMEDIATE');
    try {
      const results: (readonly ResultRow[])[] = [];
      for (const statement of statements) {
        options.onStatement?.(statement.sql);
        const rows = run(statement);
        if (statement.guard && rows.length === 0) {
          connection.exec('ROLLBACK');
          return null;
        }
        results.push(rows);
      }
      options.onStatement?.('COMMIT');
      connection.exec('COMMIT');
      return results;
    } catch (error) {
      // SQLite rolls back by itself on some errors; a second ROLLBACK would hide the first error.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  };
  return {
    dialect: sqliteDialect,
    tenants: new Map(),
    async read(sql, params = []) {
      try {
        return await whenFree(() => run({ sql, params }));
      } catch (error) {
        throw asStoreError(error);
      }
    },
    async write(statements) {
      try {
        return await whenFree(() => transaction(statements));
      } catch (error) {
        throw asStoreError(error);
      }
    },
    async close() {
      prepared.clear();
      if (connection.isOpen) connection.close();
    },
  };
}

/** Retries while another process has the file locked. */
async function whenFree<T>(attempt: () => T): Promise<T> {
  for (const end = performance.now() + busyMs; ; await wait(lookMs)) {
    try {
      return attempt();
    } catch (error) {
      if (resultCode(error) !== codes.busy || performance.now() >= end) throw error;
    }
  }
}

function refuseForeign(connection: DatabaseSync, path: string): void {
  const [header] = connection
    .prepare(
      `SELECT (SELECT application_id FROM pragma_application_id),
        (SELECT user_version FROM pragma_user_version) + (SELECT count(*) FROM sqlite_schema)`,
    )
    .all() as unknown as [[number, number]];
  const [id, contents] = header;
  if (id !== applicationId && contents !== 0)
    throw new IndexStoreError(
      `Participant index ${path}: expected an index or an empty file, got another program's database. It was left as it is`,
    );
}

/** Error of the store, with advice for operators by SQLite's error code. */
function storeError(path: string, error: unknown): IndexStoreError {
  if (error instanceof IndexStoreError) return error;
  if (error instanceof StoredFileError)
    return new IndexStoreError(`Participant index: ${error.message}`, { cause: error });
  const isFull = isOfFullDisk(error);
  const code = isFull ? codes.full : resultCode(error);
  const advice = code === null ? undefined : adviceByCode[code];
  const text = error instanceof Error ? error.message : 'unknown failure';
  return new IndexStoreError(
    `Participant index ${path}: ${advice ?? `the database failed: ${text}`}`,
    { cause: error, reopens: code !== codes.busy && !isFull, isFull },
  );
}

/** No room for the memory that the processes on one file share. */
const noSharedMemory = 4_874;

/** SQLite has one code for a full disk, and another where it makes its files; what we make fails with those of the system. */
function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && error.errcode === noSharedMemory) return true;
  if ('code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))) return true;
  return resultCode(error) === codes.full;
}

const codes = { busy: 5, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;

const adviceByCode: Readonly<Record<number, string>> = {
  [codes.busy]: 'expected a free database, but another process keeps it locked',
  [codes.corrupt]:
    'expected a sound database, but the file is corrupt. It was left as it is; move it away and run "switchboard index sync" to build a new one',
  [codes.full]:
    'expected room for the next page, but the disk (or the database’s size limit) is full. What was complete stays complete; free some space and synchronise again',
  [codes.cannotOpen]: 'expected a file that can be opened and written, but it can not',
  [codes.notADatabase]:
    'expected a SQLite database, but the file is something else. It was left as it is; move it away or point the index elsewhere',
};

function resultCode(error: unknown): number | null {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null;
  // The low byte is the primary code; the other bytes refine it.
  return typeof code === 'number' ? code & 0xff : null;
}

export type ThreadRequest = { readonly id: number } & (
  | { readonly kind: 'read'; readonly sql: string; readonly params: readonly SqlValue[] }
  | { readonly kind: 'write'; readonly statements: readonly Statement[] }
);

/** Reply of the worker; with id 0, whether the database is open. */
export interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly fault?: Pick<IndexStoreError, 'advice' | 'reopens' | 'isFull'> | undefined;
}

interface Waiter {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: IndexStoreError) => void;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

/** Grace time for a thread with a statement under way to end by itself. */
const closeMs = 1_000;

/**
 * Opens SQLite in threads of its own: of a file, a second one answers the reads with a rank, beside which lists are
 * read and pages written. @param path a file, or `:memory:` @throws IndexStoreError
 */
export async function openSqliteThreads(path: string): Promise<Database> {
  const database = await openSqliteThread(path);
  if (path === ':memory:') return database;
  try {
    const figures = await openSqliteThread(path);
    return {
      ...database,
      threads: 2,
      read: (sql, params, options) =>
        (options?.rank === undefined ? database : figures).read(sql, params),
      async close() {
        await Promise.all([figures.close(), database.close()]);
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openSqliteThread(path: string): Promise<Database> {
  const worker = new Worker(siblingModule(import.meta.url, './sqlite-worker'), {
    workerData: path,
  });
  const waiters = new TransientMap<number, Waiter>();
  let last = 0;
  let ended: IndexStoreError | null = null;

  const wait = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => waiters.set(id, { resolve, reject }));
  const end = (cause: unknown): void => {
    ended ??= new IndexStoreError(`Participant index ${path}: its thread has ended`, { cause });
    for (const [id, { reject }] of waiters) {
      waiters.delete(id);
      reject(ended);
    }
  };
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', end);
  worker.on('exit', (code) => end(`exit ${code}`));
  worker.on('message', ({ id, result, fault }: Reply) => {
    const waiter = waiters.get(id);
    waiters.delete(id);
    if (fault === undefined) waiter?.resolve(result);
    else waiter?.reject(new IndexStoreError(fault.advice, fault));
  });
  const send = async (request: Unnumbered<ThreadRequest>): Promise<unknown> => {
    if (ended !== null) throw ended;
    last += 1;
    worker.postMessage({ ...request, id: last });
    return await wait(last);
  };

  await wait(0);
  return {
    dialect: sqliteDialect,
    threads: 1,
    tenants: new Map(),
    read: (sql, params = []) => send({ kind: 'read', sql, params }) as ReturnType<Database['read']>,
    write: (statements) => send({ kind: 'write', statements }) as ReturnType<Database['write']>,
    async close() {
      worker.postMessage('close');
      const timer = setTimeout(() => void worker.terminate(), closeMs);
      await exited;
      clearTimeout(timer);
    },
  };
}
