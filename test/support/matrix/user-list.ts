/** Lists of the call platform about users: statistics, coaching, reviews, reports, and the calls that their days name. */

import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import type { TruthRow } from '../truth.ts';
import { below, firstWorkspace, reviewKey, reviews, root, theWorkspace } from './call-owner.ts';
import { mostFrequent, type RawTables } from './raw-table.ts';
import { connectionRow, type MatrixList } from './row.ts';

const days = 'from: "2026-10-05", to: "2026-10-25"';
const dayFilter = { filter: { fromDate: '2026-10-05', toDate: '2026-10-25' } };

const userNode = 'user { upstreamId }';
const userOf = ({ user }: { user: { upstreamId: string } | null }): string =>
  user?.upstreamId ?? 'nobody';

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

export const userLists: readonly MatrixList[] = [...statistics, ...people, ...userCalls];

/** The manager with most reports: an id that stands in arguments. */
export const topManager = async (raw: RawTables): Promise<string> => (await managersOf(raw))[0]!;
