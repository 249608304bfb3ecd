/** Cache keys: what a client that normalises has to know of the schema beside its types, in the words of Apollo Client and of urql's Graphcache. */

import { type GraphQLSchema, isAbstractType, isObjectType } from 'graphql';

interface CacheKeys {
  /** The types behind each interface and union. */
  readonly possibleTypes: Readonly<Record<string, readonly string[]>>;
  /** The fields that tell an object of a type apart; null for objects that are part of the one they hang on. */
  readonly keys: Readonly<Record<string, readonly ['id'] | null>>;
}

/**
 * An object has an identity of its own if it is a Node, and no other way.
 * @example cacheKeys(schema).keys → { Account: ['id'], LastCall: null, … }
 */
export function cacheKeys(schema: GraphQLSchema): CacheKeys {
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const isNode = (names: readonly { readonly name: string }[]): boolean =>
    names.some(({ name }) => name === 'Node');
  return {
    possibleTypes: Object.fromEntries(
      types.filter(isAbstractType).map((type) => [
        type.name,
        schema
          .getPossibleTypes(type)
          .map(({ name }) => name)
          .sort(),
      ]),
    ),
    keys: Object.fromEntries(
      types
        .filter(isObjectType)
        .filter((type) => type !== schema.getQueryType())
        .map((type) => [type.name, isNode(type.getInterfaces()) ? (['id'] as const) : null]),
    ),
  };
}
