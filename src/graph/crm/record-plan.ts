/** Record plan: from a selection on a CRM type to the parts of one SOQL query (fields of the record, fields of its parents as relationship paths, windows of its children as subqueries). */

import type { CrmChild, CrmModel, CrmObject, CrmRelationship } from '../../contract/crm/model.ts';
import type { Args } from '../../engine/plan/argument.ts';
import type { PlanNode } from '../../engine/plan/operation.ts';
import { selectedOn } from '../../engine/plan/row-requirement.ts';
import type { ChildWindow } from './child-window.ts';

/** Requirement of a schema field on a CRM record; under `extensions.crm`. */
export type CrmRequirement =
  /** Fields of the record itself, by wire name. */
  | { readonly kind: 'fields'; readonly fields: readonly string[] }
  /** A parent with one possible object: reachable by path. */
  | { readonly kind: 'parent'; readonly relationship: CrmRelationship }
  /** A window of children. */
  | { readonly kind: 'children'; readonly child: CrmChild }
  /** Fields, and children the field itself looks at rather than shows; which may hang on its arguments. */
  | {
      readonly kind: 'windows';
      readonly fields: readonly string[];
      readonly windows: (args: Args) => readonly ChildWindow[];
    };

export function crmRequirement(need: CrmRequirement) {
  return { extensions: { crm: need } } as const;
}

/** Shorthand for the commonest need. */
export const reads = (...fields: readonly string[]) => crmRequirement({ kind: 'fields', fields });

/** Plan of a record from the document alone; the windows themselves depend on arguments. */
export interface RecordPlan {
  /** `Name`, `Owner.Name` …; Id comes always and is not listed. */
  readonly paths: ReadonlySet<string>;
  /** `paths`, split by name. */
  readonly names: readonly (readonly string[])[];
  /** Child connections selected directly on the record. */
  readonly children: readonly SelectedChild[];
  /** Fields of the record that look at child windows. */
  readonly lookups: readonly ChildLookup[];
}

interface SelectedChild {
  readonly child: CrmChild;
  readonly node: PlanNode;
}

interface ChildLookup {
  readonly windows: (args: Args) => readonly ChildWindow[];
  readonly node: PlanNode;
}

/** The CRM follows references this many levels up from the record. */
export const maxLevels = 5;

/** Plans the selection on a record of the object below a node. */
export function planRecord(node: PlanNode, model: CrmModel, object: CrmObject): RecordPlan {
  return node.memo(object, () => {
    const paths = new Set<string>();
    const direct = addPaths({ model, paths }, object, node, 0);
    return { paths, names: [...paths].map((path) => path.split('.')), ...direct };
  });
}

/** Plans rows that several nodes show: the union of their plans. */
export function planPlaces(
  places: readonly PlanNode[],
  model: CrmModel,
  object: CrmObject,
): RecordPlan {
  const plans = places.map((node) => planRecord(node, model, object));
  const [first, ...others] = plans;
  if (first !== undefined && others.length === 0) return first;
  return {
    paths: new Set(plans.flatMap(({ paths }) => [...paths])),
    names: plans.flatMap(({ names }) => names),
    children: plans.flatMap(({ children }) => children),
    lookups: plans.flatMap(({ lookups }) => lookups),
  };
}

interface Walk {
  readonly model: CrmModel;
  readonly paths: Set<string>;
}

/** Requirements on the record itself, without its parents. */
interface Direct {
  readonly children: SelectedChild[];
  readonly lookups: ChildLookup[];
}

function addPaths(walk: Walk, object: CrmObject, node: PlanNode, level: number): Direct {
  const direct: Direct = { children: [], lookups: [] };
  for (const selected of selectedOn(node, object.typeName)) {
    const need = selected.field.extensions.crm as CrmRequirement | undefined;
    if (need === undefined) continue;
    if (need.kind === 'fields') {
      for (const field of need.fields) walk.paths.add(field);
    } else if (need.kind === 'children') {
      direct.children.push({ child: need.child, node: selected });
    } else if (need.kind === 'windows') {
      for (const field of need.fields) walk.paths.add(field);
      direct.lookups.push({ windows: need.windows, node: selected });
    } else {
      addParent(walk, need.relationship, selected, level);
    }
  }
  return direct;
}

/**
 * Adds a parent. One of which only the id is selected costs no join: the reference is enough. Where
 * its children are selected, its Id is joined, which shows that it can be read, so it is not loaded
 * itself.
 */
function addParent(
  { model, paths }: Walk,
  relationship: CrmRelationship,
  node: PlanNode,
  level: number,
): void {
  paths.add(relationship.field.name);
  const parent = model.object(relationship.targets[0]);
  if (parent === undefined || level + 1 > maxLevels) return;
  const below: Walk = { model, paths: new Set() };
  const { children, lookups } = addPaths(below, parent, node, level + 1);
  for (const path of below.paths) paths.add(`${relationship.name}.${path}`);
  if (below.paths.size + children.length + lookups.length > 0) paths.add(`${relationship.name}.Id`);
}
