/** Time as the connector sees it: injected, so that no test sleeps and no clock jump counts. */

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
