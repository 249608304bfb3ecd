/** Children of a record as a Relay connection: brought along by the parents' query, or by one query for all parents of a wave. */

import type { GraphQLResolveInfo } from 'graphql';
import { type Connection, mapNodes } from '../../paging/connection.ts';
import { keysetPaths, type OrderKey } from '../../paging/keyset.ts';
import {
  childPage,
  type KeysetRequest,
  keysetConnection,
  keysetRequest,
} from '../../paging/keyset-walk.ts';
import type { PageArgs, Window } from '../../paging/window.ts';
import type { CrmChild, CrmModel, CrmObject } from '../../records/crm/model.ts';
import { printCondition } from '../../soql/print.ts';
import { allOf, type Condition } from '../../soql/query.ts';
import type { Row } from '../../wire/answer.ts';
import { askedWindow } from '../asked-window.ts';
import type { GraphContext } from '../context.ts';
import { connectionSelection, objectType, oncePerField } from '../needs.ts';
import type { SelectionInfo } from '../selection.ts';
import { misshapen, objectOf } from '../wire-value.ts';
import { countChildren } from './child-count.ts';
import { type Filter, filterCondition } from './filter.ts';
import { type Order, orderKeys } from './order.ts';
import { type ChildSelection, planRecord, type RecordPlan } from './plan.ts';
import { type ChildWindow, loadRecord, primeRecords, windowKey } from './record-loader.ts';
import { type CrmRow, listedRow } from './row.ts';

export interface ChildArgs extends PageArgs {
  readonly filter?: Filter | null;
  readonly orderBy?: readonly Order[] | null;
}

/** A child field of a selection, read: the same for every parent. */
interface ChildQuestion {
  readonly child: CrmChild;
  readonly object: CrmObject;
  readonly order: readonly OrderKey[];
  readonly where: Condition | undefined;
  readonly window: Window;
  /** What of the connection is selected. */
  readonly fields: ReadonlySet<string>;
  readonly plan: RecordPlan;
  readonly paths: ReadonlySet<string>;
}

function question(
  context: GraphContext,
  info: SelectionInfo,
  child: CrmChild,
  args: ChildArgs,
  nodes: SelectionInfo['fieldNodes'],
): ChildQuestion {
  const object = childObject(context.model, child);
  const order = orderKeys(object, args.orderBy);
  const connection = objectType(info, `${object.typeName}Connection`);
  const { rows, fields } = connectionSelection(info, connection, nodes);
  const plan = planRecord(info, context.model, object, rows);
  const paths = new Set([...plan.paths, ...keysetPaths(order)]);
  paths.delete('Id');
  return {
    child,
    object,
    order,
    where: filterCondition(context.model, object, args.filter, { inside: true }),
    window: askedWindow(context, args, fields),
    fields,
    plan,
    paths,
  };
}

/** The windows that can come inside the parents' query: those that begin at an end of the list. */
export function childWindows(
  context: GraphContext,
  info: SelectionInfo,
  plan: RecordPlan,
): ChildWindow[] {
  const shown = plan.children.flatMap(({ child, selected }: ChildSelection) => {
    const args = selected.args as ChildArgs;
    // A cursor belongs to one parent; errors of arguments belong to the field's own path.
    if ((args.after ?? args.before ?? null) !== null) return [];
    try {
      const asking = question(context, info, child, args, selected.nodes);
      if (asking.window.size === 0) return [];
      return [windowOf(asking, keysetRequest(asking.order, asking.window, noCursors))];
    } catch {
      return [];
    }
  });
  return [...plan.windows, ...shown];
}

const noCursors = {
  encode: () => '',
  decode: () => {
    throw new Error('A window without cursors has none to read.');
  },
};

function windowOf(asking: ChildQuestion, request: KeysetRequest): ChildWindow {
  return {
    child: asking.child,
    paths: asking.paths,
    where: allOf(asking.where, request.where),
    orderBy: request.orderBy,
    limit: request.limit,
  };
}

export async function childConnection(
  context: GraphContext,
  info: GraphQLResolveInfo,
  parent: CrmRow,
  child: CrmChild,
  args: ChildArgs,
): Promise<Connection<CrmRow>> {
  const asking = oncePerField(info, `children ${child.name}`, () =>
    question(context, info, child, args, info.fieldNodes),
  );
  const { object, order, where, fields } = asking;
  const connection = await keysetConnection<Row>(
    {
      order,
      site: { service: 'crm', entity: parent.object.entity.entity, action: 'list' },
      query: async (request) => childPage(await childrenOf(context, parent, asking, request)),
      count: () => countChildren(context, child, object, where, parent.id),
    },
    asking.window,
    context.cursors.of({
      list: `${parent.object.name}.${child.name}/${parent.id}`,
      filter: where === undefined ? '' : printCondition(where),
      order: JSON.stringify(order),
      tenant: context.tenant,
    }),
    { more: fields.has('pageInfo') || fields.has('totalCount') },
  );
  const mapped = mapNodes(connection, (values) => listedRow(object, values));
  const rows = mapped.edges.map((edge) => edge.node);
  primeRecords(context, object, rows, asking.paths, null);
  return mapped;
}

/** The child page as the CRM sent it; null for no children. @throws SwitchboardError for what is no page. */
async function childrenOf(
  context: GraphContext,
  parent: CrmRow,
  asking: ChildQuestion,
  request: KeysetRequest,
): Promise<unknown> {
  const page = objectOf<Row>(await childPageOf(context, parent, asking, request));
  if (page !== null && !Array.isArray(page.records)) throw misshapen('a page of children');
  return page;
}

async function childPageOf(
  context: GraphContext,
  parent: CrmRow,
  asking: ChildQuestion,
  request: KeysetRequest,
): Promise<unknown> {
  const window = windowOf(asking, request);
  const key = windowKey(window);
  const brought = parent.values[key];
  if (brought !== undefined) return brought;
  const loaded = await loadRecord(context, parent.object, parent.id, new Set(), [window]);
  // No children is what only the parent's own row can say.
  if (loaded === null) throw misshapen('the row of a record that is there');
  return loaded.values[key] ?? null;
}

function childObject(model: CrmModel, child: CrmChild): CrmObject {
  const object = model.object(child.object);
  if (object === undefined) throw new Error(`The model has no object ${child.object}.`);
  return object;
}
