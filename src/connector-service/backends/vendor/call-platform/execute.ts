/** The call platform behind an instance: its operations as requests with the instance's session. */

import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pageRows } from '../../../../contract/entity-spec.ts';
import type { Row } from '../../../../contract/wire/execute.ts';
import { isObject } from '../../../../contract/wire/json.ts';
import {
  type BackendAnswer,
  BackendError,
  type BackendOperation,
  type Continuation,
  callAnalyticsError,
} from '../../../backend.ts';
import { readJson } from '../body.ts';
import { refusal, type VendorHttp } from '../http.ts';
import type { SessionManager } from '../sign-in/session.ts';
import { sendSigned } from '../sign-in/signed-request.ts';
import { type ReviewStore, reviewStore } from './answered-scorecard.ts';
import { type PlatformOperation, platformOperations } from './operation.ts';
import { type MediaReader, mediaReader } from './recording-download.ts';

interface PlatformOptions {
  /** The instance's id. */
  readonly account: string;
  readonly http: VendorHttp;
  readonly sessions: SessionManager;
  /** Keeps answered scorecards. */
  readonly database: DatabaseSync;
  readonly clock: () => number;
  /** Waits between two requests of a walk that the platform wants slower; tests give their own. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

type Execute = (operation: BackendOperation) => Promise<BackendAnswer>;
type Body = Readonly<Record<string, unknown>>;

/** Pages an operation reads by itself at most; more users than this no statistics are asked for. */
const mostPages = 200;
/** A pause of a walk longer than this is the client's to wait for, seconds. */
const longestPause = 10;

export function executeOnCallPlatform(options: PlatformOptions): Execute {
  const { account, http, sessions, database, clock, pause = sleep } = options;

  const request = async (
    { method, path, send = (given) => given }: PlatformOperation,
    params: Body,
    cursor: string | null,
    signal?: AbortSignal,
  ): Promise<Body> => {
    const sent = { ...send(params), ...(cursor === null ? {} : { cursor }) };
    const target = typeof path === 'string' ? path : path(params);
    const query = method === 'GET' ? queryOf(sent) : '';
    const body = method === 'GET' ? {} : { body: JSON.stringify(sent) };
    const type: Record<string, string> =
      method === 'GET' ? {} : { 'content-type': 'application/json' };
    const answer = await sendSigned(sessions, isEnded, ({ base, authorization }) =>
      http.send({
        method,
        url: `${base}${target}${query}`,
        headers: { accept: 'application/json', ...type, authorization },
        ...body,
        signal,
      }),
    );
    if (answer.status !== 200) throw refusal(answer);
    const json = readJson(answer.text);
    if (!isObject(json)) throw new BackendError(502, 'The call platform answered with no object');
    return json;
  };

  /** Asks again where the platform wants a short pause: for walks that nobody else paces. */
  const requestWithRetry = async (
    operation: PlatformOperation,
    params: Body,
    cursor: string | null,
    signal?: AbortSignal,
  ): Promise<Body> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await request(operation, params, cursor, signal);
      } catch (error) {
        const wait =
          error instanceof BackendError ? Number(error.headers['retry-after']) : Number.NaN;
        const isShort =
          error instanceof BackendError && error.status === 429 && wait <= longestPause;
        if (!isShort || attempt >= 5) throw error;
        await pause(wait * 1000);
      }
    }
  };

  const reviews: ReviewStore = reviewStore({
    database,
    account,
    clock,
    page: async (filter, cursor) => {
      const body = await requestWithRetry(answeredScorecards, { filter }, cursor);
      return { rows: rowsOf(body, answeredScorecards.key), cursor: cursorOf(body) };
    },
  });
  const media: MediaReader = mediaReader({
    http,
    clock,
    call: async (callId, signal) => {
      const params = {
        filter: { callIds: [callId] },
        contentSelector: { exposedFields: { media: true } },
      };
      const extensive = platformOperations['calls_extensive list']!;
      return rowsOf(await request(extensive, params, null, signal), extensive.key)[0] ?? {};
    },
  });

  /** All pages as one. */
  const walk = async (operation: PlatformOperation, params: Body, signal?: AbortSignal) => {
    const rows: Row[] = [];
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const body = await requestWithRetry(operation, params, cursor, signal);
      rows.push(...rowsOf(body, operation.key));
      cursor = cursorOf(body);
      if (cursor !== null && (seen.has(cursor) || seen.size >= mostPages))
        throw new BackendError(502, 'The call platform gives out pages without an end');
      if (cursor !== null) seen.add(cursor);
    } while (cursor !== null);
    return rows;
  };

  /**
   * A page of a folder. The vendor lists it whole and without what it says of calls alone; so much of
   * it is completed as the interface has on a page. A call that is not to be seen stays as it is.
   */
  const folderPage = async (
    whole: readonly Row[],
    page: Continuation | null,
    signal?: AbortSignal,
  ): Promise<BackendAnswer> => {
    const first = Number(page?.first ?? 0);
    const rows = whole.slice(first, first + pageRows);
    const extensive = platformOperations['calls_extensive list']!;
    const filter = { callIds: rows.map(({ callId }) => callId) };
    // Of an empty list the vendor would answer with every call there is.
    const found = rows.length === 0 ? [] : await walk(extensive, { filter }, signal).catch(noRows);
    const known = new Map(
      found.map(({ metaData }) => (isObject(metaData) ? [metaData.id, metaData] : [null, {}])),
    );
    return {
      kind: 'cursor-page',
      rows: rows.map((row) => {
        const { started, duration, primaryUserId } = known.get(row.callId) ?? {};
        return started === undefined ? row : { ...row, started, duration, primaryUserId };
      }),
      totalRecords: whole.length,
      pageNumber: first / pageRows,
      next: first + pageRows < whole.length ? { first: first + pageRows } : null,
    };
  };

  return async ({ entity, action, params, page, signal }) => {
    const name = `${entity} ${action}`;
    if (name === 'stats_activity_scorecards list') return reviews.list(params, page);
    if (action === 'download')
      return media.open(
        callIdOf(params),
        entity === 'call_video' ? 'videoUrl' : 'audioUrl',
        signal,
      );
    const operation = platformOperations[name];
    if (operation === undefined) throw callAnalyticsError(405, 'Method Not Allowed');
    if (operation.form === 'walk') return wholePage(await walk(operation, params, signal));
    const cursor = typeof page?.cursor === 'string' ? page.cursor : null;
    // A cursor is good for the same filter alone: what was filled in on the first page stays.
    const filled = isObject(page?.filled) ? page.filled : (operation.fill?.(clock()) ?? {});
    const body = await request(operation, { ...filled, ...params }, cursor, signal);
    if (operation.form === 'row') {
      const row = body[operation.key];
      if (!isObject(row)) throw new BackendError(502, 'The call platform answered without the row');
      return { kind: 'row', row };
    }
    const { rows: shown = (rows) => rows } = operation;
    const rows = shown(rowsOf(body, operation.key), params);
    if (operation.form === 'rows') return { kind: 'rows', rows };
    if (operation.form === 'folder') return folderPage(rows, page, signal);
    return pageOf(body, rows, filled);
  };
}

