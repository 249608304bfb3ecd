/** Calls filtered by content, or the latest first: the root list, answered from the participant index with its coverage. */

import type { GraphQLResolveInfo } from 'graphql';
import { executeOptions, type GraphContext, listCursors } from '../../engine/context.ts';
import { times } from '../../engine/plan/cost-sum.ts';
import { type Cost, type FieldPlace, sizeOf } from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import {
  connectionSelection,
  neededByRows,
  requestedWindow,
} from '../../engine/plan/row-requirement.ts';
import { UserInputError } from '../../errors.ts';
import { type Connection, connectionOf, LazyEdge } from '../../fetch/connection.ts';
import { filterText } from '../../fetch/cursor.ts';
import type { CallOrder, Coverage, IndexFilter } from '../../participants/call-query.ts';
import type { IndexQuestion } from '../../participants/need.ts';
import type { Ref } from '../builder.ts';
import {
  anyPlatformId,
  checkWords,
  type CallFilter as GivenFilter,
  takesIndex,
  timeWindow,
} from '../calls/call-filter.ts';
import type { CallListRequest } from '../calls/call-list.ts';
import { callsCost, loadCall } from '../calls/call-loader.ts';
import { checkOrder } from '../calls/call-order.ts';
import { proveCalls } from '../calls/call-visibility.ts';
import type { CallRow } from '../calls/platform-row.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { type CallConditions, conditionCost, conditionFilter } from './call-condition.ts';
import { titleFilter } from './call-content-filter.ts';
import { pendingIn } from './coverage-type.ts';
import { askedBy, indexCost, knowsNothing, reportUncovered } from './index-query.ts';
import { positionOf, positions } from './related-calls.ts';

/** The filter as the index evaluates it. @throws UserInputError */
export async function indexFilter(
  context: GraphContext,
  filter: GivenFilter,
): Promise<IndexFilter> {
  const plain = plainFilter(context, filter);
  const conditions = await conditionFilter(context, filter as CallConditions, plain.from);
  if (plain.title && conditions.title)
    throw new UserInputError('Expected titleContains or the title of about, got both.');
  return { ...conditions, ...plain };
}

/** Filter without what is looked up first. @throws UserInputError */
function plainFilter(context: GraphContext, filter: GivenFilter): IndexFilter {
  checkWords(filter);
  const { from, to } = timeWindow(filter, context);
  const { workspace, primaryUser, titleContains } = filter;
  return {
    ...titleFilter(titleContains),
    from: from?.getTime(),
    to: to?.getTime(),
    directions: filter.direction,
    scopes: filter.scope,
    systems: filter.system,
    languages: filter.language,
    hosts: primaryUser?.map((id) => anyPlatformId(id, 'User')),
    workspaceId: workspace == null ? null : anyPlatformId(workspace, 'Workspace'),
    minDurationSeconds: filter.minDurationSeconds,
    maxDurationSeconds: filter.maxDurationSeconds,
    includePrivate: context.viewer.permissions.has('private-calls'),
  };
}

interface CoveredConnection extends Connection<CallRow> {
  readonly coverage?: Coverage;
}

/** Whether the list is only of the index for its order: the platform has the calls of a time that the index does not know. */
const needsKnownTime = (
  { rowAccess }: GraphContext,
  filter: GivenFilter,
  order: CallOrder,
): boolean => order === 'newest' && rowAccess === null && !takesIndex(filter);

export async function listFilteredCalls(
  context: GraphContext,
  info: GraphQLResolveInfo,
  { args, filter: requested, parts }: CallListRequest,
  order: CallOrder,
): Promise<Connection<CallRow>> {
  const window = requestedWindow(context, args, connectionSelection(nodeOf(info)));
  const filter = await indexFilter(context, requested);
  checkOrder(order, filter);
  const { participants, tenant } = context;
  const list = 'calls by what was said';
  // As given: what relative periods and filters of records come to changes between two pages.
  const cursors = listCursors(context, list, filterText(requested), order);
  const options = executeOptions(context);
  const query = { filter, order, ...positions(window, cursors) };
  const { value, coverage } = await participants.filteredCalls(tenant, query, options);
  if (needsKnownTime(context, requested, order) && knowsNothing(context, filter, coverage))
    throw new UserInputError(
      'Expected order NEWEST for a time that the participant index knows, got one of which it knows nothing. "indexStatus" tells what it knows; without NEWEST the platform lists the calls, from the earliest on.',
    );
  reportUncovered(context, info, filter, coverage);
  proveCalls(
    context,
    value.calls.map(({ callId }) => callId),
  );
  const rows = await Promise.all(value.calls.map(({ callId }) => loadCall(context, callId, parts)));
  const edges = value.calls.map(
    (call, at) =>
      // A call that the platform has no more is null at its place.
      new LazyEdge(rows[at] as CallRow, cursors, () => positionOf(call)),
  );
  const connection = connectionOf({
    edges,
    hasNextPage: value.hasNext,
    hasPreviousPage: value.hasPrevious,
    totalCount: async () => (await participants.countFiltered(tenant, filter, options)).value,
  });
  return Object.assign(connection, { coverage }) satisfies CoveredConnection;
}

const givenFilter = (args: Readonly<Record<string, unknown>>): GivenFilter =>
  (args.filter ?? {}) as GivenFilter;

/** Cost of an index query with a filter of calls. */
export function filterCost(fieldPlace: FieldPlace, question: IndexQuestion): void {
  const asked = fieldPlace.given('calls that are asked about', (args, context) => {
    const filter = givenFilter(args);
    return askedBy(() => plainFilter(context, filter), filter as CallConditions);
  });
  indexCost(fieldPlace, question, asked);
  conditionCost(fieldPlace, (args) => givenFilter(args) as CallConditions);
}

export const filteredCallsCost: Cost = (fieldPlace) => {
  filterCost(fieldPlace, 'filteredCalls');
  const { isShown } = connectionSelection(fieldPlace.node);
  // Looked up whatever is selected: a call that the platform has no more is null at its place.
  const calls = times(fieldPlace.fanout, isShown ? sizeOf(fieldPlace) : 0);
  return callsCost(fieldPlace, calls, neededByRows(fieldPlace.node, 'Call'), true);
};

/** The field `coverage` on lists of calls that the index may answer. */
export function showCallCoverage({ builder, calls }: TypeRegistry, coverage: Ref<Coverage>): void {
  builder.objectField(calls.callConnection, 'coverage', (t) =>
    t.field({
      type: coverage,
      description:
        'How complete the participant index is where it answered, as it does for "about" and "participants" in the filter and for order NEWEST; null where the platform did.',
      resolve: (connection) => (connection as CoveredConnection).coverage ?? null,
    }),
  );
  builder.objectField(calls.callConnection, 'pending', (t) =>
    t.int({
      description:
        'Calls of this list that the platform announced within the last 24 hours and has not handed out: it is still analysing them. They are not in the list yet, and are looked for again with each question. Null where it is not known: before the last window of a list of the platform, say.',
      resolve: (connection) => {
        const { coverage, pending } = connection as CoveredConnection & { pending?: number | null };
        return pending ?? (coverage === undefined ? null : pendingIn(coverage));
      },
    }),
  );
}
