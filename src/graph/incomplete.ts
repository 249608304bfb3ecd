/** How a resolver says that its list is incomplete. */

import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { Connection } from '../fetch/connection.ts';
import type { Shortfall } from '../fetch/incomplete.ts';
import type { GraphContext } from './context.ts';

/** Reports the resolving field's list under `extensions.incomplete`. */
export function reportIncomplete(
  { incomplete }: Pick<GraphContext, 'incomplete'>,
  info: Pick<GraphQLResolveInfo, 'path'>,
  shortfall: Shortfall,
): void {
  incomplete.add(responsePathAsArray(info.path), shortfall);
}

/** The connection as it is, its shortfall reported at the resolving field. */
export function reported<C extends Connection<unknown>>(
  context: Pick<GraphContext, 'incomplete'>,
  info: Pick<GraphQLResolveInfo, 'path'>,
  connection: C,
): C {
  if (connection.shortfall) reportIncomplete(context, info, connection.shortfall);
  return connection;
}
