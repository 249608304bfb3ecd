/** Row count of a list: the rows received, each once, against the number that the upstream announced. */

import {
  fullLastPage,
  rowsMissingMessage,
  type Shortfall,
  uncountedRows,
} from './incomplete-list.ts';
import type { Page } from './page.ts';

/** Counts rows, each once, over all readings of a list. */
export interface RowCount<P> {
  readonly received: number;
  /** @param isFirst the page begins a reading */
  add(page: P, isFirst: boolean): void;
  /** Shortfall at the end of the list; null where nothing is known to be missing. @param isFinal no reading follows */
  shortfall(isFinal: boolean): Shortfall | null;
}

interface DistinctRowsOptions {
  /** Identity of a row for counting; null for a row without one, which counts each time. Default: null for all. */
  readonly keyOf?: ((row: unknown) => unknown) | undefined;
  /** Page size: without a total, a full last page may not have been the last. */
  readonly pageRows?: number | undefined;
  /** A further reading requests only the missing rows, and its total counts just those. */
  readonly requestsRest?: boolean | undefined;
  /** The upstream reports a total for this list, so a page without one leaves completeness in doubt. */
  readonly owesTotal?: boolean | undefined;
  /** Message of the shortfall, for the client. */
  readonly message?: string | undefined;
}

/** Counts rows by key against the total of a reading's first page. */
export class DistinctRows implements RowCount<Page<unknown>> {
  readonly #options: DistinctRowsOptions;
  readonly #keys = new Set<unknown>();
  /** Keys compared with the total. */
  #counted = this.#keys;
  /** Rows of this reading that have no key. */
  #keyless = 0;
  #announced: number | null = null;
  #lastRows = 0;
  #lacksTotal = false;

  constructor(options: DistinctRowsOptions = {}) {
    this.#options = options;
  }

  get received(): number {
    return this.#keys.size;
  }

  get announced(): number | null {
    return this.#announced;
  }

  add({ rows, page }: Page<unknown>, isFirst: boolean): void {
    const { keyOf, requestsRest: asksForRest } = this.#options;
    if (isFirst) {
      this.#keyless = 0;
      if (asksForRest) this.#counted = new Set();
      this.#announced = page.total ?? this.#announced;
    }
    for (const row of rows) {
      const key = keyOf?.(row) ?? null;
      if (key === null) this.#keyless += 1;
      else {
        this.#keys.add(key);
        this.#counted.add(key);
      }
    }
    this.#lastRows = rows.length;
    this.#lacksTotal = page.lacksTotal === true;
  }

  shortfall(): Shortfall | null {
    const { pageRows = Infinity, message = rowsMissingMessage, owesTotal } = this.#options;
    const expected = this.#announced;
    const received = this.#counted.size + this.#keyless;
    if (expected !== null) return received < expected ? { message, expected, received } : null;
    if (owesTotal && this.#lacksTotal) return uncountedRows;
    return this.#lastRows < pageRows ? null : fullLastPage;
  }
}
