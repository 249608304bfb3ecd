/** Repeated errors: what is hidden is missing from many rows of a list, and said once for the list. */

import { HiddenPartError, HiddenRowError } from '../../errors.ts';

/** What was said of the lists of one answer. */
export class RepeatedErrors {
  readonly #said = new Set<string>();

  /** Whether the error of a row is that of an earlier row of the same list, whichever list of the same name it is. */
  has(cause: unknown, pattern: () => string): boolean {
    if (!(cause instanceof HiddenPartError || cause instanceof HiddenRowError)) return false;
    const key = `${pattern()} ${cause.message}`;
    if (this.#said.has(key)) return true;
    this.#said.add(key);
    return false;
  }
}
