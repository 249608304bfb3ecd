/** Whoever is looking: the operations under way, to which the background's reading of calls gives way. */

import { type Clock, wait } from '../upstream/clock.ts';

/** An operation; over once its answer is sent, or its client gone. */
interface Operation {
  readonly isOver: boolean;
  /** Calls it sent so far. */
  readonly upstreamCalls: number;
}

/** Time after an operation that sent calls for which somebody is taken to be still looking: screens ask again. */
const lookingMs = 500;
/** Longest wait of a call of the background. */
const longestWayMs = 3_000;
const againMs = 50;
/** Operations that are kept, at least, before those that are over are let go: each holds all that its request has. */
const leastKept = 8;

/**
 * The background shares the platform's budget with viewers, the service behind it, and the core that reads its
 * pages. It waits before each call while an operation is under way, and not for ever, as one may always be.
 */
export class Viewers {
  readonly #clock: Clock;
  #operations: Operation[] = [];
  #mostKept = leastKept;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  look(operation: Operation): void {
    if (this.#operations.length >= this.#mostKept) this.#forget();
    this.#operations.push(operation);
  }

  readonly giveWay = async (): Promise<void> => {
    const end = this.#clock.monotonic() + longestWayMs;
    while (this.#isLooking() && this.#clock.monotonic() < end) await wait(this.#clock, againMs);
  };

  #isLooking(): boolean {
    this.#forget();
    const now = this.#clock.monotonic();
    if (this.#operations.length > 0) this.#lookedAt = now;
    return now < this.#lookedAt + lookingMs;
  }

  /** Lets those go that are over. */
  #forget(): void {
    // One that is over and needed no call is a screen that asks how far the fill is.
    if (this.#operations.some(({ isOver, upstreamCalls }) => isOver && upstreamCalls > 0))
      this.#lookedAt = this.#clock.monotonic();
    this.#operations = this.#operations.filter(({ isOver }) => !isOver);
    this.#mostKept = Math.max(leastKept, 2 * this.#operations.length);
  }
}
