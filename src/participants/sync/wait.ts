/** Waiting on the injected clock. */

import type { Clock } from '../../upstream/clock.ts';
/** Resolves after `ms`, or at once when the signal is aborted: callers look at the signal themselves. */
export function wait(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
