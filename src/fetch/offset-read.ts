/**
 * Reads a list by row number. A page stands for the rows that the upstream counts for it, whatever
 * came of them: rows that are missing in its middle must not shift the numbers of those behind.
 */

import { AllowanceSpentError, unlessSpent } from '../upstream/allowance.ts';
import type { Shortfall } from './incomplete.ts';
import { locatorOffset } from './locator.ts';
import type { Page } from './page.ts';

export interface OffsetRequest {
  readonly isBeyond: boolean;
  /** The answer must not come from a cache: the one before was short. */
  readonly fresh: boolean;
}

export interface OffsetSource<R> {
  /** Most rows the list can have. */
  readonly limit: number;
  /** Reads the list from its beginning; the total it tells is the list's. */
  first(request: OffsetRequest): Promise<Page<R>>;
  /** Reads up to `rows` rows from row number `start`; the total it tells is that of these rows. */
  part(start: number, rows: number, request: OffsetRequest): Promise<Page<R>>;
  /** What names a row, so that one that comes twice is one; null for a row without a name. */
  readonly key?: ((row: R) => string | null) | undefined;
}

export interface OffsetPlace {
  readonly start: number;
  /** Rows of the whole list; null where the service did not tell. */
  readonly total: number | null;
}

export interface NumberedRow<R> {
  readonly row: R;
  /** Its number in the list; of rows around missing ones the highest it can have. */
  readonly index: number;
}

export interface OffsetRows<R> {
  readonly rows: readonly NumberedRow<R>[];
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly shortfall: Shortfall | null;
}

/**
 * The rows from a place on: one more than `size`, which tells that there are more, where the list
 * has them. Pages that end early are gone on with at the next row; one with fewer rows than it
 * counts is read once more.
 * @throws as the source does.
 */
export async function readFromOffset<R>(
  source: OffsetSource<R>,
  { start, total }: OffsetPlace,
  size: number,
): Promise<OffsetRows<R>> {
  const reading = new Reading(source, start, total);
  for (;;) {
    if (reading.next >= source.limit) return reading.result(false);
    const step = await reading.read(start + size + 1 - reading.next);
    if (step === 'stopped') return reading.result(true);
    if (reading.next - start > size) return reading.result(reading.rows.length > 0);
    if (step === 'ended') return reading.result(false);
  }
}

/** A page, and how many rows that came with it lie before it. */
interface LedPage<R> extends Page<R> {
  readonly lead?: number;
}

class Reading<R> {
  readonly rows: NumberedRow<R>[] = [];
  /** Number of the row to go on with. */
  next: number;
  readonly #source: OffsetSource<R>;
  readonly #seen = new Set<unknown>();
  #total: number | null;
  /** Number behind the last row that was announced. */
  #end = 0;
  #reads = 0;
  #shortfall: Shortfall | null = null;

  constructor(source: OffsetSource<R>, start: number, total: number | null) {
    this.#source = source;
    this.next = start;
    this.#total = total;
  }

