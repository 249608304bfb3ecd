/**
 * Page reader, the only one. It follows cursors, guards against loops, pays for pages beyond the estimate from the
 * request's reserve, compares the rows with the announced number, and reads a short list again.
 */

import type { EntitySpec } from '../contract/entity-spec.ts';
import type { Answer, PageMark } from '../contract/wire/execute.ts';
import { UpstreamError, type UpstreamSite } from '../errors.ts';
import { AllowanceSpentError } from '../upstream/request-allowance.ts';
import type { Shortfall } from './connection.ts';

/** Rows of some type and the upstream's mark. An `Answer` is a `Page<Row>`; sources may map rows to something narrower. */
export interface Page<R> extends Pick<Answer, 'cached'> {
  readonly rows: readonly R[];
  readonly page: PageMark;
}

export interface PageRequest<P> {
  /** The page before it in the same reading; null for the first. */
  readonly previous: P | null;
  /** Number of earlier readings of the list. */
  readonly reading: number;
  /** Whether the page is beyond the estimate, so that the request's reserve pays for it. */
  readonly isBeyond: boolean;
  /** Whether to bypass the cache: an earlier reading was short, or its cursor died. */
  readonly fresh: boolean;
}

/** Reads a page; null where no cursor leads on. */
export type ReadPage<P> = (request: PageRequest<P>) => Promise<P | null>;

/** Counts rows, each once, over all readings of a list. */
export interface RowCount<P> {
  readonly received: number;
  /** @param isFirst the page begins a reading */
  add(page: P, isFirst: boolean): void;
  /** Shortfall at the end of the list; null where nothing is known to be missing. @param isFinal no reading follows */
  shortfall(isFinal: boolean): Shortfall | null;
}

interface Restarts<P> {
  /** Whether the error means that the upstream no longer accepts the cursor just sent. */
  isDead(error: unknown): boolean;
  /** Whether the list has changed since the page before. */
  hasChanged(page: P): boolean;
}

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

/** Limit of changes of a list without new rows, beyond which it is left to a later request. */
const maxChanges = 6;

/**
 * Yields pages until `read` gives null. Where the request may not ask for another page, `maxPages`
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
  readings: for (let reading = 0; ; reading += 1) {
    const before = count.received;
    const hasNews = () => count.received > before;
    const isStuck = () => reading > 0 && !hasNews();
    const isFinal = () => (maxReadings === Infinity ? isStuck() : reading + 1 >= maxReadings);
    const end = (stopped: UpstreamError, shortfall: Shortfall | null = null): EndStep => ({
      ...{ page: null, stopped, reading, shortfall },
    });
    const cursors = new Set<string>();
    for (let previous: P | null = null; ; ) {
      if (pagesRead >= maxPages && leadsOn(previous))
        return yield end(scanLimit(site, pagesRead, advice));
      const isBeyond = pagesRead >= estimated;
      let page: P | null;
      try {
        page = await read({ previous, reading, isBeyond, fresh: reading > 0 });
      } catch (error) {
        if (error instanceof AllowanceSpentError) return yield end(error);
        if (restarts?.isDead(error) && !isStuck()) continue readings;
        throw error;
      }
      if (page === null) break;
      pagesRead += 1;
      if (restarts?.hasChanged(page)) {
        changes = hasNews() ? 1 : changes + 1;
        if (changes > maxChanges) return yield end(movingList(site, advice));
        continue readings;
      }
      const cursor = cursorOf(page);
      if (cursor !== null && cursors.has(cursor)) throw pageLoop(site);
      if (cursor !== null) cursors.add(cursor);
      ageMs = Math.max(ageMs, page.cached?.ageMs ?? 0);
      count.add(page, previous === null);
      const isShort = cursor === null && !isFinal() && count.shortfall(false) !== null;
      yield { page, ageMs, reading, leadsOn: cursor !== null || isShort };
      previous = page;
    }
    const shortfall = count.shortfall(isFinal());
    if (shortfall === null) return;
    if (isFinal()) return yield end(rowsMissing(site, shortfall), shortfall);
  }
}

const pageCursor = ({ page }: Page<unknown>): string | null => page.cursor;

function leadsOn(previous: Page<unknown> | null): boolean {
  return previous === null || !previous.page.done || previous.page.cursor !== null;
}

interface DistinctRowsOptions {
  /** Identity of a row for counting; null for a row without one, which counts each time. Default: null for all. */
  readonly keyOf?: ((row: unknown) => unknown) | undefined;
  /** Page size: without a total, a full last page may not have been the last. */
  readonly pageRows?: number | undefined;
  /** A further reading requests only the missing rows, and its total counts just those. */
  readonly requestsRest?: boolean | undefined;
  /** The upstream reports a total for this list, so a page without one leaves completeness in doubt. */
  readonly owesTotal?: boolean | undefined;
  /** Message of the shortfall, for the client. */
  readonly message?: string | undefined;
}

