/** Row contents: the fields and windows of children that rows hold or are to hold, and the one rule by which what is held answers what is wanted: a longer list holds a shorter one, and a whole one any. */

import type { Row } from '../contract/wire/execute.ts';
import { isObject } from '../contract/wire/json.ts';

/** The first rows of a list inside a row, such as a record's children. */
export interface RowWindow {
  /** Relation and filter as text: equal texts are one list. */
  readonly list: string;
  /** Order as text; null where any will do. */
  readonly order: string | null;
  /** Fields of its rows. */
  readonly fields: ReadonlySet<string>;
  readonly limit: number;
}

/** A window whose page has come with a row. */
export interface FetchedWindow extends RowWindow {
  /** Member of the row that is the page. */
  readonly member: string;
}

/** What each row of an answer holds, or is to hold. */
export interface RowContents {
  readonly fields: ReadonlySet<string>;
  readonly windows: readonly RowWindow[];
}

export const noFields: ReadonlySet<string> = new Set();
export const noWindows: readonly never[] = [];

/** Asked for every row: `isSubsetOf` of small sets takes four times as long. */
export function covers(held: ReadonlySet<string>, requested: ReadonlySet<string>): boolean {
  if (held === requested) return true;
  for (const field of requested) if (!held.has(field)) return false;
  return true;
}

/** Whether rows of these contents have all that is wanted, whatever is on their pages. */
export function contains(held: RowContents, requested: RowContents): boolean {
  if (!covers(held.fields, requested.fields)) return false;
  return requested.windows.every((window) =>
    held.windows.some((other) => isOfList(other, window) && window.limit <= other.limit),
  );
}

/** Whether a window is of the wanted list and order, and its rows have the wanted fields. */
export const isOfList = (held: RowWindow, requested: RowWindow): boolean =>
  held.list === requested.list &&
  (requested.order === null || held.order === requested.order) &&
  covers(held.fields, requested.fields);

/** A page as far as the rule looks at it. */
interface PageSize {
  readonly rows: number;
  readonly done: boolean;
  /** Announced number of rows; null where none was. */
  readonly total: number | null;
}

/** Whether all announced rows came. */
export const isWhole = ({ rows, done, total }: PageSize): boolean => done && total === rows;

/**
 * Whether a page that was asked for at most `limit` rows answers who wants the first `rowCount`: it was asked for as
 * many, or the limit has cut nothing off.
 */
export const reaches = (page: PageSize, limit: number, rowCount: number): boolean =>
  rowCount <= limit || (isWhole(page) && page.rows < limit);

/** The window among those of a row whose page answers the wanted one. */
export const heldWindow = (
  row: Row,
  windows: readonly FetchedWindow[],
  requested: RowWindow,
): FetchedWindow | undefined =>
  windows.find(
    (held) =>
      isOfList(held, requested) && pageReaches(row[held.member], held.limit, requested.limit),
  );

/** The same rule for a page as it comes inside a row; null is a page of no rows, an error stands for any. */
export function pageReaches(page: unknown, limit: number, rowCount: number): boolean {
  if (rowCount <= limit || page === null || page instanceof Error) return true;
  if (!isObject(page) || !Array.isArray(page.records)) return false;
  const { done, totalSize } = page;
  const total = typeof totalSize === 'number' ? totalSize : null;
  return reaches({ rows: page.records.length, done: done !== false, total }, limit, rowCount);
}
