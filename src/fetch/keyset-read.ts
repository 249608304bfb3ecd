/**
 * Reads one stretch of an ordered CRM list, over as many pages as the upstream makes of it, and tells
 * whether all rows came that were announced, in the order that was asked for.
 */

import { UpstreamError, type UpstreamSite } from '../errors.ts';
import { maxRows } from '../soql/chunk.ts';
import { unlessDead } from './dead-token.ts';
import type { Shortfall } from './incomplete.ts';
import { idOf, placeOf, totalOrder } from './keyset.ts';
import { type Bounds, type KeysetList, requestOf } from './keyset-list.ts';
import { inOrder, isInOrder, isWithin } from './keyset-order.ts';
import { checkedLocator } from './locator.ts';
import type { Page } from './page.ts';
import { pages, scanLimit } from './pages.ts';

export interface Read<R> {
  readonly rows: readonly R[];
  /** More rows may follow, and were not had. */
  readonly isCut: boolean;
  /** Why they could not be asked for. */
  readonly stopped: UpstreamError | null;
  /** What is missing of the stretch, or may be. */
  readonly shortfall: Shortfall | null;
}

/** Most times a stretch is read again whose pages held fewer rows than announced. */
const maxReadings = 3;

/**
 * Up to `wanted` rows, each once; fewer only where the stretch ends or the request may ask no more.
 * A stretch of which fewer rows came than were announced is read again, past the cache, and what
 * came of each reading is put together. @throws AllowanceSpentError where that leaves none.
 */
export async function collect<R>(
  list: KeysetList<R>,
  bounds: Bounds,
  wanted: number,
  inlined: Page<R> | undefined,
): Promise<Read<R>> {
  let rows = new Map<unknown, R>();
  const first = await readStretch(list, bounds, wanted, rows, { inlined });
  const { stopped } = first;
  if (stopped !== null && rows.size === 0) throw stopped;
  let { announced } = first;
  for (let reading = 1; isShort(rows, announced) && reading < maxReadings; reading += 1) {
    const before = rows.size;
    const own = new Map<unknown, R>();
    const again = await readStretch(list, bounds, wanted, own, { fresh: true });
    announced = again.announced ?? announced;
    // A reading that is whole stands alone, in the CRM's order.
    rows = isShort(own, announced) ? merged(list, bounds, rows, own) : own;
    if (again.stopped !== null) break;
    // The same rows again: where the stretch reaches the list's end, the rest may lie behind the last one.
    if (rows.size > before || reading > 1 || announced === null || announced >= wanted) continue;
    const rest = goOn(bounds, [...rows.values()].at(-1), list.site);
    const behind = new Map<unknown, R>();
    await readStretch(list, rest, announced - rows.size, behind, { fresh: true });
    rows = merged(list, bounds, rows, behind);
  }
  return {
    ...judge(list, bounds, [...rows.values()], wanted, announced, stopped !== null),
    stopped,
  };
}

/** Rows of two readings, each once, in the order that was asked for. */
function merged<R>(
  { site }: KeysetList<R>,
  { order }: Bounds,
  rows: ReadonlyMap<unknown, R>,
  more: ReadonlyMap<unknown, R>,
): Map<unknown, R> {
  if (more.size === 0) return new Map(rows);
  const all = inOrder([...new Map([...rows, ...more]).values()], order, site);
  return new Map(all.map((row) => [idOf(row) ?? row, row]));
}

export interface WholeListOptions {
  /** Rows asked for at once. */
  readonly pageRows: number;
  readonly maxPages: number;
  /** What to do where these are not enough; ends a sentence. */
  readonly advice: string;
}

/**
 * A list from its beginning, for readers that need all of it, each query going on behind the last row.
 * @throws UpstreamError as the source does; UPSTREAM_BAD_RESPONSE where announced rows did not
 *   come; SCAN_LIMIT where the list has more pages or the request may not ask on.
 */
export async function* readKeysetList<R>(
  list: KeysetList<R>,
  { pageRows, maxPages, advice }: WholeListOptions,
): AsyncGenerator<readonly R[], void, undefined> {
  const { site } = list;
  let bounds: Bounds = { order: totalOrder(list.order), start: null, end: null };
  for (let count = 1; ; count += 1) {
    const { rows, stopped, shortfall } = await collect(list, bounds, pageRows, undefined);
    if (stopped !== null) throw stopped;
    if (shortfall !== null)
      throw new UpstreamError('UPSTREAM_BAD_RESPONSE', shortfall.message, site);
    yield rows;
    if (rows.length < pageRows) return;
    if (count === maxPages) throw scanLimit(site, count, advice);
    bounds = goOn(bounds, rows.at(-1), site);
  }
}

const isShort = (rows: ReadonlyMap<unknown, unknown>, announced: number | null): boolean =>
  announced !== null && rows.size < announced;

