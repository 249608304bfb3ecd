/** Transient map: a map of the whole process whose entries come and go with each request. */

/** Entries that a table takes, at least, before the next one is made. */
const leastAdded = 32;

/**
 * A Map moves to another table after some entries that came and went, and V8 lets the former one point to it. Once
 * one of them is old, a scavenge takes all later ones for alive, with the requests that were in them when they were
 * left, until the next full collection. Here a table that is left points to nothing newer.
 */
export class TransientMap<K, V> {
  #entries = new Map<K, V>();
  #added = 0;

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    if (this.#added >= leastAdded && this.#added > 2 * this.#entries.size) {
      this.#entries = new Map(this.#entries);
      this.#added = 0;
    }
    this.#added += 1;
    this.#entries.set(key, value);
  }

  delete(key: K): boolean {
    return this.#entries.delete(key);
  }

  /** In the order in which they came. An entry that comes meanwhile may be left out. */
  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.#entries[Symbol.iterator]();
  }
}
