/** Grants a request the upstream calls estimated for it, and a reserve for what no estimate foresees. */

import type { Asked } from './cost.ts';
import type { CallEstimate } from './estimate.ts';

/**
 * Calls held ready for pages that end early and lists that move while they are read. They are part
 * of what a query may need at worst, so they are few: two, and a tenth of the estimate.
 */
export function reserveOf(estimated: number): number {
  return estimated === 0 ? 0 : 2 + Math.floor(estimated / 10);
}

/** @returns upstream calls that the request will not exceed, because no more are granted. */
export function granting(
  estimate: (request: Asked) => CallEstimate,
  reserve: (estimated: number) => number = reserveOf,
): (request: Asked) => CallEstimate {
  return (request) => {
    const { calls, fields } = estimate(request);
    const held = reserve(calls);
    request.context.allowance.grant(calls, held);
    return { calls: calls + held, fields };
  };
}
