/** Periods that calls are grouped by: the day, week (from Monday), month or quarter they started in. */

import { UserInputError } from '../../errors.ts';
import type { CallExtent } from '../../participants/call-query.ts';
import { unitStart } from '../relative-date.ts';
import { dayIn, startOfDay } from '../time-zone.ts';

export const units = { DAY: 'DAY', WEEK: 'WEEK', MONTH: 'MONTH', QUARTER: 'QUARTER' } as const;
const mostPeriods = 800;
const monday = 1;

/** Starts of the periods from the first call to the last, and the end of the last one. @throws UserInputError for too many. */
export function boundsOfPeriods(
  extent: CallExtent,
  unit: keyof typeof units,
  timeZone: string,
): number[] {
  const first = dayIn(timeZone, extent.first);
  const bounds: number[] = [];
  for (let n = 0; ; n++) {
    const start = startOfDay(timeZone, unitStart(unit, first, n, monday));
    bounds.push(start);
    if (start > extent.last) return bounds;
    if (n === mostPeriods) throw tooManyPeriods(unit, extent);
  }
}

function tooManyPeriods(unit: keyof typeof units, { first, last }: CallExtent): UserInputError {
  const [from, to] = [first, last].map((at) => new Date(at).toISOString().slice(0, 10));
  return new UserInputError(
    `Expected calls within ${mostPeriods} times ${unit}, got calls from ${from} to ${to}: narrow the time of the filter, or group by a longer period.`,
  );
}
