/** When a store that gateways share counts as silent, whoever asks it. */

import type { Clock } from './clock.ts';

/** An answer later than this is no help: asking upstream is as quick. */
export const commandMs = 250;
/** A timer this late tells of a busy process, not of a silent store … */
const lateMs = 50;
/** … and gives the store its time again, so often. */
const latePasses = 8;
/** After a failure, nobody asks for so long, so that a silent store costs one wait and not one a request. */
export const aloneMs = 1_000;

/**
 * The reply, or a failure when the store is silent. A process that is busy for longer than the
 * store may take runs its timers before it reads what came long since: its own lateness doesn't
 * count, and what has arrived is read first.
 */
export function timely<T>(reply: Promise<T>, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    let passes = latePasses;
    let cancel = (): void => {};
    const wait = (): void => {
      const due = clock.monotonic() + commandMs;
      cancel = clock.setTimeout(() => {
        if (clock.monotonic() - due > lateMs && passes-- > 0) wait();
        else setImmediate(() => reject(new Error('The shared store is silent.')));
      }, commandMs);
    };
    wait();
    reply.then(resolve, reject).finally(() => cancel());
  });
}
