/** A call in the budget's queue, and the errors of calls that were not sent. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';
import type { Breaker } from './breaker.ts';
import type { Priority } from './fair-queue.ts';

/** Parts of a call that the budget needs. */
export interface QueuedCall {
  readonly tenant: string;
  readonly site: UpstreamSite;
  readonly client: string;
  readonly priority: Priority;
  /** On the monotonic clock. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly vitals: { readonly breaker: Pick<Breaker, 'check'> };
  /** Set while it waits for its turn: files it anew after its priority rose. */
  promoted: (() => void) | null;
  /** Set while it has a turn: the request is on its way. */
  sent: (() => void) | null;
  /** Set while it has a turn: the first of the answer is there. */
  answered: (() => void) | null;
}

/** Not sent: the budget has no room in the time the call has. */
export class BudgetError extends UpstreamError {
  constructor(site: UpstreamSite, why: string, retryAfterMs: number) {
    super('RATE_LIMITED', why, site, { retryAfterMs: Math.ceil(retryAfterMs), attempts: 0 });
  }
}

/** Its turn would come in so many milliseconds, when its time is over. */
export function late(call: Pick<QueuedCall, 'site'>, ms: number): BudgetError {
  const why = 'The budget for this upstream has no room in the time the request has.';
  return new BudgetError(call.site, why, Math.max(ms, 1));
}

/** The day begins anew in so many milliseconds. */
export function spent(call: Pick<QueuedCall, 'site'>, ms: number): BudgetError {
  return new BudgetError(call.site, "The day's calls to this upstream are spent.", ms);
}
