/**
 * Offset lists: Relay windows over a list that is read by row number; a cursor is the number of its row. A page
 * counts for as many rows as the upstream says, even where some did not come: a gap must not shift the numbers of
 * later rows.
 */

import { locatorOffset } from '../contract/wire/execute.ts';
import type { UpstreamSite } from '../errors.ts';
import { type Connection, connectionOf, forwardOnly, LazyEdge, type Window } from './connection.ts';
import { foreignPosition, type ListCursors, type Position } from './cursor.ts';
import { malformedTotal, type RowCount, type Shortfall, uncountedRows } from './incomplete-list.ts';
import type { Page, PageRequest } from './page.ts';
import { pages } from './page-reader.ts';

export type OffsetRequest = Pick<PageRequest<unknown>, 'isBeyond' | 'fresh'>;

interface OffsetSource<R> {
  readonly site: UpstreamSite;
  /** Limit of the list's rows. */
  readonly limit: number;
  /** Reads the list from its beginning; its total is the list's. */
  first(request: OffsetRequest): Promise<Page<R>>;
  /** Reads up to `rows` rows from row number `start`; its total is that of these rows. */
  part(start: number, rows: number, request: OffsetRequest): Promise<Page<R>>;
  /** Key of a row for deduplication; null for a row without one. */
  readonly key?: ((row: R) => string | null) | undefined;
}

interface OffsetStart {
  readonly start: number;
  /** Total of the whole list; null where the service did not announce it. */
  readonly total: number | null;
}

interface NumberedRow<R> {
  readonly row: R;
  /** Row number in the list; of rows around missing ones the highest possible. */
  readonly index: number;
}

interface OffsetRows<R> {
  readonly rows: readonly NumberedRow<R>[];
  readonly total: number | null;
  /** Whether the upstream gave something else than a number of rows as the total. */
  readonly isMalformed: boolean;
  readonly hasMore: boolean;
  readonly shortfall: Shortfall | null;
}

/**
 * Reads the rows from a position on: one more than `size`, which shows whether there are more.
 * After a page that ends early the next row is read; rows that do not come, or moved since, are
 * read once more.
 * @throws as the source does
 */
export async function readFromOffset<R>(
  source: OffsetSource<R>,
  from: OffsetStart,
  size: number,
): Promise<OffsetRows<R>> {
  let best = new Reading(source, from, size);
  let current = best;
  const count: RowCount<LedPage<R>> = {
    get received() {
      return current.rows.length;
    },
    add: (page) => current.take(page),
    shortfall: () => current.shortfall,
  };
  const steps = pages<LedPage<R>>(
    async ({ previous, reading, ...request }) => {
      if (previous === null && reading > 0) current = new Reading(source, from, size);
      return current.isEnded ? null : current.read(request);
    },
    { site: source.site, count, estimated: 1, maxReadings: 2, cursorOf: () => null },
  );
  let isStopped = false;
  for await (const step of steps) {
    if (step.page !== null || step.shortfall !== null) continue;
    if (best.rows.length === 0) throw step.stopped;
    isStopped = current === best;
    current = best;
  }
  if (current.shortfall === null || current.rows.length > best.rows.length) best = current;
  return best.result(isStopped);
}

/** Page with the number of its rows that precede the requested one. */
interface LedPage<R> extends Page<R> {
  readonly lead?: number;
}

/** The rows of one reading, with their numbers. */
class Reading<R> {
  readonly rows: NumberedRow<R>[] = [];
  shortfall: Shortfall | null = null;
  readonly #source: OffsetSource<R>;
  readonly #start: number;
  readonly #size: number;
  readonly #seen = new Set<unknown>();
  /** Number of the next row to read. */
  #next: number;
  #total: number | null;
  #hasMalformedTotal = false;
  /** Number after the last announced row. */
  #end = 0;
  #isBegun = false;
  #isAtEnd: boolean;

  constructor(source: OffsetSource<R>, { start, total }: OffsetStart, size: number) {
    this.#source = source;
    this.#start = start;
    this.#next = start;
    this.#total = total;
    this.#size = size;
    this.#isAtEnd = start >= source.limit;
  }

  get isEnded(): boolean {
    return this.#isAtEnd || this.#isFull;
  }

