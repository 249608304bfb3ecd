import { afterAll, describe, expect, it } from 'vitest';
import type { ExtensiveCallRecord } from '../../src/contract/calls/call.ts';
import type { CommentRecord } from '../../src/contract/calls/call-content.ts';
import type { RecordOf } from '../../src/contract/calls/declaration.ts';
import type { AnsweredScorecardRecord } from '../../src/contract/calls/scorecard.ts';
import {
  type ActivityMeasure,
  type activityByDay,
  activityMeasures,
  type interactionStatistics,
} from '../../src/contract/calls/statistics.ts';
import { asker, openCompany } from './ask.ts';

const backend = openCompany();
const ask = asker(backend);
afterAll(() => backend.close());

const walk = async <T>(operation: string, params: Readonly<Record<string, unknown>> = {}) =>
  (await ask.walk(operation, params)) as unknown as T[];

/** Ends the day before the clocks go back, begins before they go forward: both changes lie inside. */
const range = { fromDate: '2025-10-01', toDate: '2026-11-15' };
interface ActivityRow {
  readonly userId: string;
  readonly userAggregateActivityStats: Readonly<Record<ActivityMeasure, number>>;
}

const aggregate = await walk<ActivityRow>('stats_activity_aggregate list', {
  filter: range,
});
const byDay = await walk<RecordOf<typeof activityByDay>>('stats_activity_day_by_day list', {
  filter: range,
});
const calls = await walk<ExtensiveCallRecord>('calls_extensive list', {
  filter: {},
  contentSelector: {
    exposedFields: {
      parties: true,
      interaction: { personInteractionStats: true, questions: true, speakers: true },
      collaboration: { publicComments: true },
    },
  },
});
const answered = await walk<AnsweredScorecardRecord>('stats_activity_scorecards list');
const [start, end] = [
  byDay[0]!.userDailyActivityStats[0]!.fromDate,
  byDay[0]!.userDailyActivityStats.at(-1)!.toDate,
];
const inRange = (instant: string) =>
  Date.parse(instant) >= Date.parse(start) && Date.parse(instant) < Date.parse(end);
/** The fold of [user, call] pairs to the set of calls of each user. */
function fold(pairs: Iterable<readonly [user: string, call: string]>): Map<string, Set<string>> {
  const sets = new Map<string, Set<string>>();
  for (const [user, call] of pairs) sets.set(user, (sets.get(user) ?? new Set()).add(call));
  return sets;
}
const listed = (user: string, measure: (typeof activityMeasures)[number]) =>
  byDay
    .find(({ userId }) => userId === user)
    ?.userDailyActivityStats.flatMap((day) => day[measure]) ?? [];
const agrees = (measure: (typeof activityMeasures)[number], expected: Map<string, Set<string>>) => {
  for (const { userId } of byDay)
    expect([...listed(userId, measure)].sort(), `${measure} of ${userId}`).toEqual(
      [...(expected.get(userId) ?? [])].sort(),
    );
  expect(
    [...expected.values()].some((set) => set.size > 0),
    measure,
  ).toBe(true);
};

