/** Schedule: the next stretch of time to walk. The newest comes first, next the gaps behind it, last the stretch compared longest ago. */

import { gapsIn, lengthOf, lengthOfGaps, startSkewMs } from '../coverage.ts';
import { kindsOfWalk, knowing, type MadeWalk } from '../need.ts';
import type { Span } from '../store/span.ts';
import type { Range } from '../store/time-range.ts';

interface PlanSettings {
  /** Overlap with the newest part that is walked again, since calls reach the platform hours after they end and change later. */
  readonly overlapMs: number;
  /** Interval of walks of the whole overlap; in between only its tail is walked. */
  readonly overlapEveryMs: number;
  /** The part of the overlap that is walked every time. */
  readonly tailMs: number;
  /** Interval of walks of the newest part. */
  readonly recentEveryMs: number;
  /** Age at which older parts are walked again, for deletions and changes. */
  readonly reconcileAfterMs: number;
  /** Intended number of calls of a walk: the most work that a kill loses. */
  readonly callsPerWalk: number;
  readonly walk: MadeWalk;
}

export interface PlanState {
  readonly spans: readonly Span[];
  /** Ranges under a live lease. */
  readonly leased: readonly Range[];
  readonly now: number;
  /** Start of the oldest call that the index should hold. */
  readonly horizon: number;
}

export interface Task extends Range {
  readonly kind: 'recent' | 'backfill' | 'reconcile';
  /** For `reconcile`: the time of the walk of its oldest part. */
  readonly walkedAt?: number | undefined;
}

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const shortestMs = hourMs;
const longestMs = 62 * dayMs;
/** Length of a walk while the density of calls is unknown. */
const firstMs = 7 * dayMs;

/** Usable spans: those that end by now, of walks that brought as much. */
function usable({ spans, now }: PlanState, { walk }: PlanSettings): Span[] {
  return knowing(spans, kindsOfWalk(walk))
    .filter((span) => span.from < now)
    .map((span) => (span.to > now ? { ...span, to: now } : span));
}

/** Task for the newest part, when it is due and has no lease. It reaches ahead of now: calls may start before their schedule. */
export function recentTask(state: PlanState, settings: PlanSettings): Task | null {
  const { now } = state;
  const spans = usable(state, settings);
  const newest = spans.at(-1);
  const age = newest === undefined ? Infinity : now - newest.walkedAt;
  // A negative age means that the clock went back; the task counts as due.
  if (age >= 0 && age < settings.recentEveryMs) return null;
  const overlap = { from: floorTo(now - settings.overlapMs, dayMs), to: now };
  const tail = { from: floorTo(now - settings.tailMs, hourMs), to: now };
  const old = { from: overlap.from, to: tail.from };
  const fresh = spans.filter((span) => now - span.walkedAt < settings.overlapEveryMs);
  const { from } = gapsIn(old, fresh).length === 0 ? tail : overlap;
  const task: Task = { kind: 'recent', from, to: ceilTo(now + startSkewMs, 1_000) };
  return touches(task, state.leased) ? null : task;
}

/** Task for the newest gap between the horizon and now, or for its newest part. */
export function backfillTask(state: PlanState, settings: PlanSettings): Task | null {
  const bounds = wantedRange(state);
  const taken = [...usable(state, settings), ...state.leased].sort((a, b) => a.from - b.from);
  // Time after the newest part is left to the next run.
  const to = Math.min(bounds.to, Math.max(...taken.map((range) => range.to)));
  const gap = gapsIn({ from: bounds.from, to }, taken).at(-1);
  if (gap === undefined) return null;
  const size = walkLength(state, settings);
  // Cuts at whole days where possible; a rest too small for a walk of its own is included.
  const cut = floorTo(gap.to - size, dayMs);
  const from = cut - gap.from < size / 4 ? gap.from : cut;
  return { kind: 'backfill', from: floorTo(from, 1_000), to: ceilTo(gap.to, 1_000) };
}

/** Task for the stretch compared with the platform longest ago, if that is due. */
export function reconcileTask(state: PlanState, settings: PlanSettings): Task | null {
  const { now, leased } = state;
  const newestWanted = now - settings.overlapMs;
  const due = usable(state, settings).filter(
    (span) =>
      span.to <= newestWanted &&
      Math.abs(now - span.walkedAt) >= settings.reconcileAfterMs &&
      !touches(span, leased),
  );
  const oldest = due.reduce<Span | null>(
    (oldest, span) => (oldest === null || span.walkedAt < oldest.walkedAt ? span : oldest),
    null,
  );
  if (oldest === null) return null;
  const size = walkLength(state, settings);
  let { to } = oldest;
  for (const span of due) if (span.from === to && span.to - oldest.from <= size) to = span.to;
  const { from, walkedAt } = oldest;
  return { kind: 'reconcile', from, to: Math.min(to, from + longestMs), walkedAt };
}