  result(hasMore: boolean): OffsetRows<R> {
    const total = hasMore ? this.#total : (this.#total ?? this.next);
    return { rows: this.rows, total, hasMore, shortfall: this.#shortfall };
  }

  async read(wanted: number): Promise<'further' | 'ended' | 'stopped'> {
    const { next } = this;
    const isWhole = next === 0 && this.#reads === 0;
    const before = this.#nameBefore();
    const ask = async (request: OffsetRequest): Promise<LedPage<R> | AllowanceSpentError> => {
      if (isWhole) return unlessSpent(this.#source.first(request));
      if (before === null) return unlessSpent(this.#source.part(next, wanted, request));
      const page = await unlessSpent(this.#source.part(next - 1, wanted + 1, request));
      if (page instanceof AllowanceSpentError) return page;
      const led = this.#behind(before, page);
      // A page that was cut behind that row shows nothing of the next one.
      if (led.rows.length > 0 || page.page.done) return led;
      return unlessSpent(this.#source.part(next, wanted, request));
    };
    const answer = await ask({ isBeyond: this.#reads > 0, fresh: false });
    if (answer instanceof AllowanceSpentError) {
      if (this.rows.length === 0) throw answer;
      return 'stopped';
    }
    this.#reads += 1;
    let used: LedPage<R> = answer;
    let rows = this.#news(answer.rows);
    if (rows.length < countOf(answer, 0)) {
      const again = await ask({ isBeyond: true, fresh: true });
      if (!(again instanceof AllowanceSpentError)) {
        const others = this.#news(again.rows);
        if (others.length > rows.length) [rows, used] = [others, again];
      }
    }
    const { page } = used;
    if (isWhole) this.#total = page.total;
    this.#end = Math.max(this.#end, next + (page.total ?? 0));
    this.#take(rows, countOf(used, rows.length));
    const isLast = page.done && this.next >= this.#end;
    const isEmpty = this.next === next;
    if (isLast && (isEmpty || !page.isUnmarked)) return 'ended';
    if (!isEmpty) return 'further';
    // Asking again would bring the same.
    this.#shortfall ??= missingRows(this.#end > next ? this.#end : null, next);
    return 'ended';
  }

  /** The name of the row before the next one, where it is known: a page that begins with it shows whether rows moved. */
  #nameBefore(): string | null {
    const last = this.rows.at(-1);
    return last?.index === this.next - 1 ? (this.#source.key?.(last.row) ?? null) : null;
  }

  /** What of a page lies behind the row it should begin with. */
  #behind(name: string, { rows, page }: Page<R>): LedPage<R> {
    const [first] = rows;
    const isThere = first !== undefined && this.#source.key?.(first) === name;
    if (!isThere) this.#shortfall ??= movedRows;
    const total = page.total && Math.max(0, page.total - 1);
    return { rows: isThere ? rows.slice(1) : rows, page: { ...page, total }, lead: 1 };
  }

  /** The rows that did not come before, each once. */
  #news(rows: readonly R[]): readonly R[] {
    const own = new Set<unknown>();
    return rows.filter((row) => {
      const name = this.#source.key?.(row) ?? row;
      const isNew = !this.#seen.has(name) && !own.has(name);
      own.add(name);
      return isNew;
    });
  }

  /** @param count how many rows of the list these stand for */
  #take(rows: readonly R[], count: number): void {
    const { next } = this;
    const missing = Math.max(0, count - rows.length);
    for (const [at, row] of rows.entries()) {
      this.#seen.add(this.#source.key?.(row) ?? row);
      this.rows.push({ row, index: next + Math.min(at + missing, Math.max(count - 1, 0)) });
    }
    this.next = next + count;
    if (rows.length < count) this.#shortfall ??= missingRows(this.next, this.next - missing);
    if (rows.length > count)
      this.#shortfall ??= { ...surplus, expected: count, received: rows.length };
  }
}

/** How many rows a page stands for, as the upstream counts them; `otherwise` where it doesn't. */
function countOf({ page, lead = 0 }: LedPage<unknown>, otherwise: number): number {
  if (page.done) return page.isUnmarked === true ? otherwise : (page.total ?? otherwise);
  const offset = locatorOffset(page.nextRecordsUrl);
  return offset === null ? otherwise : Math.max(0, offset - lead);
}

const missingRows = (expected: number | null, received: number): Shortfall => ({
  message: 'The upstream announced further rows of this query and did not hand them out.',
  expected,
  received,
});

/** Rows that stand elsewhere than before. */
export const movedRows: Shortfall = {
  message:
    'The rows of this query are not where they were a moment ago; some may be missing or come twice.',
  expected: null,
  received: null,
};

const surplus: Pick<Shortfall, 'message'> = {
  message:
    'The upstream handed out more rows of this query than it announced; some may be missing or come twice.',
};
