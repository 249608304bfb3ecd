/** Statistics loader: one call for up to 100 users and a range of days. */

import type { GraphQLResolveInfo } from 'graphql';
import type { ObjectSpec } from '../../contract/calls/declaration.ts';
import { longestRange, statsActivityDayByDay } from '../../contract/calls/statistics.ts';
import { users } from '../../contract/calls/user.ts';
import { type EntitySpec, entityKey, pageRows } from '../../contract/entity-spec.ts';
import type { Answer, Row } from '../../contract/wire/execute.ts';
import { idText } from '../../contract/wire/upstream-value-reader.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import type { Args } from '../../engine/plan/argument.ts';
import { type Cost, type FieldPlace, sizeOf } from '../../engine/plan/field-cost.ts';
import { UserInputError } from '../../errors.ts';
import type { Connection, PageArgs } from '../../fetch/connection.ts';
import { fetchGroups, GroupLoader } from '../../fetch/group-list.ts';
import { listSite, rowsMissing, type Shortfall } from '../../fetch/incomplete-list.ts';
import { visibleUsers } from './call-visibility.ts';
import { type DayArgs, type DayRange, dayRange, daysFault, daysIn } from './day-range.ts';
import { PlatformRow } from './platform-row.ts';
import { keyedConnection, openWindow } from './platform-setting.ts';
import { allUsers, allUsersCost } from './user-list.ts';
import { usersListPages } from './user-loader.ts';

/** A kind of statistics: rows by user in a range of days. */
export interface StatisticKind {
  readonly spec: ObjectSpec;
  readonly entity: EntitySpec;
}

const loaders = memoizeByRequestKey<string, GroupLoader>();

function loaderOf(context: GraphContext, entity: EntitySpec, range: DayRange): GroupLoader {
  const fetch = (keys: readonly string[], rowCount: number) =>
    fetchGroups({
      connector: context.connector,
      entity,
      keys,
      rowCount,
      chunkSize: usersAtOnce(entity, range),
      paramsFor: (userIds) => ({ filter: { ...dates(range), userIds } }),
      groupOf: (row) => row.userId,
      options: executeOptions(context),
    });
  const key = `${entity.entity} ${range.from} ${range.to}`;
  return loaders(context, key, () => new GroupLoader(fetch));
}

const dates = ({ from, to }: DayRange) => ({ fromDate: from, toDate: to });

/** Days in one answer, of all its users together: each takes about 500 bytes. */
export const mostUserDays = pageRows * longestRange;

/** Users of one call: the longer the range, the fewer where an answer shows each day. */
function usersAtOnce(entity: EntitySpec, range: DayRange): number {
  if (entity !== statsActivityDayByDay) return pageRows;
  const most = Math.floor(mostUserDays / daysIn(range));
  return Math.min(pageRows, Math.max(1, most));
}

/** Cost of one row for each user. */
export const statisticCost = (entity: EntitySpec) => (fieldPlace: FieldPlace) => {
  const { estimate, fanout } = fieldPlace;
  const { from, to, size } = fieldPlace.given('days', ({ from, to }, context) => ({
    from,
    to,
    size: sizeOfBatch(context, entity, { from, to }),
  }));
  return estimate.batch(
    'call-analytics',
    `${entity.entity} ${JSON.stringify([from, to])}`,
    fanout,
    size,
  );
};

/** The users of one call; a range that is refused costs none. */
function sizeOfBatch(context: GraphContext, entity: EntitySpec, args: Args): number {
  try {
    return usersAtOnce(entity, dayRange(context, args as DayArgs));
  } catch (error) {
    if (error instanceof UserInputError) return pageRows;
    throw error;
  }
}

/** Cost of rows for named users or for all: then the first page decides whether the users' ids are needed. */
export const statisticListCost: Cost = (fieldPlace) => {
  const { args, estimate } = fieldPlace;
  if (Array.isArray(args.users)) {
    estimate.add('call-analytics', Math.ceil(args.users.length / pageRows));
  } else {
    const pages = usersListPages(fieldPlace);
    estimate.add('call-analytics', pages === 1 ? 1 : 1 + pages);
    if (pages > 1) allUsersCost(fieldPlace);
  }
  return { rows: sizeOf(fieldPlace), batches: 1 };
};

/** The user's row in the range; null where the platform has none, or it is not shown. */
export async function loadStatistic(
  context: GraphContext,
  kind: StatisticKind,
  range: DayRange,
  userId: string,
): Promise<PlatformRow | null> {
  const visible = await visibleUsers(context);
  return visible?.has(userId) === false ? null : anyStatistic(context, kind, range, userId);
}

