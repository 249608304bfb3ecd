/** Syncer: keeps one tenant's index in step with the platform, newest calls first, back to the horizon, and round again. */

import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../upstream/clock.ts';
import type { Connector } from '../../upstream/connector.ts';
import type { ExecuteOptions } from '../../upstream/upstream-request.ts';
import type { IndexedCall } from '../indexed-call.ts';
import { type MadeWalk, unionOfWalks } from '../need.ts';
import type { ParticipantQueryOptions } from '../participant-query.ts';
import { type Database, IndexStoreError } from '../store/database.ts';
import {
  acquireLease,
  type Lease,
  liveLeases,
  releaseLease,
  releaseLeasesOf,
} from '../store/lease.ts';
import { savePage } from '../store/page-writer.ts';
import { listSpans } from '../store/span.ts';
import { removeCalls, type Sighting, sightingsOf, unseenSince } from '../store/stored-call.ts';
import { tenantNumber, writeLastError, writeNote } from '../store/tenant-number.ts';
import type { Range } from '../store/time-range.ts';
import { callsById, type SyncSource } from './platform-source.ts';
import { defaultSyncSettings, horizonOf, type PlanState, type SyncSettings } from './schedule.ts';
import { codeOf } from './sync-error.ts';
import { type WalkOptions, type WalkResult, walkRange } from './sync-range.ts';
import { type RunOptions, type SyncReport, SyncRun } from './sync-run.ts';
import { TranscriptFill, type TranscriptSettings } from './transcript-fill.ts';

interface SyncerOptions {
  /** Name of the tenant in the index. */
  readonly tenant: string;
  readonly database: Database;
  readonly connector: Connector;
  readonly clock?: Clock | undefined;
  readonly settings?: Partial<SyncSettings> | undefined;
  /** Default: transcripts are not indexed. */
  readonly transcripts?: TranscriptSettings | undefined;
  /** Waits before each call of the background while somebody looks at answers. Default: does not. */
  readonly giveWay?: (() => Promise<void>) | undefined;
}

/** A call as the platform shows it by id, null where it does not, and as it was stored before. */
interface CallChange {
  readonly id: string;
  readonly call: IndexedCall | null;
  /** How many announced calls never came. */
  readonly missing: number;
  readonly before: Sighting | undefined;
}

export class Syncer {
  readonly tenant: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: SyncSettings;
  /** Null where transcripts are not indexed. */
  readonly transcripts: TranscriptFill | null;
  readonly #connector: Connector;
  readonly #giveWay: (() => Promise<void>) | undefined;
  /** Owner of the leases for queries and events. */
  readonly #owner = randomUUID();
  /** Owner of the leases of runs. */
  readonly #runOwner = randomUUID();
  #running = 0;
  /** Last error code that this process stored. */
  #noted: string | null = null;
  /** Code of an error that could not be stored: on a full disk the note of it fails like all else. */
  #unstored: string | null = null;
  #storeFailure: IndexStoreError | null = null;

  constructor(options: SyncerOptions) {
    this.tenant = options.tenant;
    this.database = options.database;
    this.clock = options.clock ?? systemClock;
    this.settings = { ...defaultSyncSettings, ...options.settings };
    this.#connector = options.connector;
    this.#giveWay = options.giveWay;
    this.transcripts = options.transcripts ? new TranscriptFill(this, options.transcripts) : null;
  }

  /** True while this process synchronises. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  /** Code of the last try's error where only this process knows it, since it could not be stored. */
  get unstoredError(): string | null {
    return this.#unstored;
  }

  /**
   * Failure of the index itself that ended the last run, until a run succeeds. Small writes may succeed meanwhile:
   * on a full disk there is room for a note, and none for a page of calls.
   */
  get storeFailure(): IndexStoreError | null {
    return this.#storeFailure;
  }

  get horizon(): number {
    return horizonOf(this.clock.now(), this.settings.horizonMonths);
  }

  /**
   * Walks until all wanted time is covered or under way elsewhere.
   * @throws UpstreamError, IndexStoreError when it can't continue; finished spans stay, and the
   * next run continues from them
   */
  async run(options: RunOptions = {}): Promise<SyncReport> {
    try {
      const tenant = await tenantNumber(this.database, this.tenant);
      return await this.#run(tenant, options);
    } catch (error) {
      if (error instanceof IndexStoreError) this.#storeFailure = error;
      await this.#note(error).catch(() => {});
      throw error;
    }
  }

  async #run(tenant: number, options: RunOptions): Promise<SyncReport> {
    const isAlone = !this.isRunning;
    this.#running++;
    try {
      if (isAlone) await releaseLeasesOf(this.database, tenant, this.#runOwner);
      const onTry = (error: unknown): Promise<void> => this.#noteTry(tenant, error);
      const source = this.backgroundSource('participant-index', options.signal, onTry);
      const report = await new SyncRun(this, tenant, source, options).all();
      await this.#note(null);
      this.#storeFailure = null;
      return report;
    } finally {
      this.#running--;
    }
  }

  /** Walks one stretch now, for a waiting query. @throws UpstreamError, IndexStoreError */
  async fill(
    range: Range,
    options: ParticipantQueryOptions,
    limits: { readonly walk: MadeWalk; readonly maxPages?: number | undefined },
  ): Promise<WalkResult> {
    const tenant = await tenantNumber(this.database, this.tenant);
    const source = this.source(options, limits.walk);
    return await this.#walk(tenant, source, range, this.#owner, { maxPages: limits.maxPages });
  }

