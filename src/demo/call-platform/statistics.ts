/** Statistics: users' activity in a range of days, their interaction measures, and coaching of a manager's reports. */

import {
  type BackendAnswer,
  type BackendOperation,
  callAnalyticsError,
} from '../../connector-service/backend.ts';
import {
  type ActivityMeasure,
  activityMeasures,
  type DailyActivityRecord,
} from '../../contract/calls/statistics.ts';
import type { UserRecord } from '../../contract/calls/user.ts';
import { memberAt } from '../../contract/member-at.ts';
import { addDays } from '../company/calendar.ts';
import type { Company } from '../company/company.ts';
import type { Colleague } from '../company/user.ts';
import { measureInserter } from '../database/interaction-measure.ts';
import { bagOf, dateParam, listPage, microsOf, textParam, textsOf } from './page.ts';

/** A range of the company's days. */
interface DayRange {
  /** `YYYY-MM-DD`; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  /** Range in milliseconds. */
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the range and the users of a statistics filter.
 * @throws BackendError 400 naming every fault: a missing date, a date after today, an empty range.
 */
function statisticsFilter(
  company: Company,
  operation: BackendOperation,
): { range: DayRange; users: readonly UserRecord[] } {
  const filter = bagOf(operation.params, 'filter');
  const from = dateParam(filter, 'fromDate', 'filter.fromDate');
  const to = dateParam(filter, 'toDate', 'filter.toDate');
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
  const userIds = textsOf(filter, 'userIds');
  return {
    range: { from, to, start: zone.instantOf(from), end: zone.instantOf(to) },
    users: userIds ? company.users.filter((user) => userIds.includes(user.id)) : company.users,
  };
}

/** Users with activity in the range, in the order of their ids. */
function activeUsers(
  company: Company,
  operation: BackendOperation,
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

export function listActivityAggregate(
  company: Company,
  operation: BackendOperation,
): BackendAnswer {
  const { range, users } = activeUsers(company, operation);
  const countsOf = activityCounter(company, range.start, range.end);
  return listPage(
    users,
    operation.page,
    (user) => user.id,
    (page) =>
      page.map((user) => ({
        userId: user.id,
        userEmailAddress: user.emailAddress,
        userAggregateActivityStats: countsOf(user.id),
      })),
  );
}

/**
 * Number of calls for each measure, counted for one user after another.
 * @param start milliseconds, inclusive; @param end exclusive.
 */
function activityCounter(
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
      counts[memberAt(activityMeasures, Number(row.kind))] = Number(row.n);
    return counts;
  };
}

export function listActivityByDay(company: Company, operation: BackendOperation): BackendAnswer {
  const { range, users } = activeUsers(company, operation);
  const { zone } = company.calendar;
  const days: { start: number; end: number }[] = [];
  for (let day = range.from; day < range.to; day = addDays(day, 1))
    days.push({ start: zone.instantOf(day), end: zone.instantOf(addDays(day, 1)) });
  const activities = company.db.prepare(
    `SELECT activity.at AS at, kind, call.id AS id FROM activity JOIN call ON call.seq = activity.call
     WHERE user = ? AND activity.at >= ? AND activity.at < ? ORDER BY activity.at`,
  );
  return listPage(
    users,
    operation.page,
    (user) => user.id,
    (page) =>
      page.map((user) => {
        const rows = activities.all(user.id, range.start / 1000, range.end / 1000);
        let next = 0;
        return {
          userId: user.id,
          userEmailAddress: user.emailAddress,
          userDailyActivityStats: days.map(({ start, end }): DailyActivityRecord => {
            const lists = blank((): string[] => []);
            for (; next < rows.length; next += 1) {
              const { kind, id, at } = memberAt(rows, next);
              if (Number(at) * 1000 >= end) break;
              lists[memberAt(activityMeasures, Number(kind))].push(String(id));
            }
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

const columns = [
  ['Talk Ratio', 'ratio'],
  ['Longest Monologue', 'monologue'],
  ['Longest Customer Story', 'story'],
  ['Interactivity', 'interactivity'],
  ['Patience', 'patience'],
  ['Question Rate', 'questions'],
] as const;

/** Users without a transcribed call in the range are missing; Question Rate is the number of questions per call. */
export function listInteraction(company: Company, operation: BackendOperation): BackendAnswer {
  const { range, users } = statisticsFilter(company, operation);
  measureCalls(company, range.start * 1000, range.end * 1000);
  const statement = company.db.prepare(
    `SELECT count(ratio) AS calls, ${columns.map(([, column]) => `avg(${column}) AS ${column}`).join(', ')}
     FROM interaction WHERE host = ? AND at >= ? AND at < ?`,
  );
  const measured = users.flatMap((user) => {
    const means = statement.get(user.id, range.start * 1000, range.end * 1000);
    return means !== undefined && Number(means.calls) > 0 ? [{ user, means }] : [];
  });
  return listPage(
    measured,
    operation.page,
    ({ user }) => user.id,
    (page) =>
      page.map(({ user, means }) => ({
        userId: user.id,
        userEmailAddress: user.emailAddress,
        personInteractionStats: columns.map(([name, column]) => ({
          name,
          value: Number(Number(means[column]).toFixed(3)),
        })),
      })),
  );
}

/** Works out the measures of calls in the window (microseconds) that have none yet. */
function measureCalls(
  { db, calls }: Pick<Company, 'db' | 'calls'>,
  from: number,
  to: number,
): void {
  const missing = db
    .prepare(
      `SELECT call.seq AS seq FROM call LEFT JOIN interaction ON interaction.call = call.seq
       WHERE call.at >= ? AND call.at < ? AND interaction.call IS NULL`,
    )
    .all(from, to)
    .map((row) => Number(row.seq));
  if (missing.length === 0) return;
  const insert = measureInserter(db);
  db.exec('SAVEPOINT measure');
  for (let start = 0; start < missing.length; start += 1000)
    for (const call of calls.bySeq(missing.slice(start, start + 1000)))
      insert({ ...call, host: call.meta.primaryUserId });
  db.exec('RELEASE measure');
}

export function listCoaching(company: Company, operation: BackendOperation): BackendAnswer {
  const { params } = operation;
  const workspace = textParam(params, 'workspace-id') ?? '';
  if (!company.settings.workspaces.some(({ id }) => id === workspace))
    throw callAnalyticsError(404, `Workspace ID ${workspace} was not found`);
  const managerId = textParam(params, 'manager-id') ?? '';
  const manager = company.byId.get(managerId);
  if (!manager) throw callAnalyticsError(404, `User ID ${managerId} was not found`);
  const from = instantOf(company, params, 'from');
  const to = instantOf(company, params, 'to');
  const reports = company.colleagues.filter((colleague) => colleague.manager === manager.index);
  const countsOf = activityCounter(company, from, to, workspace);
  return {
    kind: 'rows',
    rows: [manager, ...reports].map((colleague) => row(company, colleague, countsOf(colleague.id))),
  };
}

/** Milliseconds: of an instant, or of the beginning of a date in the company's time zone. */
function instantOf(
  company: Company,
  params: Readonly<Record<string, unknown>>,
  name: string,
): number {
  const text = textParam(params, name) ?? '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return company.calendar.zone.instantOf(text);
  return (microsOf(params, name) ?? 0) / 1000;
}

function row(
  company: Company,
  colleague: Colleague,
  counts: Readonly<Record<ActivityMeasure, number>>,
) {
  return {
    userId: colleague.id,
    userEmailAddress: colleague.email,
    userName: `${colleague.first} ${colleague.last}`,
    isManager: company.colleagues.some((other) => other.manager === colleague.index),
    coachingMetrics: {
      callsListened: counts.ownCallsListenedTo + counts.othersCallsListenedTo,
      callsAttended: counts.callsAttended,
      callsWithFeedback: counts.callsGaveFeedback,
      callsWithComments: counts.callsCommentsGiven,
      scorecardsFilled: counts.callsScorecardsFilled,
    },
  };
}
