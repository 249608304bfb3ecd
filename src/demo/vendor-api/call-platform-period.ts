/** Operations that the call platform publishes and the interface does not have: users by a filter, activity by period. */

import { type Continuation, callAnalyticsError } from '../../connector-service/backend.ts';
import { activityMeasures } from '../../contract/calls/statistics.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { addDays, CompanyZone } from '../company/calendar.ts';
import { vendor } from '../text/company-data.ts';
import { type AnswerOf, allRows, type Read } from './company-read.ts';

const pageSize = 100;

/** A page out of a list that is read whole. */
function pageOf(rows: readonly Row[], from: Continuation | null): AnswerOf<'cursor-page'> {
  const first = Number(from?.first ?? 0);
  const next = first + pageSize;
  return {
    kind: 'cursor-page',
    rows: rows.slice(first, next),
    totalRecords: rows.length,
    pageNumber: first / pageSize,
    next: next < rows.length ? { first: next } : null,
  };
}

/** Published: by ids, and by the time they were made; without either, all users. */
export async function usersByFilter(
  read: Read,
  { userIds, createdFromDateTime: from, createdToDateTime: to }: Row,
  page: Continuation | null,
): Promise<AnswerOf<'cursor-page'>> {
  const users = await allRows(read, 'users', {});
  const rows = users.filter(({ id, created }) => {
    const at = Date.parse(String(created));
    return (
      (!Array.isArray(userIds) || userIds.includes(id)) &&
      (from === undefined || at >= Date.parse(String(from))) &&
      (to === undefined || at < Date.parse(String(to)))
    );
  });
  return pageOf(rows, page);
}

const zone = new CompanyZone(vendor.timeZone);
const firstOfMonth = (date: string, month: number): string =>
  `${date.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
const monthOf = (date: string): number => Number(date.slice(5, 7));

/** Published: names of the periods. First day of the one that a day is in; a week begins on Monday (composed). */
const beginnings: Readonly<Record<string, (date: string) => string>> = {
  DAY: (date) => date,
  WEEK: (date) => addDays(date, -((new Date(date).getUTCDay() + 6) % 7)),
  MONTH: (date) => firstOfMonth(date, monthOf(date)),
  QUARTER: (date) => firstOfMonth(date, Math.floor((monthOf(date) - 1) / 3) * 3 + 1),
  YEAR: (date) => firstOfMonth(date, 1),
};

/**
 * Published: for each user with activity, every period of the range with counts.
 * @throws BackendError 400 without a known period, or as the activity by day does
 */
export async function aggregateByPeriod(
  read: Read,
  { filter, aggregationPeriod }: Row,
  page: Continuation | null,
): Promise<AnswerOf<'cursor-page'>> {
  const beginningOf = beginnings[String(aggregationPeriod)];
  // The text has the recorded form of such an error.
  if (beginningOf === undefined)
    throw callAnalyticsError(400, 'aggregationPeriod: must not be null');
  const users = await allRows(read, 'stats_activity_day_by_day', { filter });
  const { fromDate, toDate } = filter as Readonly<Record<string, string>>;
  const periods = periodsOf(String(fromDate), String(toDate), beginningOf);
  const rows = users.map(({ userId, userEmailAddress, userDailyActivityStats }) => ({
    userId,
    userEmailAddress,
    userAggregateActivity: periods.map(([from, to]) =>
      countsOf(userDailyActivityStats as readonly Row[], from, to),
    ),
  }));
  return pageOf(rows, page);
}

/** Days of each period, cut to the range; the last exclusive. */
function periodsOf(
  fromDate: string,
  toDate: string,
  beginningOf: (date: string) => string,
): (readonly [string, string])[] {
  const periods: [string, string][] = [];
  for (let date = fromDate; date < toDate; date = addDays(date, 1)) {
    const last = periods.at(-1);
    if (last !== undefined && beginningOf(last[0]) === beginningOf(date))
      last[1] = addDays(date, 1);
    else periods.push([date, addDays(date, 1)]);
  }
  return periods;
}

function countsOf(days: readonly Row[], from: string, to: string): Row {
  const begin = zone.instantOf(from);
  const end = zone.instantOf(to);
  const inside = days.filter(({ fromDate }) => {
    const at = Date.parse(String(fromDate));
    return at >= begin && at < end;
  });
  const counts = activityMeasures.map((measure) => [
    measure,
    inside.reduce((sum, day) => sum + (day[measure] as readonly string[]).length, 0),
  ]);
  return {
    ...Object.fromEntries(counts),
    fromDate: new Date(begin).toISOString(),
    toDate: new Date(end).toISOString(),
  };
}
