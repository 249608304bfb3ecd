/** A row that came and can't be read: it stands at its own index of the list as the error that it is. */

import { misshapen } from '../../wire/value.ts';

/**
 * The error in place of a row's object: executors put null and the error at just that path.
 * @param expected e.g. `a user with an id`
 */
export function unreadable<T>(expected: string): T {
  const error: unknown = misshapen(expected, undefined);
  return error as T;
}
