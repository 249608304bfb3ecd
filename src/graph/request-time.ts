/** Request time, read so that an answer computed from it can be cached for as long as it holds. */

import type { GraphContext } from '../engine/context.ts';
import { type CalendarDay, dayIn, startOfDay } from './time-zone.ts';

type Timed = Pick<GraphContext, 'now' | 'nowUntil'>;

/** Current time in epoch milliseconds. @param endOf end of the time in which the same result follows from another `now` */
function nowUntil(context: Timed, endOf: (now: number) => number): number {
  return context.nowUntil?.(endOf) ?? context.now.getTime();
}

/** Current time, for values that are not made of it: whoever makes one of it says until when that holds. */
export const timeOfRequest = (context: Timed): number => nowUntil(context, () => Infinity);

/** Current day in a time zone; values computed from it hold until that day ends there. */
export function today(context: Timed, timeZone: string): CalendarDay {
  const tomorrow = (now: number): number => {
    const { year, month, day } = dayIn(timeZone, now);
    return startOfDay(timeZone, { year, month, day: day + 1 });
  };
  return dayIn(timeZone, nowUntil(context, tomorrow));
}

/** Whether an instant is in the future; values computed from it hold until then, and for good afterwards. */
export function isAhead(context: Timed, instant: number): boolean {
  return nowUntil(context, (now) => (now < instant ? instant : Infinity)) < instant;
}

const minuteMs = 60_000;

/** Begin of the current minute. */
export function thisMinute(context: Timed): number {
  const begun = (now: number): number => Math.floor(now / minuteMs) * minuteMs;
  return begun(nowUntil(context, (now) => begun(now) + minuteMs));
}
