/** Refusals of the budget: calls that were not sent. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';

interface Sited {
  readonly site: UpstreamSite;
}

/** Not sent: the budget has no room in the time the call has. */
export class BudgetError extends UpstreamError {
  constructor(site: UpstreamSite, why: string, retryAfterMs: number) {
    super('RATE_LIMITED', why, site, { retryAfterMs: Math.ceil(retryAfterMs), attempts: 0 });
  }
}

/** Its turn would come in so many milliseconds, when its time is over. */
export function late(call: Sited, ms: number): BudgetError {
  const why = 'The budget for this upstream has no room in the time the request has.';
  return new BudgetError(call.site, why, Math.max(ms, 1));
}

/** The day begins anew in so many milliseconds. */
export function spent(call: Sited, ms: number): BudgetError {
  return new BudgetError(call.site, "The day's calls to this upstream are spent.", ms);
}
