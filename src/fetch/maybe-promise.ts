/** MaybePromise: values that are known or still to be fetched, combined without a promise where all are known. */

/** A value, or the promise of one that has to be fetched. */
export type MaybePromise<T> = T | Promise<T>;

/** Applies a function to the value, at once where it is known. */
export function thenMaybe<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The value. What fails at once rejects, so that errors come in one order, whether values are known or fetched. */
export function rejecting<T>(make: () => MaybePromise<T>): MaybePromise<T> {
  try {
    return make();
  } catch (error) {
    return Promise.reject(error);
  }
}

/** The values in order: an array where all are known, else the promise of it. */
export function allMaybe<T>(values: readonly MaybePromise<T>[]): MaybePromise<readonly T[]> {
  return values.some((value) => value instanceof Promise)
    ? Promise.all(values)
    : (values as readonly T[]);
}

/**
 * Applies a function to two values. The second is a function: what it throws at once would leave the first, if that is
 * a promise that fails too, without anybody who hears of it, and end the process.
 */
export function bothMaybe<A, B, U>(
  left: MaybePromise<A>,
  makeRight: () => MaybePromise<B>,
  next: (a: A, b: B) => MaybePromise<U>,
): MaybePromise<U> {
  const right = left instanceof Promise ? rejecting(makeRight) : makeRight();
  return left instanceof Promise || right instanceof Promise
    ? Promise.all([left, right]).then(([first, second]) => next(first, second))
    : next(left, right);
}
