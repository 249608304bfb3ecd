/** What CRM fields ask: one statement a list with all it can bring, and one a wave for what hangs on its rows. */

import { getNamedType, isInterfaceType } from 'graphql';
import type { PageArgs } from '../../paging/window.ts';
import type { CrmObject, CrmRelationship } from '../../records/crm/model.ts';
import { encodedLength } from '../../soql/chunk.ts';
import { printCondition } from '../../soql/print.ts';
import { askedWindow } from '../asked-window.ts';
import { childWindows } from '../crm/child.ts';
import { type Filter, filterCondition } from '../crm/filter.ts';
import { type CrmNeed, planPlaces, type RecordPlan } from '../crm/plan.ts';
import { type ChildWindow, subqueries, windowKey } from '../crm/record-loader.ts';
import { connectionSelection, objectType } from '../needs.ts';
import type { Args, PlanNode } from '../plan/operation.ts';
import { type Flow, idsBeside, times } from './reckoning.ts';
import type { Place, Rule, Walk } from './walk.ts';

/** The CRM follows references this many levels up from the record. */
const maxLevels = 5;
/** Rows of one page of the CRM. */
const pageRows = 2_000;

/** Rows a window may have, also where its size will be refused. */
export function sizeOf(walk: Walk, { first, last }: Args): number {
  const given = first ?? last ?? walk.context.pageLimits.defaultSize;
  return typeof given === 'number' && given > 0 ? given : 0;
}

/** The rule of a field on a CRM object; undefined where the record has it already. */
export function recordRule(walk: Walk, place: Place): Rule | undefined {
  const need = place.node.field.extensions.crm as CrmNeed | undefined;
  if (need?.kind === 'children') return children;
  if (need?.kind === 'parent') return (_walk, at) => parent(walk, at, need.relationship);
  const named = getNamedType(place.node.field.type);
  const leads = isInterfaceType(named) || walk.context.model.objectOfType(named.name) !== undefined;
  return leads ? (_walk, at) => reference(walk, at, targetsOf(walk, at)) : undefined;
}

/** Records by id with fields and child windows. */
export function loadRecords(
  walk: Walk,
  object: CrmObject,
  flow: Flow,
  paths: Iterable<string>,
  windows: readonly ChildWindow[] = [],
): Flow {
  return walk.reckoning.records(object.name, flow, [...paths, ...windows.map(windowKey)]);
}

/** Windows that fields look at, unless the records' own statement brought them. */
export function lookedAt(
  walk: Walk,
  object: CrmObject,
  flow: Flow,
  windows: readonly ChildWindow[],
): Flow {
  const missing = windows.filter((window) => flow.brought?.has(windowKey(window)) !== true);
  return missing.length === 0 ? flow : loadRecords(walk, object, flow, [], missing);
}

/** Records of an object, where each place holds an id of it. Nothing is asked for the id alone. */
export function linkRecords(
  walk: Walk,
  object: CrmObject,
  nodes: readonly PlanNode[],
  flow: Flow,
): void {
  const { paths } = planPlaces(nodes, walk.context.model, object);
  const plain = { rows: flow.rows, waves: flow.waves };
  const found = paths.size === 0 ? plain : loadRecords(walk, object, plain, paths);
  for (const node of nodes) walk.descend(objectType(node, object.typeName), node, found);
}

/** Keys of the child windows that come with the rows of a statement of this plan. */
export function broughtBy(walk: Walk, plan: RecordPlan, first: readonly ChildWindow[] = []) {
  const windows = [...first, ...childWindows(walk.context, walk.binding, plan)];
  const placed = subqueries(windows)[0] ?? [];
  return { windows, keys: new Set(placed.flatMap(({ keys }) => keys)) };
}

