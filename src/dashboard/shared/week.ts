/** Weeks of UTC, from Monday, as the graph counts calls in them. */

import { startOfDay } from './day.ts';

const weekMs = 7 * 86_400_000;

/** The Monday of UTC on or before a day so many days ago, so that the first week drawn is whole. All requests of one day have the same variables. */
export function weekBefore(now: Date, days: number): string {
  const day = startOfDay(now, -days);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(
    Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() - sinceMonday),
  ).toISOString();
}

/** Bounds of the week of UTC that begins on this day. */
export function weekOf(day: Date): { readonly from: string; readonly to: string } {
  const start = Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
  return { from: new Date(start).toISOString(), to: new Date(start + weekMs).toISOString() };
}
