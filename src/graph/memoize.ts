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
  const made = new WeakMap<Row, Made>();
  return (row) => {
    let known = made.get(row);
    if (known === undefined) {
      known = make(row);
      made.set(row, known);
    }
    return known;
  };
}

/** WeakMap memoisation by an object and a key, for example a request's loader of each kind of list. */
export function memoizeByKey<Owner extends object, Key, Made>(): (
  owner: Owner,
  key: Key,
  make: (owner: Owner, key: Key) => Made,
) => Made {
  const ofOwner = memoizeByObject((_owner: Owner) => new Map<Key, Made>());
  return (owner, key, make) => {
    const made = ofOwner(owner);
    let known = made.get(key);
    if (known === undefined) {
      known = make(owner, key);
      made.set(key, known);
    }
    return known;
  };
}

/** Computes once per request. */
export function memoizeByRequest<Made>(
  make: (context: GraphContext) => Made,
): (context: GraphContext) => Made {
  return (context) => {
    let known = context.memos.get(make) as Made | undefined;
    if (known === undefined) {
      known = make(context);
      context.memos.set(make, known);
    }
    return known;
  };
}

/** Computes once per request and key, for example a request's loader of each kind of list. */
export function memoizeByRequestKey<Key, Made>(): (
  context: GraphContext,
  key: Key,
  make: (context: GraphContext, key: Key) => Made,
) => Made {
  const ofRequest = memoizeByRequest(() => new Map<Key, Made>());
  return (context, key, make) => {
    const made = ofRequest(context);
    let known = made.get(key);
    if (known === undefined) {
      known = make(context, key);
      made.set(key, known);
    }
    return known;
  };
}
