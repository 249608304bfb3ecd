/** Execute calls on the wire: path and body of the request, the part of it that may be shown in public, the rows and pages of the response, and the day's calls that come with it. */

import { UpstreamError, type UpstreamSite, UserInputError } from '../../errors.ts';
import type { AnswerKind } from '../entity-spec.ts';
import { isObject, type JsonObject } from './json.ts';

/**
 * Path of an instance's execute endpoint below the base address.
 * @throws UserInputError for an id that could change the path or the host: only letters, digits
 *   and `_ - : .` are ids; dots alone are directories.
 */
export function executePath(basePath: string, instanceId: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/.test(instanceId)) {
    throw new UserInputError(
      'A connector instance id must be 1–128 letters, digits, "_", "-", ":" or "." and begin with a letter or digit; what came is not printed.',
    );
  }
  let base = basePath;
  while (base.endsWith('/')) base = base.slice(0, -1);
  return `${base}/api/v1/connectors/instances/${encodeURIComponent(instanceId)}/execute`;
}

/** The body; `params` is left out when there are none, as the interface documents. */
export function executeBody(
  entity: string,
  action: string,
  params: Readonly<Record<string, unknown>>,
): string {
  for (const _ in params) return JSON.stringify({ entity, action, params });
  return JSON.stringify({ entity, action });
}

/**
 * A query with its literals taken out.
 *
 *     SELECT Id FROM Contact WHERE Email = 'x@y' LIMIT 5   → SELECT Id FROM Contact WHERE Email = ? LIMIT 5
 *     FIND {smith} IN ALL FIELDS RETURNING Contact(Id)     → FIND {?} IN ALL FIELDS RETURNING Contact(Id)
 *     WHERE Id IN ('a','b','c')                            → WHERE Id IN (? ×3)
 */
export function queryShape(query: string): string {
  return (
    query
      // A literal that never ends takes the rest with it.
      .replace(/'(?:[^'\\]|\\[\s\S])*(?:'|$)/g, '?')
      .replace(/\{(?:[^{}\\]|\\[\s\S])*(?:\}|$)/g, '{?}')
      .replace(/\?(?:\s*,\s*\?)+/g, (list) => `? ×${list.split(',').length}`)
  );
}

const instant = /^[\d:TZ.+-]{4,40}$/;
const word = /^[A-Za-z]{1,20}$/;

/** Params whose value is a form, a date or a choice, and what it then looks like: these may be shown. */
const open: Readonly<Record<string, RegExp>> = {
  from: instant,
  to: instant,
  fromDateTime: instant,
  toDateTime: instant,
  fromDate: instant,
  toDate: instant,
  context: word,
  contextTiming: word,
  fields: /^[A-Za-z][\w.]*(, ?[A-Za-z][\w.]*)*$/,
};

/** Params as they may appear in explanations and logs: names, dates, flags and counts; no ids, no text. */
export function paramsShape(
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, valueShape(name, value)]),
  );
}

function valueShape(name: string, value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  if (isObject(value)) return paramsShape(value);
  const pattern = Object.hasOwn(open, name) ? open[name] : undefined;
  const mayShow = (text: unknown): boolean =>
    typeof text === 'string' && pattern?.test(text) === true;
  if (Array.isArray(value)) return value.every(mayShow) ? value : `×${value.length}`;
  if (name === 'q' && typeof value === 'string') return queryShape(value);
  return mayShow(value) ? value : '…';
}

export type Row = Readonly<Record<string, unknown>>;

/** Placeholder of a list item that is no object: without key and values, as no real row. */
export const notARow: Row = Object.freeze({});

export interface Answer {
  readonly rows: readonly Row[];
  readonly page: PageMark;
  /** Set when it came from a cache. */
  readonly cached?: CacheMark;
}

/** Age of a cached answer. */
interface CacheMark {
  readonly ageMs: number;
  /** Past its time: served while a new one is fetched, or because the upstream failed. */
  readonly stale: boolean;
}

