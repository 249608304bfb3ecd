/** Migrations: opens the index's database, SQLite or PostgreSQL, and brings its tables to the newest version. */

import { join } from 'node:path';
import {
  type Database,
  type Dialect,
  IndexStoreError,
  postgresDialect,
  postgresSchema,
  type Statement,
} from './database.ts';
import { applicationId, openSqlite, openSqliteThreads, sqliteDialect } from './sqlite.ts';

/** Migration: statements from one version to the next. Published migrations never change. */
type Migration = (dialect: Dialect) => readonly string[];

export const migrations: readonly Migration[] = [
  ({ integer, text, serial, clustered }) => [
    // `walk` numbers every walk of a tenant: the fence of its lease and the mark of what it saw.
    `CREATE TABLE tenant (no ${serial}, name ${text} NOT NULL UNIQUE, walk ${integer} NOT NULL)`,
    `CREATE TABLE key (no ${serial}, tenant ${integer} NOT NULL, kind ${text} NOT NULL,
       value ${text} NOT NULL, UNIQUE (tenant, kind, value))`,
    // Apart from the keys, so that most keys are found in their index alone.
    `CREATE TABLE alias (key ${integer} NOT NULL PRIMARY KEY, person ${integer} NOT NULL,
       tenant ${integer} NOT NULL) ${clustered}`,
    'CREATE INDEX alias_person ON alias (person)',
    // `id` is sortable; `keys` and `trackers` are JSON: what the call is found by, to take it out again.
    `CREATE TABLE call (tenant ${integer} NOT NULL, id ${text} NOT NULL,
       started ${integer} NOT NULL, window_at ${integer} NOT NULL, duration ${integer},
       direction ${text}, scope ${text}, private ${integer} NOT NULL, host ${text},
       keys ${text} NOT NULL, trackers ${text} NOT NULL, digest ${text} NOT NULL,
       walk ${integer} NOT NULL, PRIMARY KEY (tenant, id)) ${clustered}`,
    'CREATE INDEX call_window ON call (tenant, window_at, id)',
    // A key number belongs to one tenant. The order of the key is the order of the answers.
    `CREATE TABLE participation (key ${integer} NOT NULL, started ${integer} NOT NULL,
       call ${text} NOT NULL, private ${integer} NOT NULL, roles ${integer} NOT NULL,
       party ${text}, affiliation ${text}, more ${text},
       PRIMARY KEY (key, started, call)) ${clustered}`,
    // Spans: disjoint stretches of window time that were walked to the end.
    `CREATE TABLE span (tenant ${integer} NOT NULL, from_at ${integer} NOT NULL,
       to_at ${integer} NOT NULL, walked_at ${integer} NOT NULL, trackers ${integer} NOT NULL,
       calls ${integer} NOT NULL, PRIMARY KEY (tenant, from_at)) ${clustered}`,
    `CREATE TABLE lease (tenant ${integer} NOT NULL, walk ${integer} NOT NULL,
       from_at ${integer} NOT NULL, to_at ${integer} NOT NULL, owner ${text} NOT NULL,
       expires_at ${integer} NOT NULL, PRIMARY KEY (tenant, walk)) ${clustered}`,
    `CREATE TABLE note (tenant ${integer} NOT NULL, name ${text} NOT NULL, value ${text} NOT NULL,
       PRIMARY KEY (tenant, name)) ${clustered}`,
  ],
  ({ integer }) => [
    // Version, raised whenever rows or coverage change: cached answers hold for one version.
    `ALTER TABLE tenant ADD COLUMN version ${integer} NOT NULL DEFAULT 0`,
  ],
  ({ integer, text, clustered }) => [
    // Contents: null in calls of older versions, whose spans don't claim them. `people` are key
    // numbers of addresses and `marks` those of facets, as JSON; `talk` is in millionths.
    ...['system', 'language', 'workspace', 'title', 'outcome', 'people', 'marks'].map(
      (name) => `ALTER TABLE call ADD COLUMN ${name} ${text}`,
    ),
    `ALTER TABLE call ADD COLUMN talk ${integer}`,
    // Titles are looked through without reading the calls.
    'CREATE INDEX call_started ON call (tenant, started, id, title)',
    // Facets by call, in the order of the answers, as participations are for people.
    `CREATE TABLE mark (key ${integer} NOT NULL, started ${integer} NOT NULL, call ${text} NOT NULL,
       private ${integer} NOT NULL, amount ${integer} NOT NULL,
       PRIMARY KEY (key, started, call)) ${clustered}`,
  ],
  () => [
    // What filters and figures look at, in the order of time: a call itself is three times as wide and lies
    // elsewhere. Titles stay apart, because PostgreSQL bounds an entry of an index to 2,700 bytes.
    `CREATE INDEX call_figures ON call (tenant, started, id, private, duration, talk,
       direction, scope, host, system, language, workspace, outcome)`,
  ],
  ({ integer, text, clustered }) => [
    // Calls whose privacy changed, and calls that went, for the gateways that cache them, with the version since
    // which it is so.
    `CREATE TABLE changed_call (tenant ${integer} NOT NULL, version ${integer} NOT NULL,
       call ${text} NOT NULL, at ${integer} NOT NULL, PRIMARY KEY (tenant, version, call)) ${clustered}`,
  ],
  ({ integer }) => [
    // Rows of the span's walk that could not be read: calls that the index lacks.
    `ALTER TABLE span ADD COLUMN skipped ${integer} NOT NULL DEFAULT 0`,
  ],
  ({ integer, clustered }) => [
    // With rows that were announced and never came. Copied by place: for some revisions version 6 had the new name.
    `CREATE TABLE walked_span (tenant ${integer} NOT NULL, from_at ${integer} NOT NULL,
       to_at ${integer} NOT NULL, walked_at ${integer} NOT NULL, trackers ${integer} NOT NULL,
       calls ${integer} NOT NULL, lacking ${integer} NOT NULL,
       PRIMARY KEY (tenant, from_at)) ${clustered}`,
    'INSERT INTO walked_span SELECT * FROM span',
    'DROP TABLE span',
    'ALTER TABLE walked_span RENAME TO span',
  ],
  ({ integer }) => [
    // Calls of the walk that were announced and had not come, young enough to be still analysed.
    `ALTER TABLE span ADD COLUMN pending ${integer} NOT NULL DEFAULT 0`,
  ],
  (dialect) => {
    const { integer, text, clustered } = dialect;
    const isPostgres = dialect === postgresDialect;
    return [
      // Calls whose transcripts are to be read; `speakers` is JSON of the voices, null where they are unknown.
      `CREATE TABLE unread_transcript (tenant ${integer} NOT NULL, call ${text} NOT NULL,
         started ${integer} NOT NULL, queued_at ${integer} NOT NULL, due_at ${integer} NOT NULL,
         speakers ${text}, PRIMARY KEY (tenant, call)) ${clustered}`,
      'CREATE INDEX unread_transcript_started ON unread_transcript (tenant, started, call)',
      // `no` is the call's start in seconds and a slot, so that turns sort by it: see `documentBits`. `turns` is null
      // where the platform has no transcript.
      `CREATE TABLE transcript (no ${integer} NOT NULL PRIMARY KEY, tenant ${integer} NOT NULL,
         call ${text} NOT NULL, started ${integer} NOT NULL, seconds ${integer}, turns ${integer},
         due_at ${integer} NOT NULL, UNIQUE (tenant, call))`,
      'CREATE INDEX transcript_started ON transcript (tenant, started)',
      'CREATE INDEX transcript_due ON transcript (tenant, due_at)',
      // Of a turn: when it began, 1 for our side and 2 for theirs, and who spoke.
      `CREATE TABLE turn (doc ${integer} NOT NULL PRIMARY KEY, second ${integer} NOT NULL,
         side ${integer} NOT NULL, user_id ${text} ${isPostgres ? ', words tsvector NOT NULL' : ''})`,
      // The words have been cut: the tokenizer separates at blanks, and keeps whatever is no ASCII in one piece.
      isPostgres
        ? 'CREATE INDEX turn_words ON turn USING gin (words)'
        : `CREATE VIRTUAL TABLE spoken USING fts5(words, content = '', contentless_delete = 1, tokenize = 'ascii')`,
    ];
  },
  (dialect) => [
    // The different words of a call, by its number: most texts are one word, and a call has a hundred turns.
    ...(dialect === postgresDialect
      ? []
      : [
          `CREATE VIRTUAL TABLE transcript_words USING fts5(words, content = '', contentless_delete = 1,
             detail = none, prefix = '2 3', tokenize = 'ascii')`,
        ]),
    // Of a transcript's turns, by which it is compared with the platform's.
    `ALTER TABLE transcript ADD COLUMN digest ${dialect.text}`,
    // What was read is read again: words can't be had from the turns, and until then answers say which are missing.
    `INSERT INTO unread_transcript (tenant, call, started, queued_at, due_at)
       SELECT tenant, call, started, 0, 0 FROM transcript WHERE true ON CONFLICT (tenant, call) DO NOTHING`,
  ],
  (dialect) => [
    // Those of `unread_transcript`, for when it is read again.
    `ALTER TABLE transcript ADD COLUMN speakers ${dialect.text}`,
    ...(dialect === postgresDialect ? transcriptWords : []),
  ],
  ({ integer }) => [
    // Parties from outside without an address; null until the call is compared again.
    `ALTER TABLE call ADD COLUMN unaddressed ${integer}`,
  ],
];

