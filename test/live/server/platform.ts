/** The call platform's API v2 as it is published: methods, paths, parameters, pages, refusals. */

import type { CallCompany } from './call-company.ts';
import type { Row } from './platform-row.ts';
import { platformRefusal } from './refusal.ts';

export interface PlatformRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Of a POST. */
  readonly body: Row;
}

/** Rows of the statistics in place of what the calls would give, whatever days are asked for. */
export interface PlatformStatistics {
  readonly activity: readonly Row[];
  readonly daily: readonly Row[];
  readonly interaction: readonly Row[];
}

export interface PlatformOptions {
  readonly company: CallCompany;
  readonly statistics: PlatformStatistics | undefined;
  readonly now: () => number;
  /** Calls of the last hours that are counted, and not handed out before they were analysed; tests change it. */
  readonly pending: () => number;
  /** Scopes that the key lacks; tests change it. */
  readonly lacking: ReadonlySet<string>;
  /** Where recordings are. */
  readonly media: () => string;
}

const pageSize = 100;
const instantOf = (text: string): number => Date.parse(text);
/** Published: the scheduled time of web conferences, the start of all other calls. */
const timeOf = ({ metaData }: Row): number =>
  instantOf(metaData.system === 'Zoom' ? metaData.scheduled : metaData.started);

/** Ids that are published as integers, as such: beyond what a number holds. */
const asIntegers = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((one) => (typeof one === 'object' ? asIntegers(one) : one))
        : /Id$/.test(name) && typeof value === 'string'
          ? JSON.rawJSON(value)
          : value,
    ]),
  );

