/** Supervised database: ends reads that take too long, notices that the database is away, opens it again, and reads each tenant's version. One check a second serves all of these. */

import { type Clock, withTimeout } from '../../upstream/clock.ts';
import { TransientMap } from '../../upstream/transient-map.ts';
import { changedCalls } from './changed-call.ts';
import {
  type Database,
  type Dialect,
  IndexStoreError,
  type ReadOptions,
  type ResultRow,
  type SqlValue,
  type Statement,
} from './database.ts';
import { readVersions } from './tenant-number.ts';
import { Turns } from './turn.ts';

export interface SupervisedStore {
  /** Database whose statements fail at once while it is away. */
  readonly database: Database;
  /** `degraded`: the last query failed, though the database answers. */
  state(): 'ok' | 'degraded' | 'down';
  /** Why it is not `ok`, for operators; null where it is, or where that is not known yet. */
  reason(): string | null;
  /** Versions of tenants, raised whenever any process changes their rows or coverage; empty while unknown. */
  readonly versions: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

interface SupervisedOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** Timeout of a read. */
  readonly readMs: number;
  /** The data is in memory and ends with its connection: that is never given up for being slow. Default: it is stored. */
  readonly isInMemory?: boolean | undefined;
  /** Called at each change of state, with the failure, or null when the database is back. */
  readonly onChange?: ((failure: IndexStoreError | null) => void) | undefined;
  /** Called with the calls of a tenant that any process found changed, before the new version is known. */
  readonly onCallsChanged?: ((tenant: string, ids: readonly string[]) => Promise<void>) | undefined;
}

/** Interval of the checks, and so the delay after which other processes' writes are known. */
const lookMs = 1_000;
/** Longest interval of the checks while the database stays away. */
const awayMs = 8_000;
/** Age of the changes that are reported first. */
const justNowMs = 60_000;
/** How many times as long as a read may take it may wait for its turn: then its requester has gone, or the thread hangs. */
const waitTimes = 3;
/** Timeout of closing a connection that hangs. */
const farewellMs = 1_500;

/** Supervises a store. @param open makes a connection that is ready for statements; called again after it failed */
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
      read: (...read) => supervisor.read(...read),
      write: (statements) => supervisor.write(statements),
      close: async () => {},
    },
    state: () => supervisor.state,
    reason: () => supervisor.reason,
    versions: supervisor.versions.byTenant,
    close: () => supervisor.close(),
  };
}

