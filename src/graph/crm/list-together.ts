/** A root list asked under several aliases: what one statement brings for all of them. */

import type { PageArgs } from '../../paging/window.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import { printCondition } from '../../soql/print.ts';
import { askedWindow } from '../asked-window.ts';
import type { GraphContext } from '../context.ts';
import { connectionSelection } from '../needs.ts';
import { mergedAliases } from '../plan/alias.ts';
import type { Binding } from '../plan/binding.ts';
import type { Planned } from '../plan/info.ts';
import type { Args, PlanNode } from '../plan/operation.ts';
import { childWindows } from './child.ts';
import { type Filter, filterCondition } from './filter.ts';
import { type Order, orderKeys } from './order.ts';
import { planPlaces, type RecordPlan } from './plan.ts';
import { type ChildWindow, type Subquery, subqueries } from './record-loader.ts';

/** Root fields under other aliases whose windows lie in the same list and begin at the same end of it. */
export function listAliases(
  context: GraphContext,
  planned: Planned,
  object: CrmObject,
): readonly PlanNode[] {
  const meaning = ({ filter, orderBy, ...rest }: Args): object => {
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
  return mergedAliases(planned, { meaning });
}

/** Rows of the window an alias shows; 0 for one that nobody looks at or that will be refused. */
export function sizeOf(context: GraphContext, binding: Binding, node: PlanNode): number {
  try {
    const { fields } = connectionSelection(node);
    return askedWindow(context, binding.args(node) as PageArgs, fields).size;
  } catch {
    return 0;
  }
}

/** What the list's statement brings. */
export interface ListPlan {
  readonly paths: ReadonlySet<string>;
  readonly placed: readonly Subquery[];
}

/**
 * For all aliases of the list where that makes no statement more than one for each, else for this
 * one. What a second subquery of one relationship asks is loaded when its field resolves.
 */
export function planAliases(
  context: GraphContext,
  { node, binding }: Planned,
  aliases: readonly PlanNode[],
  object: CrmObject,
  tested: readonly ChildWindow[],
): ListPlan {
  const planOf = (nodes: readonly PlanNode[]) => {
    const rows = nodes.flatMap((one) => connectionSelection(one).rows);
    const plan: RecordPlan = planPlaces(rows, context.model, object);
    const queries = subqueries([...tested, ...childWindows(context, binding, plan)]);
    return { paths: plan.paths, placed: queries[0] ?? [], statements: queries.length };
  };
  if (aliases.length < 2) return planOf([node]);
  const together = binding.memo(aliases[0]!, `aliases ${tested.length}`, () => {
    const all = planOf(aliases);
    const count = all.statements;
    const isOne =
      count < Math.max(2, aliases.length) ||
      aliases.some((one) => planOf([one]).statements >= count);
    return isOne ? all : null;
  });
  return together ?? planOf([node]);
}