describe('activity statistics', () => {
  it('count in sum what they list day by day', () => {
    expect(aggregate.map(({ userId }) => userId)).toEqual(byDay.map(({ userId }) => userId));
    for (const { userId, userAggregateActivityStats } of aggregate)
      for (const measure of activityMeasures)
        expect(userAggregateActivityStats[measure], `${userId} ${measure}`).toBe(
          listed(userId, measure).length,
        );
  });

  it('have something to tell for every measure', () => {
    for (const measure of activityMeasures)
      expect(
        aggregate.some((row) => row.userAggregateActivityStats[measure] > 0),
        measure,
      ).toBe(true);
  });

  it('begin and end each day at midnight of the company, summer and winter', () => {
    const days = byDay[0]!.userDailyActivityStats;
    expect(days).toHaveLength(410);
    expect(days[0]).toMatchObject({
      fromDate: '2025-10-01T07:00:00Z',
      toDate: '2025-10-02T07:00:00Z',
    });
    const lengths = days.map(
      (day) => (Date.parse(day.toDate) - Date.parse(day.fromDate)) / 3_600_000,
    );
    expect([...new Set(lengths)].sort()).toEqual([23, 24, 25]);
    for (const [index, day] of days.entries())
      if (index > 0) expect(day.fromDate).toBe(days[index - 1]!.toDate);
  });

  it('name real calls, on the day they were held', () => {
    const times = new Map(
      calls.map(({ metaData }) => [metaData.id, Date.parse(metaData.scheduled)]),
    );
    for (const { userDailyActivityStats } of byDay)
      for (const day of userDailyActivityStats)
        for (const measure of ['callsAsHost', 'callsAttended'] as const)
          for (const id of day[measure].map(String)) {
            expect(times.get(id)).toBeGreaterThanOrEqual(Date.parse(day.fromDate));
            expect(times.get(id)).toBeLessThan(Date.parse(day.toDate));
          }
  });

  it('agree with the hosts and parties of the calls', () => {
    const held = calls.filter(({ metaData }) => inRange(metaData.scheduled));
    agrees('callsAsHost', fold(held.map(({ metaData }) => [metaData.primaryUserId, metaData.id])));
    agrees(
      'callsAttended',
      fold(
        held.flatMap(({ metaData, parties = [] }) =>
          parties
            .filter(({ methods }) => methods.includes('Attendee'))
            .flatMap(({ userId }) =>
              userId === undefined ? [] : [[userId, metaData.id] as const],
            ),
        ),
      ),
    );
  });

  it('agree with the answered scorecards', () => {
    const within = answered.filter(({ answeredDateTime }) => inRange(answeredDateTime));
    const manual = within.filter(({ reviewMethod }) => reviewMethod === 'MANUAL');
    agrees('callsScorecardsFilled', fold(manual.map((row) => [row.reviewerUserId, row.callId])));
    // A call counts for its host once, on the day of the first review.
    const first = new Map<string, AnsweredScorecardRecord>();
    for (const row of answered)
      if (!first.has(`${row.reviewedUserId} ${row.callId}`))
        first.set(`${row.reviewedUserId} ${row.callId}`, row);
    const received = [...first.values()].filter(({ answeredDateTime }) =>
      inRange(answeredDateTime),
    );
    agrees(
      'callsScorecardsReceived',
      fold(received.map((row) => [row.reviewedUserId, row.callId])),
    );
  });

  it('agree with the comments on the calls', () => {
    const first = new Map<string, { user: string; call: string; comment: CommentRecord }>();
    for (const { metaData, collaboration } of calls)
      for (const comment of collaboration?.publicComments ?? []) {
        const key = `${comment.commenterUserId} ${metaData.id}`;
        const known = first.get(key);
        if (!known || Date.parse(comment.posted) < Date.parse(known.comment.posted))
          first.set(key, { user: comment.commenterUserId, call: metaData.id, comment });
      }
    const given = [...first.values()].filter(({ comment }) => inRange(comment.posted));
    agrees('callsCommentsGiven', fold(given.map(({ user, call }) => [user, call])));
  });

  it('ask for both dates, none after today, and say everything that is wrong', async () => {
    for (const entity of [
      'stats_activity_aggregate',
      'stats_activity_day_by_day',
      'stats_interaction',
    ]) {
      expect(await ask.refusal(`${entity} list`)).toMatchObject({
        status: 400,
        body: { errors: ['filter.fromDate: must not be null', 'filter.toDate: must not be null'] },
      });
      expect(
        await ask.refusal(`${entity} list`, {
          filter: { fromDate: '2026-11-22', toDate: '2026-11-21' },
        }),
      ).toMatchObject({
        status: 400,
        body: {
          errors: [
            'filter.toDate: must not be after today',
            'filter.fromDate: must be before filter.toDate',
          ],
        },
      });
    }
  });

  it('report only users asked for who did something', async () => {
    const [one] = aggregate;
    const rows = await walk<ActivityRow>('stats_activity_aggregate list', {
      filter: { ...range, userIds: [one!.userId, '7'] },
    });
    expect(rows).toEqual([one]);
    expect(
      await walk('stats_activity_aggregate list', {
        filter: { fromDate: '2001-01-01', toDate: '2001-02-01' },
      }),
    ).toEqual([]);
  });
});

describe('interaction statistics', () => {
  it('are the means of the measures of the calls each user hosted', async () => {
    const rows = await walk<RecordOf<typeof interactionStatistics>>('stats_interaction list', {
      filter: range,
    });
    expect(rows.length).toBeGreaterThan(30);
    for (const { userId, personInteractionStats } of rows) {
      const hosted = calls.filter(
        ({ metaData, interaction }) =>
          metaData.primaryUserId === userId &&
          inRange(metaData.scheduled) &&
          interaction!.speakers!.some(({ talkTime }) => talkTime > 0),
      );
      const mean = (values: readonly number[]) =>
        values.reduce((sum, value) => sum + value, 0) / values.length;
      for (const { name, value } of personInteractionStats) {
        const values = hosted.map(({ interaction }) =>
          name === 'Question Rate'
            ? interaction!.questions!.companyCount
            : interaction!.interactionStats!.find((stat) => stat.name === name)!.value,
        );
        expect(value, `${name} of ${userId}`).toBeCloseTo(mean(values), 2);
      }
    }
  });
});

