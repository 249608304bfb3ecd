/** What every upstream call of a request carries: who asks, and when nobody waits any more. */

import type { ExecuteOptions } from '../connector/connector.ts';
import type { GraphContext } from './context.ts';

export function executeOptions(context: GraphContext): ExecuteOptions {
  const { signal, viewer, deadline } = context;
  return { signal, client: viewer.client, deadline };
}
