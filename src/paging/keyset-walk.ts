/** Relay windows over CRM lists, by keyset: forwards and backwards from any row, with no upstream state. */

import { AllowanceSpentError } from '../connector/allowance.ts';
import type { UpstreamSite } from '../errors.ts';
import { UpstreamError } from '../errors.ts';
import { maxRows } from '../soql/chunk.ts';
import type { Condition, OrderBy } from '../soql/query.ts';
import { allOf } from '../soql/query.ts';
import { lastPage } from '../wire/answer.ts';
import type { Connection, Wants } from './connection.ts';
import { connectionOf, LazyEdge } from './connection.ts';
import type { ListCursors, Scalar } from './cursor.ts';
import { unlessDead } from './dead-token.ts';
import type { OrderKey } from './keyset.ts';
import { beyond, idOf, orderByOf, placeOf, readPlace, reversed, totalOrder } from './keyset.ts';
import { checkedLocator } from './locator.ts';
import type { Page } from './page.ts';
import type { Window } from './window.ts';

/** What one query of a window adds to the list's own: it goes beside the list's WHERE, never instead. */
export interface KeysetRequest {
  readonly where: Condition | undefined;
  readonly orderBy: readonly OrderBy[];
  readonly limit: number;
  /** One more than full pages would have taken. */
  readonly isBeyond?: boolean | undefined;
}

export interface KeysetList<R> {
  /** Without Id, which is added; every path must be among the selected fields (`keysetPaths`). */
  readonly order: readonly OrderKey[];
  query(request: KeysetRequest): Promise<Page<R>>;
  /** Reads the page at a `nextRecordsUrl`, where the service takes one back. */
  readonly follow?: ((nextRecordsUrl: string, isBeyond: boolean) => Promise<Page<R>>) | undefined;
  /** Size of the whole list. Asked only for a selected total that the window doesn't tell. */
  readonly count?: (() => Promise<number | null>) | undefined;
  readonly site: UpstreamSite;
}

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
    rows: Array.isArray(records) ? records.filter((row) => typeof row === 'object' && row) : [],
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
  const read = ask
    ? await collect(list, bounds, size + 1, options.inlined)
    : { rows: [], isCut: false };
  return windowOf(list, window, () => cursors, { ...read, asked: ask });
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
  if (new Set(rows.map(idOf)).size < rows.length) return null;
  return windowOf(list, window, cursors, { rows, isCut: false, asked: true });
}

interface Read<R> {
  readonly rows: readonly R[];
  /** The rest was promised and could not be asked for. */
  readonly isCut: boolean;
}

/** What a window needs of its list once its rows are there. */
export type WindowList<R> = Pick<KeysetList<R>, 'order' | 'site' | 'count'>;

function windowOf<R>(
  list: WindowList<R>,
  window: Window,
  cursors: () => ListCursors,
  { rows, isCut, asked }: Read<R> & { readonly asked: boolean },
): Connection<R> {
  const { size, after, before } = window;
  const more = isCut || rows.length > size;
  const nodes = rows.slice(0, size);
  const backward = window.direction === 'backward';
  if (backward) nodes.reverse();
  const whole = asked && !more && after === null && before === null;
  const order = totalOrder(list.order);
  return connectionOf({
    nodes,
    edge: (row) => new LazyEdge(row, cursors(), () => placeOf(row, order, list.site)),
    // The row of a cursor lies on its other side: that is as much as Relay asks to know.
    hasNextPage: backward ? before !== null : more || before !== null,
    hasPreviousPage: backward ? more || after !== null : after !== null,
    totalCount: async () => (whole ? rows.length : ((await list.count?.()) ?? null)),
  });
}

/** The stretch of the list a window reads, in the direction it is read. */
export interface Bounds {
  readonly order: readonly OrderKey[];
  readonly start: readonly Scalar[] | null;
  readonly end: readonly Scalar[] | null;
}

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

function requestOf({ order, start, end }: Bounds, limit: number): KeysetRequest {
  const where = allOf(
    start === null ? undefined : beyond(order, start),
    end === null ? undefined : beyond(reversed(order), end),
  );
  return { where, orderBy: orderByOf(order), limit };
}

/**
 * Up to `wanted` rows, over as many pages as the upstream makes of them; fewer only where the
 * stretch ends or the request may ask no more. @throws AllowanceSpentError where that leaves none.
 */
export async function collect<R>(
  list: KeysetList<R>,
  bounds: Bounds,
  wanted: number,
  inlined: Page<R> | undefined,
): Promise<Read<R>> {
  const rows = new Map<unknown, R>();
  let isCut = false;
  try {
    for await (const page of keysetPages(list, bounds, wanted, inlined)) {
      for (const row of page) rows.set(idOf(row), row);
    }
  } catch (error) {
    if (!(error instanceof AllowanceSpentError) || rows.size === 0) throw error;
    isCut = true;
  }
  return { rows: [...rows.values()].slice(0, wanted), isCut };
}

/**
 * The pages that make up one limited stretch of a list. A page with fewer rows than asked for that
 * is not the last is followed by its locator, where the service takes one back, and else by asking
 * again from its last row. @throws UPSTREAM_BAD_RESPONSE when rows are promised and none come.
 */
export async function* keysetPages<R>(
  list: KeysetList<R>,
  bounds: Bounds,
  limit: number,
  inlined?: Page<R> | undefined,
): AsyncGenerator<readonly R[], void, undefined> {
  const followed = new Set<string>();
  const fullPages = Math.ceil(limit / maxRows);
  let { start } = bounds;
  let page = inlined ?? (await list.query(requestOf(bounds, limit)));
  let left = limit;
  for (let barren = 0, read = 1; ; read += 1) {
    const last = page.rows.at(-1);
    if (last !== undefined) yield page.rows;
    left -= page.rows.length;
    if (left <= 0 || page.page.done) return;
    if (last !== undefined) start = placeOf(last, bounds.order, list.site).slice(1);
    barren = last === undefined ? barren + 1 : 0;
    if (barren > 1) throw barrenList(list.site);
    const isBeyond = read >= fullPages;
    page =
      (await follow(list, page, followed, isBeyond)) ??
      (await list.query({ ...requestOf({ ...bounds, start }, left), isBeyond }));
  }
}

/** The page a mark leads to; null where it cannot be had. Locators die early, and the keyset needs none. */
async function follow<R>(
  list: KeysetList<R>,
  { page }: Page<R>,
  followed: Set<string>,
  isBeyond: boolean,
): Promise<Page<R> | null> {
  const url = checkedLocator(page.nextRecordsUrl);
  if (list.follow === undefined || url === null || followed.has(url)) return null;
  followed.add(url);
  return unlessDead(list.follow(url, isBeyond));
}

function barrenList(site: UpstreamSite): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    'The upstream says that there are more rows, and gives none',
    site,
  );
}
