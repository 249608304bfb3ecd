/** Schedule: the next stretch of time to walk. The newest comes first, next the gaps behind it, last the stretch compared longest ago. */

import { gapsIn, lengthOf, lengthOfGaps, startSkewMs } from '../coverage.ts';
import type { Range, Span } from '../store/span.ts';

interface PlanSettings {
  /** Calls come to the platform hours after they end and change later: so far back the newest part is walked again. */
  readonly overlapMs: number;
  /** How often the whole overlap is walked; in between only its tail. */
  readonly overlapEveryMs: number;
  /** The part of the overlap that is walked every time. */
  readonly tailMs: number;
  /** How long the newest part stays as it is. */
  readonly recentEveryMs: number;
  /** After which older parts are walked again, for deletions and changes. */
  readonly reconcileAfterMs: number;
  /** Calls that one walk is meant to have: so much work is lost by a kill. */
  readonly callsPerWalk: number;
  readonly contents: boolean;
}

export interface PlanState {
  readonly spans: readonly Span[];
  /** Ranges that somebody walks at the moment. */
  readonly leased: readonly Range[];
  readonly now: number;
  /** Start of the oldest call wanted. */
  readonly horizon: number;
}

export interface Task extends Range {
  readonly kind: 'recent' | 'backfill' | 'reconcile';
  /** For `reconcile`: when the oldest part of it was walked. */
  readonly walkedAt?: number | undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const shortestMs = hourMs;
const longestMs = 62 * dayMs;
/** Before anything is known of how dense calls are. */
const firstMs = 7 * dayMs;

/** What counts as known: spans that end by now and have what is wanted. */
function usable({ spans, now }: PlanState, { contents }: PlanSettings): Span[] {
  return spans
    .filter((span) => (span.contents || !contents) && span.from < now)
    .map((span) => (span.to > now ? { ...span, to: now } : span));
}

/** The newest part, when it is due and nobody walks it. Reaches ahead of now: calls may start before their schedule. */
export function recentTask(state: PlanState, settings: PlanSettings): Task | null {
  const { now } = state;
  const spans = usable(state, settings);
  const newest = spans.at(-1);
  const age = newest === undefined ? Infinity : now - newest.walkedAt;
  // A negative age: the clock went back, and nobody knows what is due.
  if (age >= 0 && age < settings.recentEveryMs) return null;
  const overlap = { from: floorTo(now - settings.overlapMs, dayMs), to: now };
  const tail = { from: floorTo(now - settings.tailMs, hourMs), to: now };
  const old = { from: overlap.from, to: tail.from };
  const fresh = spans.filter((span) => now - span.walkedAt < settings.overlapEveryMs);
  const { from } = gapsIn(old, fresh).length === 0 ? tail : overlap;
  const task: Task = { kind: 'recent', from, to: ceilTo(now + startSkewMs, 1_000) };
  return touches(task, state.leased) ? null : task;
}

/** The newest gap between the horizon and now, or its newest part. */
export function backfillTask(state: PlanState, settings: PlanSettings): Task | null {
  const wanted = wantedRange(state);
  const known = [...usable(state, settings), ...state.leased].sort((a, b) => a.from - b.from);
  // What came after the newest part is the next run's business.
  const to = Math.min(wanted.to, Math.max(...known.map((range) => range.to)));
  const gap = gapsIn({ from: wanted.from, to }, known).at(-1);
  if (gap === undefined) return null;
  const size = walkLength(state, settings);
  // Whole days where possible; a rest too small to be worth a walk of its own goes along.
  const cut = floorTo(gap.to - size, dayMs);
  const from = cut - gap.from < size / 4 ? gap.from : cut;
  return { kind: 'backfill', from: floorTo(from, 1_000), to: ceilTo(gap.to, 1_000) };
}

/** What was compared with the platform longest ago, if that is long ago. */
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
    (found, span) => (found === null || span.walkedAt < found.walkedAt ? span : found),
    null,
  );
  if (oldest === null) return null;
  const size = walkLength(state, settings);
  let { to } = oldest;
  for (const span of due) if (span.from === to && span.to - oldest.from <= size) to = span.to;
  const { from, walkedAt } = oldest;
  return { kind: 'reconcile', from, to: Math.min(to, from + longestMs), walkedAt };
}

/** Whether a task is still to be done, once its lease is held: somebody may have been quicker. */
export function isWanted(task: Task, spans: readonly Span[], settings: PlanSettings): boolean {
  if (task.kind === 'recent') return true;
  const done = spans.filter(
    (span) => (span.contents || !settings.contents) && touches(span, [task]),
  );
  return task.kind === 'backfill'
    ? gapsIn(task, done).length > 0
    : done.some(({ walkedAt }) => walkedAt === task.walkedAt);
}

/** Window time that has to be walked to know all calls started since the horizon. */
export function wantedRange({ horizon, now }: PlanState): Range {
  return { from: floorTo(horizon - startSkewMs, dayMs), to: now };
}

/** Share of the wanted time that is known, 0 to 1; the newest hour is the next walk's business. */
export function completeShare(state: PlanState, settings: PlanSettings): number {
  const { from, to } = wantedRange(state);
  const wanted = { from, to: to - settings.overlapEveryMs };
  const length = lengthOf(wanted);
  return length === 0 ? 1 : 1 - lengthOfGaps(wanted, usable(state, settings)) / length;
}

/** How long a walk of the usual number of calls is, by the calls of the oldest known month. */
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
  /** How far back the index reaches. */
  readonly horizonMonths: number;
  /** Walks at a time, so that the upstream's latency does not leave budget unused. */
  readonly parallel: number;
  /** After this, the walk of a gateway that died is free for others. */
  readonly leaseMs: number;
  /** How often users' aliases are read. */
  readonly aliasesEveryMs: number;
  /** How often keys without a call are removed, at most. */
  readonly sweepEveryMs: number;
  /** Tries of one upstream call that may succeed later. */
  readonly attempts: number;
  /** A wait longer than this ends the run; the next one goes on where it ended. */
  readonly longestWaitMs: number;
}

const minuteMs = 60_000;

export const defaultSyncSettings: SyncSettings = {
  horizonMonths: 24,
  overlapMs: 3 * dayMs,
  overlapEveryMs: hourMs,
  tailMs: 12 * hourMs,
  recentEveryMs: 0,
  reconcileAfterMs: 7 * dayMs,
  callsPerWalk: 2_000,
  contents: false,
  parallel: 3,
  leaseMs: 2 * minuteMs,
  aliasesEveryMs: hourMs,
  sweepEveryMs: dayMs,
  attempts: 5,
  longestWaitMs: minuteMs,
};

/** The start of the oldest call wanted: the same day of the month, that many months ago (UTC). */
export function horizonOf(now: number, months: number): number {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.getTime();
}