/** A list at the root: a statement for each page of the CRM, and one for the total where it is asked. */
export function list(
  walk: Walk,
  object: CrmObject,
  { node, args }: Place,
  outer: Flow | null,
): Flow {
  const { model } = walk.context;
  const { rows, fields } = connectionSelection(node);
  const looked = fields.has('nodes') || fields.has('edges') || fields.has('pageInfo');
  const size = looked ? sizeOf(walk, args) : 0;
  const asked = size > 0 || fields.has('pageInfo');
  if (asked) walk.reckoning.add(Math.ceil((size + 1) / pageRows));
  if (fields.has('totalCount') && outer === null) walk.reckoning.add(1);
  const plan = planPlaces(rows, model, object);
  return { rows: size, waves: 1, level: 0, brought: broughtBy(walk, plan).keys };
}

const children: Rule = (walk, { type, node, args, flow }) => {
  const need = node.field.extensions.crm as Extract<CrmNeed, { kind: 'children' }>;
  const { context, binding, reckoning } = walk;
  const object = context.model.object(need.child.object)!;
  const parentObject = context.model.objectOfType(type.name)!;
  const { fields } = connectionSelection(node);
  // Absurd sizes are reckoned with rather than refused: the executor complains of each.
  const plain = { rows: flow.rows, waves: flow.waves };
  const size = askedSize(walk, args, fields);
  const asks = size > 0 || fields.has('pageInfo');
  const children = [{ child: need.child, node }];
  const [window] = childWindows(context, binding, { lookups: [], children });
  const brought = window !== undefined && flow.brought?.has(windowKey(window)) === true;
  const text = window === undefined ? ['(', ...planTexts(walk, object, node)] : [];
  const found =
    brought || !asks
      ? plain
      : reckoning.records(
          parentObject.name,
          plain,
          window === undefined ? text : [windowKey(window)],
        );
  if (fields.has('totalCount')) {
    const where = filterCondition(context.model, object, args.filter as Filter | null, {
      inside: true,
    });
    const condition = where === undefined ? '' : printCondition(where);
    const loader = `count ${object.name}.${need.child.field} ${condition}`;
    reckoning.batch(loader, found, idsBeside(600 + encodedLength(condition)));
  }
  return { ...times(found, size), level: 0 };
};

function askedSize(walk: Walk, args: Args, fields: ReadonlySet<string>): number {
  const looked = fields.has('nodes') || fields.has('edges') || fields.has('pageInfo');
  if (!looked) return 0;
  const size = sizeOf(walk, args);
  return size > walk.context.pageLimits.maxSize
    ? size
    : askedWindow(walk.context, args as PageArgs, fields).size;
}

/** The texts of a window that goes on after a cursor: its place is no longer than a few ids. */
function planTexts(walk: Walk, object: CrmObject, node: PlanNode): readonly string[] {
  const plan = planPlaces(connectionSelection(node).rows, walk.context.model, object);
  return ['x'.repeat(1_000), ...plan.paths];
}

function parent(walk: Walk, { node, flow }: Place, relationship: CrmRelationship): Flow | null {
  const target = walk.context.model.object(relationship.targets[0]!);
  if (target === undefined) return null;
  const level = (flow.level ?? 0) + 1;
  const { rows, waves } = flow;
  if (level <= maxLevels) return { rows, waves, level };
  linkRecords(walk, target, [node], flow);
  return null;
}

/** A reference of several possible objects: a statement for each of which anything is selected. */
export function reference(walk: Walk, { node, flow }: Place, targets: readonly CrmObject[]): null {
  for (const target of targets) linkRecords(walk, target, [node], flow);
  return null;
}

/** The objects a reference field can lead to; all of them where its declaration does not tell. */
function targetsOf(walk: Walk, { type, node }: Place): readonly CrmObject[] {
  const { model } = walk.context;
  const need = node.field.extensions.crm as CrmNeed | undefined;
  const object = model.objectOfType(type.name);
  const name = need?.kind === 'fields' ? need.fields[0] : undefined;
  if (object === undefined || name === undefined) return model.objects;
  const to = model.field(object.name, name)?.spec.reference?.to ?? [];
  return to.flatMap((target) => model.object(target) ?? []);
}
