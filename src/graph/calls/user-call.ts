/** Calls of a user by role. The platform's daily activity names them, so nothing is scanned. */

import { hash } from 'node:crypto';
import type { GraphQLResolveInfo } from 'graphql';
import { metaPart } from '../../contract/calls/call.ts';
import {
  type ActivityMeasure,
  activityByDay,
  activityMeasures,
  statsActivityDayByDay,
} from '../../contract/calls/statistics.ts';
import type { Row } from '../../contract/wire/execute.ts';
import {
  idOf,
  idText,
  invalidUpstreamValue,
  listOf,
  objectOf,
  plainObjects,
} from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { requirePermission } from '../../engine/field-permission.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import { times } from '../../engine/plan/cost-sum.ts';
import { type Cost, sizeOf } from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { neededByRows } from '../../engine/plan/row-requirement.ts';
import { arrayConnection } from '../../fetch/array-window.ts';
import type { Connection, Edge, PageArgs } from '../../fetch/connection.ts';
import type { Shortfall } from '../../fetch/incomplete-list.ts';
import { instantMs } from '../../participants/match-key.ts';
import { type Pending, reported, reportIncomplete } from '../connection-type.ts';
import { onlyHosted } from './call-list.ts';
import { callsCost, isPublic, loadCall } from './call-loader.ts';
import { proveCalls, visibleCalls, visibleUsers } from './call-visibility.ts';
import type { DayRange } from './day-range.ts';
import type { CallRow, PlatformRow } from './platform-row.ts';
import { openWindow, type WholeWindow } from './platform-setting.ts';
import { anyStatistic, compareIds, loadStatistic } from './statistic-loader.ts';

export interface UserCallEdge extends Edge<Pending<CallRow>> {
  readonly roles: readonly ActivityMeasure[];
  /** Begin of the first day on which the call counted. */
  readonly countedAt: unknown;
}

export interface UserCallConnection extends Connection<Pending<CallRow>> {
  readonly edges: readonly UserCallEdge[];
}

/** Cost of the calls listed by days. */
export const dayCallsCost: Cost = (fieldPlace) =>
  callsCost(
    fieldPlace,
    times(fieldPlace.fanout, sizeOf(fieldPlace)),
    neededByRows(fieldPlace.node, 'Call'),
  );

const byDay = { spec: activityByDay, entity: statsActivityDayByDay };

/** A user's days in the range; null where the platform has none. */
export const loadDays = (context: GraphContext, range: DayRange, userId: string) =>
  loadStatistic(context, byDay, range, userId);

/** The same of any user, for the calls that counted: which of them are shown is decided by the calls. */
export const loadCallDays = (context: GraphContext, range: DayRange, userId: string) =>
  anyStatistic(context, byDay, range, userId);

/** The readable days of a row. Calls of an unreadable one may be missing, which the list says. */
export function readableDays(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  { record }: PlatformRow,
): readonly Row[] {
  const days = listOf(record.userDailyActivityStats) ?? [];
  const readable = plainObjects(days);
  const lost = days.length - readable.length;
  if (lost > 0) reportIncomplete(context, info, unreadableDays(lost));
  return readable;
}

const unreadableDays = (count: number): Shortfall => ({
  message: `${count} of the user's days could not be read, so calls that counted on them may be missing.`,
  expected: null,
  received: null,
});

interface UserCallsRequest {
  /** Roles; null or absent for all. */
  readonly roles: readonly ActivityMeasure[] | null | undefined;
  readonly args: PageArgs;
  /** Name of the list in cursors: user, range and roles. */
  readonly list: string;
}

/** A request whose cursors are known to be this list's. */
interface UserCallsWindow extends WholeWindow {
  readonly measures: readonly ActivityMeasure[];
}

/** @throws UserInputError for a cursor of another list, before any call. */
export function openUserCalls(
  context: GraphContext,
  { roles, args, list }: UserCallsRequest,
): UserCallsWindow {
  const measures = activityMeasures.filter((name) => !roles || roles.includes(name));
  return {
    ...openWindow(context, args, { list, filter: measures.join(), order: 'day' }),
    measures,
  };
}

