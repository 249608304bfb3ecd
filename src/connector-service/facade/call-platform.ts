/** The call platform's API: which path answers what, within which scope, in which envelope. */

import { randomBytes } from 'node:crypto';
import type { Row } from '../../contract/wire/execute.ts';
import { canonicalJson, isObject } from '../../contract/wire/json.ts';
import { type Backend, BackendError, callAnalyticsError } from '../backend.ts';
import type { CallLimiter } from '../call-limit.ts';
import type { PageTokenCodec } from '../execute/page-token.ts';
import { type Exchange, readBodyText, sendText } from '../http/json-exchange.ts';
import type { Rights } from './account-right.ts';
import {
  answeredScorecards,
  coachingData,
  folderContent,
  statisticsRange,
} from './call-platform-view.ts';
import { type AnswerOf, expect, type Read } from './company-read.ts';
import type { MediaStore } from './presigned-url.ts';
import type { Sessions } from './sign-in.ts';

interface CallPlatformApiOptions {
  readonly backend: Backend;
  readonly sessions: Sessions;
  readonly media: MediaStore;
  readonly clock: () => number;
  readonly monotonic: () => number;
  readonly rights: Rights;
  readonly limiter: CallLimiter;
  readonly cursors: PageTokenCodec;
}

/** A request as a route sees it: parameters of the query and members of the body, without the cursor. */
interface Call {
  readonly params: Readonly<Record<string, unknown>>;
  /** Last part of the path, where the route has one. */
  readonly id: string;
  readonly cursor: string | null;
  /** Path and filters: what has to be the same when a cursor comes back. */
  readonly scope: string;
}

/** The members of an answer beside its requestId. @throws BackendError */
type Run = (call: Call) => Promise<Row>;

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  readonly scope: string;
  readonly run: Run;
}

/** Answers every path below /v2. */
export function callPlatformApi(
  options: CallPlatformApiOptions,
): (exchange: Exchange) => Promise<void> {
  const routes = routesOf(options);
  const { sessions, limiter, monotonic, rights } = options;

  const answer = async ({ request, path, query }: Exchange): Promise<Row> => {
    sessions.checkPlatform(request.headers.authorization);
    const matching = routes.filter((route) => route.path.test(path));
    const route = matching.find(({ method }) => method === request.method);
    // Recorded: 405 and 415 with these texts.
    if (route === undefined)
      throw callAnalyticsError(
        matching.length > 0 ? 405 : 404,
        matching.length > 0 ? 'Method Not Allowed' : 'Not Found',
      );
    const wait = limiter.arrive('platform', monotonic());
    if (wait !== null) throw new Throttled(wait);
    const { cursor, ...params } =
      route.method === 'GET' ? Object.fromEntries(query) : await bodyOf(request);
    const needed = [route.scope, ...(requestsMedia(params) ? ['api:calls:read:media-url'] : [])];
    for (const scope of needed) {
      if (rights.has(scope)) continue;
      // Recorded: a missing scope is 401 with this text, never 403.
      throw callAnalyticsError(401, `You don't have permission to use '${scope}' in your app.`);
    }
    const { contentSelector: _shown, ...filters } = params;
    return route.run({
      params,
      id: path.split('/').at(-1) ?? '',
      cursor: typeof cursor === 'string' && cursor !== '' ? cursor : null,
      scope: `${path} ${canonicalJson(filters)}`,
    });
  };

  return async (exchange) => {
    const requestId = randomBytes(10).toString('hex').slice(0, 19);
    const send = (
      status: number,
      body: object,
      more: Readonly<Record<string, string>> = {},
    ): void => {
      // Recorded: the id of the request is in the body and in this header.
      const headers = { 'x-traceid': requestId, ...more };
      sendText(exchange.response, status, JSON.stringify(body), 'application/json', headers);
    };
    try {
      send(200, { requestId, ...(await answer(exchange)) });
    } catch (error) {
      if (error instanceof Throttled) {
        // Published: 429 with Retry-After in seconds; the text is composed.
        const errors = ['API request limit exceeded'];
        return send(429, { requestId, errors }, { 'retry-after': String(error.seconds) });
      }
      if (!(error instanceof BackendError)) throw error;
      const body = isObject(error.body) ? error.body : {};
      send(error.status, { ...body, requestId });
    }
  };
}

class Throttled extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('Too many requests');
    this.seconds = seconds;
  }
}

