/** Sync run: aliases, the newest calls, the gaps behind them, and stretches due for comparison. */

import type { Clock } from '../../upstream/clock.ts';
import { gapsIn, lengthOf, lengthOfGaps } from '../coverage.ts';
import type { Database } from '../store/database.ts';
import { listSpans } from '../store/span.ts';
import { renewStatistics } from '../store/statistics.ts';
import { forgetBefore, newestCallAt, sweepKeys } from '../store/stored-call.ts';
import { readNotes, replaceAliases, writeNote } from '../store/tenant-number.ts';
import type { Range } from '../store/time-range.ts';
import { readAliases, type SyncSource } from './platform-source.ts';
import type { SyncSettings } from './schedule.ts';
import {
  backfillTask,
  completeShare,
  horizonOf,
  isWanted,
  longestSilenceMs,
  type PlanState,
  recentTask,
  reconcileTask,
  type Task,
  walkLength,
  wantedRange,
} from './schedule.ts';
import type { WalkOptions, WalkResult } from './sync-range.ts';

export interface Progress {
  readonly walksDone: number;
  /** Estimated number of walks, from the density of calls so far. */
  readonly walksTotal: number;
  /** Covered share of the wanted time, 0 to 1. */
  readonly complete: number;
  /** Calls read in this run. */
  readonly calls: number;
  readonly pages: number;
  readonly callsPerSecond: number;
  /** Estimated seconds until all wanted time is covered; null before an estimate is possible. */
  readonly secondsLeft: number | null;
}

/** Progress of a run, on the monotonic clock. */
class ProgressMeter {
  readonly #clock: Clock;
  readonly #report: (progress: Progress) => void;
  readonly #startedAt: number;
  #startShare: number | null = null;
  #share = 0;
  #walksDone = 0;
  #walksLeft = 0;
  #calls = 0;
  #pages = 0;

  constructor(clock: Clock, report: (progress: Progress) => void) {
    this.#clock = clock;
    this.#report = report;
    this.#startedAt = clock.monotonic();
  }

  /** Sets the covered share and the number of walks left. */
  plan(share: number, walksLeft: number): void {
    this.#startShare ??= share;
    this.#share = share;
    this.#walksLeft = walksLeft;
    this.#report(this.current);
  }

  page(calls: number): void {
    this.#pages++;
    this.#calls += calls;
    this.#report(this.current);
  }

  walked(): void {
    this.#walksDone++;
  }

  get current(): Progress {
    const seconds = Math.max(0.001, (this.#clock.monotonic() - this.#startedAt) / 1_000);
    const gained = this.#share - (this.#startShare ?? 0);
    return {
      walksDone: this.#walksDone,
      walksTotal: this.#walksDone + this.#walksLeft,
      complete: this.#share,
      calls: this.#calls,
      pages: this.#pages,
      callsPerSecond: this.#calls / seconds,
      secondsLeft: gained > 0 ? Math.round((seconds * (1 - this.#share)) / gained) : null,
    };
  }
}

/** Parts of the tenant's syncer that a run needs. */
interface Site {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: SyncSettings;
  readonly horizon: number;
  /** State of coverage and of walks under way. */
  state(tenant: number): Promise<PlanState>;
  walk(
    tenant: number,
    source: SyncSource,
    range: Range,
    options: Pick<WalkOptions, 'onPage' | 'isWanted'>,
  ): Promise<WalkResult>;
}

export interface RunOptions {
  /**
   * Extent of comparing covered time again: one due walk (the background's slow round), all due
   * walks, or all of it. Default: one.
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
  /** Covered share of the wanted time. Below 1 when others still walk the rest, or the run was aborted. */
  readonly complete: number;
}

/** Number of taken tasks in a row after which a walker leaves the rest to the others. */
const refusals = 3;

/** One run of a synchronisation, step by step. */
export class SyncRun {
  readonly #syncer: Site;
  readonly #tenant: number;
  readonly #source: SyncSource;
  readonly #options: RunOptions;
  readonly #meter: ProgressMeter;
  /** Ranges that this run has walked; `all` subtracts them without a clock. */
  readonly #walked: Range[] = [];
  readonly #total = { calls: 0, written: 0, removed: 0, pages: 0, walks: 0, skippedRows: 0 };
  #reconcilesLeft: number;
  /** First failure of a walker; the others finish their walk and stop. */
  #failure: { readonly error: unknown } | null = null;

  constructor(syncer: Site, tenant: number, source: SyncSource, options: RunOptions) {
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
    await this.#forget(horizon);
    const everything = { ...settings, overlapEveryMs: 0, recentEveryMs: 0 };
    const recent = recentTask(await this.#plan(), this.#reconcilesAll ? everything : settings);
    if (recent !== null) await this.#walk(recent);
    await Promise.all(Array.from({ length: settings.parallel }, () => this.#work()));
    if (this.#failure !== null) throw (this.#failure as { error: unknown }).error;
    await writeNote(database, this.#tenant, 'skippedRows', String(this.#total.skippedRows));
    await this.#sweep();
    await renewStatistics(database, this.#total.written);
    const complete = completeShare(await this.#plan(), settings);
    return { ...this.#total, complete };
  }

  /**
   * Removes calls before the horizon. A clock that is years ahead must not empty the index, so the
   * newest call bounds the time.
   */
  async #forget(horizon: number): Promise<void> {
    const { database, settings } = this.#syncer;
    const newest = await newestCallAt(database, this.#tenant);
    if (newest === null) return;
    const evident = horizonOf(newest + longestSilenceMs, settings.horizonMonths);
    await forgetBefore(database, this.#tenant, Math.min(horizon, evident) - settings.overlapMs);
  }

  get #reconcilesAll(): boolean {
    return this.#options.reconcile === 'all';
  }

  /** Worker loop of one walker: takes free tasks until none is left. */
  async #work(): Promise<void> {
    let refused = 0;
    while (this.#failure === null && !this.#options.signal?.aborted) {
      try {
        const task = this.#next(await this.#plan());
        if (task === null) return;
        const { outcome } = await this.#walk(task);
        if (outcome === 'lost') return;
        // Another walker was quicker; the next plan avoids its ranges.
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
    const range = wantedRange(state);
    // Where everything is compared again, progress counts the ranges of this run.
    const share = this.#reconcilesAll
      ? 1 - lengthOfGaps(range, this.#walked) / lengthOf(range)
      : completeShare(state, settings);
    const missing = (1 - share) * lengthOf(range);
    this.#meter.plan(share, Math.ceil(missing / walkLength(state, settings)));
    return state;
  }

  async #walk(task: Task): Promise<WalkResult> {
    const { database, settings } = this.#syncer;
    const result = await this.#syncer.walk(this.#tenant, this.#source, task, {
      onPage: ({ calls }) => this.#meter.page(calls),
      isWanted: async () => isWanted(task, await listSpans(database, this.#tenant), settings),
    });
    if (result.outcome === 'busy') return result;
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

  /** Removes keys without a call, which changed and removed calls may leave. */
  async #sweep(): Promise<void> {
    const { database, clock, settings } = this.#syncer;
    const { sweptAt } = await readNotes(database, this.#tenant);
    const age = clock.now() - Number(sweptAt ?? Number.NaN);
    if (age >= 0 && age < settings.sweepEveryMs && !this.#reconcilesAll) return;
    await sweepKeys(database, this.#tenant);
    await writeNote(database, this.#tenant, 'sweptAt', String(clock.now()));
  }
}
