/** One run of a synchronisation: aliases, the newest part, the gaps behind it, and what is due to be compared. */

import { gapsIn, lengthOf, lengthOfGaps } from '../coverage.ts';
import { replaceAliases } from '../store/alias.ts';
import type { Range } from '../store/lease.ts';
import { readNotes, writeNote } from '../store/note.ts';
import { forgetBefore, newestCallAt, sweepKeys } from '../store/removal.ts';
import { listSpans } from '../store/span.ts';
import {
  backfillTask,
  completeShare,
  isWanted,
  type PlanState,
  recentTask,
  reconcileTask,
  type Task,
  walkLength,
  wantedRange,
} from './plan.ts';
import { type Progress, ProgressMeter } from './progress.ts';
import { horizonOf } from './setting.ts';
import { readAliases, type Source } from './source.ts';
import type { Syncer } from './syncer.ts';
import type { WalkResult } from './walk.ts';

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

/** No company that is worth an index goes longer without a call. */
const longestSilenceMs = 31 * 86_400_000;

/** A walker that finds its task taken so often in a row leaves the rest to the others. */
const refusals = 3;

/** One run: what it does in which order. */
export class SyncRun {
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
    await this.#forget(horizon);
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

  /**
   * Forgets what is beyond the horizon. A clock that is years ahead must not empty the index: the
   * newest call tells about when it is.
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
    const wanted = wantedRange(state);
    // Comparing everything again, what counts is what this run has walked.
    const share = this.#reconcilesAll
      ? 1 - lengthOfGaps(wanted, this.#walked) / lengthOf(wanted)
      : completeShare(state, settings);
    const missing = (1 - share) * lengthOf(wanted);
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
