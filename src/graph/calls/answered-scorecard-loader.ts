/** Batch loaders of reviews by call, user or scorecard: one upstream call for all parents of a batch. */

import { metaPart } from '../../contract/calls/call.ts';
import {
  type AnsweredScorecardRecord,
  statsActivityScorecards,
} from '../../contract/calls/scorecard.ts';
import { entityKey } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { idText } from '../../contract/wire/upstream-value-reader.ts';
import { executeOptions, type GraphContext, listCursors } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import { type Fanout, times } from '../../engine/plan/cost-sum.ts';
import { type Cost, sizeOf } from '../../engine/plan/field-cost.ts';
import { connectionSelection } from '../../engine/plan/row-requirement.ts';
import { UpstreamError } from '../../errors.ts';
import { groupConnection } from '../../fetch/array-window.ts';
import { type Connection, mapNodes, type PageArgs, readWindow } from '../../fetch/connection.ts';
import {
  emptyGroup,
  fetchGroups,
  type Group,
  GroupLoader,
  groupPrice,
} from '../../fetch/group-list.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import { keylessRow } from '../../fetch/read-by-key.ts';
import { instantMs } from '../../participants/match-key.ts';
import { isPublic, loadCall, seesPrivateCalls } from './call-loader.ts';
import { looksAtCalls, type NamedCall, visibleCalls, visibleUsers } from './call-visibility.ts';
import { AnsweredScorecardRow } from './platform-row.ts';

/** Kinds of parents of reviews: the operation's filter list, and the row's field with the parent's id. */
export const reviewParents = {
  callIds: 'callId',
  scorecardIds: 'scorecardId',
  reviewedUserIds: 'reviewedUserId',
  reviewerUserIds: 'reviewerUserId',
} as const satisfies Record<string, keyof AnsweredScorecardRecord>;

export type ReviewParent = keyof typeof reviewParents;

/** Half-open; a member that is null or absent does not restrict. */
export interface ReviewPeriod {
  readonly from?: Date | string | null | undefined;
  readonly to?: Date | string | null | undefined;
}

const loaders = memoizeByRequestKey<string, GroupLoader>();

/** @param users who may have been reviewed; null for anybody */
function loaderOf(
  context: GraphContext,
  parent: ReviewParent,
  range: ReviewPeriod,
  users: ReadonlySet<string> | null,
): GroupLoader {
  const isOfUsers = users !== null && parent !== 'reviewedUserIds';
  const filter = { ...rangeFilter(range), ...(isOfUsers ? { reviewedUserIds: [...users] } : {}) };
  const fetch = (keys: readonly string[], rowCount: number) =>
    fetchGroups({
      connector: context.connector,
      entity: statsActivityScorecards,
      keys,
      rowCount,
      paramsFor: (ids) => ({ filter: { ...filter, [parent]: ids } }),
      groupOf: (row) => row[reviewParents[parent]],
      order: reviewedAt,
      options: executeOptions(context),
    });
  return loaders(context, JSON.stringify([parent, filter]), () => new GroupLoader(fetch));
}

/** Sort key: the platform lists reviews by the time of the review. */
function reviewedAt({ reviewTime }: Row): number | null {
  return typeof reviewTime === 'string' ? Date.parse(reviewTime) || null : null;
}

export function rangeFilter({ from, to }: ReviewPeriod): Readonly<Record<string, string>> {
  return {
    ...(from ? { fromDateTime: new Date(from).toISOString() } : {}),
    ...(to ? { toDateTime: new Date(to).toISOString() } : {}),
  };
}

const meta: ReadonlySet<string> = new Set([metaPart]);

/**
 * The reviews whose calls are public. A list by scorecard holds no others without the right to
 * private calls: being in it says by which scorecard a call was judged.
 */
async function publicReviews(context: GraphContext, rows: readonly Row[]): Promise<readonly Row[]> {
  const calls = await Promise.all(
    rows.map(({ callId }) => {
      const id = idText(callId);
      return id === null ? null : loadCall(context, id, meta);
    }),
  );
  return rows.filter((_, at) => isPublic(calls[at]?.record ?? {}));
}

/** The reviews that the viewer may see: of visible calls, and of people within own or team. */
async function visibleReviews(
  context: GraphContext,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const users = await visibleUsers(context);
  if (users === null) return rows;
  const ofUsers = rows.filter(({ reviewedUserId }) => users.has(idText(reviewedUserId) ?? ''));
  const named = ofUsers.flatMap(({ callId, callStartTime }): NamedCall[] => {
    const id = idText(callId);
    return id === null ? [] : [{ id, startedAt: instantMs(callStartTime) }];
  });
  const visible = await visibleCalls(context, named, (id) => loadCall(context, id, noParts));
  return ofUsers.filter(({ callId }) => visible.has(idText(callId) ?? ''));
}

const noParts: ReadonlySet<string> = new Set();

/**
 * Which reviews of a list are shown; null for all.
 * @param byScorecard whether being in the list says by which scorecard a call was judged
 */
export function shownReviews(
  context: GraphContext,
  byScorecard: boolean,
): ((rows: readonly Row[]) => Promise<readonly Row[]>) | null {
  const hidesPrivate = byScorecard && !context.viewer.permissions.has('private-calls');
  if (context.rowAccess === null && !hidesPrivate) return null;
  return async (rows) => {
    const visible = await visibleReviews(context, rows);
    return hidesPrivate ? publicReviews(context, visible) : visible;
  };
}

