/** Grants a request the upstream calls of its estimate, and a reserve; nothing can send more. */

import type { EstimateInput } from './plan/cost.ts';
import type { CallEstimate } from './plan/estimate.ts';

/**
 * Calls held ready for pages that end early and lists that move while they are read. They are part
 * of what a query may need at worst, so they are few: two, and a tenth of the estimate.
 */
export function reserveOf(estimated: number): number {
  return estimated === 0 ? 0 : 2 + Math.floor(estimated / 10);
}

/** @returns upstream calls that the request will not exceed, because no more are granted. */
export function withAllowanceGrant(
  estimate: (request: EstimateInput) => CallEstimate,
  reserve: (estimated: number) => number = reserveOf,
): (request: EstimateInput) => CallEstimate {
  return (request) => {
    const { calls, fields } = estimate(request);
    const held = reserve(calls);
    request.context.allowance.grant(calls, held);
    return { calls: calls + held, fields };
  };
}
