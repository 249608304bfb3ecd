/**
 * Reads a token-paged list from any position, each row once.
 *
 * A token is trusted only while the list's total stands still. Where it dies, the total changes, or
 * pages end before the announced rows came, the list is asked for again from the last sort key that
 * is known to be complete, and rows that were passed are left out.
 *
 * Rows of a page have no order, and a page may be cut anywhere: only full pages' worth of rows are
 * known to be followed by larger sort keys. Until then every row passed is remembered by its key.
 */

import type { UpstreamError } from '../errors.ts';
import { isDeadToken } from './dead-token.ts';
import type { Shortfall } from './incomplete.ts';
import { pages, type SourcePage } from './pages.ts';
import {
  type Chain,
  hintedChain,
  hintOf,
  missingRows,
  skippedByRank,
  startChain,
} from './token-chain.ts';
import { movingList, shortfallOf } from './token-end.ts';
import {
  compareSortKeys,
  type KeyedRow,
  sortedRows,
  type TokenList,
  withoutPassedKeyless,
} from './token-list.ts';
import {
  type Hint,
  listStart,
  type Passed,
  settled,
  type TokenPosition,
  withSeen,
} from './token-position.ts';

export interface TokenBatch<R> {
  /** Rows of one page that were not passed before. */
  readonly rows: readonly KeyedRow<R>[];
  /** Size of the whole list; null where this page does not tell. */
  readonly total: number | null;
  /** Whether rows may follow. */
  readonly leadsOn: boolean;
  /** What is missing where the list ends before all announced rows came. */
  readonly shortfall: Shortfall | null;
  /** Why nothing further was read although rows may follow; such a batch has no rows. */
  readonly stopped: UpstreamError | null;
  /** The position behind a row, or behind the page for an index beyond its rows. */
  position(index: number): TokenPosition;
}

export interface TokenWalkOptions {
  /** Pages that the estimate counts on. */
  readonly estimated?: number | undefined;
  readonly maxPages?: number | undefined;
}

/** @throws UpstreamError as the source does; PAGINATION_LOOP; CURSOR_EXPIRED where tokens die again and again. */
export async function* walkTokenList<R>(
  list: TokenList<R>,
  start: TokenPosition = listStart,
  options: TokenWalkOptions = {},
): AsyncGenerator<TokenBatch<R>, void, undefined> {
  const walk = new Walk(list, start);
  const steps = pages<SourcePage<R>>(({ isBeyond }) => walk.read(isBeyond), {
    ...options,
    site: list.site,
    advice: list.advice,
    markOf: ({ page }) => (page.cursor === null ? null : `${walk.chainNumber} ${page.cursor}`),
  });
  for await (const { page, ...step } of steps) {
    const batch = page === null ? null : walk.take(page);
    if (batch !== null) yield batch;
    if ('stopped' in step) yield walk.stoppedBy(step.stopped);
  }
}

/**
 * The list from its beginning, page by page, for readers that need all of it.
 * @throws as `walkTokenList`; SCAN_LIMIT where the list has more pages or the request may not ask on.
 */
export async function* readTokenList<R>(
  list: TokenList<R>,
  maxPages = Infinity,
): AsyncGenerator<TokenBatch<R>, void, undefined> {
  for await (const batch of walkTokenList(list, listStart, { maxPages })) {
    if (batch.stopped !== null) throw batch.stopped;
    yield batch;
  }
}

class Walk<R> {
  readonly #list: TokenList<R>;
  #passed: Passed;
  #chain: Chain;
  /** Nothing follows, as far as is known. */
  #ended = false;
  /** Whether the chain brought rows that had not been passed. */
  #hasNews = false;
  /** The same of all chains. */
  #foundAny = false;
  #hasRead = false;
  /** How often in succession the list had changed before it brought anything new. */
  #changes = 0;
  #total: number | null = null;
  /** Rows that had been passed before the walk began. */
  readonly #startRank: number;
  /** Of a list without sort keys: keys of the others, and of those passed since. */
  readonly #passedKeys: Set<string>;

  constructor(list: TokenList<R>, { passed, hint }: TokenPosition) {
    this.#list = list;
    this.#passed = passed;
    this.#startRank = passed.rank;
    this.#passedKeys = new Set(list.order === undefined ? passed.seen.keys() : []);
    this.#chain = hint === null ? startChain(list, passed, 0) : hintedChain(hint, passed);
  }

  get chainNumber(): number {
    return this.#chain.number;
  }

