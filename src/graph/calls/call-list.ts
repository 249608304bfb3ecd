/** Call list: `calls` where the plain row is enough, `calls_extensive` where it is not. */

import type { GraphQLResolveInfo } from 'graphql';
import { calls, callsExtensive, metaPart } from '../../contract/calls/call.ts';
import { entityKey, pageRows } from '../../contract/entity-spec.ts';
import { lastPage, type Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { instantOf } from '../../contract/wire/upstream-value-reader.ts';
import { executeOptions, type GraphContext, listCursors } from '../../engine/context.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import { type Cost, tokenPagesCost } from '../../engine/plan/field-cost.ts';
import { UpstreamError } from '../../errors.ts';
import { type Connection, mapNodes, type PageArgs, readWindow } from '../../fetch/connection.ts';
import { filterText } from '../../fetch/cursor.ts';
import { ageOf } from '../../fetch/field-loader.ts';
import { listSite, type Shortfall } from '../../fetch/incomplete-list.ts';
import { keylessRow } from '../../fetch/read-by-key.ts';
import type { TokenList } from '../../fetch/token-list.ts';
import { tokenConnection } from '../../fetch/token-window.ts';
import type { CallOrder } from '../../participants/call-query.ts';
import type { Params } from '../../upstream/request-key.ts';
import {
  acceptsNone,
  anyPlatformId,
  type CallFilter,
  localFilter,
  timeWindow,
} from './call-filter.ts';
import { contentSelector, onlyMeta, primeCalls } from './call-loader.ts';
import { visibleUsers } from './call-visibility.ts';
import { type WithPending, withPending } from './pending-call.ts';
import { CallRow } from './platform-row.ts';

export interface CallListRequest {
  readonly args: PageArgs;
  readonly filter: CallFilter;
  readonly parts: ReadonlySet<string>;
  /** Whether more than the rows is selected: see `Wants` in fetch/connection.ts. */
  readonly more: boolean;
}

/** Answers lists filtered by content, which the platform can't evaluate, from the participant index. */
export interface IndexedCalls {
  readonly list: (
    context: GraphContext,
    info: GraphQLResolveInfo,
    request: CallListRequest,
    order: CallOrder,
  ) => Promise<Connection<CallRow>>;
  readonly cost: Cost;
}

/** Cost of the list; a filter that the platform lacks reads further pages. */
export const callListCost: Cost = (fieldPlace) =>
  tokenPagesCost(fieldPlace, {
    scans: fieldPlace.given(
      'scans',
      ({ filter }, { viewer, rowAccess }) =>
        viewer.leavesOutPrivate === true ||
        rowAccess !== null ||
        localFilter((filter ?? {}) as CallFilter, true) !== null,
    ),
    restarts: true,
  });

/** Without an index a viewer's calls can't be found but by their host. */
export const onlyHosted: Shortfall = {
  message:
    'There is no participant index here, so these are the calls hosted: those attended, or linked to an account or deal, may be missing.',
  expected: null,
  received: null,
};

/** The filter for the calls that people of the viewer host. */
async function hostedFilter(context: GraphContext, filter: CallFilter): Promise<CallFilter> {
  const users = await visibleUsers(context);
  if (users === null) return filter;
  const requested = filter.primaryUser?.map((id) => anyPlatformId(id, 'User'));
  return { ...filter, primaryUser: (requested ?? [...users]).filter((id) => users.has(id)) };
}

/** Calls by their scheduled time, earliest first. */
export async function readCallWindow(
  context: GraphContext,
  { args, filter: given, parts, more }: CallListRequest,
): Promise<WithPending<CallRow>> {
  const filter = await hostedFilter(context, given);
  const accept = callFilter(context, filter);
  const judge = accept === null ? null : judgeBy(accept);
  const list = callList(context, filter, parts);
  const none = acceptsNone(filter);
  const cursors = listCursors(context, 'calls', filterText(given), 'scheduled');
  const counted = {
    list: none ? { ...list, fetch: async () => ({ rows: [], page: lastPage }) } : list,
    until: (to: number) => callList(context, filter, new Set([metaPart]), new Date(to)),
    period: timeWindow(filter, context),
    isFirst: (args.after ?? null) === null,
  };
  const connection = await withPending(context, counted, (watched) =>
    tokenConnection(watched, readWindow(args, context.pageLimits), cursors, {
      more,
      ...(judge === null || none ? {} : { accept: (row) => judge(row) !== false }),
    }),
  );
  // What the platform announces is of everybody.
  const pending = context.rowAccess === null ? connection.pending : null;
  const mapped = mapNodes(connection, (row) => {
    const verdict = judge?.(row);
    return verdict instanceof Error ? (verdict as never) : callRow(row);
  });
  return Object.assign(mapped, { pending });
}

/** Local filter: conditions that the platform lacks, and calls that the viewer may not see. */
function callFilter({ viewer }: GraphContext, filter: CallFilter): ((call: Row) => boolean) | null {
  const local = localFilter(filter, viewer.permissions.has('private-calls'));
  if (viewer.leavesOutPrivate !== true) return local;
  return (call) => call.isPrivate === false && (local === null || local(call));
}

/** Whether a row passes the filter; a row that can't be tested passes, as an error at its index. */
function judgeBy(accept: (call: Row) => boolean): (row: Row) => boolean | Error {
  return (row) => {
    if (idOf(row) === null) return true;
    try {
      return accept(metaOf(row));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
}

const metaOf = ({ metaData }: Row): Row => (isObject(metaData) ? metaData : {});
const idOf = (row: Row): string | null => entityKey(callsExtensive, row);

/** Without those that have no readable id. */
const rowsById = (rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(
    rows.flatMap((row) => {
      const id = idOf(row);
      return id === null ? [] : [[id, row]];
    }),
  );

/** Sort key of the platform's order: the scheduled time, else the start. */
function heldAt(row: Row): number | null {
  const { scheduled, started } = metaOf(row);
  return timeOf(scheduled) ?? timeOf(started);
}

/** Null for a value of another form, whose own field reports the error. */
function timeOf(value: unknown): number | null {
  try {
    return instantOf(value)?.getTime() ?? null;
  } catch {
    return null;
  }
}

/** The platform's bounds are whole seconds. */
const startOfSecond = (at: number): number => Math.floor(at / 1_000) * 1_000;

/** Row of a call; a row without an id is an error at its index. */
const callRow = memoizeByObject((row: Row): CallRow => {
  const id = idOf(row);
  return id === null ? (keylessRow(callsExtensive) as never) : new CallRow(id, row);
});

const plainRows = memoizeByObject((rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({ [metaPart]: row })),
);

/**
 * Both operations walk the same calls in the same order, but their tokens are not interchangeable.
 * A cursor made under one selection and used under another carries the other operation's token: it
 * is treated as expired, and the list is read again from the row's time.
 */
function callList(
  context: GraphContext,
  filter: CallFilter,
  parts: ReadonlySet<string>,
  until?: Date,
): TokenList<Row> {
  const plain = onlyMeta(parts) && (filter.workspace ?? null) === null;
  const entity = plain ? calls : callsExtensive;
  const mark = plain ? 'c' : 'x';
  const site = listSite(entity);
  const { from: earliest, to: latest } = timeWindow(filter, context);
  const end = until !== undefined && (latest === null || until < latest) ? until : latest;
  const to = end?.toISOString();
  const { workspace = null } = filter;
  const workspaceId = workspace === null ? undefined : anyPlatformId(workspace, 'Workspace');
  const page = (start: Date | null): Params => {
    const range = defined({ fromDateTime: start?.toISOString(), toDateTime: to });
    if (plain) return range;
    return { filter: { ...range, ...defined({ workspaceId }) }, ...contentSelector(parts) };
  };
  return {
    site,
    pageRows,
    key: idOf,
    order: heldAt,
    roundDown: startOfSecond,
    advice: 'narrow the list by from and to',
    async fetch({ token, from, ...requested }) {
      if (token !== null && !token.startsWith(mark)) {
        throw new UpstreamError('CURSOR_EXPIRED', 'The cursor belongs to another operation.', site);
      }
      const start = from === null ? earliest : new Date(from);
      const params = token === null ? page(start) : { ...page(start), cursor: token.slice(1) };
      const options = executeOptions(context, requested);
      const answer = await context.connector.execute(entity, 'list', params, options);
      const next = answer.page.cursor;
      const rows = plain ? plainRows(answer.rows) : answer.rows;
      primeCalls(context, () => rowsById(rows), parts, ageOf(answer));
      return {
        rows,
        page: { ...answer.page, cursor: next === null ? null : mark + next },
        cached: answer.cached,
      };
    },
  };
}

function defined<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
