/** Keeps one tenant's index in step with the platform: newest first, then back to the horizon, then round again. */

import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../connector/clock.ts';
import type { Connector, ExecuteOptions } from '../../connector/connector.ts';
import { SwitchboardError } from '../../errors.ts';
import { gapsIn, lengthOf } from '../coverage.ts';
import type { QuestionOptions } from '../question.ts';
import { replaceAliases } from '../store/alias.ts';
import type { Database } from '../store/database.ts';
import { liveLeases, type Range } from '../store/lease.ts';
import { readNotes, writeNote } from '../store/note.ts';
import { forgetBefore, sweepKeys } from '../store/removal.ts';
import { listSpans } from '../store/span.ts';
import { tenantNumber } from '../store/tenant.ts';
import {
  backfillTask,
  completeShare,
  type PlanState,
  recentTask,
  reconcileTask,
  type Task,
  walkLength,
} from './plan.ts';
import { type Progress, ProgressMeter } from './progress.ts';
import { defaultSyncSettings, horizonOf, type SyncSettings } from './setting.ts';
import { readAliases, type Source } from './source.ts';
import { type WalkResult, walkRange } from './walk.ts';

export interface SyncerOptions {
  readonly tenant: string;
  readonly database: Database;
  readonly connector: Connector;
  readonly clock?: Clock | undefined;
  readonly settings?: Partial<SyncSettings> | undefined;
}

export interface RunOptions {
  /**
   * How much of what is known already is compared again: one walk of what is due (the background's
   * slow round), all that is due, or everything. Default: one.
   */
  readonly reconcile?: 'one' | 'due' | 'all' | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface SyncReport {
  readonly calls: number;
  readonly written: number;
  readonly removed: number;
  readonly pages: number;
  readonly walks: number;
  readonly skippedRows: number;
  /** Share of the wanted time that is known now. Below 1 when others still walk the rest, or the run was aborted. */
  readonly complete: number;
}

export class Syncer {
  readonly tenant: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: SyncSettings;
  readonly #connector: Connector;
  readonly #owner = randomUUID();
  #running = 0;

  constructor(options: SyncerOptions) {
    this.tenant = options.tenant;
    this.database = options.database;
    this.clock = options.clock ?? systemClock;
    this.settings = { ...defaultSyncSettings, ...options.settings };
    this.#connector = options.connector;
  }

  /** True while this process synchronises. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  get horizon(): number {
    return horizonOf(this.clock.now(), this.settings.horizonMonths);
  }

  /**
   * Walks until everything wanted is known or under way elsewhere.
   * @throws UpstreamError, IndexStoreError when it can't go on; what is complete stays complete, and the next run goes on there.
   */
  async run(options: RunOptions = {}): Promise<SyncReport> {
    const tenant = await tenantNumber(this.database, this.tenant);
    this.#running++;
    try {
      const report = await new Run(
        this,
        tenant,
        this.#backgroundSource(options.signal),
        options,
      ).all();
      await this.#note(tenant, null);
      return report;
    } catch (error) {
      await this.#note(tenant, error).catch(() => {});
      throw error;
    } finally {
      this.#running--;
    }
  }

  /**
   * Walks one stretch now, for somebody who waits for it.
   * @throws UpstreamError, IndexStoreError
   */
  async fill(
    range: Range,
    options: QuestionOptions,
    limits: { readonly trackers: boolean; readonly maxPages?: number | undefined },
  ): Promise<WalkResult> {
    const tenant = await tenantNumber(this.database, this.tenant);
    const source = this.source(options, limits.trackers);
    return await this.walk(tenant, source, range, undefined, limits.maxPages);
  }

  /** The platform as a question reads it: before background work, and without patience. */
  source(execute: ExecuteOptions, trackers = false): Source {
    return {
      connector: this.#connector,
      clock: this.clock,
      trackers: trackers || this.settings.trackers,
      execute: { ...execute, priority: 'interactive' },
    };
  }

  walk(
    tenant: number,
    source: Source,
    range: Range,
    onPage?: (page: { readonly calls: number }) => void,
    maxPages?: number,
  ): Promise<WalkResult> {
    const { database, settings } = this;
    const { leaseMs } = settings;
    const owner = this.#owner;
    return walkRange({ database, tenant, source, owner, leaseMs, onPage, maxPages }, range);
  }

  /** What is known and what is under way. */
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

  #backgroundSource(signal: AbortSignal | undefined): Source {
    return {
      connector: this.#connector,
      clock: this.clock,
      trackers: this.settings.trackers,
      execute: { priority: 'background', client: 'participant-index', signal },
      patience: { attempts: this.settings.attempts, longestMs: this.settings.longestWaitMs },
    };
  }

  async #note(tenant: number, error: unknown): Promise<void> {
    const code = error instanceof SwitchboardError ? error.code : 'INTERNAL';
    await writeNote(this.database, tenant, 'lastError', error === null ? '' : code);
    await writeNote(this.database, tenant, 'horizon', String(this.horizon));
  }
}

