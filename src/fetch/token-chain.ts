/** Pages that follow from each other by tokens, from one start: what is known before any of them is read. */

import { keyOf, type TokenList } from './token-list.ts';
import type { Hint, Passed } from './token-position.ts';

export interface Chain extends Hint {
  readonly number: number;
  /** Rows with smaller sort keys were passed before it began; null where none of its rows can have been. */
  readonly skipTo: Passed['since'];
  /** Begun in the middle of the list, and not at a sort key. */
  readonly isHinted: boolean;
  /** Keys of its last page: rows that came in may have pushed some onto the next one. */
  readonly lastKeys: ReadonlySet<string>;
}

const noKeys: ReadonlySet<string> = new Set();

/** From the last sort key that is known to be complete, or the list's beginning. */
export function startChain<R>(
  { roundDown }: TokenList<R>,
  { since, seen, count }: Passed,
  number: number,
): Chain {
  const isAsked = roundDown !== undefined && typeof since === 'number';
  return {
    token: null,
    from: isAsked ? since : null,
    rank: 0,
    base: isAsked ? count - seen.size : 0,
    start: count,
    total: null,
    isStarted: true,
    number,
    skipTo: since,
    isHinted: false,
    lastKeys: noKeys,
  };
}

/** From the page that a position names. */
export function hintedChain(hint: Hint, { since }: Passed): Chain {
  const skipTo = hint.isStarted ? since : null;
  return { ...hint, number: 0, skipTo, isHinted: true, lastKeys: noKeys };
}

export const hintOf = ({ token, from, rank, base, start, total, isStarted }: Hint): Hint => ({
  ...{ token, from, rank, base, start, total, isStarted },
});

/** Rows that were announced and have not come, if this page is the last. @param fresh rows it brings */
export function missingRows(
  { base }: Chain,
  { count, missing }: Passed,
  total: number | null,
  fresh: number,
): number {
  const ofChain = total === null ? 0 : total - (count + fresh - base);
  return Math.max(0, ofChain, missing - fresh);
}

/** Keys of the first `most` rows of a page, of a list without sort keys: they stand among the passed ones. */
export function skippedByRank<R>(
  { order, key }: TokenList<R>,
  rows: readonly R[],
  most: number,
): ReadonlySet<string> {
  const keys = new Set<string>();
  if (order !== undefined) return keys;
  for (const row of rows) {
    if (keys.size >= most) break;
    keys.add(keyOf(row, key));
  }
  return keys;
}