/**
 * The different words of a call in PostgreSQL. Its planner takes the look into a row's thousand words, which lie
 * elsewhere, for a cheap one, and looks into each row in place of the index; so a function forbids it to.
 */
const transcriptWords = [
  'CREATE TABLE transcript_words (no bigint NOT NULL, words tsvector NOT NULL)',
  'CREATE INDEX transcript_words_no ON transcript_words (no)',
  // Words that wait to be sorted into the index are looked through by each question: those of ten calls, and not 4 MB.
  'CREATE INDEX transcript_words_words ON transcript_words USING gin (words) WITH (gin_pending_list_limit = 256)',
  'ALTER INDEX turn_words SET (gin_pending_list_limit = 1024)',
  `CREATE FUNCTION transcripts_with(wanted tsquery, first bigint, last bigint) RETURNS SETOF bigint
     LANGUAGE sql STABLE SET enable_seqscan = off AS
     'SELECT f.no FROM (SELECT w.no FROM ${postgresSchema}.transcript_words w WHERE w.words @@ $1 OFFSET 0) f
       WHERE f.no BETWEEN $2 AND $3'`,
  `INSERT INTO unread_transcript (tenant, call, started, queued_at, due_at)
     SELECT tenant, call, started, 0, 0 FROM transcript WHERE true ON CONFLICT (tenant, call) DO NOTHING`,
];

