/** Memoisation: computes a value once per object, or once per request, and by a key besides; it dies with its owner. */

import type { GraphContext } from './context.ts';

/**
 * Computes once per object; the value dies with it. By a row of a cached answer, which never
 * changes and belongs to one tenant, it serves all requests. Not for what lives as long as a request:
 * a scavenge takes each value of a WeakMap for alive, so all of the request would wait for a full collection.
 */
export function memoizeByObject<Row extends object, Made>(
  make: (row: Row) => Made,
): (row: Row) => Made {
  const memo = new WeakMap<Row, Made>();
  return (row) => {
    let value = memo.get(row);
    if (value === undefined) {
      value = make(row);
      memo.set(row, value);
    }
    return value;
  };
}

/** Computes once per request. */
export function memoizeByRequest<Made>(
  make: (context: GraphContext) => Made,
): (context: GraphContext) => Made {
  return (context) => memoize(context.memos, make, () => make(context));
}

/** Computes once per request and key, for example a request's loader of each kind of list. */
export function memoizeByRequestKey<Key, Made>(): (
  context: GraphContext,
  key: Key,
  make: (context: GraphContext, key: Key) => Made,
) => Made {
  const ofRequest = memoizeByRequest(() => new Map<Key, Made>());
  return (context, key, make) => memoize(ofRequest(context), key, () => make(context, key));
}

/** Computes once per key of a map. What is computed is never undefined. */
export function memoize<Made>(memo: Map<unknown, unknown>, key: unknown, make: () => Made): Made {
  let value = memo.get(key);
  if (value === undefined) {
    value = make();
    memo.set(key, value);
  }
  return value as Made;
}
