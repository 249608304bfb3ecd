/** The peers' cache: one entry a key, one load for everybody who waits, one batch a turn of the event loop. */

import { LRUCache } from 'lru-cache';

export type Soon<V> = V | Promise<V>;

/** How long rows live in milliseconds: as long as Switchboard lets them. */
export const lives = { crm: 30_000, users: 300_000, calls: 1_800_000 } as const;

/** Read by the probe of the benchmark. */
export const counts = { hits: 0, misses: 0 };
Object.assign(globalThis, { benchCounts: counts });

const caches = process.env.CACHE === 'on';
const missing = Symbol('missing');

interface Waiting<V> {
  readonly key: string;
  readonly resolve: (value: V | null) => void;
  readonly reject: (error: unknown) => void;
}

export class Store<V extends object> {
  readonly #entries: LRUCache<string, V | typeof missing | Promise<V | null>>;
  readonly #load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;
  readonly #batch: number;
  #waiting: Waiting<V>[] = [];

  /** `load` gives what it finds of at most `batch` keys; other keys have no value. */
  constructor(
    life: number,
    load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    batch = 200,
  ) {
    this.#entries = new LRUCache({ max: 100_000, ttl: life });
    this.#load = load;
    this.#batch = batch;
  }

  /** What is known is a value and no promise, so that a resolver can go on at once. */
  get(key: string): Soon<V | null> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      counts.hits += 1;
      return known === missing ? null : known;
    }
    counts.misses += 1;
    const loading = new Promise<V | null>((resolve, reject) => {
      if (this.#waiting.length === 0) queueAfterPromises(() => this.#flush());
      this.#waiting.push({ key, resolve, reject });
    });
    this.#entries.set(key, loading);
    return loading;
  }

  /** A row that came along with something else. */
  put(key: string, value: V): void {
    if (caches) this.#entries.set(key, value);
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += this.#batch)
      void this.#run(waiting.slice(at, at + this.#batch));
  }

  async #run(waiting: readonly Waiting<V>[]): Promise<void> {
    try {
      const found = await this.#load(waiting.map(({ key }) => key));
      for (const { key, resolve } of waiting) {
        if (caches) this.#entries.set(key, found.get(key) ?? missing);
        else this.#entries.delete(key);
        resolve(found.get(key) ?? null);
      }
    } catch (error) {
      for (const { key, reject } of waiting) {
        this.#entries.delete(key);
        reject(error);
      }
    }
  }
}

/** A store whose keys are loaded one by one, as the statements of lists are. */
export function storeOfOne<V extends object>(
  life: number,
  load: (key: string) => Promise<V>,
): Store<V> {
  return new Store(life, async ([key]) => new Map([[key!, await load(key!)]]), 1);
}

/** When DataLoader flushes, too: after all promises that are ready have been seen to. */
function queueAfterPromises(work: () => void): void {
  void Promise.resolve().then(() => process.nextTick(work));
}

export function then<A, B>(value: Soon<A>, next: (value: A) => Soon<B>): Soon<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** An array of values where all are known, else a promise of it. */
export function all<V>(values: readonly Soon<V>[]): Soon<V[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as V[]);
}
