/** The call platform behind an instance: execute operations to requests of the platform. */

import type { DatabaseSync } from 'node:sqlite';
import { pageRows } from '../../../contract/entity-spec.ts';
import type { Row } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';
import {
  type BackendAnswer,
  BackendError,
  type BackendOperation,
  type Continuation,
  callAnalyticsError,
} from '../../backend.ts';
import type { VendorHttp } from '../http.ts';
import type { SessionManager } from '../sign-in/session.ts';
import { reviewStore } from './answered-scorecard.ts';
import { type PlatformOperation, platformOperations } from './operation.ts';
import {
  type PlatformBody,
  PlatformClient,
  type PlatformContext,
  platformCursor,
  platformRows,
  platformTotal,
  whereMissing,
} from './platform-request.ts';
import { mediaReader } from './recording-download.ts';
import type { ReviewPage } from './review-page.ts';

interface PlatformOptions {
  /** The instance's id. */
  readonly account: string;
  readonly http: VendorHttp;
  readonly sessions: SessionManager;
  /** Stores answered scorecards. */
  readonly database: DatabaseSync;
  readonly clock: () => number;
  /** Waits between two requests of a list that the platform wants slower; tests give their own. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

type Execute = (operation: BackendOperation) => Promise<BackendAnswer>;

export function executeOnCallPlatform(options: PlatformOptions): Execute {
  const { account, http, database, clock } = options;
  const client = new PlatformClient(options);
  const reviews = reviewStore({
    database,
    account,
    clock,
    page: async (filter, cursor, context) => {
      const body = await client.request(answeredScorecards, { filter }, cursor, context);
      return reviewPageOf(body);
    },
    patientPage: async (filter, cursor, context) => {
      const body = await client.requestWithRetry(answeredScorecards, { filter }, cursor, context);
      return reviewPageOf(body);
    },
    callDays: async (callIds, context) => {
      const params = { filter: { callIds } };
      const body = await client
        .request(extensive, params, null, context)
        .catch(whereMissing({ [extensive.key]: [] }));
      return platformRows(body, extensive.key);
    },
  });
  const media = mediaReader({
    http,
    base: async () => (await options.sessions.current()).base,
    clock,
    call: async (callId, signal) => {
      const params = {
        filter: { callIds: [callId] },
        contentSelector: { exposedFields: { media: true } },
      };
      return (
        platformRows(await client.request(extensive, params, null, { signal }), extensive.key)[0] ??
        {}
      );
    },
  });

  return async (called) => {
    const { entity, action, params, page, signal } = called;
    const name = `${entity} ${action}`;
    if (name === 'stats_activity_scorecards list') return reviews.list(params, page, called);
    if (action === 'download')
      return media.open(
        callIdOf(params),
        entity === 'call_video' ? 'videoUrl' : 'audioUrl',
        signal,
      );
    const operation = platformOperations[name];
    if (operation === undefined) throw callAnalyticsError(405, 'Method Not Allowed');
    if (operation.form === 'whole') {
      const { rows, total } = await client.allRows(operation, params, called);
      return { kind: 'cursor-page', rows, totalRecords: total, pageNumber: 0, next: null };
    }
    const cursor = typeof page?.cursor === 'string' ? page.cursor : null;
    // A cursor is valid for the same filter alone: the defaults of the first page stay.
    const filled = isObject(page?.filled) ? page.filled : (operation.fill?.(clock()) ?? {});
    const body = await client.request(operation, { ...filled, ...params }, cursor, called);
    if (operation.form === 'row') {
      const row = body[operation.key];
      if (!isObject(row)) throw new BackendError(502, 'The call platform answered without the row');
      return { kind: 'row', row };
    }
    const { rows: select = (rows) => rows } = operation;
    const rows = select(platformRows(body, operation.key), params);
    if (operation.form === 'rows') return { kind: 'rows', rows };
    if (operation.form === 'folder') return folderPage(client, rows, page, called);
    return pageOf(body, rows, filled);
  };
}

const extensive = platformOperations['calls_extensive list']!;

/**
 * A page of a folder. The vendor lists the folder whole and without members that only calls have; a
 * second request completes the calls of this page. A call that the account may not see stays as it is.
 */
async function folderPage(
  client: PlatformClient,
  all: readonly Row[],
  page: Continuation | null,
  context: PlatformContext,
): Promise<BackendAnswer> {
  const first = Number(page?.first ?? 0);
  const rows = all.slice(first, first + pageRows);
  const callIds = rows.flatMap(({ callId }) => (typeof callId === 'string' ? [callId] : []));
  const params = { filter: { callIds } };
  // The vendor answers an empty list of ids with every call there is, and a filter without matches with 404.
  const answer =
    callIds.length === 0
      ? noCalls
      : await client.allRows(extensive, params, context).catch(whereMissing(noCalls));
  const calls = answer.rows.flatMap(({ metaData }) => (isObject(metaData) ? [metaData] : []));
  const byId = new Map(calls.map((call) => [call.id, call]));
  const isWhole = calls.length >= Math.max(answer.rows.length, answer.total ?? 0);
  return {
    kind: 'cursor-page',
    rows: rows.map((row) => {
      const { started, duration, primaryUserId } = byId.get(row.callId) ?? {};
      // Where a call was lost on its way, the row would be half of it: the client says so at its index.
      if (started === undefined) return isWhole ? row : {};
      return { ...row, started, duration, primaryUserId };
    }),
    totalRecords: all.length,
    pageNumber: first / pageRows,
    next: first + pageRows < all.length ? { first: first + pageRows } : null,
  };
}

const noCalls = { rows: [], total: 0 };

/** Published as all other lists; answered from the store (answered-scorecard.ts). */
const answeredScorecards: PlatformOperation = {
  method: 'POST',
  path: '/v2/stats/activity/scorecards',
  key: 'answeredScorecards',
  form: 'page',
  scope: 'api:stats:scorecards',
};

const reviewPageOf = (body: PlatformBody): ReviewPage => ({
  rows: platformRows(body, answeredScorecards.key),
  total: platformTotal(body),
  cursor: platformCursor(body),
});

function callIdOf({ filter }: PlatformBody): string {
  const ids = isObject(filter) && Array.isArray(filter.callIds) ? filter.callIds : [];
  if (ids.length !== 1)
    throw callAnalyticsError(
      400,
      `filter.callIds: expected exactly one call id, ${ids.length} came`,
    );
  return String(ids[0]);
}

function pageOf(body: PlatformBody, rows: readonly Row[], filled: PlatformBody): BackendAnswer {
  const records = isObject(body.records) ? body.records : {};
  const cursor = platformCursor(body);
  return {
    kind: 'cursor-page',
    rows,
    totalRecords: platformTotal(body),
    pageNumber: typeof records.currentPageNumber === 'number' ? records.currentPageNumber : 0,
    next: cursor === null ? null : { cursor, filled },
  };
}
