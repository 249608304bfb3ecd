/** How much is worked on at once: a bound on running requests, a short queue, and an honest no beyond it. */

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
  const { maxConcurrent, maxQueued, retryAfterMs = 1000 } = options;
  let running = 0;
  /** Those who wait, in the order they came; each is called when it has its turn. */
  const queue = new Set<() => void>();

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.delete(begin);
        reject(left());
      };
      queue.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });

  return {
    async run(work, signal) {
      if (signal.aborted) throw left();
      if (running < maxConcurrent) running += 1;
      else if (queue.size < maxQueued) await turn(signal);
      else
        throw new Refusal(503, 'OVERLOADED', 'The server has too much to do just now.', {
          retryAfterMs,
        });
      try {
        return await work();
      } finally {
        // Whoever is next takes over this place.
        const [next] = queue;
        if (next === undefined) running -= 1;
        else {
          queue.delete(next);
          next();
        }
      }
    },
  };
}

const left = (): Refusal => new Refusal(503, 'CANCELLED', 'The caller left before its turn came.');
