/** What an execute call means once its wrapper is off: rows, and where the next page is. */

export type Row = Readonly<Record<string, unknown>>;

/** Stands in a list for an item that is no object: it has no key and no values, as no real row. */
export const notARow: Row = Object.freeze({});

export interface Answer {
  readonly rows: readonly Row[];
  readonly page: PageMark;
  /** Set when it came from a cache. */
  readonly cached?: CacheMark;
}

/** How old a cached answer is. */
export interface CacheMark {
  readonly ageMs: number;
  /** Past its time: served while a new one is fetched, or because the upstream failed. */
  readonly stale: boolean;
}

/** Everything an upstream may say about the page and the whole; null where it did not say. */
export interface PageMark {
  /** Cursor of the next page (call analytics); null on the last page. */
  readonly cursor: string | null;
  /** Path of the next page (CRM). Data only: never fetched as a URL. */
  readonly nextRecordsUrl: string | null;
  /** False while the upstream has more. */
  readonly done: boolean;
  /** The upstream said nothing of the page: that it is done is inferred from there being no next one. */
  readonly isUnmarked?: boolean;
  /** Size of the whole result where the upstream told it. */
  readonly total: number | null;
  /** From 0. */
  readonly pageNumber: number | null;
}

/** A page mark that says: these are all. */
export const lastPage: PageMark = {
  cursor: null,
  nextRecordsUrl: null,
  done: true,
  total: null,
  pageNumber: null,
};
