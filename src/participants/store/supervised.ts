/**
 * Keeps the index's database at hand: ends what takes too long, notices that the database is away,
 * opens it anew, and knows each tenant's version. Looking once a second serves all three.
 */

import type { Clock } from '../../connector/clock.ts';
import { type Database, type Dialect, IndexStoreError } from './database.ts';
import { readVersions } from './tenant.ts';

export interface SupervisedStore {
  /** Fails at once while the database is away. */
  readonly database: Database;
  /** `degraded`: the last question failed, though the database answers. */
  state(): 'ok' | 'degraded' | 'down';
  /** Raised whenever rows or claims of a tenant change, by any process; null while nobody can know. */
  version(tenant: string): number | null;
  close(): Promise<void>;
}

export interface SupervisedOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** A read that takes longer has failed. */
  readonly readMs: number;
  /** Told at each change: why the database is away, or null when it is back. */
  readonly onChange?: ((failure: IndexStoreError | null) => void) | undefined;
}

/** How often one looks: so old is what is known of other processes' writes. */
const lookMs = 1_000;
/** How often one looks at a database that stays away, at most. */
const awayMs = 8_000;
/** A connection that hangs keeps a shutdown waiting no longer than this. */
const farewellMs = 1_500;

/** @param open makes a connection that is ready for statements. Called again after it failed. */
export function superviseStore(
  open: () => Promise<Database>,
  { dialect, clock, readMs, onChange = () => {} }: SupervisedOptions,
): SupervisedStore {
  const tenants = new Map<string, number>();
  /** What ends a statement under way when the database turns out to be away. */
  const waiting = new Set<(error: IndexStoreError) => void>();
  let connection: Promise<Database> | null = null;
  /** The former connection, until it is closed: two that hang are no better than one. */
  let closing: Promise<unknown> = Promise.resolve();
  let failure: IndexStoreError | null = null;
  let failures = 0;
  const versions = createVersions();
  let lastReadFailed = false;
  let reopens = false;
  let looking: Promise<void> | null = null;
  let looksAgain = false;
  let isClosed = false;
  let cancelLook = (): void => {};

  const connect = (): Promise<Database> => {
    connection ??= closing.then(open);
    return connection;
  };

  const disconnect = (): void => {
    const former = connection;
    connection = null;
    reopens = false;
    tenants.clear();
    versions.forget();
    closing = former?.then((database) => database.close()).catch(() => {}) ?? closing;
  };

  /** The statement's outcome, or a failure when time is over or the database is found to be away. */
  const bounded = <T>(run: (database: Database) => Promise<T>, ms: number | null): Promise<T> =>
    new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        settle();
        reject(error as Error);
      };
      const cancel = ms === null ? () => {} : clock.setTimeout(() => fail(tooLate(ms)), ms);
      const settle = (): void => {
        cancel();
        waiting.delete(fail);
      };
      waiting.add(fail);
      connect()
        .then(run)
        .then((result) => {
          settle();
          resolve(result);
        }, fail);
    });

  const check = async (): Promise<void> => {
    if (reopens) disconnect();
    try {
      // Opening has no limit: a large file may have much to recover.
      await connect();
      versions.learn(await bounded(readVersions, readMs));
      if (failure !== null) {
        onChange(null);
        lastReadFailed = false;
      }
      failure = null;
      failures = 0;
    } catch (error) {
      if (isClosed) return;
      const cause = asStoreError(error);
      if (failure === null) onChange(cause);
      failure = cause;
      failures += 1;
      disconnect();
      for (const fail of [...waiting]) fail(cause);
    }
  };

  /** Looks now, and once more when asked to meanwhile: what was written then may not have been seen. */
  const look = (): void => {
    if (looking !== null) {
      looksAgain = true;
      return;
    }
    cancelLook();
    looking = check().finally(() => {
      looking = null;
      if (isClosed) return;
      if (looksAgain && failure === null) {
        looksAgain = false;
        look();
      } else
        cancelLook = clock.setTimeout(
          look,
          Math.min(lookMs * 2 ** Math.max(failures - 1, 0), awayMs),
        );
    });
  };
  look();

  const guarded = async <T>(
    run: (database: Database) => Promise<T>,
    ms: number | null,
  ): Promise<T> => {
    if (isClosed) throw new IndexStoreError('Participant index: it is closed');
    if (failure !== null) throw new IndexStoreError(failure.advice, { cause: failure });
    try {
      return await bounded(run, ms);
    } catch (error) {
      if (error instanceof IndexStoreError && error.reopens) reopens = true;
      throw error;
    }
  };

  return {
    database: {
      dialect,
      tenants,
      async read(sql, params) {
        try {
          const rows = await guarded((database) => database.read(sql, params), readMs);
          lastReadFailed = false;
          return rows;
        } catch (error) {
          lastReadFailed = true;
          throw error;
        }
      },
      async write(statements) {
        const results = await guarded((database) => database.write(statements), null);
        // Who has written sees the new version as soon as one that looked.
        look();
        return results;
      },
      async close() {},
    },
    state() {
      if (failure !== null) return 'down';
      return lastReadFailed || !versions.areKnown() ? 'degraded' : 'ok';
    },
    version: versions.of,
    async close() {
      isClosed = true;
      cancelLook();
      disconnect();
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimeout(resolve, farewellMs);
        void closing.finally(() => {
          cancel();
          resolve();
        });
      });
    },
  };
}

/**
 * Versions as this process counts them: each one differs from all before, also where a database
 * was replaced by another whose own count is lower.
 */
function createVersions() {
  const known = new Map<string, { readonly stored: number; readonly own: number }>();
  let areKnown = false;
  let counted = 0;
  return {
    learn(stored: ReadonlyMap<string, number>): void {
      areKnown = true;
      for (const [tenant, number] of stored) {
        if (known.get(tenant)?.stored === number) continue;
        counted += 1;
        known.set(tenant, { stored: number, own: counted });
      }
    },
    forget(): void {
      areKnown = false;
      known.clear();
    },
    areKnown: (): boolean => areKnown,
    of: (tenant: string): number | null => known.get(tenant)?.own ?? null,
  };
}

function asStoreError(error: unknown): IndexStoreError {
  if (error instanceof IndexStoreError) return error;
  return new IndexStoreError(`Participant index: ${String(error)}`, { cause: error });
}

function tooLate(ms: number): IndexStoreError {
  return new IndexStoreError(
    `Participant index: expected an answer of its database within ${ms} ms, but none came`,
    { reopens: false },
  );
}
