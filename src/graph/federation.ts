/** The graph as an Apollo Federation v2 subgraph: every node is an entity, named by its global id. */

import { printSubgraphSchema } from '@apollo/subgraph';
import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { UserInputError } from '../errors.ts';
import type { GraphContext } from './context.ts';
import { decodeGlobalId } from './global-id.ts';
import type { Graph, Types } from './graph.ts';
import type { LoadNode } from './node.ts';

/** A node type of the graph, whatever its shape. */
export type NodeRef = ObjectRef<Types, { readonly id: unknown }>;

/**
 * Makes each type resolvable by `{ __typename, id }`. References of one request are loaded like any
 * other nodes: a wave of them is one call per upstream operation, not one per reference.
 */
export function defineEntities(
  { builder }: Graph,
  types: ReadonlyMap<string, NodeRef>,
  load: LoadNode,
): void {
  for (const [name, ref] of types) {
    builder.asEntity(ref, {
      key: builder.selection<{ id: string }>('id'),
      resolveReference: async ({ id }, context, info) => {
        const { typename } = decodeGlobalId(id);
        if (typename !== name) {
          throw new UserInputError(
            `Expected the global id of a ${name}, got one of a ${typename}.`,
          );
        }
        return (await load(id, context as GraphContext, info as GraphQLResolveInfo)) as never;
      },
    });
  }
}

const federation = {
  linkUrl: 'https://specs.apollo.dev/federation/v2.6',
  federationDirectives: ['@key', '@shareable'],
};

/** The finished schema with the fields a router asks for. */
export function subgraphSchema({ builder }: Graph): GraphQLSchema {
  return builder.toSubGraphSchema(federation);
}

/** The SDL a router composes: with `@key`, which the ordinary printer drops. */
export function printedSubgraph(schema: GraphQLSchema): string {
  return printSubgraphSchema(schema);
}
