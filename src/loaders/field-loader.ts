/** Rows by key, where each need names fields: a batch asks once for the union, a later need only for what is missing. */

import DataLoader from 'dataloader';
import type { Row } from '../wire/answer.ts';

/** What a fetch found: a row, an error of that key's own, or nothing under a key that does not exist. */
export type Fetched = ReadonlyMap<string, Row | Error>;

export interface FieldLoaderOptions {
  /**
   * Fetches the given fields of the given keys (each distinct). Keys absent from the result do not
   * exist. Rejecting fails every key of the batch.
   */
  readonly fetch: (keys: readonly string[], fields: ReadonlySet<string>) => Promise<Fetched>;
  /** Shared rows that earlier requests left, asked before fetching and told after it. */
  readonly shared?: SharedRows | undefined;
}

/** Rows that outlive one request, e.g. the connector's entity store. */
export interface SharedRows {
  /** Rows that have all the fields, by key. */
  read(keys: readonly string[], fields: ReadonlySet<string>): Promise<ReadonlyMap<string, Row>>;
  write(rows: ReadonlyMap<string, Row>, fields: ReadonlySet<string>): void;
}

interface Need {
  readonly key: string;
  readonly fields: ReadonlySet<string>;
}

interface Known {
  /** null: the upstream does not have this key. */
  row: Row | null;
  readonly fields: Set<string>;
}

export class FieldLoader {
  readonly #options: FieldLoaderOptions;
  readonly #known = new Map<string, Known>();
  readonly #needs: DataLoader<Need, Row | null>;

  constructor(options: FieldLoaderOptions) {
    this.#options = options;
    // Its cache is off: #known is the cache, because what is known of a key grows field by field.
    this.#needs = new DataLoader((needs) => this.#batch(needs), { cache: false });
  }

  /** The row under a key with at least these fields; null when there is none. */
  load(key: string, fields: ReadonlySet<string>): Promise<Row | null> {
    const known = this.#known.get(key);
    if (known !== undefined && (known.row === null || covers(known.fields, fields))) {
      return Promise.resolve(known.row);
    }
    return this.#needs.load({ key, fields });
  }

  /** Makes a row known that another path fetched. */
  prime(key: string, row: Row, fields: ReadonlySet<string>): void {
    const known = this.#known.get(key);
    if (known === undefined || known.row === null) {
      this.#known.set(key, { row, fields: new Set(fields) });
      return;
    }
    known.row = mergeRows(known.row, row);
    for (const field of fields) known.fields.add(field);
  }

  async #batch(needs: readonly Need[]): Promise<(Row | null | Error)[]> {
    const failed = new Map<string, Error>();
    const missing = this.#missing(needs);
    if (missing.keys.length > 0) await this.#fetch(missing.keys, missing.fields, failed);
    return needs.map(({ key }) => failed.get(key) ?? this.#known.get(key)?.row ?? null);
  }

  #missing(needs: readonly Need[]): { keys: string[]; fields: Set<string> } {
    const keys = new Set<string>();
    const fields = new Set<string>();
    for (const need of needs) {
      const known = this.#known.get(need.key);
      if (known?.row === null) continue;
      for (const field of need.fields) {
        if (known?.fields.has(field)) continue;
        keys.add(need.key);
        fields.add(field);
      }
      if (known === undefined) keys.add(need.key);
    }
    return { keys: [...keys], fields };
  }

  async #fetch(
    keys: readonly string[],
    fields: ReadonlySet<string>,
    failed: Map<string, Error>,
  ): Promise<void> {
    const shared = await this.#options.shared?.read(keys, fields);
    if (shared !== undefined) for (const [key, row] of shared) this.prime(key, row, fields);
    const rest = shared === undefined ? keys : keys.filter((key) => !shared.has(key));
    if (rest.length === 0) return;
    const fetched = await this.#options.fetch(rest, fields);
    const rows = new Map<string, Row>();
    for (const key of rest) {
      const found = fetched.get(key);
      if (found === undefined) this.#known.set(key, { row: null, fields: new Set(fields) });
      else if (found instanceof Error) failed.set(key, found);
      else {
        rows.set(key, found);
        this.prime(key, found, fields);
      }
    }
    if (rows.size > 0) this.#options.shared?.write(rows, fields);
  }
}

function covers(have: ReadonlySet<string>, want: ReadonlySet<string>): boolean {
  for (const field of want) if (!have.has(field)) return false;
  return true;
}

/** `more` laid over `base`, object by object; arrays and scalars of `more` win. */
export function mergeRows(base: Row, more: Row): Row {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(more)) {
    const before = merged[name];
    merged[name] = isRow(before) && isRow(value) ? mergeRows(before, value) : value;
  }
  return merged;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
