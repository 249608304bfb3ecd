/** Value completion: one closure per node and type turns a resolver's value into the value in the answer. */

import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { invalidUpstreamValue, objectOf } from '../../contract/wire/upstream-value-reader.ts';
import type { MaybePromise } from '../../fetch/maybe-promise.ts';
import type { PlanNode } from '../plan/operation.ts';
import { isDecoded, isRead, type Path, type PlannedInfo } from '../plan/resolve-info.ts';
import { leafReader, uncheckedResolver } from '../resolver-value-check.ts';
import { type Execution, failed } from './field-error.ts';
import { leastBytes } from './json-size.ts';
import { isTurnSpent, nextTurn } from './loop-turn.ts';

/** Null where the resolver gave nothing. */
export type Completer = (
  run: Execution,
  value: unknown,
  info: PlannedInfo,
  path: Path,
) => MaybePromise<unknown>;

/** Resolves the fields selected on an object. */
export type FieldsRunner = (
  run: Execution,
  source: unknown,
  path: Path | undefined,
) => MaybePromise<Record<string, unknown>>;

/** Makes the runner of what a node selects on objects of a type. */
export type Select = (node: PlanNode, type: GraphQLObjectType) => FieldsRunner;

/** Whether the field's values are held to its type here, and not by its resolver. */
const isChecked = ({ field }: PlanNode): boolean => uncheckedResolver(field) !== undefined;

export function nullError({ parentType, field }: PlanNode): Error {
  return new Error(`Cannot return null for non-nullable field ${parentType.name}.${field.name}.`);
}

export function leafCompleter(node: PlanNode, type: GraphQLLeafType) {
  const read = isChecked(node) ? leafReader(type) : null;
  const isComplete = isDecoded(node.field.resolve);
  return (run: Execution, value: unknown): unknown => {
    if (value instanceof Error) throw value;
    const completed = isComplete ? value : read === null ? serialize(type, value) : read(value);
    if (typeof completed === 'string') run.bytes += completed.length + 2;
    else run.bytes += typeof completed === 'object' ? leastBytes(completed) : 4;
    return completed;
  };
}

