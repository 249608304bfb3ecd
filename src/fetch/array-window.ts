/** Windows over a list that is already here as a whole. */

import type { Connection } from './connection.ts';
import { connectionOf, LazyEdge } from './connection.ts';
import type { ListCursors } from './cursor.ts';
import { foreignPosition } from './cursor.ts';
import { compareSortKeys, type SortKey } from './token-list.ts';
import type { Window } from './window.ts';

/**
 * A cursor holds a row's key and index: the key finds the row wherever it has moved to, and the
 * index keeps the place when the row is gone.
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
    const { index, wanted, sortKey } = readPosition(cursors.decode(cursor, argument), argument);
    const same = rows[index];
    // A row that came without its key, then or now, is told by its place.
    if (same !== undefined && (wanted === '' || key(same) === wanted))
      return { index, found: true };
    const moved = wanted === '' ? -1 : rows.findIndex((row) => key(row) === wanted);
    if (moved >= 0) return { index: moved, found: true };
    if (same !== undefined && key(same) === '' && sortKey === null) return { index, found: true };
    if (sortKey === null) return { index: Math.min(index, rows.length), found: false };
    const behind = (row: T) =>
      (compareSortKeys(order(row), sortKey) || compareSortKeys(key(row), wanted)) > 0;
    const next = rows.findIndex(behind);
    return { index: next < 0 ? rows.length : next, found: false };
  };
  const after = place(window.after, 'after');
  const before = place(window.before, 'before');
  const low = after === null ? 0 : after.index + (after.found ? 1 : 0);
  const high = Math.max(low, before?.index ?? rows.length);
  const backward = window.direction === 'backward';
  const start = backward ? Math.max(low, high - window.size) : low;
  const end = backward ? high : Math.min(high, low + window.size);
  return connectionOf({
    edges: rows
      .slice(start, end)
      .map((row, i) => new LazyEdge(row, cursors, () => ['a', start + i, key(row), order(row)])),
    hasPreviousPage: start > 0,
    hasNextPage: end < rows.length,
    totalCount: async () => rows.length,
  });
}

/** Refuses cursors of other lists before the rows are there. @throws UserInputError as `arrayConnection` */
export function checkPlaces({ after, before }: Window, cursors: ListCursors): void {
  if (after !== null) readPosition(cursors.decode(after, 'after'), 'after');
  if (before !== null) readPosition(cursors.decode(before, 'before'), 'before');
}

function readPosition(
  [style, index, key, sortKey = null]: readonly unknown[],
  argument: 'after' | 'before',
): { readonly index: number; readonly wanted: string; readonly sortKey: SortKey | null } {
  const isPlace = style === 'a' && typeof index === 'number' && typeof key === 'string';
  const isSorted = sortKey === null || typeof sortKey === 'number' || typeof sortKey === 'string';
  if (!isPlace || !isSorted) throw foreignPosition(argument);
  return { index, wanted: key, sortKey };
}

interface Place {
  readonly index: number;
  readonly found: boolean;
}
