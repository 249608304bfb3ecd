/** Time zones: the calendar day of an instant, and the instant at which a day begins, across changes of the clocks. */

import { beginningOf, UserInputError } from '../errors.ts';

/** A calendar day, `{ year: 2026, month: 11, day: 22 }`. Months count from 1; a day beyond its month is one of the next. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** The names come from clients, so the cache is bounded. */
const mostFormats = 500;

/** @throws UserInputError for a name that is no time zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  let format: Intl.DateTimeFormat;
  try {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    const calendar = { calendar: 'iso8601', hourCycle: 'h23', timeZone } as const;
    format = new Intl.DateTimeFormat('en-US', { ...digits, ...time, ...calendar });
  } catch {
    const printed = JSON.stringify(beginningOf(timeZone, 40));
    throw new UserInputError(`Expected a time zone such as Europe/Paris, got ${printed}.`);
  }
  if (formats.size < mostFormats) formats.set(timeZone, format);
  return format;
}

/** Offset of local time from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  // Formatting takes hundreds of times as long.
  if (timeZone === 'UTC') return 0;
  const parts = new Map<string, number>();
  for (const { type, value } of formatOf(timeZone).formatToParts(instant))
    parts.set(type, Number(value));
  const at = (type: string): number => parts.get(type) ?? 0;
  const local = Date.UTC(
    at('year'),
    at('month') - 1,
    at('day'),
    at('hour'),
    at('minute'),
    at('second'),
  );
  return local - Math.floor(instant / 1_000) * 1_000;
}

/** The day an instant lies in. @throws UserInputError for a name that is no time zone. */
export function dayIn(timeZone: string, instant: number): CalendarDay {
  const local = new Date(instant + offsetAt(instant, timeZone));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
  };
}

/** 0 for Sunday. */
export const weekdayOf = ({ year, month, day }: CalendarDay): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();

/** The first instant of a day. Where clocks go forward at midnight, that is the first there is. */
export function startOfDay(timeZone: string, { year, month, day }: CalendarDay): number {
  const local = Date.UTC(year, month - 1, day);
  // The offset before a change of the clocks and the one behind it lead to two candidates.
  const candidates = [local - dayMs, local + dayMs].map((near) => local - offsetAt(near, timeZone));
  const fitting = candidates.filter((at) => at + offsetAt(at, timeZone) === local);
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(...candidates);
}
