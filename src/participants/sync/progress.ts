/** How a synchronisation is getting on, in figures a person can wait by. */

import type { Clock } from '../../upstream/clock.ts';
export interface Progress {
  readonly walksDone: number;
  /** Estimated from how dense calls were so far. */
  readonly walksTotal: number;
  /** Share of the wanted time that is known, 0 to 1. */
  readonly complete: number;
  /** Calls read in this run. */
  readonly calls: number;
  readonly pages: number;
  readonly callsPerSecond: number;
  /** Until all wanted time is known; null before anything can be told. */
  readonly secondsLeft: number | null;
}

/** Counts what a run does; the clock is the one that no jump disturbs. */
export class ProgressMeter {
  readonly #clock: Clock;
  readonly #tell: (progress: Progress) => void;
  readonly #startedAt: number;
  #startShare: number | null = null;
  #share = 0;
  #walksDone = 0;
  #walksLeft = 0;
  #calls = 0;
  #pages = 0;

  constructor(clock: Clock, tell: (progress: Progress) => void) {
    this.#clock = clock;
    this.#tell = tell;
    this.#startedAt = clock.monotonic();
  }

  /** What the planner knows: the share that is known, and how many walks are left. */
  plan(share: number, walksLeft: number): void {
    this.#startShare ??= share;
    this.#share = share;
    this.#walksLeft = walksLeft;
    this.#tell(this.current);
  }

  page(calls: number): void {
    this.#pages++;
    this.#calls += calls;
    this.#tell(this.current);
  }

  walked(): void {
    this.#walksDone++;
  }

  get current(): Progress {
    const seconds = Math.max(0.001, (this.#clock.monotonic() - this.#startedAt) / 1_000);
    const gained = this.#share - (this.#startShare ?? 0);
    return {
      walksDone: this.#walksDone,
      walksTotal: this.#walksDone + this.#walksLeft,
      complete: this.#share,
      calls: this.#calls,
      pages: this.#pages,
      callsPerSecond: this.#calls / seconds,
      secondsLeft: gained > 0 ? Math.round((seconds * (1 - this.#share)) / gained) : null,
    };
  }
}
