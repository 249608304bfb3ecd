/** Array windows: Relay windows over a list that is fetched whole, or over a parent's first rows, fetched as far as the window reaches. */

import type { Row } from '../contract/wire/execute.ts';
import { type Connection, connectionOf, LazyEdge, type Wants, type Window } from './connection.ts';
import { foreignPosition, type ListCursors, type Position } from './cursor.ts';
import type { Group, GroupedRequest } from './group-list.ts';
import type { Shortfall } from './incomplete-list.ts';
import { compareSortKeys, type SortKey } from './token-list.ts';

interface ArrayOptions<T> {
  /** Sort key of the rows, if any (ties are broken by key): it keeps a cursor's position when rows move. */
  readonly order?: ((row: T) => SortKey | null) | undefined;
  /** Whether the rows are the first ones of a longer list. */
  readonly isPart?: boolean;
  /** Whether the longer list goes on behind the rows. */
  readonly hasMore?: boolean;
  /** Shortfall of the longer list; it outweighs that of the window. */
  readonly shortfall?: Shortfall | null | undefined;
  /** Total of the longer list. */
  readonly totalCount?: (() => Promise<number | null>) | undefined;
  /** Whether the rows are sorted by sort key and key: a row whose sort key changed leaves its cursor at its old position. */
  readonly isRanked?: boolean;
}

/**
 * Builds the window of an array. A cursor holds a row's key and index: the key finds the row
 * wherever it moved, and the index keeps the position when the row is gone. It also holds which
 * rows came up to it, and how many there were: where others are there now, or fewer came, the
 * window reports it.
 * @throws UserInputError for a cursor that is not of this list
 */
export function arrayConnection<T>(
  rows: readonly T[],
  key: (row: T) => string,
  window: Window,
  cursors: ListCursors,
  { order = () => null, isPart = false, isRanked = false, ...longer }: ArrayOptions<T> = {},
): Connection<T> {
  const placeAt = (cursor: string | null, argument: 'after' | 'before'): Place | null => {
    if (cursor === null) return null;
    const position = readPosition(cursors.decode(cursor, argument), argument);
    const { index, key: keyWanted, sortKey } = position;
    const same = rows[index];
    const isRow = (row: T) => key(row) === keyWanted && !(isRanked && order(row) !== sortKey);
    // A row without its key, then or now, is identified by its index.
    if (same !== undefined && (keyWanted === '' || isRow(same)))
      return { ...position, found: true };
    const moved = keyWanted === '' ? -1 : rows.findIndex(isRow);
    if (moved >= 0) return { ...position, index: moved, found: true };
    if (same !== undefined && key(same) === '' && sortKey === null)
      return { ...position, found: true };
    if (sortKey === null) return { ...position, index: Math.min(index, rows.length), found: false };
    const behind = (row: T) =>
      (compareSortKeys(order(row), sortKey) || compareSortKeys(key(row), keyWanted)) > 0;
    const next = rows.findIndex(behind);
    return { ...position, index: next < 0 ? rows.length : next, found: false };
  };
  const after = placeAt(window.after, 'after');
  const before = placeAt(window.before, 'before');
  const low = after === null ? 0 : after.index + (after.found ? 1 : 0);
  const high = Math.max(low, before?.index ?? rows.length);
  const backward = window.direction === 'backward';
  const start = backward ? Math.max(low, high - window.size) : low;
  const end = backward ? high : Math.min(high, low + window.size);
  const sums = new KeySums(rows, key);
  const positionAt = (index: number): Position => {
    const row = rows[index]!;
    const length = isPart ? null : rows.length;
    const [head, tail] = [sums.upTo(index + 1), isPart ? null : sums.from(index)];
    return ['a', index, key(row), order(row), length, head, tail];
  };
  const from = backward ? before : after;
  let shortfall: Shortfall | null = null;
  if (from !== null) {
    const [then, now] = backward ? [from.tail, sums.from(high)] : [from.head, sums.upTo(low)];
    if (then !== null && then !== now) shortfall = otherRows;
    else if (!isPart) shortfall = gone(from.length ?? 0, rows.length);
  }
  return connectionOf({
    edges: rows
      .slice(start, end)
      .map((row, i) => new LazyEdge(row, cursors, () => positionAt(start + i))),
    shortfall: longer.shortfall ?? shortfall,
    hasPreviousPage: start > 0,
    hasNextPage: end < rows.length || longer.hasMore === true,
    totalCount: longer.totalCount ?? (async () => rows.length),
  });
}