  /**
   * Reads calls by id into the index, and removes those the platform no longer shows; this claims no coverage. A
   * service hides private calls by announcing more than it hands out, so such calls go as well, and are told as lacking.
   * @returns ids to be tried again: of calls in a stretch that is being walked, since the walk may be past them
   * already, of calls that others wrote since they were read, since theirs may be newer, and of calls that may
   * be in rows that could not be read
   * @throws UpstreamError, IndexStoreError
   */
  async read(ids: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const { database } = this;
    const tenant = await tenantNumber(database, this.tenant);
    const stored = await sightingsOf(database, tenant, ids);
    const onTry = (error: unknown): Promise<void> => this.#noteTry(tenant, error);
    const source = this.backgroundSource('participant-index', signal, onTry);
    const { calls, unreadable, missing } = await callsById(source, ids);
    const byId = new Map(calls.map((call) => [call.id, call]));
    const again: string[] = [];
    for (const id of ids) {
      const before = stored.get(id);
      const call = byId.get(id) ?? null;
      const isUnknown = call === null && unreadable > 0;
      if (isUnknown || !(await this.#writeOne(tenant, { id, call, before, missing })))
        again.push(id);
    }
    await this.transcripts?.read(ids, signal);
    return again;
  }

  /** Writes one call, or its absence; false when a walk is at its time, old or new, or the stored one has changed. */
  async #writeOne(tenant: number, { id, call, before, missing }: CallChange): Promise<boolean> {
    const { database, horizon } = this;
    if (call !== null && call.windowAt < horizon) return true;
    const times = [before?.windowAt, call?.windowAt].filter((at) => at !== undefined);
    const seconds = new Set(times.map((at) => Math.floor(at / 1_000) * 1_000));
    const terms = { now: this.clock.now(), milliseconds: this.settings.leaseMs };
    const leases: Lease[] = [];
    for (const from of seconds) {
      const second = { from, to: from + 1_000 };
      const lease = await acquireLease(database, tenant, second, this.#owner, terms);
      if (lease !== null) leases.push(lease);
    }
    const lease = leases.at(-1);
    const guards = [unseenSince(tenant, id, before)];
    let done: unknown = null;
    if (lease !== undefined && leases.length === seconds.size)
      done =
        call === null
          ? await removeCalls(database, lease, terms, { ids: [id], missing, guards })
          : await savePage(database, lease, terms, [call], {
              guards,
              transcriptsFrom: this.#transcriptsFrom,
            });
    for (const held of leases) await releaseLease(database, held);
    return done !== null || seconds.size === 0;
  }

  /** Platform source for a query: ahead of background work, without retries. */
  source(execute: ExecuteOptions, walk: MadeWalk = 'people'): SyncSource {
    return {
      connector: this.#connector,
      clock: this.clock,
      // At least what the background reads, which would else have to read the same time again.
      walk: unionOfWalks(walk, this.settings.walk),
      execute: { ...execute, priority: 'interactive' },
    };
  }

  /** Walks one stretch of a run. */
  walk(
    tenant: number,
    source: SyncSource,
    range: Range,
    options: Pick<WalkOptions, 'onPage' | 'isWanted'>,
  ): Promise<WalkResult> {
    return this.#walk(tenant, source, range, this.#runOwner, options);
  }

  #walk(
    tenant: number,
    source: SyncSource,
    range: Range,
    owner: string,
    options: Pick<WalkOptions, 'onPage' | 'maxPages' | 'isWanted'>,
  ): Promise<WalkResult> {
    const { database, settings } = this;
    const { leaseMs } = settings;
    const transcriptsFrom = this.#transcriptsFrom;
    return walkRange(
      { ...options, database, tenant, source, owner, leaseMs, transcriptsFrom },
      range,
    );
  }

  get #transcriptsFrom(): number | null {
    return this.transcripts?.horizon ?? null;
  }

  /** State of coverage and of walks under way. */
  async state(tenant: number): Promise<PlanState> {
    const now = this.clock.now();
    const terms = { now, milliseconds: this.settings.leaseMs };
    return {
      now,
      horizon: this.horizon,
      spans: await listSpans(this.database, tenant),
      leased: await liveLeases(this.database, tenant, terms),
    };
  }

  /** Platform source of the background. @param onTry is told of each attempt's error, or null */
  backgroundSource(
    client: 'participant-index' | 'transcript-index',
    signal: AbortSignal | undefined,
    onTry?: (error: unknown) => Promise<void>,
  ): SyncSource {
    const { attempts, longestWaitMs } = this.settings;
    return {
      connector: this.#connector,
      clock: this.clock,
      walk: this.settings.walk,
      execute: { priority: 'background', client, signal },
      giveWay: this.#giveWay,
      patience: { attempts, longestMs: longestWaitMs, ...(onTry && { onTry }) },
    };
  }

  /** Stores the error code during retries, until an attempt succeeds. */
  async #noteTry(tenant: number, error: unknown): Promise<void> {
    if (codeOf(error) !== this.#noted) await this.#noteError(tenant, error).catch(() => {});
  }

  async #note(error: unknown): Promise<void> {
    if (error !== null) this.#unstored = codeOf(error);
    const tenant = await tenantNumber(this.database, this.tenant);
    await this.#noteError(tenant, error);
    await writeNote(this.database, tenant, 'horizon', String(this.horizon));
  }

  async #noteError(tenant: number, error: unknown): Promise<void> {
    const code = codeOf(error);
    if (error !== null) this.#unstored = code;
    await writeLastError(this.database, tenant, code);
    this.#unstored = null;
    this.#noted = code;
  }
}
