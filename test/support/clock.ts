import type { Clock } from '../../src/upstream/clock.ts';

export interface ManualClock extends Clock {
  /** Moves both clocks and runs what falls due, in order, letting promises settle in between. */
  advance(ms: number): Promise<void>;
  /** Moves both clocks at once; what falls due waits for the next `advance`. */
  pass(ms: number): void;
  /** Moves the wall clock alone, as an operator or NTP would. */
  jump(ms: number): void;
  /** Timers still waiting. */
  readonly pending: number;
}

/** A clock that moves only when told. */
export function manualClock(start = Date.UTC(2026, 0, 15, 9)): ManualClock {
  let wall = start;
  let steady = 1_000;
  let sequence = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
  };
  return {
    now: () => wall,
    monotonic: () => steady,
    setTimeout(run, ms) {
      const id = sequence++;
      timers.set(id, { at: steady + Math.max(ms, 0), run });
      return () => timers.delete(id);
    },
    async advance(ms) {
      const end = steady + ms;
      await settle();
      for (;;) {
        const due = [...timers]
          .filter(([, timer]) => timer.at <= end)
          .sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];
        if (due === undefined) break;
        const [id, timer] = due;
        timers.delete(id);
        wall += Math.max(timer.at - steady, 0);
        steady = Math.max(timer.at, steady);
        timer.run();
        await settle();
      }
      wall += end - steady;
      steady = end;
    },
    pass(ms) {
      wall += ms;
      steady += ms;
    },
    jump(ms) {
      wall += ms;
    },
    get pending() {
      return timers.size;
    },
  };
}