function judge<R>(
  { site }: KeysetList<R>,
  bounds: Bounds,
  rows: readonly R[],
  wanted: number,
  announced: number | null,
  isCut: boolean,
): Omit<Read<R>, 'stopped'> {
  const { order } = bounds;
  const isMissing = announced !== null && rows.length < announced;
  const isSurplus = announced !== null && rows.length > announced;
  const isSorted = !isSurplus && isInOrder(rows, order, site);
  const shown = (isSorted ? rows : inOrder(rows, order, site)).slice(0, wanted);
  let shortfall: Shortfall | null = null;
  if (isMissing) {
    const message = 'The CRM announced more rows of this list than it handed out.';
    shortfall = { message, expected: announced, received: rows.length };
  } else if ((!isSorted && (isCut || rows.length >= wanted)) || !isWithin(rows, bounds, site)) {
    const message = `The CRM handed out ${isSurplus ? 'more rows than it announced' : 'rows in another order than was asked for'}; rows around this window may be missing or come again.`;
    shortfall = { message, expected: null, received: null };
  }
  // A window without a row has no cursor that leads on.
  const leadsOn = isCut || (isMissing && announced >= wanted && rows.length > 0);
  return { rows: shown, isCut: leadsOn, shortfall };
}

interface Reading {
  /** Rows of the stretch by the upstream's own count; null where that can't be held against what came. */
  readonly announced: number | null;
  readonly stopped: UpstreamError | null;
}

interface ReadOptions<R> {
  /** The first page, when it came as part of another answer. */
  readonly inlined?: Page<R> | undefined;
  /** A further reading: past the cache, and paid from the reserve. */
  readonly fresh?: boolean | undefined;
}

async function readStretch<R>(
  list: KeysetList<R>,
  bounds: Bounds,
  limit: number,
  rows: Map<unknown, R>,
  options: ReadOptions<R>,
): Promise<Reading> {
  let announced: number | null = null;
  let count = 0;
  for await (const step of keysetPages(list, bounds, limit, options)) {
    if (step.page === null) return { announced: null, stopped: step.stopped };
    const { page } = step;
    if (count === 0) announced = page.page.total;
    count += 1;
    for (const row of page.rows) rows.set(idOf(row) ?? row, row);
    // Enough rows came before the end: whatever lies beyond them was not asked for.
    if (!page.page.done && rows.size >= limit) announced = null;
  }
  return { announced, stopped: null };
}

/**
 * The pages that make up one limited stretch of a list. A page with fewer rows than asked for that
 * is not the last is followed by its locator, where the service takes one back, and else by asking
 * again from its last row. @throws UPSTREAM_BAD_RESPONSE when rows are promised and none come.
 */
function keysetPages<R>(
  list: KeysetList<R>,
  bounds: Bounds,
  limit: number,
  { inlined, fresh = false }: ReadOptions<R> = {},
) {
  const followed = new Set<string>();
  let next = bounds;
  const ids = new Set<unknown>();
  let barren = 0;
  return pages<Page<R>>(
    async ({ previous, isBeyond }) => {
      if (previous === null) {
        const request = { ...requestOf(bounds, limit), isBeyond, fresh };
        return inlined ?? list.query(isBeyond || fresh ? request : requestOf(bounds, limit));
      }
      for (const row of previous.rows) ids.add(idOf(row) ?? row);
      const left = limit - ids.size;
      if (left <= 0 || previous.page.done) return null;
      barren = previous.rows.length === 0 ? barren + 1 : 0;
      if (barren > 1) throw barrenList(list.site);
      next = goOn(next, previous.rows.at(-1), list.site);
      return (
        (await follow(list, previous, followed, isBeyond)) ??
        (await list.query({ ...requestOf(next, left), isBeyond, fresh }))
      );
    },
    { site: list.site, estimated: fresh ? 0 : Math.ceil(limit / maxRows), markOf: () => null },
  );
}

/** The stretch behind a row; the same where there is none. */
const goOn = (bounds: Bounds, last: unknown, site: UpstreamSite): Bounds =>
  last === undefined ? bounds : { ...bounds, start: placeOf(last, bounds.order, site).slice(1) };

/** The page a mark leads to; null where it cannot be had. Locators die early, and the keyset needs none. */
async function follow<R>(
  list: KeysetList<R>,
  { page }: Page<R>,
  followed: Set<string>,
  isBeyond: boolean,
): Promise<Page<R> | null> {
  const url = checkedLocator(page.nextRecordsUrl);
  if (list.follow === undefined || url === null || followed.has(url)) return null;
  followed.add(url);
  return unlessDead(list.follow(url, isBeyond));
}

function barrenList(site: UpstreamSite): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    'The upstream says that there are more rows, and gives none',
    site,
  );
}
