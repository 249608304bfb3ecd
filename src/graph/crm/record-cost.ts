/** Cost of CRM records and lists: batches by id, a statement per page, and children that need statements of their own. */

import { getNamedType, isAbstractType } from 'graphql';
import type { CrmObject } from '../../contract/crm/model.ts';
import { type Fanout, idsBeside, times } from '../../engine/plan/cost-sum.ts';
import { type Cost, type FieldPlace, sizeOf } from '../../engine/plan/field-cost.ts';
import { connectionSelection } from '../../engine/plan/row-requirement.ts';
import { encodedLength } from '../../soql/literal.ts';
import { printCondition } from '../../soql/print.ts';
import { maxRows } from '../../soql/statement-limit.ts';
import { childWindows, loneWindows } from './child.ts';
import { type ChildWindow, subqueries } from './child-window.ts';
import { filterCondition } from './filter.ts';
import { computedOrderOf, type Order, type RankedOrder } from './order.ts';
import { type Filter, type PostFilter, splitFilter } from './post-filter.ts';
import { type CrmRequirement, maxLevels, planPlaces, planRecord } from './record-plan.ts';
import { childStatementsOf, statementsOf } from './split-cost.ts';
import { mostWholePages } from './whole-list.ts';

/** The fan-out without the properties of one statement's rows. */
export const plainFanout = ({ rows, batches }: Fanout): Fanout => ({ rows, batches });

/** Records by id with fields and child windows. */
export function recordsCost(
  { estimate }: FieldPlace,
  object: CrmObject,
  fanout: Fanout,
  paths: Iterable<string>,
  windows: readonly ChildWindow[] = [],
): Fanout {
  return estimate.records(object.name, fanout, [...paths, ...windows.map(({ text }) => text)]);
}

/** Texts of the windows that come with the rows of one statement. */
function prefetchedWindows(windows: readonly ChildWindow[]): ReadonlySet<string> {
  const [inlined = []] = subqueries(windows);
  return new Set(inlined.flatMap(({ answers }) => answers.map(({ text }) => text)));
}

/** A reference: a batch for each object it can lead to of which more than the id is selected. */
function referenceCost(fieldPlace: FieldPlace, targets: readonly CrmObject[]): Fanout {
  const plain = plainFanout(fieldPlace.fanout);
  const byType = targets.map((target): [string, Fanout] => {
    const { paths } = planRecord(fieldPlace.node, fieldPlace.context.model, target);
    const fanout = paths.size === 0 ? plain : recordsCost(fieldPlace, target, plain, paths);
    return [target.typeName, fanout];
  });
  return { ...plain, byType: new Map(byType) };
}

/** A record whose id the object has: what the field's declaration says of where it leads, else any object of its type. */
export const linkedRecordCost: Cost = (fieldPlace) =>
  referenceCost(fieldPlace, targetsOf(fieldPlace));

function targetsOf({ type, node, context, fanout }: FieldPlace): readonly CrmObject[] {
  const { model } = context;
  const named = getNamedType(node.field.type);
  if (!isAbstractType(named)) return [model.objectOfType(named.name) ?? []].flat();
  if (fanout.targets !== undefined) return fanout.targets;
  const need = node.field.extensions.crm as CrmRequirement | undefined;
  const object = model.objectOfType(type.name);
  const name = need?.kind === 'fields' ? need.fields[0] : undefined;
  if (object === undefined || name === undefined) return model.objects;
  const to = model.field(object.name, name)?.spec.reference?.to ?? [];
  return to.flatMap((target) => model.object(target) ?? []);
}

/** Records of one object by their ids, whatever is selected of them. */
export const linkedRecordsCost =
  (object: CrmObject): Cost =>
  (fieldPlace) => {
    const { paths } = planRecord(fieldPlace.node, fieldPlace.context.model, object);
    return recordsCost(fieldPlace, object, fieldPlace.fanout, paths);
  };

/** A parent comes with the statement as long as its path is not too long. */
export const parentCost: Cost = (fieldPlace) => {
  const level = (fieldPlace.fanout.level ?? 0) + 1;
  return level <= maxLevels
    ? { ...plainFanout(fieldPlace.fanout), level }
    : linkedRecordCost(fieldPlace);
};

/** A record at the root, with the children that come along. */
export const recordCost =
  (object: CrmObject): Cost =>
  (fieldPlace) => {
    const plan = planRecord(fieldPlace.node, fieldPlace.context.model, object);
    const { windows } = loneWindows(fieldPlace.context, fieldPlace.binding, plan);
    // Windows that do not fit one statement go into others, sent at the same time.
    const texts = new Set(windows.map(({ text }) => text));
    fieldPlace.estimate.add('crm', texts.size - prefetchedWindows(windows).size);
    const fanout = recordsCost(fieldPlace, object, fieldPlace.fanout, plan.paths, windows);
    return { ...plainFanout(fanout), level: 0, prefetched: texts };
  };

/** Text length of a cursor's position in a statement, at most. */
const placeText = 'x'.repeat(1_000);

/** Bounds of a scanned list: stretches, and rows in them. */
const scannedStretches = 10;
const scannedRows = scannedStretches * maxRows;

/** Null for an order by fields, and for an invalid one. */
function rankInput(
  ranking: RankedOrder | undefined,
  orderBy: readonly Order[] | null | undefined,
): object | null {
  if (ranking === undefined) return null;
  try {
    return computedOrderOf(ranking, orderBy)?.input ?? null;
  } catch {
    return null;
  }
}

