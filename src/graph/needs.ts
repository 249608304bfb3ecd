/** What a selection needs from upstream: fields declare it, the planner collects it. */

import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
} from 'graphql';
import { type SelectedField, type SelectionInfo, selectedFields } from './selection.ts';

/** Declares, on a field, the parts of the upstream row it reads. Names belong to the row's loader. */
export function needs(...parts: readonly string[]) {
  return { extensions: { needs: parts } } as const;
}

/** Declares that a field leads to a part of the same row: what is selected below counts for the row. */
export function within(...parts: readonly string[]) {
  return { extensions: { needs: parts, within: true } } as const;
}

/** Everything the selection on `type` below the nodes needs from the row. */
export function neededParts(
  info: SelectionInfo,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[] = info.fieldNodes,
): ReadonlySet<string> {
  const parts = new Set<string>();
  addNeeds(info, type, nodes, parts);
  return parts;
}

function addNeeds(
  info: SelectionInfo,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  parts: Set<string>,
): void {
  for (const selected of selectedFields(info, type, nodes)) {
    const { extensions } = selected.field;
    const own = extensions.needs;
    if (Array.isArray(own)) for (const part of own) parts.add(part);
    if (extensions.within === true) {
      const below = getNamedType(selected.field.type);
      if (isObjectType(below)) addNeeds(info, below, selected.nodes, parts);
    }
  }
}

/** The object type of that name; a planner asks only for types the schema has. */
export function objectType(info: SelectionInfo, name: string): GraphQLObjectType {
  const type = info.schema.getType(name);
  if (!isObjectType(type)) throw new Error(`The schema has no object type ${name}.`);
  return type;
}

const memos = new WeakMap<object, WeakMap<object, Map<string, unknown>>>();

/**
 * Computes once per field and variables, however many rows resolve it, and for all executions of
 * the same plan with the same variables: what it keeps must hold for whoever asks, and nothing of
 * one request may be in it.
 */
export function oncePerField<T>(info: GraphQLResolveInfo, name: string, compute: () => T): T {
  let byNodes = memos.get(info.variableValues);
  if (byNodes === undefined) {
    byNodes = new WeakMap();
    memos.set(info.variableValues, byNodes);
  }
  let byName = byNodes.get(info.fieldNodes);
  if (byName === undefined) {
    byName = new Map();
    byNodes.set(info.fieldNodes, byName);
  }
  if (!byName.has(name)) byName.set(name, compute());
  return byName.get(name) as T;
}

/** What a query selects of a connection, seen from the connection field. */
export interface ConnectionSelection {
  /** Nodes under which fields of the row lie: `nodes` and `edges.node` together. */
  readonly rows: readonly FieldNode[];
  /** The same apart, place by place: rows that are shown twice are resolved twice, each with its own nodes. */
  readonly places: readonly (readonly FieldNode[])[];
  /** Names of what else is selected: totalCount, pageInfo, coverage … */
  readonly fields: ReadonlySet<string>;
  /** Nodes under which fields of the edges lie. */
  readonly edges: readonly FieldNode[];
  /** Names of the fields selected on edges. */
  readonly edgeFields: ReadonlySet<string>;
}

export function connectionSelection(
  info: SelectionInfo,
  connection: GraphQLObjectType,
  nodes: readonly FieldNode[] = info.fieldNodes,
): ConnectionSelection {
  const places: (readonly FieldNode[])[] = [];
  const edges: FieldNode[] = [];
  const fields = new Set<string>();
  const edgeFields = new Set<string>();
  for (const selected of selectedFields(info, connection, nodes)) {
    fields.add(selected.field.name);
    if (selected.field.name === 'nodes') places.push(selected.nodes);
    if (selected.field.name !== 'edges') continue;
    edges.push(...selected.nodes);
    for (const onEdge of edgeSelection(info, selected)) {
      edgeFields.add(onEdge.field.name);
      if (onEdge.field.name === 'node') places.push(onEdge.nodes);
    }
  }
  return { rows: places.flat(), places, fields, edges, edgeFields };
}

function edgeSelection(info: SelectionInfo, edges: SelectedField): readonly SelectedField[] {
  const type = getNamedType(edges.field.type);
  return isObjectType(type) ? selectedFields(info, type, edges.nodes) : [];
}
