/** Relay windows over CRM lists, by keyset: forwards and backwards from any row, with no upstream state. */

import { lastPage, notARow } from '../contract/wire/answer.ts';
import { isObject } from '../contract/wire/json.ts';
import type { Connection, Wants } from './connection.ts';
import { connectionOf, LazyEdge } from './connection.ts';
import type { ListCursors, Scalar } from './cursor.ts';
import type { Shortfall } from './incomplete.ts';
import type { OrderKey } from './keyset.ts';
import { idOf, isPlaced, nearestPlace, readPlace, reversed, totalOrder } from './keyset.ts';
import { type Bounds, type KeysetList, type KeysetRequest, requestOf } from './keyset-list.ts';
import { isInOrder, isWithin } from './keyset-order.ts';
import { collect, type Read } from './keyset-read.ts';
import type { Page } from './page.ts';
import type { Window } from './window.ts';

export interface KeysetWindowOptions<R> extends Wants {
  /** The window's first page, when it came as part of another answer; its request was `keysetRequest`. */
  readonly inlined?: Page<R> | undefined;
}

/**
 * The first query of a window: one row more than asked for, to tell whether there are more. For
 * children that come inside their parents' query, it is the child subquery.
 * @throws UserInputError for a cursor that is not of this list.
 */
export function keysetRequest(
  order: readonly OrderKey[],
  window: Window,
  cursors: ListCursors,
): KeysetRequest {
  return requestOf(readBounds(order, window, cursors), window.size + 1);
}

/**
 * A child list as it comes inside its parent: a page of its own, or null when it is empty.
 * `{ totalSize: 2, done: true, records: [{…}, {…}] }`
 */
export function childPage(value: unknown): Page<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return { rows: [], page: lastPage };
  const { records, done, nextRecordsUrl, totalSize } = value as Readonly<Record<string, unknown>>;
  return {
    rows: Array.isArray(records) ? records.map((row) => (isObject(row) ? row : notARow)) : [],
    page: {
      ...lastPage,
      done: done !== false,
      nextRecordsUrl: typeof nextRecordsUrl === 'string' ? nextRecordsUrl : null,
      total: typeof totalSize === 'number' ? totalSize : null,
    },
  };
}

/**
 * A window whose pages end earlier than the request's allowance reaches is shorter than asked for,
 * says that there is more, and its cursors lead on.
 * @throws UserInputError for a cursor that is not of this list; UpstreamError as the source does,
 *   and UPSTREAM_BAD_RESPONSE for one that promises rows and gives none.
 */
export async function keysetConnection<R>(
  list: KeysetList<R>,
  window: Window,
  cursors: ListCursors,
  options: KeysetWindowOptions<R> = {},
): Promise<Connection<R>> {
  const { size } = window;
  const bounds = readBounds(list.order, window, cursors);
  const ask = size > 0 || options.more !== false || options.inlined !== undefined;
  const read = ask ? await collect(list, bounds, size + 1, options.inlined) : nothing;
  const isSound = (row: unknown): boolean => isWithin([row], bounds, list.site);
  return windowOf(list, window, () => cursors, { ...read, asked: ask, isSound });
}

/**
 * The window of a page that came whole inside another answer; null where its rows do not reach
 * and more have to be asked for. Its request was `keysetRequest`.
 */
export function inlinedConnection<R>(
  list: WindowList<R>,
  window: Window,
  cursors: () => ListCursors,
  { rows, page }: Page<R>,
): Connection<R> | null {
  if (!page.done && rows.length <= window.size) return null;
  const isOther = page.done && page.total !== null && rows.length !== page.total;
  if (isOther || hasTwins(rows)) return null;
  const order = totalOrder(list.order);
  const asRead = window.direction === 'forward' ? order : reversed(order);
  if (!isInOrder(rows, asRead, list.site)) return null;
  return windowOf(list, window, cursors, { ...nothing, rows, asked: true, isSound: () => true });
}

/** Rows by id, which is the usual order, are told apart without a set of their ids. */
function hasTwins(rows: readonly unknown[]): boolean {
  const rises = rows.every((row, at) => at === 0 || isBelow(idOf(rows[at - 1]), idOf(row)));
  return !rises && new Set(rows.map(idOf)).size < rows.length;
}

const isBelow = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && one < other;

const nothing = { rows: [], isCut: false, stopped: null, shortfall: null };

/** What a window needs of its list once its rows are there. */
export type WindowList<R> = Pick<KeysetList<R>, 'order' | 'site' | 'count'>;

interface Asked {
  readonly asked: boolean;
  /** Whether a row may stand in the window, by its place. */
  readonly isSound: (row: unknown) => boolean;
}

function windowOf<R>(
  list: WindowList<R>,
  window: Window,
  cursors: () => ListCursors,
  { rows, isCut, shortfall, asked, isSound }: Read<R> & Asked,
): Connection<R> {
  const { size, after, before } = window;
  const more = isCut || rows.length > size;
  const nodes = rows.slice(0, size);
  const backward = window.direction === 'backward';
  if (backward) nodes.reverse();
  const isWhole = asked && !more && shortfall === null && after === null && before === null;
  const order = totalOrder(list.order);
  const last = nodes.at(backward ? 0 : -1);
  const leadsBack =
    more && last !== undefined && !(isPlaced(last, order, list.site) && isSound(last));
  return connectionOf({
    nodes,
    edge: (row, at) =>
      new LazyEdge(row, cursors(), () => nearestPlace(nodes, at, order, list.site, isSound)),
    // The row of a cursor lies on its other side: that is as much as Relay asks to know.
    hasNextPage: backward ? before !== null : more || before !== null,
    hasPreviousPage: backward ? more || after !== null : after !== null,
    shortfall: shortfall ?? (leadsBack ? shownAgain : null),
    totalCount: async () => (isWhole ? rows.length : ((await list.count?.()) ?? null)),
  });
}

/** The last row's place can't be told, so the next window begins at a row before it. */
const shownAgain: Shortfall = {
  message:
    'The last row of this window came without a readable value to order it by; the next window may show rows again.',
  expected: null,
  received: null,
};

export function readBounds(
  given: readonly OrderKey[],
  window: Window,
  cursors: ListCursors,
): Bounds {
  const order = totalOrder(given);
  const place = (argument: 'after' | 'before'): readonly Scalar[] | null => {
    const cursor = window[argument];
    return cursor === null ? null : readPlace(cursors.decode(cursor, argument), order, argument);
  };
  const after = place('after');
  const before = place('before');
  return window.direction === 'forward'
    ? { order, start: after, end: before }
    : { order: reversed(order), start: before, end: after };
}
