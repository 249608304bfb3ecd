/** Keyset lists: reads one stretch of an ordered CRM list over all its pages, complete or with its shortfall, in the requested order. */

import { type Lack, lastPage, notARow, totalMark } from '../contract/wire/execute.ts';
import { isObject } from '../contract/wire/json.ts';
import { UpstreamError, type UpstreamSite } from '../errors.ts';
import { allOf, type Condition, type OrderBy } from '../soql/query.ts';
import { maxRows } from '../soql/statement-limit.ts';
import { DistinctRows, type Shortfall, scanLimit, uncountedRows } from './incomplete-list.ts';
import {
  type Bounds,
  beyond,
  type OrderKey,
  orderByOf,
  placeOf,
  reversed,
  rowIdentity,
  totalOrder,
} from './keyset-position.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Page, ReadPage } from './page.ts';
import { pages } from './page-reader.ts';
import { isDeadToken } from './reread-policy.ts';
import { inOrder, isInOrder, isWithin } from './sort-key-comparison.ts';

/** Query of a window: the conditions it adds to the list's own WHERE. */
export interface KeysetRequest {
  readonly where: Condition | undefined;
  readonly orderBy: readonly OrderBy[];
  readonly limit: number;
  /** Whether the page is one more than full pages would have taken. */
  readonly isBeyond?: boolean | undefined;
  /** Whether to bypass the cache: the previous answer was short. */
  readonly fresh?: boolean | undefined;
}

/** A count that is made once more, past the cache, because the rows of a window contradict the first. */
export type CountAgain = Pick<KeysetRequest, 'isBeyond' | 'fresh'>;

export interface KeysetList<R> {
  /** Without Id, which is added; every path must be among the selected fields (`keysetPaths`). */
  readonly order: readonly OrderKey[];
  query(request: KeysetRequest): MaybePromise<Page<R>>;
  /** Reads the page at a `nextRecordsUrl`, where the service takes one back. */
  readonly follow?: ((nextRecordsUrl: string, isBeyond: boolean) => Promise<Page<R>>) | undefined;
  /** Counts the whole list; called only where totalCount is selected and the window doesn't hold it. */
  readonly count?: ((again?: CountAgain) => Promise<number | null>) | undefined;
  readonly site: UpstreamSite;
}

export function requestOf({ order, start, end }: Bounds, limit: number): KeysetRequest {
  const where = allOf(
    start === null ? undefined : beyond(order, start),
    end === null ? undefined : beyond(reversed(order), end),
  );
  return { where, orderBy: orderByOf(order), limit };
}

/**
 * Page of a child list inside its parent's row; null is an empty page, an error in its place is thrown.
 * @example
 * childPage({ totalSize: 2, done: true, records: [a, b] }) → a page of the rows a and b
 */
export function childPage(value: unknown): Page<Readonly<Record<string, unknown>>> {
  if (value instanceof Error) throw value;
  if (typeof value !== 'object' || value === null) return { rows: [], page: lastPage };
  const { records, done, totalSize } = value as Readonly<Record<string, unknown>>;
  return {
    rows: Array.isArray(records) ? records.map((row) => (isObject(row) ? row : notARow)) : [],
    page: {
      ...lastPage,
      done: done !== false,
      ...(totalSize === undefined || totalSize === null
        ? { lacksTotal: 'missing' }
        : totalMark(totalSize)),
    },
  };
}

export interface Stretch<R> {
  readonly rows: readonly R[];
  /** Whether more rows may follow that were not read. */
  readonly isCut: boolean;
  /** Error that stopped the reading of further pages. */
  readonly stopped: UpstreamError | null;
  /** Rows missing, or possibly missing, from the stretch. */
  readonly shortfall: Shortfall | null;
}

/** Number of readings of a stretch that stays short, and one of the rows after its last. */
const maxReadings = 4;

/**
 * Up to `rowCount` rows, each once; fewer only where the stretch ends or the request's allowance is spent.
 * A stretch that came short is read again, past the cache, and the rows of all readings are merged.
 * @param first its first page, where it has been asked for already.
 * @throws AllowanceSpentError where that leaves none.
 */
