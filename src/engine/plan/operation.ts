/** A compiled operation: everything that follows from schema and document alone, for all viewers and variables; and its binding to the variables of one request. */

import {
  type FieldNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNullableType,
  isLeafType,
  isNonNullType,
  type SelectionSetNode,
} from 'graphql';
import { guardOf } from '../field-permission.ts';
import { memoize } from '../memoize.ts';
import { type Args, type Arguments, argumentsOf } from './argument.ts';
import {
  type FieldNodes,
  fieldDefinition,
  fieldNodesOf,
  type OperationSource,
} from './selected-field.ts';

/** The tree grows as far as it is looked at: what lies below a type is compiled when that type is first met. */
export class Operation {
  readonly source: OperationSource;
  /** Nodes compiled so far: the next one's index. */
  size = 0;
  readonly #memo = new Map<unknown, unknown>();
  #root: readonly PlanNode[] | undefined;

  constructor(source: OperationSource) {
    this.source = source;
  }

  get root(): readonly PlanNode[] {
    const { schema, definition } = this.source;
    this.#root ??= compileFields(this, schema.getRootType(definition.operation)!, [
      definition.selectionSet,
    ]);
    return this.#root;
  }

  get partedRoot(): PartedFields {
    const { schema, definition } = this.source;
    const type = schema.getRootType(definition.operation)!;
    return this.memo('parted root', () => partedFields(this, type, [definition.selectionSet]));
  }

  /** Computes once what follows from the operation. */
  memo<T>(key: unknown, compute: () => T): T {
    return memoize(this.#memo, key, compute);
  }
}

/** Of a refused field, whose own may be wrong. */
const noArguments: Arguments = { fixed: {}, read: () => ({}) };

/** One field of the operation, shared by all objects it is resolved on. */
export class PlanNode {
  readonly operation: Operation;
  /** Its place in a binding. */
  readonly index: number;
  readonly responseKey: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  /** All field nodes of the response key; their selection sets are merged below. */
  readonly fieldNodes: readonly FieldNode[];
  readonly nullable: boolean;
  /** Its type, where that is a leaf and no list of them. */
  readonly leaf: GraphQLLeafType | null;
  /** Forbidden for the viewer: its resolver throws, and nothing below it is planned. */
  readonly refused: boolean;
  readonly args: Arguments;
  readonly #below = new Map<GraphQLObjectType, readonly PlanNode[]>();
  readonly #memo = new Map<unknown, unknown>();

  constructor(
    operation: Operation,
    responseKey: string,
    field: GraphQLField<unknown, unknown>,
    parentType: GraphQLObjectType,
    fieldNodes: readonly FieldNode[],
  ) {
    this.operation = operation;
    this.index = operation.size;
    operation.size += 1;
    this.responseKey = responseKey;
    this.field = field;
    this.parentType = parentType;
    this.fieldNodes = fieldNodes;
    this.nullable = !isNonNullType(field.type);
    const type = getNullableType(field.type);
    this.leaf = isLeafType(type) ? type : null;
    const guard = guardOf(field);
    this.refused = guard !== undefined && operation.source.missing?.has(guard.permission) === true;
    this.args = this.refused ? noArguments : argumentsOf(field, fieldNodes[0]!);
  }

