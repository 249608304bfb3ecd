/** A root list asked under several names: what one statement brings for all of them. */

import { type GraphQLObjectType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import type { PageArgs } from '../../paging/window.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import { printCondition } from '../../soql/print.ts';
import { type AskedTogether, askedTogether } from '../asked-together.ts';
import { askedWindow } from '../asked-window.ts';
import type { GraphContext } from '../context.ts';
import { connectionSelection } from '../needs.ts';
import type { SelectedField } from '../selection.ts';
import { childWindows } from './child.ts';
import { type Filter, filterCondition } from './filter.ts';
import { type Order, orderKeys } from './order.ts';
import { planConnection, type RecordPlan } from './plan.ts';
import { type ChildWindow, type Subquery, subqueries } from './record-loader.ts';

/** Root fields under other names whose windows lie in the same list and begin at the same end of it. */
export function listsTogether(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
): AskedTogether {
  const meaning = ({ filter, orderBy, ...rest }: SelectedField['args']): object => {
    const { first, ...cut } = rest;
    const own = Object.keys(cut).length === 0 ? {} : { first, ...cut };
    try {
      const where = filterCondition(context.model, object, filter as Filter | undefined);
      const order = orderKeys(object, orderBy as readonly Order[] | undefined);
      return { ...own, where: where === undefined ? '' : printCondition(where), order };
    } catch {
      // What the CRM does not evaluate, and what will be refused.
      return { ...own, filter, orderBy };
    }
  };
  return askedTogether(info, { meaning });
}

/** Rows of the window one of them shows; 0 for one that nobody looks at or that will be refused. */
export function sizeOf(
  context: GraphContext,
  info: GraphQLResolveInfo,
  { args, field, nodes }: SelectedField,
): number {
  const type = getNamedType(field.type);
  try {
    const { fields } = connectionSelection(info, type as GraphQLObjectType, nodes);
    return askedWindow(context, args as PageArgs, fields).size;
  } catch {
    return 0;
  }
}

/**
 * What the list's query brings: for all aliases of the list where that makes no statement more than
 * one for each, else for this one, at the same time as the others. What a second subquery of one
 * relationship asks is loaded when its field resolves.
 */
export function planTogether(
  context: GraphContext,
  info: GraphQLResolveInfo,
  { fields }: AskedTogether,
  object: CrmObject,
  tested: readonly ChildWindow[],
): Together {
  const planned = (asking: GraphQLResolveInfo): Asked => {
    const { plan } = planConnection(asking, context.model, object);
    const queries = subqueries([...tested, ...childWindows(context, asking, plan)]);
    return { plan, queries };
  };
  const alone = (): Together => {
    const own = planned(info);
    return { paths: own.plan.paths, placed: own.queries[0] ?? [] };
  };
  if (fields.length < 2) return alone();
  let together = tested.length > 0 ? undefined : plans.get(fields);
  if (together === undefined) {
    const infos = fields.map(({ nodes }) => ({ ...info, fieldNodes: nodes }));
    const each = infos.map(planned);
    const queries = subqueries([
      ...tested,
      ...infos.flatMap((one, at) => childWindows(context, one, each[at]!.plan)),
    ]);
    const count = queries.length;
    const isOne =
      count < Math.max(2, fields.length) || each.some((one) => one.queries.length >= count);
    const paths = new Set(each.flatMap(({ plan }) => [...plan.paths]));
    together = isOne ? { paths, placed: queries[0] ?? [] } : null;
    if (tested.length === 0) plans.set(fields, together);
  }
  return together ?? alone();
}

interface Together {
  readonly paths: ReadonlySet<string>;
  readonly placed: readonly Subquery[];
}

/** Of fields that ask the same; null where each goes by itself. */
const plans = new WeakMap<readonly SelectedField[], Together | null>();

interface Asked {
  readonly plan: RecordPlan;
  readonly queries: readonly (readonly Subquery[])[];
}
