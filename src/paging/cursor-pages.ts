/**
 * Walking a list that comes in pages behind opaque tokens, from its beginning or from any row.
 *
 * Tokens say little: an upstream may count rows in them or remember a key, and rows may come and
 * go between two answers. A walk therefore finds its place by row key, and whenever the list's
 * total has changed between two neighbouring pages it reads the earlier one again before it goes on.
 */

import type { UpstreamSite } from '../errors.ts';
import { UpstreamError } from '../errors.ts';
import { unlessDead } from './dead-token.ts';
import type { LoopState } from './loop-guard.ts';
import { advance, loopStart } from './loop-guard.ts';
import type { Page } from './page.ts';
import type { Order, Placed } from './place.ts';
import { compareOrders, comparePlaces, placed } from './place.ts';

/** One request for a page. */
export interface PageRequest {
  /** Null for the first page. */
  readonly token: string | null;
  /** Where the list was taken up again (see `restartable`); null for the list itself. */
  readonly from: Order;
  /** The answer must not come from a cache: the walk has reason to think that the list has changed. */
  readonly fresh: boolean;
}

export interface CursorList<R> {
  fetch(request: PageRequest): Promise<Page<R>>;
  key(row: R): string;
  /**
   * The value by which the upstream orders the whole list, ascending: instants as epoch
   * milliseconds, ids as text. Absent where the order of pages is all there is: rows of a page then
   * stand by key, and a list that loses rows during a walk may hide one that moved up a page.
   */
  readonly order?: ((row: R) => Order) | undefined;
  /**
   * The list can be asked for from an order value onwards (inclusive): a walk whose token died
   * takes it up there instead of reading it again from its beginning.
   */
  readonly restartable?: boolean | undefined;
  /** Most pages read again to find the place of a dead token. Default 25. */
  readonly maxRewalk?: number | undefined;
  /** For errors. */
  readonly site: UpstreamSite;
}

/** A row's place, all that a cursor holds. A null key is the beginning of the page `next` leads to. */
export interface Spot extends LoopState {
  readonly token: string | null;
  readonly from: Order;
  readonly index: number;
  readonly order: Order;
  readonly key: string | null;
  /** The list's size when the row was seen there. */
  readonly total: number | null;
  /** Token of the following page, when nothing after the row on its own page matters. */
  readonly next: string | null;
}

export interface Loaded<R> extends LoopState {
  readonly token: string | null;
  readonly from: Order;
  readonly rows: readonly Placed<R>[];
  readonly total: number | null;
  readonly next: string | null;
}

/** A page and those of its rows that the walk has not passed yet. */
export interface Slice<R> {
  readonly page: Loaded<R>;
  readonly rows: readonly Placed<R>[];
  /** The row the walk looks for when it was not on this page: it may have moved to the next. */
  readonly seeking: Spot | null;
}

const defaultRewalk = 25;
/** Pages in which a restarted list must show the row it was restarted at. */
const restartPages = 3;

export class PageWalk<R> {
  readonly #list: CursorList<R>;
  /** Pages read so far. */
  loads = 0;
  /** Size of the whole list, from the last page that told it. */
  total: number | null = null;

  constructor(list: CursorList<R>) {
    this.#list = list;
  }

  /** The first rows of the list. @throws UpstreamError as the source does; PAGINATION_LOOP. */
  async first(): Promise<Slice<R>> {
    const page = await this.#load(null, null, loopStart);
    return { page, rows: page.rows, seeking: null };
  }

  /** The rows after a place. @throws UpstreamError as `first`; CURSOR_EXPIRED when the place cannot be found again. */
  async resume(spot: Spot): Promise<Slice<R>> {
    const found = await unlessDead(
      spot.next !== null ? this.#enter(spot, spot.next, null) : this.#reread(spot, false),
    );
    return found ?? (await this.#search(spot));
  }

  /** The page after a slice's; null when there is none. @throws as `resume`. */
  async next(slice: Slice<R>): Promise<Slice<R> | null> {
    const { page, seeking } = slice;
    if (page.next === null) return null;
    const spot = endOf(page);
    const entered = await unlessDead(this.#enter(spot, page.next, page));
    if (entered === null) return await this.#search(spot);
    return seeking === null ? entered : this.#passed(entered, seeking);
  }

  /** Steps from a page's end onto the next page, going back once if the list has changed in between. */
  async #enter(spot: Spot, next: string, left: Loaded<R> | null): Promise<Slice<R> | null> {
    const state = advance(spot, next);
    if (state === null) throw this.#loop();
    const page = await this.#load(next, spot.from, state);
    if (spot.total === null || page.total === null || spot.total === page.total) {
      return without(page, left);
    }
    if (spot.key === null) return without(page, left);
    const rest = await this.#reread(spot, true);
    if (rest === null) return null;
    const seen = new Set(left?.rows.map((row) => row.key));
    const rows = rest.rows.filter((row) => !seen.has(row.key));
    if (rows.length > 0) return { ...rest, rows };
    const entered = without(page, left);
    return rest.seeking === null ? entered : this.#passed(entered, rest.seeking);
  }

  /** The rest of a row's own page. */
  async #reread(spot: Spot, fresh: boolean): Promise<Slice<R> | null> {
    return this.#locate(spot, await this.#load(spot.token, spot.from, spot, fresh));
  }

