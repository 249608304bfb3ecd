/** Reads what a query selects below a field: fragments spread, directives applied, aliases apart, arguments coerced. */

import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  isAbstractType,
  print,
  type SelectionSetNode,
} from 'graphql';

import { isRefused } from './guard.ts';

/** One response key below a field; where rows are shown twice, one of what they show under it. */
export interface SelectedField {
  readonly responseKey: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly args: Readonly<Record<string, unknown>>;
  /** Every node that contributes to this response key; their selection sets together are what lies below. */
  readonly nodes: readonly FieldNode[];
}

/** The parts of GraphQLResolveInfo that a selection depends on. */
export type SelectionInfo = Pick<
  GraphQLResolveInfo,
  'schema' | 'fragments' | 'variableValues' | 'fieldNodes'
>;

type PerType = Map<string, readonly SelectedField[]>;

/**
 * Siblings of a list share their field nodes, so the selection is read once per execution and not
 * once per row. Keyed by the variables first: a compiled executor may reuse nodes across requests.
 */
const cache = new WeakMap<object, WeakMap<object, PerType>>();

/** What is selected on `type` below the given field nodes (those of the resolving field by default). */
export function selectedFields(
  info: SelectionInfo,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[] = info.fieldNodes,
): readonly SelectedField[] {
  let byNodes = cache.get(info.variableValues);
  if (byNodes === undefined) {
    byNodes = new WeakMap();
    cache.set(info.variableValues, byNodes);
  }
  let perType = byNodes.get(nodes);
  if (perType === undefined) {
    perType = new Map();
    byNodes.set(nodes, perType);
  }
  let selected = perType.get(type.name);
  if (selected === undefined) {
    selected = collect(info, type, nodes);
    perType.set(type.name, selected);
  }
  return selected;
}

function collect(
  info: SelectionInfo,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): readonly SelectedField[] {
  const byKey = new Map<string, FieldNode[][]>();
  const spread = new Set<FragmentDefinitionNode>();
  const visit = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (!included(info, selection)) continue;
      if (selection.kind === 'Field') {
        if (isRefused(selection)) continue;
        const key = selection.alias?.value ?? selection.name.value;
        const groups = byKey.get(key);
        const same = groups?.find(([first]) => asksTheSame(first!, selection));
        if (groups === undefined) byKey.set(key, [[selection]]);
        else if (same === undefined) groups.push([selection]);
        else same.push(selection);
      } else if (selection.kind === 'InlineFragment') {
        if (applies(info, type, selection.typeCondition?.name.value)) visit(selection.selectionSet);
      } else {
        const fragment = info.fragments[selection.name.value];
        if (fragment === undefined || spread.has(fragment)) continue;
        spread.add(fragment);
        if (applies(info, type, fragment.typeCondition.name.value)) visit(fragment.selectionSet);
      }
    }
  };
  for (const node of nodes) if (node.selectionSet !== undefined) visit(node.selectionSet);

  const fields = type.getFields();
  const selected: SelectedField[] = [];
  const grouped = [...byKey].flatMap(([key, groups]) => groups.map((one) => [key, one] as const));
  for (const [responseKey, fieldNodes] of grouped) {
    const field = fields[fieldNodes[0]!.name.value];
    if (field === undefined) continue;
    const args = getArgumentValues(field, fieldNodes[0]!, info.variableValues);
    selected.push({ responseKey, field, args, nodes: fieldNodes });
  }
  return selected;
}

/**
 * Nodes of one selection set that share a response key ask the same, or the document is invalid.
 * Under rows that are shown twice (`a: nodes { x: name } b: nodes { x: industry }`) they need not.
 */
function asksTheSame(first: FieldNode, other: FieldNode): boolean {
  if (first.name.value !== other.name.value) return false;
  const given = (node: FieldNode): string =>
    (node.arguments ?? [])
      .map((argument) => print(argument))
      .sort()
      .join();
  return given(first) === given(other);
}

function included(info: SelectionInfo, node: SelectionSetNode['selections'][number]): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, info.variableValues);
  if (skip?.if === true) return false;
  const include = getDirectiveValues(GraphQLIncludeDirective, node, info.variableValues);
  return include?.if !== false;
}

function applies(info: SelectionInfo, type: GraphQLObjectType, condition?: string): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditionType = info.schema.getType(condition);
  return isAbstractType(conditionType) && info.schema.isSubType(conditionType, type);
}