/**
 * Brings a database to the newest version; safe when several processes start at once.
 * @throws IndexStoreError when it is newer than this program, or is not an index.
 */
async function migrate(
  database: Database,
  name: string,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const { prepare, currentVersion, setVersion } =
    database.dialect === postgresDialect ? onPostgres : onSqlite;
  if (prepare.length > 0) await database.write(prepare);
  const version = await currentVersion(database);
  if (version > steps.length)
    throw new IndexStoreError(
      `Participant index ${name}: expected schema version ${steps.length} or older, got ${version}. ` +
        'A newer Switchboard made it; it was left as it is. Use that version, or another index',
    );
  for (const [next, step] of [...steps.entries()].slice(version)) {
    const statements = step(database.dialect).map((sql) => ({ sql, params: [] }));
    // The guard refuses when another process made the step in the meantime.
    await database.write([...setVersion(next, next + 1), ...statements]);
  }
}

interface Versioning {
  readonly prepare: readonly Statement[];
  readonly currentVersion: (database: Database) => Promise<number>;
  readonly setVersion: (from: number, to: number) => readonly Statement[];
}

const onSqlite: Versioning = {
  prepare: [],
  async currentVersion(database) {
    const [[version = 0] = []] = await database.read(
      'SELECT user_version FROM pragma_user_version',
    );
    return Number(version);
  },
  setVersion: (from, to) => [
    {
      sql: `SELECT 1 FROM pragma_user_version WHERE user_version = ${from}`,
      params: [],
      guard: true,
    },
    { sql: `PRAGMA application_id = ${applicationId}`, params: [] },
    { sql: `PRAGMA user_version = ${to}`, params: [] },
  ],
};

const onPostgres: Versioning = {
  prepare: [
    // Two gateways may start at once; CREATE … IF NOT EXISTS alone still races in PostgreSQL.
    { sql: 'SELECT pg_advisory_xact_lock(1398951017)', params: [] },
    { sql: `CREATE SCHEMA IF NOT EXISTS ${postgresSchema}`, params: [] },
    { sql: 'CREATE TABLE IF NOT EXISTS version (number bigint NOT NULL)', params: [] },
    { sql: 'INSERT INTO version SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM version)', params: [] },
  ],
  async currentVersion(database) {
    const [[version = 0] = []] = await database.read('SELECT max(number) FROM version');
    return Number(version);
  },
  setVersion: (from, to) => [
    {
      sql: 'UPDATE version SET number = $2::bigint WHERE number = $1::bigint RETURNING number',
      params: [from, to],
      guard: true,
    },
  ],
};

interface StoreOptions {
  /** URL of a PostgreSQL shared by several gateways; without it SQLite in `directory`. */
  readonly url?: string | undefined;
  /** Data directory; `:memory:` for an index that ends with the process. */
  readonly directory?: string | undefined;
  /** Runs SQLite in threads of its own, so that a read never blocks the caller's. Default: the caller's thread. */
  readonly thread?: boolean | undefined;
  /** Timeout of a read in milliseconds. Default 5 s. */
  readonly readMs?: number | undefined;
  /** Migrations to run, for tests. */
  readonly steps?: readonly Migration[] | undefined;
  readonly onStatement?: ((sql: string) => void) | undefined;
}

export const sqliteFileName = 'participants.db';

export const dialectOf = (url: string | undefined): Dialect =>
  url === undefined ? sqliteDialect : postgresDialect;

export const defaultReadMs = 5_000;

/**
 * Opens the database and migrates it. It is never deleted.
 * @throws IndexStoreError when it is corrupt, newer than this program, or unreachable
 */
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
  return thread ? await openSqliteThreads(path) : openSqlite({ path, onStatement });
}
