/** Supervised database: ends reads that take too long, notices that the database is away, opens it again, and reads each tenant's version. One check a second serves all of these. */

import { type Clock, withTimeout } from '../../upstream/clock.ts';
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

interface SupervisedOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** A read that takes longer has failed. */
  readonly readMs: number;
  /** Called at each change: why the database is away, or null when it is back. */
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
  options: SupervisedOptions,
): SupervisedStore {
  const supervisor = new Supervisor(open, options);
  supervisor.look();
  return {
    database: {
      dialect: options.dialect,
      tenants: supervisor.tenants,
      read: (sql, params) => supervisor.read(sql, params),
      write: (statements) => supervisor.write(statements),
      close: async () => {},
    },
    state: () => supervisor.state,
    version: supervisor.versions.of,
    close: () => supervisor.close(),
  };
}

class Supervisor {
  readonly tenants = new Map<string, number>();
  readonly versions = createVersions();
  readonly #open: () => Promise<Database>;
  readonly #options: SupervisedOptions;
  /** What ends a statement under way when the database turns out to be away. */
  readonly #waiting = new Set<(error: IndexStoreError) => void>();
  #connection: Promise<Database> | null = null;
  /** The former connection, until it is closed: two that hang are no better than one. */
  #closing: Promise<unknown> = Promise.resolve();
  #failure: IndexStoreError | null = null;
  /** Looks that failed in a row. */
  #failures = 0;
  #lastReadFailed = false;
  /** The next look opens another connection. */
  #reopens = false;
  #isLooking = false;
  #looksAgain = false;
  #isClosed = false;
  #cancelLook = (): void => {};

  constructor(open: () => Promise<Database>, options: SupervisedOptions) {
    this.#open = open;
    this.#options = options;
  }

  get state(): ReturnType<SupervisedStore['state']> {
    if (this.#failure !== null) return 'down';
    return this.#lastReadFailed || !this.versions.areKnown() ? 'degraded' : 'ok';
  }

  async read(...[sql, params]: Parameters<Database['read']>): ReturnType<Database['read']> {
    try {
      const rows = await this.#run((database) => database.read(sql, params), this.#options.readMs);
      this.#lastReadFailed = false;
      return rows;
    } catch (error) {
      this.#lastReadFailed = true;
      throw error;
    }
  }

  async write(...[statements]: Parameters<Database['write']>): ReturnType<Database['write']> {
    const results = await this.#run((database) => database.write(statements), null);
    // Who has written sees the new version as soon as one that looked.
    this.look();
    return results;
  }

  /** Looks now, and once more when asked to meanwhile: what was written then may not have been seen. */
  look(): void {
    if (this.#isLooking) {
      this.#looksAgain = true;
      return;
    }
    this.#cancelLook();
    this.#isLooking = true;
    void this.#check().then(() => {
      this.#isLooking = false;
      if (this.#isClosed) return;
      if (this.#looksAgain && this.#failure === null) {
        this.#looksAgain = false;
        this.look();
        return;
      }
      const pauseMs = Math.min(lookMs * 2 ** Math.max(this.#failures - 1, 0), awayMs);
      this.#cancelLook = this.#options.clock.setTimeout(() => this.look(), pauseMs);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelLook();
    this.#disconnect();
    await new Promise<void>((resolve) => {
      const cancel = this.#options.clock.setTimeout(resolve, farewellMs);
      void this.#closing.then(() => {
        cancel();
        resolve();
      });
    });
  }

  async #check(): Promise<void> {
    if (this.#reopens) this.#disconnect();
    const { readMs, onChange = () => {} } = this.#options;
    try {
      // Opening has limits of its own, and a large file may have much to recover.
      await this.#connect();
      this.versions.learn(await this.#bounded(readVersions, readMs));
      if (this.#failure === null) return;
      this.#failure = null;
      this.#failures = 0;
      this.#lastReadFailed = false;
      onChange(null);
    } catch (error) {
      if (this.#isClosed) return;
      const failure = asStoreError(error);
      if (this.#failure === null) onChange(failure);
      this.#failure = failure;
      this.#failures += 1;
      this.#disconnect();
      for (const fail of [...this.#waiting]) fail(failure);
    }
  }

  #connect(): Promise<Database> {
    // A look under way when it was closed would open a connection that nobody closes.
    if (this.#isClosed)
      return Promise.reject(new IndexStoreError('Participant index: it is closed'));
    this.#connection ??= this.#closing.then(this.#open);
    return this.#connection;
  }

  #disconnect(): void {
    const former = this.#connection;
    this.#connection = null;
    this.#reopens = false;
    this.tenants.clear();
    this.versions.forget();
    if (former !== null)
      this.#closing = former.then((database) => database.close()).catch(() => {});
  }

  async #run<T>(statement: (database: Database) => Promise<T>, ms: number | null): Promise<T> {
    if (this.#isClosed) throw new IndexStoreError('Participant index: it is closed');
    const failure = this.#failure;
    if (failure !== null) throw new IndexStoreError(failure.advice, { cause: failure });
    try {
      return await this.#bounded(statement, ms);
    } catch (error) {
      if (error instanceof IndexStoreError && error.reopens) this.#reopens = true;
      throw error;
    }
  }

  /** The statement's outcome, or a failure when time is over or the database is found to be away. */
  #bounded<T>(statement: (database: Database) => Promise<T>, ms: number | null): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        settle();
        reject(error as Error);
      };
      const settle = (): void => void this.#waiting.delete(fail);
      this.#waiting.add(fail);
      const { clock } = this.#options;
      const outcome = this.#connect().then(statement);
      (ms === null ? outcome : withTimeout(outcome, clock, ms, () => tooLate(ms))).then(
        (result) => {
          settle();
          resolve(result);
        },
        fail,
      );
    });
  }
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
