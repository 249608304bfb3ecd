/** Parameters and pages of a hundred rows, shared by the operations of the call platform. */

import {
  type BackendAnswer,
  type Continuation,
  callAnalyticsError,
} from '../../connector-service/backend.ts';
import { pageRows } from '../../contract/entity-spec.ts';
import { memberAt } from '../../contract/member-at.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { compareDecimal } from '../company/id.ts';

type CursorPage = Extract<BackendAnswer, { kind: 'cursor-page' }>;

/** Position in a list: the number of pages so far, and the total of rows at the start. */
interface ListPosition {
  readonly pageNumber: number;
  readonly total: number;
}

export function positionOf(page: Continuation | null): ListPosition | null {
  if (page === null) return null;
  return { pageNumber: Number(page.pageNumber), total: Number(page.total) };
}

/**
 * @param rows the rows after the position, one more than a page when there are more.
 * @param sortKey makes that of this page's last row, for the next page.
 */
export function cursorPage<T>(
  rows: readonly T[],
  position: ListPosition | null,
  total: () => number,
  sortKey: (last: T) => Continuation,
  print: (rows: readonly T[]) => readonly Row[],
): CursorPage {
  const pageOfRows = rows.slice(0, pageRows);
  const totalRecords = position?.total ?? total();
  const pageNumber = position ? position.pageNumber + 1 : 0;
  return {
    kind: 'cursor-page',
    rows: print(pageOfRows),
    totalRecords,
    pageNumber,
    next:
      rows.length > pageRows
        ? {
            ...sortKey(memberAt(pageOfRows, -1)),
            pageNumber,
            total: totalRecords,
          }
        : null,
  };
}

/** A page of a list held in memory, ordered by `key`, ids in decimal. */
export function listPage<T>(
  list: readonly T[],
  page: Continuation | null,
  key: (row: T) => string,
  print: (rows: readonly T[]) => readonly Row[],
): CursorPage {
  const after = page === null ? null : String(page.after);
  const following =
    after === null ? list : list.filter((row) => compareDecimal(key(row), after) > 0);
  return cursorPage(
    following.slice(0, pageRows + 1),
    positionOf(page),
    () => list.length,
    (last) => ({ after: key(last) }),
    print,
  );
}

type Bag = Readonly<Record<string, unknown>>;

/** A member that is an object; an empty one when it is anything else. */
export function bagOf(params: Bag, name: string): Bag {
  const value = params[name];
  return isObject(value) ? value : {};
}

export function textParam(params: Bag, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

/** A list of texts; an empty list counts as not given, as it does upstream. */
export function textsOf(params: Bag, name: string): readonly string[] | undefined {
  const value = params[name];
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.filter((member): member is string => typeof member === 'string');
}

export function flagOf(params: Bag, name: string): boolean {
  return params[name] === true;
}

/** An instant in microseconds. @throws BackendError 400 for a text that is none. */
export function microsOf(params: Bag, name: string, path = name): number | undefined {
  const value = textParam(params, name);
  if (value === undefined) return undefined;
  const instant = Date.parse(value);
  if (Number.isNaN(instant))
    throw callAnalyticsError(400, `${path}: expected an ISO 8601 date-time`);
  // Date.parse keeps milliseconds; the digits after them count too.
  const sub = /\.\d{3}(\d{1,3})/.exec(value)?.[1] ?? '';
  return instant * 1000 + Number(sub.padEnd(3, '0'));
}

/** A date `YYYY-MM-DD`. @throws BackendError 400 for a text that is none. */
export function dateParam(params: Bag, name: string, path = name): string | undefined {
  const value = textParam(params, name);
  if (value === undefined) return undefined;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(`${value}T00:00:00Z`)))
    throw callAnalyticsError(400, `${path}: expected a date YYYY-MM-DD`);
  return value;
}
