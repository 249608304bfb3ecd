/** Participants from the index, which fills small gaps of coverage before it answers. */

import { SwitchboardError } from '../errors.ts';
import { systemClock, wait } from '../upstream/clock.ts';
import { coverageOf, gapsIn, lengthOfGaps, startSkewMs } from './coverage.ts';
import type { IndexStatus, ParticipantQueryOptions, Participants } from './participants.ts';
import { type CoveredStore, coveredQueries, type Period } from './query-executor.ts';
import { holds, listSpans, type Need, type Range, type Span } from './store/span.ts';
import { countIndexedCalls, readNotes, tenantNumber } from './store/tenant.ts';
import { completeShare } from './sync/schedule.ts';
import type { Syncer } from './sync/syncer.ts';

export interface FillSettings {
  /** Longest time that is filled because somebody asks. 0: nothing is. */
  readonly longestMs: number;
  /** Most pages of 100 calls that one fill reads; a company with more calls waits for the background. */
  readonly mostPages: number;
  /** The newest part may be this old: the background sees to it. */
  readonly toleranceMs: number;
  /** How long an answer waits for somebody else's walk of the same time. */
  readonly patienceMs: number;
  /** After a fill failed, the same time is left alone for so long; after one that was too long, twenty times so. */
  readonly pauseMs: number;
}

const dayMs = 86_400_000;

const defaultFillSettings: FillSettings = {
  longestMs: 7 * dayMs,
  mostPages: 40,
  toleranceMs: 30 * 60_000,
  patienceMs: 5_000,
  pauseMs: 30_000,
};

const pollMs = 100;

/**
 * The index of each tenant there is a syncer for.
 * A question about a tenant without one is a fault of the caller.
 * @param version of a tenant's rows and claims, where somebody watches it.
 */
export function createIndexParticipants(
  syncers: ReadonlyMap<string, Syncer>,
  settings: Partial<FillSettings> = {},
  version: Participants['version'] = () => null,
): Participants {
  const fills = new Fills({ ...defaultFillSettings, ...settings });
  const clock = [...syncers.values()][0]?.clock ?? systemClock;
  const syncerOf = (tenant: string): Syncer => {
    const syncer = syncers.get(tenant);
    if (syncer === undefined)
      throw new SwitchboardError('INTERNAL', 'No participant index is set up here', false);
    return syncer;
  };
  const versionOf = (tenant: string): number | null => version(syncerOf(tenant).tenant);
  const covered = new Map<string, Covered>();
  const readSpans = async (tenant: string): Promise<readonly Span[]> => {
    // Before they are read: what is newer than its version does no harm.
    const at = versionOf(tenant);
    const syncer = syncerOf(tenant);
    const number = await tenantNumber(syncer.database, syncer.tenant);
    const spans = await listSpans(syncer.database, number);
    covered.set(tenant, { spans, version: at });
    return spans;
  };
  /** Read anew only where the version has changed, or nobody knows it. */
  const spansOf = async (tenant: string): Promise<readonly Span[]> => {
    const known = covered.get(tenant);
    const stands = known?.version != null && known.version === versionOf(tenant);
    return stands ? known.spans : readSpans(tenant);
  };
  // The first request is to know already.
  for (const tenant of syncers.keys()) readSpans(tenant).catch(() => {});
  return {
    ...coveredQueries(async (tenant, periods, need, options): Promise<CoveredStore> => {
      const syncer = syncerOf(tenant);
      const { database } = syncer;
      const number = await tenantNumber(database, syncer.tenant);
      let spans = await spansOf(tenant);
      if (await fills.fill(syncer, periods, spans, need, options)) spans = await readSpans(tenant);
      return { database, tenant: number, spans, now: clock.now() };
    }, clock),
    version: versionOf,
    status: (tenant) => indexStatus(syncerOf(tenant)),
    lastError: (tenant) => lastErrorOf(syncerOf(tenant)),
    mostCalls(tenant, period, withTrackers) {
      const walk = fills.mostCalls(
        syncerOf(tenant),
        period,
        covered.get(tenant)?.spans,
        withTrackers,
      );
      // What is covered may have changed since anybody looked: the next request knows.
      spansOf(tenant).catch(() => {});
      return { walk, needsUsers: false };
    },
  };
}

/** What a tenant's index claims, and its version when that was read; null where nobody knew it. */
interface Covered {
  readonly spans: readonly Span[];
  readonly version: number | null;
}

/** Time that is being filled, and time whose fill failed a moment ago. */
class Fills {
  readonly #settings: FillSettings;
  readonly #running = new Map<Syncer, { range: Range; done: Promise<unknown> }[]>();
  readonly #failed = new WeakMap<Syncer, { range: Range; until: number }[]>();

  constructor(settings: FillSettings) {
    this.#settings = settings;
  }

  /** Pages of a fill, and as many calls to look again for what it did not see; none where nothing would be filled. */
  mostCalls(
    syncer: Syncer,
    period: Period,
    spans: readonly Span[] | undefined,
    need: Need,
  ): number {
    const { longestMs, mostPages } = this.#settings;
    if (typeof period.from !== 'number' || longestMs === 0) return 0;
    const known = spans?.filter((span) => holds(span, need));
    const gaps = known && this.#gapsOf(period, known, syncer.clock.now());
    return gaps?.length === 0 ? 0 : 2 * mostPages;
  }

