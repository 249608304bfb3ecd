/** Keyset windows: Relay windows over CRM lists, forwards and backwards from any row, without upstream state. */

import { maxRows } from '../soql/statement-limit.ts';
import { type Connection, connectionOf, LazyEdge, type Wants, type Window } from './connection.ts';
import type { CursorScalar, ListCursors, Position } from './cursor.ts';
import { type Shortfall, uncountedRows } from './incomplete-list.ts';
import {
  type KeysetList,
  type KeysetRequest,
  readStretch,
  requestOf,
  type Stretch,
} from './keyset-list.ts';
import {
  type Bounds,
  isPlaced,
  nearestPlace,
  type OrderKey,
  placeOf,
  readPlace,
  reversed,
  rowIdentity,
  totalOrder,
} from './keyset-position.ts';
import { listTotal } from './list-total.ts';
import { type MaybePromise, rejecting } from './maybe-promise.ts';
import type { Page } from './page.ts';
import { isInOrder, isWithin } from './sort-key-comparison.ts';

/**
 * First query of a window: one row more than requested, which shows whether there are more. For
 * children inside their parents' query, it is the child subquery.
 * @throws UserInputError for a cursor that is not of this list
 */
export function keysetRequest(
  order: readonly OrderKey[],
  window: Window,
  cursors: ListCursors,
): KeysetRequest {
  return requestOf(readBounds(order, window, cursors), window.size + 1);
}

/**
 * Reads a window, at once where its page is in memory. One that the request's call allowance can't fill is shorter than requested, has
 * hasNextPage, and its cursors lead on.
 * @throws UserInputError for a cursor that is not of this list; UpstreamError as the source does,
 * and UPSTREAM_BAD_RESPONSE for announced rows that do not come
 */
export function keysetConnection<R>(
  list: KeysetList<R>,
  window: Window,
  cursors: ListCursors,
  { more = true }: Wants = {},
): MaybePromise<Connection<R>> {
  return rejecting(() => {
    const { size } = window;
    const bounds = readBounds(list.order, window, cursors);
    const isRead = size > 0 || more;
    const isSound = (row: unknown): boolean => isWithin([row], bounds, list.site);
    const made = (read: Stretch<R>): Connection<R> =>
      windowOf(list, window, () => cursors, { ...read, isRead, isSound });
    if (!isRead) return made(emptyStretch);
    const first = list.query({ ...requestOf(bounds, size + 1), isBeyond: false });
    if (!(first instanceof Promise) && isAllOf(first, list, window))
      return made({ ...emptyStretch, rows: first.rows });
    return readStretch(list, bounds, size + 1, first).then(made);
  });
}

/** Whether a page that was in memory is, beyond doubt, all that a window at the beginning of its list needs. */
function isAllOf<R>(
  { rows, page }: Page<R>,
  list: WindowList<R>,
  { size, direction, after, before }: Window,
): boolean {
  if (after !== null || before !== null) return false;
  const isWhole = page.done ? page.total === rows.length : rows.length > size;
  return isWhole && rows.length <= size + 1 && areSound(rows, list, direction);
}

/**
 * Window of a page that came inside another answer; null where its rows do not suffice and more
 * have to be fetched. Its request was `keysetRequest`.
 */
export function inlinedConnection<R>(
  list: WindowList<R>,
  window: Window,
  cursors: () => ListCursors,
  { rows, page }: Page<R>,
): Connection<R> | null {
  if (!page.done && rows.length <= window.size) return null;
  const isOther = page.done && page.total !== null && rows.length !== page.total;
  if (isOther || !areSound(rows, list, window.direction)) return null;
  const shortfall = page.done ? uncountedRows(page.lacksTotal) : null;
  const read = { ...emptyStretch, rows, shortfall };
  return windowOf(list, window, cursors, { ...read, isRead: true, isSound: () => true });
}

interface Soundness extends Pick<Window, 'direction'> {
  readonly order: readonly OrderKey[];
  readonly isSound: boolean;
}

/** WeakMap memo of the order check: the rows of a cached answer are checked once per order. */
const soundness = new WeakMap<readonly unknown[], Soundness>();

