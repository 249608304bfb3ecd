/** Clock of the connector, injected, so that no test sleeps and no clock jump counts; and waiting with a timeout. */

export interface Clock {
  /** Wall clock, epoch milliseconds. For comparing with dates from outside only: it may jump. */
  now(): number;
  /** Milliseconds that only ever grow: deadlines, ages and windows are measured on these. */
  monotonic(): number;
  /** Runs once after `ms`; returns what cancels it. */
  setTimeout(run: () => void, ms: number): () => void;
}

/** Timers beyond this fire at once in Node. */
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
  /** From 0 to below 1. */
  readonly random: () => number;
}

export const systemRuntime: Runtime = { clock: systemClock, random: Math.random };

/** A timer this late means that the process was busy … */
const lateMs = 50;
/** … and gives the other side so much time again … */
const againMs = 250;
/** … so often. */
const passes = 8;

/**
 * The reply, or `late` after `ms` without one. A process that was busy for longer runs its timers
 * before it reads what came long since, so what has arrived is read first.
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
    const wait = (given: number): void => {
      const due = clock.monotonic() + given;
      cancel = clock.setTimeout(() => {
        if (clock.monotonic() - due > lateMs && left-- > 0) wait(againMs);
        else setImmediate(() => reject(late()));
      }, given);
    };
    wait(ms);
    reply.then(resolve, reject).finally(() => cancel());
  });
}

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
