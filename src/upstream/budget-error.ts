/** Budget errors: calls that were not sent, because their permit would come too late or the day's calls are spent. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';
import type { QueuedCall } from './budget-queue.ts';

/** Rejection of a call that was not sent: the budget has no room before its deadline. */
export class BudgetError extends UpstreamError {
  constructor(site: UpstreamSite, why: string, retryAfterMs: number) {
    super('RATE_LIMITED', why, site, { retryAfterMs: Math.ceil(retryAfterMs), attempts: 0 });
  }
}

/** Error of a call whose permit would come after its deadline, in `ms`. */
export function late(call: Pick<QueuedCall, 'site'>, ms: number): BudgetError {
  const why = 'The budget for this upstream has no room in the time the request has.';
  return new BudgetError(call.site, why, Math.max(ms, 1));
}

/** Error of a call whose day's limit is spent; the next day begins in `ms`. */
export function spent(call: Pick<QueuedCall, 'site'>, ms: number): BudgetError {
  return new BudgetError(call.site, "The day's calls to this upstream are spent.", ms);
}