  /** The page that the chain stands before; null at the end. */
  async read(isBeyond: boolean): Promise<SourcePage<R> | null> {
    if (this.#ended) return null;
    const { token, from, number } = this.#chain;
    const request = { token, from, isBeyond, fresh: number > 0 };
    if (token === null) return this.#list.fetch(request);
    try {
      return await this.#list.fetch(request);
    } catch (error) {
      if (!isDeadToken(error) || !this.#canRestart()) throw error;
      this.#restart();
      return this.#list.fetch({ token: null, from: this.#chain.from, isBeyond, fresh: true });
    }
  }

  /** What of a page has not been passed; null where the list changed and the page can't be relied on. */
  take({ rows, page }: SourcePage<R>): TokenBatch<R> | null {
    const chain = this.#chain;
    this.#hasRead = true;
    const hasChanged = chain.total !== null && page.total !== null && chain.total !== page.total;
    if (hasChanged) {
      this.#changes = this.#hasNews ? 1 : this.#changes + 1;
      if (this.#changes > maxChanges) return this.stoppedBy(movingList(this.#list));
      this.#restart();
      return null;
    }
    const total = page.total ?? chain.total;
    const sorted = sortedRows(rows, this.#list);
    const skipped = skippedByRank(this.#list, rows, this.#startRank - chain.rank);
    const news = sorted.filter((row) => !this.#isPassed(row) && !skipped.has(row.key));
    const fresh = withoutPassedKeyless(news, rows.length - (this.#passed.count - chain.start));
    const received = sorted.filter(({ key }) => !chain.lastKeys.has(key)).length;
    const rank = chain.rank + received;
    const { pageRows } = this.#list;
    const isFull = received >= pageRows;
    const isLast = page.cursor === null;
    this.#hasNews ||= fresh.length > 0;
    this.#foundAny ||= this.#hasNews;
    const missing = missingRows(chain, this.#passed, total, fresh.length);
    const isComplete = isLast && this.#isComplete(total, missing, received);
    const settles =
      isFull || isComplete || Math.floor(rank / pageRows) > Math.floor(chain.rank / pageRows);
    const passed = this.#passed;
    if (this.#list.order === undefined) for (const { key } of fresh) this.#passedKeys.add(key);
    this.#passed = settles
      ? settled(this.#list, passed, fresh, sorted.at(-1)?.order ?? null, rank)
      : withSeen(passed, fresh);
    if (chain.from === null && chain.number === 0) this.#total = page.total ?? this.#total;
    const hint = { ...hintOf(chain), total };
    let shortfall: Shortfall | null = null;
    if (!isLast) {
      // What is left of the page that was gone on with may stand on the next ones, cut elsewhere.
      const skipTo = settles && chain.isHinted && rank > this.#startRank ? null : chain.skipTo;
      const lastKeys = new Set(sorted.map(({ key }) => key));
      this.#chain = {
        ...chain,
        token: page.cursor,
        rank,
        total,
        start: this.#passed.count,
        isStarted: skipTo !== null,
        skipTo,
        lastKeys,
      };
    } else if (!isComplete && this.#list.roundDown !== undefined && this.#canRestart()) {
      this.#passed = { ...this.#passed, missing };
      this.#restart();
    } else {
      this.#ended = true;
      if (!isComplete) shortfall = shortfallOf(this.#total ?? total, missing, isFull);
    }
    return this.#batch(fresh, passed, settles, hint, shortfall);
  }

  /** @throws `stopped` where the next walk would get no further than this one. */
  stoppedBy(stopped: UpstreamError): TokenBatch<R> {
    if (!this.#hasRead || (this.#chain.number > 0 && !this.#foundAny)) throw stopped;
    return { ...this.#batch([], this.#passed, false, hintOf(this.#chain), null), stopped };
  }

  #batch(
    rows: readonly KeyedRow<R>[],
    passed: Passed,
    settles: boolean,
    own: Hint,
    shortfall: Shortfall | null,
  ): TokenBatch<R> {
    const end = {
      passed: this.#passed,
      hint: this.#ended ? { ...own, isStarted: true } : hintOf(this.#chain),
    };
    const position = (index: number): TokenPosition => {
      if (index >= rows.length - 1) return end;
      const done = rows.slice(0, index + 1);
      return {
        passed:
          settles && this.#list.order !== undefined
            ? settled(this.#list, passed, done, done.at(-1)!.order, passed.rank)
            : withSeen(passed, done),
        hint: { ...own, isStarted: true },
      };
    };
    return {
      rows,
      total: this.#total,
      leadsOn: !this.#ended,
      shortfall,
      stopped: null,
      position,
    };
  }

  #isPassed({ key, order }: KeyedRow<R>): boolean {
    const { skipTo } = this.#chain;
    if (skipTo !== null && order !== null && compareSortKeys(order, skipTo) < 0) return true;
    return this.#passed.seen.has(key) || this.#chain.lastKeys.has(key) || this.#passedKeys.has(key);
  }

  #isComplete(total: number | null, missing: number, received: number): boolean {
    if (missing > 0) return false;
    if (total !== null) return true;
    if (received >= this.#list.pageRows) return false;
    // Asking once more is the only way to tell the last page from one whose cursor was withheld.
    const canAsk = this.#list.roundDown !== undefined && this.#canRestart();
    return received === 0 || !canAsk;
  }

  /** A chain that found nothing new would do so for ever. */
  #canRestart(): boolean {
    return this.#chain.number === 0 || this.#hasNews;
  }

  #restart(): void {
    this.#chain = startChain(this.#list, this.#passed, this.#chain.number + 1);
    this.#hasNews = false;
  }
}

/** A list that changes oftener while nothing new is read of it is left to a later request. */
const maxChanges = 6;
