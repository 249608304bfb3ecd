/** Windows of children as subqueries of their parents' statement: what shares one, how many fit, and where their pages go. */

import type { Row } from '../../contract/wire/answer.ts';
import type { ChildSelection } from '../../soql/query.ts';
import { type ChildWindow, rangeKey, windowKey } from './child-window.ts';

/** The CRM takes this many subqueries in one query. */
const maxSubqueries = 20;

/** The subqueries that bring these windows, spread over as few queries as the CRM allows: a relationship stands once in each. */
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
  /** Where the page goes in the row. */
  readonly keys: readonly string[];
  readonly selection: ChildSelection;
}

/** The row with each child page under the keys of the windows it answers, as the children field looks for them. */
export function placeWindows(row: Row, placed: readonly Subquery[]): Row {
  if (placed.length === 0) return row;
  // Rows of a kept answer are placed once; most are asked for by the same question again.
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
