/** Calls that rows of other entities name by id. */

import type { GraphQLResolveInfo } from 'graphql';
import { type Connection, mapNodes } from '../../fetch/connection.ts';
import type { Pending } from '../connection.ts';
import type { GraphContext } from '../context.ts';
import { neededParts } from '../needs.ts';
import { nodeOf } from '../plan/info.ts';
import { loadCall } from './call-loader.ts';
import type { CallRow } from './row.ts';

/** The call behind an id that a row carries, with what is selected of it. */
export function linkCall(
  context: GraphContext,
  info: GraphQLResolveInfo,
  id: string | null,
): Promise<CallRow | null> | null {
  return id === null ? null : loadCall(context, id, neededParts(nodeOf(info), 'Call'));
}

/** The same connection over calls still on their way: the connection's type awaits each, so that one that fails fails alone. */
export function callNodes<T>(
  connection: Connection<T>,
  load: (node: T) => Pending<CallRow>,
): Connection<Pending<CallRow>> {
  return mapNodes(connection, load);
}
