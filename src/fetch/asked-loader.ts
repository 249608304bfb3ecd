/** A DataLoader whose batches know which fields of the query asked for them, where somebody wants to know. */

import { AsyncLocalStorage } from 'node:async_hooks';
import DataLoader from 'dataloader';

/**
 * Paths of the fields in whose name the current work is done, each once, separated by blanks.
 * Unset unless the request is to be explained.
 */
export const asking = new AsyncLocalStorage<string>();

export class AskedLoader<K, V, C = K> extends DataLoader<K, V, C> {
  readonly #askers: Set<string>;

  constructor(batch: DataLoader.BatchLoadFn<K, V>, options?: DataLoader.Options<K, V, C>) {
    const askers = new Set<string>();
    super((keys) => {
      if (askers.size === 0) return batch(keys);
      const paths = [...askers].join(' ');
      askers.clear();
      return asking.run(paths, batch, keys);
    }, options);
    this.#askers = askers;
  }

  override load(key: K): Promise<V> {
    const paths = asking.getStore();
    if (paths !== undefined) for (const path of paths.split(' ')) this.#askers.add(path);
    return super.load(key);
  }
}