export async function readStretch<R>(
  list: KeysetList<R>,
  bounds: Bounds,
  rowCount: number,
  first?: MaybePromise<Page<R>>,
): Promise<Stretch<R>> {
  const count = new DistinctRows({ keyOf: rowIdentity });
  const all = new Map<unknown, R>();
  let ofReading = new Map<unknown, R>();
  let ownReading = 0;
  let isFull = false;
  let stopped: UpstreamError | null = null;
  let lack: Lack | undefined;
  const steps = pages<Page<R>>(stretchPages(list, bounds, rowCount, { all, count, first }), {
    site: list.site,
    count,
    maxReadings,
    estimated: Math.ceil(rowCount / maxRows),
    cursorOf: () => null,
  });
  for await (const step of steps) {
    if (step.page === null) {
      if (step.shortfall === null && step.reading === 0) ({ stopped } = step);
      break;
    }
    if (step.reading !== ownReading) ofReading = new Map();
    lack = step.page.page.lacksTotal;
    ownReading = step.reading;
    for (const row of step.page.rows) {
      ofReading.set(rowIdentity(row) ?? row, row);
      all.set(rowIdentity(row) ?? row, row);
    }
    // Enough rows came before the end: further pages were not requested.
    isFull = !step.page.page.done && ofReading.size >= rowCount;
    if (isFull) break;
  }
  if (stopped !== null && all.size === 0) throw stopped;
  const announced = stopped !== null || isFull ? null : count.announced;
  // A complete reading replaces the others, in the CRM's order.
  const isWhole = all.size === ofReading.size || isFull || ofReading.size >= (announced ?? 0);
  const rows = isWhole
    ? [...ofReading.values()]
    : inOrder([...all.values()], bounds.order, list.site);
  const judged = assessStretch(list, bounds, rows, rowCount, announced, stopped !== null);
  const isUncounted = announced === null && stopped === null && rows.length < rowCount;
  return {
    ...judged,
    shortfall: judged.shortfall ?? (isUncounted ? uncountedRows(lack) : null),
    stopped,
  };
}

interface Readings<R> {
  /** Rows of all readings so far, in the order they came. */
  readonly all: ReadonlyMap<unknown, R>;
  readonly count: DistinctRows;
  readonly first: MaybePromise<Page<R>> | undefined;
}

/**
 * Pages of a stretch. A short page that is not the last is followed by its locator, where the
 * service takes one back, else by a query from its last row.
 * @throws UPSTREAM_BAD_RESPONSE when rows are announced and none come
 */
function stretchPages<R>(
  list: KeysetList<R>,
  bounds: Bounds,
  limit: number,
  { all, count, first }: Readings<R>,
): ReadPage<Page<R>> {
  const followed = new Set<string>();
  const ids = new Set<unknown>();
  let next = bounds;
  let barren = 0;
  let sizeBefore = 0;
  let isBehind = false;
  return async ({ previous, reading, isBeyond, fresh }) => {
    if (previous === null) {
      if (reading === 0) return first ?? list.query({ ...requestOf(bounds, limit), isBeyond });
      const hasNews = all.size > sizeBefore;
      sizeBefore = all.size;
      const { announced } = count;
      if (reading === 3 && !isBehind) return null;
      isBehind = reading === 2 && !hasNews && announced !== null && announced < limit;
      ids.clear();
      barren = 0;
      next = bounds;
      if (!isBehind) return list.query({ ...requestOf(bounds, limit), isBeyond, fresh });
      // The same rows came again: where the stretch reaches the list's end, missing rows may lie
      // after the last one.
      next = goOn(bounds, [...all.values()].at(-1), list.site);
      const remainder = { ...requestOf(next, announced! - all.size), isBeyond, fresh };
      const { rows, page } = await list.query(remainder);
      return { rows, page: { ...page, total: null } };
    }
    for (const row of previous.rows) ids.add(rowIdentity(row) ?? row);
    const left = (isBehind ? count.announced! - sizeBefore : limit) - ids.size;
    if (left <= 0 || previous.page.done) return null;
    barren = previous.rows.length === 0 ? barren + 1 : 0;
    if (barren > 1) throw barrenList(list.site);
    next = goOn(next, previous.rows.at(-1), list.site);
    const followedPage = await follow(list, previous, followed, isBeyond);
    return followedPage ?? list.query({ ...requestOf(next, left), isBeyond, fresh });
  };
}

