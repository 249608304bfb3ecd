/** A call on its way through the budget. */

import type { UpstreamSite } from '../errors.ts';
import type { Breaker } from './breaker.ts';
import type { Priority } from './fair-queue.ts';

/** What the budget needs of a call. */
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
