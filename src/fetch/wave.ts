/** Lets calls that one wave of resolvers makes end together, so that what follows from them is one batch again. */

import { asError } from '../errors.ts';
import { AskedLoader } from './asked-loader.ts';

/**
 * Without it, fifty answers arrive one by one, and each starts a batch of its own for the next
 * level. The price is the slowest of the wave, which a batch would have cost as well.
 */
export class Wave {
  readonly #tasks = new AskedLoader<() => Promise<unknown>, unknown>(
    (tasks) => Promise.all(tasks.map((task) => task().catch(asError))),
    { cache: false },
  );

  /** What the task gives, once every task of the same wave has ended. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return this.#tasks.load(task) as Promise<T>;
  }
}