function routesOf({ backend, media, clock, cursors }: CallPlatformApiOptions): readonly Route[] {
  const read: Read = (entity, params, page = null, action = 'list') =>
    backend.execute({ system: 'call-analytics', entity, action, params, page });

  /** A list in pages of a hundred, under `key`. */
  const paged =
    (entity: string, key: string, shown: (row: Row) => Row = (row) => row): Run =>
    async ({ params, cursor, scope }) => {
      const page = cursor === null ? null : cursors.open(scope, cursor);
      const answer = expect('cursor-page', await read(entity, params, page));
      return {
        records: recordsOf(answer, answer.next && cursors.seal(scope, answer.next)),
        [key]: answer.rows.map(shown),
      };
    };
  const ranged =
    (run: Run): Run =>
    async (call) => ({ ...(await run(call)), ...statisticsRange(call.params.filter as Row) });
  /** A list that comes whole. */
  const whole =
    (entity: string, key: string, shown: (row: Row) => Row = (row) => row): Run =>
    async ({ params }) => ({ [key]: expect('rows', await read(entity, params)).rows.map(shown) });
  const one =
    (entity: string, key: string): Run =>
    async ({ id }) => ({ [key]: expect('row', await read(entity, { id }, null, 'get')).row });

  const get = (path: RegExp, scope: string, run: Run): Route => ({
    method: 'GET',
    path,
    scope,
    run,
  });
  const post = (path: RegExp, scope: string, run: Run): Route => ({
    method: 'POST',
    path,
    scope,
    run: async (call) => {
      // Published: `filter` is required; the text has the recorded form of such a fault.
      if (!isObject(call.params.filter)) throw callAnalyticsError(400, 'filter: must not be null');
      return run(call);
    },
  });

  // Published: paths, methods, scopes and the keys of the answers. Recorded: users, calls,
  // workspaces, transcripts, the statistics, scorecards, trackers and library folders.
  return [
    get(/^\/v2\/users$/, 'api:users:read', paged('users', 'users')),
    get(/^\/v2\/users\/\d+$/, 'api:users:read', one('users', 'user')),
    get(/^\/v2\/calls$/, 'api:calls:read:basic', (call) => {
      const missing = ['fromDateTime', 'toDateTime'].filter((name) => !(name in call.params));
      if (missing.length > 0)
        throw callAnalyticsError(400, ...missing.map((name) => `${name}: must not be null`));
      return paged('calls', 'calls')(call);
    }),
    get(/^\/v2\/calls\/\d+$/, 'api:calls:read:basic', one('calls', 'call')),
    post(
      /^\/v2\/calls\/extensive$/,
      'api:calls:read:extensive',
      paged('calls_extensive', 'calls', (row) => withMedia(row, media)),
    ),
    post(
      /^\/v2\/calls\/transcript$/,
      'api:calls:read:transcript',
      paged('call_transcripts', 'callTranscripts'),
    ),
    get(
      /^\/v2\/workspaces$/,
      'api:workspaces:read',
      // Recorded: an id, no workspaceId.
      whole('workspaces', 'workspaces', ({ workspaceId: _same, ...row }) => row),
    ),
    post(
      /^\/v2\/stats\/activity\/aggregate$/,
      'api:stats:user-actions',
      ranged(paged('stats_activity_aggregate', 'usersAggregateActivityStats')),
    ),
    post(
      /^\/v2\/stats\/activity\/day-by-day$/,
      'api:stats:user-actions:detailed',
      paged('stats_activity_day_by_day', 'usersDetailedActivities'),
    ),
    post(
      /^\/v2\/stats\/interaction$/,
      'api:stats:interaction',
      ranged(paged('stats_interaction', 'peopleInteractionStats')),
    ),
    get(
      /^\/v2\/settings\/scorecards$/,
      'api:settings:scorecards:read',
      // Published: no parameter; whatever comes is ignored.
      (call) => whole('settings_scorecards', 'scorecards')({ ...call, params: {} }),
    ),
    get(
      /^\/v2\/settings\/trackers$/,
      'api:settings:trackers:read',
      whole('settings_trackers', 'keywordTrackers'),
    ),
    get(/^\/v2\/library\/folders$/, 'api:library:read', whole('library_folders', 'folders')),
    get(/^\/v2\/library\/folder-content$/, 'api:library:read', ({ params }) =>
      folderContent(read, String(params.folderId ?? '')),
    ),
    get(/^\/v2\/coaching$/, 'api:coaching:read', async ({ params }) => ({
      coachingData: await coachingData(read, params, clock()),
    })),
    post(/^\/v2\/stats\/activity\/scorecards$/, 'api:stats:scorecards', async (call) => {
      const { cursor, scope } = call;
      const from = cursor === null ? null : cursors.open(scope, cursor);
      const answer = await answeredScorecards(read, call.params.filter as Row, from);
      return {
        records: recordsOf(answer, answer.next && cursors.seal(scope, answer.next)),
        answeredScorecards: answer.rows,
      };
    }),
  ];
}

/** Recorded: the page block; `cursor` is absent on the last page. */
function recordsOf(page: AnswerOf<'cursor-page'>, cursor: string | null): Row {
  return {
    totalRecords: page.totalRecords,
    currentPageSize: page.rows.length,
    currentPageNumber: page.pageNumber,
    ...(cursor === null ? {} : { cursor }),
  };
}

async function bodyOf(request: Exchange['request']): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw callAnalyticsError(415, 'Unsupported Media Type');
  try {
    const body: unknown = JSON.parse(await readBodyText(request));
    if (isObject(body)) return { ...body };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw callAnalyticsError(400, 'Malformed request');
}

function requestsMedia({ contentSelector }: Readonly<Record<string, unknown>>): boolean {
  const exposed = isObject(contentSelector) ? contentSelector.exposedFields : null;
  return isObject(exposed) && exposed.media === true;
}

function withMedia(row: Row, store: MediaStore): Row {
  const { metaData, media } = row;
  if (!isObject(media) || !isObject(metaData)) return row;
  return { ...row, media: store.present(String(metaData.id), media) };
}