function serialize(type: GraphQLLeafType, value: unknown): unknown {
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

export function completerOf(
  node: PlanNode,
  declaredType: GraphQLOutputType,
  select: Select,
): Completer {
  const type = getNullableType(declaredType);
  if (isListType(type)) return listCompleter(node, type.ofType, select);
  if (isLeafType(type)) return leafCompleter(node, type);
  return isObjectType(type)
    ? objectCompleter(node, type, select)
    : abstractCompleter(node, type, select);
}

/** Waits for a late value; a failure or nothing ends here. */
export function settling(node: PlanNode, complete: Completer, nullable: boolean): Completer {
  const orFail = (completed: unknown): unknown => {
    if (completed === null && !nullable) throw nullError(node);
    return completed;
  };
  const settle: Completer = (run, value, info, path) => {
    if (value === null || value === undefined) return orFail(null);
    if (value instanceof Error) throw value;
    const completed = complete(run, value, info, path);
    return completed instanceof Promise ? completed.then(orFail) : orFail(completed);
  };
  return (run, value, info, path) =>
    isThenable(value)
      ? Promise.resolve(value).then((settled) => settle(run, settled, info, path))
      : settle(run, value, info, path);
}

/** @returns what completes the items of a list from a place on. */
export function itemsCompleter(node: PlanNode, type: GraphQLOutputType, select: Select) {
  const nullable = !isNonNullType(type);
  const complete = settling(node, completerOf(node, type, select), nullable);
  /** Completes the items that are not yet, or some of them where another turn is to go on. @returns whether any is late */
  const fill = (
    run: Execution,
    list: readonly unknown[],
    { items, from, info, prev, mayPause }: Filling,
  ): boolean | 'paused' => {
    let late = false;
    for (let at = from + items.length; at < list.length; at += 1) {
      const path: Path = { prev, key: at, typename: undefined };
      let completed: unknown;
      try {
        completed = complete(run, list[at], info, path);
        if (completed instanceof Promise) {
          late = true;
          completed = completed.catch((error) => failed(run, node, error, path, nullable));
        }
      } catch (error) {
        completed = failed(run, node, error, path, nullable);
      }
      items.push(completed);
      // Where nothing is loaded, what is late rests itself.
      if (mayPause && (late || isRestDue(run))) return 'paused';
    }
    return late;
  };
  const fillInTurns = async (run: Execution, list: readonly unknown[], filling: Filling) => {
    const { items } = filling;
    // Those that are not reached yet may fail meanwhile.
    ignoreFailures(list);
    try {
      do {
        items.push(await items.pop());
        await nextTurn();
      } while (fill(run, list, filling) === 'paused');
      run.bytes += items.length + 1;
      return items;
    } catch (error) {
      ignoreFailures(filling.items);
      throw error;
    }
  };
  return (
    run: Execution,
    list: readonly unknown[],
    info: PlannedInfo,
    prev: Path,
    from = 0,
  ): MaybePromise<unknown[]> => {
    const items: unknown[] = [];
    // Fields that load something are to be met in one turn, so that they load in one batch.
    const filling = { items, from, info, prev, mayPause: isPlainBelow(node, type) };
    try {
      const late = fill(run, list, filling);
      if (late === 'paused') return fillInTurns(run, list, filling);
      run.bytes += items.length + 1;
      return late ? Promise.all(items) : items;
    } catch (error) {
      ignoreFailures(items);
      throw error;
    }
  };
}

function listCompleter(node: PlanNode, type: GraphQLOutputType, select: Select): Completer {
  const complete = itemsCompleter(node, type, select);
  return (run, value, info, prev) => complete(run, listedItems(node, value), info, prev);
}

/** The list has failed; items in flight may fail too, which must not be an unhandled rejection. */
function ignoreFailures(items: readonly unknown[]): void {
  for (const item of items) if (item instanceof Promise) item.catch(() => {});
}

interface Filling {
  readonly items: unknown[];
  /** Place in the list of the first of them. */
  readonly from: number;
  readonly info: PlannedInfo;
  readonly prev: Path;
  readonly mayPause: boolean;
}

/** Bytes of the data that are made before the time is looked at: a small answer never rests. */
const bytesPerLook = 32_768;

/** Whether the others are to have their turn. */
function isRestDue(run: Execution): boolean {
  if (run.bytes - run.bytesAtLook < bytesPerLook) return false;
  run.bytesAtLook = run.bytes;
  return isTurnSpent();
}

/** Whether everything selected on the items is read from them, or refused. */
export const isPlainBelow = (node: PlanNode, type: GraphQLOutputType): boolean =>
  node.memo('plain below', () => isPlainType(node, type));

function isPlainType(node: PlanNode, declaredType: GraphQLOutputType): boolean {
  const type = getNullableType(declaredType);
  if (isListType(type)) return isPlainType(node, type.ofType);
  if (isLeafType(type)) return true;
  return isObjectType(type) && node.below(type).every(isPlain);
}

/** Whether a field, and everything selected below it, is read from its object, or refused. */
export function isPlain(node: PlanNode): boolean {
  if (node.refused) return true;
  const { resolve } = node.field;
  return (
    (resolve === undefined || isRead(uncheckedResolver(node.field) ?? resolve)) &&
    isPlainType(node, node.field.type)
  );
}

export function listedItems(node: PlanNode, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isChecked(node)) throw invalidUpstreamValue('a list', value);
  if (typeof value === 'object' && value !== null && Symbol.iterator in value)
    return Array.from(value as Iterable<unknown>);
  throw new GraphQLError(
    `Expected Iterable, but did not find one for field "${node.parentType.name}.${node.field.name}".`,
  );
}

function objectCompleter(node: PlanNode, type: GraphQLObjectType, select: Select): Completer {
  const checked = isChecked(node);
  let fields: FieldsRunner | undefined;
  const below = (
    run: Execution,
    is: boolean,
    value: unknown,
    path: Path,
  ): MaybePromise<unknown> => {
    if (!is)
      throw new GraphQLError(`Expected value of type "${type.name}", got one of another type.`);
    fields ??= select(node, type);
    return fields(run, value, path);
  };
  return (run, value, info, path) => {
    if (checked) objectOf(value);
    const is = type.isTypeOf ? type.isTypeOf(value, run.context, info) : true;
    return is instanceof Promise
      ? is.then((settled) => below(run, settled, value, path))
      : below(run, is, value, path);
  };
}

function abstractCompleter(node: PlanNode, type: GraphQLAbstractType, select: Select): Completer {
  const { schema } = node.operation.source;
  const checked = isChecked(node);
  const completers = new Map<string, Completer>();
  const completerFor = (name: unknown): Completer => {
    const existing = completers.get(name as string);
    if (existing !== undefined) return existing;
    const namedType = typeof name === 'string' ? schema.getType(name) : undefined;
    if (!isObjectType(namedType) || !schema.isSubType(type, namedType))
      throw new GraphQLError(
        `Abstract type "${type.name}" was resolved to a type that is none of its possible types, for field "${node.parentType.name}.${node.field.name}".`,
      );
    const completer = objectCompleter(node, namedType, select);
    completers.set(namedType.name, completer);
    return completer;
  };
  return (run, value, info, path) => {
    if (checked) objectOf(value);
    const resolveType = type.resolveType ?? defaultTypeResolver;
    const name = resolveType(value, run.context, info, type);
    return name instanceof Promise
      ? name.then((settled) => completerFor(settled)(run, value, info, path))
      : completerFor(name)(run, value, info, path);
  };
}

/** Resolvers may hand out the promises of any library. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value instanceof Promise || typeof (value as { then?: unknown }).then === 'function')
  );
}
