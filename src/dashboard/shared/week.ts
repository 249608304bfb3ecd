/** Weeks of UTC, from Monday, as the graph counts calls in them. */

import { dayMs } from './day.ts';

export const weekMs = 7 * dayMs;

/** So many are a year of them. */
export const weeksOfYear = 52;

/** The Monday of UTC with which so many weeks begin, the running one as the last of them. All requests of one day have the same variables. */
export function firstWeek(now: Date, weeks: number): string {
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const days = sinceMonday + 7 * (weeks - 1);
  return new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days),
  ).toISOString();
}

/** The Mondays from that one until now. */
export function mondaysSince(first: string, now: Date): readonly string[] {
  const start = Date.parse(first);
  const count = Math.floor((now.getTime() - start) / weekMs) + 1;
  return Array.from({ length: count }, (_, at) => new Date(start + at * weekMs).toISOString());
}

/** Bounds of the week of UTC that begins on this day. */
export function weekOf(day: Date): { readonly from: string; readonly to: string } {
  const start = Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
  return { from: new Date(start).toISOString(), to: new Date(start + weekMs).toISOString() };
}
