/** Chains of a token-paged list: pages linked by tokens from one start, and how many rows they lack. */

import {
  type Hint,
  type KeyedRow,
  missingAfter,
  type ReadProgress,
  type TokenList,
  unsure,
} from './token-list.ts';

/** Chain of pages linked by tokens, from one start, with the state before its next page. */
export interface Chain extends Hint {
  /** Sort key below which rows were read before the chain; null where none of its rows can have been. */
  readonly skipTo: ReadProgress['since'];
  /** Whether the chain began in the middle of the list, and not at a sort key. */
  readonly isHinted: boolean;
  /** Keys of its last page: rows inserted since may have pushed some onto the next one. */
  readonly lastKeys: ReadonlySet<string>;
  /** Whether its next page belongs to a full page that was cut: then none of its rows can have come before. */
  readonly isCut: boolean;
}

/** What a page adds to a chain. */
export interface Gains<R> {
  /** All rows of the page. */
  readonly sorted: readonly KeyedRow<R>[];
  /** Those not read before. */
  readonly news: readonly KeyedRow<R>[];
  /** Number of rows that were not on the previous page. */
  readonly received: number;
  /** Rows that came since the chain's start, with the page. */
  readonly rank: number;
  /** The chain's awaited keys, without those of the page. */
  readonly awaited: ReadonlySet<string>;
}

const noKeys: ReadonlySet<string> = new Set();

/** Chain from the last sort key that is known to be complete, or from the list's beginning. */
export function startChain<R>(
  { order, roundDown }: TokenList<R>,
  { since, seen, count }: ReadProgress,
): Chain {
  const isFrom = roundDown !== undefined && typeof since === 'number';
  return {
    token: null,
    from: isFrom ? since : null,
    rank: 0,
    base: isFrom ? count - seen.size : 0,
    start: count,
    total: null,
    isStarted: true,
    skipTo: since,
    isHinted: false,
    lastKeys: noKeys,
    isCut: false,
    gone: 0,
    before: 0,
    awaited: order === undefined ? noKeys : new Set(seen.keys()),
  };
}

/** Chain from the page of a position. */
export function hintedChain(hint: Hint, { since }: ReadProgress): Chain {
  const skipTo = hint.isStarted ? since : null;
  return { ...hint, skipTo, isHinted: true, lastKeys: noKeys, isCut: false };
}

export function hintOf(chain: Hint): Hint {
  const { token, from, rank, base, start, total, isStarted, gone, before, awaited } = chain;
  return { token, from, rank, base, start, total, isStarted, gone, before, awaited };
}

/** Rows that are due before the sort key which is known to be complete, and did not come, have gone. */
export function withoutGone(
  awaited: ReadonlySet<string>,
  { seen }: ReadProgress,
): { readonly awaited: ReadonlySet<string>; readonly gone: number } {
  if (awaited.size === 0) return { awaited, gone: 0 };
  const left = new Set([...awaited].filter((key) => seen.has(key)));
  return { awaited: left, gone: awaited.size - left.size };
}

/** A chain can't see what the chain before it lost: before it are the rows announced, where fewer came. */
export function withAllBefore(chain: Chain, announced: number | null, total: number | null): Chain {
  if (announced === null || total === null) return chain;
  return { ...chain, before: Math.max(chain.before, announced - total) };
}

/** Size of the whole list, as far as the chain and those before it were told. */
export const wholeSize = ({ base, before }: Chain, total: number): number =>
  total + Math.max(base, before);

/**
 * Number of rows that the chain brought, each once: without those read before it which it has not brought again. Rows
 * that are gone would stand for others which did not come.
 */
const broughtBy = ({ base, gone, before }: Chain, awaited: number, count: number): number =>
  count - Math.max(before, base + gone + awaited);

/** Whether the page brings rows of its chain a second time: as many others did not come. */
export function repeatsRows(
  chain: Chain,
  { count }: ReadProgress,
  { rank, news, awaited }: Gains<unknown>,
): boolean {
  const twiceBefore = chain.rank - broughtBy(chain, chain.awaited.size, chain.start);
  const twice = rank - broughtBy(chain, awaited.size, count + news.length);
  return twice > Math.max(0, twiceBefore);
}

interface Sizes {
  readonly total: number | null;
  /** Size of the whole list after the last page; null where it was not asked, or not told. */
  readonly recounted: number | null;
}

/** Number of announced rows that are missing, if this page is the last; `unsure` where the whole list must be counted to know it. */
export function missingRows<R>(
  chain: Chain,
  { count, missing }: ReadProgress,
  { rank, news, awaited }: Gains<R>,
  { total, recounted }: Sizes,
): number {
  const reached = count + news.length;
  const ofChain = Math.max(total ?? 0, rank) - broughtBy(chain, awaited.size, reached);
  const left = missingAfter(missing, news.length);
  if (ofChain > 0 || left >= 0) return Math.max(0, ofChain, left);
  const size = chain.from === null ? total : recounted;
  return size === null ? unsure : Math.max(0, size - reached);
}