class Supervisor {
  readonly tenants = new Map<string, number>();
  readonly versions = new Versions();
  /** Version by tenant up to which changed calls were reported. */
  readonly #followed = new Map<string, number>();
  readonly #open: () => Promise<Database>;
  readonly #options: SupervisedOptions;
  /** Callbacks that end statements under way when the database is found to be away. */
  readonly #waiting = new TransientMap<(error: IndexStoreError) => void, true>();
  #connection: Promise<Database> | null = null;
  /** Of each of the connection's threads. */
  #turns = turnsOfThreads();
  /** Closing of the former connection, awaited because two hanging connections are no better than one. */
  #closing: Promise<unknown> = Promise.resolve();
  #failure: IndexStoreError | null = null;
  /** Number of checks that failed in a row. */
  #failures = 0;
  #readFailure: IndexStoreError | null = null;
  /** Whether the next check opens another connection. */
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
    return this.reason !== null || !this.versions.areKnown ? 'degraded' : 'ok';
  }

  get reason(): string | null {
    return (this.#failure ?? this.#readFailure)?.advice ?? null;
  }

  async read(
    sql: string,
    params?: readonly SqlValue[],
    options: ReadOptions = {},
  ): Promise<readonly ResultRow[]> {
    try {
      const rows = await this.#run((database) => database.read(sql, params, options), options);
      this.#readFailure = null;
      return rows;
    } catch (error) {
      this.#readFailure = asStoreError(error);
      throw error;
    }
  }

  async write(statements: readonly Statement[]): ReturnType<Database['write']> {
    const results = await this.#run((database) => database.write(statements), 'write');
    // Checks at once after a write, so that the writer sees the new version.
    this.look();
    return results;
  }

  /** Checks now, and once more if called during a check, which may have missed the latest write. */
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
    const { onChange = () => {} } = this.#options;
    const readMs = this.#checkMs;
    try {
      // No timeout here: opening has limits of its own, and a large file may have much to recover.
      await this.#connect();
      const stored = await this.#bounded(readVersions, readMs, 'check');
      await this.#followChanges(stored);
      this.versions.learn(stored);
      if (this.#failure === null) return;
      this.#failure = null;
      this.#failures = 0;
      this.#readFailure = null;
      onChange(null);
    } catch (error) {
      if (this.#isClosed) return;
      const failure = asStoreError(error);
      if (this.#failure === null) onChange(failure);
      this.#failure = failure;
      this.#failures += 1;
      this.#disconnect();
      for (const [fail] of [...this.#waiting]) fail(away(failure));
    }
  }

  /** Timeout of a check's reads. */
  get #checkMs(): number | null {
    return this.#options.isInMemory === true ? null : this.#options.readMs;
  }

  /** Reports the calls that changed since the last check, whatever became of the connection in between. */
  async #followChanges(stored: ReadonlyMap<string, number>): Promise<void> {
    const { clock, onCallsChanged } = this.#options;
    const readMs = this.#checkMs;
    if (onCallsChanged === undefined) return;
    for (const [tenant, version] of stored) {
      const followed = this.#followed.get(tenant);
      if (followed === version) continue;
      // A process that was killed may have left shared answers behind; so may another database, whose count is lower.
      const isKnown = followed !== undefined && followed < version;
      const after = isKnown ? { version: followed } : { at: clock.now() - justNowMs };
      const changed = (database: Database) => changedCalls(database, tenant, after);
      const ids = await this.#bounded(changed, readMs, 'check');
      if (ids.length > 0) await onCallsChanged(tenant, ids);
      this.#followed.set(tenant, version);
    }
  }

  #connect(): Promise<Database> {
    // Closed during the check: no connection may stay open.
    if (this.#isClosed)
      return Promise.reject(new IndexStoreError('Participant index: it is closed'));
    this.#connection ??= this.#closing.then(this.#open);
    return this.#connection;
  }

  #disconnect(): void {
    const former = this.#connection;
    this.#connection = null;
    this.#turns = turnsOfThreads();
    this.#reopens = false;
    this.tenants.clear();
    this.versions.forget();
    if (former !== null)
      this.#closing = former.then((database) => database.close()).catch(() => {});
  }

  async #run<T>(
    statement: (database: Database) => Promise<T>,
    kind: ReadOptions | 'write',
  ): Promise<T> {
    if (this.#isClosed) throw new IndexStoreError('Participant index: it is closed');
    const failure = this.#failure;
    if (failure !== null) throw away(failure);
    try {
      return await this.#bounded(statement, kind === 'write' ? null : this.#options.readMs, kind);
    } catch (error) {
      if (error instanceof IndexStoreError && error.reopens) this.#reopens = true;
      throw error;
    }
  }

  /** Runs statements until they end, time out or the database is found to be away. */
  #bounded<T>(
    statements: (database: Database) => Promise<T>,
    ms: number | null,
    kind: ReadOptions | 'write' | 'check',
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const settle = (): void => {
        isSettled = true;
        this.#waiting.delete(fail);
      };
      const fail = (error: unknown): void => {
        settle();
        reject(error as Error);
      };
      this.#waiting.set(fail, true);
      const run = async (): Promise<T> => {
        const database = await this.#within(this.#connect(), ms);
        if (typeof kind === 'object' && database.threads !== undefined)
          return await this.#inTurn(
            this.#turns[kind.rank === undefined || database.threads === 1 ? 0 : 1],
            kind,
            () => statements(database),
            () => isSettled,
          );
        // A thread runs it right behind the read under way, which may take as long.
        const isBehind = kind === 'check' && database.threads !== undefined;
        return await this.#within(statements(database), isBehind && ms !== null ? 2 * ms : ms);
      };
      run().then((result) => {
        settle();
        resolve(result);
      }, fail);
    });
  }

  /** Runs a read when those before it have ended: its time counts from then, and is not taken up by theirs. */
  async #inTurn<T>(
    turns: Turns,
    options: ReadOptions,
    read: () => Promise<T>,
    isAbandoned: () => boolean,
  ): Promise<T> {
    const { readMs } = this.#options;
    const turn = turns.take(options);
    try {
      await this.#within(turn, waitTimes * readMs);
      if (isAbandoned()) throw new Error('Nobody waits for it any more');
    } catch (error) {
      void turn.then(() => turns.pass());
      throw error;
    }
    const outcome = read();
    outcome.catch(() => {}).finally(() => turns.pass());
    return await this.#within(outcome, readMs);
  }

  #within<T>(outcome: Promise<T>, ms: number | null): Promise<T> {
    const { clock } = this.#options;
    return ms === null ? outcome : withTimeout(outcome, clock, ms, () => tooLate(ms));
  }
}

const turnsOfThreads = (): readonly [Turns, Turns] => [new Turns(), new Turns()];

/** Process-local versions: each differs from all before, also where a database was replaced by another with a lower count. */
class Versions {
  readonly byTenant = new Map<string, number>();
  readonly #stored = new Map<string, number>();
  #areKnown = false;
  #count = 0;

  get areKnown(): boolean {
    return this.#areKnown;
  }

  learn(stored: ReadonlyMap<string, number>): void {
    this.#areKnown = true;
    for (const [tenant, number] of stored) {
      if (this.#stored.get(tenant) === number) continue;
      this.#stored.set(tenant, number);
      this.#count += 1;
      this.byTenant.set(tenant, this.#count);
    }
  }

  forget(): void {
    this.#areKnown = false;
    this.#stored.clear();
    this.byTenant.clear();
  }
}

function asStoreError(error: unknown): IndexStoreError {
  if (error instanceof IndexStoreError) return error;
  return new IndexStoreError(`Participant index: ${String(error)}`, { cause: error });
}

/** Error of a statement while the database is away, and not of the statement itself. */
const away = (failure: IndexStoreError): IndexStoreError =>
  new IndexStoreError(failure.advice, { cause: failure, isFull: failure.isFull });

function tooLate(ms: number): IndexStoreError {
  return new IndexStoreError(
    `Participant index: expected an answer of its database within ${ms} ms, but none came`,
    { reopens: false, isLate: true },
  );
}
