/** A field that a search found, and the way to it. */

import type { GraphQLField, GraphQLObjectType } from 'graphql';

export interface FoundField {
  /** From a field of Query to the one that was found; an entry `... on Type` narrows. */
  readonly path: readonly string[];
  readonly field: GraphQLField<unknown, unknown>;
  /** Type that has the field. */
  readonly parent: GraphQLObjectType;
}
