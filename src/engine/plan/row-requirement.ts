/** Row requirements: fields declare the parts of a row they need, and the planner collects those of a selection. */

import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { type PageArgs, readWindow, type Window } from '../../fetch/connection.ts';
import type { PlanContext } from '../context.ts';
import type { PlanNode } from './operation.ts';

/** Declares, on a field, the parts of the upstream row it reads. Names belong to the row's loader. */
export function needs(...parts: readonly string[]) {
  return { extensions: { needs: parts } } as const;
}

/** Declares that a field leads to a part of the same row: what is selected below counts for the row. */
export function needsWithin(...parts: readonly string[]) {
  return { extensions: { needs: parts, within: true } } as const;
}

/** Everything the selection on the named type below a node needs from the row. */
export function neededParts(node: PlanNode, typeName: string): ReadonlySet<string> {
  return node.memo(`parts of ${typeName}`, () => {
    const parts = new Set<string>();
    for (const selected of selectedOn(node, typeName)) {
      const { extensions, type } = selected.field;
      if (Array.isArray(extensions.needs)) for (const part of extensions.needs) parts.add(part);
      const below = getNamedType(type);
      if (extensions.within !== true || !isObjectType(below)) continue;
      const inside = neededParts(selected, below.name);
      for (const part of inside) parts.add(part);
      if (inside.size === 0 && typeof extensions.needsAlone === 'string')
        parts.add(extensions.needsAlone);
    }
    return parts;
  });
}

/** Union of `neededParts` over all nodes that show the row. */
export function neededOfAll(nodes: readonly PlanNode[], typeName: string): ReadonlySet<string> {
  return new Set(nodes.flatMap((node) => [...neededParts(node, typeName)]));
}

/** The object type of that name; a planner names only types of the schema. */
function objectType({ operation }: PlanNode, name: string): GraphQLObjectType {
  const type = operation.source.schema.getType(name);
  if (!isObjectType(type)) throw new Error(`The schema has no object type ${name}.`);
  return type;
}

/** Fields selected below a node on the object type of that name, without forbidden ones. */
export function selectedOn(node: PlanNode, typeName: string): readonly PlanNode[] {
  return node.below(objectType(node, typeName)).filter(({ refused }) => !refused);
}

/** Selection on a connection: its own fields, rows and edges. */
interface ConnectionSelection {
  /** Nodes under which fields of the row lie, `nodes` and `edges.node`: a row that is shown twice is resolved twice. */
  readonly rows: readonly PlanNode[];
  /** Names of what else is selected: totalCount, pageInfo, coverage … */
  readonly fields: ReadonlySet<string>;
  /** Nodes under which fields of the edges lie. */
  readonly edges: readonly PlanNode[];
  /** Whether a row is looked at, or where the window lies; not for a lone totalCount. */
  readonly isShown: boolean;
}

/** Reads the selection on the connection that a node leads to. */
export function connectionSelection(node: PlanNode): ConnectionSelection {
  return node.memo('connection', () => {
    const rows: PlanNode[] = [];
    const edges: PlanNode[] = [];
    const fields = new Set<string>();
    for (const selected of childrenOf(node)) {
      const { name } = selected.field;
      fields.add(name);
      if (name === 'nodes') rows.push(selected);
      if (name !== 'edges') continue;
      edges.push(selected);
      rows.push(...childrenOf(selected).filter(({ field }) => field.name === 'node'));
    }
    const isShown = ['nodes', 'edges', 'pageInfo'].some((name) => fields.has(name));
    return { rows, fields, edges, isShown };
  });
}

/** Parts that the rows of a node's connection need. */
export function neededByRows(node: PlanNode, typeName: string): ReadonlySet<string> {
  return node.memo('parts of rows', () => neededOfAll(connectionSelection(node).rows, typeName));
}

/** Fields selected below a node that leads to an object type. */
function childrenOf(node: PlanNode): readonly PlanNode[] {
  const type = getNamedType(node.field.type);
  return isObjectType(type) ? selectedOn(node, type.name) : [];
}

/**
 * The window of a connection field. One of which no row is looked at is empty: a lone totalCount
 * costs its count and nothing else.
 */
export function requestedWindow(
  context: PlanContext,
  args: PageArgs,
  { isShown }: ConnectionSelection,
): Window {
  const window = readWindow(args, context.pageLimits);
  return isShown ? window : { ...window, size: 0 };
}
