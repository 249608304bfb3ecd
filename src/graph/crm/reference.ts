/** References: the record that another one points to, nested in the row where the query selected it, else loaded by id. */

import type { GraphQLResolveInfo } from 'graphql';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject, CrmRelationship } from '../../contract/crm/model.ts';
import { isObject } from '../../contract/wire/json.ts';
import { filledTextOf, invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { nodeOf, planned } from '../../engine/plan/resolve-info.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { ruleOf } from '../../row-access/crm-rule.ts';
import { hiddenRow } from '../../row-access/row-judge.ts';
import { childWindows } from './child.ts';
import { CrmRow, fieldOf, hasPaths, nestedRow } from './crm-row.ts';
import { type LoadRecord, recordsWith } from './record-loader.ts';
import { planRecord, type RecordPlan } from './record-plan.ts';
import { seesRecord } from './row-visibility.ts';

type Linked = MaybePromise<CrmRow | null>;

/** A parent of one possible object: as the row nests it, or by its id where the row lacks something of it. */
export function linkParent(
  context: GraphContext,
  info: GraphQLResolveInfo,
  row: CrmRow,
  { name, field }: CrmRelationship,
  target: CrmObject,
): Linked {
  const nested = row.values[name];
  if (nested === null) return null;
  if (nested instanceof Error) throw nested;
  const plan = planOf(context, info, target);
  const parent =
    isObject(nested) && hasPaths(nested, plan.names) ? nestedRow(target, nested) : null;
  if (parent !== null) return parent;
  return linkRecord(context, info, target, fieldOf(row, field.name));
}

/** Loads the record of a polymorphic reference, by the object of its id's prefix. Null for objects outside the model. */
export function linkReference(
  context: GraphContext,
  info: GraphQLResolveInfo,
  id: string | null,
): Linked {
  if (id !== null && normalizeCrmId(id) === null)
    throw invalidUpstreamValue('the id of a record', id);
  const target = id === null ? undefined : context.model.objectOfId(id);
  return target === undefined ? null : linkRecord(context, info, target, id);
}

/** Plan of the resolving field's selection on a record of this object. */
export function planOf(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
): RecordPlan {
  return planRecord(nodeOf(info), context.model, object);
}

interface SelectedRecords {
  /** Whether nothing but the id is selected. */
  readonly isBare: boolean;
  readonly load: LoadRecord;
}

/** Records of this object with what the resolving field selects on them, its children included. */
export function selectedRecords(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
): SelectedRecords {
  const { node, binding } = planned(info);
  return binding.memo(node, object, () => {
    const plan = planRecord(node, context.model, object);
    const windows = childWindows(context, binding, plan);
    return {
      isBare: plan.paths.size === 0 && windows.length === 0,
      load: recordsWith(context, object, plan.paths, windows),
    };
  });
}

/** The record behind an id; nothing is fetched when the selection needs nothing but the id. */
function linkRecord(
  context: GraphContext,
  info: GraphQLResolveInfo,
  target: CrmObject,
  raw: unknown,
): Linked {
  const text = filledTextOf(raw);
  if (text === null) return null;
  const id = normalizeCrmId(text);
  if (id === null) throw invalidUpstreamValue('the id of a record', text);
  const { isBare, load } = selectedRecords(context, info, target);
  const bare = () => new CrmRow(target, id, { Id: id });
  if (context.rowAccess === null) return isBare ? bare() : load(id);
  return thenMaybe(seesRecord(context, target, id), (isVisible) => {
    if (isVisible === false) throw hiddenRow;
    if (isBare && isVisible) return bare();
    return thenMaybe(load(id), (row) => row ?? missingRow(context, target));
  });
}

/** What a reference leads to where its record is not shown: one that is hidden looks like one that is not there. */
function missingRow({ model }: GraphContext, target: CrmObject): null {
  if (ruleOf(model, target).isOpen) return null;
  throw hiddenRow;
}
