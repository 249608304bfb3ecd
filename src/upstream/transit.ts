/** How long ago the service counted a call when its answer begins: what every answer takes is no lateness of this one. */

import type { Clock } from './clock.ts';

export interface Transit {
  /**
   * @param kind calls that take the service about as long as each other.
   * @param ms from the sending to the first of the answer.
   * @returns milliseconds since the call was counted, at least; relative to what the sending itself takes.
   */
  answered(kind: string, ms: number): number;
  /** A call was refused although the window had room: nothing is believed for a while, for longer each time. */
  doubt(): void;
}

/** Answers whose shortest time is what an answer takes anyway. Fewer say nothing. */
const answersSeen = 20;
/** What clocks and timers make of the same time, as a share and in milliseconds. */
const marginShare = 0.02;
const marginMs = 10;
/** Answers that take longer are not believed to do so for good. */
const longestMs = 1_000;
const firstDoubtMs = 60_000;
const longestDoubtMs = 3_600_000;

/**
 * A call arrives somewhere between its sending and its answer. Where the last twenty answers of a
 * kind took at least 300 ms, so does this one's, and only what it took beyond that can be its
 * lateness on the way there. That is wrong where the way there becomes shorter by more than all
 * twenty answers let guess; the refusal that follows is what `doubt` is for.
 */
export function createTransit(clock: Clock): Transit {
  const times = new Map<string, number[]>();
  let doubtMs = firstDoubtMs;
  let believedAt = Number.NEGATIVE_INFINITY;
  return {
    answered(kind, ms) {
      let seen = times.get(kind);
      if (seen === undefined) {
        seen = [];
        times.set(kind, seen);
      }
      seen.push(ms);
      if (seen.length > answersSeen) seen.shift();
      if (seen.length < answersSeen || clock.monotonic() < believedAt) return 0;
      const least = Math.min(...seen, longestMs);
      return Math.max(0, least - Math.max(marginMs, least * marginShare));
    },
    doubt() {
      const now = clock.monotonic();
      // Calls on their way are refused together.
      if (now < believedAt) return;
      times.clear();
      believedAt = now + doubtMs;
      doubtMs = Math.min(doubtMs * 2, longestDoubtMs);
    },
  };
}
