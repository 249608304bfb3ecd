/** A reply in time, where the lateness of this process does not count as that of whoever is asked. */

import type { Clock } from './clock.ts';

/** A timer this late tells of a busy process … */
const lateMs = 50;
/** … and gives the other side so much time again … */
const againMs = 250;
/** … so often. */
const passes = 8;

/**
 * The reply, or `late` after `ms` without one. A process that was busy for longer runs its timers
 * before it reads what came long since, so what has arrived is read first.
 */
export function timely<T>(
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
