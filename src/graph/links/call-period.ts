/** Periods that calls are grouped by: the day, week (from Monday), month or quarter they started in. */

import { UserInputError } from '../../errors.ts';
import type { CallExtent, IndexFilter } from '../../participants/call-query.ts';
import { executeOptions, type GraphContext } from '../context.ts';
import { unitStart } from '../relative-date.ts';
import { dayIn, startOfDay } from '../time-zone.ts';

export const units = { DAY: 'DAY', WEEK: 'WEEK', MONTH: 'MONTH', QUARTER: 'QUARTER' } as const;
const mostPeriods = 800;
const monday = 1;

/** Starts of the periods from the first call of the filter's time to the last. @throws UserInputError for too many. */
export async function periodStarts(
  context: GraphContext,
  { from, to }: IndexFilter,
  unit: keyof typeof units,
  timeZone: string,
): Promise<number[]> {
  const { participants, tenant } = context;
  const { value } = await participants.extent(tenant, { from, to }, executeOptions(context));
  if (value === null) return [];
  const first = dayIn(timeZone, value.first);
  const starts: number[] = [];
  for (let n = 0; ; n++) {
    const start = startOfDay(timeZone, unitStart(unit, first, n, monday));
    if (start > value.last) return starts;
    if (n === mostPeriods) throw tooManyPeriods(unit, value);
    starts.push(start);
  }
}

function tooManyPeriods(unit: keyof typeof units, { first, last }: CallExtent): UserInputError {
  const [from, to] = [first, last].map((at) => new Date(at).toISOString().slice(0, 10));
  return new UserInputError(
    `Expected calls within ${mostPeriods} times ${unit}, got calls from ${from} to ${to}: narrow the time of the filter, or group by a longer period.`,
  );
}
