/** What every upstream call of a request carries: who asks, and when nobody waits any more. */

import type { ExecuteOptions } from '../connector/connector.ts';
import type { GraphContext } from './context.ts';

export function executeOptions(context: GraphContext): ExecuteOptions {
  return { signal: context.signal, client: context.viewer.client };
}
