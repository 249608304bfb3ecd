/** Relay windows over a free query, whose order and keys nobody knows: by locator, and position within its page. */

import { AllowanceSpentError, unlessSpent } from '../connector/allowance.ts';
import type { UpstreamSite } from '../errors.ts';
import { UpstreamError } from '../errors.ts';
import { maxRows } from '../soql/chunk.ts';
import { maxOffset } from '../soql/free-query.ts';
import type { Connection } from './connection.ts';
import { connectionOf, LazyEdge } from './connection.ts';
import type { ListCursors, Position } from './cursor.ts';
import { foreignPosition } from './cursor.ts';
import { unlessDead } from './dead-token.ts';
import { checkedLocator } from './locator.ts';
import type { Page } from './page.ts';
import type { Window } from './window.ts';
import { forwardOnly } from './window.ts';

export interface LocatorList<R> {
  /** Runs the query from its beginning. */
  first(isBeyond: boolean): Promise<Page<R>>;
  /** Reads the page at a `nextRecordsUrl`, where the service takes one back. */
  readonly follow?: ((nextRecordsUrl: string, isBeyond: boolean) => Promise<Page<R>>) | undefined;
  /** Runs the query for `rows` rows from `start`; null where the query or the CRM doesn't allow it. */
  readonly part?:
    | ((start: number, rows: number, isBeyond: boolean) => Promise<Page<R>> | null)
    | undefined;
  /** What recognises a row, such as its Id; null for rows without identity. */
  identify(row: R): string | null;
  readonly site: UpstreamSite;
}

/** A page, how to have it again, and the number of its first row in the whole result. */
interface Located<R> {
  readonly rows: readonly R[];
  readonly url: string | null;
  readonly start: number;
  readonly total: number | null;
  /** Null on the last page. */
  readonly next: { readonly url: string | null; readonly start: number } | null;
}

interface Spot {
  readonly url: string | null;
  readonly start: number;
  readonly index: number;
  readonly id: string | null;
  readonly total: number | null;
}

const partRows = 200;
/** Statements that find the place of a cursor again. */
const resumeReads = 13;

/** Reads a window of full pages takes at most. */
export const reckonedReads = (size: number, resumes: boolean): number =>
  Math.max(1, Math.ceil(size / maxRows)) + (resumes ? resumeReads : 0);

/**
 * @throws UserInputError for `last`, `before`, or a cursor that is not of this list; UpstreamError
 *   as the source does, and CURSOR_EXPIRED or SCAN_LIMIT for rows that can be reached neither by locator nor by count.
 */
export async function locatorConnection<R>(
  list: LocatorList<R>,
  window: Window,
  cursors: ListCursors,
): Promise<Connection<R>> {
  const { size, after } = forwardOnly(window);
  const spot = after === null ? null : readSpot(cursors.decode(after, 'after'));
  const walk = new LocatorWalk(list, reckonedReads(size, spot !== null));
  let page = spot === null ? await walk.first() : await walk.at(spot);
  let from = spot === null ? 0 : indexAfter(list, page, spot);
  const edges: LazyEdge<R>[] = [];
  let more = false;
  for (;;) {
    const { rows, url, start, total } = page;
    more = rows.length - from > size - edges.length;
    for (let i = from; i < rows.length && edges.length < size; i += 1) {
      const row = rows[i]!;
      edges.push(new LazyEdge(row, cursors, () => ['l', url, start, i, list.identify(row), total]));
    }
    if (more || page.next === null) break;
    if (edges.length === size) {
      more = true;
      break;
    }
    const next = await unlessSpent(walk.next(page));
    if (next instanceof AllowanceSpentError) {
      if (edges.length === 0) throw next;
      more = true;
      break;
    }
    page = next;
    from = 0;
  }
  const { total } = page;
  return connectionOf({
    edges,
    hasNextPage: more,
    hasPreviousPage: after !== null,
    totalCount: async () => total ?? (after === null && !more ? edges.length : null),
  });
}

class LocatorWalk<R> {
  readonly #list: LocatorList<R>;
  readonly #seen = new Set<string>();
  readonly #reckoned: number;
  #reads = 0;
  #total: number | null = null;

  constructor(list: LocatorList<R>, reckoned: number) {
    this.#list = list;
    this.#reckoned = reckoned;
  }

