/**
 * Runs a planned document. What it answers and how it fails is what graphql-js would; it differs
 * in what it needn't do: look fields up, coerce arguments and collect selections for every object,
 * build an object of what will be text in the end, and write again what a kept row was written as.
 */

import {
  defaultFieldResolver,
  defaultTypeResolver,
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
import { type Holding, KeptValue, OfKept } from '../../graph/brought.ts';
import type { GraphContext } from '../../graph/context.ts';
import { type InfoSource, infoOf, keysOf, noInfo, type Path, pathOf } from './info.ts';
import { type Args, type FieldPlan, fieldsBelow, type OperationPlan } from './plan.ts';
import { type ByteText, JsonText, type KeptText, keepText, keptText, toBytes } from './text.ts';
import type { Variables } from './variable.ts';

export interface PlannedResult {
  readonly errors?: readonly GraphQLError[];
  readonly data: JsonText | null;
}

interface Run extends InfoSource {
  readonly context: unknown;
  /** Of fields whose arguments hang on variables. */
  readonly args: Map<FieldPlan, Args>;
  readonly errors: GraphQLError[];
  /** How many fields were resolved whose value follows from more than their source. */
  loose: number;
  /** What has to hold for the values that were lent so far, in the order of the fields. */
  readonly holdings: Holding[];
  /** How many kept values are being written, one in the other. */
  keeping: number;
}

/** A part of the answer: its JSON, at once or later. */
type Text = ByteText | Promise<ByteText>;

/** The text of null; that of a string is in quotes. */
const none = 'null';

export function runPlan(
  plan: OperationPlan,
  root: unknown,
  context: unknown,
  variables: Variables,
): PlannedResult | Promise<PlannedResult> {
  const errors: GraphQLError[] = [];
  const run: Run = {
    plan,
    context,
    root,
    variables,
    args: new Map(),
    errors,
    loose: 0,
    holdings: [],
    keeping: 0,
  };
  const finish = (text: string | null): PlannedResult => {
    const data = text === null ? null : new JsonText(text);
    return errors.length === 0 ? { data } : { errors, data };
  };
  const fail = (error: unknown): PlannedResult => {
    errors.push(error as GraphQLError);
    return finish(null);
  };
  try {
    const text = runFields(run, plan.root, root, undefined);
    return typeof text === 'string' ? finish(text) : text.then(finish, fail);
  } catch (error) {
    return fail(error);
  }
}

function runFields(
  run: Run,
  fields: readonly FieldPlan[],
  source: unknown,
  path: Path | undefined,
): Text {
  let text = '{';
  // What comes late stands between the texts around it.
  let parts: Text[] | null = null;
  try {
    for (const field of fields) {
      const value = runField(run, field, source, path);
      if (typeof value === 'string') text += field.label + value;
      else {
        parts ??= [];
        parts.push(text + field.label, value);
        text = '';
      }
    }
  } catch (error) {
    // Those under way may fail as well, and nobody would be there to hear it.
    if (parts !== null) return Promise.allSettled(parts).then(() => Promise.reject(error));
    throw error;
  }
  text += '}';
  if (parts === null) return text;
  parts.push(text);
  return Promise.all(parts).then(concatenated);
}

/** Added up and not joined: joining copies, and below is most of the answer. */
function concatenated(parts: readonly ByteText[]): ByteText {
  let text = '';
  for (const part of parts) text += part;
  return text;
}

function runField(run: Run, plan: FieldPlan, source: unknown, prev: Path | undefined): Text {
  const { field } = plan;
  try {
    const value = resolveField(run, plan, source, prev);
    if (plan.leaf !== null && !isPromise(value)) return completePlainLeaf(plan, plan.leaf, value);
    const path = pathOf(plan, prev);
    const completed = isPromise(value)
      ? value.then((settled) => complete(run, plan, field.type, settled, path))
      : complete(run, plan, field.type, value, path);
    return typeof completed === 'string'
      ? completed
      : completed.catch((error: unknown) => failed(run, plan, error, path, plan.nullable));
  } catch (error) {
    return failed(run, plan, error, pathOf(plan, prev), plan.nullable);
  }
}

function resolveField(run: Run, plan: FieldPlan, source: unknown, prev: Path | undefined): unknown {
  const { field, brought, lend, takesInfo } = plan;
  const args = plan.args ?? argsOf(run, plan);
  const info = takesInfo ? infoOf(run, plan, pathOf(plan, prev)) : noInfo;
  if (brought !== null) {
    const value = brought(source, args, run.context as GraphContext, info);
    if (value !== undefined) return value;
  }
  if (lend !== null) {
    const lent = lend(source, args, run.context as GraphContext, info);
    if (lent !== undefined) {
      run.holdings.push(lent);
      return lent.value;
    }
  }
  if (!plan.ofSource) run.loose += 1;
  return (field.resolve ?? defaultFieldResolver)(source, args, run.context, info);
}

/** Null with an error beside it, or thrown on to the next place that may be null. */
function failed(run: Run, plan: FieldPlan, cause: unknown, path: Path, nullable: boolean): string {
  const error = locatedError(cause, plan.nodes, keysOf(path));
  if (!nullable) throw error;
  run.errors.push(error);
  return none;
}

function complete(
  run: Run,
  plan: FieldPlan,
  type: GraphQLOutputType,
  value: unknown,
  path: Path,
): Text {
  if (value instanceof Error) throw value;
  if (isNonNullType(type)) {
    const completed = complete(run, plan, type.ofType, value, path);
    if (completed !== none) return completed;
    throw nullError(plan);
  }
  if (value === null || value === undefined) return none;
  if (isLeafType(type)) return completeLeaf(type, value);
  if (isListType(type)) return completeList(run, plan, type.ofType, value, path);
  if (isObjectType(type)) return completeObject(run, plan, type, value, path);
  return completeAbstract(run, plan, type, value, path);
}

/** The same for what is most of an answer: fields whose type is a leaf and no list of them. */
function completePlainLeaf(plan: FieldPlan, type: GraphQLLeafType, value: unknown): string {
  if (value !== null && value !== undefined) {
    if (value instanceof Error) throw value;
    return completeLeaf(type, value);
  }
  if (plan.nullable) return none;
  throw nullError(plan);
}

function nullError({ parentType, field }: FieldPlan): Error {
  return new Error(`Cannot return null for non-nullable field ${parentType.name}.${field.name}.`);
}

function completeLeaf(type: GraphQLLeafType, value: unknown): string {
  let serialized: unknown;
  try {
    serialized = type.serialize(value);
  } catch (error) {
    // A GraphQLError would pass for the client's fault, and here an upstream's value is at fault.
    throw error instanceof GraphQLError ? new Error(error.message) : error;
  }
  if (serialized === null || serialized === undefined)
    throw new Error(`Expected ${type.name} to serialize to a value, got none.`);
  return toBytes(JSON.stringify(serialized) ?? none);
}

function completeList(
  run: Run,
  plan: FieldPlan,
  type: GraphQLOutputType,
  value: unknown,
  prev: Path,
): Text {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value))
    throw new GraphQLError(
      `Expected Iterable, but did not find one for field "${plan.parentType.name}.${plan.field.name}".`,
    );
  const nullable = !isNonNullType(type);
  const items: Text[] = [];
  let late = false;
  let at = 0;
  try {
    for (const item of value as Iterable<unknown>) {
      const path: Path = { prev, key: at, typename: undefined };
      at += 1;
      let completed: Text;
      try {
        completed = isPromise(item)
          ? item.then((settled) => complete(run, plan, type, settled, path))
          : complete(run, plan, type, item, path);
        if (typeof completed !== 'string') {
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
  return late ? Promise.all(items).then(listText) : listText(items as string[]);
}

function listText(items: readonly string[]): string {
  return `[${items.join()}]`;
}

function completeObject(
  run: Run,
  plan: FieldPlan,
  type: GraphQLObjectType,
  value: unknown,
  path: Path,
): Text {
  const fields = fieldsBelow(run.plan, plan, type);
  const keeper = keeperOf(value);
  if (keeper !== null) {
    const known = keptText(keeper, fields);
    if (known !== undefined && stillHolds(run, known)) return known.text;
  }
  const below = (is: boolean): Text => {
    if (!is)
      throw new GraphQLError(`Expected value of type "${type.name}", got one of another type.`);
    return keeper === null
      ? runFields(run, fields, value, path)
      : runKept(run, fields, value, keeper, path);
  };
  const { isTypeOf } = type;
  if (!isTypeOf) return below(true);
  const info = isTypeOf.length === 1 ? noInfo : infoOf(run, plan, path);
  const is = isTypeOf(value, run.context, info);
  return isPromise(is) ? is.then((settled) => below(settled === true)) : below(is === true);
}

function keeperOf(value: unknown): KeptValue | null {
  if (value instanceof KeptValue) return value;
  return value instanceof OfKept ? value.keeper : null;
}

/** Whatever is made of a text depends on what the text depends on. */
function stillHolds(run: Run, { holdings }: KeptText): boolean {
  const context = run.context as GraphContext;
  for (const holding of holdings) if (!holding.holds(context)) return false;
  if (run.keeping > 0) for (const holding of holdings) run.holdings.push(holding);
  return true;
}

/** What follows from a kept row alone and from what was lent, and held no failure, is kept with it. */
function runKept(
  run: Run,
  fields: readonly FieldPlan[],
  value: unknown,
  keeper: KeptValue,
  path: Path,
): Text {
  const { loose } = run;
  const from = run.holdings.length;
  const failures = run.errors.length;
  const { incomplete } = run.context as Partial<GraphContext>;
  const shortfalls = incomplete?.count;
  let text: Text;
  run.keeping += 1;
  try {
    text = runFields(run, fields, value, path);
  } finally {
    run.keeping -= 1;
  }
  const isSound = run.errors.length === failures && incomplete?.count === shortfalls;
  if (typeof text === 'string' && run.loose === loose && isSound)
    keepText(keeper, fields, { text, holdings: run.holdings.slice(from) });
  return text;
}

function completeAbstract(
  run: Run,
  plan: FieldPlan,
  type: GraphQLOutputType,
  value: unknown,
  path: Path,
): Text {
  if (!isAbstractType(type)) throw new Error(`Expected an output type, got ${String(type)}.`);
  const below = (name: unknown): Text => {
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