/** The shown reviews of a parent, at least so many where it has as many. */
async function shownGroup(
  load: (rowCount: number) => Promise<Group>,
  shown: (rows: readonly Row[]) => Promise<readonly Row[]>,
  rowCount: number,
): Promise<Group> {
  const group = await load(rowCount);
  const rows = await shown(group.rows);
  const isEnough = group.complete || rows.length >= rowCount;
  if (!isEnough) return shownGroup(load, shown, 2 * rowCount);
  return { ...group, rows, total: group.complete ? rows.length : null };
}

interface ReviewsRequest {
  readonly parent: ReviewParent;
  readonly id: string;
  /** Range of the review's time. */
  readonly range: ReviewPeriod;
  readonly args: PageArgs;
  /** Whether more than the rows is selected: see `Wants` in fetch/connection.ts. */
  readonly more: boolean;
}

/** Reviews of one call: reviewers times scorecards. */
const reviewsOfCall = 20;
const mostOf = (parent: ReviewParent): number => (parent === 'callIds' ? reviewsOfCall : Infinity);

/** Cost: one list for a hundred parents, then its other pages or one list for each parent, whichever is less. */
export const reviewsCost =
  (parent: ReviewParent): Cost =>
  (fieldPlace) => {
    const { node, args, estimate, fanout } = fieldPlace;
    const loader = `reviews ${parent} ${JSON.stringify([args.from, args.to])}`;
    const { fields } = connectionSelection(node);
    const size = sizeOf(fieldPlace);
    // A window after a cursor may begin on any page.
    const isFirst = [args.after, args.before, args.last].every(
      (argument) => (argument ?? null) === null,
    );
    // Each page of reviews has a page of calls to look up.
    const looksUp =
      looksAtCalls(fieldPlace) || (parent === 'scorecardIds' && !seesPrivateCalls(fieldPlace));
    const priced = (rowCount: number): Fanout => {
      const price = groupPrice(looksUp ? 2 * rowCount : rowCount, mostOf(parent));
      if (looksUp) estimate.priced('call-analytics', `calls of ${loader}`, fanout, price);
      return estimate.priced('call-analytics', loader, fanout, price);
    };
    const isCounted = fields.has('totalCount');
    const isRead = size > 0 || fields.has('pageInfo') || isCounted;
    const fanoutOfReviews = isRead ? priced(isFirst ? size + 1 : Infinity) : fanout;
    // A total beyond the window may have to be counted by reading on.
    if (isCounted) priced(Infinity);
    return times(fanoutOfReviews, size);
  };

/** Cost of a review that is looked up through its call. */
export const reviewByCallCost: Cost = ({ estimate, fanout }) =>
  estimate.priced('call-analytics', 'reviews callIds', fanout, groupPrice(Infinity, reviewsOfCall));

/** Lists a window of one parent's reviews, in the platform's order. */
export async function listReviews(
  context: GraphContext,
  { parent, id, range, args, more }: ReviewsRequest,
): Promise<Connection<AnsweredScorecardRow>> {
  const users = await visibleUsers(context);
  const loader = loaderOf(context, parent, range, users);
  const filter = JSON.stringify(rangeFilter(range));
  const cursors = listCursors(context, `reviews/${parent}/${id}`, filter);
  // The platform would take an empty list for none.
  const isNobodys = users?.size === 0 || (parent === 'reviewedUserIds' && users?.has(id) === false);
  const load = async (rowCount: number): Promise<Group> =>
    isNobodys ? emptyGroup : loader.load(id, rowCount);
  const shown = shownReviews(context, parent === 'scorecardIds');
  const connection = await groupConnection(
    shown === null ? load : (rowCount) => shownGroup(load, shown, rowCount),
    (row) => entityKey(statsActivityScorecards, row) ?? '',
    readWindow(args, context.pageLimits),
    cursors,
    { more, order: reviewedAt },
  );
  return mapNodes(connection, asReview);
}

/** A review without its id becomes an error, which fails this node alone. */
export function asReview(row: Row): AnsweredScorecardRow {
  const id = entityKey(statsActivityScorecards, row);
  return id === null
    ? (keylessRow(statsActivityScorecards) as never)
    : new AnsweredScorecardRow(id, row);
}

/** Loads a review of a call; null when the call has no such review. */
export async function loadReview(
  context: GraphContext,
  callId: string,
  id: string,
): Promise<AnsweredScorecardRow | null> {
  const users = await visibleUsers(context);
  if (users?.size === 0) return null;
  const group = await loaderOf(context, 'callIds', {}, users).load(callId, Infinity);
  const rows = await visibleReviews(context, group.rows);
  const row = rows.find((review) => entityKey(statsActivityScorecards, review) === id);
  if (row !== undefined) return asReview(row);
  // A review without its id, or a missing one, may be the requested one.
  if (group.rows.some((review) => entityKey(statsActivityScorecards, review) === null))
    throw keylessRow(statsActivityScorecards);
  if (group.shortfall !== null)
    throw new UpstreamError(
      'UPSTREAM_BAD_RESPONSE',
      group.shortfall.message,
      listSite(statsActivityScorecards),
    );
  return null;
}
