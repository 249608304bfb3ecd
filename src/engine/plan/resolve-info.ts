/** GraphQLResolveInfo of our executor, how a resolver finds its plan node and binding under any executor, and the resolvers that need neither. */

import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { Binding, Operation, PlanNode } from './operation.ts';

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
  readonly prev: Path | undefined;

  constructor(node: PlanNode, binding: Binding, prev: Path | undefined) {
    this.node = node;
    this.binding = binding;
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

  /** There is none. */
  get rootValue() {
    return undefined;
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
 * Plan node and binding of the resolving field. Under another executor the node is compiled from
 * the field on, once per field and not per row.
 */
export function planned(info: GraphQLResolveInfo): Planned {
  return info instanceof PlannedInfo ? info : compiledFrom(info);
}

/** Plan node of the resolving field. */
export const nodeOf = (info: GraphQLResolveInfo): PlanNode => planned(info).node;

/** Executors hand the same array of nodes to all rows of a field, and to no other execution. */
const compiled = new WeakMap<readonly FieldNode[], Planned>();

function compiledFrom(info: GraphQLResolveInfo): Planned {
  const cached = compiled.get(info.fieldNodes);
  if (cached?.binding.variables === info.variableValues) return cached;
  const { schema, fragments, variableValues, parentType, fieldNodes } = info;
  const operation = new Operation({
    schema,
    definition: info.operation,
    fragments,
    choices: variableValues,
  });
  const field = parentType.getFields()[info.fieldName]!;
  const node = new PlanNode(operation, String(info.path.key), field, parentType, fieldNodes);
  const planned = { node, binding: new Binding(operation, variableValues) };
  compiled.set(info.fieldNodes, planned);
  return planned;
}

/** Plain reads: resolvers that only read a property of their object, so the executor calls them without `info`. Marks the functions themselves, so that a resolver wrapped around one, such as a permission check, is no plain read. */
const plainReads = new WeakSet<object>();

/** Declares a resolver that reads only its object and returns no promise. */
export function plain<Read extends (source: never) => unknown>(read: Read): Read {
  plainReads.add(read);
  return read;
}

/** Returns the resolver as a plain read; null where it may read more than its object. */
export function plainRead(resolve: object): ((source: unknown) => unknown) | null {
  return plainReads.has(resolve) ? (resolve as (source: unknown) => unknown) : null;
}

/** Plain reads behind a check of rights, which returns a promise only where it has to find out what they hang on. */
const guardedReads = new WeakSet<object>();

/** Declares that a resolver is a plain read behind such a check. */
export function guardedRead<Read extends object>(read: Read): Read {
  guardedReads.add(read);
  return read;
}

/** Whether a resolver that returns no promise has asked nothing upstream. */
export const isRead = (resolve: object): boolean =>
  plainReads.has(resolve) || guardedReads.has(resolve);

/** Where a row holds a decoded value: names of members, the first of the row's object itself: `['values', 'Name']`. */
export type DecodedPlace = readonly string[];

/** Resolvers of values that were decoded as they entered. */
const decodedReads = new WeakMap<object, DecodedPlace | null>();

/**
 * Declares a resolver that reads decoded values: each is of the field's type, or the error in its place.
 * @param path where the value stands, for a read that does nothing but look there; null for others.
 */
export function decodedRead<Read extends object>(read: Read, path: DecodedPlace | null): Read {
  decodedReads.set(read, path);
  return read;
}

/** Whether a resolver's values need no check. */
export const isDecoded = (resolve: object | undefined): boolean =>
  resolve !== undefined && decodedReads.has(resolve);

/** Where a resolver finds its values, where it does nothing but look there; null for others. */
export const decodedPlace = (resolve: object | undefined): DecodedPlace | null =>
  (resolve && decodedReads.get(resolve)) ?? null;
