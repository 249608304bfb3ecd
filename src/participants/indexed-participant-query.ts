/** Participants from the index, and the fill: small gaps of its coverage that a query fetches itself, before it is answered. */

import { SwitchboardError } from '../errors.ts';
import { systemClock, wait, withTimeout } from '../upstream/clock.ts';
import { coverageOf, gapsIn, lengthOfGaps, startSkewMs } from './coverage.ts';
import { kindsOfWalk, knowing, type MadeWalk, type Need, unionOfWalks, walkFor } from './need.ts';
import type { IndexStatus, ParticipantQueryOptions, Participants } from './participant-query.ts';
import { type CoveredStore, coveredQueries } from './query-executor.ts';
import { listSpans, type Span } from './store/span.ts';
import { countIndexedCalls, readNotes, tenantNumber } from './store/tenant-number.ts';
import type { Range } from './store/time-range.ts';
import { completeShare, fillPace } from './sync/schedule.ts';
import type { Syncer } from './sync/syncer.ts';

/**
 * Participants answered from the index, for each tenant with a syncer. A query of another tenant is
 * a fault of the caller.
 * @param versionOf version of a tenant's rows and coverage, null while it is unknown. Default: they are not watched.
 */
export function createIndexParticipants(
  syncers: ReadonlyMap<string, Syncer>,
  settings: Partial<FillSettings> = {},
  versionOf: Participants['version'] = () => null,
): Participants {
  const fill = new CoverageFill(settings);
  const clock = [...syncers.values()][0]?.clock ?? systemClock;
  const syncerOf = (tenant: string): Syncer => {
    const syncer = syncers.get(tenant);
    if (syncer === undefined)
      throw new SwitchboardError('INTERNAL', 'No participant index is set up here', false);
    return syncer;
  };
  const covered = new Map<string, Covered>();
  const readSpans = async (tenant: string): Promise<readonly Span[]> => {
    // The version is read before the rows: rows newer than their version do no harm.
    const at = versionOf(tenant);
    const syncer = syncerOf(tenant);
    const number = await tenantNumber(syncer.database, syncer.tenant);
    const spans = await listSpans(syncer.database, number);
    covered.set(tenant, { spans, version: at });
    return spans;
  };
  /** Spans of a tenant, read again only where the version changed or is unknown. */
  const spansOf = async (tenant: string): Promise<readonly Span[]> => {
    const last = covered.get(tenant);
    const stands = last?.version != null && last.version === versionOf(tenant);
    return stands ? last.spans : readSpans(tenant);
  };
  // Reads the spans at start, so that the first request finds them.
  for (const tenant of syncers.keys()) readSpans(tenant).catch(() => {});
  return {
    isIndexed: true,
    indexesWords: (tenant) => syncerOf(tenant).transcripts !== null,
    ...coveredQueries(async (tenant, needs, options): Promise<CoveredStore> => {
      const syncer = syncerOf(tenant);
      const { database } = syncer;
      const number = await tenantNumber(database, syncer.tenant);
      let spans = await spansOf(tenant);
      if (await fill.fill(syncer, needs, spans, options)) spans = await readSpans(tenant);
      return { database, tenant: number, spans, now: clock.now() };
    }, clock),
    // The last error is part of it; one that is not stored raises no version.
    version: (tenant) => (syncerOf(tenant).unstoredError === null ? versionOf(tenant) : null),
    status: (tenant) => indexStatus(syncerOf(tenant)),
    lastError: (tenant) => lastErrorOf(syncerOf(tenant)),
    horizon: (tenant) => syncerOf(tenant).horizon,
    maxRequests(tenant, need) {
      const walk = fill.maxRequests(syncerOf(tenant), need, covered.get(tenant)?.spans);
      // Reads the spans again in the background, as they may have changed since the last read.
      spansOf(tenant).catch(() => {});
      return { walk, needsUsers: false };
    },
  };
}

