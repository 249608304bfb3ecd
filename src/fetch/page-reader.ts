/**
 * Page reader, the only one. It follows cursors, guards against loops, pays for pages beyond the estimate from the
 * request's reserve, compares the rows with the announced number, and reads a short list again.
 */

import type { UpstreamError, UpstreamSite } from '../errors.ts';
import { AllowanceSpentError } from '../upstream/request-allowance.ts';
import {
  DistinctRows,
  pageLoop,
  type RowCount,
  rowsMissing,
  type Shortfall,
  scanLimit,
} from './incomplete-list.ts';
import type { Page, ReadPage } from './page.ts';
import { changingList, maxChanges, type Restarts } from './reread-policy.ts';

export interface PagesOptions<P> {
  readonly site: UpstreamSite;
  /** Number of estimated pages. Default: no bound. */
  readonly estimated?: number | undefined;
  /** Page limit. Default: none. */
  readonly maxPages?: number | undefined;
  /** Advice in the error where `maxPages` are not enough; ends a sentence. */
  readonly advice?: string | undefined;
  /** Default: the rows against the total of a reading's first page. */
  readonly count?: RowCount<P> | undefined;
  /** Number of readings of a list that comes short. Default 1; with Infinity, a reading without new rows is the last. */
  readonly maxReadings?: number | undefined;
  /** Cursor of the next page; one that comes twice in a reading is a loop. Default: the page's cursor. */
  readonly cursorOf?: ((page: P) => string | null) | undefined;
  /** Restarts of a reading whose cursor is dead or whose list has changed; absent where it can't begin anew. */
  readonly restarts?: Restarts<P> | undefined;
}

interface ReadStep<P> {
  readonly page: P;
  /** Age of the oldest page so far, in milliseconds. */
  readonly ageMs: number;
  readonly reading: number;
  /** Whether a cursor leads on, or the list will be read again. */
  readonly leadsOn: boolean;
}

/** Last step: the reason why the pages do not hold the whole list. */
interface EndStep {
  readonly page: null;
  readonly stopped: UpstreamError;
  readonly reading: number;
  /** Shortfall where the pages ended by themselves; null where reading stopped before their end. */
  readonly shortfall: Shortfall | null;
}

type PageStep<P> = ReadStep<P> | EndStep;

/**
 * Yields pages until `read` gives null. Where the request's allowance is spent, `maxPages`
 * were read, or announced rows did not come, a last step says so; it is for the caller to hand out
 * what it has or to throw.
 * @throws what `read` throws; PAGINATION_LOOP for a cursor that was handed out before.
 */
export async function* pages<P extends Page<unknown>>(
  read: ReadPage<P>,
  options: PagesOptions<P>,
): AsyncGenerator<PageStep<P>, void, undefined> {
  const { site, maxReadings = 1, restarts, count = new DistinctRows() } = options;
  const { estimated = Infinity, maxPages = Infinity, cursorOf = pageCursor, advice } = options;
  let pagesRead = 0;
  let ageMs = 0;
  let changes = 0;
  let reading = new Reading(0, count, maxReadings);
  let previous: P | null = null;
  const readAgain = (): void => {
    reading = new Reading(reading.number + 1, count, maxReadings);
    previous = null;
  };
  for (;;) {
    if (pagesRead >= maxPages && leadsOn(previous))
      return yield reading.end(scanLimit(site, pagesRead, advice));
    const { number } = reading;
    const isBeyond = pagesRead >= estimated;
    let page: P | null;
    try {
      page = await read({ previous, reading: number, isBeyond, fresh: number > 0 });
    } catch (error) {
      if (error instanceof AllowanceSpentError) return yield reading.end(error);
      if (!restarts?.isDead(error) || reading.isStuck) throw error;
      readAgain();
      continue;
    }
    if (page === null) {
      const shortfall = count.shortfall(reading.isFinal);
      if (shortfall === null) return;
      if (reading.isFinal) return yield reading.end(rowsMissing(site, shortfall), shortfall);
      readAgain();
      continue;
    }
    pagesRead += 1;
    if (restarts?.hasChanged(page)) {
      changes = reading.hasNews ? 1 : changes + 1;
      if (changes > maxChanges) return yield reading.end(changingList(site, advice));
      readAgain();
      continue;
    }
    const cursor = cursorOf(page);
    reading.enter(cursor, site);
    ageMs = Math.max(ageMs, page.cached?.ageMs ?? 0);
    count.add(page, previous === null);
    yield { page, ageMs, reading: number, leadsOn: reading.leadsOn(cursor) };
    previous = page;
  }
}

/** One reading of a list from its beginning: its progress, and whether another may follow. */
class Reading<P> {
  readonly number: number;
  readonly #count: RowCount<P>;
  readonly #maxReadings: number;
  /** Rows received before this reading. */
  readonly #before: number;
  readonly #cursors = new Set<string>();

  constructor(number: number, count: RowCount<P>, maxReadings: number) {
    this.number = number;
    this.#count = count;
    this.#maxReadings = maxReadings;
    this.#before = count.received;
  }

  get hasNews(): boolean {
    return this.#count.received > this.#before;
  }

  /** Whether it repeats an earlier reading and found no new row. */
  get isStuck(): boolean {
    return this.number > 0 && !this.hasNews;
  }

  get isFinal(): boolean {
    return this.#maxReadings === Infinity ? this.isStuck : this.number + 1 >= this.#maxReadings;
  }

  /** @throws PAGINATION_LOOP for a cursor that came before in this reading. */
  enter(cursor: string | null, site: UpstreamSite): void {
    if (cursor === null) return;
    if (this.#cursors.has(cursor)) throw pageLoop(site);
    this.#cursors.add(cursor);
  }

  /** Whether more pages follow: by the cursor, or because a short list will be read again. */
  leadsOn(cursor: string | null): boolean {
    return cursor !== null || (!this.isFinal && this.#count.shortfall(false) !== null);
  }

  end(stopped: UpstreamError, shortfall: Shortfall | null = null): EndStep {
    return { page: null, stopped, reading: this.number, shortfall };
  }
}

const pageCursor = ({ page }: Page<unknown>): string | null => page.cursor;

function leadsOn(previous: Page<unknown> | null): boolean {
  return previous === null || !previous.page.done || previous.page.cursor !== null;
}
