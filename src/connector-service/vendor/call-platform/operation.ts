/**
 * Operations of the call platform as requests of its API: method, path, parameters, key of the rows
 * in the answer, scope. Paths, keys and scopes are from the vendor's published description (API
 * v2); answers of most of them were seen in recordings.
 */

import type { Row } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';
import { callAnalyticsError } from '../../backend.ts';
import { coachingRows } from './coaching.ts';

type Params = Readonly<Record<string, unknown>>;

export interface PlatformOperation {
  readonly method: 'GET' | 'POST';
  readonly path: string | ((params: Params) => string);
  /** Parameters of the query, or members of the body. Default: as they came. */
  readonly send?: (params: Params) => Params;
  /** Parameters that the vendor requires and the interface does not; the same on every page of a list. */
  readonly fill?: (now: number) => Params;
  /** Member of the answer that holds the row or the rows. */
  readonly key: string;
  /**
   * `page`: pages with a cursor. `whole`: pages with a cursor, for which the interface has no parameter:
   * all are read at once. `folder`: the vendor has no pages, the interface does.
   */
  readonly form: 'page' | 'whole' | 'folder' | 'rows' | 'row';
  /** From the vendor's rows to the interface's. */
  readonly rows?: (rows: readonly Row[], params: Params) => readonly Row[];
  /** OAuth scope. */
  readonly scope: string;
}

/** @throws BackendError 404 in the platform's words: a text that is no id must not lead to another path. */
const byId = (path: string, what: string) => (params: Params) => {
  const id = String(params.id);
  if (!/^\d+$/.test(id)) throw callAnalyticsError(404, `${what} ID ${id} was not found`);
  return `${path}/${id}`;
};
const asFilter = ({ filter, contentSelector }: Params): Params => ({
  // An object even where nothing is filtered by: the vendor refuses a body without it.
  filter: filter ?? {},
  ...(contentSelector === undefined ? {} : { contentSelector }),
});
/**
 * Points of interest are gone at the vendor since January 2025. The highlights, which replaced them, are asked
 * for in their place: a call that was asked for its content has one.
 */
function withoutRetired(selector: unknown): unknown {
  const exposed = isObject(selector) ? selector.exposedFields : null;
  const content = isObject(exposed) ? exposed.content : null;
  if (!isObject(selector) || !isObject(exposed) || !isObject(content)) return selector;
  const { pointsOfInterest, ...parts } = content;
  if (pointsOfInterest === undefined) return selector;
  const replaced = pointsOfInterest === true ? { ...parts, highlights: true } : parts;
  return { ...selector, exposedFields: { ...exposed, content: replaced } };
}

const dayMs = 86_400_000;

export const platformOperations: Readonly<Record<string, PlatformOperation>> = {
  'users list': {
    method: 'GET',
    path: '/v2/users',
    key: 'users',
    form: 'page',
    scope: 'api:users:read',
  },
  'users get': {
    method: 'GET',
    path: byId('/v2/users', 'User'),
    send: () => ({}),
    key: 'user',
    form: 'row',
    scope: 'api:users:read',
  },
  'calls list': {
    method: 'GET',
    path: '/v2/calls',
    // The vendor requires both dates, the interface neither.
    fill: (now) => ({
      fromDateTime: '2000-01-01T00:00:00Z',
      toDateTime: new Date(now + dayMs).toISOString(),
    }),
    key: 'calls',
    form: 'page',
    scope: 'api:calls:read:basic',
  },
  'calls get': {
    method: 'GET',
    path: byId('/v2/calls', 'Call'),
    send: () => ({}),
    key: 'call',
    form: 'row',
    scope: 'api:calls:read:basic',
  },
  'calls_extensive list': {
    method: 'POST',
    path: '/v2/calls/extensive',
    send: (params) =>
      asFilter({ ...params, contentSelector: withoutRetired(params.contentSelector) }),
    key: 'calls',
    form: 'page',
    scope: 'api:calls:read:extensive',
  },
  'call_transcripts list': {
    method: 'POST',
    path: '/v2/calls/transcript',
    send: asFilter,
    key: 'callTranscripts',
    form: 'page',
    scope: 'api:calls:read:transcript',
  },
  'workspaces list': {
    method: 'GET',
    path: '/v2/workspaces',
    key: 'workspaces',
    form: 'rows',
    rows: (rows) => rows.map((row) => ({ ...row, workspaceId: row.workspaceId ?? row.id })),
    scope: 'api:workspaces:read',
  },
  'stats_activity_aggregate list': {
    method: 'POST',
    path: '/v2/stats/activity/aggregate',
    send: asFilter,
    key: 'usersAggregateActivityStats',
    form: 'whole',
    scope: 'api:stats:user-actions',
  },
  'stats_activity_day_by_day list': {
    method: 'POST',
    path: '/v2/stats/activity/day-by-day',
    send: asFilter,
    key: 'usersDetailedActivities',
    form: 'whole',
    scope: 'api:stats:user-actions:detailed',
  },
  'stats_interaction list': {
    method: 'POST',
    path: '/v2/stats/interaction',
    send: asFilter,
    key: 'peopleInteractionStats',
    form: 'whole',
    scope: 'api:stats:interaction',
  },
  'settings_scorecards list': {
    method: 'GET',
    path: '/v2/settings/scorecards',
    send: () => ({}),
    key: 'scorecards',
    form: 'rows',
    // The vendor has no parameter for the workspace.
    rows: (rows, { workspaceId }) =>
      withTextIds(rows).filter(
        (row) =>
          workspaceId === undefined ||
          row.workspaceId === null ||
          row.workspaceId === undefined ||
          row.workspaceId === workspaceId,
      ),
    scope: 'api:settings:scorecards:read',
  },
  'settings_trackers list': {
    method: 'GET',
    path: '/v2/settings/trackers',
    key: 'keywordTrackers',
    form: 'rows',
    scope: 'api:settings:trackers:read',
  },
  'library_folders list': {
    method: 'GET',
    path: '/v2/library/folders',
    key: 'folders',
    form: 'rows',
    scope: 'api:library:read',
  },
  'library_folder_content list': {
    method: 'GET',
    path: '/v2/library/folder-content',
    key: 'calls',
    form: 'folder',
    // The vendor's rows have no start, duration or host: execute.ts reads them from the calls.
    rows: (rows) => rows.map(({ id, ...row }) => ({ callId: id, ...row })),
    scope: 'api:library:read',
  },
  'coaching list': {
    method: 'GET',
    path: '/v2/coaching',
    key: 'coachingData',
    form: 'rows',
    rows: coachingRows,
    scope: 'api:coaching:read',
  },
};

/** Ids that the vendor's description has as integers and recordings as texts, always as texts. */
export function withTextIds(rows: readonly Row[]): Row[] {
  return rows.map((row) => textIds(row) as Row);
}

function textIds(value: unknown, name = ''): unknown {
  if (typeof value === 'number' && /(?:^i|I)d$/.test(name)) return String(value);
  if (Array.isArray(value)) return value.map((member) => textIds(member));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, textIds(member, key)]),
  );
}
