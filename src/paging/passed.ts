/**
 * What a walk has behind it, told by order: everything below an order value, and at that value
 * some rows by key. Pages may be cut anew between two answers, and ties come in any order; this
 * holds wherever the cuts are.
 */

import type { Order, Placed } from './place.ts';
import { compareOrders } from './place.ts';

export interface Passed {
  readonly order: Order;
  /** Rows of just that order value that have been passed. */
  readonly keys: ReadonlySet<string>;
}

/** Rows that the walk has not passed. Null: none has been. */
export function ahead<R>(rows: readonly Placed<R>[], passed: Passed | null): readonly Placed<R>[] {
  if (passed === null) return rows;
  return rows.filter(({ order, key }) => {
    const compared = compareOrders(order, passed.order);
    return compared > 0 || (compared === 0 && !passed.keys.has(key));
  });
}

/** What has been passed once the first `count` of these rows (in order) are, too. */
export function passing<R>(
  passed: Passed | null,
  rows: readonly Placed<R>[],
  count: number,
): Passed | null {
  const last = rows[count - 1];
  if (last === undefined) return passed;
  const keys = new Set<string>();
  let i = count - 1;
  for (; i >= 0 && compareOrders(rows[i]!.order, last.order) === 0; i -= 1) keys.add(rows[i]!.key);
  if (i < 0 && passed !== null && compareOrders(passed.order, last.order) === 0) {
    for (const key of passed.keys) keys.add(key);
  }
  return { order: last.order, keys };
}