/** A walker that finds its task taken so often in a row leaves the rest to the others. */
const refusals = 3;

/** One run: what it does in which order. */
class Run {
  readonly #syncer: Syncer;
  readonly #tenant: number;
  readonly #source: Source;
  readonly #options: RunOptions;
  readonly #meter: ProgressMeter;
  /** What this run has walked: no clock is needed to see what `all` still has to do. */
  readonly #walked: Range[] = [];
  readonly #total = { calls: 0, written: 0, removed: 0, pages: 0, walks: 0, skippedRows: 0 };
  #reconcilesLeft: number;
  /** The first failure; the other walkers finish their walk and stop. */
  #failure: { readonly error: unknown } | null = null;

  constructor(syncer: Syncer, tenant: number, source: Source, options: RunOptions) {
    this.#syncer = syncer;
    this.#tenant = tenant;
    this.#source = source;
    this.#options = options;
    this.#meter = new ProgressMeter(syncer.clock, options.onProgress ?? (() => {}));
    this.#reconcilesLeft = (options.reconcile ?? 'one') === 'one' ? 1 : Infinity;
  }

  async all(): Promise<SyncReport> {
    const { database, horizon, settings } = this.#syncer;
    await this.#readAliases();
    await forgetBefore(database, this.#tenant, horizon - settings.overlapMs);
    const everything = { ...settings, overlapEveryMs: 0, recentEveryMs: 0 };
    const recent = recentTask(await this.#plan(), this.#reconcilesAll ? everything : settings);
    if (recent !== null) await this.#walk(recent);
    await Promise.all(Array.from({ length: settings.parallel }, () => this.#work()));
    if (this.#failure !== null) throw (this.#failure as { error: unknown }).error;
    await writeNote(database, this.#tenant, 'skippedRows', String(this.#total.skippedRows));
    await this.#sweep();
    const complete = completeShare(await this.#plan(), settings);
    return { ...this.#total, complete };
  }

  get #reconcilesAll(): boolean {
    return this.#options.reconcile === 'all';
  }

  /** One of several walkers: takes what nobody else has, until nothing is left. */
  async #work(): Promise<void> {
    let refused = 0;
    while (this.#failure === null && !this.#options.signal?.aborted) {
      try {
        const task = this.#next(await this.#plan());
        if (task === null) return;
        const { outcome } = await this.#walk(task);
        if (outcome === 'lost') return;
        // Somebody was quicker: the next plan goes round them.
        refused = outcome === 'busy' ? refused + 1 : 0;
        if (refused > refusals) return;
      } catch (error) {
        this.#failure ??= { error };
      }
    }
  }

  #next(state: PlanState): Task | null {
    const { settings } = this.#syncer;
    const gap = backfillTask(state, settings);
    if (gap !== null || this.#reconcilesLeft === 0) return gap;
    const task = this.#reconcilesAll
      ? reconcileTask(
          { ...state, spans: state.spans.filter((span) => gapsIn(span, this.#walked).length > 0) },
          { ...settings, reconcileAfterMs: 0 },
        )
      : reconcileTask(state, settings);
    if (task !== null) this.#reconcilesLeft--;
    return task;
  }

  async #plan(): Promise<PlanState> {
    const state = await this.#syncer.state(this.#tenant);
    const { settings } = this.#syncer;
    const share = completeShare(state, settings);
    const missing = (1 - share) * lengthOf({ from: state.horizon, to: state.now });
    this.#meter.plan(share, Math.ceil(missing / walkLength(state, settings)));
    return state;
  }

  async #walk(task: Task): Promise<WalkResult> {
    const result = await this.#syncer.walk(this.#tenant, this.#source, task, ({ calls }) =>
      this.#meter.page(calls),
    );
    this.#meter.walked();
    this.#walked.push(task);
    this.#walked.sort((a, b) => a.from - b.from);
    const total = this.#total;
    total.walks++;
    for (const name of ['calls', 'written', 'removed', 'pages'] as const)
      total[name] += result[name];
    total.skippedRows += result.skipped;
    return result;
  }

  async #readAliases(): Promise<void> {
    const { database, clock, settings } = this.#syncer;
    const { aliasesAt } = await readNotes(database, this.#tenant);
    const age = clock.now() - Number(aliasesAt ?? Number.NaN);
    if (age >= 0 && age < settings.aliasesEveryMs) return;
    await replaceAliases(database, this.#tenant, await readAliases(this.#source));
    await writeNote(database, this.#tenant, 'aliasesAt', String(clock.now()));
  }

  /** New calls leave no key behind; changed and removed ones may. */
  async #sweep(): Promise<void> {
    const { database, clock, settings } = this.#syncer;
    const { sweptAt } = await readNotes(database, this.#tenant);
    const age = clock.now() - Number(sweptAt ?? Number.NaN);
    if (age >= 0 && age < settings.sweepEveryMs && !this.#reconcilesAll) return;
    await sweepKeys(database, this.#tenant);
    await writeNote(database, this.#tenant, 'sweptAt', String(clock.now()));
  }
}
