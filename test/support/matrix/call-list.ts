/** The call platform's connections: its own pages, whole lists cut here, and lists below users, calls, workspaces and folders. */

import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import type { TruthRow } from '../truth.ts';
import { mostFrequent, type RawTables } from './raw-table.ts';
import { connectionRow, type MatrixList, type Owner } from './row.ts';

/** Six weeks, of about three pages of calls. */
const from = '2026-09-10T00:00:00Z';
const to = '2026-10-25T00:00:00Z';
const range = `from: "${from}", to: "${to}"`;
const days = 'from: "2026-10-05", to: "2026-10-25"';
const dayFilter = { filter: { fromDate: '2026-10-05', toDate: '2026-10-25' } };

const root = async (rows: Promise<readonly TruthRow[]>, key: string): Promise<Owner[]> => [
  { id: null, truth: (await rows).map((row) => String(row[key])) },
];

/** The lists of those parents that have most. @param of the parent of a row */
function below(
  type: string,
  rows: readonly TruthRow[],
  of: (row: TruthRow) => string | null,
  key: (row: TruthRow) => string,
): readonly Owner[] {
  return mostFrequent(rows.map(of), 3).map((id) => ({
    id: encodeGlobalId(type, id),
    truth: rows.filter((row) => of(row) === id).map(key),
  }));
}

const userNode = 'user { upstreamId }';
const userOf = ({ user }: { user: { upstreamId: string } | null }): string =>
  user?.upstreamId ?? 'nobody';

const recentCalls = (raw: RawTables) => raw.list('calls', { fromDateTime: from, toDateTime: to });
const reviews = (raw: RawTables) => raw.list('stats_activity_scorecards', { filter: {} });
const reviewKey = (row: TruthRow): string => row.answeredScorecardId;

async function firstWorkspace(raw: RawTables): Promise<string> {
  return (await raw.list('workspaces'))[0].id;
}

const callConnections: readonly MatrixList[] = [
  connectionRow('Query.calls', {
    kind: 'platform list',
    windows: 'forward',
    args: `filter: {${range}}`,
    owners: (raw) => root(recentCalls(raw), 'id'),
  }),
  connectionRow('Query.calls', {
    kind: 'platform list',
    variant: 'with parties',
    windows: 'forward',
    args: `filter: {${range}}`,
    node: 'upstreamId parties { upstreamId }',
    owners: (raw) => root(recentCalls(raw), 'id'),
  }),
  connectionRow('Query.calls', {
    kind: 'platform list',
    variant: 'filtered here',
    windows: 'forward',
    chosen: true,
    args: `filter: {${range}, direction: ["Conference"]}`,
    owners: async (raw) => [
      {
        id: null,
        truth: (await recentCalls(raw))
          .filter(({ direction }) => direction === 'Conference')
          .map(({ id }) => id),
      },
    ],
  }),
  connectionRow('Workspace.calls', {
    kind: 'platform list below',
    windows: 'forward',
    args: range,
    owners: async (raw) =>
      below(
        'Workspace',
        await recentCalls(raw),
        (row) => row.workspaceId,
        (row) => row.id,
      ),
  }),
  connectionRow('Query.users', {
    kind: 'platform list',
    windows: 'forward',
    owners: (raw) => root(raw.list('users'), 'id'),
  }),
  connectionRow('Query.answeredScorecards', {
    kind: 'platform list',
    windows: 'forward',
    owners: (raw) => root(reviews(raw), 'answeredScorecardId'),
  }),
];

const statistics: readonly MatrixList[] = (
  [
    ['Query.activity', 'stats_activity_aggregate'],
    ['Query.dailyActivity', 'stats_activity_day_by_day'],
    ['Query.interaction', 'stats_interaction'],
  ] as const
).map(([field, entity]) =>
  connectionRow(field, {
    kind: 'statistics',
    windows: 'both',
    args: days,
    node: userNode,
    owners: (raw) => root(raw.list(entity, dayFilter), 'userId'),
    key: userOf,
  }),
);

const settings: readonly MatrixList[] = [
  ...(
    [
      ['workspaces', 'workspaces', 'id'],
      ['trackers', 'settings_trackers', 'trackerId'],
      ['scorecards', 'settings_scorecards', 'scorecardId'],
    ] as const
  ).map(([name, entity, key]) =>
    connectionRow(`Query.${name}`, {
      kind: 'settings',
      windows: 'both',
      announced: false,
      owners: (raw) => root(raw.list(entity), key),
    }),
  ),
  ...(
    [
      ['trackers', 'settings_trackers', 'trackerId'],
      ['scorecards', 'settings_scorecards', 'scorecardId'],
    ] as const
  ).map(([name, entity, key]) =>
    connectionRow(`Workspace.${name}`, {
      kind: 'settings below',
      windows: 'both',
      announced: false,
      // One that names no workspace belongs to all of them.
      chosen: true,
      async owners(raw) {
        const workspaces = await raw.list('workspaces');
        return Promise.all(
          workspaces.map(async ({ id }) => ({
            id: encodeGlobalId('Workspace', id),
            truth: (await raw.list(entity, { workspaceId: id })).map((row) => row[key]),
          })),
        );
      },
    }),
  ),
];