/** The row of any user, for what is decided by the calls in it. */
export async function anyStatistic(
  context: GraphContext,
  { spec, entity }: StatisticKind,
  range: DayRange,
  userId: string,
): Promise<PlatformRow | null> {
  const { rows, shortfall } = await loaderOf(context, entity, range)
    .load(userId, 1)
    .catch((error) => {
      throw daysFault(context, range, error);
    });
  // A missing row, or one without a user, may be this user's.
  if (rows[0] === undefined && shortfall !== null) throw rowsMissing(listSite(entity), shortfall);
  return rows[0] === undefined ? null : new PlatformRow(spec.name, userId, rows[0]);
}

/** Lists a window of the rows of these users, or of all, by ascending user id. */
export async function listStatistics(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  { spec, entity }: StatisticKind,
  range: DayRange,
  userIds: readonly string[] | null,
  args: PageArgs,
): Promise<Connection<PlatformRow>> {
  const opened = openWindow(context, args, {
    list: entity.entity,
    filter: JSON.stringify([range, userIds]),
    order: 'userId',
  });
  const { window } = opened;
  // An executor takes an Error in the place of a node for the failure of that node.
  const make = (userId: string, row: Row) =>
    lost.get(row) ?? new PlatformRow(spec.name, userId, row);
  const windowIn = (rows: readonly Row[]): Connection<PlatformRow> => {
    const sorted = rows.toSorted((left, right) => compareIds(userOf(left), userOf(right)));
    return keyedConnection(context, info, entity, sorted, opened, make);
  };
  const refused = (error: unknown) => {
    throw daysFault(context, range, error);
  };
  const visible = await visibleUsers(context);
  const ids =
    visible === null ? userIds : (userIds ?? [...visible]).filter((id) => visible.has(id));
  if (ids !== null) return windowIn(await ofUsers(context, entity, range, ids).catch(refused));
  const first = await firstPage(context, entity, range).catch(refused);
  const all = () => everybody(context, entity, range, first);
  if (isBeginning(first) && window.direction === 'forward' && window.before === null) {
    const { edges, nodes, pageInfo, shortfall } = windowIn(first.rows);
    const totalCount = async () => first.page.total ?? (await all()).length;
    if (pageInfo.hasNextPage) return { edges, nodes, pageInfo, shortfall, totalCount };
  }
  return windowIn(await all());
}

/** Rows without a user sort last. */
const userOf = (row: Row): string => idText(row.userId) ?? '9'.repeat(100);

const firstPage = (context: GraphContext, entity: EntitySpec, range: DayRange) =>
  context.connector.execute(entity, 'list', { filter: dates(range) }, executeOptions(context));

/** Whether a page is the beginning of everybody's rows by id: it is full, and in that order. */
function isBeginning({ rows }: Answer): boolean {
  const inOrder = rows.every(
    (row, at) => at === 0 || compareIds(userOf(rows[at - 1]!), userOf(row)) < 0,
  );
  return rows.length >= pageRows && inOrder;
}

async function ofUsers(
  context: GraphContext,
  entity: EntitySpec,
  range: DayRange,
  userIds: readonly string[],
): Promise<readonly Row[]> {
  const loader = loaderOf(context, entity, range);
  const named = [...new Set(userIds)];
  const groups = await Promise.all(named.map((userId) => loader.load(userId, 1)));
  // Where rows are missing or lack their user, each user without a row is an error at its index.
  return groups.flatMap(({ rows, shortfall }, at): readonly Row[] => {
    if (rows.length > 0) return rows.slice(0, 1);
    return shortfall === null ? [] : [lostRow(entity, named[at]!, shortfall)];
  });
}

/** Errors of placeholder rows that replace lost ones. */
const lost = new WeakMap<Row, never>();

function lostRow(entity: EntitySpec, userId: string, { expected, received }: Shortfall): Row {
  const row = { userId };
  lost.set(row, rowsMissing(listSite(entity), { expected, received }) as never);
  return row;
}

/** Rows of all users: the first page is requested without user ids, which are needed only where there are more users. */
async function everybody(
  context: GraphContext,
  entity: EntitySpec,
  range: DayRange,
  first: Answer,
): Promise<readonly Row[]> {
  const { cursor, total, lacksTotal } = first.page;
  const isWhole = cursor === null && !lacksTotal && first.rows.length >= (total ?? 0);
  if (isWhole) return first.rows;
  const seen = new Set(first.rows.map(userOf));
  const { rows, shortfall } = await allUsers(context);
  if (shortfall !== null) throw rowsMissing(listSite(users), shortfall);
  const others = rows.flatMap((row) => {
    const id = entityKey(users, row);
    return id === null || seen.has(id) ? [] : id;
  });
  return [...first.rows, ...(await ofUsers(context, entity, range, others))];
}

/** Ids are decimal strings beyond 2^53: the longer is the greater. */
export function compareIds(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}