/** Counts rows by key against the total of a reading's first page. */
export class DistinctRows implements RowCount<Page<unknown>> {
  readonly #options: DistinctRowsOptions;
  readonly #keys = new Set<unknown>();
  /** Keys compared with the total. */
  #counted = this.#keys;
  /** Rows of this reading that have no key. */
  #keyless = 0;
  #announced: number | null = null;
  #lastRows = 0;
  #lacksTotal = false;

  constructor(options: DistinctRowsOptions = {}) {
    this.#options = options;
  }

  get received(): number {
    return this.#keys.size;
  }

  get announced(): number | null {
    return this.#announced;
  }

  add({ rows, page }: Page<unknown>, isFirst: boolean): void {
    const { keyOf, requestsRest: asksForRest } = this.#options;
    if (isFirst) {
      this.#keyless = 0;
      if (asksForRest) this.#counted = new Set();
      this.#announced = page.total ?? this.#announced;
    }
    for (const row of rows) {
      const key = keyOf?.(row) ?? null;
      if (key === null) this.#keyless += 1;
      else {
        this.#keys.add(key);
        this.#counted.add(key);
      }
    }
    this.#lastRows = rows.length;
    this.#lacksTotal = page.lacksTotal === true;
  }

  shortfall(): Shortfall | null {
    const { pageRows = Infinity, message = rowsMissingMessage, owesTotal } = this.#options;
    const expected = this.#announced;
    const received = this.#counted.size + this.#keyless;
    if (expected !== null) return received < expected ? { message, expected, received } : null;
    if (owesTotal && this.#lacksTotal) return uncountedRows;
    return this.#lastRows < pageRows ? null : fullLastPage;
  }
}

export const rowsMissingMessage =
  'The upstream announced more rows of this list than it handed out.';

/** Shortfall: a full last page without a total, so more rows may exist. */
export const fullLastPage: Shortfall = {
  message:
    'The upstream ended this list after a full page and did not say whether there are more rows.',
  expected: null,
  received: null,
};

/** Shortfall: the total that this list reports did not come, so completeness is unknown. */
export const uncountedRows: Shortfall = {
  message: 'The upstream did not say how many rows this list has; some may be missing.',
  expected: null,
  received: null,
};

/** A walk whose windows hold another number of rows than the list, although nothing follows; null where it is the same. */
export function otherSize(expected: number, received: number): Shortfall | null {
  if (expected === received) return null;
  const message =
    'The windows of this walk hold another number of rows than the list: it changed meanwhile, or rows did not come, or came twice.';
  return { message, expected, received };
}

export const listSite = ({ system, entity }: EntitySpec): UpstreamSite => ({
  service: system,
  entity,
  action: 'list',
});

/** Whether the upstream no longer accepts a token or locator. Some upstreams call it a malformed request. */
export function isDeadToken(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    (error.code === 'CURSOR_EXPIRED' || error.code === 'UPSTREAM_BAD_REQUEST')
  );
}

export function pageLoop(site: UpstreamSite): UpstreamError {
  return new UpstreamError(
    'PAGINATION_LOOP',
    `The upstream handed out the same page cursor of ${site.entity} again`,
    site,
  );
}

function movingList(site: UpstreamSite, advice = 'ask again later'): UpstreamError {
  return new UpstreamError(
    'CURSOR_EXPIRED',
    `The list of ${site.entity} changed at each reading; ${advice}.`,
    site,
  );
}

/** Error of a list with more pages than the limit. */
export function scanLimit(
  site: UpstreamSite,
  count: number,
  advice = 'narrow the list',
): UpstreamError {
  return new UpstreamError(
    'SCAN_LIMIT',
    `Read ${count} pages of ${site.entity} and there are more; ${advice}.`,
    site,
  );
}

/** Shortfall: fewer rows came than the upstream announced, also after reading again. */
export function rowsMissing(
  site: UpstreamSite,
  { expected, received }: Omit<Shortfall, 'message'>,
): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    `Expected ${expected ?? 'all'} rows of ${site.entity} as announced, got ${received ?? 'fewer'}.`,
    site,
  );
}
