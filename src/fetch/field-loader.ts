/**
 * Batched loading of rows by key and fields: a batch fetches the union of the fields, a later load only the
 * missing ones.
 */

import type { EntitySpec } from '../contract/entity-spec.ts';
import type { Answer, Row } from '../contract/wire/execute.ts';
import type { EntityStore } from '../upstream/entity-store.ts';
import {
  contradicts,
  covers,
  missingFields,
  type RowPart,
  rowOfParts,
} from '../upstream/partial-row.ts';
import { TracedLoader } from './batch-loader.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** Rows of a fetch by key. */
export interface Fetched {
  /** A row or the key's own error; no entry for a key that does not exist. */
  readonly rows: ReadonlyMap<string, Row | Error>;
  /** Age of the oldest answer the rows came from, in milliseconds: 0 unless one came from a cache. */
  readonly ageMs: number;
}

export interface FieldLoaderOptions {
  /**
   * Fetches the given fields of the given keys (each distinct). Keys absent from the result do not
   * exist. Rejecting fails every key of the batch.
   */
  readonly fetch: (keys: readonly string[], fields: ReadonlySet<string>) => Promise<Fetched>;
  /** Cache of rows between requests: read before a fetch, written after it. */
  readonly cache?: { readonly store: EntityStore; readonly entity: EntitySpec } | undefined;
}

/** Age of an answer's rows for the row cache; null for a cached answer, whose rows were cached when it came. */
export function ageOf(answer: Answer): number | null {
  return answer.cached === undefined ? 0 : null;
}

interface Need {
  readonly key: string;
  readonly fields: ReadonlySet<string>;
}

/** Rows prefetched by another query. */
interface Primed {
  readonly rows: ReadonlyMap<string, Row>;
  readonly fields: ReadonlySet<string>;
}

/** A fetch under way. */
interface Flight {
  readonly keys: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
  /** The errors of single keys. */
  readonly landed: Promise<ReadonlyMap<string, Error>>;
}

/** Loader of rows by key and fields. Sets of fields passed to it must not change afterwards. */
export class FieldLoader {
  readonly #options: FieldLoaderOptions;
  readonly #flights = new Set<Flight>();
  /** Parts of a row, newest first; one alone without a row where the upstream does not have the key. */
  readonly #known = new Map<string, readonly RowPart[]>();
  readonly #primed: (() => Primed)[] = [];
  /** Made for the first row that has to be fetched: most loaders find what they are asked for. */
  #needs: TracedLoader<Need, Row | null> | null = null;

  constructor(options: FieldLoaderOptions) {
    this.#options = options;
  }

