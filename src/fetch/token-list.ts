/** Token-paged lists: how a page is fetched, the keys of its rows, and positions in the list as cursors hold them. */

import { hash } from 'node:crypto';
import { printJson } from '../contract/wire/json.ts';
import { type UpstreamSite, UserInputError } from '../errors.ts';
import { foreignPosition, type Position } from './cursor.ts';
import { pageLoop } from './incomplete-list.ts';
import type { Page } from './page.ts';

/** Sort key of the upstream's order, ascending: instants as epoch milliseconds, ids as text. */
export type SortKey = string | number;

export interface TokenRequest {
  /** Token of the page; null for the first. */
  readonly token: string | null;
  /** Sort key at which the list begins (inclusive); null for the whole list. */
  readonly from: number | null;
  /** Whether to bypass the cache: the list has changed since. */
  readonly fresh: boolean;
  readonly isBeyond: boolean;
}

/**
 * Token-paged list. `key` and `order` must be the same functions for the same rows, since results
 * of a cached page are memoized.
 */
export interface TokenList<R> {
  readonly site: UpstreamSite;
  /** Rows of a full page. */
  readonly pageRows: number;
  fetch(request: TokenRequest): Promise<Page<R>>;
  /** Key of a row; null where it is unreadable. */
  readonly key: (row: R) => string | null;
  /** Sort key of a row; null where it is unreadable. Absent where the upstream's order is not documented. */
  readonly order?: ((row: R) => SortKey | null) | undefined;
  /**
   * Rounds a sort key down to what `fetch` takes as `from`. Absent where the list can't begin at a
   * sort key and has to be read from its beginning.
   */
  readonly roundDown?: ((order: number) => number) | undefined;
  /** Whether pages may lack the list's total. Default: they report it, and a page without it leaves the list in doubt. */
  readonly isUncounted?: boolean | undefined;
  /** Advice for narrowing a list that is too long; ends a sentence of the error. */
  readonly advice?: string | undefined;
}

/**
 * A token that leads back to its own page is no token: where the list can begin at a sort key, it goes on from there.
 * The next window would otherwise hand out the page's rows once more.
 * @throws PAGINATION_LOOP for another list
 */
export function withoutLoop<R>(
  { roundDown, site }: TokenList<R>,
  token: string | null,
  answer: Page<R>,
): Page<R> {
  if (token === null || answer.page.cursor !== token) return answer;
  if (roundDown === undefined) throw pageLoop(site);
  return { ...answer, page: { ...answer.page, cursor: null } };
}

export interface KeyedRow<R> {
  readonly row: R;
  readonly key: string;
  readonly order: SortKey | null;
}

const memo = new WeakMap<
  readonly unknown[],
  { readonly key: unknown; readonly order: unknown; readonly rows: readonly KeyedRow<unknown>[] }
>();

/**
 * Sorts the rows of a page by sort key, then key, each key once. The upstream promises no order
 * inside a page, and may return the same page in another one. Memoized by the page's array.
 */
export function sortedRows<R>(
  rows: readonly R[],
  { key, order }: Pick<TokenList<R>, 'key' | 'order'>,
): readonly KeyedRow<R>[] {
  const cached = memo.get(rows);
  if (cached?.key === key && cached.order === order) return cached.rows as readonly KeyedRow<R>[];
  const byKey = new Map<string, KeyedRow<R>>();
  for (const row of rows) {
    const rowKey = keyOrContent(row, key);
    if (!byKey.has(rowKey)) byKey.set(rowKey, { row, key: rowKey, order: order?.(row) ?? null });
  }
  const sorted = [...byKey.values()].sort(
    (a, b) => compareSortKeys(a.order, b.order) || compareSortKeys(a.key, b.key),
  );
  memo.set(rows, { key, order, rows: sorted });
  return sorted;
}

const isKeyless = ({ key }: KeyedRow<unknown>): boolean => key.startsWith('?');

