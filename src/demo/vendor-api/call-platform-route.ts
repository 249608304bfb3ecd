/** Routes of the call platform: method, path, scope, and how the synthetic company answers. */

import { type Continuation, callAnalyticsError } from '../../connector-service/backend.ts';
import type { PageTokenCodec } from '../../connector-service/execute/page-token.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import type { DemoBackend } from '../demo-backend.ts';
import { aggregateByPeriod, usersByFilter } from './call-platform-period.ts';
import {
  allFolders,
  answeredScorecards,
  coachingData,
  folderContent,
  statisticsRange,
} from './call-platform-view.ts';
import { type AnswerOf, expect, type Read } from './company-read.ts';
import type { MediaStore } from './presigned-url.ts';

export interface RouteOptions {
  readonly backend: DemoBackend;
  readonly media: MediaStore;
  readonly clock: () => number;
  readonly cursors: PageTokenCodec;
}

/** A request as a route sees it: parameters of the query and members of the body, without the cursor. */
interface Call {
  readonly params: Readonly<Record<string, unknown>>;
  /** Last part of the path, where the route has one. */
  readonly id: string;
  readonly cursor: string | null;
  /** Path and filters: a cursor is valid for the same ones alone. */
  readonly scope: string;
}

/** The members of an answer beside its requestId. @throws BackendError */
type Run = (call: Call) => Promise<Row>;

interface PlatformRoute {
  readonly method: 'GET' | 'POST';
  /** With `:id` for a last part of digits: `/v2/calls/:id`. */
  readonly path: string;
  readonly scope: string;
  readonly run: Run;
}

// Published: paths, methods, scopes and the keys of the answers. Recorded: users, calls,
// workspaces, transcripts, the statistics, scorecards, trackers and library folders.
export function platformRoutes(options: RouteOptions): readonly PlatformRoute[] {
  return [...callRoutes(options), ...statisticsRoutes(options), ...settingRoutes(options)];
}

function callRoutes(options: RouteOptions): readonly PlatformRoute[] {
  const { paged, record } = answerForms(options);
  return [
    get('/calls', 'api:calls:read:basic', (call) => {
      const missing = ['fromDateTime', 'toDateTime'].filter((name) => !(name in call.params));
      if (missing.length > 0)
        throw callAnalyticsError(400, ...missing.map((name) => `${name}: must not be null`));
      return paged('calls', 'calls')(call);
    }),
    get('/calls/:id', 'api:calls:read:basic', record('calls', 'call')),
    post(
      '/calls/extensive',
      'api:calls:read:extensive',
      paged('calls_extensive', 'calls', (row) => withMedia(row, options.media)),
    ),
    post(
      '/calls/transcript',
      'api:calls:read:transcript',
      paged('call_transcripts', 'callTranscripts'),
    ),
  ];
}

function statisticsRoutes(options: RouteOptions): readonly PlatformRoute[] {
  const { read, paged, page } = answerForms(options);
  const ranged =
    (run: Run): Run =>
    async (call) => ({ ...(await run(call)), ...statisticsRange(call.params.filter as Row) });
  return [
    post(
      '/stats/activity/aggregate',
      'api:stats:user-actions',
      ranged(paged('stats_activity_aggregate', 'usersAggregateActivityStats')),
    ),
    post('/stats/activity/aggregate-by-period', 'api:stats:user-actions', (call) =>
      page(call, 'usersAggregateActivity', (from) => aggregateByPeriod(read, call.params, from)),
    ),
    post(
      '/stats/activity/day-by-day',
      'api:stats:user-actions:detailed',
      paged('stats_activity_day_by_day', 'usersDetailedActivities'),
    ),
    post(
      '/stats/interaction',
      'api:stats:interaction',
      ranged(paged('stats_interaction', 'peopleInteractionStats')),
    ),
    post('/stats/activity/scorecards', 'api:stats:scorecards', (call) =>
      page(call, 'answeredScorecards', (from) =>
        answeredScorecards(read, call.params.filter as Row, from),
      ),
    ),
    get('/coaching', 'api:coaching:read', async ({ params }) => ({
      coachingData: await coachingData(read, params, options.clock()),
    })),
  ];
}

function settingRoutes(options: RouteOptions): readonly PlatformRoute[] {
  const { read, paged, page, list, record } = answerForms(options);
  return [
    get('/users', 'api:users:read', paged('users', 'users')),
    get('/users/:id', 'api:users:read', record('users', 'user')),
    post('/users/extensive', 'api:users:read', (call) =>
      page(call, 'users', (from) => usersByFilter(read, call.params.filter as Row, from)),
    ),
    get(
      '/workspaces',
      'api:workspaces:read',
      // Recorded: an id, no workspaceId.
      list('workspaces', 'workspaces', ({ workspaceId: _same, ...row }) => row),
    ),
    get(
      '/settings/scorecards',
      'api:settings:scorecards:read',
      // Published: no parameter; the platform ignores any.
      (call) => list('settings_scorecards', 'scorecards')({ ...call, params: {} }),
    ),
    get(
      '/settings/trackers',
      'api:settings:trackers:read',
      list('settings_trackers', 'keywordTrackers'),
    ),
    get('/library/folders', 'api:library:read', async (call) =>
      call.params.workspaceId === undefined
        ? { folders: await allFolders(read) }
        : list('library_folders', 'folders')(call),
    ),
    get('/library/folder-content', 'api:library:read', ({ params }) =>
      folderContent(read, String(params.folderId ?? '')),
    ),
  ];
}

type Shown = (row: Row) => Row;

/** The forms an answer has: a page with a cursor, a whole list, one row. */
function answerForms({ backend, cursors }: RouteOptions) {
  const read: Read = (entity, params, page = null, action = 'list') =>
    backend.execute({ system: 'call-analytics', entity, action, params, page });
  const page = async (
    { cursor, scope }: Call,
    key: string,
    load: (from: Continuation | null) => Promise<AnswerOf<'cursor-page'>>,
  ): Promise<Row> => {
    const answer = await load(cursor === null ? null : cursors.open(scope, cursor));
    const next = answer.next && cursors.seal(scope, answer.next);
    return { records: recordsOf(answer, next), [key]: answer.rows };
  };
  return {
    read,
    page,
    /** A list in pages of a hundred, under `key`. */
    paged:
      (entity: string, key: string, view: Shown = (row) => row): Run =>
      (call) =>
        page(call, key, async (from) => {
          const answer = expect('cursor-page', await read(entity, call.params, from));
          return { ...answer, rows: answer.rows.map(view) };
        }),
    list:
      (entity: string, key: string, view: Shown = (row) => row): Run =>
      async ({ params }) => ({ [key]: expect('rows', await read(entity, params)).rows.map(view) }),
    record:
      (entity: string, key: string): Run =>
      async ({ id }) => ({ [key]: expect('row', await read(entity, { id }, null, 'get')).row }),
  };
}

function get(path: string, scope: string, run: Run): PlatformRoute {
  return { method: 'GET', path: `/v2${path}`, scope, run };
}

function post(path: string, scope: string, run: Run): PlatformRoute {
  return {
    method: 'POST',
    path: `/v2${path}`,
    scope,
    run: async (call) => {
      // Published: `filter` is required; the text has the recorded form of such an error.
      if (!isObject(call.params.filter)) throw callAnalyticsError(400, 'filter: must not be null');
      return run(call);
    },
  };
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

function withMedia(row: Row, store: MediaStore): Row {
  const { metaData, media } = row;
  if (!isObject(media) || !isObject(metaData)) return row;
  return { ...row, media: store.present(String(metaData.id), media) };
}
