/** Windows of a record's children: what one is, and the key under which its page stands in the row of its parent. */

import type { CrmChild } from '../../contract/crm/model.ts';
import { printQuery } from '../../soql/print.ts';
import type { Condition, OrderBy } from '../../soql/query.ts';

/** The children of one parent that one subquery brings. */
export interface ChildWindow {
  readonly child: CrmChild;
  /** What is selected of a child, besides Id. */
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

/** Starts with a character no path has. */
export function windowKey(window: ChildWindow): string {
  let key = keys.get(window);
  if (key === undefined) {
    key = `(${window.asSet ? setMark : ''}${[...window.paths].sort().join()}${rangeKey(window)} ${window.limit}`;
    keys.set(window, key);
  }
  return key;
}

/** Pages of sets may hold rows that `where` leaves out. */
const setMark = '*';

/** All parents of a field share its window. */
const keys = new WeakMap<ChildWindow, string>();

/** Two windows of one range differ only in what they select and how far they reach, so one subquery serves both. */
export function rangeKey(window: ChildWindow): string {
  let key = ranges.get(window);
  if (key === undefined) {
    const { child, where, orderBy } = window;
    key = printQuery({ object: child.name, select: ['Id'], where, orderBy });
    ranges.set(window, key);
  }
  return key;
}

const ranges = new WeakMap<ChildWindow, string>();

/** Whether the page under a key holds a window: the same range, as far at least, with all that is selected. */
export function isWider(key: string, window: ChildWindow): boolean {
  const end = key.lastIndexOf(' ');
  const range = rangeKey(window);
  if (!key.startsWith('(') || key.startsWith(setMark, 1) || !key.endsWith(range, end)) return false;
  const paths = new Set(key.slice(1, end - range.length).split(','));
  return Number(key.slice(end)) >= window.limit && window.paths.isSubsetOf(paths);
}
