/** The figures synchronisation works with when nothing else is said. */

import type { PlanSettings } from './plan.ts';

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
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const defaultSyncSettings: SyncSettings = {
  horizonMonths: 24,
  overlapMs: 3 * dayMs,
  overlapEveryMs: hourMs,
  tailMs: 12 * hourMs,
  recentEveryMs: 0,
  reconcileAfterMs: 7 * dayMs,
  callsPerWalk: 2_000,
  trackers: false,
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
