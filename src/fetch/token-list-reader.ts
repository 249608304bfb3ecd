/**
 * Reads a token-paged list from any position, each row once.
 *
 * A token is trusted only while the list's total stands still. Where it dies, the total changes, rows
 * come twice, or pages end before the announced rows came, the list is read again from the last sort
 * key that is known to be complete, skipping the rows already read.
 *
 * Rows of a page have no order, and a page may be cut anywhere: only full pages' worth of rows are
 * known to be followed by larger sort keys. Until then every row read is remembered by its key.
 *
 * Totals may stand still while the list changes, since tokens may carry that of their first page. A cut
 * page that gains a row is then shuffled anew, and rows fall between its parts: others come twice
 * instead. After a list was read again for that or for missing rows, as many new rows as were missing may be
 * others: the total of the whole list, asked at the end, decides.
 */

import type { Lack } from '../contract/wire/execute.ts';
import type { UpstreamError } from '../errors.ts';
import {
  fullLastPage,
  pageLoop,
  type RowCount,
  rowsMissingMessage,
  type Shortfall,
  uncountedRows,
} from './incomplete-list.ts';
import type { Page, ReadPage } from './page.ts';
import { type PagesOptions, pages } from './page-reader.ts';
import { isDeadToken } from './reread-policy.ts';
import {
  type Chain,
  type Gains,
  hintedChain,
  hintOf,
  missingRows,
  repeatsRows,
  startChain,
  wholeSize,
  withAllBefore,
  withoutGone,
} from './token-chain.ts';
import {
  compareSortKeys,
  type Hint,
  inDoubt,
  type KeyedRow,
  listStart,
  type ReadProgress,
  type SortKey,
  settled,
  skippedByRank,
  sortedRows,
  type TokenList,
  type TokenPosition,
  withoutLoop,
  withoutSeenKeyless,
  withSeen,
} from './token-list.ts';

export interface TokenBatch<R> {
  /** New rows of one page. */
  readonly rows: readonly KeyedRow<R>[];
  /** Total of the whole list; null where this page does not report it. */
  readonly total: number | null;
  /** Whether more rows may follow. */
  readonly leadsOn: boolean;
  /** Shortfall where the list ends before all announced rows came. */
  readonly shortfall: Shortfall | null;
  /** Error that stopped reading although rows may follow; such a batch has no rows. */
  readonly stopped: UpstreamError | null;
  /** Position after a row, or after the page for an index beyond its rows. */
  position(index: number): TokenPosition;
}

/**
 * Reads a list from a position, page by page.
 * @throws UpstreamError as the source does; PAGINATION_LOOP; CURSOR_EXPIRED where tokens expire
 * again and again
 */
export async function* walkTokenList<R>(
  list: TokenList<R>,
  start: TokenPosition = listStart,
  options: Pick<PagesOptions<Page<R>>, 'estimated' | 'maxPages'> = {},
): AsyncGenerator<TokenBatch<R>, void, undefined> {
  const walk = new TokenWalk(list, start);
  const steps = pages(walk.read, {
    ...options,
    site: list.site,
    advice: list.advice,
    count: walk,
    maxReadings: list.roundDown === undefined ? 1 : Infinity,
    restarts: walk,
  });
  for await (const step of steps) {
    if (step.page !== null) yield walk.batch(step.leadsOn);
    else if (step.shortfall === null) yield walk.stoppedBy(step.stopped, step.reading);
  }
}

/**
 * Reads a list from its beginning, page by page, for readers that need all of it.
 * @throws as `walkTokenList`; SCAN_LIMIT where the list has more pages or the request's call
 * allowance is spent
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

/** Page processed last. */
interface Taken<R> {
  readonly rows: readonly KeyedRow<R>[];
  /** Progress before the page. */
  readonly progress: ReadProgress;
  readonly hint: Hint;
  readonly settles: boolean;
  /** Keys that the chain still awaits after it. */
  readonly awaited: ReadonlySet<string>;
  /** Number of rows that were not on the previous page. */
  readonly received: number;
}

class TokenWalk<R> implements RowCount<Page<R>> {
  readonly #list: TokenList<R>;
  #progress: ReadProgress;
  #chain: Chain;
  #taken: Taken<R> | null = null;
  #isFirstReading = true;
  #hasRead = false;
  /** Size of the whole list where a changed total ended the last chain, without rows that came or went then. */
  #announced: number | null = null;
  /** How a page failed to report the list's total. */
  #lack: Lack | undefined;
  /** Size of the whole list. */
  #total: number | null = null;
  /** Progress before this walk began. */
  readonly #start: ReadProgress;
  /** Sort key from which the list was read again because rows came twice: if they do again, they always will. */
  #repeatedFrom: SortKey | null | undefined;
  /** Size of the whole list after its last page, where that was asked. */
  #recounted: number | null = null;
  /** For a list without sort keys: keys of all rows read so far. */
  readonly #seenKeys: Set<string>;

