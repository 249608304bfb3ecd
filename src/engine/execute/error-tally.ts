/** Error limit: an answer names so many errors; one more error counts the rest by code and path. */

import type { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../errors.ts';
import type { Path } from '../plan/resolve-info.ts';

/** Errors of one code at one place, whichever rows they are in. */
interface FurtherErrors {
  readonly code: ErrorCode;
  /** Response names from the root on, joined by dots, an asterisk for each index of a list. */
  readonly path: string;
  count: number;
}

interface ErrorSummary {
  /** Of all of them. */
  readonly count: number;
  readonly further: readonly FurtherErrors[];
  readonly furtherElsewhere?: number;
}

/** Most places that one answer names; errors at others are counted together. */
const maxNamed = 100;

/** Errors of one request beyond those that its answer names. */
export class ErrorTally {
  /** Number of errors that an answer names. */
  readonly most: number;
  readonly #codeOf: (error: unknown) => ErrorCode;
  readonly #named = new Map<string, FurtherErrors>();
  #unnamed = 0;
  #count = 0;
  /** One error of each code, for those who look at all that goes out. */
  readonly examples = new Map<ErrorCode, unknown>();

  /** @param codeOf the code with which an error leaves */
  constructor(most: number, codeOf: (error: unknown) => ErrorCode) {
    this.most = most;
    this.#codeOf = codeOf;
  }

  /**
   * @param key says the same as the path, and may be had for less.
   * @param path called where the key is new.
   */
  count(error: unknown, key: string, path: () => string): void {
    const code = this.#codeOf(error);
    this.#count += 1;
    if (!this.examples.has(code)) this.examples.set(code, error);
    const further = this.#named.get(`${code} ${key}`);
    if (further !== undefined) further.count += 1;
    else if (this.#named.size >= maxNamed) this.#unnamed += 1;
    else this.#named.set(`${code} ${key}`, { code, path: path(), count: 1 });
  }

  /** Errors that were counted; null for none. */
  summary(): ErrorSummary | null {
    if (this.#count === 0) return null;
    return {
      count: this.#count,
      further: [...this.#named.values()],
      ...(this.#unnamed > 0 && { furtherElsewhere: this.#unnamed }),
    };
  }

  /** The errors that an answer may still name. Counts the others. @param named how many it names already */
  within(errors: readonly GraphQLError[], named = 0): readonly GraphQLError[] {
    const room = Math.max(0, this.most - named);
    if (errors.length <= room) return errors;
    for (let at = room; at < errors.length; at += 1) {
      const pattern = patternOfKeys(errors[at]!.path ?? []);
      this.count(errors[at], pattern, () => pattern);
    }
    return errors.slice(0, room);
  }
}

/** `calls.nodes.*.title`, whichever row it is. */
const patternOfKeys = (keys: readonly (string | number)[]): string =>
  keys.map((key) => (typeof key === 'number' ? '*' : key)).join('.');

/** The same of an executor's path. */
export function patternOf(path: Path): string {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.prev) keys.push(at.key);
  return patternOfKeys(keys.reverse());
}
