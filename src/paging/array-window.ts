/** Windows over a list that is already here as a whole. */

import type { Connection } from './connection.ts';
import { connectionOf, LazyEdge } from './connection.ts';
import type { ListCursors } from './cursor.ts';
import { foreignPosition } from './cursor.ts';
import type { Window } from './window.ts';

/**
 * A cursor holds a row's key and index: the key finds the row wherever it has moved to, and the
 * index keeps the place when the row is gone.
 * @throws UserInputError for a cursor that is not of this list.
 */
export function arrayConnection<T>(
  rows: readonly T[],
  key: (row: T) => string,
  window: Window,
  cursors: ListCursors,
): Connection<T> {
  const place = (cursor: string | null, argument: 'after' | 'before'): Place | null =>
    cursor === null ? null : placeOf(cursors.decode(cursor, argument), argument, rows, key);
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
      .map((row, i) => new LazyEdge(row, cursors, () => ['a', start + i, key(row)])),
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
  [style, index, key]: readonly unknown[],
  argument: 'after' | 'before',
): { readonly index: number; readonly wanted: string } {
  if (style !== 'a' || typeof index !== 'number' || typeof key !== 'string') {
    throw foreignPosition(argument);
  }
  return { index, wanted: key };
}

interface Place {
  readonly index: number;
  readonly found: boolean;
}

function placeOf<T>(
  position: readonly unknown[],
  argument: 'after' | 'before',
  rows: readonly T[],
  key: (row: T) => string,
): Place {
  const { index, wanted } = readPosition(position, argument);
  const same = rows[index];
  if (same !== undefined && key(same) === wanted) return { index, found: true };
  const moved = rows.findIndex((row) => key(row) === wanted);
  if (moved >= 0) return { index: moved, found: true };
  return { index: Math.min(index, rows.length), found: false };
}
