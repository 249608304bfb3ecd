/** Grants a request the upstream calls reckoned for it, and a reserve for what no reckoning foresees. */

import type { EstimateRequest } from './estimate.ts';

/**
 * Calls held ready for pages that end early and lists that move while they are read. They are part
 * of what a query may need at worst, so they are few: two, and a tenth of what was reckoned.
 */
export function reserveOf(reckoned: number): number {
  return reckoned === 0 ? 0 : 2 + Math.floor(reckoned / 10);
}

/** @returns upstream calls that the request will not exceed, because no more are granted. */
export function granting(
  estimate: (request: EstimateRequest) => number,
  reserve: (reckoned: number) => number = reserveOf,
): (request: EstimateRequest) => number {
  return (request) => {
    const reckoned = estimate(request);
    const held = reserve(reckoned);
    request.context.allowance.grant(reckoned, held);
    return reckoned + held;
  };
}
