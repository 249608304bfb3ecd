/** What records of the CRM cost: batches by id with the fields and child windows that are selected of them. */

import { getNamedType, isAbstractType } from 'graphql';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Cost, Place } from '../plan/cost.ts';
import type { Flow } from '../plan/estimate.ts';
import { loneWindows } from './child.ts';
import { type ChildWindow, windowKey } from './child-window.ts';
import { type CrmNeed, maxLevels, planRecord } from './plan.ts';
import { subqueries } from './subquery.ts';

/** Without what is only true of the rows a statement brought. */
export const plainFlow = ({ rows, waves }: Flow): Flow => ({ rows, waves });

/** Records by id with fields and child windows. */
export function recordsCost(
  { estimate }: Place,
  object: CrmObject,
  flow: Flow,
  paths: Iterable<string>,
  windows: readonly ChildWindow[] = [],
): Flow {
  return estimate.records(object.name, flow, [...paths, ...windows.map(windowKey)]);
}

/** Keys of those windows that come with the rows of one statement. */
export function windowsBrought(windows: readonly ChildWindow[]): ReadonlySet<string> {
  const [placed = []] = subqueries(windows);
  return new Set(placed.flatMap(({ keys }) => keys));
}

/** A reference: a batch for each object it can lead to of which more than the id is selected. */
export function referenceCost(place: Place, targets: readonly CrmObject[]): Flow {
  const plain = plainFlow(place.flow);
  const byType = targets.map((target): [string, Flow] => {
    const { paths } = planRecord(place.node, place.context.model, target);
    const found = paths.size === 0 ? plain : recordsCost(place, target, plain, paths);
    return [target.typeName, found];
  });
  return { ...plain, byType: new Map(byType) };
}

/** A record whose id the object has: what the field's declaration says of where it leads, else any object of its type. */
export const linkedRecordCost: Cost = (place) => referenceCost(place, targetsOf(place));

function targetsOf({ type, node, context, flow }: Place): readonly CrmObject[] {
  const { model } = context;
  const named = getNamedType(node.field.type);
  if (!isAbstractType(named)) return [model.objectOfType(named.name) ?? []].flat();
  if (flow.targets !== undefined) return flow.targets;
  const need = node.field.extensions.crm as CrmNeed | undefined;
  const object = model.objectOfType(type.name);
  const name = need?.kind === 'fields' ? need.fields[0] : undefined;
  if (object === undefined || name === undefined) return model.objects;
  const to = model.field(object.name, name)?.spec.reference?.to ?? [];
  return to.flatMap((target) => model.object(target) ?? []);
}

/** Records of one object by their ids, whatever is selected of them. */
export const linkedRecordsCost =
  (object: CrmObject): Cost =>
  (place) => {
    const { paths } = planRecord(place.node, place.context.model, object);
    return recordsCost(place, object, place.flow, paths);
  };

/** A parent comes with the statement as long as its path is not too long. */
export const parentCost: Cost = (place) => {
  const level = (place.flow.level ?? 0) + 1;
  return level <= maxLevels ? { ...plainFlow(place.flow), level } : linkedRecordCost(place);
};

/** A record at the root, with the children that come along. */
export const recordCost =
  (object: CrmObject): Cost =>
  (place) => {
    const plan = planRecord(place.node, place.context.model, object);
    const { windows } = loneWindows(place.context, place.binding, plan);
    // What does not fit one statement is asked by others at the same time.
    const keys = new Set(windows.map(windowKey));
    place.estimate.add(keys.size - windowsBrought(windows).size);
    const found = recordsCost(place, object, place.flow, plan.paths, windows);
    return { ...plainFlow(found), level: 0, brought: keys };
  };
