/** Turns of the event loop: work on large answers rests when it has lasted long enough, so that whatever is small is read and answered first. */

import { performance } from 'node:perf_hooks';
import type { MaybePromise } from '../../fetch/maybe-promise.ts';

/** After which the others have their turn, for as long at most. */
const sliceMs = 15;

/** Bytes of an answer that take longer to send than a request to read. */
const largeBytes = 100_000;

/** Work that goes on, and work that has not begun, each in the order they came; they alternate, so that neither waits for all of the other. */
const waiting: (() => void)[] = [];
const fresh: (() => void)[] = [];
let isFreshNext = true;
/** When the turn was first asked about; null before. */
let began: number | null = null;
/** Since when the others have theirs; null while they have not. */
let resting: number | null = null;
/** Events of the loop, as they were last looked at. */
let events = 0;
let isScheduled = false;

/** Whether this turn has lasted long enough. */
export function isTurnSpent(): boolean {
  const now = performance.now();
  if (began !== null) return now - began > sliceMs;
  began = now;
  schedule();
  return false;
}

/** Waits for a turn that is not spent. */
export const nextTurn = (): Promise<void> => turnOf(waiting);

/** The same for work that has not begun. */
export const firstTurn = (): Promise<void> => turnOf(fresh);

/** Sends an answer of so many bytes: all clients that ask for one large cached answer would be sent it in one turn. */
export function inTurnOfItsSize<T>(bytes: number, send: () => T): MaybePromise<T> {
  return bytes > largeBytes && isTurnSpent() ? nextTurn().then(send) : send();
}

function turnOf(queue: (() => void)[]): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve);
    schedule();
  });
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  // Sockets are read between two of them.
  setImmediate(() => {
    isScheduled = false;
    if (began !== null && isTurnSpent() && !areOthersDone()) schedule();
    else {
      began = null;
      resting = null;
      goOn();
    }
  });
}

/** The loop accepts one connection each time round: a turn for each would make the last of many wait for all. */
function areOthersDone(): boolean {
  const now = performance.now();
  const { events: seen } = performance.nodeTiming.uvMetricsInfo;
  const isQuiet = resting !== null && seen === events;
  resting ??= now;
  events = seen;
  return isQuiet || now - resting > sliceMs;
}

/** Takes one after another of those that wait, each once what the one before it did at once is done. */
function goOn(): void {
  const [first, second] = isFreshNext ? [fresh, waiting] : [waiting, fresh];
  if (first.length + second.length === 0 || isTurnSpent()) return;
  isFreshNext = !isFreshNext;
  (first.shift() ?? second.shift())!();
  // Ticks go before promises, unless one of these asks for them.
  queueMicrotask(() => process.nextTick(goOn));
}
