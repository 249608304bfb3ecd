/** Turns of the event loop: work on large answers goes on in the next one when this one has lasted long enough, so that small ones need not wait for it. */

/** After which the others have their turn. */
const sliceMs = 15;

/** Work that goes on, and work that has not begun, each in the order they came. */
const waiting: (() => void)[] = [];
const fresh: (() => void)[] = [];
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

/** Waits for a turn. Each takes one of those that go on. */
export const nextTurn = (): Promise<void> => turnOf(waiting);

/** The same for work that has not begun, of which each turn takes one first: else a small question waited for all large answers that go on. */
export const firstTurn = (): Promise<void> => turnOf(fresh);

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
    began = null;
    fresh.shift()?.();
    waiting.shift()?.();
    if (fresh.length + waiting.length > 0) schedule();
  });
}
