/**
 * Output check: compares the values of resolvers with the types of their fields, except where rows were decoded as they
 * entered. A value of another form becomes UPSTREAM_BAD_RESPONSE at its own path, and its neighbours stay. The check
 * follows from the field's type, so no field can lack it.
 */

import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { outputReaders } from '../contract/wire/scalar-reader.ts';
import {
  invalidUpstreamValue,
  objectOf,
  type ValueReader,
} from '../contract/wire/upstream-value-reader.ts';
import { isDecoded } from './plan/resolve-info.ts';

/** The same schema, whose resolvers return values of their fields' types or fail. */
export function checkOutputs(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields())) checkOutput(field);
  return schema;
}

/** A field's resolver, whose values are for its caller to check; undefined where nothing is checked. */
export function uncheckedResolver(
  field: GraphQLField<unknown, unknown>,
): GraphQLFieldResolver<unknown, unknown> | undefined {
  return (field.extensions as { unchecked?: GraphQLFieldResolver<unknown, unknown> }).unchecked;
}

/** Reader of a leaf type's values; null where the type's own serializer checks them. */
export function leafReader(type: GraphQLLeafType): ValueReader<unknown> | null {
  const readers: Readonly<Record<string, ValueReader<unknown>>> = outputReaders;
  return isEnumType(type) ? null : (readers[type.name] ?? null);
}

/** For executors that complete values by their type alone. */
function checkOutput(field: GraphQLField<unknown, unknown>): void {
  const read = isDecoded(field.resolve) ? null : readerOf(field.type);
  if (read === null) return;
  const settle = (value: unknown): unknown => (isOpen(value) ? value : read(value));
  const resolve = field.resolve ?? defaultFieldResolver;
  field.extensions = { ...field.extensions, unchecked: resolve };
  field.resolve = (source, args, context, info) => {
    const value = resolve(source, args, context, info);
    return isPromise(value) ? value.then(settle) : settle(value);
  };
}

/** Null where every value is for the executor to judge. */
function readerOf(type: GraphQLOutputType): ValueReader<unknown> | null {
  if (isNonNullType(type)) return readerOf(type.ofType);
  if (isListType(type)) return listReader(readerOf(type.ofType));
  return isLeafType(type) ? leafReader(type) : objectOf;
}

/** A wrong item is an error in its own place. */
function listReader(read: ValueReader<unknown> | null): ValueReader<readonly unknown[]> {
  return (value) => {
    if (!Array.isArray(value)) throw invalidUpstreamValue('a list', value);
    if (read === null) return value;
    let items: unknown[] | null = null;
    for (const [at, item] of value.entries()) {
      const checked = isOpen(item) || isPromise(item) ? item : attempt(read, item);
      if (checked === item) continue;
      items ??= [...value];
      items[at] = checked;
    }
    return items ?? value;
  };
}

function attempt(read: ValueReader<unknown>, value: unknown): unknown {
  try {
    return read(value);
  } catch (error) {
    return error;
  }
}

/** Neither nothing nor a failure has a form to be checked. */
const isOpen = (value: unknown): boolean =>
  value === null || value === undefined || value instanceof Error;

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value instanceof Promise;
}
