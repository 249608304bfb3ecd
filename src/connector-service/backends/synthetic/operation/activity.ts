/** Activity statistics: what each user did with calls in a range of days, counted and day by day. */

import {
  type ActivityMeasure,
  activityMeasures,
  type DailyActivityRecord,
} from '../../../../contract/calls/statistics.ts';
import type { UserRecord } from '../../../../contract/calls/user.ts';
import { type BackendAnswer, callAnalyticsError, type Operation } from '../../../backend.ts';
import type { Company } from '../company.ts';
import { addDays } from '../company-zone.ts';
import { compareDecimal } from '../id.ts';
import { bagOf, dateOf, textsOf } from '../param.ts';
import { listPage } from './page.ts';

/** A range of the company's days. */
export interface DayRange {
  /** `YYYY-MM-DD`; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  /** The same in milliseconds. */
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the range and the users of a statistics filter.
 * @throws BackendError 400 naming every fault: a missing date, a date after today, an empty range.
 */
export function statisticsFilter(
  company: Company,
  operation: Operation,
): { range: DayRange; users: readonly UserRecord[] } {
  const filter = bagOf(operation.params, 'filter');
  const from = dateOf(filter, 'fromDate', 'filter.fromDate');
  const to = dateOf(filter, 'toDate', 'filter.toDate');
  const { zone } = company.calendar;
  const faults: string[] = [];
  if (from === undefined) faults.push('filter.fromDate: must not be null');
  if (to === undefined) faults.push('filter.toDate: must not be null');
  if (to !== undefined && to > zone.dateOf(company.now().getTime()))
    faults.push('filter.toDate: must not be after today');
  if (from !== undefined && to !== undefined && from >= to)
    faults.push('filter.fromDate: must be before filter.toDate');
  if (from === undefined || to === undefined || faults.length > 0)
    throw callAnalyticsError(400, ...faults);
  const wanted = textsOf(filter, 'userIds');
  return {
    range: { from, to, start: zone.instantOf(from), end: zone.instantOf(to) },
    users: wanted ? company.users.filter((user) => wanted.includes(user.id)) : company.users,
  };
}

/** Users who did something in the range, in the order of their ids. */
function activeUsers(
  company: Company,
  operation: Operation,
): { range: DayRange; users: UserRecord[] } {
  const { range, users } = statisticsFilter(company, operation);
  const exists = company.db.prepare(
    'SELECT 1 FROM activity WHERE user = ? AND at >= ? AND at < ? LIMIT 1',
  );
  return {
    range,
    users: users.filter((user) => exists.get(user.id, range.start / 1000, range.end / 1000)),
  };
}

export function listActivityAggregate(company: Company, operation: Operation): BackendAnswer {
  const { range, users } = activeUsers(company, operation);
  const countsOf = activityCounter(company, range.start, range.end);
  return listPage(
    users,
    operation.page,
    (user) => user.id,
    compareDecimal,
    (page) =>
      page.map((user) => ({
        userId: user.id,
        userEmailAddress: user.emailAddress,
        userAggregateActivityStats: countsOf(user.id),
      })),
  );
}

/**
 * How many calls count for each measure, counted for one user after another.
 * @param start milliseconds, inclusive; @param end exclusive.
 */
export function activityCounter(
  { db }: Company,
  start: number,
  end: number,
  workspace?: string,
): (userId: string) => Record<ActivityMeasure, number> {
  const [join, and] =
    workspace === undefined
      ? ['', '']
      : ['JOIN call ON call.seq = activity.call', 'AND call.workspace = ?'];
  const statement = db.prepare(
    `SELECT kind, count(*) AS n FROM activity ${join}
     WHERE user = ? AND activity.at >= ? AND activity.at < ? ${and} GROUP BY kind`,
  );
  const window = [Math.ceil(start / 1000), Math.ceil(end / 1000)];
  const more = workspace === undefined ? [] : [workspace];
  return (userId) => {
    const counts = blank(() => 0);
    for (const row of statement.all(userId, ...window, ...more))
      counts[activityMeasures[Number(row.kind)]!] = Number(row.n);
    return counts;
  };
}

export function listActivityByDay(company: Company, operation: Operation): BackendAnswer {
  const { range, users } = activeUsers(company, operation);
  const { zone } = company.calendar;
  const days: { start: number; end: number }[] = [];
  for (let day = range.from; day < range.to; day = addDays(day, 1))
    days.push({ start: zone.instantOf(day), end: zone.instantOf(addDays(day, 1)) });
  const deeds = company.db.prepare(
    `SELECT activity.at AS at, kind, call.id AS id FROM activity JOIN call ON call.seq = activity.call
     WHERE user = ? AND activity.at >= ? AND activity.at < ? ORDER BY activity.at`,
  );
  return listPage(
    users,
    operation.page,
    (user) => user.id,
    compareDecimal,
    (page) =>
      page.map((user) => {
        const rows = deeds.all(user.id, range.start / 1000, range.end / 1000);
        let next = 0;
        return {
          userId: user.id,
          userEmailAddress: user.emailAddress,
          userDailyActivityStats: days.map(({ start, end }): DailyActivityRecord => {
            const lists = blank((): string[] => []);
            for (; next < rows.length && Number(rows[next]!.at) * 1000 < end; next += 1)
              lists[activityMeasures[Number(rows[next]!.kind)]!].push(String(rows[next]!.id));
            return { ...lists, fromDate: utc(start), toDate: utc(end) };
          }),
        };
      }),
  );
}

function blank<T>(value: () => T): Record<ActivityMeasure, T> {
  return Object.fromEntries(activityMeasures.map((measure) => [measure, value()])) as Record<
    ActivityMeasure,
    T
  >;
}

/** `2026-03-08T08:00:00Z` */
function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