/** Identity of a row: its key, or its content where it has none. */
const keyOrContent = <R>(row: R, key: (row: R) => string | null): string =>
  key(row) ?? `?${hash('sha256', printJson(row), 'base64url').slice(0, 20)}`;

const digits = /^\d+$/;

/**
 * Compares sort keys, null first. Ids are decimal text beyond 2^53, so digits are compared as numbers, without conversion.
 * @example ['10', null, '9'].toSorted(compareSortKeys) // → [null, '9', '10']
 */
export function compareSortKeys(a: SortKey | null, b: SortKey | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = String(a);
  const right = String(b);
  if (left.length !== right.length && digits.test(left) && digits.test(right)) {
    return left.length - right.length;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Drops keyless rows read before. They may differ at each reading of their page: no more of them
 * are new than the page has unseen rows.
 */
export function withoutSeenKeyless<R>(
  rows: readonly KeyedRow<R>[],
  left: number,
): readonly KeyedRow<R>[] {
  if (!rows.some(isKeyless)) return rows;
  let room = left - rows.filter((row) => !isKeyless(row)).length;
  return rows.filter((row) => {
    if (!isKeyless(row)) return true;
    room -= 1;
    return room >= 0;
  });
}

/** Keys of the first `most` rows of a page, already read, of a list without sort keys. */
export function skippedByRank<R>(
  { order, key }: TokenList<R>,
  rows: readonly R[],
  most: number,
): ReadonlySet<string> {
  const keys = new Set<string>();
  if (order !== undefined) return keys;
  for (const row of rows) {
    if (keys.size >= most) break;
    keys.add(keyOrContent(row, key));
  }
  return keys;
}

/** Progress: all rows that paging has read. It is valid wherever the upstream cuts its pages. */
export interface ReadProgress {
  /** Sort key below which all rows have been read; null where unknown. */
  readonly since: SortKey | null;
  /** Number of rows read from the list's beginning; of a list without sort keys, exactly these. */
  readonly rank: number;
  /** Further read rows by key, with their sort keys. */
  readonly seen: ReadonlyMap<string, SortKey | null>;
  /** Number of distinct rows read. */
  readonly count: number;
  /**
   * Number of announced rows that did not come before the pages ended, and have not come since; `unsure` where as many
   * came, but maybe others.
   */
  readonly missing: number;
}

/** Instead of a number of missing rows: not to be known from those that came. */
export const unsure = -1;

export const inDoubt = (progress: ReadProgress): ReadProgress =>
  progress.missing === 0 ? { ...progress, missing: unsure } : progress;

/** Number of missing rows after new ones, which need not be the missing ones. */
export const missingAfter = (missing: number, news: number): number =>
  missing > 0 && missing <= news ? unsure : missing > 0 ? missing - news : missing;

/**
 * Token of the page to continue with. It saves a call where the list is unchanged and the token
 * still valid; otherwise the list is read again from `ReadProgress.since` on.
 */
export interface Hint {
  /** Token of the request for the page. */
  readonly token: string | null;
  readonly from: number | null;
  /** Rows that came before the page since `from`. */
  readonly rank: number;
  /** Rows read before `from`. */
  readonly base: number;
  /** Rows read before the page. */
  readonly start: number;
  /** Size of the list from `from` on, when the page was read. */
  readonly total: number | null;
  /** Whether this page or later ones may hold rows already read. */
  readonly isStarted: boolean;
  /** Number of rows read from `from` on which this chain of pages did not bring where they were due: they have gone. */
  readonly gone: number;
  /** Rows announced before `from`, where fewer may have been read; otherwise 0. */
  readonly before: number;
  /** Keys of rows read before the chain which it has not brought again yet. */
  readonly awaited: ReadonlySet<string>;
}

export interface TokenPosition {
  readonly progress: ReadProgress;
  /** Null at the beginning of the list. */
  readonly hint: Hint | null;
}

export const listStart: TokenPosition = {
  progress: { since: null, rank: 0, seen: new Map(), count: 0, missing: 0 },
  hint: null,
};

const style = 't3';

/** Limit of keys in a cursor; a list with more rows of one sort key can't be continued from among them. */
export const maxSeen = 2_000;

export function encodePosition({ progress, hint }: TokenPosition): Position {
  const { since, rank, seen, count, missing } = progress;
  const awaited = [...(hint?.awaited ?? [])].filter((key) => seen.has(key));
  const keys = JSON.stringify([...new Set([...awaited, ...seen.keys()])]);
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
    ...(hint.gone + hint.before + awaited.length > 0
      ? [hint.gone, hint.before, awaited.length]
      : []),
  ];
}

/** Decodes a position. @throws UserInputError for one of another kind of list, or of an earlier version */
export function decodePosition(position: Position): TokenPosition {
  const [format, since, top, rank, keys, count, missing, ...otherMembers] = position;
  const [token, from, hintRank, base, start, total, isStarted] = otherMembers;
  const [gone = 0, before = 0, awaitedRows = 0] = otherMembers.slice(7);
  if (format === 'c' || format === 't2') {
    throw new UserInputError(
      'The cursor in "after" has expired: an earlier version of this server made it; start from the first page',
    );
  }
  if (
    format !== style ||
    !isSortKey(since) ||
    !isSortKey(top) ||
    typeof rank !== 'number' ||
    typeof keys !== 'string' ||
    typeof count !== 'number' ||
    typeof missing !== 'number'
  ) {
    throw foreignPosition('after');
  }
  // Only the largest of their sort keys is stored, which shows when all of them are read.
  const seen = new Map((JSON.parse(keys) as string[]).map((key) => [key, top]));
  const progress = { since, rank, seen, count, missing };
  if (
    isTextOrNull(token) &&
    isNumberOrNull(from) &&
    typeof hintRank === 'number' &&
    typeof base === 'number' &&
    typeof start === 'number' &&
    isNumberOrNull(total) &&
    typeof isStarted === 'boolean' &&
    typeof gone === 'number' &&
    typeof before === 'number' &&
    typeof awaitedRows === 'number'
  ) {
    const awaited = new Set([...seen.keys()].slice(0, awaitedRows));
    const hint = { token, from, rank: hintRank, base, start, total, isStarted };
    return { progress, hint: { ...hint, gone, before, awaited } };
  }
  return { progress, hint: null };
}

const isTextOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';
const isNumberOrNull = (value: unknown): value is number | null =>
  value === null || typeof value === 'number';
const isSortKey = (value: unknown): value is SortKey | null =>
  isTextOrNull(value) || typeof value === 'number';

/** Progress after further rows in no known order. */
export function withSeen<R>(progress: ReadProgress, rows: readonly KeyedRow<R>[]): ReadProgress {
  const keys = rows.map(({ key, order }) => [key, order] as const);
  const missing = missingAfter(progress.missing, rows.length);
  return {
    ...progress,
    seen: new Map([...progress.seen, ...keys]),
    count: progress.count + rows.length,
    missing,
  };
}

/** Progress after sorted rows with no unread row before them. @param last the sort key of the last of them */
export function settled<R>(
  { order, roundDown }: TokenList<R>,
  progress: ReadProgress,
  rows: readonly KeyedRow<R>[],
  last: SortKey | null,
  rank: number,
): ReadProgress {
  const count = progress.count + rows.length;
  const missing = missingAfter(progress.missing, rows.length);
  if (order === undefined) {
    if (rank <= progress.rank) return { ...progress, count, missing };
    return { since: null, rank, seen: new Map(), count, missing };
  }
  const { since, seen } = progress;
  const sortKey = typeof last === 'number' ? (roundDown?.(last) ?? last) : last;
  const next = compareSortKeys(sortKey, since) > 0 ? sortKey : since;
  const all = [...seen, ...rows.map((row) => [row.key, row.order ?? last ?? since] as const)];
  const ahead = new Map(all.filter(([, key]) => compareSortKeys(key, next) >= 0));
  return { since: next, rank, seen: ahead, count, missing };
}
