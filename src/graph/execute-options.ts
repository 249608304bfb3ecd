/** What every upstream call of a request carries: who asks, when nobody waits any more, and what it may still cost. */

import type { ExecuteOptions } from '../upstream/call.ts';
import type { GraphContext } from './context.ts';

/** What is particular to one page of a walk. */
export interface PageOptions {
  /** See ExecuteOptions. */
  readonly isBeyond?: boolean | undefined;
  /** The answer must not come from a cache. */
  readonly fresh?: boolean | undefined;
}

export function executeOptions(
  { signal, viewer, deadline, allowance }: GraphContext,
  { isBeyond, fresh }: PageOptions = {},
): ExecuteOptions {
  const options = { signal, client: viewer.client, deadline, allowance, isBeyond };
  return fresh ? { ...options, cache: 'reload' } : options;
}
