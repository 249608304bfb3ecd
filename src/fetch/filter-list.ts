/** Rows by id from a list operation that takes a list of ids as its filter: chunked, paged to the end, matched by key. */

import { type EntitySpec, pageRows } from '../contract/catalog.ts';
import type { Row } from '../contract/wire/answer.ts';
import { idText } from '../contract/wire/value.ts';
import { asError, UpstreamError } from '../errors.ts';
import type { Connector, ExecuteOptions, Params } from '../upstream/connector.ts';
import type { Fetched } from './field-loader.ts';
import { listPages, listSite } from './list-pages.ts';
import { rowsMissing } from './pages.ts';

export interface FilterListRequest {
  readonly connector: Connector;
  readonly entity: EntitySpec;
  readonly keys: readonly string[];
  /** Params that restrict the list to these keys. */
  readonly paramsFor: (keys: readonly string[]) => Params;
  /** Keys of one call. Default: rows of a page, so that a chunk is one page. */
  readonly chunkSize?: number | undefined;
  readonly options?: ExecuteOptions | undefined;
}

/**
 * Rows nobody asked for are dropped: a filter the service does not know returns everything. A
 * chunk that fails fails its own keys only.
 */
export async function fetchByFilterList(request: FilterListRequest): Promise<Fetched> {
  const rows = new Map<string, Row | Error>();
  let ageMs = 0;
  const chunks = inChunks(request.keys, request.chunkSize ?? pageRows);
  await Promise.all(
    chunks.map(async (keys) => {
      try {
        const chunk = await fetchChunk(request, keys);
        for (const [key, row] of chunk.rows) rows.set(key, row);
        ageMs = Math.max(ageMs, chunk.ageMs);
      } catch (error) {
        for (const key of keys) rows.set(key, asError(error));
      }
    }),
  );
  return { rows, ageMs };
}

async function fetchChunk(request: FilterListRequest, keys: readonly string[]): Promise<Fetched> {
  const found = new Map<string, Row | Error>();
  const first = await readKeys(request, keys, found, false);
  let { ageMs, failure } = first;
  if (first.isShort) {
    const missing = keys.filter((key) => !found.has(key));
    const again = await readKeys(request, missing, found, true);
    ageMs = Math.max(ageMs, again.ageMs);
    failure = again.failure;
  }
  if (failure !== null) for (const key of keys) if (!found.has(key)) found.set(key, failure);
  return { rows: found, ageMs };
}

interface Reading {
  readonly ageMs: number;
  /** Why keys that were not found may exist all the same. */
  readonly failure: Error | null;
  /** Fewer rows came than were announced. */
  readonly isShort: boolean;
}

async function readKeys(
  { connector, entity, paramsFor, options }: FilterListRequest,
  keys: readonly string[],
  found: Map<string, Row | Error>,
  fresh: boolean,
): Promise<Reading> {
  const wanted = new Set(keys);
  const received = new Set<unknown>();
  let total: number | null = null;
  let ageMs = 0;
  let isKeyless = false;
  const steps = listPages({
    ...{ connector, entity, params: paramsFor(keys) },
    options: fresh ? { ...options, cache: 'reload' } : options,
    // A chunk is one page; more come only of pages that end early.
    estimated: fresh ? 0 : 1,
  });
  for await (const step of steps) {
    if (step.page === null) return { ageMs, failure: step.stopped, isShort: false };
    ageMs = step.ageMs;
    total ??= step.page.page.total;
    for (const row of step.page.rows) {
      const key = keyOf(entity, row);
      received.add(key ?? row);
      if (key === null) isKeyless = true;
      else if (wanted.has(key) && !found.has(key)) found.set(key, row);
    }
    if (keys.every((key) => found.has(key))) return { ageMs, failure: null, isShort: false };
  }
  // A row without its key may be of any that were not found.
  if (isKeyless) return { ageMs, failure: keylessRow(entity), isShort: false };
  if (total === null || received.size >= total) return { ageMs, failure: null, isShort: false };
  const failure = rowsMissing(listSite(entity), total, received.size);
  return { ageMs, failure, isShort: true };
}

/** The key of a row by the entity's key path; null where the row has none. */
export function keyOf(entity: EntitySpec, row: Row): string | null {
  if (entity.key === null) return null;
  let value: unknown = row;
  for (const part of entity.key.split('.')) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Row)[part];
  }
  return idText(value);
}

/** Why a row can't be shown: nothing could find it again. */
export function keylessRow(
  { system, entity, key: ownKey }: EntitySpec,
  key = ownKey ?? 'key',
): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    `Expected a row of ${entity} with its ${key}, got one without it.`,
    { service: system, entity, action: 'list' },
  );
}

/** Each row once. Those without a key stay: they are shown as errors. */
export function eachOnce(rows: readonly Row[], keyOf: (row: Row) => string | null): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row);
    if (key === null) return true;
    return !seen.has(key) && seen.add(key);
  });
}

export function inChunks<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