  /** The fields selected below, on one of the types the field may lead to. */
  below(type: GraphQLObjectType): readonly PlanNode[] {
    let nodes = this.#below.get(type);
    if (nodes === undefined) {
      nodes = compileFields(this.operation, type, this.#sets);
      this.#below.set(type, nodes);
    }
    return nodes;
  }

  /** The same for an answer in parts. */
  partedBelow(type: GraphQLObjectType): PartedFields {
    return this.memo(`parts ${type.name}`, () => partedFields(this.operation, type, this.#sets));
  }

  get #sets(): readonly SelectionSetNode[] {
    return this.fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  }

  /** Computes once what follows from the selection below; nothing of a request may be in it. */
  memo<T>(key: unknown, compute: () => T): T {
    return memoize(this.#memo, key, compute);
  }
}

/** @defer and @stream change nothing here. */
function compileFields(
  operation: Operation,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): readonly PlanNode[] {
  return nodesOf(operation, type, fieldNodesOf(operation.source, type, sets));
}

function nodesOf(
  operation: Operation,
  type: GraphQLObjectType,
  byKey: FieldNodes,
): readonly PlanNode[] {
  const nodes: PlanNode[] = [];
  for (const [key, fieldNodes] of byKey) {
    const field = fieldDefinition(operation.source.schema, type, fieldNodes[0]!.name.value);
    if (field !== undefined) nodes.push(new PlanNode(operation, key, field, type, fieldNodes));
  }
  return nodes;
}

/** The fields of one part of an answer, and those of the fragments that come in later ones. */
export interface PartedFields {
  readonly fields: readonly PlanNode[];
  readonly deferred: readonly {
    readonly label: string | undefined;
    readonly fields: readonly PlanNode[];
  }[];
}

/** The fields selected on an object of an answer in parts. Other nodes than the plan's, which knows no parts. */
function partedFields(
  operation: Operation,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): PartedFields {
  const deferred: Parameters<typeof fieldNodesOf>[3] = [];
  return {
    fields: nodesOf(operation, type, fieldNodesOf(operation.source, type, sets, deferred)),
    deferred: deferred.map(({ label, byKey }) => ({
      label,
      fields: nodesOf(operation, type, byKey),
    })),
  };
}

/**
 * Memoized values per node, so that a document's memory stays in proportion to its text: enough for a list that is
 * asked for by each value of a picklist, and in several page sizes. With fewer than come in turn none is ever found.
 */
const maxMemoized = 64;
/** Longer keys are not memoized. */
const longestKey = 400;

/** An operation with the variables of one request, its coerced arguments and the values memoized by them. */
export class Binding {
  readonly operation: Operation;
  /** Coerced variables. */
  readonly variables: Args;
  /** By index of the node. */
  readonly #args: Args[] = [];
  readonly #invalid = new Map<PlanNode, Error>();
  readonly #memos: Map<unknown, unknown>[] = [];

  constructor(operation: Operation, variables: Args) {
    this.operation = operation;
    this.variables = variables;
  }

  /** Arguments of a node. @throws GraphQLError for invalid arguments, at each read */
  args(node: PlanNode): Args {
    if (node.args.fixed !== null) return node.args.fixed;
    let args = this.#args[node.index];
    if (args === undefined) {
      args = this.#read(node);
      this.#args[node.index] = args;
    }
    return args;
  }

  /** What is thrown is thrown again: each new error would look through the document for its place. */
  #read(node: PlanNode): Args {
    const cachedError = this.#invalid.get(node);
    if (cachedError !== undefined) throw cachedError;
    try {
      return node.args.read(this.variables);
    } catch (error) {
      this.#invalid.set(node, error as Error);
      throw error;
    }
  }

  /**
   * Memoizes by the node's arguments, across requests: nothing else of a request may enter the
   * value. Holds the last few argument sets.
   */
  memoByArgs<T>(node: PlanNode, name: string, compute: () => T): T {
    if (node.args.fixed !== null) return node.memo(name, compute);
    return this.memo(node, name, () => this.memoByValues(node, name, this.args(node), compute));
  }

  /** Memoizes by values; the result may depend on nothing else besides the document. */
  memoByValues<T>(node: PlanNode, name: string, values: unknown, compute: () => T): T {
    const key = JSON.stringify(values);
    if (key.length > longestKey) return compute();
    const memo = node.memo(`${name} by values`, () => ({ values: new Map<unknown, unknown>() }));
    // Not cleared: V8 lets the table that a map leaves point to the next one (`upstream/transient-map.ts`).
    if (memo.values.size >= maxMemoized && !memo.values.has(key)) memo.values = new Map();
    return memoize(memo.values, key, compute);
  }

  /** Memoizes per request, for all rows that resolve the node's field. */
  memo<T>(node: PlanNode, key: unknown, compute: () => T): T {
    let memo = this.#memos[node.index];
    if (memo === undefined) {
      memo = new Map();
      this.#memos[node.index] = memo;
    }
    return memoize(memo, key, compute);
  }
}
