/** Reading by key, from lists whose filter takes keys: in chunks, to the last page, each row matched to its key. */

import { type EntitySpec, entityKey, pageRows } from '../contract/entity-spec.ts';
import type { Answer, Row } from '../contract/wire/execute.ts';
import { asError, UpstreamError, type UpstreamSite } from '../errors.ts';
import type { Connector } from '../upstream/connector.ts';
import type { Params } from '../upstream/request-key.ts';
import type { ExecuteOptions } from '../upstream/upstream-request.ts';
import type { Fetched } from './field-loader.ts';
import { DistinctRows, listSite, type Shortfall } from './incomplete-list.ts';
import type { ReadPage } from './page.ts';
import { pages } from './page-reader.ts';

interface KeyedRead {
  readonly site: UpstreamSite;
  readonly keys: readonly string[];
  readonly keyOf: (row: Row) => string | null;
  /** Fetches the rows of some keys, or the page at the previous page's cursor. */
  readonly fetchPage: (
    keys: readonly string[],
    page: {
      readonly cursor: string | null;
      readonly isBeyond: boolean;
      readonly fresh: boolean;
    },
  ) => Promise<Answer>;
  /** Error for keys that were not found while rows without a key came. */
  readonly keyless?: (() => UpstreamError) | undefined;
}

/**
 * Reads the rows of keys. Keys missing after an early end, or although more rows were announced,
 * are requested again; those that may still exist get an error. Rows that were not requested are
 * dropped: a filter that the service does not know returns everything.
 * @throws as `fetchPage`
 */
export async function readByKeys({
  site,
  keys,
  keyOf,
  fetchPage,
  keyless = () => keylessRows(site),
}: KeyedRead): Promise<Fetched> {
  const requested = new Set(keys);
  const rows = new Map<string, Row | Error>();
  const missing = (): readonly string[] => keys.filter((key) => !rows.has(key));
  let open = keys;
  const read: ReadPage<Answer> = async ({ previous, isBeyond, fresh }) => {
    const cursor = previous?.page.cursor ?? null;
    if (cursor === null) {
      const unanswered = missing();
      const isStuck = previous !== null && unanswered.length === open.length;
      if (previous?.page.done || isStuck || unanswered.length === 0) return null;
      open = unanswered;
    }
    return fetchPage(open, { cursor, isBeyond, fresh });
  };
  const count = new DistinctRows({
    keyOf: (row) => keyOf(row as Row),
    requestsRest: true,
    owesTotal: true,
  });
  let ageMs = 0;
  let failure: UpstreamError | null = null;
  const options = { site, count, estimated: 1, maxReadings: Infinity };
  for await (const step of pages<Answer>(read, options)) {
    if (step.page === null) {
      failure = step.shortfall === null ? step.stopped : (failure ?? step.stopped);
      break;
    }
    ({ ageMs } = step);
    for (const row of step.page.rows) {
      const key = keyOf(row);
      if (key === null) failure ??= keyless();
      else if (requested.has(key) && !rows.has(key)) rows.set(key, row);
    }
    if (rows.size === requested.size) break;
  }
  if (failure !== null) for (const key of missing()) rows.set(key, failure);
  return { rows, ageMs };
}

/** Error of keys that were not found while rows without a key came: any may be theirs. */
function keylessRows(site: UpstreamSite): UpstreamError {
  const message = `Expected rows of ${site.entity} that say which they are, got one that does not.`;
  return new UpstreamError('UPSTREAM_BAD_RESPONSE', message, site, { retryable: false });
}

export interface FilterListRequest {
  readonly connector: Connector;
  readonly entity: EntitySpec;
  /** Without duplicates. */
  readonly keys: readonly string[];
  /** Params that restrict the list to these keys. */
  readonly paramsFor: (keys: readonly string[]) => Params;
  readonly options?: ExecuteOptions | undefined;
}

/** Rows by id from a list operation of the call platform. A chunk that fails fails its own keys only. */
export async function fetchByFilterList(request: FilterListRequest): Promise<Fetched> {
  const { connector, entity, paramsFor, options } = request;
  const rows = new Map<string, Row | Error>();
  let ageMs = 0;
  await Promise.all(
    // A chunk is one page.
    inChunks(request.keys, pageRows).map(async (keys) => {
      try {
        const chunk = await readByKeys({
          site: listSite(entity),
          keys,
          keyOf: (row) => entityKey(entity, row),
          keyless: () => keylessRow(entity),
          fetchPage(open, { cursor, isBeyond, fresh }) {
            const params = { ...paramsFor(open), ...(cursor === null ? {} : { cursor }) };
            const reload = fresh ? ({ cache: 'reload' } as const) : {};
            return connector.execute(entity, 'list', params, { ...options, isBeyond, ...reload });
          },
        });
        for (const [key, row] of chunk.rows) rows.set(key, row);
        ageMs = Math.max(ageMs, chunk.ageMs);
      } catch (error) {
        for (const key of keys) rows.set(key, asError(error));
      }
    }),
  );
  return { rows, ageMs };
}

/** Error of a row without a key, which no later request could find. */
export function keylessRow(
  { system, entity, key: ownKey }: EntitySpec,
  key = ownKey ?? 'key',
): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    `Expected a row of ${entity} with its ${key}, got one without it.`,
    { service: system, entity, action: 'list' },
    { retryable: false },
  );
}

/** Rows that name no parent: they may be missing from any of several lists. */
export const unplacedRows: Shortfall = {
  message: 'Some rows that came do not say whose they are; they may belong here.',
  expected: null,
  received: null,
};

/**
 * Deduplicates rows by key. Rows without a key stay: they are shown as errors.
 * @example distinctRows([{ id: 'a' }, { id: 'a' }, {}], (row) => row.id ?? null) // → [{ id: 'a' }, {}]
 */
export function distinctRows(rows: readonly Row[], keyOf: (row: Row) => string | null): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row);
    if (key === null) return true;
    return !seen.has(key) && seen.add(key);
  });
}

/** @example inChunks([1, 2, 3], 2) // → [[1, 2], [3]] */
export function inChunks<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
