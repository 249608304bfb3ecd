/** Order of a CRM list: its sort keys with direction and place of nulls, ties broken by Id, and their ORDER BY. */

import type { FieldPath, OrderBy } from '../soql/query.ts';

/**
 * Types of sort keys: their ORDER BY agrees with `<` and `>`. Picklists are not among them: the CRM
 * sorts them by the order of their values in its setup, which no condition can express.
 */
export type KeyType = 'id' | 'string' | 'number' | 'boolean' | 'date' | 'datetime';

export interface OrderKey {
  readonly path: FieldPath;
  readonly type: KeyType;
  readonly direction: 'asc' | 'desc';
  readonly nulls: 'first' | 'last';
  /** Whether rows may have null. Default: true; false makes shorter conditions. */
  readonly nullable?: boolean | undefined;
}

const idKey: OrderKey = {
  path: 'Id',
  type: 'id',
  direction: 'asc',
  nulls: 'first',
  nullable: false,
};

/** Total order: Id breaks ties, and keys after an Id are dropped, as they can't matter. That of a total order is itself. */
export function totalOrder(order: readonly OrderKey[]): readonly OrderKey[] {
  if (order.at(-1) === idKey) return order;
  const at = order.findIndex((key) => key.path === 'Id');
  if (at >= 0) return [...order.slice(0, at), { ...order[at]!, type: 'id', nullable: false }];
  return [...order, idKey];
}

export function reversed(order: readonly OrderKey[]): readonly OrderKey[] {
  return order.map((key) => ({
    ...key,
    direction: key.direction === 'asc' ? 'desc' : 'asc',
    nulls: key.nulls === 'first' ? 'last' : 'first',
  }));
}

/** ORDER BY as SOQL; always with NULLS FIRST or LAST, because the CRM's documented defaults contradict each other. */
export function orderByOf(order: readonly OrderKey[]): OrderBy[] {
  return order.map(({ path, direction, nulls, nullable }) =>
    nullable === false ? { path, direction } : { path, direction, nulls },
  );
}