describe('coaching', () => {
  it('tells of a manager and the reports what the activity statistics tell', async () => {
    const users = (await ask.walk('users list')) as { id: string; managerId: string | null }[];
    const manager = users.find(
      ({ id, managerId }) => managerId !== null && users.some((user) => user.managerId === id),
    )!;
    const sums = new Map<string, Record<string, number>>();
    for (const workspace of await ask.rows('workspaces list')) {
      const rows = await ask.rows('coaching list', {
        'workspace-id': workspace.id,
        'manager-id': manager.id,
        from: '2025-10-01',
        to: end,
      });
      expect(rows.map((row) => row.userId)).toEqual([
        manager.id,
        ...users
          .filter(({ managerId }) => managerId === manager.id)
          .map(({ id }) => rows.find((row) => row.userId === id)!.userId)
          .sort(
            (a, b) =>
              rows.findIndex((row) => row.userId === a) - rows.findIndex((row) => row.userId === b),
          ),
      ]);
      expect(rows[0]!.isManager).toBe(true);
      for (const row of rows) {
        const sum = sums.get(String(row.userId)) ?? {};
        for (const [name, value] of Object.entries(row.coachingMetrics as Record<string, number>))
          sum[name] = (sum[name] ?? 0) + value;
        sums.set(String(row.userId), sum);
      }
    }
    for (const [userId, sum] of sums) {
      const stats = aggregate.find((row) => row.userId === userId)!.userAggregateActivityStats;
      expect(sum).toEqual({
        callsListened: stats.ownCallsListenedTo + stats.othersCallsListenedTo,
        callsAttended: stats.callsAttended,
        callsWithFeedback: stats.callsGaveFeedback,
        callsWithComments: stats.callsCommentsGiven,
        scorecardsFilled: stats.callsScorecardsFilled,
      });
    }
  });

  it('does not know strangers', async () => {
    const [workspace] = await ask.rows('workspaces list');
    const given = {
      'workspace-id': workspace!.id,
      'manager-id': '1',
      from: '2026-01-01',
      to: '2026-02-01',
    };
    expect(await ask.refusal('coaching list', given)).toMatchObject({ status: 404 });
    expect(await ask.refusal('coaching list', { ...given, 'workspace-id': '1' })).toMatchObject({
      status: 404,
    });
  });
});

describe('answered scorecards', () => {
  it('answer the questions of their scorecard, about a real call and its host', async () => {
    const scorecards = await ask.rows('settings_scorecards list');
    const hosts = new Map(calls.map(({ metaData }) => [metaData.id, metaData]));
    expect(answered.length).toBeGreaterThan(150);
    for (const row of answered) {
      const scorecard = scorecards.find(({ scorecardId }) => scorecardId === row.scorecardId)!;
      const questions = scorecard.questions as { questionId: string }[];
      expect(row.answers.map(({ questionId }) => questionId)).toEqual(
        questions.map(({ questionId }) => questionId),
      );
      expect(row.overallScore).toBe(row.answers.find(({ isOverall }) => isOverall)!.score);
      expect(hosts.get(row.callId)).toMatchObject({
        primaryUserId: row.reviewedUserId,
        started: row.callStartTime,
      });
      expect([null, hosts.get(row.callId)!.workspaceId]).toContain(scorecard.workspaceId);
    }
  });

  it.each([
    ['scorecardIds', 'scorecardId'],
    ['reviewedUserIds', 'reviewedUserId'],
    ['reviewerUserIds', 'reviewerUserId'],
    ['callIds', 'callId'],
  ] as const)('can be narrowed by %s', async (filter, field) => {
    const values = [...new Set(answered.map((row) => row[field]))].slice(0, 2);
    const expected = answered.filter((row) => values.includes(row[field]));
    expect(await walk('stats_activity_scorecards list', { filter: { [filter]: values } })).toEqual(
      expected,
    );
  });

  it('can be narrowed to those answered in a window, its end excluded', async () => {
    const [fromDateTime, toDateTime] = [
      answered[20]!.answeredDateTime,
      answered[40]!.answeredDateTime,
    ];
    expect(
      await walk('stats_activity_scorecards list', { filter: { fromDateTime, toDateTime } }),
    ).toEqual(answered.slice(20, 40));
  });
});
