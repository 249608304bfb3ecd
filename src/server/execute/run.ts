/**
 * Executes a compiled operation. What it answers and how it fails is what graphql-js would; it differs
 * in what it needn't do: look fields up, coerce arguments and collect selections for every object.
 */

import {
  defaultFieldResolver,
  defaultTypeResolver,
  type ExecutionResult,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import type { Binding } from '../../graph/plan/binding.ts';
import { type Path, PlannedInfo } from '../../graph/plan/info.ts';
import type { PlanNode } from '../../graph/plan/operation.ts';

interface Run {
  readonly binding: Binding;
  readonly root: unknown;
  readonly context: unknown;
  readonly errors: GraphQLError[];
}

type MaybePromise<T> = T | Promise<T>;
type Data = Record<string, unknown>;

/** @param root what the root fields are asked of. */
export function executeOperation(
  binding: Binding,
  context: unknown,
  root?: unknown,
): MaybePromise<ExecutionResult> {
  const errors: GraphQLError[] = [];
  const run: Run = { binding, root, context, errors };
  const finish = (data: Data | null): ExecutionResult =>
    errors.length === 0 ? { data } : { errors, data };
  const fail = (error: unknown): ExecutionResult => {
    errors.push(error as GraphQLError);
    return finish(null);
  };
  try {
    const data = runFields(run, binding.operation.root, root, undefined);
    return isPromise(data) ? data.then(finish, fail) : finish(data);
  } catch (error) {
    return fail(error);
  }
}

function runFields(
  run: Run,
  fields: readonly PlanNode[],
  source: unknown,
  path: Path | undefined,
): MaybePromise<Data> {
  const values = emptyData(fields);
  let pending: Promise<void>[] | null = null;
  try {
    for (const field of fields) {
      const value = runField(run, field, source, path);
      // Late or not, a field has its place in the order of the selection.
      values[field.responseKey] = value;
      if (!isPromise(value)) continue;
      pending ??= [];
      pending.push(
        value.then((settled) => {
          values[field.responseKey] = settled;
        }),
      );
    }
  } catch (error) {
    // Those under way may fail as well, and nobody would be there to hear it.
    if (pending !== null)
      return Promise.allSettled(pending).then(() => Promise.reject(error as Error));
    throw error;
  }
  return pending === null ? values : Promise.all(pending).then(() => values);
}

/** A plain object is written as JSON at twice the speed of one without a prototype; but one key would set its prototype. */
function emptyData(fields: readonly PlanNode[]): Data {
  return fields.some(({ responseKey }) => responseKey === '__proto__') ? Object.create(null) : {};
}

function runField(
  run: Run,
  node: PlanNode,
  source: unknown,
  prev: Path | undefined,
): MaybePromise<unknown> {
  const { field, leaf, nullable } = node;
  const info = new PlannedInfo(node, run.binding, run.root, prev);
  try {
    const resolve = field.resolve ?? defaultFieldResolver;
    const value = resolve(source, run.binding.args(node), run.context, info);
    if (leaf !== null && !isPromise(value)) return completePlainLeaf(node, leaf, value);
    const completed = isPromise(value)
      ? value.then((settled) => complete(run, info, field.type, settled, info.path))
      : complete(run, info, field.type, value, info.path);
    return isPromise(completed)
      ? completed.catch((error: unknown) => failed(run, node, error, info.path, nullable))
      : completed;
  } catch (error) {
    return failed(run, node, error, info.path, nullable);
  }
}

/** Null with an error beside it, or thrown on to the next place that may be null. */
function failed(run: Run, node: PlanNode, cause: unknown, path: Path, nullable: boolean): null {
  const error = locatedError(cause, node.fieldNodes, responsePathAsArray(path));
  if (!nullable) throw error;
  run.errors.push(error);
  return null;
}

function complete(
  run: Run,
  info: PlannedInfo,
  type: GraphQLOutputType,
  value: unknown,
  path: Path,
): MaybePromise<unknown> {
  if (value instanceof Error) throw value;
  if (isNonNullType(type)) {
    const completed = complete(run, info, type.ofType, value, path);
    if (completed !== null) return completed;
    throw nullError(info.node);
  }
  if (value === null || value === undefined) return null;
  if (isLeafType(type)) return completeLeaf(type, value);
  if (isListType(type)) return completeList(run, info, type.ofType, value, path);
  if (isObjectType(type)) return completeObject(run, info, type, value, path);
  return completeAbstract(run, info, type, value, path);
}

/** The same for what is most of an answer: fields whose type is a leaf and no list of them. */
function completePlainLeaf(node: PlanNode, type: GraphQLLeafType, value: unknown): unknown {
  if (value !== null && value !== undefined) {
    if (value instanceof Error) throw value;
    return node.isRead ? value : completeLeaf(type, value);
  }
  if (node.nullable) return null;
  throw nullError(node);
}

function nullError({ parentType, field }: PlanNode): Error {
  return new Error(`Cannot return null for non-nullable field ${parentType.name}.${field.name}.`);
}

function completeLeaf(type: GraphQLLeafType, value: unknown): unknown {
  let serialized: unknown;
  try {
    serialized = type.serialize(value);
  } catch (error) {
    // A GraphQLError would pass for the client's fault, and here an upstream's value is at fault.
    throw error instanceof GraphQLError ? new Error(error.message) : error;
  }
  if (serialized === null || serialized === undefined)
    throw new Error(`Expected ${type.name} to serialize to a value, got none.`);
  return serialized;
}

function completeList(
  run: Run,
  info: PlannedInfo,
  type: GraphQLOutputType,
  value: unknown,
  prev: Path,
): MaybePromise<unknown> {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value))
    throw new GraphQLError(
      `Expected Iterable, but did not find one for field "${info.parentType.name}.${info.fieldName}".`,
    );
  const { node } = info;
  const nullable = !isNonNullType(type);
  const items: unknown[] = [];
  let late = false;
  try {
    for (const item of value as Iterable<unknown>) {
      const path: Path = { prev, key: items.length, typename: undefined };
      let completed: unknown;
      try {
        completed = isPromise(item)
          ? item.then((settled) => complete(run, info, type, settled, path))
          : complete(run, info, type, item, path);
        if (isPromise(completed)) {
          late = true;
          completed = completed.catch((error: unknown) => failed(run, node, error, path, nullable));
        }
      } catch (error) {
        completed = failed(run, node, error, path, nullable);
      }
      items.push(completed);
    }
  } catch (error) {
    // The list is given up; items under way may fail as well, and nobody would be there to hear it.
    for (const item of items) if (isPromise(item)) item.catch(() => {});
    throw error;
  }
  return late ? Promise.all(items) : items;
}

