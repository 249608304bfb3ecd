/** A position in a token-paged list, and how it travels in a cursor. */

import { UserInputError } from '../errors.ts';
import { foreignPosition, type Position } from './cursor.ts';
import { compareSortKeys, type KeyedRow, type SortKey, type TokenList } from './token-list.ts';

/** Everything that a walk has behind it. It holds wherever the upstream cuts its pages. */
export interface Passed {
  /** Rows with a smaller sort key have been passed; null where none is known to be. */
  readonly since: SortKey | null;
  /** As many rows from the list's beginning have been passed; of a list without sort keys, just these. */
  readonly rank: number;
  /** Further rows that have been passed, with their sort keys. */
  readonly seen: ReadonlyMap<string, SortKey | null>;
  /** All rows that have been passed, each once. */
  readonly count: number;
  /** Rows that were announced, did not come before the pages ended, and have not come since. */
  readonly missing: number;
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
  /** Rows that had been passed before `from`. */
  readonly base: number;
  /** Rows that had been passed before the page. */
  readonly start: number;
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
  passed: { since: null, rank: 0, seen: new Map(), count: 0, missing: 0 },
  hint: null,
};

const style = 't3';

/** Keys of one cursor; a list with more rows of one sort key can't be gone on with from among them. */
export const maxSeen = 2_000;

export function encodePosition({ passed, hint }: TokenPosition): Position {
  const { since, rank, seen, count, missing } = passed;
  const keys = JSON.stringify([...seen.keys()]);
  let top = since;
  for (const order of seen.values()) if (compareSortKeys(order, top) > 0) top = order;
  const start: Position = [style, since, top, rank, keys, count, missing];
  if (hint === null) return start;
  return [
    ...start,
    hint.token,
    hint.from,
    hint.rank,
    hint.base,
    hint.start,
    hint.total,
    hint.isStarted,
  ];
}

/** @throws UserInputError for a position of another kind of list, or of an earlier version. */
export function decodePosition(position: Position): TokenPosition {
  const [own, since, top, rank, keys, count, missing, ...rest] = position;
  const [token, from, hintRank, base, start, total, isStarted] = rest;
  if (own === 'c' || own === 't2') {
    throw new UserInputError(
      'The cursor in "after" has expired: an earlier version of this server made it; start from the first page',
    );
  }
  if (
    own !== style ||
    !isSortKey(since) ||
    !isSortKey(top) ||
    typeof rank !== 'number' ||
    typeof keys !== 'string' ||
    typeof count !== 'number' ||
    typeof missing !== 'number'
  ) {
    throw foreignPosition('after');
  }
  // Of their sort keys only the largest is known, which is as much as telling when they are past.
  const seen = new Map((JSON.parse(keys) as string[]).map((key) => [key, top]));
  const passed = { since, rank, seen, count, missing };
  if (
    isTextOrNull(token) &&
    isNumberOrNull(from) &&
    typeof hintRank === 'number' &&
    typeof base === 'number' &&
    typeof start === 'number' &&
    isNumberOrNull(total) &&
    typeof isStarted === 'boolean'
  ) {
    return { passed, hint: { token, from, rank: hintRank, base, start, total, isStarted } };
  }
  return { passed, hint: null };
}

const isTextOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';
const isNumberOrNull = (value: unknown): value is number | null =>
  value === null || typeof value === 'number';
const isSortKey = (value: unknown): value is SortKey | null =>
  isTextOrNull(value) || typeof value === 'number';

/** The position after further rows, of which nothing is known but that they were passed. */
export function withSeen<R>(passed: Passed, rows: readonly KeyedRow<R>[]): Passed {
  const own = rows.map(({ key, order }) => [key, order] as const);
  const missing = Math.max(0, passed.missing - rows.length);
  return {
    ...passed,
    seen: new Map([...passed.seen, ...own]),
    count: passed.count + rows.length,
    missing,
  };
}

/** The position after rows in order, all before which have been passed. @param last the sort key of the last of them */
export function settled<R>(
  { order, roundDown }: TokenList<R>,
  passed: Passed,
  rows: readonly KeyedRow<R>[],
  last: SortKey | null,
  rank: number,
): Passed {
  const count = passed.count + rows.length;
  const missing = Math.max(0, passed.missing - rows.length);
  if (order === undefined) {
    if (rank <= passed.rank) return { ...passed, count, missing };
    return { since: null, rank, seen: new Map(), count, missing };
  }
  const { since, seen } = passed;
  const own = typeof last === 'number' ? (roundDown?.(last) ?? last) : last;
  const next = compareSortKeys(own, since) > 0 ? own : since;
  const all = [...seen, ...rows.map((row) => [row.key, row.order ?? last ?? since] as const)];
  const ahead = new Map(all.filter(([, key]) => compareSortKeys(key, next) >= 0));
  return { since: next, rank, seen: ahead, count, missing };
}
