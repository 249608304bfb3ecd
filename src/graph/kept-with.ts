/** Keeps what was made of a row, or for a request, with it. */

/**
 * Rows of kept answers come again with every request and never change, so what only depends on them
 * is made once. It lives as long as the row, and rows belong to one tenant. Made for a context, it
 * is the request's own.
 */
export function keptWith<Row extends object, Made>(make: (row: Row) => Made): (row: Row) => Made {
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