function completeObject(
  run: Run,
  info: PlannedInfo,
  type: GraphQLObjectType,
  value: unknown,
  path: Path,
): MaybePromise<Data> {
  const below = (is: boolean): MaybePromise<Data> => {
    if (!is)
      throw new GraphQLError(`Expected value of type "${type.name}", got one of another type.`);
    return runFields(run, info.node.below(type), value, path);
  };
  if (!type.isTypeOf) return below(true);
  const is = type.isTypeOf(value, run.context, info);
  return isPromise(is) ? is.then(below) : below(is);
}

function completeAbstract(
  run: Run,
  info: PlannedInfo,
  type: GraphQLOutputType,
  value: unknown,
  path: Path,
): MaybePromise<Data> {
  if (!isAbstractType(type)) throw new Error(`Expected an output type, got ${String(type)}.`);
  const below = (name: unknown): MaybePromise<Data> => {
    const own = typeof name === 'string' ? info.schema.getType(name) : undefined;
    if (isObjectType(own) && info.schema.isSubType(type, own))
      return completeObject(run, info, own, value, path);
    throw new GraphQLError(
      `Abstract type "${type.name}" was resolved to a type that is none of its possible types, for field "${info.parentType.name}.${info.fieldName}".`,
    );
  };
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const name = resolveType(value, run.context, info, type);
  return isPromise(name) ? name.then(below) : below(name);
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