/** The workspace's id stands in the arguments, so it is read before the list is asked. */
const theWorkspace = 'WORKSPACE';

const library: readonly MatrixList[] = [
  connectionRow('Query.libraryFolders', {
    kind: 'library',
    windows: 'both',
    announced: false,
    args: `workspace: "${theWorkspace}"`,
    owners: async (raw) =>
      root(raw.list('library_folders', { workspaceId: await firstWorkspace(raw) }), 'id'),
  }),
  connectionRow('Workspace.libraryFolders', {
    kind: 'library',
    windows: 'both',
    announced: false,
    async owners(raw) {
      const id = await firstWorkspace(raw);
      const rows = await raw.list('library_folders', { workspaceId: id });
      return [{ id: encodeGlobalId('Workspace', id), truth: rows.map((row) => row.id) }];
    },
  }),
  connectionRow('LibraryFolder.children', {
    kind: 'library',
    chosen: true,
    windows: 'both',
    announced: false,
    async owners(raw) {
      const workspaceId = await firstWorkspace(raw);
      const rows = await raw.list('library_folders', { workspaceId });
      return below(
        'LibraryFolder',
        rows,
        (row) => (row.parentFolderId === null ? null : `${workspaceId}/${row.parentFolderId}`),
        (row) => row.id,
      );
    },
  }),
  connectionRow('LibraryFolder.calls', {
    kind: 'library',
    windows: 'forward',
    announced: false,
    async owners(raw) {
      const workspaceId = await firstWorkspace(raw);
      const folders = await raw.list('library_folders', { workspaceId });
      const contents = await Promise.all(
        folders.map(async ({ id }) => ({
          id: encodeGlobalId('LibraryFolder', `${workspaceId}/${id}`),
          truth: (await raw.list('library_folder_content', { folderId: id })).map(
            ({ callId }) => callId,
          ),
        })),
      );
      return contents.sort((a, b) => b.truth.length - a.truth.length).slice(0, 3);
    },
  }),
];

const coachingArgs = 'from: "2026-07-01", to: "2026-10-01"';

async function coachingOf(raw: RawTables, manager: string): Promise<readonly string[]> {
  const rows = await raw.list('coaching', {
    'workspace-id': await firstWorkspace(raw),
    'manager-id': manager,
    from: '2026-07-01',
    to: '2026-10-01',
  });
  return rows.map(({ userId }) => userId);
}

const managersOf = async (raw: RawTables): Promise<readonly string[]> =>
  mostFrequent(
    (await raw.list('users')).map(({ managerId }) => managerId),
    3,
  );

const people: readonly MatrixList[] = [
  connectionRow('Query.coaching', {
    kind: 'coaching',
    windows: 'both',
    announced: false,
    args: `workspace: "${theWorkspace}", manager: "MANAGER", ${coachingArgs}`,
    node: userNode,
    owners: async (raw) => [
      { id: null, truth: await coachingOf(raw, (await managersOf(raw))[0]!) },
    ],
    key: userOf,
  }),
  connectionRow('User.coaching', {
    kind: 'coaching',
    windows: 'both',
    announced: false,
    args: `workspace: "${theWorkspace}", ${coachingArgs}`,
    node: userNode,
    owners: async (raw) =>
      Promise.all(
        (await managersOf(raw)).map(async (id) => ({
          id: encodeGlobalId('User', id),
          truth: await coachingOf(raw, id),
        })),
      ),
    key: userOf,
  }),
  connectionRow('User.directReports', {
    kind: 'platform list below',
    windows: 'both',
    chosen: true,
    owners: async (raw) =>
      below(
        'User',
        await raw.list('users'),
        (row) => row.managerId,
        (row) => row.id,
      ),
  }),
  ...(
    [
      ['User.scorecardsReceived', 'User', 'reviewedUserId'],
      ['User.scorecardsGiven', 'User', 'reviewerUserId'],
      ['Scorecard.answeredScorecards', 'Scorecard', 'scorecardId'],
      ['Call.answeredScorecards', 'Call', 'callId'],
    ] as const
  ).map(([field, type, of]) =>
    connectionRow(field, {
      kind: 'reviews below',
      windows: 'both',
      owners: async (raw) =>
        below(
          type,
          (await reviews(raw)).filter((row) => row[of] !== '-1'),
          (row) => row[of],
          reviewKey,
        ),
    }),
  ),
];

