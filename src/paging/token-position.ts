/** A position in a token-paged list, and how it travels in a cursor. */

import { UserInputError } from '../errors.ts';
import { foreignPosition, type Position } from './cursor.ts';
import { compareSortKeys, type SortKey } from './token-list.ts';

/** Everything that a walk has behind it. It holds wherever the upstream cuts its pages. */
export interface Passed {
  /** Rows with a smaller sort key have been passed; null where none is known to be. */
  readonly since: SortKey | null;
  /** As many rows from the list's beginning have been passed; of a list without sort keys, just these. */
  readonly rank: number;
  /** Further rows that have been passed, with their sort keys. */
  readonly seen: ReadonlyMap<string, SortKey | null>;
}

/**
 * A page to go on with. It saves a call where the list has not changed since and the token lives;
 * otherwise the list is asked for again from `Passed.since` on.
 */
export interface Hint {
  /** Of the request for the page. */
  readonly token: string | null;
  readonly from: number | null;
  /** Rows that came before the page since `from`. */
  readonly rank: number;
  /** Size of the list from `from` on, when the page was read. */
  readonly total: number | null;
  /** The page or those after it may hold passed rows; otherwise none of them was passed. */
  readonly isStarted: boolean;
}

export interface TokenPosition {
  readonly passed: Passed;
  /** Null at the beginning of the list. */
  readonly hint: Hint | null;
}

export const listStart: TokenPosition = {
  passed: { since: null, rank: 0, seen: new Map() },
  hint: null,
};

const style = 't2';

/** Keys of one cursor; a list with more rows of one sort key can't be gone on with from among them. */
export const maxSeen = 2_000;

export function encodePosition({ passed, hint }: TokenPosition): Position {
  const { since, rank, seen } = passed;
  const keys = JSON.stringify([...seen.keys()]);
  let top = since;
  for (const order of seen.values()) if (compareSortKeys(order, top) > 0) top = order;
  const start: Position = [style, since, top, rank, keys];
  if (hint === null) return start;
  return [...start, hint.token, hint.from, hint.rank, hint.total, hint.isStarted];
}

/** @throws UserInputError for a position of another kind of list, or of an earlier version. */
export function decodePosition(position: Position): TokenPosition {
  const [own, since, top, rank, keys, token, from, hintRank, total, isStarted] = position;
  if (own === 'c') {
    throw new UserInputError(
      'The cursor in "after" has expired: an earlier version of this server made it; start from the first page',
    );
  }
  if (
    own !== style ||
    !isSortKey(since) ||
    !isSortKey(top) ||
    typeof rank !== 'number' ||
    typeof keys !== 'string'
  ) {
    throw foreignPosition('after');
  }
  // Of their sort keys only the largest is known, which is as much as telling when they are past.
  const seen = new Map((JSON.parse(keys) as string[]).map((key) => [key, top]));
  const passed = { since, rank, seen };
  if (
    isTextOrNull(token) &&
    isNumberOrNull(from) &&
    typeof hintRank === 'number' &&
    isNumberOrNull(total) &&
    typeof isStarted === 'boolean'
  ) {
    return { passed, hint: { token, from, rank: hintRank, total, isStarted } };
  }
  return { passed, hint: null };
}

const isTextOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';
const isNumberOrNull = (value: unknown): value is number | null =>
  value === null || typeof value === 'number';
const isSortKey = (value: unknown): value is SortKey | null =>
  isTextOrNull(value) || typeof value === 'number';
