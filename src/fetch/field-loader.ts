/**
 * Batched loading of rows by key, fields and windows: a batch fetches the union of what its rows are to hold, a later
 * load only what is missing.
 */

import type { EntitySpec } from '../contract/entity-spec.ts';
import type { Answer, Row } from '../contract/wire/execute.ts';
import type { EntityStore, PutOptions } from '../upstream/entity-store.ts';
import {
  type AnsweredPart,
  contradicts,
  findRow,
  isPresent,
  missingContents,
  type RowPart,
  withNewest,
} from '../upstream/partial-row.ts';
import {
  contains,
  type FetchedWindow,
  isOfList,
  noWindows,
  type RowWindow,
} from '../upstream/row-contents.ts';
import { TracedLoader } from './batch-loader.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** Rows of a fetch by key. */
export interface Fetched {
  /** A row or the key's own error; no entry for a key that does not exist. */
  readonly rows: ReadonlyMap<string, Row | Error>;
  /** Windows whose pages came with the rows. */
  readonly windows?: readonly FetchedWindow[];
  /** Age of the oldest answer the rows came from, in milliseconds: 0 unless one came from a cache. */
  readonly ageMs: number;
}

export interface FieldLoaderOptions<W extends RowWindow = never> {
  /**
   * Fetches these fields and windows of the given keys (each distinct). Keys absent from the result do not
   * exist. Rejecting fails every key of the batch.
   */
  readonly fetch: (
    keys: readonly string[],
    fields: ReadonlySet<string>,
    windows: readonly W[],
  ) => Promise<Fetched>;
  /** Cache of rows between requests: read before a fetch, written after it. */
  readonly cache?: { readonly store: EntityStore; readonly entity: EntitySpec } | undefined;
}

/** Age of an answer's rows for the row cache; null for a cached answer, whose rows were cached when it came. */
export function ageOf(answer: Answer): number | null {
  return answer.cached === undefined ? 0 : null;
}

/** What rows are to hold. */
interface Contents<W> {
  readonly fields: ReadonlySet<string>;
  readonly windows: readonly W[];
}

interface RowRequest<W> extends Contents<W> {
  readonly key: string;
}

/** Rows prefetched by another query, with what each holds. */
interface Primed {
  readonly rows: ReadonlyMap<string, Row>;
  readonly fields: ReadonlySet<string>;
  readonly windows?: readonly FetchedWindow[];
}

/** A fetch under way. */
interface Flight<W> extends Contents<W> {
  readonly keys: ReadonlySet<string>;
  /** The errors of single keys. */
  readonly landed: Promise<ReadonlyMap<string, Error>>;
}

/** Loader of rows by key, fields and windows. Sets and lists passed to it must not change afterwards. */
export class FieldLoader<W extends RowWindow = never> {
  readonly #options: FieldLoaderOptions<W>;
  readonly #flights = new Set<Flight<W>>();
  /** Parts of a row, newest first; one alone without a row where the upstream does not have the key. */
  readonly #known = new Map<string, readonly AnsweredPart[]>();
  readonly #primed: (() => Primed)[] = [];
  /** Made for the first row that has to be fetched: most loaders find what they are asked for. */
  #requests: TracedLoader<RowRequest<W>, RowPart | null> | null = null;

  constructor(options: FieldLoaderOptions<W>) {
    this.#options = options;
  }

