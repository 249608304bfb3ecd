/** Child windows: the key of each in its parent's row, the subqueries that fetch them, and the pages that come. */

import type { CrmChild, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { invalidUpstreamValue, objectOf } from '../../contract/wire/upstream-value-reader.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import type { Window } from '../../fetch/connection.ts';
import type { ListCursors } from '../../fetch/cursor.ts';
import { childPage, type KeysetList } from '../../fetch/keyset-list.ts';
import { placeOf, rowIdentity } from '../../fetch/keyset-position.ts';
import type { Page } from '../../fetch/page.ts';
import { printQuery } from '../../soql/print.ts';
import type { ChildSelection, Condition, OrderBy } from '../../soql/query.ts';
import { type CrmRow, listedRow } from './crm-row.ts';

/** Children of one parent that one subquery fetches. */
export interface ChildWindow {
  readonly child: CrmChild;
  /** Fields selected of a child, besides Id. */
  readonly paths: ReadonlySet<string>;
  readonly where: Condition | undefined;
  readonly orderBy: readonly OrderBy[];
  readonly limit: number;
  /**
   * Looked at as a set: rows that `where` would have left out do no harm, and their order does not
   * matter. Such a window can share the subquery of one that is shown.
   */
  readonly asSet?: true;
}

/** Starts with a character no path has. All parents of a field share its window. */
export const windowKey = memoizeByObject(
  (window: ChildWindow): string =>
    `(${window.asSet ? setMark : ''}${[...window.paths].sort().join()}${rangeKey(window)} ${window.limit}`,
);

/** Pages of sets may hold rows that `where` leaves out. */
const setMark = '*';

/** Two windows of one range differ only in what they select and how far they reach, so one subquery serves both. */
const rangeKey = memoizeByObject(({ child, where, orderBy }: ChildWindow): string =>
  printQuery({ object: child.name, select: ['Id'], where, orderBy }),
);

/** Key and limit of the longest page that begins a window's range and has all its paths, by the keys of a row; null where there is none. */
export function longestPage(
  keys: readonly string[],
  window: ChildWindow,
): { readonly key: string; readonly limit: number } | null {
  const range = rangeKey(window);
  let longest: ReturnType<typeof longestPage> = null;
  for (const key of keys) {
    const end = key.lastIndexOf(' ');
    if (!key.startsWith('(') || key.startsWith(setMark, 1) || !key.endsWith(range, end)) continue;
    const paths = new Set(key.slice(1, end - range.length).split(','));
    const limit = Number(key.slice(end));
    if (limit > (longest?.limit ?? 0) && window.paths.isSubsetOf(paths)) longest = { key, limit };
  }
  return longest;
}

/** A page as it comes in its parent's row, and the limit of its subquery. */
export interface InlinedPage {
  readonly inlined: unknown;
  readonly limit: number;
}

/** Whether a page was asked for so many rows, or holds all there are. */
export function reaches({ inlined, limit }: InlinedPage, rows: number): boolean {
  if (rows <= limit || inlined === null || inlined instanceof Error) return true;
  if (!isObject(inlined)) return false;
  const page = pages(inlined);
  return page.page.done && page.page.total === page.rows.length && page.rows.length < limit;
}

/** What follows the row of the window's cursor in a page; null where the page does not hold the whole window. */
export function pageBeyond(
  known: InlinedPage,
  { direction, after, before, size }: Window,
  { order, site }: Pick<KeysetList<Row>, 'order' | 'site'>,
  cursors: ListCursors,
): Page<Row> | null {
  const { rows, page } = readPage(known.inlined);
  const place =
    direction === 'forward' ? cursors.decode(after!, 'after') : cursors.decode(before!, 'before');
  const at = rows.findIndex((row) => rowIdentity(row) === place.at(-1));
  // A row whose sort keys have changed is no longer where the cursor points.
  if (at < 0 || String(placeOf(rows[at], order, site)) !== String(place)) return null;
  if (!reaches(known, at + size + 2)) return null;
  const total = page.total === null ? null : page.total - at - 1;
  return { rows: rows.slice(at + 1), page: { ...page, total } };
}

/** Children that a lone parent's statement fetches at once, look-ahead aside: what its window is rounded up to. */
const loneRows = 50;

/**
 * The window as the statement of a lone parent fetches it. Pages of other sizes and the page after it come along
 * with a call that is made anyway; of many parents such rows would be too many.
 */
export const lengthened = memoizeByObject(
  (window: ChildWindow): ChildWindow =>
    window.asSet
      ? window
      : { ...window, limit: Math.ceil((window.limit - 1) / loneRows) * loneRows + 1 },
);

/** The page in a row that holds a window; undefined where it has none. */
export function pageIn(values: Row, window: ChildWindow): unknown {
  const page = values[windowKey(window)];
  return page === undefined ? values[windowKey(lengthened(window))] : page;
}

/** The CRM takes this many subqueries in one query. */
const maxSubqueries = 20;

/** Subqueries of these windows, spread over as few queries as the CRM allows: it takes each relationship once per query. */
export function subqueries(windows: readonly ChildWindow[]): Subquery[][] {
  const queries: Subquery[][] = [];
  for (const same of sharedRanges(windows)) {
    const { child, where, orderBy } = same[0]!;
    const limit = Math.max(...same.map((window) => window.limit));
    const paths = new Set(same.flatMap((window) => [...window.paths]));
    const select = ['Id', ...[...paths].sort()];
    const subquery: Subquery = {
      relationship: child.name,
      keys: same.map(windowKey),
      selection: { subquery: { object: child.name, select, where, orderBy, limit } },
    };
    const free = queries.find(
      (query) =>
        query.length < maxSubqueries &&
        query.every((other) => other.relationship !== subquery.relationship),
    );
    if (free === undefined) queries.push([subquery]);
    else free.push(subquery);
  }
  return queries;
}

/** Windows that one subquery can serve, those that set its range first. */
function sharedRanges(windows: readonly ChildWindow[]): readonly ChildWindow[][] {
  const byRange = new Map<string, ChildWindow[]>();
  for (const window of windows) {
    const key = `${window.asSet ?? false} ${rangeKey(window)}`;
    byRange.set(key, [...(byRange.get(key) ?? []), window]);
  }
  const ranges = [...byRange.values()];
  const shown = ranges.filter(([first]) => first!.asSet !== true);
  for (const set of ranges.filter(([first]) => first!.asSet === true)) {
    const host = shown.find(
      ([first]) =>
        first!.child === set[0]!.child &&
        (first!.where === undefined || rangeKey(first!) === rangeKey(set[0]!)),
    );
    if (host === undefined) shown.push(set);
    else host.push(...set);
  }
  return shown;
}

export interface Subquery {
  readonly relationship: string;
  /** Keys in the row under which the page is stored. */
  readonly keys: readonly string[];
  readonly selection: ChildSelection;
}

/** The row with each child page under the keys of the windows it answers, as the children field looks for them. */
export function attachChildWindows(row: Row, placed: readonly Subquery[]): Row {
  if (placed.length === 0) return row;
  // Memoized per cached row: the same query usually reads it again.
  const before = placedRows.get(row);
  if (before?.placed === placed) return before.values;
  const places = placesOf(placed);
  if (before?.places === places) return before.values;
  const values: Record<string, unknown> = {};
  const moved = new Map(placed.map((subquery) => [subquery.relationship, subquery.keys]));
  for (const [name, value] of Object.entries(row)) if (!moved.has(name)) values[name] = value;
  for (const [relationship, keys] of moved) for (const key of keys) values[key] = row[relationship];
  placedRows.set(row, { placed, places, values });
  return values;
}

const placesOf = (placed: readonly Subquery[]): string =>
  placed.map(({ keys }) => keys.join()).join();

const placedRows = new WeakMap<
  Row,
  { readonly placed: readonly Subquery[]; readonly places: string; readonly values: Row }
>();

/** A page as it comes in its parent's row, read once for all who read the cached answer. @throws SwitchboardError for what is no page. */
export function readPage(inlined: unknown): Page<Row> {
  const page = pageOf(inlined);
  return page === null ? noChildren : pages(page);
}

const noChildren = childPage(null);
const pages = memoizeByObject((page: Row) => childPage(page));

/** The records of its rows, made once as well. */
export function recordsOf(inlined: unknown, object: CrmObject): readonly CrmRow[] {
  const { rows } = readPage(inlined);
  let records = recordsByRows.get(rows);
  if (records === undefined) {
    records = rows.map((values) => listedRow(object, values));
    recordsByRows.set(rows, records);
  }
  return records;
}

/** A page belongs to one relationship, so all its rows are of one object. */
const recordsByRows = new WeakMap<readonly Row[], readonly CrmRow[]>();

/** The page as the CRM sent it; null for no children. @throws SwitchboardError for what is no page. */
function pageOf(value: unknown): Row | null {
  if (value instanceof Error) throw value;
  const page = objectOf<Row>(value);
  if (page !== null && !Array.isArray(page.records))
    throw invalidUpstreamValue('a page of children', page);
  return page;
}
