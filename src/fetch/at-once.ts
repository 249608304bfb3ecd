/** What is known already stays a value: no promise, no turn of the event loop, and what hangs on it runs at once. */

/** A value, or the promise of one that has to be fetched. */
export type Soon<T> = T | Promise<T>;

/** What `next` makes of the value, as soon as it is there. */
export function whenThere<T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The values in order: an array where all are there, else the promise of it. */
export function allThere<T>(values: readonly Soon<T>[]): Soon<readonly T[]> {
  return values.some((value) => value instanceof Promise)
    ? Promise.all(values)
    : (values as readonly T[]);
}

/** The same for two values at once. */
export function bothThere<A, B, U>(
  one: Soon<A>,
  other: Soon<B>,
  next: (one: A, other: B) => Soon<U>,
): Soon<U> {
  return one instanceof Promise || other instanceof Promise
    ? Promise.all([one, other]).then(([first, second]) => next(first, second))
    : next(one, other);
}
