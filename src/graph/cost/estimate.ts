/** How many upstream calls a query may need at worst, reckoned before it runs: connections multiply, fragments count where they are spread. */

import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { type SelectedField, type SelectionInfo, selectedFields } from '../selection.ts';
import { costOf } from './rule.ts';

export interface EstimateRequest {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Beyond it a figure says nothing more. */
const countless = 1e9;

/** @returns upstream calls, never fewer than the query turns out to need. */
export function estimateCalls({
  schema,
  operation,
  fragments,
  variables,
}: EstimateRequest): number {
  const root = schema.getRootType(operation.operation);
  if (!isObjectType(root)) return 0;
  const info: SelectionInfo = {
    schema,
    fragments: fragments as Record<string, FragmentDefinitionNode>,
    variableValues: variables as Record<string, unknown>,
    // The operation stands where a field would: only its selection set is read.
    fieldNodes: [{ kind: 'Field', selectionSet: operation.selectionSet } as never],
  };
  const once = new Map<string, number>();
  let total = 0;

  /** @param page rows of one page, where `type` is a connection. */
  const visit = (
    type: GraphQLCompositeType,
    nodes: SelectedField['nodes'],
    parents: number,
    page: number,
  ): void => {
    // Rows behind an interface may all be of one type, of any.
    if (isAbstractType(type)) {
      for (const possible of schema.getPossibleTypes(type)) visit(possible, nodes, parents, page);
      return;
    }
    for (const selected of selectedFields(info, type, nodes)) {
      const below = getNamedType(selected.field.type);
      if (!isCompositeType(below)) continue;
      if (type.name.endsWith('Connection') && isWindow(selected)) {
        visit(below, selected.nodes, atMost(parents * page), page);
        continue;
      }
      const cost = costOf(
        type,
        selected.field,
        parents,
        selected.args,
        namesBelow(info, below, selected),
      );
      total = atMost(total + cost.calls);
      for (const [what, calls] of Object.entries(cost.once ?? {}))
        once.set(what, Math.max(once.get(what) ?? 0, calls));
      const isPage = below.name.endsWith('Connection');
      visit(below, selected.nodes, isPage ? parents : atMost(parents * cost.rows), cost.rows);
    }
  };
  visit(root, info.fieldNodes, 1, 1);
  for (const calls of once.values()) total += calls;
  return atMost(total);
}

const atMost = (figure: number): number => Math.min(figure, countless);

function isWindow({ field }: SelectedField): boolean {
  return field.name === 'edges' || field.name === 'nodes';
}

function namesBelow(
  info: SelectionInfo,
  type: GraphQLCompositeType,
  { nodes }: SelectedField,
): ReadonlySet<string> {
  if (!isObjectType(type)) return new Set();
  return new Set(
    selectedFields(info, type as GraphQLObjectType, nodes).map(({ field }) => field.name),
  );
}