export function platformApi(options: PlatformOptions) {
  const { company, statistics, now, pending, lacking, media } = options;
  const { calls, users, workspaces, transcripts, scorecards, reviews, trackers, folders } = company;

  const need = (scope: string): void => {
    if (lacking.has(scope))
      throw platformRefusal(401, `You don't have permission to use '${scope}' in your app.`);
  };

  const paged = (key: string, rows: readonly Row[], asked: Row, more = 0): Row => {
    const { cursor, ...filter } = asked;
    const scope = JSON.stringify(filter);
    let first = 0;
    if (cursor !== undefined) {
      const [at, of] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
      if (of !== scope) throw platformRefusal(400, 'The cursor belongs to another filter');
      first = at;
    }
    const page = rows.slice(first, first + pageSize);
    const next = first + pageSize;
    return {
      records: {
        ...{ totalRecords: rows.length + more, currentPageSize: page.length },
        currentPageNumber: first / pageSize,
        ...(next < rows.length && {
          cursor: Buffer.from(JSON.stringify([next, scope])).toString('base64url'),
        }),
      },
      [key]: page,
    };
  };

  const dates = (filter: Row): void => {
    const missing = ['fromDate', 'toDate'].filter((name) => filter[name] === undefined);
    if (missing.length > 0)
      throw platformRefusal(400, ...missing.map((name) => `filter.${name}: must not be null`));
    if (filter.toDate > new Date(now() + 3_600_000).toISOString().slice(0, 10))
      throw platformRefusal(400, 'toDate: must not be after today');
  };

  const callsIn = (filter: Row): { found: readonly Row[]; more: number } => {
    const { fromDateTime, toDateTime, callIds, workspaceId, primaryUserIds } = filter;
    const from = fromDateTime === undefined ? 0 : instantOf(fromDateTime);
    const to = toDateTime === undefined ? now() : instantOf(toDateTime);
    if (Number.isNaN(from) || Number.isNaN(to)) throw platformRefusal(400, 'Malformed request');
    const found = calls
      .filter((call) => callIds === undefined || callIds.includes(call.metaData.id))
      .filter((call) => workspaceId === undefined || call.metaData.workspaceId === workspaceId)
      .filter(
        ({ metaData }) =>
          primaryUserIds === undefined || primaryUserIds.includes(metaData.primaryUserId),
      )
      .filter((call) => callIds !== undefined || (timeOf(call) >= from && timeOf(call) < to))
      .toSorted((left, right) => timeOf(left) - timeOf(right));
    const isRecent = callIds === undefined && to > now() - 3 * 3_600_000 && from < now();
    const more = isRecent ? pending() : 0;
    if (found.length + more === 0)
      throw platformRefusal(404, 'No calls found corresponding to the provided filters');
    return { found, more };
  };

  const shown = (call: Row, { context, exposedFields: exposed = {} }: Row): Row => {
    const { content = {}, interaction = {}, collaboration = {} } = exposed;
    if (exposed.media === true) need('api:calls:read:media-url');
    const parts = Object.entries(call.content as Row).filter(
      ([name, value]) => content[name] === true && value !== undefined,
    );
    const withOccurrences = ([name, value]: [string, Row]): [string, Row] =>
      name === 'trackers' && content.trackerOccurrences !== true
        ? [name, value.map((one: Row) => ({ ...one, occurrences: [], phrases: [] }))]
        : [name, value];
    const measures = Object.entries(call.interaction as Row).filter(
      ([name]) =>
        interaction[name === 'interactionStats' ? 'personInteractionStats' : name] === true,
    );
    const { id, media: kind } = call.metaData;
    const url = (name: string): string =>
      `${media()}/media/${id}.${name}?X-Amz-Date=20260101T000000Z&X-Amz-Expires=28799`;
    const isAsked = (flags: Row): boolean => Object.values(flags).includes(true);
    return {
      metaData: call.metaData,
      ...((context === 'Extended' || context === 'Basic') && { context: call.context }),
      ...(exposed.parties === true && { parties: call.parties }),
      ...(isAsked(content) && { content: Object.fromEntries(parts.map(withOccurrences)) }),
      ...(isAsked(interaction) && { interaction: Object.fromEntries(measures) }),
      ...(collaboration.publicComments === true && { collaboration: call.collaboration }),
      ...(exposed.media === true && {
        media: { audioUrl: url('mp3'), ...(kind === 'Video' && { videoUrl: url('mp4') }) },
      }),
    };
  };

  const usersOf = ({ userIds }: Row): readonly Row[] =>
    users.filter(({ id }) => userIds === undefined || userIds.includes(id));
  /** Rows of these users, as they were given. */
  const ofUsers = (rows: readonly Row[], { userIds }: Row): readonly Row[] =>
    rows.filter(({ userId }) => userIds === undefined || userIds.includes(userId));
  const hosted = (user: Row, { fromDate, toDate }: Row): readonly Row[] =>
    calls.filter(({ metaData }) => {
      const day = metaData.started.slice(0, 10);
      return metaData.primaryUserId === user.id && day >= fromDate && day < toDate;
    });
  const measures = [
    ...['callsAsHost', 'callsGaveFeedback', 'callsRequestedFeedback', 'callsReceivedFeedback'],
    ...['ownCallsListenedTo', 'othersCallsListenedTo', 'callsSharedInternally'],
    ...[
      'callsSharedExternally',
      'callsScorecardsFilled',
      'callsScorecardsReceived',
      'callsAttended',
    ],
    ...['callsCommentsGiven', 'callsCommentsReceived', 'callsMarkedAsFeedbackGiven'],
    'callsMarkedAsFeedbackReceived',
  ];
  const isCounted = (measure: string): boolean => /^calls(?:AsHost|Attended)$/.test(measure);

  const range = ({ fromDate, toDate }: Row): Row => ({
    ...{ fromDateTime: `${fromDate}T00:00:00+01:00`, toDateTime: `${toDate}T00:00:00+01:00` },
    timeZone: 'Europe/Brussels',
  });

  const reviewsIn = (filter: Row): readonly Row[] => {
    const { reviewMethod = 'MANUAL', scorecardIds, reviewedUserIds } = filter;
    const found = reviews.filter((row) => {
      const [reviewed, called] = [row.reviewTime.slice(0, 10), row.callStartTime.slice(0, 10)];
      return (
        (reviewMethod === 'BOTH' || row.reviewMethod === reviewMethod) &&
        (scorecardIds === undefined || scorecardIds.includes(row.scorecardId)) &&
        (reviewedUserIds === undefined || reviewedUserIds.includes(row.reviewedUserId)) &&
        reviewed >= (filter.reviewFromDate ?? '') &&
        reviewed < (filter.reviewToDate ?? '9') &&
        called >= (filter.callFromDate ?? '') &&
        called < (filter.callToDate ?? '9')
      );
    });
    if (found.length === 0) throw platformRefusal(404, 'Answered scorecards not found');
    return found.map(asIntegers);
  };

  type Route = (asked: Row, id: string) => Row;
  const routes: Readonly<Record<string, readonly [scope: string, route: Route]>> = {
    'GET /v2/users': ['api:users:read', (asked) => paged('users', users, asked)],
    'GET /v2/users/:id': [
      'api:users:read',
      (_, id) => {
        const user = users.find((one) => one.id === id);
        if (user === undefined) throw platformRefusal(404, `User ID ${id} was not found`);
        return { user };
      },
    ],
    'GET /v2/calls': [
      'api:calls:read:basic',
      (asked) => {
        const missing = ['fromDateTime', 'toDateTime'].filter((name) => asked[name] === undefined);
        if (missing.length > 0)
          throw platformRefusal(400, ...missing.map((name) => `${name}: must not be null`));
        const { found, more } = callsIn(asked);
        return paged(
          'calls',
          found.map(({ metaData }) => metaData),
          asked,
          more,
        );
      },
    ],
    'GET /v2/calls/:id': [
      'api:calls:read:basic',
      (_, id) => {
        const call = calls.find(({ metaData }) => metaData.id === id);
        if (call === undefined) throw platformRefusal(404, `Call ID ${id} was not found`);
        return { call: call.metaData };
      },
    ],
    'POST /v2/calls/extensive': [
      'api:calls:read:extensive',
      ({ contentSelector = {}, ...asked }) => {
        const { found, more } = callsIn(asked.filter);
        const rows = found.map((call) => shown(call, contentSelector));
        return paged('calls', rows, asked, more);
      },
    ],
    'POST /v2/calls/transcript': [
      'api:calls:read:transcript',
      (asked) => {
        const ids = new Set(callsIn(asked.filter).found.map(({ metaData }) => metaData.id));
        return paged(
          'callTranscripts',
          transcripts.filter(({ callId }) => ids.has(callId)),
          asked,
        );
      },
    ],
    'GET /v2/workspaces': ['api:workspaces:read', () => ({ workspaces })],
    'POST /v2/stats/activity/aggregate': [
      'api:stats:user-actions',
      (asked) => {
        dates(asked.filter);
        const counted = usersOf(asked.filter).map((user) => ({
          ...{ userId: user.id, userEmailAddress: user.emailAddress },
          userAggregateActivityStats: Object.fromEntries(
            measures.map((one) => [one, isCounted(one) ? hosted(user, asked.filter).length : 0]),
          ),
        }));
        const rows =
          statistics === undefined ? counted : ofUsers(statistics.activity, asked.filter);
        return { ...paged('usersAggregateActivityStats', rows, asked), ...range(asked.filter) };
      },
    ],
    'POST /v2/stats/activity/day-by-day': [
      'api:stats:user-actions:detailed',
      (asked) => {
        dates(asked.filter);
        const counted = usersOf(asked.filter).map((user) => ({
          ...{ userId: user.id, userEmailAddress: user.emailAddress },
          userDailyActivityStats: [
            ...Map.groupBy(hosted(user, asked.filter), ({ metaData }) =>
              metaData.started.slice(0, 10),
            ),
          ].map(([day, ofDay]) => ({
            ...Object.fromEntries(
              measures.map((one) => [
                one,
                isCounted(one) ? ofDay.map(({ metaData }) => metaData.id) : [],
              ]),
            ),
            fromDate: new Date(Date.parse(`${day}T00:00:00+01:00`)).toISOString(),
            toDate: new Date(Date.parse(`${day}T00:00:00+01:00`) + 86_400_000).toISOString(),
          })),
        }));
        const rows = statistics === undefined ? counted : ofUsers(statistics.daily, asked.filter);
        return paged('usersDetailedActivities', rows, asked);
      },
    ],
    'POST /v2/stats/interaction': [
      'api:stats:interaction',
      (asked) => {
        dates(asked.filter);
        const counted = usersOf(asked.filter)
          .filter((user) => hosted(user, asked.filter).length > 0)
          .map((user) => ({
            ...{ userId: user.id, userEmailAddress: user.emailAddress },
            personInteractionStats: [
              { name: 'Talk Ratio', value: 0.6 },
              { name: 'Longest Monologue', value: 95.25 },
            ],
          }));
        const rows =
          statistics === undefined ? counted : ofUsers(statistics.interaction, asked.filter);
        return { ...paged('peopleInteractionStats', rows, asked), ...range(asked.filter) };
      },
    ],
    'POST /v2/stats/activity/scorecards': [
      'api:stats:scorecards',
      (asked) => paged('answeredScorecards', reviewsIn(asked.filter), asked),
    ],
    'GET /v2/settings/scorecards': ['api:settings:scorecards:read', () => ({ scorecards })],
    'GET /v2/settings/trackers': [
      'api:settings:trackers:read',
      ({ workspaceId }) => ({
        keywordTrackers: trackers.filter(
          (one) => workspaceId === undefined || one.workspaceId === workspaceId,
        ),
      }),
    ],
    'GET /v2/library/folders': [
      'api:library:read',
      ({ workspaceId }) => ({
        folders: folders
          .filter((one) => workspaceId === undefined || one.workspaceId === workspaceId)
          .map(({ calls: _calls, workspaceId: _workspace, ...folder }) => folder),
      }),
    ],
    'GET /v2/library/folder-content': [
      'api:library:read',
      ({ folderId }) => {
        const folder = folders.find(({ id }) => id === folderId);
        if (folder === undefined) throw platformRefusal(404, 'No folder found');
        const { id, name, createdBy, updated, calls: content } = folder;
        return { id, name, createdBy, updated, calls: content };
      },
    ],
    'GET /v2/coaching': [
      'api:coaching:read',
      (asked) => {
        const manager = users.find(({ id }) => id === asked['manager-id']);
        const ids = calls.slice(0, 4).map(({ metaData }) => metaData.id);
        const person = ({ id, emailAddress, firstName, lastName, title }: Row): Row => ({
          ...{ id, emailAddress, firstName, lastName, title },
        });
        if (manager === undefined) return { coachingData: [] };
        const reports = users.filter(({ managerId }) => managerId === manager.id);
        return {
          coachingData: [
            {
              manager: person(manager),
              directReportsMetrics: reports.map((report) => ({
                report: person(report),
                metrics: { callsListened: ids, callsAttended: [] },
              })),
            },
          ],
        };
      },
    ],
  };

  /** @throws Refusal */
  return ({ method, path, query, body }: PlatformRequest): Row => {
    const pattern = path.replace(/\/\d+$/, '/:id');
    const found = routes[`${method} ${pattern}`];
    if (found === undefined) {
      const isKnown = Object.keys(routes).some((one) => one.endsWith(` ${pattern}`));
      throw platformRefusal(isKnown ? 405 : 404, isKnown ? 'Method Not Allowed' : 'Not Found');
    }
    const [scope, route] = found;
    need(scope);
    if (method === 'POST' && typeof body?.filter !== 'object')
      throw platformRefusal(400, 'filter: must not be null');
    const asked = method === 'POST' ? body : Object.fromEntries(query);
    return { requestId: '4al018gzaztcr8nbukw', ...route(asked, path.split('/').at(-1) ?? '') };
  };
}