export type Lack = 'missing' | 'malformed';

/** Everything an upstream may say about the page and the whole; null where it did not say. */
export interface PageMark {
  /** Cursor of the next page (call analytics); null on the last page. */
  readonly cursor: string | null;
  /** Path of the next page (CRM), in the form of `locatorPattern`. Data only: never fetched as a URL. */
  readonly nextRecordsUrl: string | null;
  /** False while the upstream has more. */
  readonly done: boolean;
  /** The answer has no page mark: that it is done is inferred from there being no next one. */
  readonly isUnmarked?: boolean;
  /** The answer's form has a place for the size of the whole: nothing stood there, or no number of rows did. */
  readonly lacksTotal?: Lack;
  /** Size of the whole result where the upstream gave it. */
  readonly total: number | null;
  /** From 0. */
  readonly pageNumber: number | null;
}

/** A page mark that says: these are all. */
export const lastPage: PageMark = {
  cursor: null,
  nextRecordsUrl: null,
  done: true,
  total: null,
  pageNumber: null,
};

/**
 * Decodes the JSON of a successful answer. Read are
 *
 *     {"result": […], "connector_metadata": {"pagination": {totalRecords, currentPageNumber, cursor?}}}
 *     {"result": […], "connector_metadata": {cursor, total_records, current_page_number}}
 *     {"result": {totalSize, done, nextRecordsUrl?, records}, "connector_metadata": null}
 *     {"result": […], "connector_metadata": {done, nextRecordsUrl}}
 *     {"result": {"searchRecords": […]}}   {"result": {…}}
 *
 * with any further keys.
 * @throws UpstreamError UPSTREAM_BAD_RESPONSE
 */
export function decodeAnswer(
  kind: Exclude<AnswerKind, 'bytes'>,
  json: unknown,
  site: UpstreamSite,
): Answer {
  const bad = (expected: string, got: unknown): UpstreamError =>
    new UpstreamError(
      'UPSTREAM_BAD_RESPONSE',
      `${site.entity} ${site.action}: expected ${expected}, got ${kindOf(got)}.`,
      site,
    );
  if (!isObject(json) || !Object.hasOwn(json, 'result')) {
    throw bad('an object with a result', json);
  }
  const { result } = json;
  const meta = json.connector_metadata ?? null;
  if (meta !== null && !isObject(meta)) throw bad('metadata as an object or null', meta);

  const rowsOf = (value: unknown): readonly Row[] => {
    if (!Array.isArray(value)) throw bad('a list of records', value);
    // One wrong item says nothing about its neighbours.
    return value.every(isObject) ? value : value.map((row) => (isObject(row) ? row : notARow));
  };

  switch (kind) {
    case 'cursor-page': {
      const page = cursorMark(meta, bad);
      const rows = rowsOf(result);
      const isLacking = page.total === null && page.lacksTotal === undefined;
      return { rows, page: isLacking ? { ...page, lacksTotal: 'missing' } : page };
    }
    case 'rows':
      return { rows: rowsOf(result), page: cursorMark(meta, bad) };
    case 'row': {
      const row: unknown = Array.isArray(result) && result.length === 1 ? result[0] : result;
      if (!isObject(row)) throw bad('one record', row);
      return { rows: [row], page: lastPage };
    }
    case 'soql-page': {
      const page = isObject(result) ? result : null;
      const mark = soqlMark(page ?? meta ?? {}, bad);
      // A response of rows alone has lost its total on the way.
      const isLacking = page !== null && mark.total === null && mark.lacksTotal === undefined;
      return {
        rows: rowsOf(page ? page.records : result),
        page: isLacking ? { ...mark, lacksTotal: 'missing' } : mark,
      };
    }
    case 'hits':
      return { rows: rowsOf(isObject(result) ? result.searchRecords : result), page: lastPage };
  }
}

type Bad = (expected: string, got: unknown) => UpstreamError;

