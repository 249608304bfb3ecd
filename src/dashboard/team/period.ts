/** The time that Team counts, in whole days, and the one before that it is compared with. */

import type { ScreenLocation } from '../data/question.ts';
import { isoDay, startOfDay } from '../shared/day.ts';

/** Months and quarters of the calendar here. */
export const calendarPeriods = ['month', 'last-month', 'quarter', 'last-quarter'] as const;
export type CalendarPeriod = (typeof calendarPeriods)[number];

/** Days to choose from. */
export const teamSpans = [30, 60, 90];

export interface Days {
  readonly from: Date;
  /** The beginning of the day after. */
  readonly to: Date;
}

export interface TeamPeriod extends Days {
  /** Of the address. */
  readonly name: CalendarPeriod | null;
  readonly before: Days;
  /** The month or quarter is not over: as many days of the one before are compared. */
  readonly isRunning: boolean;
  /** The running one was chosen and has no whole day yet, so it is the last one. */
  readonly isTooNew: boolean;
}

export const spanOf = ({ get }: Pick<ScreenLocation, 'get'>): number =>
  teamSpans.find((span) => String(span) === get('days')) ?? 30;

export const daysIn = ({ from, to }: Days): number => {
  let days = 0;
  // Days of clock changes are an hour shorter or longer.
  while (startOfDay(from, days) < to) days += 1;
  return days;
};

/** Today is never within: it is not over. */
export function teamPeriod(location: Pick<ScreenLocation, 'get'>, now: Date): TeamPeriod {
  const today = startOfDay(now);
  const name = calendarPeriods.find((period) => period === location.get('period')) ?? null;
  if (name === null) {
    const span = spanOf(location);
    const from = startOfDay(now, -span);
    const before = { from: startOfDay(now, -2 * span), to: from };
    return { name, from, to: today, before, isRunning: false, isTooNew: false };
  }
  const months = name.endsWith('month') ? 1 : 3;
  const first = now.getMonth() - (now.getMonth() % months);
  const begin = (later: number): Date => new Date(now.getFullYear(), first + later * months, 1);
  const isTooNew = !name.startsWith('last') && begin(0).getTime() === today.getTime();
  if (name.startsWith('last') || isTooNew) {
    const before = { from: begin(-2), to: begin(-1) };
    return { name, from: begin(-1), to: begin(0), before, isRunning: false, isTooNew };
  }
  const running = { from: begin(0), to: today };
  const sameDay = startOfDay(begin(-1), daysIn(running));
  const before = { from: begin(-1), to: sameDay < running.from ? sameDay : running.from };
  return { name, ...running, before, isRunning: true, isTooNew };
}

/** Behind UTC by as much a day may begin as late as that. */
const westMostMs = 12 * 3_600_000;

/**
 * The day, as text, before which the platform is asked for measures: it counts in the company's time zone, which may
 * be west of here, and refuses a day that has not begun there.
 */
export function measuredTo({ from, to }: Days, now: Date): string {
  const begun = new Date(now.getTime() - westMostMs).toISOString().slice(0, 10);
  return begun > isoDay(from) && begun < isoDay(to) ? begun : isoDay(to);
}

export const lastDayOf = ({ to }: Days): Date => startOfDay(to, -1);

/** As an address of calls has them: both days are within. */
export const addressOf = (days: Days) => ({
  from: isoDay(days.from),
  to: isoDay(lastDayOf(days)),
});