  constructor(list: TokenList<R>, { progress, hint }: TokenPosition) {
    this.#list = list;
    this.#progress = progress;
    this.#start = progress;
    this.#seenKeys = new Set(list.order === undefined ? progress.seen.keys() : []);
    this.#chain = hint === null ? startChain(list, progress) : hintedChain(hint, progress);
  }

  get received(): number {
    return this.#progress.count;
  }

  readonly read: ReadPage<Page<R>> = async ({ previous, reading, isBeyond, fresh }) => {
    if (previous === null && reading > 0) {
      this.#chain = startChain(this.#list, this.#progress);
      this.#isFirstReading = false;
    }
    const { token, from } = this.#chain;
    if (previous !== null && token === null) return null;
    const page = await this.#list.fetch({ token, from, isBeyond, fresh });
    const answer = withoutLoop(this.#list, token, page);
    this.#recounted = this.#isInDoubt(answer) ? await this.#recount() : null;
    return answer;
  };

  /** Whether the list ends with this page, and only its size can tell whether it is complete. */
  #isInDoubt(answer: Page<R>): boolean {
    if (answer.page.cursor !== null || this.#progress.missing === 0) return false;
    return !this.#repeats(answer) && this.#missing(answer, this.#gains(answer), null) < 0;
  }

  async #recount(): Promise<number | null> {
    const request = { token: null, from: null, fresh: true, isBeyond: true };
    return (await this.#list.fetch(request)).page.total;
  }

  isDead(error: unknown): boolean {
    return this.#chain.token !== null && isDeadToken(error);
  }

  hasChanged(answer: Page<R>): boolean {
    const { page } = answer;
    this.#hasRead = true;
    const { total } = this.#chain;
    if (total !== null && page.total !== null && total !== page.total) {
      // A list that is read again from its beginning tells all of it.
      const isFrom = startChain(this.#list, this.#progress).from !== null;
      this.#announced = isFrom ? wholeSize(this.#chain, Math.min(total, page.total)) : null;
      return true;
    }
    if (!this.#repeats(answer)) return false;
    // Rows read before that have gone since count as received, in any chain.
    this.#announced = total === null ? null : wholeSize(this.#chain, total);
    this.#repeatedFrom = this.#progress.since;
    this.#progress = inDoubt(this.#progress);
    return true;
  }

  /** Whether rows of the chain come twice, and reading again from a sort key may help. */
  #repeats(answer: Page<R>): boolean {
    const { roundDown } = this.#list;
    if (roundDown === undefined || this.#repeatedFrom === this.#progress.since) return false;
    return repeatsRows(this.#chain, this.#progress, this.#gains(answer));
  }

  /** What a page adds to the chain. */
  #gains({ rows }: Page<R>): Gains<R> {
    const chain = this.#chain;
    const { count } = this.#progress;
    const sorted = sortedRows(rows, this.#list);
    const skipped = skippedByRank(this.#list, rows, this.#start.rank - chain.rank);
    const unseen = sorted.filter((row) => !this.#isSeen(row) && !skipped.has(row.key));
    const news = withoutSeenKeyless(unseen, rows.length - (count - chain.start));
    const received = sorted.filter(({ key }) => !chain.lastKeys.has(key)).length;
    const rank = chain.rank + (chain.isCut ? sorted.length : received);
    const came = new Set(sorted.map(({ key }) => key));
    return { sorted, news, received, rank, awaited: chain.awaited.difference(came) };
  }

  /** Takes the new rows of a page. */
  add(answer: Page<R>): void {
    const { page } = answer;
    const chain = withAllBefore(this.#chain, this.#announced, page.total);
    const gains = this.#gains(answer);
    const missing = this.#missing(answer, gains, this.#recounted);
    this.#announced = null;
    const progress = this.#progress;
    const { order, pageRows, site } = this.#list;
    const total = page.total ?? chain.total;
    const { sorted, news, received, rank } = gains;
    const isLast = page.cursor === null;
    const isComplete = isLast && missing === 0 && (total !== null || received === 0);
    const pagesWorth = Math.floor(rank / pageRows) > Math.floor(chain.rank / pageRows);
    const settles = received >= pageRows || isComplete || pagesWorth;
    if (order === undefined) for (const { key } of news) this.#seenKeys.add(key);
    const next = settles
      ? settled(this.#list, progress, news, sorted.at(-1)?.order ?? null, rank)
      : withSeen(progress, news);
    this.#progress = isLast ? { ...next, missing } : next;
    const { awaited, gone } = withoutGone(gains.awaited, next);
    if (chain.from === null && this.#isFirstReading) this.#total = page.total ?? this.#total;
    // A list without sort keys repeats its rows where its pages loop: it gets beyond its size.
    const isOver = total !== null && this.#progress.count > total + pageRows;
    if (order === undefined && !isLast && isOver) throw pageLoop(site);
    const hint = { ...hintOf(chain), total };
    if (this.#lack !== 'malformed') this.#lack = page.lacksTotal ?? this.#lack;
    this.#taken = { rows: news, progress, hint, settles, awaited: gains.awaited, received };
    // Unread rows of the hinted page may come on the next pages, cut elsewhere.
    const skipTo = settles && chain.isHinted && rank > this.#start.rank ? null : chain.skipTo;
    this.#chain = {
      ...chain,
      token: page.cursor,
      rank,
      total,
      start: this.#progress.count,
      isStarted: skipTo !== null,
      skipTo,
      lastKeys: new Set(sorted.map(({ key }) => key)),
      isCut: !settles,
      awaited,
      gone: chain.gone + gone,
    };
  }

  /** Number of announced rows that are missing, if this page is the last. */
  #missing({ page }: Page<R>, gains: Gains<R>, recounted: number | null): number {
    const chain = withAllBefore(this.#chain, this.#announced, page.total);
    const total = page.total ?? chain.total;
    return missingRows(chain, this.#progress, gains, { total, recounted });
  }

  shortfall(isFinal: boolean): Shortfall | null {
    const { missing } = this.#progress;
    const expected = this.#total ?? this.#chain.total;
    if (missing < 0) return { message: rowsMissingMessage, expected: null, received: null };
    if (missing > 0) {
      const received = expected === null ? null : expected - missing;
      return { message: rowsMissingMessage, expected, received };
    }
    const received = this.#taken?.received ?? 0;
    const mayLack = this.#lack === 'missing' && this.#list.isUncounted === true;
    if (!mayLack && this.#lack !== undefined && (isFinal || received === 0))
      return uncountedRows(this.#lack);
    if (this.#chain.total !== null || received === 0) return null;
    // Only another reading distinguishes the last page from one whose cursor was withheld.
    return received < this.#list.pageRows && isFinal ? null : fullLastPage;
  }

  /** Batch of the page processed last. */
  batch(leadsOn: boolean): TokenBatch<R> {
    const { rows, progress, hint, settles, awaited } = this.#taken!;
    const started = (reached: ReadProgress): Hint => {
      const gone = hint.gone + withoutGone(awaited, reached).gone;
      return { ...hint, isStarted: true, gone };
    };
    const next = this.#chain.token === null ? null : hintOf(this.#chain);
    const end = { progress: this.#progress, hint: leadsOn ? next : started(this.#progress) };
    const isOrdered = settles && this.#list.order !== undefined;
    const position = (index: number): TokenPosition => {
      if (index >= rows.length - 1) return end;
      const done = rows.slice(0, index + 1);
      const reached = isOrdered
        ? settled(this.#list, progress, done, done.at(-1)!.order, progress.rank)
        : withSeen(progress, done);
      return { progress: reached, hint: started(reached) };
    };
    const shortfall = leadsOn ? null : this.shortfall(true);
    return { rows, total: this.#total, leadsOn, shortfall, stopped: null, position };
  }

  /** Batch of a stopped walk. @throws `stopped` where the next walk would get no further */
  stoppedBy(stopped: UpstreamError, reading: number): TokenBatch<R> {
    const isFruitless = reading > 0 && this.#progress.count === this.#start.count;
    if (!this.#hasRead || isFruitless) throw stopped;
    const end = { progress: this.#progress, hint: hintOf(this.#chain) };
    return {
      ...{ rows: [], total: this.#total, leadsOn: true, shortfall: null, stopped },
      position: () => end,
    };
  }

  #isSeen({ key, order }: KeyedRow<R>): boolean {
    const { skipTo, lastKeys } = this.#chain;
    if (skipTo !== null && order !== null && compareSortKeys(order, skipTo) < 0) return true;
    return this.#progress.seen.has(key) || lastKeys.has(key) || this.#seenKeys.has(key);
  }
}
