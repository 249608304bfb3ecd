/**
 * An operation with the variables of one request, how a resolver finds its node of the one and its place in the
 * other, and resolvers that need neither because they read a field off its object.
 */

import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import type { Args } from './argument.ts';
import { memoize, Operation, PlanNode } from './operation.ts';

export interface Planned {
  readonly node: PlanNode;
  readonly binding: Binding;
}

export interface Path {
  readonly prev: Path | undefined;
  readonly key: string | number;
  readonly typename: string | undefined;
}

/** The executor's `info` and the field's path in one object. Most resolvers read neither, so its members are computed lazily. */
export class PlannedInfo implements Planned, GraphQLResolveInfo, Path {
  readonly node: PlanNode;
  readonly binding: Binding;
  readonly rootValue: unknown;
  readonly prev: Path | undefined;

  constructor(node: PlanNode, binding: Binding, rootValue: unknown, prev: Path | undefined) {
    this.node = node;
    this.binding = binding;
    this.rootValue = rootValue;
    this.prev = prev;
  }

  get path(): Path {
    return this;
  }

  get key() {
    return this.node.responseKey;
  }

  get typename() {
    return this.node.parentType.name;
  }

  get fieldName() {
    return this.node.field.name;
  }

  get fieldNodes() {
    return this.node.fieldNodes;
  }

  get returnType() {
    return this.node.field.type;
  }

  get parentType() {
    return this.node.parentType;
  }

  get schema() {
    return this.node.operation.source.schema;
  }

  get fragments() {
    return this.node.operation.source.fragments;
  }

  get operation() {
    return this.node.operation.source.definition;
  }

  get variableValues() {
    return this.binding.variables;
  }
}

/**
 * The plan node of the resolving field. Under another executor it is compiled from the field on,
 * once per field and not per row.
 */
export function planned(info: GraphQLResolveInfo): Planned {
  return info instanceof PlannedInfo ? info : compiledFrom(info);
}

/** The node of the resolving field. */
export const nodeOf = (info: GraphQLResolveInfo): PlanNode => planned(info).node;

/** Executors hand the same array of nodes to all rows of a field, and to no other execution. */
const compiled = new WeakMap<readonly FieldNode[], Planned>();

function compiledFrom(info: GraphQLResolveInfo): Planned {
  const known = compiled.get(info.fieldNodes);
  if (known?.binding.variables === info.variableValues) return known;
  const { schema, fragments, variableValues, parentType, fieldNodes } = info;
  const operation = new Operation({
    schema,
    definition: info.operation,
    fragments,
    choices: variableValues,
  });
  const field = parentType.getFields()[info.fieldName]!;
  const node = new PlanNode(operation, String(info.path.key), field, parentType, fieldNodes);
  const made = { node, binding: new Binding(operation, variableValues) };
  compiled.set(info.fieldNodes, made);
  return made;
}

/** Memoized values per node, so that a document's memory stays in proportion to its text. */
const maxMemoized = 16;
const longestKey = 400;

export class Binding {
  readonly operation: Operation;
  /** Coerced. */
  readonly variables: Args;
  /** By index of the node. */
  readonly #args: Args[] = [];
  #watcher: ((node: PlanNode) => void) | null = null;
  readonly #memos: Map<unknown, unknown>[] = [];

  constructor(operation: Operation, variables: Args) {
    this.operation = operation;
    this.variables = variables;
  }

  /** @throws GraphQLError for arguments that can't be, whenever they are read. */
  args(node: PlanNode): Args {
    if (node.args.fixed !== null) return node.args.fixed;
    this.#watcher?.(node);
    return this.unwatched(node);
  }

  /** Calls `watcher` for each node whose arguments are read meanwhile, constant ones aside. */
  watch(watcher: (node: PlanNode) => void, meanwhile: () => void): void {
    this.#watcher = watcher;
    try {
      meanwhile();
    } finally {
      this.#watcher = null;
    }
  }

  /** The arguments, without calling the watcher. */
  unwatched(node: PlanNode): Args {
    if (node.args.fixed !== null) return node.args.fixed;
    let args = this.#args[node.index];
    if (args === undefined) {
      args = node.args.read(this.variables);
      this.#args[node.index] = args;
    }
    return args;
  }

  /**
   * Memoizes by the node's arguments, across requests: nothing else of a request may enter the
   * value. Holds the last few argument sets.
   */
  memoByArgs<T>(node: PlanNode, name: string, compute: () => T): T {
    if (node.args.fixed !== null) return node.memo(name, compute);
    return this.memo(node, name, () => this.memoByValues(node, name, this.args(node), compute));
  }

  /** Computes once for the same values, which are all it may hang on besides the document. */
  memoByValues<T>(node: PlanNode, name: string, values: unknown, compute: () => T): T {
    const key = JSON.stringify(values);
    if (key.length > longestKey) return compute();
    const known = node.memo(`${name} by values`, () => new Map<unknown, unknown>());
    if (known.size >= maxMemoized && !known.has(key)) known.clear();
    return memoize(known, key, compute);
  }

  /** Computes once a request, however many rows resolve the node's field. */
  memo<T>(node: PlanNode, key: unknown, compute: () => T): T {
    let memo = this.#memos[node.index];
    if (memo === undefined) {
      memo = new Map();
      this.#memos[node.index] = memo;
    }
    return memoize(memo, key, compute);
  }
}

/** Reads a field off its object, synchronously and independent of the viewer. */
type PlainRead<Source> = (source: Source) => unknown;

/** The functions themselves are marked, so that a resolver wrapped around one, such as a guard, is no plain read. */
const plainReads = new WeakSet<object>();

/** Declares a resolver that looks at nothing but its object, and returns no promise. */
export function plain<Read extends (source: never) => unknown>(read: Read): Read {
  plainReads.add(read);
  return read;
}

/** The resolver as a plain read; null where it may look at more than its object. */
export function plainRead(resolve: object): PlainRead<unknown> | null {
  return plainReads.has(resolve) ? (resolve as PlainRead<unknown>) : null;
}
