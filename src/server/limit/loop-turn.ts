/** Turns of the event loop: work on large answers goes on in the next one when this one has lasted long enough, so that small ones need not wait for it. */

/** After which the others have their turn. */
const sliceMs = 15;

/** In the order they came. */
const waiting: (() => void)[] = [];
/** When the turn was first asked about; null before. */
let began: number | null = null;
let isScheduled = false;

/** Whether this turn has lasted long enough. */
export function isTurnSpent(): boolean {
  const now = performance.now();
  if (began !== null) return now - began > sliceMs;
  began = now;
  schedule();
  return false;
}

/** Waits for a turn of which nobody else who waits takes anything. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  // Sockets are read between two of them.
  setImmediate(() => {
    isScheduled = false;
    began = null;
    waiting.shift()?.();
    if (waiting.length > 0) schedule();
  });
}
