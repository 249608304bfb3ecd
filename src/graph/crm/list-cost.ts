/** What lists of CRM records cost: a statement for each page, and what of their children does not come along. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { PageArgs } from '../../fetch/window.ts';
import { encodedLength, maxRows } from '../../soql/chunk.ts';
import { printCondition } from '../../soql/print.ts';
import { askedWindow } from '../asked-window.ts';
import { connectionSelection } from '../needs.ts';
import { type Cost, type Place, sizeOf } from '../plan/cost.ts';
import { type Flow, idsBeside, times } from '../plan/estimate.ts';
import { childWindows } from './child.ts';
import { windowKey } from './child-window.ts';
import { type Filter, filterCondition } from './filter.ts';
import { type OuterCondition, splitFilter } from './outer-condition.ts';
import { type CrmNeed, planPlaces } from './plan.ts';
import { plainFlow, recordsCost, windowsBrought } from './record-cost.ts';

/** Of a window that goes on after a cursor: its place is no longer than a few ids. */
const placeText = 'x'.repeat(1_000);

const isShown = (fields: ReadonlySet<string>): boolean =>
  fields.has('nodes') || fields.has('edges') || fields.has('pageInfo');

/** A list at the root, and what conditions on its records cost that the CRM does not evaluate. */
export const listCost =
  (object: CrmObject, conditions: readonly OuterCondition[]): Cost =>
  (place) => {
    const { context, node, estimate } = place;
    const { rows, fields } = connectionSelection(node);
    const size = isShown(fields) ? sizeOf(place) : 0;
    const isRead = size > 0 || fields.has('pageInfo');
    if (isRead) estimate.add(Math.ceil((size + 1) / maxRows));
    const names = new Set(conditions.map(({ name }) => name));
    const outer = place.given('outer conditions', ({ filter }) => [
      ...splitFilter(filter as Filter | undefined, names).outer,
    ]);
    for (const [name, given] of outer)
      conditions.find((condition) => condition.name === name)!.cost(place, object, given);
    if (fields.has('totalCount') && outer.length === 0) estimate.add(1);
    const windows = childWindows(context, place.binding, planPlaces(rows, context.model, object));
    return { rows: size, waves: 1, level: 0, brought: windowsBrought(windows) };
  };

/** Children: in the statement of their parents, else one for all parents of a wave; their total by a count for all. */
export const childrenCost: Cost = (place) => {
  const { type, node, args, context, binding, estimate } = place;
  const { child } = node.field.extensions.crm as Extract<CrmNeed, { kind: 'children' }>;
  const object = context.model.object(child.object)!;
  const parent = context.model.objectOfType(type.name)!;
  const { rows, fields } = connectionSelection(node);
  const flow = plainFlow(place.flow);
  const size = childSize(place, fields);
  const isRead = size > 0 || fields.has('pageInfo');
  const [window] = childWindows(context, binding, { lookups: [], children: [{ child, node }] });
  const isBrought = window !== undefined && place.flow.brought?.has(windowKey(window)) === true;
  const texts =
    window === undefined
      ? [placeText, ...planPlaces(rows, context.model, object).paths]
      : [windowKey(window)];
  const grandchildren = windowsBrought(
    childWindows(context, binding, planPlaces(rows, context.model, object)),
  );
  const isDeep = flow.rows === 1 && !isBrought && isRead && grandchildren.size > 0;
  if (isDeep) estimate.add(1);
  const found = isDeep || isBrought || !isRead ? flow : recordsCost(place, parent, flow, texts);
  if (fields.has('totalCount')) {
    const where = filterCondition(context.model, object, args.filter as Filter | null, {
      inside: true,
    });
    const condition = where === undefined ? '' : printCondition(where);
    const perCall = idsBeside(600 + encodedLength(condition));
    estimate.batch(`count ${object.name}.${child.field} ${condition}`, found, perCall);
  }
  return { ...times(found, size), level: 0, ...(isDeep && { brought: grandchildren }) };
};

/** Absurd sizes are reckoned with rather than refused: the executor complains of each. */
function childSize(place: Place, fields: ReadonlySet<string>): number {
  if (!isShown(fields)) return 0;
  const size = sizeOf(place);
  const { context, args } = place;
  return size > context.pageLimits.maxSize
    ? size
    : askedWindow(context, args as PageArgs, fields).size;
}

/** Windows that a field looks at, unless the records' own statement brought them. */
export function lookupCost(place: Place): Flow {
  const { type, node, args, context, flow } = place;
  const object = context.model.objectOfType(type.name);
  const need = node.field.extensions.crm as CrmNeed | undefined;
  const plain = plainFlow(flow);
  if (object === undefined || need?.kind !== 'windows') return plain;
  const missing = need.windows(args).filter((window) => !flow.brought?.has(windowKey(window)));
  return missing.length === 0 ? plain : recordsCost(place, object, plain, [], missing);
}