  get #isFull(): boolean {
    return this.#next - this.#start > this.#size;
  }

  result(isStopped: boolean): OffsetRows<R> {
    const hasMore = isStopped || (this.#isFull && this.rows.length > 0);
    const total = hasMore ? this.#total : (this.#total ?? this.#next);
    const isMalformed = this.#total === null && this.#hasMalformedTotal;
    return { rows: this.rows, total, isMalformed, hasMore, shortfall: this.shortfall };
  }

  async read(request: OffsetRequest): Promise<LedPage<R>> {
    const next = this.#next;
    const rowCount = this.#start + this.#size + 1 - next;
    if (next === 0 && !this.#isBegun) return this.#source.first(request);
    const before = this.#nameBefore();
    if (before !== null) {
      const page = await this.#source.part(next - 1, rowCount + 1, request);
      const led = this.#behind(before, page);
      // A page cut after that row shows nothing of the next one.
      if (led.rows.length > 0 || page.page.done) return led;
    }
    return this.#source.part(next, rowCount, request);
  }

  /** Key of the row before the next one, where known: a page that begins with it shows whether rows moved. */
  #nameBefore(): string | null {
    const last = this.rows.at(-1);
    return last?.index === this.#next - 1 ? (this.#source.key?.(last.row) ?? null) : null;
  }

  /** Drops the rows of a page up to the row it should begin after. */
  #behind(name: string, { rows, page }: Page<R>): LedPage<R> {
    const [first] = rows;
    const isThere = first !== undefined && this.#source.key?.(first) === name;
    if (!isThere) this.shortfall ??= movedRows;
    const total = page.total && Math.max(0, page.total - 1);
    return { rows: isThere ? rows.slice(1) : rows, page: { ...page, total }, lead: 1 };
  }

  take(led: LedPage<R>): void {
    const { page } = led;
    const next = this.#next;
    const rows = led.rows.filter((row) => {
      const name = this.#source.key?.(row) ?? row;
      return !this.#seen.has(name) && this.#seen.add(name);
    });
    if (next === 0 && !this.#isBegun) this.#total = page.total;
    this.#isBegun = true;
    this.#end = Math.max(this.#end, next + (page.total ?? 0));
    const count = countOf(led, rows.length);
    const missing = Math.max(0, count - rows.length);
    for (const [at, row] of rows.entries())
      this.rows.push({ row, index: next + Math.min(at + missing, Math.max(count - 1, 0)) });
    this.#next = next + count;
    if (missing > 0) this.shortfall ??= missingRows(this.#next, this.#next - missing);
    if (rows.length > count)
      this.shortfall ??= { ...surplus, expected: count, received: rows.length };
    if (page.lacksTotal === 'malformed') this.#hasMalformedTotal = true;
    if (page.done && !this.#isFull) this.shortfall ??= uncountedRows(page.lacksTotal);
    const isLast = page.done && this.#next >= this.#end;
    if (count === 0 && !isLast)
      this.shortfall ??= missingRows(this.#end > next ? this.#end : null, next);
    this.#isAtEnd =
      this.#next >= this.#source.limit || count === 0 || (isLast && page.isUnmarked !== true);
  }
}

/** Number of rows that a page counts for, as the upstream counts them; `otherwise` where it doesn't. */
function countOf({ page, lead = 0 }: LedPage<unknown>, otherwise: number): number {
  if (page.done) return page.isUnmarked === true ? otherwise : (page.total ?? otherwise);
  const offset = locatorOffset(page);
  return offset === null ? otherwise : Math.max(0, offset - lead);
}

const missingRows = (expected: number | null, received: number): Shortfall => ({
  message: 'The upstream announced further rows of this query and did not hand them out.',
  expected,
  received,
});

/** Shortfall: rows have moved since the previous page. */
const movedRows: Shortfall = {
  message:
    'The rows of this query are not where they were a moment ago; some may be missing or come twice.',
  expected: null,
  received: null,
};

const surplus: Pick<Shortfall, 'message'> = {
  message:
    'The upstream handed out more rows of this query than it announced; some may be missing or come twice.',
};

export interface OffsetList<R> extends OffsetSource<R> {
  /** Receives the shortfall of a window. */
  readonly report: (shortfall: Shortfall) => void;
}

/**
 * The first window reads the list itself, each further one its own rows and one more. A cursor
 * holds what names the next row, so that rows which come, go or change places between two windows
 * are noticed.
 * @throws UserInputError for `last`, `before`, or a cursor that is not of this list; UpstreamError
 *   as the source does.
 */
export async function offsetConnection<R>(
  list: OffsetList<R>,
  window: Window,
  cursors: ListCursors,
): Promise<Connection<R>> {
  const { size, after } = forwardOnly(window);
  const from = after === null ? listStart : readPosition(cursors, after);
  const read = await readFromOffset(list, from, size);
  const { rows, hasMore, shortfall } = read;
  const total = read.isMalformed ? null : read.total;
  const nameOf = (at: number): string | null => {
    const next = rows[at];
    return next === undefined ? null : (list.key?.(next.row) ?? null);
  };
  const hasMoved = from.next !== null && nameOf(0) !== from.next;
  if (shortfall !== null || hasMoved) list.report(shortfall ?? movedRows);
  const edges = rows
    .slice(0, size)
    .map(
      ({ row, index }, at) => new LazyEdge(row, cursors, () => ['o', index, total, nameOf(at + 1)]),
    );
  return connectionOf({
    edges,
    hasNextPage: hasMore,
    hasPreviousPage: after !== null,
    async totalCount() {
      if (read.isMalformed) throw malformedTotal(list.site);
      return total;
    },
  });
}

interface OffsetPosition extends OffsetStart {
  /** Key of the window's first row; null where it has none. */
  readonly next: string | null;
}

const listStart: OffsetPosition = { start: 0, total: null, next: null };

function readPosition(cursors: ListCursors, after: string): OffsetPosition {
  const [style, index, total, next = null]: Position = cursors.decode(after, 'after');
  const isPlace = style === 'o' && typeof index === 'number';
  const isTotal = total === null || typeof total === 'number';
  if (!isPlace || !isTotal || (next !== null && typeof next !== 'string'))
    throw foreignPosition('after');
  return { start: index + 1, total, next };
}
