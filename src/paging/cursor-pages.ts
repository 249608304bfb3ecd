/**
 * Walking a list that comes in pages behind opaque tokens, from its beginning or from any row.
 *
 * Tokens say little: an upstream may count rows in them or remember a key, and rows may come and
 * go between two answers. A walk therefore knows by order and key what it has passed, and when the
 * list's size has changed between two neighbouring pages it reads the earlier one again first.
 */

import { UpstreamError } from '../errors.ts';
import type { CursorList, Loaded, Spot } from './cursor-list.ts';
import { unlessDead } from './dead-token.ts';
import type { LoopState } from './loop-guard.ts';
import { advance, loopStart } from './loop-guard.ts';
import type { Passed } from './passed.ts';
import { ahead, passing } from './passed.ts';
import type { Order, Placed } from './place.ts';
import { compareOrders, placed } from './place.ts';

/** A page, and those of its rows that the walk comes to. */
export interface Slice<R> {
  readonly page: Loaded<R>;
  readonly rows: readonly Placed<R>[];
  /** What lies before these rows; null at the beginning, and where the list has no order. */
  readonly passed: Passed | null;
}

/** Pages read again to find the place of a dead token, where a list names no bound of its own. */
export const defaultRewalk = 25;

export class PageWalk<R> {
  readonly #list: CursorList<R>;
  readonly #ordered: boolean;
  readonly #reckoned: number;
  /** Set once the list is known to have changed: from then on, order tells what has been passed. */
  #moved = false;
  /** Pages read so far. */
  loads = 0;
  /** Size of the whole list, from the last page that told it. */
  total: number | null = null;

  /** @param reckoned pages that were reckoned for this walk; those after them are beyond. */
  constructor(list: CursorList<R>, reckoned = Number.POSITIVE_INFINITY) {
    this.#list = list;
    this.#reckoned = reckoned;
    this.#ordered = list.order !== undefined;
  }

  /** The first rows of the list. @throws UpstreamError as the source does; PAGINATION_LOOP. */
  async first(): Promise<Slice<R>> {
    const page = await this.#load(null, null, loopStart);
    return { page, rows: page.rows, passed: null };
  }

