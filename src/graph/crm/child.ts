/** Child connections: children of a record, from the parents' statement or from one statement for all parents of a batch. */

import type { GraphQLResolveInfo } from 'graphql';
import type { CrmChild, CrmModel, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import {
  invalidUpstreamValue,
  missingUpstreamField,
} from '../../contract/wire/upstream-value-reader.ts';
import { type GraphContext, listCursors, type PlanContext } from '../../engine/context.ts';
import type { Binding, PlanNode } from '../../engine/plan/operation.ts';
import { type Planned, planned } from '../../engine/plan/resolve-info.ts';
import { connectionSelection, requestedWindow } from '../../engine/plan/row-requirement.ts';
import { type Connection, mapNodes, type PageArgs, type Window } from '../../fetch/connection.ts';
import type { ListCursors } from '../../fetch/cursor.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import type { KeysetList, KeysetRequest } from '../../fetch/keyset-list.ts';
import { keysetPaths, type OrderKey, totalOrder } from '../../fetch/keyset-position.ts';
import { inlinedConnection, keysetConnection, keysetRequest } from '../../fetch/keyset-window.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { printCondition } from '../../soql/print.ts';
import { allOf, isNever } from '../../soql/query.ts';
import { reported } from '../connection-type.ts';
import { reportArchived } from './archived-activity.ts';
import {
  type ChildList,
  countChildren,
  type DeepList,
  deepChildren,
  restOfChildren,
} from './child-statement.ts';
import {
  ChildWindow,
  pageBeyond,
  pageIn,
  readPage,
  recordsOf,
  subqueries,
} from './child-window.ts';
import { type CrmRow, listedRow } from './crm-row.ts';
import { filterCondition } from './filter.ts';
import { noteHistory } from './history-page.ts';
import { type Order, orderKeys } from './order.ts';
import type { Filter } from './post-filter.ts';
import { knownPage, loadRecord, primeRecords, recordsWith } from './record-loader.ts';
import { type CrmRequirement, planPlaces, type RecordPlan } from './record-plan.ts';

interface ChildArgs extends PageArgs {
  readonly filter?: Filter | null;
  readonly orderBy?: readonly Order[] | null;
}

/** A child field of a selection, read: the same for every parent. */
interface ChildPlan extends ChildList {
  readonly order: readonly OrderKey[];
  readonly window: Window;
  /** Whether someone looks at what lies beyond the window. */
  readonly more: boolean;
  readonly isCounted: boolean;
  /** The window that can come inside the parents' query; null where a cursor binds it to one parent or no rows are selected. */
  readonly first: ChildWindow | null;
  /** The window without the cursor it begins at: a page of it may hold the rows beyond. Null where there is none such. */
  readonly beginning: ChildWindow | null;
  readonly filterText: string;
  readonly orderText: string;
}

/** Memoized by arguments: one plan for all parents. @throws SwitchboardError for arguments that can't be. */
function childPlanOf(context: PlanContext, { node, binding }: Planned): ChildPlan {
  const { child } = node.field.extensions.crm as Extract<CrmRequirement, { kind: 'children' }>;
  return binding.memoByArgs(node, 'children', () =>
    planChild(context, node, child, binding.args(node)),
  );
}

function planChild(
  context: PlanContext,
  node: PlanNode,
  child: CrmChild,
  args: ChildArgs,
): ChildPlan {
  const object = childObject(context.model, child);
  const requestedOrder = orderKeys(object, args.orderBy);
  // Each parent's window reads the total order.
  const order = totalOrder(requestedOrder);
  const selection = connectionSelection(node);
  const plan = planPlaces(selection.rows, context.model, object);
  const paths = new Set([...plan.paths, ...keysetPaths(order)]);
  paths.delete('Id');
  const where = filterCondition(context.model, object, args.filter, { inside: true });
  const window = requestedWindow(context, args, selection);
  const { after, before, size } = window;
  const [cursor, bound] = window.direction === 'forward' ? [after, before] : [before, after];
  const isBound = size === 0 || bound !== null || isNever(where);
  const atEnd = { ...window, after: null, before: null };
  const bounded = isBound
    ? null
    : windowOf({ child, paths, where }, keysetRequest(order, atEnd, noCursors));
  return {
    child,
    object,
    order,
    where,
    window,
    more: selection.fields.has('pageInfo'),
    isCounted: selection.fields.has('totalCount'),
    paths,
    first: cursor === null ? bounded : null,
    beginning: cursor === null ? null : bounded,
    filterText: where === undefined ? '' : printCondition(where),
    orderText: JSON.stringify(requestedOrder),
  };
}

/** Windows that can come inside the parents' query: those at an end of the list. */
export function childWindows(
  context: PlanContext,
  binding: Binding,
  plan: Pick<RecordPlan, 'children' | 'lookups'>,
): ChildWindow[] {
  // Errors of arguments belong to the field's own path.
  const lookedAt = plan.lookups.flatMap(({ node, windows }) =>
    unlessRefused(() => windows(binding.args(node))),
  );
  const selected = plan.children.flatMap(({ node }) =>
    unlessRefused(() => childPlanOf(context, { node, binding }).first ?? []),
  );
  return [...lookedAt, ...selected];
}

/** The list including its rows' own children, which depend on further arguments. */
function deepListOf(context: PlanContext, { node, binding }: Planned): DeepList {
  return binding.memo(node, 'deep list', () => {
    const listPlan = childPlanOf(context, { node, binding });
    const plan = planPlaces(connectionSelection(node).rows, context.model, listPlan.object);
    return {
      ...listPlan,
      grandchildren: subqueries(childWindows(context, binding, plan))[0] ?? [],
    };
  });
}

/**
 * Windows for the statement of a lone record. Since its id is known, windows of children with
 * selected children of their own are fetched at the same time, by statements of their own.
 */
export function loneWindows(
  context: PlanContext,
  binding: Binding,
  { children, lookups }: RecordPlan,
): {
  readonly windows: readonly ChildWindow[];
  readonly start: (context: GraphContext, id: string) => void;
} {
  const deep = children.filter(({ node }) => isDeep(context, { node, binding }));
  const others = children.filter((selection) => !deep.includes(selection));
  const start = (context: GraphContext, id: string): void => {
    for (const { node } of deep) {
      const { order, window } = childPlanOf(context, { node, binding });
      const list = deepListOf(context, { node, binding });
      // The field that shows them gets the failure.
      deepChildren(context, list, id, keysetRequest(order, window, noCursors)).catch(() => {});
    }
  };
  return { windows: childWindows(context, binding, { children: others, lookups }), start };
}

function isDeep(context: PlanContext, field: Planned): boolean {
  try {
    const { first } = childPlanOf(context, field);
    return first !== null && deepListOf(context, field).grandchildren.length > 0;
  } catch {
    // Its arguments are invalid.
    return false;
  }
}

function unlessRefused<T>(windows: () => T | readonly []): T | readonly [] {
  try {
    return windows();
  } catch {
    return [];
  }
}

const noCursors = {
  encode: () => '',
  decode: () => {
    throw new Error('A window without cursors has none to read.');
  },
};

function windowOf(
  plan: Pick<ChildPlan, 'child' | 'paths' | 'where'>,
  request: KeysetRequest,
): ChildWindow {
  return new ChildWindow({
    child: plan.child,
    fields: plan.paths,
    where: allOf(plan.where, request.where),
    orderBy: request.orderBy,
    limit: request.limit,
  });
}

/** The window of children: synchronous where the parent's query prefetched all of it, else with the missing rows fetched. */
export function childConnection(
  context: GraphContext,
  info: GraphQLResolveInfo,
  parent: CrmRow,
): MaybePromise<Connection<CrmRow>> {
  const field = planned(info);
  const plan = childPlanOf(context, field);
  const { more, window, first, beginning } = plan;
  const { list, cursors, finish } = childList(context, info, parent, plan, () =>
    deepListOf(context, field),
  );
  const inlined = first === null ? undefined : pageIn(parent, first);
  const complete =
    inlined === undefined ? null : inlinedConnection<Row>(list, window, cursors, readPage(inlined));
  if (complete !== null)
    return reported(context, info, finish(complete, recordsOf(inlined, plan.object)));
  const cached = beginning && knownPage(context, parent.object, parent.id, beginning);
  const beyond = cached && pageBeyond(cached, window, list, cursors());
  const next = beyond && inlinedConnection<Row>(list, window, cursors, beyond);
  if (next !== null) return reported(context, info, finish(next));
  const read = keysetConnection<Row>(list, window, cursors(), { more });
  return thenMaybe(read, (connection) => reported(context, info, finish(connection)));
}

/** A question put to one parent. */
function childList(
  context: GraphContext,
  info: GraphQLResolveInfo,
  parent: CrmRow,
  plan: ChildPlan,
  deepList: () => DeepList,
) {
  const { child, object, order, where, paths } = plan;
  const list: KeysetList<Row> = {
    order,
    site: listSite(parent.object.entity),
    async query(request: KeysetRequest) {
      const deep = deepList();
      const isDeep = deep.grandchildren.length > 0 && !isNever(where);
      const page = isDeep ? await deepChildren(context, deep, parent.id, request) : null;
      if (page !== null) return page;
      if (request.isBeyond) return restOfChildren(context, plan, parent.id, request);
      return readPage(await childPageOf(context, parent, plan, request));
    },
    count: (again) => countChildren(context, { child, object, where }, parent.id, again),
  };
  let memo: ListCursors | undefined;
  return {
    list,
    cursors(): ListCursors {
      const name = `${parent.object.name}.${child.name}/${parent.id}`;
      memo ??= listCursors(context, name, plan.filterText, plan.orderText);
      return memo;
    },
    /** @param prefetched the prefetched records of the window, in the order of its page. */
    finish(connection: Connection<Row>, prefetched?: readonly CrmRow[]): Connection<CrmRow> {
      const last = connection.nodes.length - 1;
      const forward = plan.window.direction === 'forward';
      const mapped = mapNodes(
        connection,
        (values, at) =>
          prefetched?.[forward ? at : last - at] ??
          listedRow(object, values, deepList().grandchildren),
      );
      primeRecords(context, object, mapped.nodes, paths, null);
      reportArchived(context, info, object, plan, mapped);
      noteHistory(context, object, plan, mapped);
      return mapped;
    },
  };
}

/** The child page as the CRM sent it; null for no children, without a call where the filter can match none. */
async function childPageOf(
  context: GraphContext,
  parent: CrmRow,
  plan: ChildPlan,
  request: KeysetRequest,
): Promise<unknown> {
  if (isNever(plan.where)) return null;
  const window = windowOf(plan, request);
  const prefetched = pageIn(parent, window);
  if (prefetched !== undefined) return prefetched;
  const { object, id } = parent;
  // A cursor binds the window to one parent; others are read for many at once.
  const loaded =
    plan.first === null
      ? await loadRecord(context, object, id, new Set(), [window])
      : await recordsWith(context, object, new Set(), [window])(id);
  // Only the parent's own row proves that there are no children.
  if (loaded === null) throw invalidUpstreamValue('the row of a record that is there', loaded);
  const page = pageIn(loaded, window);
  if (page === undefined) throw missingUpstreamField(plan.child.name);
  return page;
}

function childObject(model: CrmModel, child: CrmChild): CrmObject {
  const object = model.object(child.object);
  if (object === undefined) throw new Error(`The model has no object ${child.object}.`);
  return object;
}
