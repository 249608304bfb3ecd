/** Windows over a list that is already here as a whole, or over the first rows of a parent, read as far as the window reaches. */

import type { Row } from '../contract/wire/answer.ts';
import { type Connection, connectionOf, LazyEdge, type Wants, type Window } from './connection.ts';
import { foreignPosition, type ListCursors } from './cursor.ts';
import type { Group, GroupedRequest } from './group-list.ts';
import type { Shortfall } from './incomplete.ts';
import { compareSortKeys, type SortKey } from './token-list.ts';

/**
 * A cursor holds a row's key and index: the key finds the row wherever it has moved to, and the
 * index keeps the place when the row is gone. It also counts the rows that the windows up to it
 * passed: where more stand on that side now, some had not come then, and the window says so.
 * @param order what the rows are ordered by, if by anything; it keeps the place better.
 * @throws UserInputError for a cursor that is not of this list.
 */
export function arrayConnection<T>(
  rows: readonly T[],
  key: (row: T) => string,
  window: Window,
  cursors: ListCursors,
  order: (row: T) => SortKey | null = () => null,
): Connection<T> {
  const place = (cursor: string | null, argument: 'after' | 'before'): Place | null => {
    if (cursor === null) return null;
    const { index, wanted, sortKey, passed } = readPosition(
      cursors.decode(cursor, argument),
      argument,
    );
    const same = rows[index];
    // A row that came without its key, then or now, is told by its place.
    if (same !== undefined && (wanted === '' || key(same) === wanted))
      return { index, found: true, passed };
    const moved = wanted === '' ? -1 : rows.findIndex((row) => key(row) === wanted);
    if (moved >= 0) return { index: moved, found: true, passed };
    if (same !== undefined && key(same) === '' && sortKey === null)
      return { index, found: true, passed };
    if (sortKey === null) return { index: Math.min(index, rows.length), found: false, passed };
    const behind = (row: T) =>
      (compareSortKeys(order(row), sortKey) || compareSortKeys(key(row), wanted)) > 0;
    const next = rows.findIndex(behind);
    return { index: next < 0 ? rows.length : next, found: false, passed };
  };
  const after = place(window.after, 'after');
  const before = place(window.before, 'before');
  const low = after === null ? 0 : after.index + (after.found ? 1 : 0);
  const high = Math.max(low, before?.index ?? rows.length);
  const backward = window.direction === 'backward';
  const start = backward ? Math.max(low, high - window.size) : low;
  const end = backward ? high : Math.min(high, low + window.size);
  // Counted in the window's own direction: what stands before it now, and what was passed on the way to it.
  const standing = backward ? rows.length - high : low;
  const passed = passedBy(backward ? before : after, backward) ?? standing;
  const reached = Math.max(passed, standing);
  const passedAt = (index: number): number =>
    backward ? -(reached + high - index) : reached + index + 1 - low;
  return connectionOf({
    edges: rows
      .slice(start, end)
      .map(
        (row, i) =>
          new LazyEdge(row, cursors, () => [
            ...['a', start + i, key(row), order(row), passedAt(start + i)],
          ]),
      ),
    shortfall: standing > passed ? passedOver(passed, standing) : null,
    hasPreviousPage: start > 0,
    hasNextPage: end < rows.length,
    totalCount: async () => rows.length,
  });
}

/** Rows that the windows up to a place passed; null where that was not counted in this direction. */
function passedBy(place: Place | null, backward: boolean): number | null {
  const passed = place?.passed ?? null;
  return passed === null || passed < 0 !== backward ? null : Math.abs(passed);
}

const passedOver = (received: number, expected: number): Shortfall => ({
  message:
    'More rows stand before this window than the windows before it showed: they had not come then, or are new.',
  expected,
  received,
});

/** Refuses cursors of other lists before the rows are there. @throws UserInputError as `arrayConnection` */
export function checkPlaces({ after, before }: Window, cursors: ListCursors): void {
  if (after !== null) readPosition(cursors.decode(after, 'after'), 'after');
  if (before !== null) readPosition(cursors.decode(before, 'before'), 'before');
}

interface ReadPosition {
  readonly index: number;
  readonly wanted: string;
  readonly sortKey: SortKey | null;
  /** From the list's end where it is negative; null in a cursor that does not count. */
  readonly passed: number | null;
}

function readPosition(
  [style, index, key, sortKey = null, passed = null]: readonly unknown[],
  argument: 'after' | 'before',
): ReadPosition {
  const isPlace = style === 'a' && typeof index === 'number' && typeof key === 'string';
  const isSorted = sortKey === null || typeof sortKey === 'number' || typeof sortKey === 'string';
  if (!isPlace || !isSorted) throw foreignPosition(argument);
  return { index, wanted: key, sortKey, passed: typeof passed === 'number' ? passed : null };
}

interface Place {
  readonly index: number;
  readonly found: boolean;
  readonly passed: number | null;
}

/**
 * @param load the parent's first rows, at least so many where it has as many.
 * @throws UserInputError for a cursor that is not of this list; what `load` throws.
 */
export async function groupConnection(
  load: (wanted: number) => Promise<Group>,
  key: (row: Row) => string,
  window: Window,
  cursors: ListCursors,
  { more = true, order }: Wants & Pick<GroupedRequest, 'order'> = {},
): Promise<Connection<Row>> {
  checkPlaces(window, cursors);
  const wanted = reach(window, cursors) + (more ? 1 : 0);
  const group = wanted === 0 ? null : await load(wanted);
  const connection = arrayConnection(group?.rows ?? [], key, window, cursors, order);
  const { edges, nodes, pageInfo } = connection;
  return {
    edges,
    nodes,
    pageInfo: {
      hasPreviousPage: pageInfo.hasPreviousPage,
      // Of a list that was not read to its end, more rows follow than were looked at.
      hasNextPage: pageInfo.hasNextPage || group?.complete === false,
      get startCursor() {
        return pageInfo.startCursor;
      },
      get endCursor() {
        return pageInfo.endCursor;
      },
    },
    shortfall: group?.shortfall ?? connection.shortfall,
    totalCount: async () => (group ?? (await load(1))).total ?? (await load(Infinity)).rows.length,
  };
}

/** How many rows from the list's beginning the window needs. */
function reach(window: Window, cursors: ListCursors): number {
  if (window.direction === 'backward' || window.before !== null) return Infinity;
  if (window.after === null) return window.size;
  const index = cursors.decode(window.after, 'after')[1];
  if (typeof index !== 'number') throw foreignPosition('after');
  return index + 1 + window.size;
}