/** Hash sums of the rows' keys on either side of a position: a set of rows in any order has the same sum. */
class KeySums<T> {
  readonly #rows: readonly T[];
  readonly #key: (row: T) => string;
  #heads: readonly number[] | undefined;

  constructor(rows: readonly T[], key: (row: T) => string) {
    this.#rows = rows;
    this.#key = key;
  }

  upTo(index: number): number {
    if (this.#heads === undefined) {
      const heads = [0];
      for (const row of this.#rows) heads.push(heads.at(-1)! + hashOf(this.#key(row)));
      this.#heads = heads;
    }
    return this.#heads[index]!;
  }

  from(index: number): number {
    return this.upTo(this.#rows.length) - this.upTo(index);
  }
}

/** FNV-1a hash, 32 bits, so that sums of it stay exact. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash >>> 0;
}

const otherRows: Shortfall = {
  message:
    'Other rows stand before this window than at the window before it: the list changed, or its rows came in another order; rows may be missing or come again.',
  expected: null,
  received: null,
};

function gone(expected: number, received: number): Shortfall | null {
  if (received >= expected) return null;
  const message =
    'This list was longer at the window before this one: some of its rows are gone, or did not come.';
  return { message, expected, received };
}

/** Validates the cursors before the rows are fetched. @throws UserInputError as `arrayConnection` */
export function checkPlaces({ after, before }: Window, cursors: ListCursors): void {
  if (after !== null) readPosition(cursors.decode(after, 'after'), 'after');
  if (before !== null) readPosition(cursors.decode(before, 'before'), 'before');
}

interface ReadPosition {
  readonly index: number;
  readonly key: string;
  readonly sortKey: SortKey | null;
  /** Length of the list; null where only its first rows were fetched. */
  readonly length: number | null;
  /** Hash sums of the keys from the list's beginning to the row, and from the row to the list's end. */
  readonly head: number | null;
  readonly tail: number | null;
}

function readPosition(
  [style, index, key, sortKey = null, ...counts]: readonly unknown[],
  argument: 'after' | 'before',
): ReadPosition {
  const isPlace = style === 'a' && typeof index === 'number' && typeof key === 'string';
  const isSorted = sortKey === null || typeof sortKey === 'number' || typeof sortKey === 'string';
  if (!isPlace || !isSorted) throw foreignPosition(argument);
  // Cursors of an earlier version hold no sums.
  const [length, head, tail] = counts.map((sum) => (typeof sum === 'number' ? sum : null));
  return {
    index,
    key,
    sortKey,
    length: length ?? null,
    head: head ?? null,
    tail: tail ?? null,
  };
}

interface Place extends ReadPosition {
  readonly found: boolean;
}

/**
 * @param load the parent's first rows, at least so many where it has as many.
 * @throws UserInputError for a cursor that is not of this list; what `load` throws.
 */
export async function groupConnection(
  load: (rowCount: number) => Promise<Group>,
  key: (row: Row) => string,
  window: Window,
  cursors: ListCursors,
  { more = true, order }: Wants & Pick<GroupedRequest, 'order'> = {},
): Promise<Connection<Row>> {
  checkPlaces(window, cursors);
  const rowCount = reach(window, cursors) + (more ? 1 : 0);
  const group = rowCount === 0 ? null : await load(rowCount);
  return arrayConnection(group?.rows ?? [], key, window, cursors, {
    order,
    isPart: group?.complete !== true,
    hasMore: group?.complete === false,
    shortfall: group?.shortfall,
    totalCount: async () => (group ?? (await load(1))).total ?? (await load(Infinity)).rows.length,
  });
}

/** Number of rows from the list's beginning that the window needs. */
function reach(window: Window, cursors: ListCursors): number {
  if (window.direction === 'backward' || window.before !== null) return Infinity;
  if (window.after === null) return window.size;
  const index = cursors.decode(window.after, 'after')[1];
  if (typeof index !== 'number') throw foreignPosition('after');
  return index + 1 + window.size;
}