/** Whether all rows are distinct and none is certainly out of the requested order. */
function areSound(
  rows: readonly unknown[],
  { order, site }: WindowList<never>,
  direction: Window['direction'],
): boolean {
  const cached = soundness.get(rows);
  if (cached?.order === order && cached.direction === direction) return cached.isSound;
  const total = totalOrder(order);
  const asRead = direction === 'forward' ? total : reversed(total);
  const isSound = !hasTwins(rows) && isInOrder(rows, asRead, site);
  soundness.set(rows, { order, direction, isSound });
  return isSound;
}

/** Rows ordered by id, the usual case, need no set to find duplicates. */
function hasTwins(rows: readonly unknown[]): boolean {
  const rises = rows.every(
    (row, at) => at === 0 || isBelow(rowIdentity(rows[at - 1]), rowIdentity(row)),
  );
  return !rises && new Set(rows.map(rowIdentity)).size < rows.length;
}

const isBelow = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && a < b;

const emptyStretch = { rows: [], isCut: false, stopped: null, shortfall: null };

/** Parts of the list that a window needs once its rows are fetched. */
type WindowList<R> = Pick<KeysetList<R>, 'order' | 'site' | 'count'>;

interface Readiness {
  readonly isRead: boolean;
  /** Whether a row's position allows it in the window. */
  readonly isSound: (row: unknown) => boolean;
}

function windowOf<R>(
  list: WindowList<R>,
  window: Window,
  cursors: () => ListCursors,
  { rows, isCut, shortfall, isRead, isSound }: Stretch<R> & Readiness,
): Connection<R> {
  const { size, after, before } = window;
  const more = isCut || rows.length > size;
  const nodes = rows.slice(0, size);
  const backward = window.direction === 'backward';
  if (backward) nodes.reverse();
  const isWhole = isRead && !more && shortfall === null && after === null && before === null;
  const order = totalOrder(list.order);
  const last = nodes.at(backward ? 0 : -1);
  const leadsBack =
    more && last !== undefined && !(isPlaced(last, order, list.site) && isSound(last));
  return connectionOf({
    nodes,
    edge: (row, at) =>
      new LazyEdge(row, cursors(), () => nearestPlace(nodes, at, order, list.site, isSound)),
    // The cursor's own row lies on the other side: Relay requires no more than that.
    hasNextPage: backward ? before !== null : more || before !== null,
    hasPreviousPage: backward ? more || after !== null : after !== null,
    shortfall: shortfall ?? (leadsBack ? shownAgain : null),
    totalCount: async () =>
      isWhole ? rows.length : listTotal(list, more ? nodes.length + 1 : nodes.length),
  });
}

/** The last row has no readable sort key, so the next window begins at a row before it. */
const shownAgain: Shortfall = {
  message:
    'The last row of this window came without a readable value to order it by; the next window may show rows again.',
  expected: null,
  received: null,
};

function readBounds(
  requestedOrder: readonly OrderKey[],
  window: Window,
  cursors: ListCursors,
): Bounds {
  const order = totalOrder(requestedOrder);
  const positionIn = (argument: 'after' | 'before'): readonly CursorScalar[] | null => {
    const cursor = window[argument];
    return cursor === null ? null : readPlace(cursors.decode(cursor, argument), order, argument);
  };
  const after = positionIn('after');
  const before = positionIn('before');
  return window.direction === 'forward'
    ? { order, start: after, end: before }
    : { order: reversed(order), start: before, end: after };
}

interface KeysetScanOptions<R> extends Wants {
  /** Tests rows against the filter, one result for each row; called once per stretch. */
  readonly accept: (rows: readonly R[]) => Promise<readonly boolean[]>;
  /** Limit of stretches that a window reads. Default 10. */
  readonly maxStretches?: number | undefined;
  /** Rows of the first stretch, at least; each later one reads four times as many, up to 2,000. Default 200. */
  readonly stretch?: number | undefined;
}

/**
 * The list is read on until the window is full, the list ends or `maxStretches` is reached. A window
 * that is not full by then says that there is more, and the cursor at its end leads on from where
 * the scan stopped. `list.count` has to count the rows that `accept` lets pass.
 * @throws UserInputError for a cursor that is not of this list; what the source and `accept` throw.
 */
