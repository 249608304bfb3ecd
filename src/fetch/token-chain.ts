/** Chains of a token-paged list: pages linked by tokens from one start, and how many rows they lack. */

import type { Hint, ReadProgress, TokenList } from './token-list.ts';

/** Chain of pages linked by tokens, from one start, with the state before its next page. */
export interface Chain extends Hint {
  /** Sort key below which rows were read before the chain; null where none of its rows can have been. */
  readonly skipTo: ReadProgress['since'];
  /** Whether the chain began in the middle of the list, and not at a sort key. */
  readonly isHinted: boolean;
  /** Keys of its last page: rows inserted since may have pushed some onto the next one. */
  readonly lastKeys: ReadonlySet<string>;
}

const noKeys: ReadonlySet<string> = new Set();

/** Chain from the last sort key that is known to be complete, or from the list's beginning. */
export function startChain<R>(
  { roundDown }: TokenList<R>,
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
  };
}

/** Chain from the page of a position. */
export function hintedChain(hint: Hint, { since }: ReadProgress): Chain {
  const skipTo = hint.isStarted ? since : null;
  return { ...hint, skipTo, isHinted: true, lastKeys: noKeys };
}

export const hintOf = ({ token, from, rank, base, start, total, isStarted }: Hint): Hint => {
  return { token, from, rank, base, start, total, isStarted };
};

/** A chain from a sort key on can't see what the chain before it lost: before it are the rows announced, where fewer came. */
export function withAllBefore(chain: Chain, announced: number | null, total: number | null): Chain {
  if (announced === null || total === null || chain.from === null) return chain;
  return { ...chain, base: Math.max(chain.base, announced - total) };
}

/** Number of announced rows that are missing, if this page is the last. @param news new rows of the page */
export function missingRows(
  { base }: Chain,
  { count, missing }: ReadProgress,
  total: number | null,
  news: number,
): number {
  const ofChain = total === null ? 0 : total - (count + news - base);
  return Math.max(0, ofChain, missing - news);
}