  /** True when something may have been filled. Failures are no error: the coverage tells. */
  async fill(
    syncer: Syncer,
    periods: readonly Period[],
    spans: readonly Span[],
    need: Need,
    options: ParticipantQueryOptions,
  ): Promise<boolean> {
    const now = syncer.clock.now();
    const known = spans.filter((span) => holds(span, need));
    const gaps = periods.flatMap((period) => this.#gapsOf(period, known, now));
    const pending = gaps.filter((gap) => !this.#hasFailed(syncer, gap));
    if (pending.length === 0) return false;
    await Promise.all(mergeRanges(pending).map((gap) => this.#once(syncer, gap, need, options)));
    return true;
  }

  #gapsOf({ from, to }: Period, known: readonly Span[], now: number): Range[] {
    if (typeof from !== 'number') return [];
    const { longestMs, toleranceMs } = this.#settings;
    const end = Math.min(to ?? now, now);
    if (end <= from) return [];
    const needed = { from: from - startSkewMs, to: Math.min(end + startSkewMs, now - toleranceMs) };
    const gaps = gapsIn(needed, known);
    if (lengthOfGaps(needed, known) > longestMs + 2 * startSkewMs || longestMs === 0) return [];
    // A gap at the newest end is walked up to now, and ahead of it.
    return gaps.map((gap) => ({
      from: Math.floor(gap.from / 1_000) * 1_000,
      to: Math.ceil((gap.to >= now - toleranceMs ? now + startSkewMs : gap.to) / 1_000) * 1_000,
    }));
  }

  /** However many ask at once, one walk. */
  async #once(
    syncer: Syncer,
    gap: Range,
    need: Need,
    options: ParticipantQueryOptions,
  ): Promise<void> {
    let running = this.#running.get(syncer);
    if (running === undefined) {
      running = [];
      this.#running.set(syncer, running);
    }
    const same = running.find(({ range }) => range.from <= gap.from && range.to >= gap.to);
    if (same !== undefined) {
      await same.done;
      return;
    }
    // The first caller may leave while others wait, so the walk is not theirs to cancel.
    const { client, deadline, allowance } = options;
    const done = this.#walk(syncer, gap, need, { client, deadline, allowance });
    const entry = { range: gap, done };
    running.push(entry);
    await entry.done.finally(() => running.splice(running.indexOf(entry), 1));
  }

  async #walk(
    syncer: Syncer,
    gap: Range,
    need: Need,
    options: ParticipantQueryOptions,
  ): Promise<void> {
    const { clock } = syncer;
    const { patienceMs, mostPages: maxPages, toleranceMs, pauseMs } = this.#settings;
    const giveUp = clock.monotonic() + patienceMs;
    try {
      for (;;) {
        const { outcome } = await syncer.fill(gap, options, {
          contents: need !== 'people',
          maxPages,
        });
        if (outcome === 'limited') this.#leaveAlone(syncer, gap, 20 * pauseMs);
        if (outcome !== 'busy') return;
        if (clock.monotonic() >= giveUp) return;
        await wait(clock, pollMs);
        const { spans } = await syncer.state(await tenantNumber(syncer.database, syncer.tenant));
        const reached = Math.min(gap.to, clock.now() - toleranceMs);
        if (gapsIn({ from: gap.from, to: reached }, spans).length === 0) return;
      }
    } catch {
      this.#leaveAlone(syncer, gap, pauseMs);
    }
  }

  #leaveAlone(syncer: Syncer, range: Range, ms: number): void {
    const now = syncer.clock.monotonic();
    const others = (this.#failed.get(syncer) ?? []).filter(({ until }) => until > now);
    this.#failed.set(syncer, [...others, { range, until: now + ms }]);
  }

  #hasFailed(syncer: Syncer, gap: Range): boolean {
    const now = syncer.clock.monotonic();
    return (this.#failed.get(syncer) ?? []).some(
      ({ range, until }) => until > now && range.from < gap.to && range.to > gap.from,
    );
  }
}

/** Overlapping ranges as one: two asks about the same days are one walk. */
function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: { from: number; to: number }[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else merged.push({ ...range });
  }
  return merged;
}

async function lastErrorOf({ database, tenant }: Syncer): Promise<string | null> {
  const { lastError } = await readNotes(database, await tenantNumber(database, tenant));
  return lastError || null;
}

/** What a tenant's index knows of itself. */
export async function indexStatus(syncer: Syncer): Promise<IndexStatus> {
  const { database, settings } = syncer;
  const tenant = await tenantNumber(database, syncer.tenant);
  const state = await syncer.state(tenant);
  const notes = await readNotes(database, tenant);
  return {
    // Another gateway's walk shows as its lease.
    state: syncer.isRunning || state.leased.length > 0 ? 'syncing' : 'idle',
    coverage: coverageOf(state.spans, {}, state.now),
    horizon: state.horizon,
    complete: completeShare(state, settings),
    calls: await countIndexedCalls(database, tenant),
    skippedRows: Number(notes.skippedRows ?? 0),
    lastError: notes.lastError || null,
  };
}
