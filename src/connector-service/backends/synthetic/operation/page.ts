/** Pages of the call platform: a hundred rows, and where to go on. */

import type { BackendAnswer, Continuation, Row } from '../../../backend.ts';

export const pageSize = 100;

export type CursorPage = Extract<BackendAnswer, { kind: 'cursor-page' }>;

/** Where a walk stands: how many pages were handed out, how many rows the whole had at the start. */
export interface Walk {
  readonly pageNumber: number;
  readonly total: number;
}

export function walkOf(page: Continuation | null): Walk | null {
  if (page === null) return null;
  return { pageNumber: Number(page.pageNumber), total: Number(page.total) };
}

/**
 * @param rows the rows after the walk's place, one more than a page when there are more.
 * @param place what the next page needs to know about the last row of this one.
 */
export function cursorPage<T>(
  rows: readonly T[],
  walk: Walk | null,
  total: () => number,
  place: (last: T) => Continuation,
  print: (rows: readonly T[]) => readonly Row[],
): CursorPage {
  const shown = rows.slice(0, pageSize);
  const whole = walk?.total ?? total();
  const pageNumber = walk ? walk.pageNumber + 1 : 0;
  return {
    kind: 'cursor-page',
    rows: print(shown),
    totalRecords: whole,
    pageNumber,
    next:
      rows.length > pageSize
        ? { ...place(shown[shown.length - 1]!), pageNumber, total: whole }
        : null,
  };
}

/** A page of a list held in memory, ordered by `key`; `compare` is the order of keys. */
export function listPage<T>(
  list: readonly T[],
  page: Continuation | null,
  key: (row: T) => string,
  compare: (left: string, right: string) => number,
  print: (rows: readonly T[]) => readonly Row[],
): CursorPage {
  const after = page === null ? null : String(page.after);
  const rest = after === null ? list : list.filter((row) => compare(key(row), after) > 0);
  return cursorPage(
    rest.slice(0, pageSize + 1),
    walkOf(page),
    () => list.length,
    (last) => ({ after: key(last) }),
    print,
  );
}