/** Spans of a tenant's index with the version they were read at; null where it was unknown. */
interface Covered {
  readonly spans: readonly Span[];
  readonly version: number | null;
}

async function lastErrorOf({ database, tenant, unstoredError }: Syncer): Promise<string | null> {
  if (unstoredError !== null) return unstoredError;
  const { lastError } = await readNotes(database, await tenantNumber(database, tenant));
  return lastError || null;
}

/** Status of a tenant's index. */
export async function indexStatus(syncer: Syncer): Promise<IndexStatus> {
  const { database, settings } = syncer;
  const tenant = await tenantNumber(database, syncer.tenant);
  const state = await syncer.state(tenant);
  const notes = await readNotes(database, tenant);
  const pace = fillPace(state, settings);
  const spans = knowing(state.spans, ['people']);
  return {
    // Another gateway's walk shows as its lease.
    state: syncer.isRunning || state.leased.length > 0 ? 'syncing' : 'idle',
    coverage: coverageOf(spans, {}, state.now),
    readTo: spans.at(-1)?.to ?? null,
    horizon: state.horizon,
    complete: completeShare(state, settings),
    calls: await countIndexedCalls(database, tenant),
    callsPerMinute: pace?.callsPerMinute ?? null,
    endsAt: pace?.endsAt ?? null,
    skippedRows: Number(notes.skippedRows ?? 0),
    lastError: syncer.unstoredError ?? (notes.lastError || null),
    transcripts: (await syncer.transcripts?.status()) ?? null,
  };
}

export interface FillSettings {
  /** Longest gap that a query fills. 0 fills none. */
  readonly longestMs: number;
  /** Most pages of 100 calls that one fill reads; a company with more calls waits for the background. */
  readonly mostPages: number;
  /** Age up to which the newest part counts as current; the background sync renews it. */
  readonly toleranceMs: number;
  /** How long a query waits for another walk of the same time. */
  readonly patienceMs: number;
  /** Pause before a failed fill is tried again; twenty times as long after a fill that needed too many pages. */
  readonly pauseMs: number;
}

const dayMs = 86_400_000;

const defaultSettings: FillSettings = {
  longestMs: 7 * dayMs,
  mostPages: 40,
  toleranceMs: 30 * 60_000,
  patienceMs: 5_000,
  pauseMs: 30_000,
};

const pollMs = 100;

/** A stretch of window time, and the walk that brings what is needed of it. */
interface Gap extends Range {
  readonly walk: MadeWalk;
}

/** Fills of gaps: gaps that are being walked, and ranges whose walk failed a moment ago. */
class CoverageFill {
  readonly #settings: FillSettings;
  readonly #running = new Map<Syncer, { gap: Gap; done: Promise<unknown> }[]>();
  readonly #failed = new WeakMap<Syncer, { range: Range; until: number }[]>();

  constructor(settings: Partial<FillSettings>) {
    this.#settings = { ...defaultSettings, ...settings };
  }

  /** Upper bound of a fill's calls: its pages, and as many calls that check unseen ids; none where nothing would be filled. */
  maxRequests(syncer: Syncer, need: Need, spans: readonly Span[] | undefined): number {
    const { longestMs, mostPages } = this.#settings;
    if (typeof need.from !== 'number' || longestMs === 0) return 0;
    const gaps = spans && this.#gapsOf(need, spans, syncer.clock.now());
    return gaps?.length === 0 ? 0 : 2 * mostPages;
  }

