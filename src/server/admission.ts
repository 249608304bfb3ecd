/** How much is worked on at once: a bound on running requests, a short queue, and an honest no beyond it. */

import { BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel';
import { Refusal } from './refusal.ts';

export interface Admission {
  /**
   * Runs `work` when its turn comes.
   * @throws Refusal 503 at once when the queue is full, and when nobody waits for its turn any more.
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createAdmission(options: {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
  /** How long a client that was turned away should wait, in milliseconds. */
  readonly retryAfterMs?: number;
}): Admission {
  const policy = bulkhead(options.maxConcurrent, options.maxQueued);
  return {
    async run(work, signal) {
      try {
        return await policy.execute(work, signal);
      } catch (error) {
        if (error instanceof BulkheadRejectedError)
          throw new Refusal(503, 'OVERLOADED', 'The server has too much to do just now.', {
            retryAfterMs: options.retryAfterMs ?? 1000,
          });
        if (error instanceof TaskCancelledError)
          throw new Refusal(503, 'CANCELLED', 'The caller left before its turn came.');
        throw error;
      }
    },
  };
}
