/** Relay windows over a list that is read by row number: a cursor is the number of its row. */

import type { Connection } from './connection.ts';
import { connectionOf, LazyEdge } from './connection.ts';
import { foreignPosition, type ListCursors, type Position } from './cursor.ts';
import type { Shortfall } from './incomplete.ts';
import { movedRows, type OffsetPlace, type OffsetSource, readFromOffset } from './offset-read.ts';
import { forwardOnly, type Window } from './window.ts';

export interface OffsetList<R> extends OffsetSource<R> {
  /** Takes what is missing of a window. */
  readonly report: (shortfall: Shortfall) => void;
}

/**
 * The first window reads the list itself, each further one its own rows and one more. A cursor
 * holds what names the next row, so that rows which come, go or change places between two windows
 * are noticed.
 * @throws UserInputError for `last`, `before`, or a cursor that is not of this list; UpstreamError
 *   as the source does.
 */
export async function offsetConnection<R>(
  list: OffsetList<R>,
  window: Window,
  cursors: ListCursors,
): Promise<Connection<R>> {
  const { size, after } = forwardOnly(window);
  const from = after === null ? listStart : readPosition(cursors, after);
  const { rows, total, hasMore, shortfall } = await readFromOffset(list, from, size);
  const nameOf = (at: number): string | null => {
    const next = rows[at];
    return next === undefined ? null : (list.key?.(next.row) ?? null);
  };
  const hasMoved = from.next !== null && nameOf(0) !== from.next;
  if (shortfall !== null || hasMoved) list.report(shortfall ?? movedRows);
  const edges = rows
    .slice(0, size)
    .map(
      ({ row, index }, at) => new LazyEdge(row, cursors, () => ['o', index, total, nameOf(at + 1)]),
    );
  return connectionOf({
    edges,
    hasNextPage: hasMore,
    hasPreviousPage: after !== null,
    totalCount: async () => total,
  });
}

interface Place extends OffsetPlace {
  /** What names the row the window begins with; null where nothing does. */
  readonly next: string | null;
}

const listStart: Place = { start: 0, total: null, next: null };

function readPosition(cursors: ListCursors, after: string): Place {
  const [style, index, total, next = null]: Position = cursors.decode(after, 'after');
  const isPlace = style === 'o' && typeof index === 'number';
  const isTotal = total === null || typeof total === 'number';
  if (!isPlace || !isTotal || (next !== null && typeof next !== 'string'))
    throw foreignPosition('after');
  return { start: index + 1, total, next };
}