/** Whether a task is still due under its lease: another walker may have been quicker. */
export function isWanted(task: Task, spans: readonly Span[], settings: PlanSettings): boolean {
  if (task.kind === 'recent') return true;
  const done = knowing(spans, kindsOfWalk(settings.walk)).filter((span) => touches(span, [task]));
  return task.kind === 'backfill'
    ? gapsIn(task, done).length > 0
    : done.some(({ walkedAt }) => walkedAt === task.walkedAt);
}

/** Window time to walk for all calls that started since the horizon. */
export function wantedRange({ horizon, now }: PlanState): Range {
  return { from: floorTo(horizon - startSkewMs, dayMs), to: now };
}

/** Covered share of the wanted time, 0 to 1; the newest hour is left to the next walk. */
export function completeShare(state: PlanState, settings: PlanSettings): number {
  const { from, to } = wantedRange(state);
  const range = { from, to: to - settings.overlapEveryMs };
  const length = lengthOf(range);
  return length === 0 ? 1 : 1 - lengthOfGaps(range, usable(state, settings)) / length;
}

/** Progress of a fill. */
interface FillPace {
  readonly callsPerMinute: number;
  /** Expected end, epoch milliseconds. */
  readonly endsAt: number;
}

/** Age of the walks that tell the pace: earlier ones may be of an earlier run. */
const paceMs = 15 * minuteMs;

/** Time that is walked before the pace is told: of the first seconds, most is spent on other than calls. */
const leastPaceMs = 30_000;

/**
 * Pace of the fill by the spans that were walked lately; null where nothing is left, or they say too little of it: a
 * single one is the first, which is short, or still the only one while a longer one is walked.
 */
export function fillPace(state: PlanState, settings: PlanSettings): FillPace | null {
  const { now } = state;
  const range = wantedRange(state);
  const spans = usable(state, settings);
  const left = lengthOfGaps({ from: range.from, to: range.to - settings.overlapEveryMs }, spans);
  const lately = spans.filter(({ walkedAt }) => walkedAt <= now && now - walkedAt < paceMs);
  const began = Math.min(...lately.map(({ walkedAt }) => walkedAt));
  const read = lately.reduce((sum, span) => sum + lengthOf(span), 0);
  const walks = new Set(lately.map(({ walkedAt }) => walkedAt)).size;
  if (left === 0 || read === 0 || walks < 2 || now - began < leastPaceMs) return null;
  const calls = lately.reduce((sum, span) => sum + span.calls, 0);
  return {
    callsPerMinute: (calls * minuteMs) / (now - began),
    endsAt: now + (left * (now - began)) / read,
  };
}

/** Length of a walk with `callsPerWalk` calls, by the density of the oldest covered month. */
export function walkLength(state: PlanState, settings: PlanSettings): number {
  let calls = 0;
  let length = 0;
  for (const span of usable(state, settings)) {
    if (length >= 30 * dayMs) break;
    calls += span.calls;
    length += lengthOf(span);
  }
  if (length === 0) return firstMs;
  const size = calls === 0 ? 4 * length : (length * settings.callsPerWalk) / calls;
  return Math.min(longestMs, Math.max(shortestMs, size));
}

function touches(range: Range, others: readonly Range[]): boolean {
  return others.some((other) => other.from < range.to && other.to > range.from);
}

const floorTo = (at: number, unit: number): number => Math.floor(at / unit) * unit;
const ceilTo = (at: number, unit: number): number => Math.ceil(at / unit) * unit;

export interface SyncSettings extends PlanSettings {
  /** Months that the index reaches back. */
  readonly horizonMonths: number;
  /** Parallel walks, so that the upstream's latency does not leave budget unused. */
  readonly parallel: number;
  /** Length of a lease, after which the walk of a dead gateway is free for others. */
  readonly leaseMs: number;
  /** Interval of reading users' aliases. */
  readonly aliasesEveryMs: number;
  /** Shortest interval of removing keys without a call. */
  readonly sweepEveryMs: number;
  /** Attempts of one execute request that may succeed later. */
  readonly attempts: number;
  /** Longest wait of a run; a longer one ends it, and the next run continues. */
  readonly longestWaitMs: number;
}

export const defaultSyncSettings: SyncSettings = {
  horizonMonths: 24,
  overlapMs: 3 * dayMs,
  overlapEveryMs: hourMs,
  tailMs: 12 * hourMs,
  recentEveryMs: 0,
  reconcileAfterMs: 7 * dayMs,
  callsPerWalk: 2_000,
  walk: 'people',
  parallel: 3,
  leaseMs: 2 * minuteMs,
  aliasesEveryMs: hourMs,
  sweepEveryMs: dayMs,
  attempts: 5,
  longestWaitMs: minuteMs,
};

/** Longest time without a call that is believed of a company with an index: a clock that is years ahead must not empty it. */
export const longestSilenceMs = 31 * dayMs;

/** Horizon: the same day of the month, that many months ago (UTC). */
export function horizonOf(now: number, months: number): number {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.getTime();
}
