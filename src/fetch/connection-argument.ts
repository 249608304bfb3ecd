/** Connection arguments: the window that `first`, `after`, `last` and `before` request, with its default and largest size. */

import { UserInputError } from '../errors.ts';

export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

export interface PageLimits {
  /** Page size without `first` and `last`. */
  readonly defaultSize: number;
  /** Largest page size; a larger `first` is an error, not a silent clamp. */
  readonly maxSize: number;
}

export const defaultPageLimits: PageLimits = { defaultSize: 20, maxSize: 100 };

export interface Window {
  /** Direction of reading. `backward`: the last `size` rows between the cursors. */
  readonly direction: 'forward' | 'backward';
  readonly size: number;
  readonly after: string | null;
  readonly before: string | null;
}

/**
 * Reads a window from connection arguments. Without `first` and `last`, a lone `before` reads
 * backward; everything else reads forward.
 * @example
 * readWindow({ first: 2, after: 'c' }) → { size: 2, direction: 'forward', after: 'c', … }
 * @throws UserInputError for a negative or fractional size, one above the limit, or `first` with
 * `last`
 */
export function readWindow(args: PageArgs, limits: PageLimits = defaultPageLimits): Window {
  const first = args.first ?? null;
  const last = args.last ?? null;
  const after = args.after ?? null;
  const before = args.before ?? null;
  if (first !== null && last !== null) {
    throw new UserInputError('Expected "first" or "last", got both');
  }
  const backward = last !== null || (first === null && before !== null && after === null);
  const size = first ?? last ?? Math.min(limits.defaultSize, limits.maxSize);
  const name = last === null ? 'first' : 'last';
  if (!Number.isSafeInteger(size) || size < 0 || size > limits.maxSize) {
    throw new UserInputError(
      `Expected "${name}" to be a whole number from 0 to ${limits.maxSize}, got ${size}`,
    );
  }
  return { direction: backward ? 'backward' : 'forward', size, after, before };
}

/** Rejects backward windows of lists that can only be read forward. @throws UserInputError */
export function forwardOnly(window: Window): Window {
  if (window.direction === 'forward' && window.before === null) return window;
  throw new UserInputError(
    'Expected "first" and "after": the system behind this list hands it out from its beginning only, so "last" and "before" cannot be answered',
  );
}