export async function scannedConnection<R>(
  list: KeysetList<R>,
  window: Window,
  cursors: ListCursors,
  options: KeysetScanOptions<R>,
): Promise<Connection<R>> {
  const { size, after, before } = window;
  const backward = window.direction === 'backward';
  const { bounds, barren } = startOf(list, window, cursors);
  const { order } = bounds;
  const rowCount = size + (options.more === false ? 0 : 1);
  const { accepted, ended, last, shortfall } = await scanList(list, bounds, rowCount, options);
  const more = accepted.length > size || !ended;
  const nodes = accepted.slice(0, size);
  if (backward) nodes.reverse();
  // No row was accepted up to where the scan stopped: the next window has no previous page.
  const noneAccepted = accepted.length === 0 && (barren || (backward ? before : after) === null);
  const stopped = !ended && accepted.length < rowCount && last !== null;
  const end = () => cursors.encode(markOf(placeOf(last, order, list.site), backward, noneAccepted));
  const behind = (cursor: string | null) => cursor !== null && !barren;
  return connectionOf({
    edges: nodes.map(
      (row, at) => new LazyEdge(row, cursors, () => nearestPlace(nodes, at, order, list.site)),
    ),
    hasNextPage: backward ? behind(before) : more || before !== null,
    hasPreviousPage: backward ? more || after !== null : behind(after),
    scannedTo: stopped && !backward ? end : undefined,
    scannedFrom: stopped && backward ? end : undefined,
    shortfall,
    totalCount: async () =>
      ended && after === null && before === null && shortfall === null
        ? accepted.length
        : listTotal(list, Math.min(accepted.length, size + 1)),
  });
}

/** Cursor styles of a position up to which no row was accepted, by direction. */
const barrenStyle = { forward: 'kf', backward: 'kb' } as const;

function markOf([, ...values]: Position, backward: boolean, noneAccepted: boolean): Position {
  const style = noneAccepted ? barrenStyle[backward ? 'backward' : 'forward'] : 'k';
  return [style, ...values];
}

/** Bounds of a window, and whether no row of the list precedes its start. */
function startOf<R>(
  list: KeysetList<R>,
  window: Window,
  cursors: ListCursors,
): { readonly bounds: Bounds; readonly barren: boolean } {
  const style = barrenStyle[window.direction];
  let barren = false;
  const bounds = readBounds(list.order, window, {
    encode: (position) => cursors.encode(position),
    decode(cursor, argument) {
      const [marker, ...values] = cursors.decode(cursor, argument);
      const isStart = (argument === 'after') === (window.direction === 'forward');
      if (isStart && marker === style) barren = true;
      const isMark = marker === barrenStyle.forward || marker === barrenStyle.backward;
      return [isMark ? 'k' : (marker ?? null), ...values];
    },
  });
  return { bounds, barren };
}

interface Scan<R> {
  readonly accepted: readonly R[];
  /** Whether the stretch of the list between the cursors has been read to its end. */
  readonly ended: boolean;
  /** The last scanned row with a readable position. */
  readonly last: R | null;
  /** Shortfall of the stretches that were read. */
  readonly shortfall: Shortfall | null;
}

/** Reads growing stretches until `rowCount` rows are accepted. */
async function scanList<R>(
  list: KeysetList<R>,
  bounds: Bounds,
  rowCount: number,
  { accept, maxStretches = 10, stretch = 200 }: KeysetScanOptions<R>,
): Promise<Scan<R>> {
  const accepted: R[] = [];
  let ended = false;
  let last: R | null = null;
  let shortfall: Shortfall | null = null;
  let { start } = bounds;
  let limit = Math.max(stretch, rowCount);
  for (let count = 0; accepted.length < rowCount && !ended && count < maxStretches; count += 1) {
    const read = await readStretch(list, { ...bounds, start }, limit);
    const { rows } = read;
    shortfall ??= read.shortfall;
    ended = !read.isCut && rows.length < limit;
    const answers = rows.length === 0 ? [] : await accept(rows);
    accepted.push(...rows.filter((_row, i) => answers[i] === true));
    last = rows.findLast((row) => isPlaced(row, bounds.order, list.site)) ?? last;
    if (last !== null) start = placeOf(last, bounds.order, list.site).slice(1);
    limit = Math.min(limit * 4, maxRows);
  }
  return { accepted, ended, last, shortfall };
}
