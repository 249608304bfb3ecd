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
  type GraphQLResolveInfo,
  getArgumentValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
} from 'graphql';
import { type Args, type FieldPlan, fieldsBelow, type OperationPlan } from './plan.ts';

interface Path {
  readonly prev: Path | undefined;
  readonly key: string | number;
  readonly typename: string | undefined;
}

interface Run {
  readonly plan: OperationPlan;
  readonly context: unknown;
  readonly root: unknown;
  /** Coerced; an object of this run's own. */
  readonly variables: Record<string, unknown>;
  /** Of fields whose arguments hang on variables. */
  readonly args: Map<FieldPlan, Args>;
  readonly errors: GraphQLError[];
}

export function runPlan(
  plan: OperationPlan,
  root: unknown,
  context: unknown,
  variables: Record<string, unknown>,
): ExecutionResult | Promise<ExecutionResult> {
  const errors: GraphQLError[] = [];
  const run: Run = { plan, context, root, variables, args: new Map(), errors };
  const finish = (data: unknown): ExecutionResult =>
    errors.length === 0
      ? { data: data as ExecutionResult['data'] }
      : { errors, data: data as ExecutionResult['data'] };
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
): object | Promise<object> {
  const answer: Record<string, unknown> = {};
  let late: Promise<void>[] | null = null;
  try {
    for (const field of fields) {
      const value = runField(run, field, source, path);
      answer[field.key] = value;
      if (isPromise(value)) {
        late ??= [];
        late.push(
          value.then((settled) => {
            answer[field.key] = settled;
          }),
        );
      }
    }
  } catch (error) {
    // Those under way may fail as well, and nobody would be there to hear it.
    if (late !== null) return Promise.allSettled(late).then(() => Promise.reject(error));
    throw error;
  }
  return late === null ? answer : Promise.all(late).then(() => answer);
}

function runField(run: Run, plan: FieldPlan, source: unknown, prev: Path | undefined): unknown {
  const { field, parentType } = plan;
  let path: Path | undefined;
  const here = (): Path => {
    path ??= { prev, key: plan.key, typename: parentType.name };
    return path;
  };
  try {
    const resolve = field.resolve ?? defaultFieldResolver;
    const args = plan.args ?? argsOf(run, plan);
    // Most resolvers of leaves don't look at the last parameter.
    const { length } = resolve;
    const info = length > 0 && length < 4 ? undefined : infoOf(run, plan, here());
    const value: unknown = resolve(source, args, run.context, info as GraphQLResolveInfo);
    const completed = isPromise(value)
      ? value.then((settled) => complete(run, plan, field.type, settled, here))
      : complete(run, plan, field.type, value, here);
    return isPromise(completed)
      ? completed.catch((error: unknown) => failed(run, plan, error, here(), plan.nullable))
      : completed;
  } catch (error) {
    return failed(run, plan, error, here(), plan.nullable);
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
  path: () => Path,
): unknown {
  if (value instanceof Error) throw value;
  if (isNonNullType(type)) {
    const completed = complete(run, plan, type.ofType, value, path);
    if (completed !== null) return completed;
    throw new Error(
      `Cannot return null for non-nullable field ${plan.parentType.name}.${plan.field.name}.`,
    );
  }
  if (value === null || value === undefined) return null;
  if (isLeafType(type)) return completeLeaf(type, value);
  if (isListType(type)) return completeList(run, plan, type.ofType, value, path());
  if (isObjectType(type)) return completeObject(run, plan, type, value, path());
  return completeAbstract(run, plan, type, value, path());
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
): unknown {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value))
    throw new GraphQLError(
      `Expected Iterable, but did not find one for field "${plan.parentType.name}.${plan.field.name}".`,
    );
  const nullable = !isNonNullType(type);
  const items: unknown[] = [];
  let late = false;
  let at = 0;
  try {
    for (const item of value as Iterable<unknown>) {
      const key = at;
      const path = (): Path => ({ prev, key, typename: undefined });
      at += 1;
      let completed: unknown;
      try {
        completed = isPromise(item)
          ? item.then((settled) => complete(run, plan, type, settled, path))
          : complete(run, plan, type, item, path);
        if (isPromise(completed)) {
          late = true;
          completed = completed.catch((error: unknown) =>
            failed(run, plan, error, path(), nullable),
          );
        }
      } catch (error) {
        completed = failed(run, plan, error, path(), nullable);
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
): unknown {
  const below = (is: boolean): object | Promise<object> => {
    if (is) return runFields(run, fieldsBelow(run.plan, plan, type), value, path);
    throw new GraphQLError(`Expected value of type "${type.name}", got one of another type.`);
  };
  if (!type.isTypeOf) return below(true);
  const is = type.isTypeOf(value, run.context, infoOf(run, plan, path));
  return isPromise(is) ? is.then((settled) => below(settled === true)) : below(is === true);
}

function completeAbstract(
  run: Run,
  plan: FieldPlan,
  type: GraphQLOutputType,
  value: unknown,
  path: Path,
): unknown {
  if (!isAbstractType(type)) throw new Error(`Expected an output type, got ${String(type)}.`);
  const below = (name: unknown): unknown => {
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

function infoOf(run: Run, { field, nodes, parentType }: FieldPlan, path: Path): GraphQLResolveInfo {
  const { schema, fragments, operation } = run.plan;
  return {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    path,
    schema,
    fragments,
    rootValue: run.root,
    operation,
    variableValues: run.variables,
  };
}

function keysOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.prev) keys.push(at.key);
  return keys.reverse();
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
