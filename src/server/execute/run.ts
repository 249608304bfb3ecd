/**
 * Runs a planned document. What it answers and how it fails is what graphql-js would; it differs
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
  getArgumentValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
} from 'graphql';
import { type InfoSource, infoOf, keysOf, type Path, pathOf } from './info.ts';
import { type Args, type FieldPlan, fieldsBelow, type OperationPlan } from './plan.ts';
import type { Variables } from './variable.ts';

interface Run extends InfoSource {
  readonly context: unknown;
  /** Of fields whose arguments hang on variables. */
  readonly args: Map<FieldPlan, Args>;
  readonly errors: GraphQLError[];
}

type MaybePromise<T> = T | Promise<T>;
type Data = Record<string, unknown>;

export function runPlan(
  plan: OperationPlan,
  root: unknown,
  context: unknown,
  variables: Variables,
): MaybePromise<ExecutionResult> {
  const errors: GraphQLError[] = [];
  const run: Run = { plan, context, root, variables, args: new Map(), errors };
  const finish = (data: Data | null): ExecutionResult =>
    errors.length === 0 ? { data } : { errors, data };
  const fail = (error: unknown): ExecutionResult => {
    errors.push(error as GraphQLError);
    return finish(null);
  };
  try {
    const data = runFields(run, plan.root, root, undefined);
    return isPromise(data) ? data.then(finish, fail) : finish(data);
  } catch (error) {
    return fail(error);
  }
}

function runFields(
  run: Run,
  fields: readonly FieldPlan[],
  source: unknown,
  path: Path | undefined,
): MaybePromise<Data> {
  const values = emptyData(fields);
  let pending: Promise<void>[] | null = null;
  try {
    for (const field of fields) {
      const value = runField(run, field, source, path);
      // Late or not, a field has its place in the order of the selection.
      values[field.key] = value;
      if (!isPromise(value)) continue;
      pending ??= [];
      pending.push(
        value.then((settled) => {
          values[field.key] = settled;
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
function emptyData(fields: readonly FieldPlan[]): Data {
  return fields.some(({ key }) => key === '__proto__') ? Object.create(null) : {};
}

function runField(
  run: Run,
  plan: FieldPlan,
  source: unknown,
  prev: Path | undefined,
): MaybePromise<unknown> {
  const { field } = plan;
  try {
    const args = plan.args ?? argsOf(run, plan);
    const info = infoOf(run, plan, pathOf(plan, prev));
    const value = (field.resolve ?? defaultFieldResolver)(source, args, run.context, info);
    if (plan.leaf !== null && !isPromise(value)) return completePlainLeaf(plan, plan.leaf, value);
    const { path } = info;
    const completed = isPromise(value)
      ? value.then((settled) => complete(run, plan, field.type, settled, path))
      : complete(run, plan, field.type, value, path);
    return isPromise(completed)
      ? completed.catch((error: unknown) => failed(run, plan, error, path, plan.nullable))
      : completed;
  } catch (error) {
    return failed(run, plan, error, pathOf(plan, prev), plan.nullable);
  }
}

/** Null with an error beside it, or thrown on to the next place that may be null. */
function failed(run: Run, plan: FieldPlan, cause: unknown, path: Path, nullable: boolean): null {
  const error = locatedError(cause, plan.nodes, keysOf(path));
  if (!nullable) throw error;
  run.errors.push(error);
  return null;
}

function complete(
  run: Run,
  plan: FieldPlan,
  type: GraphQLOutputType,
  value: unknown,
  path: Path,
): MaybePromise<unknown> {
  if (value instanceof Error) throw value;
  if (isNonNullType(type)) {
    const completed = complete(run, plan, type.ofType, value, path);
    if (completed !== null) return completed;
    throw nullError(plan);
  }
  if (value === null || value === undefined) return null;
  if (isLeafType(type)) return completeLeaf(type, value);
  if (isListType(type)) return completeList(run, plan, type.ofType, value, path);
  if (isObjectType(type)) return completeObject(run, plan, type, value, path);
  return completeAbstract(run, plan, type, value, path);
}

/** The same for what is most of an answer: fields whose type is a leaf and no list of them. */
function completePlainLeaf(plan: FieldPlan, type: GraphQLLeafType, value: unknown): unknown {
  if (value !== null && value !== undefined) {
    if (value instanceof Error) throw value;
    return completeLeaf(type, value);
  }
  if (plan.nullable) return null;
  throw nullError(plan);
}

function nullError({ parentType, field }: FieldPlan): Error {
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
  plan: FieldPlan,
  type: GraphQLOutputType,
  value: unknown,
  prev: Path,
): MaybePromise<unknown> {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value))
    throw new GraphQLError(
      `Expected Iterable, but did not find one for field "${plan.parentType.name}.${plan.field.name}".`,
    );
  const nullable = !isNonNullType(type);
  const items: unknown[] = [];
  let late = false;
  try {
    for (const item of value as Iterable<unknown>) {
      const path: Path = { prev, key: items.length, typename: undefined };
      let completed: unknown;
      try {
        completed = isPromise(item)
          ? item.then((settled) => complete(run, plan, type, settled, path))
          : complete(run, plan, type, item, path);
        if (isPromise(completed)) {
          late = true;
          completed = completed.catch((error: unknown) => failed(run, plan, error, path, nullable));
        }
      } catch (error) {
        completed = failed(run, plan, error, path, nullable);
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
  plan: FieldPlan,
  type: GraphQLObjectType,
  value: unknown,
  path: Path,
): MaybePromise<Data> {
  const below = (is: boolean): MaybePromise<Data> => {
    if (!is)
      throw new GraphQLError(`Expected value of type "${type.name}", got one of another type.`);
    return runFields(run, fieldsBelow(run.plan, plan, type), value, path);
  };
  if (!type.isTypeOf) return below(true);
  const is = type.isTypeOf(value, run.context, infoOf(run, plan, path));
  return isPromise(is) ? is.then(below) : below(is);
}

function completeAbstract(
  run: Run,
  plan: FieldPlan,
  type: GraphQLOutputType,
  value: unknown,
  path: Path,
): MaybePromise<Data> {
  if (!isAbstractType(type)) throw new Error(`Expected an output type, got ${String(type)}.`);
  const below = (name: unknown): MaybePromise<Data> => {
    const own = typeof name === 'string' ? run.plan.schema.getType(name) : undefined;
    if (isObjectType(own) && run.plan.schema.isSubType(type, own))
      return completeObject(run, plan, own, value, path);
    throw new GraphQLError(
      `Abstract type "${type.name}" was resolved to a type that is none of its possible types, for field "${plan.parentType.name}.${plan.field.name}".`,
    );
  };
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const name = resolveType(value, run.context, infoOf(run, plan, path), type);
  return isPromise(name) ? name.then(below) : below(name);
}

function argsOf(run: Run, plan: FieldPlan): Args {
  let args = run.args.get(plan);
  if (args === undefined) {
    args = getArgumentValues(plan.field, plan.nodes[0]!, run.variables);
    run.args.set(plan, args);
  }
  return args;
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