/** Published as all other lists; answered from the store (answered-scorecard.ts). */
const answeredScorecards: PlatformOperation = {
  method: 'POST',
  path: '/v2/stats/activity/scorecards',
  key: 'answeredScorecards',
  form: 'page',
  scope: 'api:stats:scorecards',
};

/** A missing scope is 401, too (recorded): another session would lack it as well. */
const isEnded = (text: string): boolean => !/don't have permission to use|permission/i.test(text);

function callIdOf({ filter }: Body): string {
  const ids = isObject(filter) && Array.isArray(filter.callIds) ? filter.callIds : [];
  if (ids.length !== 1)
    throw callAnalyticsError(
      400,
      `filter.callIds: expected exactly one call id, ${ids.length} came`,
    );
  return String(ids[0]);
}

function rowsOf(body: Body, key: string): readonly Row[] {
  const rows = body[key];
  if (Array.isArray(rows)) return rows as readonly Row[];
  throw new BackendError(502, `The call platform answered without ${key}`);
}

function cursorOf({ records }: Body): string | null {
  return isObject(records) && typeof records.cursor === 'string' ? records.cursor : null;
}

function pageOf(body: Body, rows: readonly Row[], filled: Body): BackendAnswer {
  const records = isObject(body.records) ? body.records : {};
  const cursor = cursorOf(body);
  return {
    kind: 'cursor-page',
    rows,
    totalRecords: typeof records.totalRecords === 'number' ? records.totalRecords : rows.length,
    pageNumber: typeof records.currentPageNumber === 'number' ? records.currentPageNumber : 0,
    next: cursor === null ? null : { cursor, filled },
  };
}

/** The platform's 404 of a filter that nothing fits. */
function noRows(error: unknown): readonly Row[] {
  if (error instanceof BackendError && error.status === 404) return [];
  throw error;
}

function wholePage(rows: readonly Row[]): BackendAnswer {
  return { kind: 'cursor-page', rows, totalRecords: rows.length, pageNumber: 0, next: null };
}

function queryOf(params: Body): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
