/** Child windows: which children of a record are wanted, the subqueries that fetch them, and the pages that come. */

import type { CrmChild, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { invalidUpstreamValue, objectOf } from '../../contract/wire/upstream-value-reader.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import type { Window } from '../../fetch/connection.ts';
import type { ListCursors } from '../../fetch/cursor.ts';
import { childPage, type KeysetList } from '../../fetch/keyset-list.ts';
import { placeOf, rowIdentity } from '../../fetch/keyset-position.ts';
import type { Page } from '../../fetch/page.ts';
import { printQuery } from '../../soql/print.ts';
import type { ChildSelection, Condition, OrderBy } from '../../soql/query.ts';
import {
  type FetchedWindow,
  heldWindow,
  pageReaches,
  type RowWindow,
} from '../../upstream/row-contents.ts';
import { type CrmRow, listedRow } from './crm-row.ts';

interface ChildWindowOptions {
  readonly child: CrmChild;
  /** Fields selected of a child, besides Id. */
  readonly fields: ReadonlySet<string>;
  readonly where: Condition | undefined;
  readonly orderBy: readonly OrderBy[];
  readonly limit: number;
  /** Looked at as a set: the order does not matter. Such a window can share the subquery of one that is shown. */
  readonly asSet?: true;
}

/** Children of one parent that one subquery fetches. All parents of a field share it. */
export class ChildWindow implements RowWindow {
  readonly child: CrmChild;
  readonly fields: ReadonlySet<string>;
  readonly where: Condition | undefined;
  readonly orderBy: readonly OrderBy[];
  readonly limit: number;
  readonly isSet: boolean;
  #list: string | null = null;
  #range: string | null = null;

  constructor({ child, fields, where, orderBy, limit, asSet }: ChildWindowOptions) {
    this.child = child;
    this.fields = fields;
    this.where = where;
    this.orderBy = orderBy;
    this.limit = limit;
    this.isSet = asSet === true;
  }

  get list(): string {
    this.#list ??= printQuery({ object: this.child.name, select: ['Id'], where: this.where });
    return this.#list;
  }

  get order(): string | null {
    return this.isSet ? null : this.range;
  }

  /** Relation, filter and order: one subquery serves windows that differ only in what they select and how far they reach. */
  get range(): string {
    const { child, where, orderBy } = this;
    this.#range ??= printQuery({ object: child.name, select: ['Id'], where, orderBy });
    return this.#range;
  }

  /** All of it, as a text as long as its subquery: what estimates count it by. */
  get text(): string {
    return `(${this.isSet ? '*' : ''}${[...this.fields].sort().join()}${this.range} ${this.limit}`;
  }

  to(limit: number): ChildWindow {
    const { child, fields, where, orderBy } = this;
    return new ChildWindow({ child, fields, where, orderBy, limit });
  }
}

/** Children that a lone parent's statement fetches at once, look-ahead aside: what its window is rounded up to. */
const loneRows = 50;

/**
 * The window as the statement of a lone parent fetches it. Pages of other sizes and the page after it come along
 * with a call that is made anyway; of many parents such rows would be too many.
 */
export const lengthened = memoizeByObject(
  (window: ChildWindow): ChildWindow =>
    window.isSet ? window : window.to(Math.ceil((window.limit - 1) / loneRows) * loneRows + 1),
);

/** The page of a record that holds a window; undefined where it has none. */
export function pageIn({ values, windows }: CrmRow, window: ChildWindow): unknown {
  const have = heldWindow(values, windows, window);
  return have && values[have.member];
}

/** A page as it comes in its parent's row, and the limit of its subquery. */
export interface InlinedPage {
  readonly inlined: unknown;
  readonly limit: number;
}

/** What follows the row of the window's cursor in a page; null where the page does not hold the whole window. */
export function pageBeyond(
  prefetched: InlinedPage,
  { direction, after, before, size }: Window,
  { order, site }: Pick<KeysetList<Row>, 'order' | 'site'>,
  cursors: ListCursors,
): Page<Row> | null {
  const { rows, page } = readPage(prefetched.inlined);
  const position =
    direction === 'forward' ? cursors.decode(after!, 'after') : cursors.decode(before!, 'before');
  const at = rows.findIndex((row) => rowIdentity(row) === position.at(-1));
  // A row whose sort keys have changed is no longer where the cursor points.
  if (at < 0 || String(placeOf(rows[at], order, site)) !== String(position)) return null;
  if (!pageReaches(prefetched.inlined, prefetched.limit, at + size + 2)) return null;
  const total = page.total === null ? null : page.total - at - 1;
  return { rows: rows.slice(at + 1), page: { ...page, total } };
}

/** A subquery, and the window whose page it places in each row. */
export interface Subquery extends FetchedWindow {
  /** The windows that it answers. */
  readonly answers: readonly ChildWindow[];
  readonly selection: ChildSelection;
}

/** The CRM takes this many subqueries in one query. */
const maxSubqueries = 20;

/** Subqueries of these windows, spread over as few queries as the CRM allows: it takes each relationship once per query. */
export function subqueries(windows: readonly ChildWindow[]): Subquery[][] {
  const queries: Subquery[][] = [];
  for (const answers of sharedRanges(windows)) {
    const subquery = subqueryOf(answers);
    const free = queries.find(
      (query) =>
        query.length < maxSubqueries && query.every((other) => other.member !== subquery.member),
    );
    if (free === undefined) queries.push([subquery]);
    else free.push(subquery);
  }
  return queries;
}

function subqueryOf(answers: Windows): Subquery {
  const [{ child, where, orderBy, list, range }] = answers;
  const limit = Math.max(...answers.map((window) => window.limit));
  const fields = new Set(answers.flatMap((window) => [...window.fields]));
  const select = ['Id', ...[...fields].sort()];
  const selection = { subquery: { object: child.name, select, where, orderBy, limit } };
  return { member: child.name, list, order: range, fields, limit, answers, selection };
}

type Windows = [ChildWindow, ...ChildWindow[]];

/** Windows that one subquery can serve, those that set its range first. */
function sharedRanges(windows: readonly ChildWindow[]): readonly Windows[] {
  const byRange = new Map<string, Windows>();
  for (const window of windows) {
    const key = `${window.isSet} ${window.range}`;
    const shared = byRange.get(key);
    if (shared === undefined) byRange.set(key, [window]);
    else shared.push(window);
  }
  const ranges = [...byRange.values()];
  const hosts = ranges.filter(([first]) => !first.isSet);
  for (const set of ranges.filter(([first]) => first.isSet)) {
    const host = hosts.find(
      ([first]) => first.child === set[0].child && first.list === set[0].list,
    );
    if (host === undefined) hosts.push(set);
    else host.push(...set);
  }
  return hosts;
}

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