  /** The rows after a place. @throws UpstreamError as `first`; CURSOR_EXPIRED when the place cannot be found again. */
  async resume(spot: Spot): Promise<Slice<R>> {
    const passed = this.#passedAt(spot);
    const found = await unlessDead(
      spot.next === null
        ? this.#reread(spot, passed, false)
        : this.#enter(spot, spot.next, passed, null),
    );
    return found ?? (await this.#search(spot, passed));
  }

  /** The page after a slice's; null when there is none. @throws as `resume`. */
  async next(slice: Slice<R>): Promise<Slice<R> | null> {
    const { page } = slice;
    if (page.next === null) return null;
    const passed = this.#ordered ? passing(slice.passed, slice.rows, slice.rows.length) : null;
    const spot = this.spot(slice, slice.rows.length - 1, page.next);
    const entered = await unlessDead(this.#enter(spot, page.next, passed, page));
    return entered ?? (await this.#search(spot, passed));
  }

  /**
   * The place of a slice's row, or of its page's end when it has none there. `next` is the token to
   * go on with where nothing later on the page matters, else null.
   */
  spot({ page, rows, passed }: Slice<R>, index: number, next: string | null): Spot {
    const row = rows[index];
    const at = row === undefined ? page.rows.length - 1 : page.rows.indexOf(row);
    const later = page.rows.slice(at + 1);
    const done = this.#ordered ? passing(passed, rows, index + 1) : null;
    return {
      token: page.token,
      from: page.from,
      hop: page.hop,
      anchor: page.anchor,
      index: Math.max(0, at),
      order: done?.order ?? null,
      key: row?.key ?? null,
      total: page.total,
      next,
      tied: later.filter((each) => row && compareOrders(each.order, row.order) === 0).length,
      ties: done === null ? [] : [...done.keys].filter((key) => key !== row?.key),
    };
  }

  /** Steps from a page's end onto the next page, going back once if the list has changed in between. */
  async #enter(
    spot: Spot,
    next: string,
    passed: Passed | null,
    left: Loaded<R> | null,
  ): Promise<Slice<R> | null> {
    const state = advance(spot, next);
    if (state === null) throw this.#loop();
    const page = await this.#load(next, spot.from, state);
    if (isSteady(spot, page) || spot.key === null) return this.#onto(page, passed, left);
    this.#moved = true;
    const own = await this.#reread(spot, passed, true);
    if (own === null) return null;
    const rest = without(own.rows, left);
    return rest.length > 0 ? { ...own, rows: rest } : this.#onto(page, passed, left);
  }

  /** What of a next page has not been passed. */
  #onto(page: Loaded<R>, passed: Passed | null, left: Loaded<R> | null): Slice<R> {
    const rows = this.#moved
      ? ahead(page.rows, passed)
      : page.rows.filter((row) => passed?.keys.has(row.key) !== true);
    return { page, rows: without(rows, left), passed };
  }

  /** What of a place's own page has not been passed; null when the page has slid away, and rows may lie between. */
  async #reread(spot: Spot, passed: Passed | null, fresh: boolean): Promise<Slice<R> | null> {
    const page = await this.#load(spot.token, spot.from, spot, fresh);
    const index = page.rows.findIndex((row) => row.key === spot.key);
    if (index < 0 || !isSteady(spot, page)) this.#moved = true;
    const rows = this.#ordered
      ? ahead(page.rows, passed)
      : page.rows.filter((row) => compareOrders(row.key, spot.key) > 0);
    const lost = -grewBy(spot, page);
    const head = page.rows[0];
    const cut = head === undefined || compareOrders(head.order, spot.order) >= 0;
    // Rows of its order value that were still to come may have slid onto an earlier page.
    if (this.#ordered && lost > 0 && cut && spot.tied > 0) return null;
    if (index < 0 && spot.key !== null) {
      // Rows that came in may have pushed the place to a later page; without an order, nothing tells.
      if (!this.#ordered && lost < 0) return null;
      // The place has slid onto an earlier page. Rows between it and this one are missed if the
      // list lost more rows than stood before it on its page.
      if (rows.length === page.rows.length && lost > spot.index + 1) return null;
    }
    return { page, rows, passed };
  }

  /** Finds a place again: from its own order value where the list can start there, else from the list's beginning. */
  async #search(spot: Spot, passed: Passed | null): Promise<Slice<R>> {
    this.#moved = true;
    if (this.#list.restartable === true && passed !== null && passed.order !== null) {
      const page = await this.#load(null, passed.order, loopStart, true);
      return { page, rows: ahead(page.rows, passed), passed };
    }
    const limit = this.#list.maxRewalk ?? defaultRewalk;
    // Without an order: the first page with rows behind the place, should its own row not turn up.
    let candidate: Slice<R> | null = null;
    let page = await this.#load(null, spot.from, loopStart, true);
    for (let pages = 1; ; pages += 1) {
      if (this.#ordered) {
        const rows = ahead(page.rows, passed);
        if (rows.length > 0 || page.next === null) return { page, rows, passed };
      } else {
        const index = page.rows.findIndex((row) => row.key === spot.key);
        if (index >= 0) return { page, rows: page.rows.slice(index + 1), passed };
        const rows = page.rows.filter((row) => isBehind(row, page, spot));
        if (candidate === null && rows.length > 0) candidate = { page, rows, passed };
        if (page.next === null || page.hop > spot.hop) {
          return candidate ?? { page, rows: [], passed };
        }
      }
      const state = advance(page, page.next);
      if (state === null) throw this.#loop();
      if (pages >= limit) throw this.#expired(pages);
      page = await this.#load(page.next, spot.from, state, true);
    }
  }

  #passedAt(spot: Spot): Passed | null {
    if (!this.#ordered || (spot.key === null && spot.ties.length === 0)) return null;
    const keys = new Set(spot.ties);
    if (spot.key !== null) keys.add(spot.key);
    return { order: spot.order, keys };
  }

  async #load(
    token: string | null,
    from: Order,
    { hop, anchor }: LoopState,
    fresh = false,
  ): Promise<Loaded<R>> {
    this.loads += 1;
    const isBeyond = this.loads > this.#reckoned;
    const { rows, page } = await this.#list.fetch({ token, from, fresh, isBeyond });
    if (token !== null && page.cursor === token) throw this.#loop();
    if (from === null && page.total !== null) this.total = page.total;
    return {
      token,
      from,
      hop,
      anchor,
      rows: placed(rows, this.#list.key, this.#list.order),
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

function isSteady<R>(spot: Spot, page: Loaded<R>): boolean {
  return grewBy(spot, page) === 0;
}

function grewBy<R>(spot: Spot, page: Loaded<R>): number {
  return spot.total === null || page.total === null ? 0 : page.total - spot.total;
}

/** Whether a row of a list without order stands behind a place: by page, then by key. */
function isBehind<R>(row: Placed<R>, page: Loaded<R>, spot: Spot): boolean {
  return (page.hop - spot.hop || (spot.key === null ? -1 : compareOrders(row.key, spot.key))) > 0;
}

function without<R>(rows: readonly Placed<R>[], left: Loaded<R> | null): readonly Placed<R>[] {
  if (left === null) return rows;
  const seen = new Set(left.rows.map((row) => row.key));
  return rows.filter((row) => !seen.has(row.key));
}
