/** Where a row stands in its page: an order of our own, because the upstream's may differ from one answer to the next. */

import type { Scalar } from './cursor.ts';

/** A row's order value: instants as epoch milliseconds, ids as text; null sorts first. */
export type Order = string | number | null;

export interface Placed<R> {
  readonly row: R;
  readonly key: string;
  readonly order: Order;
}

interface Kept {
  readonly key: unknown;
  readonly order: unknown;
  readonly placed: readonly Placed<unknown>[];
}

/** Pages of kept answers come again with every request. */
const kept = new WeakMap<readonly unknown[], Kept>();

/** Rows by order, then key, each key once. */
export function placed<R>(
  rows: readonly R[],
  key: (row: R) => string,
  order: ((row: R) => Order) | undefined,
): readonly Placed<R>[] {
  const known = kept.get(rows);
  if (known?.key === key && known.order === order) return known.placed as readonly Placed<R>[];
  const made = place(rows, key, order);
  kept.set(rows, { key, order, placed: made });
  return made;
}

function place<R>(
  rows: readonly R[],
  key: (row: R) => string,
  order: ((row: R) => Order) | undefined,
): readonly Placed<R>[] {
  const byKey = new Map<string, Placed<R>>();
  for (const row of rows) {
    const name = key(row);
    if (!byKey.has(name)) byKey.set(name, { row, key: name, order: orderOf(row, order) });
  }
  return [...byKey.values()].sort(comparePlaces);
}

/** An instant that could not be read is no number, and would put the others out of order. */
function orderOf<R>(row: R, order: ((row: R) => Order) | undefined): Order {
  const value = order?.(row) ?? null;
  return typeof value === 'number' && Number.isNaN(value) ? null : value;
}

export function comparePlaces(
  a: { readonly key: string; readonly order: Order },
  b: { readonly key: string; readonly order: Order },
): number {
  return compareOrders(a.order, b.order) || compareOrders(a.key, b.key);
}

const digits = /^\d+$/;

/** Ids are decimal text beyond 2^53: digits compare as numbers, without becoming any. */
export function compareOrders(a: Order, b: Order): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = String(a);
  const right = String(b);
  if (left.length !== right.length && digits.test(left) && digits.test(right)) {
    return left.length - right.length;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isOrder(value: Scalar | undefined): value is Order {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
