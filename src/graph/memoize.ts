/** WeakMap memoisation by object. */

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
