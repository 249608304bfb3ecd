/** Connection types of the graph: edges, nodes, pageInfo, totalCount, fields of a relation, and the report of an incomplete list. */

import type { ArgBuilder, ObjectFieldBuilder, ObjectRef } from '@pothos/core';
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { GraphContext } from '../engine/context.ts';
import type { Connection, Edge } from '../fetch/connection.ts';
import type { Shortfall } from '../fetch/incomplete-list.ts';
import type { Builder, GraphTypes } from './builder.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<GraphTypes>;
type Fields<Shape> = (
  t: ObjectFieldBuilder<Types, Shape>,
) => Record<string, ReturnType<ObjectFieldBuilder<Types, Shape>['field']>>;

/** Node, its promise, or its error: the executor accepts each. */
export type Pending<T> = T | null | Error | Promise<T | null>;

interface ConnectionOptions<C, E> {
  /** Name before `Connection` and `Edge`, e.g. `CallTranscript`. */
  readonly name: string;
  readonly description: string;
  readonly connectionFields?: Fields<C>;
  readonly edgeFields?: Fields<E>;
}

/** Arguments of a list that can only be read forward: `last` and `before` would always be rejected. */
export function forwardArgs(arg: ArgBuilder<Types>) {
  const { first, after } = arg.connectionArgs();
  return { first, after };
}

/** Defines `{name}Connection` and `{name}Edge` over a node type. */
export function connectionType<
  T,
  C extends Connection<Pending<T>> = Connection<Pending<T>>,
  E extends Edge<Pending<T>> = Edge<Pending<T>>,
>(
  builder: Builder,
  node: ObjectRef<Types, T>,
  options: ConnectionOptions<C, E>,
): ObjectRef<Types, C> {
  const edge = builder.objectRef<E>(`${options.name}Edge`).implement({
    description: `One place in a list: ${options.description}`,
    fields: (t) => ({
      cursor: t.string({
        nullable: false,
        description: 'Cursor of this edge, for after and before.',
        resolve: (self) => self.cursor,
      }),
      node: t.field({
        type: node,
        description: 'What stands here.',
        resolve: (self) => self.node as never,
      }),
      ...options.edgeFields?.(t),
    }),
  });
  return builder.objectRef<C>(`${options.name}Connection`).implement({
    description: `A window of a list: ${options.description}`,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        nullable: { list: false, items: false },
        description: 'The window, in order, each with its cursor.',
        resolve: (self) => self.edges as E[],
      }),
      nodes: t.field({
        type: [node],
        nullable: { list: false, items: true },
        description: 'The nodes of the edges, in the same order.',
        resolve: (self) => self.nodes as never,
      }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        nullable: false,
        description: 'Where this window lies in its list.',
        resolve: (self) => self.pageInfo,
      }),
      totalCount: t.int({
        description:
          'Size of the whole list; null where the upstream does not tell. May cost a call, so select it only when shown.',
        resolve: async (self, _args, context, { path }) => {
          const total = await self.totalCount();
          const lacking = total === null ? null : self.lacksOf?.(total);
          if (lacking && path.prev) reportIncomplete(context, { path: path.prev }, lacking);
          return total;
        },
      }),
      ...options.connectionFields?.(t),
    }),
  });
}

type Reporting = Pick<GraphContext, 'incomplete' | 'rowAccess'>;

/** What is missing; to who sees some rows alone it is not told how many there are, as hidden ones may be among them. */
const toldTo = ({ rowAccess }: Reporting, shortfall: Shortfall): Shortfall =>
  rowAccess === null ? shortfall : { ...shortfall, expected: null, received: null };

/** Reports the resolving field's list under `extensions.incomplete`. */
export function reportIncomplete(
  context: Reporting,
  info: Pick<GraphQLResolveInfo, 'path'>,
  shortfall: Shortfall,
): void {
  context.incomplete.add(responsePathAsArray(info.path), toldTo(context, shortfall));
}

/** Reports what each list at this place lacks alike: once, at the path without indexes. */
export function reportOnce(
  context: Reporting,
  info: Pick<GraphQLResolveInfo, 'path'>,
  shortfall: Shortfall,
): void {
  const names = responsePathAsArray(info.path).filter((key) => typeof key === 'string');
  context.incomplete.add(names, toldTo(context, shortfall));
}

/** Returns the connection after reporting its shortfall at the resolving field. */
export function reported<C extends Connection<unknown>>(
  context: Reporting,
  info: Pick<GraphQLResolveInfo, 'path'>,
  connection: C,
): C {
  if (connection.shortfall) reportIncomplete(context, info, connection.shortfall);
  return connection;
}
