/** Clock of the connector, injected, so that no test sleeps and no clock jump counts; and waiting with a timeout. */

export interface Clock {
  /** Wall clock in epoch milliseconds, only for comparison with dates from outside: it may jump. */
  now(): number;
  /** Monotonic clock in milliseconds, for deadlines, ages and windows. */
  monotonic(): number;
  /** Runs a function once after `ms`. @returns a function that cancels it */
  setTimeout(run: () => void, ms: number): () => void;
}

/** Longest timer: Node fires longer ones at once. */
const longestTimer = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout(run, ms) {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), longestTimer));
    return () => clearTimeout(timer);
  },
};

/** Time and chance, injected. */
export interface Runtime {
  readonly clock: Clock;
  /** Random number from 0 to below 1. */
  readonly random: () => number;
}

export const systemRuntime: Runtime = { clock: systemClock, random: Math.random };

/** Lateness of a timer that shows that the process was busy. */
const lateMs = 50;
/** Extra time for the other side after each late timer. */
const againMs = 250;
/** Largest number of extra times. */
const passes = 8;

/**
 * Awaits a reply, or `late` after `ms` without one. A process that was busy for longer runs its
 * timers before it reads replies that arrived long ago, so these are read first.
 */
export function withTimeout<T>(
  reply: Promise<T>,
  clock: Clock,
  ms: number,
  late: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = passes;
    let cancel = (): void => {};
    const wait = (delayMs: number): void => {
      const due = clock.monotonic() + delayMs;
      cancel = clock.setTimeout(() => {
        if (clock.monotonic() - due > lateMs && left-- > 0) wait(againMs);
        else setImmediate(() => reject(late()));
      }, delayMs);
    };
    wait(ms);
    reply.then(resolve, reject).finally(() => cancel());
  });
}

/** Resolves after `ms`, or at once when the signal is aborted; callers check the signal themselves. */
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