  /**
   * True when a gap may have been filled. A failed fill is no error: the coverage shows it; so it does where half the
   * query's time is over, and the fill goes on for the next query.
   */
  async fill(
    syncer: Syncer,
    needs: readonly Need[],
    spans: readonly Span[],
    options: ParticipantQueryOptions,
  ): Promise<boolean> {
    const now = syncer.clock.now();
    const gaps = needs.flatMap((need) => this.#gapsOf(need, spans, now));
    const pending = gaps.filter((gap) => !this.#hasFailed(syncer, gap));
    if (pending.length === 0) return false;
    const filling = Promise.all(mergeGaps(pending).map((gap) => this.#once(syncer, gap, options)));
    const { clock } = syncer;
    const fillMs = ((options.deadline ?? Infinity) - clock.monotonic()) / 2;
    if (fillMs === Infinity) await filling;
    else await withTimeout(filling, clock, fillMs, () => new Error('late')).catch(() => {});
    return true;
  }

  #gapsOf({ from, to, kinds }: Need, spans: readonly Span[], now: number): Gap[] {
    if (typeof from !== 'number') return [];
    const usable = knowing(spans, kinds);
    const { longestMs, toleranceMs } = this.#settings;
    const end = Math.min(to ?? now, now);
    if (end <= from) return [];
    const needed = { from: from - startSkewMs, to: Math.min(end + startSkewMs, now - toleranceMs) };
    const gaps = gapsIn(needed, usable);
    if (lengthOfGaps(needed, usable) > longestMs + 2 * startSkewMs || longestMs === 0) return [];
    // A gap at the newest end is walked up to now, and ahead of it.
    const walk = walkFor(kinds);
    return gaps.map((gap) => ({
      walk,
      from: Math.floor(gap.from / 1_000) * 1_000,
      to: Math.ceil((gap.to >= now - toleranceMs ? now + startSkewMs : gap.to) / 1_000) * 1_000,
    }));
  }

  /** Deduplicates fills: concurrent queries for the same range share one walk that brings what all of them need. */
  async #once(syncer: Syncer, gap: Gap, options: ParticipantQueryOptions): Promise<void> {
    let running = this.#running.get(syncer);
    if (running === undefined) {
      running = [];
      this.#running.set(syncer, running);
    }
    const same = running.find(
      ({ gap: other }) =>
        other.from <= gap.from &&
        other.to >= gap.to &&
        unionOfWalks(other.walk, gap.walk) === other.walk,
    );
    if (same !== undefined) {
      await same.done;
      return;
    }
    // No signal of a caller is passed on: the first caller may leave while others wait.
    const { client, deadline, allowance, notes } = options;
    const done = this.#walk(syncer, gap, { client, deadline, allowance, notes });
    const entry = { gap, done };
    running.push(entry);
    await entry.done.finally(() => running.splice(running.indexOf(entry), 1));
  }

  async #walk(syncer: Syncer, gap: Gap, options: ParticipantQueryOptions): Promise<void> {
    const { clock } = syncer;
    const { patienceMs, mostPages: maxPages, toleranceMs, pauseMs } = this.#settings;
    const giveUp = clock.monotonic() + patienceMs;
    try {
      for (;;) {
        const { outcome } = await syncer.fill(gap, options, { walk: gap.walk, maxPages });
        if (outcome === 'limited') this.#leaveAlone(syncer, gap, 20 * pauseMs);
        if (outcome !== 'busy') return;
        if (clock.monotonic() >= giveUp) return;
        await wait(clock, pollMs);
        const { spans } = await syncer.state(await tenantNumber(syncer.database, syncer.tenant));
        const reached = Math.min(gap.to, clock.now() - toleranceMs);
        const usable = knowing(spans, kindsOfWalk(gap.walk));
        if (gapsIn({ from: gap.from, to: reached }, usable).length === 0) return;
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

/** Merges overlapping gaps, so that queries about the same days share one walk. */
function mergeGaps(gaps: readonly Gap[]): Gap[] {
  const merged: Gap[] = [];
  for (const gap of [...gaps].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last === undefined || gap.from > last.to) merged.push(gap);
    else
      merged.splice(-1, 1, {
        from: last.from,
        to: Math.max(last.to, gap.to),
        walk: unionOfWalks(last.walk, gap.walk),
      });
  }
  return merged;
}
