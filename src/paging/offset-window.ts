/** Relay windows over a list that is read by row number, whose keys nobody knows: a cursor is the number of its row. */

import { AllowanceSpentError, unlessSpent } from '../connector/allowance.ts';
import { type Connection, connectionOf, LazyEdge } from './connection.ts';
import { foreignPosition, type ListCursors, type Position } from './cursor.ts';
import type { Shortfall } from './incomplete.ts';
import type { Page } from './page.ts';
import { forwardOnly, type Window } from './window.ts';

export interface OffsetList<R> {
  /** Most rows the list can have. */
  readonly limit: number;
  /** Reads the list from its beginning; the total it tells is the list's. */
  first(isBeyond: boolean): Promise<Page<R>>;
  /** Reads up to `rows` rows from row number `start`; the total it tells is that of these rows. */
  part(start: number, rows: number, isBeyond: boolean): Promise<Page<R>>;
  /** Told when rows that were announced did not come. */
  readonly report: (shortfall: Shortfall) => void;
}

/**
 * The first window reads the list itself, each further one its own rows and one more. Pages that
 * end early are gone on with at the next row until the window is full or the list ends.
 * @throws UserInputError for `last`, `before`, or a cursor that is not of this list; UpstreamError
 *   as the source does.
 */
export async function offsetConnection<R>(
  list: OffsetList<R>,
  window: Window,
  cursors: ListCursors,
): Promise<Connection<R>> {
  const { size, after } = forwardOnly(window);
  const from = after === null ? { start: 0, total: null } : readPosition(cursors, after);
  const { rows, total, hasMore } = await readFromOffset(list, from, size);
  const edges = rows
    .slice(0, size)
    .map((row, i) => new LazyEdge(row, cursors, () => ['o', from.start + i, total]));
  return connectionOf({
    edges,
    hasNextPage: hasMore,
    hasPreviousPage: after !== null,
    totalCount: async () => total,
  });
}

export interface OffsetPlace {
  readonly start: number;
  /** Rows of the whole list; null where the service did not tell. */
  readonly total: number | null;
}

export interface OffsetRows<R> {
  readonly rows: readonly R[];
  readonly total: number | null;
  readonly hasMore: boolean;
}

/**
 * The rows from a place on: one more than `size`, which tells that there are more, where the list
 * has them. Pages that end early are gone on with at the next row.
 */
export async function readFromOffset<R>(
  list: OffsetList<R>,
  from: OffsetPlace,
  size: number,
): Promise<OffsetRows<R>> {
  const { start } = from;
  const rows: R[] = [];
  let { total } = from;
  // Rows that the pages so far announced, from `start` on.
  let announced = 0;
  const ended = (): OffsetRows<R> => ({
    rows,
    total: total ?? start + rows.length,
    hasMore: false,
  });
  for (let reads = 0; ; reads += 1) {
    const next = start + rows.length;
    if (next >= list.limit) return ended();
    const isWhole = next === 0 && reads === 0;
    const read = isWhole ? list.first(false) : list.part(next, size + 1 - rows.length, reads > 0);
    const answer = await unlessSpent(read);
    if (answer instanceof AllowanceSpentError) {
      if (rows.length === 0) throw answer;
      return { rows, total, hasMore: true };
    }
    const { page } = answer;
    if (isWhole) total = page.total;
    announced = Math.max(announced, rows.length + (page.total ?? 0));
    rows.push(...answer.rows);
    if (rows.length > size) return { rows, total, hasMore: true };
    const isLast = page.done && rows.length >= announced;
    const isEmpty = answer.rows.length === 0;
    if (isLast && (isEmpty || !page.isUnmarked)) return ended();
    if (isEmpty) {
      reportShortfall(list, start, total, announced, rows.length);
      return { rows, total, hasMore: false };
    }
  }
}

/** A page without rows that does not end the list, or ends it too early: asking again would bring the same. */
function reportShortfall<R>(
  { report }: OffsetList<R>,
  start: number,
  total: number | null,
  announced: number,
  received: number,
): void {
  const known = Math.max(announced, (total ?? start) - start);
  report({
    message: 'The upstream announced further rows of this query and did not hand them out.',
    expected: known > received ? known : null,
    received,
  });
}

function readPosition(cursors: ListCursors, after: string): OffsetPlace {
  const [style, index, total]: Position = cursors.decode(after, 'after');
  if (style === 'o' && typeof index === 'number' && (total === null || typeof total === 'number')) {
    return { start: index + 1, total };
  }
  throw foreignPosition('after');
}