const roles = [
  'callsAsHost',
  'callsAttended',
  'callsGaveFeedback',
  'callsRequestedFeedback',
  'callsReceivedFeedback',
  'ownCallsListenedTo',
  'othersCallsListenedTo',
  'callsSharedInternally',
  'callsSharedExternally',
  'callsScorecardsFilled',
  'callsScorecardsReceived',
  'callsCommentsGiven',
  'callsCommentsReceived',
  'callsMarkedAsFeedbackGiven',
  'callsMarkedAsFeedbackReceived',
];

/** Calls that one or several days of a user name. */
const namedCalls = (days: readonly TruthRow[]): readonly string[] => [
  ...new Set(days.flatMap((day) => roles.flatMap((role) => (day[role] ?? []) as string[]))),
];

async function busiestUsers(raw: RawTables, keys: (days: readonly TruthRow[]) => string[]) {
  const rows = await raw.list('stats_activity_day_by_day', dayFilter);
  return rows
    .map(({ userId, userDailyActivityStats }) => ({
      id: encodeGlobalId('User', userId),
      truth: keys(userDailyActivityStats),
    }))
    .sort((a, b) => b.truth.length - a.truth.length)
    .slice(0, 3);
}

const userCalls: readonly MatrixList[] = [
  connectionRow('User.calls', {
    kind: 'calls of a user',
    windows: 'both',
    chosen: true,
    args: days,
    owners: (raw) => busiestUsers(raw, (own) => [...namedCalls(own)]),
  }),
  {
    name: 'User.dailyActivity',
    covers: ['User.dailyActivity', 'DailyActivity.calls'],
    host: 'User',
    kind: 'calls of a user',
    example: true,
    windows: 'none',
    announced: true,
    inside: 'row',
    owners: (raw) =>
      busiestUsers(raw, (own) =>
        own.flatMap((day) => namedCalls([day]).map((id) => `${Date.parse(day.fromDate)} ${id}`)),
      ),
    ask: () =>
      `dailyActivity(${days}) { startAt calls(first: 100) { nodes { upstreamId } pageInfo { hasNextPage } } }`,
    items: (value) =>
      ((value ?? []) as readonly TruthRow[]).flatMap((day) =>
        (day?.calls?.nodes ?? [null]).map((node: TruthRow) =>
          node === null ? null : `${Date.parse(day.startAt)} ${node.upstreamId}`,
        ),
      ),
    key: (item: string) => item,
  },
  {
    name: 'UserDailyActivity.days',
    covers: ['UserDailyActivity.days'],
    host: 'Query',
    kind: 'statistics',
    example: true,
    windows: 'none',
    announced: true,
    inside: 'row',
    async owners(raw) {
      const rows = await raw.list('stats_activity_day_by_day', dayFilter);
      return [
        {
          id: null,
          truth: rows.flatMap((row) =>
            row.userDailyActivityStats.map(
              (day: TruthRow) => `${row.userId} ${Date.parse(day.fromDate)}`,
            ),
          ),
        },
      ];
    },
    ask: () => `dailyActivity(${days}, first: 100) { nodes { ${userNode} days { startAt } } }`,
    items: (value) =>
      ((value as TruthRow)?.nodes ?? []).flatMap((node: TruthRow) =>
        (node?.days ?? [null]).map((day: TruthRow) =>
          day === null ? null : `${userOf(node)} ${Date.parse(day.startAt)}`,
        ),
      ),
    key: (item: string) => item,
  },
  {
    name: 'UserInteraction.statistics',
    covers: ['UserInteraction.statistics'],
    host: 'Query',
    kind: 'statistics',
    example: true,
    windows: 'none',
    announced: true,
    inside: 'row',
    async owners(raw) {
      const rows = await raw.list('stats_interaction', dayFilter);
      return [
        {
          id: null,
          truth: rows.flatMap((row) =>
            row.personInteractionStats.map(({ name }: TruthRow) => `${row.userId} ${name}`),
          ),
        },
      ];
    },
    ask: () => `interaction(${days}, first: 100) { nodes { ${userNode} statistics { name } } }`,
    items: (value) =>
      ((value as TruthRow)?.nodes ?? []).flatMap((node: TruthRow) =>
        (node?.statistics ?? [null]).map((one: TruthRow) =>
          one === null ? null : `${userOf(node)} ${one.name}`,
        ),
      ),
    key: (item: string) => item,
  },
];

export const callLists: readonly MatrixList[] = [
  ...callConnections,
  ...statistics,
  ...settings,
  ...library,
  ...people,
  ...userCalls,
];

/** The ids that stand in arguments of this list. */
export async function placeholders(raw: RawTables): Promise<Readonly<Record<string, string>>> {
  return { [theWorkspace]: await firstWorkspace(raw), MANAGER: (await managersOf(raw))[0]! };
}
