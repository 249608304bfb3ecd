/** WeakMap memoisation: computes a value once per object, or per object and key; it dies with the object. */

/**
 * Computes once per object; the value dies with it. By a row of a cached answer, which never
 * changes and belongs to one tenant, it serves all requests; by a context it is the request's own.
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