  #fetchOnce(need: Need): Promise<Row | null> {
    // DataLoader's cache is off: #known is the cache, because the known fields of a key grow.
    this.#needs ??= new TracedLoader((needs) => this.#batch(needs), { cache: false });
    return this.#needs.load(need);
  }

  /** Loads the row of a key with at least these fields; null where it does not exist. Synchronous where the row is known. */
  load(key: string, fields: ReadonlySet<string>): MaybePromise<Row | null> {
    const known = this.peek(key, fields);
    if (known !== undefined) return known;
    // Another branch of the query may have reached the same row a moment earlier.
    for (const flight of this.#flights) {
      if (flight.keys.has(key) && covers(flight.fields, fields))
        return this.#await(flight, { key, fields });
    }
    return this.#fetchOnce({ key, fields });
  }

  /** Returns the row if this request or an earlier one cached it; otherwise undefined. */
  peek(key: string, fields: ReadonlySet<string>): Row | null | undefined {
    this.#takePrimed();
    const known = this.#row(key, fields);
    if (known !== undefined) return known;
    const { cache } = this.#options;
    const found = cache?.store.peek(cache.entity, key, fields);
    if (found === undefined) return undefined;
    const own = this.#known.get(key);
    if (found.row === null) {
      if (own !== undefined) return undefined;
      this.#known.set(key, [{ row: null, fields }]);
      return null;
    }
    const { row } = found;
    // The request's own rows win: they are no older.
    if (own?.some((part) => contradicts(part.row!, row))) return undefined;
    this.#learn(key, row, fields);
    return row;
  }

  /** Fields of the key's row in what this request or an earlier one knows, possibly spread over several answers. */
  fieldsOf(key: string): readonly string[] {
    this.#takePrimed();
    const own = (this.#known.get(key) ?? []).flatMap(({ fields }) => [...fields]);
    const { cache } = this.#options;
    return cache === undefined ? own : [...own, ...cache.store.fieldsOf(cache.entity, key)];
  }

  /** The row in what this request knows of the key; undefined where fields are missing. */
  #row(key: string, fields: ReadonlySet<string>): Row | null | undefined {
    const parts = this.#known.get(key);
    const whole = parts?.find((part) => part.row === null || covers(part.fields, fields));
    if (parts === undefined || whole !== undefined) return whole?.row;
    const row = rowOfParts(this.#entity, parts, fields);
    if (row !== undefined) this.#learn(key, row, fields);
    return row;
  }

  get #entity(): Pick<EntitySpec, 'changesTogether'> {
    return this.#options.cache?.entity ?? {};
  }

  async #await({ landed }: Flight, need: Need): Promise<Row | null> {
    const error = (await landed).get(need.key);
    if (error !== undefined) throw error;
    const row = this.#row(need.key, need.fields);
    // A row that changed meanwhile is fetched anew.
    return row === undefined ? this.#fetchOnce(need) : row;
  }

  /** Primes rows that another query fetched. `ageMs` is the age of a cached answer; `since`: see EntityStore. */
  prime(
    rows: ReadonlyMap<string, Row>,
    fields: ReadonlySet<string>,
    ageMs = 0,
    since?: number,
  ): void {
    for (const [key, row] of rows) this.#learn(key, row, fields);
    const { cache } = this.#options;
    if (rows.size > 0) cache?.store.put(cache.entity, [...rows.values()], fields, ageMs, since);
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
      const { rows, fields } = primed();
      for (const [key, row] of rows) this.#learn(key, row, fields);
    }
  }

  #learn(key: string, row: Row, fields: ReadonlySet<string>): void {
    // A row that has changed since is another one: nothing of both is mixed.
    const others = (this.#known.get(key) ?? []).filter(
      (part) => part.row !== null && !covers(fields, part.fields) && !contradicts(part.row, row),
    );
    this.#known.set(key, [{ row, fields }, ...others]);
  }

  async #batch(needs: readonly Need[]): Promise<(Row | null | Error)[]> {
    const { keys, fields } = this.#missing(needs);
    const failed = new Map(keys.length === 0 ? [] : await this.#fly(keys, fields));
    // A row that changed on the way has lost what was known of it before.
    const { keys: changed } = this.#missing(needs.filter(({ key }) => !failed.has(key)));
    if (changed.length > 0) {
      const whole = new Set(needs.flatMap((need) => [...need.fields]));
      for (const [key, error] of await this.#fly(changed, whole)) failed.set(key, error);
    }
    return needs.map(({ key, fields }) => failed.get(key) ?? this.#row(key, fields) ?? null);
  }

  #missing(needs: readonly Need[]): { keys: string[]; fields: Set<string> } {
    const keys = new Set<string>();
    const fields = new Set<string>();
    for (const need of needs) {
      if (this.#row(need.key, need.fields) !== undefined) continue;
      keys.add(need.key);
      const known = this.#known.get(need.key) ?? [];
      for (const field of missingFields(this.#entity, known, need.fields)) fields.add(field);
    }
    return { keys: [...keys], fields };
  }

  async #fly(
    keys: readonly string[],
    fields: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, Error>> {
    const flight = { keys: new Set(keys), fields, landed: this.#fetch(keys, fields) };
    this.#flights.add(flight);
    try {
      return await flight.landed;
    } finally {
      this.#flights.delete(flight);
    }
  }

  async #fetch(
    keys: readonly string[],
    fields: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, Error>> {
    const failed = new Map<string, Error>();
    // Checks the row cache again: another request may have stored rows since the load.
    const rest = keys.filter((key) => this.peek(key, fields) === undefined);
    if (rest.length === 0) return failed;
    const { cache } = this.#options;
    const since = cache?.store.moment();
    const fetched = await this.#options.fetch(rest, fields);
    const rows = new Map<string, Row>();
    const absent: string[] = [];
    for (const key of rest) {
      const found = fetched.rows.get(key);
      if (found instanceof Error) failed.set(key, found);
      else if (found !== undefined) rows.set(key, found);
      else {
        this.#known.set(key, [{ row: null, fields }]);
        absent.push(key);
      }
    }
    this.prime(rows, fields, fetched.ageMs, since);
    if (absent.length > 0) cache?.store.putAbsent(cache.entity, absent);
    return failed;
  }
}
