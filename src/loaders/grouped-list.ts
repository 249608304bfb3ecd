/** Rows of many parents from one list: the parents' ids are its filter, and a field of each row tells whose it is. */

import { AllowanceSpentError, unlessSpent } from '../connector/allowance.ts';
import type { Connector, ExecuteOptions, Params } from '../connector/connector.ts';
import { UpstreamError, type UpstreamSite } from '../errors.ts';
import type { EntitySpec } from '../records/catalog.ts';
import type { Row } from '../wire/answer.ts';
import { idText } from '../wire/value.ts';
import { inChunks, keyOf } from './filter-list.ts';

/** The rows of one parent in the list's order: all of them, or the first ones. */
export interface Group {
  readonly rows: readonly Row[];
  /** Whether these are all. */
  readonly complete: boolean;
  /** How many there are in all; null where only reading on would tell. */
  readonly total: number | null;
  /** Rows that came with it and do not say whose they are: they may be this parent's. */
  readonly unplaced: number;
}

export interface GroupedRequest {
  readonly connector: Connector;
  readonly entity: EntitySpec;
  /** Ids of the parents, each once. */
  readonly keys: readonly string[];
  /** Params that restrict the list to these parents. */
  readonly paramsFor: (keys: readonly string[]) => Params;
  /** The parent a row belongs to. */
  readonly groupOf: (row: Row) => unknown;
  /** So many rows of each parent are enough; pages are read until all have them, or each that lacks some is asked for alone where that is fewer calls. */
  readonly wanted: number;
  /** Parents of one call. */
  readonly chunkSize: number;
  /** Most pages read for one chunk; parents that still want rows then get SCAN_LIMIT. Default 50. */
  readonly maxPages?: number | undefined;
  readonly options?: ExecuteOptions | undefined;
}

const defaultMaxPages = 50;

/**
 * Every key has an entry. Rows of parents nobody asked for are dropped: a filter the service does
 * not know returns everything. A chunk that fails fails its own parents only.
 */
export async function fetchGroups(
  request: GroupedRequest,
): Promise<ReadonlyMap<string, Group | Error>> {
  const groups = new Map<string, Group | Error>();
  await Promise.all(
    inChunks(request.keys, request.chunkSize).map(async (keys) => {
      try {
        for (const [key, group] of await fetchChunk(request, keys)) groups.set(key, group);
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
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
  const { connector, entity, wanted, options } = request;
  const takesCursor = entity.operations.list?.params.cursor !== undefined;
  const rows = new Map<string, Row[]>(keys.map((key) => [key, []]));
  const seen = new Set<string>();
  const cursors = new Set<string>();
  let asked = keys;
  let params = request.paramsFor(keys);
  let total: number | null = null;
  let unplaced = 0;
  const lackingKeys = () => keys.filter((key) => rows.get(key)!.length < wanted);
  /** What has come, and why the others' rows have not. */
  const endWith = (error: UpstreamError): Map<string, Group | Error> => {
    const groups: Map<string, Group | Error> = finish(keys, rows, {
      complete: false,
      total,
      unplaced,
    });
    for (const key of lackingKeys()) groups.set(key, error);
    return groups;
  };
  for (let pages = 1; ; pages += 1) {
    // A list without cursors is asked for no more than fits a page.
    const asking = { ...options, isBeyond: !takesCursor && pages > 1 };
    const answer = await unlessSpent(connector.execute(entity, 'list', params, asking));
    if (answer instanceof AllowanceSpentError) return endWith(answer);
    const { rows: page, page: mark } = answer;
    total ??= mark.total;
    for (const row of page) {
      const identity = keyOf(entity, row);
      // Rows that came in during the walk push others onto the next page.
      if (identity !== null && (seen.has(identity) || !seen.add(identity))) continue;
      const parent = idText(request.groupOf(row));
      if (parent === null) unplaced += 1;
      else rows.get(parent)?.push(row);
    }
    const done = mark.cursor === null;
    const lacking = lackingKeys();
    if (done || lacking.length === 0)
      return finish(keys, rows, { complete: done, total, unplaced });
    if (takesCursor && cursors.has(mark.cursor)) throw pageLoop(siteOf(entity));
    cursors.add(mark.cursor);
    const stuck = !takesCursor && lacking.length === asked.length;
    if (stuck || pages >= (request.maxPages ?? defaultMaxPages))
      return endWith(scanLimit(siteOf(entity), pages));
    // A service that does not know the filter would answer each with everything.
    const isHeard = page.every((row) => rows.has(idText(request.groupOf(row)) ?? ''));
    if (takesCursor && isHeard && isLessAlone(request, lacking.length, pages, page.length, total)) {
      const alone = await fetchGroups({ ...request, keys: lacking, chunkSize: 1 });
      return new Map<string, Group | Error>([
        ...finish(keys, rows, { complete: false, total, unplaced }),
        ...alone,
      ]);
    }
    // Some lists say that there is more and take no cursor back: what is missing is asked for anew.
    asked = takesCursor ? keys : lacking;
    params = takesCursor
      ? { ...request.paramsFor(keys), cursor: mark.cursor }
      : request.paramsFor(lacking);
  }
}

/** Whether asking for each parent that still wants rows by itself is fewer calls than the pages left. */
function isLessAlone(
  { keys, wanted }: GroupedRequest,
  lacking: number,
  pagesRead: number,
  pageSize: number,
  total: number | null,
): boolean {
  if (keys.length === 1 || total === null || pageSize === 0) return false;
  const left = Math.ceil(total / pageSize) - pagesRead;
  return lacking * Math.ceil(wanted / pageSize) < left;
}

function finish(
  keys: readonly string[],
  rows: ReadonlyMap<string, readonly Row[]>,
  { complete, total, unplaced }: Omit<Group, 'rows'>,
): Map<string, Group> {
  // The list's own total is a parent's only when it was asked about that parent alone.
  const ofOne = keys.length === 1 ? total : null;
  return new Map(
    [...rows].map(([key, own]) => [
      key,
      { rows: own, complete, total: complete ? own.length : ofOne, unplaced },
    ]),
  );
}

function siteOf(entity: EntitySpec): UpstreamSite {
  return { service: entity.system, entity: entity.entity, action: 'list' };
}

function pageLoop(site: UpstreamSite): UpstreamError {
  return new UpstreamError(
    'PAGINATION_LOOP',
    `${site.entity} handed out the same cursor twice.`,
    site,
  );
}

function scanLimit(site: UpstreamSite, pages: number): UpstreamError {
  return new UpstreamError(
    'SCAN_LIMIT',
    `Read ${pages} pages of ${site.entity} without reaching the end of what was asked for; narrow the range or ask for fewer at once.`,
    site,
  );
}
