/** What a walk over opaque page tokens asks of its source, and what it remembers of a place. */

import type { UpstreamSite } from '../errors.ts';
import type { LoopState } from './loop-guard.ts';
import type { Page } from './page.ts';
import type { Order, Placed } from './place.ts';

/** One request for a page. */
export interface PageRequest {
  /** Null for the first page. */
  readonly token: string | null;
  /** Where the list was taken up again (see `restartable`); null for the list itself. */
  readonly from: Order;
  /** The answer must not come from a cache: the walk has reason to think that the list has changed. */
  readonly fresh: boolean;
  /** One more than full pages, and a list that stands still, would have taken. */
  readonly isBeyond: boolean;
}

export interface CursorList<R> {
  fetch(request: PageRequest): Promise<Page<R>>;
  /** Functions that are the same for the same rows let what is made of a kept page be kept with it; so does `order`. */
  readonly key: (row: R) => string;
  /**
   * The value by which the upstream orders the whole list, ascending: instants as epoch
   * milliseconds, ids as text. With it, a walk survives any change of the list. Absent where the
   * order of pages is all there is: rows of a page then stand by key, and a list that loses rows
   * during a walk may hide one that moved up a page.
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

/** A page as it was read: how to have it again, and its rows in an order of our own. */
export interface Loaded<R> extends LoopState {
  readonly token: string | null;
  readonly from: Order;
  readonly rows: readonly Placed<R>[];
  readonly total: number | null;
  readonly next: string | null;
}

/** A row's place, all that a cursor holds. */
export interface Spot extends LoopState {
  readonly token: string | null;
  readonly from: Order;
  /** Of the row in its page. */
  readonly index: number;
  readonly order: Order;
  /** Null at the end of a page without rows. */
  readonly key: string | null;
  /** The list's size when the row was seen there. */
  readonly total: number | null;
  /** Token of the following page, when nothing after the row on its own page matters. */
  readonly next: string | null;
  /** How many later rows of its page have the same order value. */
  readonly tied: number;
  /** Other rows of the same order value that have been passed. */
  readonly ties: readonly string[];
}
