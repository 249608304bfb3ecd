/** Grouped lists: child rows of many parents from one list, filtered by the parents' ids and grouped by a field of each row. */

import { type EntitySpec, entityKey, pageRows } from '../contract/entity-spec.ts';
import type { Answer, Row } from '../contract/wire/execute.ts';
import { idText } from '../contract/wire/upstream-value-reader.ts';
import { asError, type UpstreamError } from '../errors.ts';
import { TracedLoader } from './batch-loader.ts';
import { DistinctRows, listSite, type Shortfall, scanLimit } from './incomplete-list.ts';
import type { ReadPage } from './page.ts';
import { pages } from './page-reader.ts';
import { type FilterListRequest, inChunks, unplacedRows } from './read-by-key.ts';
import { compareSortKeys, type SortKey } from './token-list.ts';

/** Rows of one parent in the list's order: all of them, or the first ones. */
export interface Group {
  readonly rows: readonly Row[];
  /** Whether these are all rows of the parent. */
  readonly complete: boolean;
  /** Total number of rows; null where unknown before further pages. */
  readonly total: number | null;
  /** Shortfall of the list, and so perhaps of this parent's rows; also where rows name no parent. */
  readonly shortfall: Shortfall | null;
}

/** Its keys are the ids of the parents. */
export interface GroupedRequest extends FilterListRequest {
  /** Id of a row's parent. */
  readonly groupOf: (row: Row) => unknown;
  /**
   * Sort key that the upstream seems to use. Rows of a page are sorted by it and then by key,
   * because the same page may come in another order. Where pages contradict it, the list is read to
   * its end.
   */
  readonly order?: ((row: Row) => SortKey | null) | undefined;
  /**
   * Rows needed per parent. Pages are read until all have them, or the parents that lack some are
   * queried one by one where that is fewer calls.
   */
  readonly rowCount: number;
  /** Parents of one call. Default: rows of a page. */
  readonly chunkSize?: number | undefined;
  /** Page limit of one chunk; parents that still lack rows then get SCAN_LIMIT. Default 50. */
  readonly maxPages?: number | undefined;
}

const defaultMaxPages = 50;

/**
 * Upper bound of the calls for the rows of many parents, of a list with cursors.
 * @param rowCount rows of each parent
 * @param most rows a parent has
 */
export const groupPrice =
  (rowCount: number, most = Infinity) =>
  (parents: number, batches: number): number => {
    const calls = Math.min(parents, Math.ceil(parents / pageRows) + batches - 1);
    const alone = Math.ceil(Math.min(rowCount, most) / pageRows);
    const pages = Math.min(defaultMaxPages, Math.ceil((most * parents) / pageRows)) * calls;
    return Math.min(pages, parents === 1 ? alone : calls + parents * alone);
  };

/**
 * Fetches the groups of parents; every key has an entry. Rows of parents that were not requested
 * are dropped: a filter that the service does not know returns everything. A chunk that fails fails
 * its own parents only.
 */
export async function fetchGroups(
  request: GroupedRequest,
): Promise<ReadonlyMap<string, Group | Error>> {
  const groups = new Map<string, Group | Error>();
  await Promise.all(
    inChunks(request.keys, request.chunkSize ?? pageRows).map(async (keys) => {
      try {
        for (const [key, group] of await fetchChunk(request, keys)) groups.set(key, group);
      } catch (error) {
        const failure = asError(error);
        for (const key of keys) groups.set(key, failure);
      }
    }),
  );
  return groups;
}