/** A window of the calls by the day they first counted on, earliest first, then by id. */
export async function listUserCalls(
  context: GraphContext,
  info: GraphQLResolveInfo,
  userId: string,
  days: readonly Row[],
  { window, cursors, measures }: UserCallsWindow,
): Promise<UserCallConnection> {
  const parts = neededByRows(nodeOf(info), 'Call');
  const counted = await shownCalls(context, info, userId, collect(days, measures));
  const connection = arrayConnection(counted, keyOf, window, cursors);
  // Loaded where it is shown: nobody would hear of the failure of one that is not.
  const load = memoizeByObject(
    ({ id, error }: CountedCall): Pending<CallRow> =>
      error ?? loadUserCall(context, userId, id, parts),
  );
  const edges = connection.edges.map((edge) => ({
    get node() {
      return load(edge.node);
    },
    roles: [...edge.node.roles],
    countedAt: edge.node.countedAt,
    get cursor() {
      return edge.cursor;
    },
  }));
  const { pageInfo, shortfall } = reported(context, info, connection);
  return {
    edges,
    get nodes() {
      return edges.map(({ node }) => node);
    },
    pageInfo,
    shortfall,
    totalCount: () => connection.totalCount(),
  };
}

/** The calls that count, without those that are hidden: people listen to, share and comment on calls of others. */
async function shownCalls(
  context: GraphContext,
  info: GraphQLResolveInfo,
  userId: string,
  counted: readonly CountedCall[],
): Promise<readonly CountedCall[]> {
  const users = await visibleUsers(context);
  if (users === null) return counted;
  if (!context.participants.isIndexed) {
    reportIncomplete(context, info, onlyHosted);
    if (!users.has(userId)) return [];
    const hosted = counted.filter(({ roles }) => roles.has('callsAsHost'));
    proveCalls(
      context,
      hosted.map(({ id }) => id),
    );
    return hosted;
  }
  const named = counted
    .filter(({ error }) => error === undefined)
    .map(({ id, countedAt }) => ({ id, startedAt: instantMs(countedAt) }));
  const visible = await visibleCalls(context, named, (id) => loadCall(context, id, noParts));
  return counted.filter(({ id, error }) => error !== undefined || visible.has(id));
}

const noParts: ReadonlySet<string> = new Set();

/** Digest of a call's id as the key of its cursor, which anybody can read: the id of a private call says who took part. */
const keyOf = memoizeByObject(({ id }: CountedCall) => hash('sha256', id, 'base64url'));

/** A call of a user's days; of private ones those that the user hosts: who else took part needs the right to them. */
async function loadUserCall(
  context: GraphContext,
  userId: string,
  id: string,
  parts: ReadonlySet<string>,
): Promise<CallRow | null> {
  if (context.viewer.permissions.has('private-calls')) return loadCall(context, id, parts);
  const call = await loadCall(context, id, new Set(parts).add(metaPart));
  const host = idOf(objectOf<Row>(call?.record.metaData)?.primaryUserId);
  if (call !== null && !isPublic(call.record) && host !== userId)
    requirePermission(context, 'private-calls', "a private call that is not the user's own");
  return call;
}

/** Sorts days by begin; unreadable ones come first. */
function inOrder(days: readonly Row[]): readonly Row[] {
  const start = ({ fromDate }: Row): number => Date.parse(String(fromDate)) || 0;
  return days.toSorted((a, b) => start(a) - start(b));
}

interface CountedCall {
  readonly id: string;
  /** Error in place of the call. */
  readonly error?: Error;
  readonly roles: Set<ActivityMeasure>;
  readonly countedAt: unknown;
}

function collect(days: readonly Row[], measures: readonly ActivityMeasure[]): CountedCall[] {
  const byId = new Map<string, CountedCall>();
  for (const day of inOrder(days)) {
    const ofDay = new Map<string, CountedCall>();
    for (const role of measures) {
      for (const [at, value] of (listOf(day[role]) ?? []).entries()) {
        const callId = idText(value);
        const id = callId ?? `${day.fromDate} ${role} ${at}`;
        const error =
          callId === null ? { error: invalidUpstreamValue('the id of a call', value) } : {};
        const call = byId.get(id) ??
          ofDay.get(id) ?? { id, ...error, roles: new Set(), countedAt: day.fromDate };
        call.roles.add(role);
        if (!byId.has(id)) ofDay.set(id, call);
      }
    }
    const sorted = [...ofDay].sort(([left], [right]) => compareIds(left, right));
    for (const [id, call] of sorted) byId.set(id, call);
  }
  return [...byId.values()];
}