  /** The rows of a page after a place; null when the page has slid away from it and rows may lie between. */
  #locate(spot: Spot, page: Loaded<R>): Slice<R> | null {
    const { key } = spot;
    if (key === null) return { page, rows: page.rows, seeking: null };
    const index = page.rows.findIndex((row) => row.key === key);
    if (index >= 0) return { page, rows: page.rows.slice(index + 1), seeking: null };
    const start = page.rows.findIndex((row) => comparePlaces(row, { key, order: spot.order }) > 0);
    if (start === 0) {
      // The row is gone, or it slid onto an earlier page. In the latter case rows between it and
      // this page are missed only if the list lost more rows than stood before it on its page.
      const lost = spot.total === null || page.total === null ? 0 : spot.total - page.total;
      if (lost > spot.index + 1) return null;
    }
    const rows = start < 0 ? [] : page.rows.slice(start);
    return { page, rows, seeking: start < 0 ? spot : null };
  }

  /**
   * What of a slice lies after a row that was not on the page before: found by key, or by order
   * where the list has one. Rows of equal order stay: ties may stand on either side.
   */
  #passed(slice: Slice<R>, spot: Spot): Slice<R> {
    const index = slice.rows.findIndex((row) => row.key === spot.key);
    if (index >= 0) return { ...slice, rows: slice.rows.slice(index + 1) };
    if (!this.#isOrdered(spot)) return slice;
    const rows = slice.rows.filter((row) => compareOrders(row.order, spot.order) >= 0);
    return { ...slice, rows, seeking: rows.length === 0 ? spot : null };
  }

  #isOrdered(spot: Spot): boolean {
    return this.#list.order !== undefined && spot.order !== null;
  }

  /** Finds a place again from the list's beginning, or from the place itself where the list can start there. */
  async #search(spot: Spot): Promise<Slice<R>> {
    const restart = this.#list.restartable === true && spot.key !== null && spot.order !== null;
    const from = restart ? spot.order : spot.from;
    const limit = restart ? restartPages : (this.#list.maxRewalk ?? defaultRewalk);
    let previous: Loaded<R> | null = null;
    let page = await this.#load(null, from, loopStart, true);
    for (let pages = 1; ; pages += 1) {
      const found = this.#recognise(spot, page, previous);
      if (found !== null) return found;
      if (page.next === null) return { page, rows: [], seeking: null };
      const state = advance(page, page.next);
      if (state === null) throw this.#loop();
      if (pages >= limit) throw this.#expired(pages);
      previous = page;
      page = await this.#load(page.next, from, state, true);
    }
  }

  /** The rows after a place, if it is on this page of a list read again, or just before it. */
  #recognise(spot: Spot, page: Loaded<R>, previous: Loaded<R> | null): Slice<R> | null {
    const { key } = spot;
    if (key === null) {
      return page.hop > spot.hop ? { page, rows: page.rows, seeking: null } : null;
    }
    const index = page.rows.findIndex((row) => row.key === key);
    if (index >= 0) return { page, rows: page.rows.slice(index + 1), seeking: null };
    const place = { key, order: spot.order };
    const after = (loaded: Loaded<R>): Slice<R> => ({
      page: loaded,
      rows: loaded.rows.filter((row) => comparePlaces(row, place) > 0),
      seeking: null,
    });
    if (this.#isOrdered(spot)) {
      const last = page.rows.at(-1);
      return last !== undefined && comparePlaces(last, place) > 0 ? after(page) : null;
    }
    // The row itself is gone: its page, counted from the beginning, still tells its place. One page
    // further must be seen first, since rows that came in may have pushed it there.
    if (previous !== null && previous.hop === spot.hop) return after(previous);
    return page.hop === spot.hop && page.next === null ? after(page) : null;
  }

  async #load(
    token: string | null,
    from: Order,
    { hop, anchor }: LoopState,
    fresh = false,
  ): Promise<Loaded<R>> {
    this.loads += 1;
    const { rows, page } = await this.#list.fetch({ token, from, fresh });
    if (token !== null && page.cursor === token) throw this.#loop();
    if (from === null && page.total !== null) this.total = page.total;
    return {
      token,
      from,
      hop,
      anchor,
      rows: placed(rows, (row) => this.#list.key(row), this.#list.order),
      total: page.total,
      next: page.cursor,
    };
  }

  #loop(): UpstreamError {
    return new UpstreamError(
      'PAGINATION_LOOP',
      'The upstream handed out a page cursor that leads back to where it came from',
      this.#list.site,
    );
  }

  #expired(pages: number): UpstreamError {
    return new UpstreamError(
      'CURSOR_EXPIRED',
      `The upstream's page cursor has expired, and its place was not found within ${pages} pages; start from the first page`,
      this.#list.site,
    );
  }
}

/** The place at the end of a page. */
export function endOf<R>(page: Loaded<R>): Spot {
  const last = page.rows.at(-1);
  return {
    token: page.token,
    from: page.from,
    hop: page.hop,
    anchor: page.anchor,
    index: Math.max(0, page.rows.length - 1),
    order: last?.order ?? null,
    key: last?.key ?? null,
    total: page.total,
    next: page.next,
  };
}

function without<R>(page: Loaded<R>, left: Loaded<R> | null): Slice<R> {
  const seen = new Set(left?.rows.map((row) => row.key));
  return { page, rows: page.rows.filter((row) => !seen.has(row.key)), seeking: null };
}
