/** PostgreSQL store of the index, shared by several gateways. */

import pg from 'pg';
import {
  type Database,
  IndexStoreError,
  postgresDialect,
  postgresSchema,
  type ResultRow,
} from './database.ts';

interface PostgresOptions {
  /** postgres://user:secret@host:port/database */
  readonly url: string;
  /** Timeout of a read in milliseconds. */
  readonly readMs: number;
  /** How long the server waits for the next statement of a write, in milliseconds. Default 10 s. */
  readonly idleMs?: number | undefined;
  readonly onStatement?: ((sql: string) => void) | undefined;
}

const int8 = 20;
/** Of this process, for reads, and as many for writes. */
const mostConnections = 4;

/** Timeout of a background write, and of each of its statements, in milliseconds. */
const writeMs = 60_000;

/** A process that was cut off in the midst of a write keeps its tenant's row from all others until the server ends its connection. */
const mostIdleMs = 10_000;

/** Opens PostgreSQL, on first use. Reads and writes have connections of their own, so no query waits for a walk. */
export function openPostgres(options: PostgresOptions): Database {
  const { readMs } = options;
  const readers = openPool(options, readMs);
  const writers = openPool(options, writeMs);
  return {
    dialect: postgresDialect,
    tenants: new Map(),
    async read(sql, params = []) {
      try {
        return await query(readers.pool, sql, params);
      } catch (error) {
        throw storeError(error);
      }
    },
    async write(statements) {
      const client = await writers.pool.connect().catch((error: unknown) => {
        throw storeError(error);
      });
      let broken: Error | undefined;
      try {
        await client.query('BEGIN');
        const results: (readonly ResultRow[])[] = [];
        for (const { sql, params, guard } of statements) {
          options.onStatement?.(sql);
          const rows = await query(client, sql, params);
          if (guard && rows.length === 0) {
            await client.query('ROLLBACK');
            return null;
          }
          results.push(rows);
        }
        options.onStatement?.('COMMIT');
        await client.query('COMMIT');
        return results;
      } catch (error) {
        // Closes the connection instead of a ROLLBACK: the server did not answer in time, and
        // closing rolls back, too.
        if (error instanceof pg.DatabaseError)
          await client.query('ROLLBACK').catch((failure: Error) => {
            broken = failure;
          });
        else broken = error as Error;
        throw storeError(error);
      } finally {
        client.release(broken);
      }
    },
    async close() {
      await Promise.all([closePool(readers), closePool(writers)]);
    },
  };
}

/** Grace time for a connection with a statement under way to end by itself. */
const closeMs = 1_000;

async function closePool({ pool, clients }: Connections): Promise<void> {
  const timer = setTimeout(() => {
    for (const client of clients) void client.end().catch(() => {});
  }, closeMs);
  await pool.end();
  clearTimeout(timer);
}

interface Connections {
  readonly pool: pg.Pool;
  readonly clients: ReadonlySet<pg.PoolClient>;
}

function openPool({ url, idleMs = mostIdleMs }: PostgresOptions, statementMs: number): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: Math.min(statementMs, 5_000),
    // The server's limit ends slow statements, the client's one those of a silent server.
    statement_timeout: statementMs,
    query_timeout: statementMs + 250,
    idle_in_transaction_session_timeout: idleMs,
    application_name: 'switchboard',
    // Queries here are short: compiling them costs more than running them.
    options: `-c jit=off -c search_path=${postgresSchema}`,
    // Milliseconds and row numbers stay far below 2^53.
    types: {
      getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // An idle connection that breaks must not end the process; the next query tells.
  pool.on('error', () => {});
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    // Neither must one that breaks under a write, which hears of it from its statement.
    client.on('error', () => {});
  });
  pool.on('remove', (client) => void clients.delete(client));
  return { pool, clients };
}

async function query(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<readonly ResultRow[]> {
  const result = await client.query<ResultRow[number][]>({
    text,
    values: [...values],
    rowMode: 'array',
  });
  return result.rows;
}

/** Error of the store, without the connection string, which holds a password. */
function storeError(error: unknown): IndexStoreError {
  if (error instanceof IndexStoreError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'none';
  const advice = adviceByCode[code];
  return new IndexStoreError(
    `Participant index in PostgreSQL: ${advice ?? `the database failed (${code})`}`,
    {
      cause: error,
      reopens: !staysOpen.has(code),
      isFull: code === diskFull,
      isLate: code === tooSlow,
    },
  );
}

const diskFull = '53100';
const tooSlow = '57014';

/** Disk full, no connection left, statement too slow: other connections fare no better, and those that are open are of use. */
const staysOpen: ReadonlySet<string> = new Set([diskFull, '53300', tooSlow]);

const adviceByCode: Readonly<Record<string, string>> = {
  [diskFull]:
    'expected room for the next page, but the disk is full. What was complete stays complete',
  '53300': `expected a connection, but the server has none left; each process takes up to ${2 * mostConnections}`,
  [tooSlow]: 'the statement took longer than it may',
  '25P03': 'this process paused in the midst of a write, longer than the server waits',
  none: 'expected an answer, but the connection was silent or lost',
  ECONNREFUSED: 'expected a server, but the connection was refused',
  ENOTFOUND: 'expected a server, but its host is unknown',
  '57P01': 'the server is shutting down',
  '40001': 'the transaction collided with another; it may be tried again',
  '40P01': 'the transaction collided with another; it may be tried again',
  '28P01': 'expected a user and password that the server accepts',
  '3D000': 'expected a database of that name, but there is none',
};