/** Bounds of the stretch after a row; unchanged without a row. */
const goOn = (bounds: Bounds, last: unknown, site: UpstreamSite): Bounds =>
  last === undefined ? bounds : { ...bounds, start: placeOf(last, bounds.order, site).slice(1) };

/** Page at a locator; null where it is gone. Locators expire early, and the keyset needs none. */
async function follow<R>(
  list: KeysetList<R>,
  { page }: Page<R>,
  followed: Set<string>,
  isBeyond: boolean,
): Promise<Page<R> | null> {
  const url = page.nextRecordsUrl;
  if (list.follow === undefined || url === null || followed.has(url)) return null;
  followed.add(url);
  try {
    return await list.follow(url, isBeyond);
  } catch (error) {
    if (isDeadToken(error)) return null;
    throw error;
  }
}

/** Compares the rows with the announced number: missing, in surplus or out of order. */
function assessStretch<R>(
  { site }: KeysetList<R>,
  bounds: Bounds,
  rows: readonly R[],
  rowCount: number,
  announced: number | null,
  isCut: boolean,
): Omit<Stretch<R>, 'stopped'> {
  const { order } = bounds;
  const isMissing = announced !== null && rows.length < announced;
  const isSurplus = announced !== null && rows.length > announced;
  const isSorted = !isSurplus && isInOrder(rows, order, site);
  const listed = (isSorted ? rows : inOrder(rows, order, site)).slice(0, rowCount);
  let shortfall: Shortfall | null = null;
  if (isMissing) {
    const message = 'The CRM announced more rows of this list than it handed out.';
    shortfall = { message, expected: announced, received: rows.length };
  } else if ((!isSorted && (isCut || rows.length >= rowCount)) || !isWithin(rows, bounds, site)) {
    const message = `The CRM handed out ${isSurplus ? 'more rows than it announced' : 'rows in another order than was asked for'}; rows around this window may be missing or come again.`;
    shortfall = { message, expected: null, received: null };
  }
  // A window without a row has no cursor that leads on.
  const leadsOn = isCut || (isMissing && announced >= rowCount && rows.length > 0);
  return { rows: listed, isCut: leadsOn, shortfall };
}

function barrenList(site: UpstreamSite): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    'The upstream says that there are more rows, and gives none',
    site,
  );
}

interface WholeListOptions {
  /** Rows per query. Default: as many as the CRM gives. */
  readonly pageRows?: number;
  readonly maxPages: number;
  /** Advice in the error where `maxPages` are not enough; ends a sentence. */
  readonly advice: string;
}

/**
 * Reads a list from its beginning, page by page, for readers that need all of it; each query starts
 * after the last row (keyset pagination).
 * @throws UpstreamError as the source does; UPSTREAM_BAD_RESPONSE where announced rows did not
 * come; SCAN_LIMIT where the list has more pages or the request's call allowance is spent
 */
export async function* readKeysetList<R>(
  list: KeysetList<R>,
  { pageRows = maxRows, maxPages, advice }: WholeListOptions,
): AsyncGenerator<readonly R[], void, undefined> {
  const { site } = list;
  let bounds: Bounds = { order: totalOrder(list.order), start: null, end: null };
  for (let count = 1; ; count += 1) {
    const { rows, stopped, shortfall } = await readStretch(list, bounds, pageRows);
    if (stopped !== null) throw stopped;
    if (shortfall !== null)
      throw new UpstreamError('UPSTREAM_BAD_RESPONSE', shortfall.message, site);
    yield rows;
    if (rows.length < pageRows) return;
    if (count === maxPages) throw scanLimit(site, count, advice);
    bounds = goOn(bounds, rows.at(-1), site);
  }
}