/** A list for each object, one at the root, and what conditions on its records cost that the CRM does not evaluate. */
export const listCost =
  (object: CrmObject, conditions: readonly PostFilter[], ranking?: RankedOrder): Cost =>
  (fieldPlace) => {
    const { context, node, estimate } = fieldPlace;
    const { rows: lists, batches } = fieldPlace.fanout;
    const { rows, fields, isShown } = connectionSelection(node);
    const size = isShown ? sizeOf(fieldPlace) : 0;
    const isRead = size > 0 || fields.has('pageInfo');
    const statements = statementsOf(fieldPlace, object);
    const ranked = fieldPlace.given('ranking', ({ orderBy }) =>
      rankInput(ranking, orderBy as readonly Order[] | null | undefined),
    );
    if (ranking !== undefined && ranked !== null) {
      estimate.add('crm', mostWholePages * statements);
      ranking.cost(fieldPlace, object, ranked);
    } else if (isRead) estimate.add('crm', lists * statements * Math.ceil((size + 1) / maxRows));
    const names = new Set(conditions.map(({ name }) => name));
    const outer = fieldPlace.given('outer conditions', ({ filter }) =>
      splitFilter(context.model, object, filter as Filter | undefined, names).outer.map(
        ({ name, input, via, object: of }) => ({
          name,
          input,
          of: of.name,
          deep: via.length > 0,
        }),
      ),
    );
    for (const [at, { name, input, of, deep }] of outer.entries()) {
      const about = context.model.declaredObject(of);
      conditions.find((condition) => condition.name === name)!.cost(fieldPlace, about, input, at);
      // Parents that the test reads do not come with the list.
      if (deep)
        recordsCost(fieldPlace, about, { rows: scannedRows, batches: scannedStretches }, []);
    }
    if (ranked !== null) return rankedCost(fieldPlace, object);
    // What the CRM can't count is read whole.
    if (fields.has('totalCount'))
      estimate.add('crm', lists * statements * (outer.length === 0 ? 1 : mostWholePages));
    const plan = planPlaces(rows, context.model, object);
    const windows = childWindows(context, fieldPlace.binding, plan);
    return {
      ...times({ rows: lists, batches }, size),
      level: 0,
      prefetched: prefetchedWindows(windows),
    };
  };

/** The window of a ranked list: its records are fetched by id. */
export function rankedCost(fieldPlace: FieldPlace, object: CrmObject): Fanout {
  const { node, context, binding } = fieldPlace;
  const { rows, isShown } = connectionSelection(node);
  const size = isShown ? sizeOf(fieldPlace) : 0;
  const plan = planPlaces(rows, context.model, object);
  const windows = childWindows(context, binding, plan);
  return recordsCost(fieldPlace, object, { rows: size, batches: 1 }, plan.paths, windows);
}

/** Children: in the statement of their parents, else one for all parents of a batch; their total by one count for all. */
export const childrenCost: Cost = (fieldPlace) => {
  const { type, node, args, context, binding, estimate } = fieldPlace;
  const { child } = node.field.extensions.crm as Extract<CrmRequirement, { kind: 'children' }>;
  const object = context.model.declaredObject(child.object);
  const parent = context.model.objectOfType(type.name)!;
  const { rows, fields, isShown } = connectionSelection(node);
  const fanout = plainFanout(fieldPlace.fanout);
  const size = isShown ? sizeOf(fieldPlace) : 0;
  const isRead = size > 0 || fields.has('pageInfo');
  const [window] = childWindows(context, binding, { lookups: [], children: [{ child, node }] });
  const isPrefetched =
    window !== undefined && fieldPlace.fanout.prefetched?.has(window.text) === true;
  const texts =
    window === undefined
      ? [placeText, ...planPlaces(rows, context.model, object).paths]
      : [window.text];
  const grandchildren = prefetchedWindows(
    childWindows(context, binding, planPlaces(rows, context.model, object)),
  );
  const isDeep = fanout.rows === 1 && !isPrefetched && isRead && grandchildren.size > 0;
  if (isDeep) estimate.add('crm', 1);
  // What names too much to come inside is read for all parents of a batch.
  const apart = childStatementsOf(fieldPlace, child, object, parent);
  if (isRead) estimate.add('crm', fanout.batches * apart);
  const parents =
    isDeep || isPrefetched || !isRead ? fanout : recordsCost(fieldPlace, parent, fanout, texts);
  if (fields.has('totalCount')) {
    const where = filterCondition(context.model, object, args.filter as Filter | null, {
      inside: true,
    });
    const condition = where === undefined ? '' : printCondition(where);
    const perCall = idsBeside(600 + encodedLength(condition));
    estimate.batch('crm', `count ${object.name}.${child.field} ${condition}`, parents, perCall);
    estimate.add('crm', parents.batches * Math.max(0, apart - 1));
  }
  return { ...times(parents, size), level: 0, ...(isDeep && { prefetched: grandchildren }) };
};

/** Cost of the windows that a field reads, unless the records' own statement prefetched them. */
export function lookupCost(fieldPlace: FieldPlace): Fanout {
  const { type, node, args, context, fanout } = fieldPlace;
  const object = context.model.objectOfType(type.name);
  const need = node.field.extensions.crm as CrmRequirement | undefined;
  const plain = plainFanout(fanout);
  if (object === undefined || need?.kind !== 'windows') return plain;
  const missing = need.windows(args).filter((window) => !fanout.prefetched?.has(window.text));
  return missing.length === 0 ? plain : recordsCost(fieldPlace, object, plain, [], missing);
}