  #fetchOnce(request: RowRequest<W>): Promise<RowPart | null> {
    // DataLoader's cache is off: #known is the cache, because what is known of a key grows.
    this.#requests ??= new TracedLoader((requests) => this.#batch(requests), { cache: false });
    return this.#requests.load(request);
  }

  /** Loads the row of a key with at least these fields and windows; null where it does not exist. Synchronous where the row is known. */
  load(
    key: string,
    fields: ReadonlySet<string>,
    windows: readonly W[] = noWindows,
  ): MaybePromise<RowPart | null> {
    const cached = this.peek(key, fields, windows);
    if (cached !== undefined) return cached;
    const request = { key, fields, windows };
    // Another branch of the query may have reached the same row a moment earlier.
    for (const flight of this.#flights)
      if (flight.keys.has(key) && contains(flight, request)) return this.#await(flight, request);
    return this.#fetchOnce(request);
  }

  /** Returns the row if this request or an earlier one cached it; otherwise undefined. */
  peek(
    key: string,
    fields: ReadonlySet<string>,
    windows: readonly RowWindow[] = noWindows,
  ): RowPart | null | undefined {
    this.#takePrimed();
    const row = this.#row(key, fields, windows);
    if (row !== undefined) return row;
    const { cache } = this.#options;
    const cached = cache?.store.peek(cache.entity, key, fields, windows);
    if (cached === undefined) return undefined;
    const loaded = this.#known.get(key);
    if (!isPresent(cached)) {
      if (loaded !== undefined) return undefined;
      this.#known.set(key, [cached]);
      return null;
    }
    // The request's own rows win: they are no older.
    if (loaded?.some((part) => isPresent(part) && contradicts(part.row, cached.row)))
      return undefined;
    return this.#learn(key, cached);
  }

  /** What this request or an earlier one knows of a key's row, newest first. */
  partsOf(key: string): readonly RowPart[] {
    this.#takePrimed();
    const loaded = (this.#known.get(key) ?? []).filter(isPresent);
    const { cache } = this.#options;
    return cache === undefined ? loaded : [...loaded, ...cache.store.partsOf(cache.entity, key)];
  }

  /** The row in what this request knows of the key; undefined where something is missing. */
  #row(
    key: string,
    fields: ReadonlySet<string>,
    windows: readonly RowWindow[],
  ): RowPart | null | undefined {
    const parts = this.#known.get(key);
    if (parts === undefined) return undefined;
    const row = findRow(this.#entity, parts, fields, windows);
    if (row === undefined) return undefined;
    if (!isPresent(row)) return null;
    return parts.includes(row) ? row : this.#learn(key, row);
  }

  get #entity(): Pick<EntitySpec, 'changesTogether'> {
    return this.#options.cache?.entity ?? {};
  }

  async #await({ landed }: Flight<W>, request: RowRequest<W>): Promise<RowPart | null> {
    const error = (await landed).get(request.key);
    if (error !== undefined) throw error;
    const row = this.#row(request.key, request.fields, request.windows);
    // A row that changed meanwhile is fetched anew.
    return row === undefined ? this.#fetchOnce(request) : row;
  }

  /** Primes rows that another query fetched. `ageMs` and `since`: see EntityStore. */
  prime(
    { rows, fields, windows = noWindows }: Primed,
    { ageMs, since }: Pick<PutOptions, 'ageMs' | 'since'> = {},
  ): void {
    for (const [key, row] of rows) this.#learn(key, { row, fields, windows });
    const { cache } = this.#options;
    if (rows.size > 0)
      cache?.store.put(cache.entity, [...rows.values()], fields, { windows, ageMs, since });
  }

  /**
   * Primes rows for this request alone. Most listed rows are never loaded again, so they are
   * processed lazily, at the next load.
   */
  primeLater(primed: () => Primed): void {
    this.#primed.push(primed);
  }

  #takePrimed(): void {
    if (this.#primed.length === 0) return;
    for (const primed of this.#primed.splice(0)) {
      const { rows, fields, windows = noWindows } = primed();
      for (const [key, row] of rows) this.#learn(key, { row, fields, windows });
    }
  }

  #learn(key: string, part: RowPart): RowPart {
    this.#known.set(key, withNewest(this.#known.get(key) ?? [], part));
    return part;
  }

  async #batch(requests: readonly RowRequest<W>[]): Promise<(RowPart | null | Error)[]> {
    const { keys, ...missing } = this.#missing(requests);
    const failed = new Map(keys.length === 0 ? [] : await this.#fly(keys, missing));
    // A row that changed on the way has lost what was known of it before.
    const { keys: changed } = this.#missing(requests.filter(({ key }) => !failed.has(key)));
    if (changed.length > 0) {
      const all = {
        fields: new Set(requests.flatMap((request) => [...request.fields])),
        windows: distinct(requests.flatMap((request) => request.windows)),
      };
      for (const [key, error] of await this.#fly(changed, all)) failed.set(key, error);
    }
    return requests.map(
      ({ key, fields, windows }) => failed.get(key) ?? this.#row(key, fields, windows) ?? null,
    );
  }

  #missing(requests: readonly RowRequest<W>[]): Contents<W> & { readonly keys: readonly string[] } {
    const keys = new Set<string>();
    const fields = new Set<string>();
    const windows: W[] = [];
    for (const request of requests) {
      if (this.#row(request.key, request.fields, request.windows) !== undefined) continue;
      keys.add(request.key);
      const parts = (this.#known.get(request.key) ?? []).filter(isPresent);
      const missing = missingContents(this.#entity, parts, request.fields, request.windows);
      for (const field of missing.fields) fields.add(field);
      windows.push(...missing.windows);
    }
    return { keys: [...keys], fields, windows: distinct(windows) };
  }

  async #fly(keys: readonly string[], contents: Contents<W>): Promise<ReadonlyMap<string, Error>> {
    const flight = { ...contents, keys: new Set(keys), landed: this.#fetch(keys, contents) };
    this.#flights.add(flight);
    try {
      return await flight.landed;
    } finally {
      this.#flights.delete(flight);
    }
  }

  async #fetch(
    keys: readonly string[],
    { fields, windows }: Contents<W>,
  ): Promise<ReadonlyMap<string, Error>> {
    const failed = new Map<string, Error>();
    // Checks the row cache again: another request may have stored rows since the load.
    const unknown = keys.filter((key) => this.peek(key, fields, windows) === undefined);
    if (unknown.length === 0) return failed;
    const { cache } = this.#options;
    const since = cache?.store.moment();
    const fetched = await this.#options.fetch(unknown, fields, windows);
    const rows = new Map<string, Row>();
    const absent: string[] = [];
    for (const key of unknown) {
      const row = fetched.rows.get(key);
      if (row instanceof Error) failed.set(key, row);
      else if (row !== undefined) rows.set(key, row);
      else {
        this.#known.set(key, [{ row: null, fields, windows: noWindows }]);
        absent.push(key);
      }
    }
    const { ageMs, windows: fetchedWindows = noWindows } = fetched;
    this.prime({ rows, fields, windows: fetchedWindows }, { ageMs, since });
    if (absent.length > 0) cache?.store.putAbsent(cache.entity, absent);
    return failed;
  }
}

/** The windows without those that another one holds. */
const distinct = <W extends RowWindow>(windows: readonly W[]): readonly W[] => {
  const widest: W[] = [];
  for (const window of windows)
    if (!widest.some((other) => isOfList(other, window) && window.limit <= other.limit))
      widest.push(window);
  return widest;
};