  /** Counts a read; whether it is more than were reckoned. */
  #isBeyond(): boolean {
    this.#reads += 1;
    return this.#reads > this.#reckoned;
  }

  async first(): Promise<Located<R>> {
    const page = await this.#list.first(this.#isBeyond());
    this.#total = page.page.total;
    return this.#located(page, null, 0);
  }

  /** The page that holds a place. */
  async at(spot: Spot): Promise<Located<R>> {
    if (spot.url === null && spot.start === 0) return this.first();
    this.#total = spot.total;
    return this.#go(spot.url, spot.start);
  }

  async next(page: Located<R>): Promise<Located<R>> {
    if (page.next === null) throw this.#unreachable();
    return this.#go(page.next.url, page.next.start);
  }

  async #go(url: string | null, start: number): Promise<Located<R>> {
    if (url !== null && this.#seen.has(url)) throw this.#loop();
    if (url !== null) this.#seen.add(url);
    const followed = url === null ? null : await this.#follow(url);
    if (followed !== null) return this.#located(followed, url, start);
    const part = this.#list.part?.(start, partRows, this.#isBeyond());
    if (part !== null && part !== undefined) return this.#counted(await part, start, partRows);
    return (await this.#beyondOffset(start)) ?? this.#replay(start);
  }

  /** The rows within one page of the furthest row that can be counted to. */
  async #beyondOffset(start: number): Promise<Located<R> | null> {
    if (start < maxOffset || start >= maxOffset + maxRows) return null;
    const part = await this.#list.part?.(maxOffset, maxRows, this.#isBeyond());
    if (part === null || part === undefined) return null;
    return skipTo(this.#counted(part, maxOffset, maxRows), start);
  }

  /** Reads the result again from its beginning, as far as a row's number. */
  async #replay(start: number): Promise<Located<R>> {
    let page = await this.first();
    while (page.start + page.rows.length <= start && page.next !== null) {
      const { url } = page.next;
      const followed = url === null || this.#seen.has(url) ? null : await this.#follow(url);
      if (url === null || followed === null) throw this.#unreachable();
      this.#seen.add(url);
      page = this.#located(followed, url, page.next.start);
    }
    return skipTo(page, start);
  }

  async #follow(url: string): Promise<Page<R> | null> {
    return this.#list.follow === undefined
      ? null
      : await unlessDead(this.#list.follow(url, this.#isBeyond()));
  }

  #located({ rows, page }: Page<R>, url: string | null, start: number): Located<R> {
    const next = page.done
      ? null
      : { url: checkedLocator(page.nextRecordsUrl), start: start + rows.length };
    return { rows, url, start, total: page.total ?? this.#total, next };
  }

  /** A page by number: it ends where the rows do, and its own mark speaks of the part only. */
  #counted({ rows, page }: Page<R>, start: number, asked: number): Located<R> {
    const full = rows.length >= asked || !page.done;
    const next = full && rows.length > 0 ? { url: null, start: start + rows.length } : null;
    return { rows, url: null, start, total: this.#total, next };
  }

  #loop(): UpstreamError {
    return new UpstreamError(
      'PAGINATION_LOOP',
      'The upstream handed out a locator that leads back to where it came from',
      this.#list.site,
    );
  }

  #unreachable(): UpstreamError {
    const { follow, site } = this.#list;
    return follow === undefined
      ? new UpstreamError(
          'SCAN_LIMIT',
          'The rest of this result cannot be reached: the service reads no further pages, and counting rows has an end; narrow the query',
          site,
        )
      : new UpstreamError(
          'CURSOR_EXPIRED',
          'The rest of this result can no longer be reached; run the query again from its first page',
          site,
        );
  }
}

function skipTo<R>(page: Located<R>, start: number): Located<R> {
  const skip = Math.max(0, start - page.start);
  return { ...page, rows: page.rows.slice(skip), start: page.start + skip };
}

function indexAfter<R>(list: LocatorList<R>, page: Located<R>, spot: Spot): number {
  const index = spot.start + spot.index - page.start;
  if (spot.id === null) return index + 1;
  const same = page.rows[index];
  if (same !== undefined && list.identify(same) === spot.id) return index + 1;
  const moved = page.rows.findIndex((row) => list.identify(row) === spot.id);
  return moved >= 0 ? moved + 1 : Math.max(0, index);
}

function readSpot(position: Position): Spot {
  const [style, url, start, index, id, total] = position;
  if (
    style === 'l' &&
    (url === null || typeof url === 'string') &&
    typeof start === 'number' &&
    typeof index === 'number' &&
    (id === null || typeof id === 'string') &&
    (total === null || typeof total === 'number')
  ) {
    return { url, start, index, id, total };
  }
  throw foreignPosition('after');
}
