/** A list that an upstream hands out in pages behind opaque tokens: how it is read, and what tells its rows apart. */

import { hash } from 'node:crypto';
import { printJson } from '../contract/wire/json.ts';
import type { UpstreamSite } from '../errors.ts';
import type { Page } from './pages.ts';

/** What the upstream orders its rows by, ascending: instants as epoch milliseconds, ids as text. */
export type SortKey = string | number;

export interface TokenRequest {
  /** Null for the first page. */
  readonly token: string | null;
  /** The sort key from which on the list is asked for; null for the whole list. */
  readonly from: number | null;
  /** The answer must not come from a cache: the list has changed since. */
  readonly fresh: boolean;
  readonly isBeyond: boolean;
}

/** `key` and `order` must be the same functions for the same rows: what is made of a cached page is memoized. */
export interface TokenList<R> {
  readonly site: UpstreamSite;
  /** Rows of a full page. */
  readonly pageRows: number;
  fetch(request: TokenRequest): Promise<Page<R>>;
  /** Null for a row without a readable key. */
  readonly key: (row: R) => string | null;
  /** Null for a row without a readable sort key. Absent where the upstream's order is not documented. */
  readonly order?: ((row: R) => SortKey | null) | undefined;
  /**
   * Rounds a sort key down to what `fetch` takes as `from`. Present where the list can be asked for
   * from a sort key on (inclusive), absent where it can only be read from its beginning.
   */
  readonly roundDown?: ((order: number) => number) | undefined;
  /** What narrows the list, for the error of one that is too long: ends a sentence. */
  readonly advice?: string | undefined;
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
 * The rows of a page by sort key, then key, each key once. The upstream promises no order inside a
 * page, and may hand out the same page in another one. Memoized by the page's array.
 */
export function sortedRows<R>(
  rows: readonly R[],
  { key, order }: Pick<TokenList<R>, 'key' | 'order'>,
): readonly KeyedRow<R>[] {
  const known = memo.get(rows);
  if (known?.key === key && known.order === order) return known.rows as readonly KeyedRow<R>[];
  const byKey = new Map<string, KeyedRow<R>>();
  for (const row of rows) {
    const own = keyOf(row, key);
    if (!byKey.has(own)) byKey.set(own, { row, key: own, order: order?.(row) ?? null });
  }
  const sorted = [...byKey.values()].sort(
    (a, b) => compareSortKeys(a.order, b.order) || compareSortKeys(a.key, b.key),
  );
  memo.set(rows, { key, order, rows: sorted });
  return sorted;
}

const isKeyless = ({ key }: KeyedRow<unknown>): boolean => key.startsWith('?');

/** Rows without a key are told apart by what they hold. */
export const keyOf = <R>(row: R, key: (row: R) => string | null): string =>
  key(row) ?? `?${hash('sha256', printJson(row), 'base64url').slice(0, 20)}`;

const digits = /^\d+$/;

/** Null first. Ids are decimal text beyond 2^53: digits compare as numbers, without becoming any. */
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
 * Rows without a key may be others at each reading of their page: no more of them are new than the
 * page has rows that were not passed.
 */
export function withoutPassedKeyless<R>(
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