function cursorMark(meta: JsonObject | null, bad: Bad): PageMark {
  if (meta === null) return lastPage;
  const nested = meta.pagination;
  if (nested !== undefined && nested !== null && !isObject(nested)) {
    throw bad('pagination as an object or null', nested);
  }
  const block = isObject(nested) ? nested : meta;
  const cursor = block.cursor ?? null;
  if (cursor !== null && typeof cursor !== 'string') throw bad('the cursor to be a string', cursor);
  return {
    cursor: cursor === '' ? null : cursor,
    nextRecordsUrl: null,
    done: cursor === null || cursor === '',
    ...totalMark(block.totalRecords ?? block.total_records),
    pageNumber: count(block.currentPageNumber ?? block.current_page_number),
  };
}

/** A further page of a query as the CRM names it and nothing else: no host, no other resource, no dots; ends in the number of rows before it. */
export const locatorPattern =
  /^\/services\/data\/v\d{1,3}\.\d\/query(?:All)?\/[A-Za-z0-9]{15,64}-\d{1,9}$/;

/**
 * Number of rows before the page in its query.
 * @example
 * '/services/data/v59.0/query/0r8…-2000' → 2000
 */
export function locatorOffset({ nextRecordsUrl: url }: PageMark): number | null {
  return url === null ? null : Number(url.slice(url.lastIndexOf('-') + 1));
}

function soqlMark(block: JsonObject, bad: Bad): PageMark {
  const next = block.nextRecordsUrl ?? null;
  if (next !== null && typeof next !== 'string') throw bad('nextRecordsUrl to be a string', next);
  const done = block.done ?? next === null;
  if (typeof done !== 'boolean') throw bad('done to be true or false', done);
  return {
    cursor: null,
    // A foreign path is dropped and `done` stays false: paging continues by key.
    nextRecordsUrl: !done && next !== null && locatorPattern.test(next) ? next : null,
    done,
    ...totalMark(block.totalSize),
    pageNumber: null,
    ...(block.done === undefined && next === null && { isUnmarked: true }),
  };
}

/**
 * Size of a whole list: null, and marked as malformed, where something else stands in its place.
 * @example
 * totalMark(12) → { total: 12 }
 * totalMark('12') → { total: null, lacksTotal: 'malformed' }
 */
export function totalMark(value: unknown): Pick<PageMark, 'total' | 'lacksTotal'> {
  const total = count(value);
  const isMalformed = total === null && value !== undefined && value !== null;
  return isMalformed ? { total, lacksTotal: 'malformed' } : { total };
}

/** Counts inform and never decide, so an ill-typed one is unknown, not an error. */
function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  // Names of unknown keys may hold anything; how many there are is enough to recognise a form.
  return typeof value === 'object'
    ? `an object of ${Object.keys(value).length} keys`
    : `a ${typeof value}`;
}

/** Header of a service that asks a vendor: how many of the vendor's requests a call has cost, where it is not one. */
export const vendorRequestsHeader = 'x-vendor-requests';

/** @returns null where the header is missing or says something else. */
export const readVendorRequests = (header: string | null): number | null =>
  /^\d{1,4}$/.test(header ?? '') ? Number(header) : null;

/** Daily usage as an answer reports it: the calls of all programs on the account. */
export interface DayUsage {
  readonly used: number;
  readonly limit: number;
}

/** Header of the CRM's API, handed on by the service: `api-usage=10018/100000; api-bursts=1/750`. */
export const dayUsageHeader = 'sforce-limit-info';

/** @returns null where the header is missing or says something else. */
export function readDayUsage(header: string | null): DayUsage | null {
  const [, used, limit] =
    /(?:^|[;,])\s*api-usage=(\d{1,12})\/(\d{1,12})(?!\d)/.exec(header ?? '') ?? [];
  return used === undefined || limit === undefined
    ? null
    : { used: Number(used), limit: Number(limit) };
}
