/**
 * From a selection on a CRM type to what one SOQL query can bring: fields of the record, fields of
 * its parents as relationship paths, and windows of its children as subqueries.
 */

import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import type { CrmChild, CrmModel, CrmObject, CrmRelationship } from '../../records/crm/model.ts';
import { connectionSelection, objectType, oncePerField } from '../needs.ts';
import { type SelectedField, type SelectionInfo, selectedFields } from '../selection.ts';
import type { ChildWindow } from './record-loader.ts';

/** How a field of the schema says what it takes from a record; under `extensions.crm`. */
export type CrmNeed =
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
      readonly windows: (args: Readonly<Record<string, unknown>>) => readonly ChildWindow[];
    };

export function crmNeed(need: CrmNeed) {
  return { extensions: { crm: need } } as const;
}

/** Shorthand for the commonest need. */
export const reads = (...fields: readonly string[]) => crmNeed({ kind: 'fields', fields });

export interface RecordPlan {
  /** `Name`, `Owner.Name` …; Id comes always and is not listed. */
  readonly paths: ReadonlySet<string>;
  /** Child connections selected directly on the record. */
  readonly children: readonly ChildSelection[];
  /** Child windows that fields of the record look at. */
  readonly windows: readonly ChildWindow[];
}

export interface ChildSelection {
  readonly child: CrmChild;
  readonly selected: SelectedField;
}

/** The CRM follows references this many levels up from the record. */
const maxLevels = 5;

export function planRecord(
  info: SelectionInfo,
  model: CrmModel,
  object: CrmObject,
  nodes: readonly FieldNode[] = info.fieldNodes,
): RecordPlan {
  const paths = new Set<string>();
  const direct = { children: [], windows: [] };
  addPaths({ info, model, paths }, object, nodes, '', 0, direct);
  return { paths, ...direct };
}

/** The plan of rows that are shown in several places: of each as it will be resolved, and all of it at once. */
export function planPlaces(
  info: SelectionInfo,
  model: CrmModel,
  object: CrmObject,
  places: readonly (readonly FieldNode[])[],
): RecordPlan {
  const plans = places.map((nodes) => planRecord(info, model, object, nodes));
  const [first, ...others] = plans;
  if (first !== undefined && others.length === 0) return first;
  return {
    paths: new Set(plans.flatMap(({ paths }) => [...paths])),
    children: plans.flatMap(({ children }) => children),
    windows: plans.flatMap(({ windows }) => windows),
  };
}

/** The plan of the rows a connection field selects, read once per execution. */
export function planConnection(
  info: GraphQLResolveInfo,
  model: CrmModel,
  object: CrmObject,
): { readonly plan: RecordPlan; readonly fields: ReadonlySet<string> } {
  return oncePerField(info, `plan ${object.name}`, () => {
    const type = objectType(info, `${object.typeName}Connection`);
    const { places, fields } = connectionSelection(info, type);
    return { plan: planPlaces(info, model, object, places), fields };
  });
}

interface Walk {
  readonly info: SelectionInfo;
  readonly model: CrmModel;
  readonly paths: Set<string>;
}

/** What only the record itself can bring, and none of its parents. */
interface Direct {
  readonly children: ChildSelection[];
  readonly windows: ChildWindow[];
}

function addPaths(
  walk: Walk,
  object: CrmObject,
  nodes: readonly FieldNode[],
  prefix: string,
  level: number,
  direct: Direct | null,
): void {
  for (const selected of selectedFields(walk.info, objectType(walk.info, object.typeName), nodes)) {
    const need = selected.field.extensions.crm as CrmNeed | undefined;
    if (need === undefined) continue;
    if (need.kind === 'fields') {
      for (const field of need.fields) walk.paths.add(prefix + field);
    } else if (need.kind === 'children') {
      direct?.children.push({ child: need.child, selected });
    } else if (need.kind === 'windows') {
      for (const field of need.fields) walk.paths.add(prefix + field);
      direct?.windows.push(...need.windows(selected.args));
    } else {
      addParent(walk, need.relationship, selected, prefix, level);
    }
  }
}

/** A parent of which nothing but the id is selected costs no join: the reference is enough. */
function addParent(
  walk: Walk,
  relationship: CrmRelationship,
  selected: SelectedField,
  prefix: string,
  level: number,
): void {
  walk.paths.add(prefix + relationship.field.name);
  const parent = walk.model.object(relationship.targets[0]!);
  if (parent === undefined || level + 1 > maxLevels) return;
  const below: Walk = { ...walk, paths: new Set() };
  addPaths(below, parent, selected.nodes, '', level + 1, null);
  for (const path of below.paths) walk.paths.add(`${prefix}${relationship.name}.${path}`);
  if (below.paths.size > 0) walk.paths.add(`${prefix}${relationship.name}.Id`);
}