async function fetchChunk(
  request: GroupedRequest,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Group | Error>> {
  const { connector, entity, options, maxPages = defaultMaxPages } = request;
  const site = listSite(entity);
  const takesCursor = entity.operations.list?.params.cursor !== undefined;
  const chunk = new Chunk(request, keys, takesCursor);
  let open = keys;
  const read: ReadPage<Answer> = async ({ previous, isBeyond }) => {
    const cursor = previous?.page.cursor ?? null;
    if (previous !== null && cursor === null) return null;
    // Some lists announce more pages and accept no cursor: missing parents are queried anew.
    open = takesCursor ? keys : chunk.lacking();
    const params = request.paramsFor(open);
    const next = takesCursor && cursor !== null ? { ...params, cursor } : params;
    return connector.execute(entity, 'list', next, { ...options, isBeyond });
  };
  const steps = pages<Answer>(read, {
    site,
    maxPages,
    count: chunk.count,
    // A list without cursors gets no more keys than one page can answer.
    ...(takesCursor ? {} : { estimated: 1, cursorOf: () => null }),
    advice: 'narrow the range or ask for fewer at once',
  });
  let pagesRead = 0;
  for await (const step of steps) {
    if (step.page === null) {
      if (step.shortfall === null) return chunk.endWith(step.stopped);
      break;
    }
    pagesRead += 1;
    const { rows, page } = step.page;
    chunk.take(rows);
    const lacking = chunk.lacking();
    if (lacking.length === 0) return chunk.finish(page.cursor === null);
    if (page.cursor === null) break;
    if (!takesCursor && lacking.length === open.length)
      return chunk.endWith(scanLimit(site, pagesRead, 'narrow the range'));
    // A service that does not know the filter would answer each with all rows.
    const isFiltered = rows.every((row) => chunk.has(row));
    const isLess = isLessAlone(request, keys, lacking.length, pagesRead, step.page);
    if (takesCursor && isFiltered && isLess) {
      const alone = await fetchGroups({ ...request, keys: lacking, chunkSize: 1 });
      return new Map<string, Group | Error>([...chunk.finish(false), ...alone]);
    }
  }
  return chunk.finish(true);
}

/** Rows received so far for a chunk of parents. */
class Chunk {
  readonly count: DistinctRows;
  readonly #request: GroupedRequest;
  readonly #rows: ReadonlyMap<string, Row[]>;
  readonly #seen = new Set<unknown>();
  /** The last sort key of the pages so far. */
  #top: SortKey | null = null;
  #isOrdered = true;
  #hasUnplaced = false;

  constructor(request: GroupedRequest, keys: readonly string[], takesCursor: boolean) {
    this.#request = request;
    this.#rows = new Map(keys.map((key) => [key, []]));
    this.count = new DistinctRows({
      owesTotal: true,
      keyOf: (row) => entityKey(request.entity, row as Row),
      pageRows: takesCursor ? pageRows : undefined,
      message: 'The upstream announced more rows than it handed out; some may belong here.',
    });
  }

  has(row: Row): boolean {
    return this.#rows.has(idText(this.#request.groupOf(row)) ?? '');
  }

  lacking(): string[] {
    const { rowCount } = this.#request;
    const isLacking = (rows: readonly Row[]) => !this.#isOrdered || rows.length < rowCount;
    return [...this.#rows].flatMap(([key, rows]) => (isLacking(rows) ? key : []));
  }

  take(rows: readonly Row[]): void {
    for (const row of this.#sorted(rows)) {
      // Deduplicates: rows inserted between two pages push others onto the next page.
      const identity = entityKey(this.#request.entity, row) ?? row;
      if (this.#seen.has(identity)) continue;
      this.#seen.add(identity);
      const parent = idText(this.#request.groupOf(row));
      if (parent === null) this.#hasUnplaced = true;
      else this.#rows.get(parent)?.push(row);
    }
  }

  /** Rows of a page in order; unsorted where one of them has no sort key. */
  #sorted(rows: readonly Row[]): readonly Row[] {
    const { order, entity } = this.#request;
    if (order === undefined || rows.some((row) => order(row) === null)) return rows;
    const sorted = rows.toSorted(byOrder(entity, order));
    const [first, last] = [sorted[0], sorted.at(-1)];
    if (first === undefined || last === undefined) return rows;
    if (this.#top !== null && compareSortKeys(order(first), this.#top) < 0) this.#isOrdered = false;
    this.#top = order(last);
    return sorted;
  }

  /** Ends the chunk: groups that are complete, and the error for the others. */
  endWith(error: UpstreamError): Map<string, Group | Error> {
    const groups: Map<string, Group | Error> = this.finish(false);
    for (const key of this.lacking()) groups.set(key, error);
    return groups;
  }

  /** @param ended whether the list was read to its end. */
  finish(ended: boolean): Map<string, Group> {
    const { order, entity } = this.#request;
    if (!this.#isOrdered && order !== undefined)
      for (const rows of this.#rows.values()) rows.sort(byOrder(entity, order));
    const missing = ended ? this.count.shortfall() : null;
    const shortfall = missing ?? (this.#hasUnplaced ? unplacedRows : null);
    // The list's total is a parent's total only when that parent was queried alone.
    const ofOne = this.#rows.size === 1 ? this.count.announced : null;
    return new Map(
      [...this.#rows].map(([key, rows]) => {
        const count = shortfall === null ? rows.length : (ofOne ?? rows.length);
        return [key, { rows, complete: ended, total: ended ? count : ofOne, shortfall }];
      }),
    );
  }
}

const byOrder =
  (entity: EntitySpec, order: (row: Row) => SortKey | null) =>
  (a: Row, b: Row): number =>
    compareSortKeys(order(a), order(b)) ||
    compareSortKeys(entityKey(entity, a), entityKey(entity, b));

/** Whether one query for each incomplete parent is fewer calls than the pages left. */
function isLessAlone(
  { rowCount }: GroupedRequest,
  keys: readonly string[],
  lacking: number,
  pagesRead: number,
  { rows, page: { total } }: Answer,
): boolean {
  if (keys.length === 1 || total === null || rows.length === 0) return false;
  const left = Math.ceil(total / rows.length) - pagesRead;
  return lacking * Math.ceil(rowCount / rows.length) < left;
}

interface GroupRequest {
  readonly key: string;
  readonly rowCount: number;
}

/** Batched loading of groups by parent: one query for all parents of a batch; later loads read on only where rows are missing. */
export class GroupLoader {
  readonly #groups = new Map<string, Group>();
  readonly #requests: TracedLoader<GroupRequest, Group>;

  /** @param fetch fetches the groups of distinct parents, with at least this many rows where there are as many */
  constructor(
    fetch: (
      keys: readonly string[],
      rowCount: number,
    ) => Promise<ReadonlyMap<string, Group | Error>>,
  ) {
    // DataLoader's cache is off: #groups is the cache, because the rows known of a parent grow.
    this.#requests = new TracedLoader(
      async (requests) => {
        const missing = requests.filter((request) => this.#enough(request) === undefined);
        const keys = [...new Set(missing.map((request) => request.key))];
        const rowCount = Math.max(...missing.map((request) => request.rowCount));
        const fetched =
          keys.length === 0 ? new Map<string, Group | Error>() : await fetch(keys, rowCount);
        for (const [key, group] of fetched) {
          if (!(group instanceof Error)) this.#groups.set(key, group);
        }
        return requests.map(
          (request) => fetched.get(request.key) ?? this.#groups.get(request.key) ?? emptyGroup,
        );
      },
      { cache: false },
    );
  }

  /** Loads the first `rowCount` rows of a parent, or more; all where it has fewer. */
  load(key: string, rowCount: number): Promise<Group> {
    const cached = this.#enough({ key, rowCount });
    return cached === undefined ? this.#requests.load({ key, rowCount }) : Promise.resolve(cached);
  }

  #enough({ key, rowCount }: GroupRequest): Group | undefined {
    const cached = this.#groups.get(key);
    const enough = cached !== undefined && (cached.complete || cached.rows.length >= rowCount);
    return enough ? cached : undefined;
  }
}

export const emptyGroup: Group = { rows: [], complete: true, total: 0, shortfall: null };
