/** Batched loading: DataLoaders whose batches are traced to the fields of the query, and a barrier that keeps later batches whole. */

import { AsyncLocalStorage } from 'node:async_hooks';
import DataLoader from 'dataloader';
import { asError } from '../errors.ts';

/** Paths of the fields that caused the current work. Unset unless the request is to be explained. */
export const currentFields = new AsyncLocalStorage<ReadonlySet<string>>();

/** DataLoader whose batches are traced to all fields that loaded from it. */
export class TracedLoader<K, V, C = K> extends DataLoader<K, V, C> {
  readonly #fields: Set<string>;

  constructor(batch: DataLoader.BatchLoadFn<K, V>, options?: DataLoader.Options<K, V, C>) {
    const fields = new Set<string>();
    super((keys) => {
      if (fields.size === 0) return batch(keys);
      const paths = new Set(fields);
      fields.clear();
      return currentFields.run(paths, batch, keys);
    }, options);
    this.#fields = fields;
  }

  override load(key: K): Promise<V> {
    const paths = currentFields.getStore();
    if (paths !== undefined) for (const path of paths) this.#fields.add(path);
    return super.load(key);
  }
}

/**
 * Barrier at which the tasks of one batch end together. Without it, fifty answers arrive one by
 * one, and each starts a batch of its own for the next level. The price is the slowest task, which
 * a batch would have cost as well.
 */
export class BatchBarrier {
  readonly #tasks = new TracedLoader<() => Promise<unknown>, unknown>(
    (tasks) => Promise.all(tasks.map((task) => task().catch(asError))),
    { cache: false },
  );

  /** Runs a task. @returns its result, once every task of the same batch has ended */
  run<T>(task: () => Promise<T>): Promise<T> {
    return this.#tasks.load(task) as Promise<T>;
  }
}
