import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paramsOf, type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let reviews: readonly TruthRow[];
let people: readonly TruthRow[];

beforeAll(async () => {
  world = await openWorld({ index: false });
  reviews = await truth(world, 'stats_activity_scorecards', { filter: {} });
  people = await truth(world, 'users');
});
afterAll(() => world.close());

const idsOf = (rows: readonly TruthRow[]) => rows.map((row) => row.answeredScorecardId);
const nodeIds = (connection: TruthRow) => connection.nodes.map((node: TruthRow) => node.upstreamId);
const where = (key: string, id: string, from = '', to = '9') =>
  reviews.filter((row) => {
    const at = new Date(row.answeredDateTime).toISOString();
    return row[key] === id && at >= from && at < to;
  });

it('finds what the platform judged by itself, whose reviewer is nobody', async () => {
  const { data, errors } = await world.ask(
    '{ answeredScorecards(first: 100, filter: { reviewers: ["-1"] }) { totalCount nodes { upstreamId reviewer { id } } } }',
  );
  expect(errors).toBeUndefined();
  const automatic = reviews.filter(({ reviewerUserId }) => reviewerUserId === '-1');
  expect(automatic.length).toBeGreaterThan(20);
  expect(data.answeredScorecards.totalCount).toBe(automatic.length);
  // A page of the platform, in the order of its ids.
  const ascending = idsOf(automatic.slice(0, 100)).sort((one, other) =>
    BigInt(one) < BigInt(other) ? -1 : 1,
  );
  expect(nodeIds(data.answeredScorecards)).toEqual(ascending);
  for (const { reviewer } of data.answeredScorecards.nodes) expect(reviewer).toBeNull();
});

describe('reviews of many parents', () => {
  it('come for all users at once, received and given apart', async () => {
    const { data, errors, calls } = await world.ask(/* GraphQL */ `{
      users(first: 40) {
        nodes {
          upstreamId
          scorecardsReceived(first: 100) { totalCount nodes { upstreamId } }
          again: scorecardsReceived(first: 1) { nodes { upstreamId } }
          scorecardsGiven(first: 100) { nodes { upstreamId reviewedUser { name } } }
        }
      }
    }`);
    expect(errors).toBeUndefined();
    // 288 reviews are three pages of what everybody received, and two of what people gave.
    expect(reviews.length).toBeGreaterThan(200);
    const lists = paramsOf(calls, 'stats_activity_scorecards').map(({ filter, cursor }) => ({
      list: Object.keys(filter),
      first: cursor === undefined,
    }));
    expect(lists.filter(({ first }) => first)).toHaveLength(2);
    expect(lists.length).toBe(
      Math.ceil(reviews.length / 100) +
        Math.ceil(reviews.filter((row) => row.reviewerUserId !== '-1').length / 100),
    );
    expect(tally(calls)['users list']).toBe(1);
    for (const node of data.users.nodes) {
      const received = idsOf(where('reviewedUserId', node.upstreamId));
      expect(nodeIds(node.scorecardsReceived)).toEqual(received);
      expect(node.scorecardsReceived.totalCount).toBe(received.length);
      expect(nodeIds(node.again)).toEqual(received.slice(0, 1));
      expect(nodeIds(node.scorecardsGiven)).toEqual(
        idsOf(where('reviewerUserId', node.upstreamId)),
      );
    }
  });

  it('send the range, and ask for each range once', async () => {
    const from = '2026-04-01T00:00:00.000Z';
    const to = '2026-07-01T00:00:00.000Z';
    const { data, calls } = await world.ask(
      /* GraphQL */ `query ($from: DateTime, $to: DateTime) {
        scorecards {
          nodes {
            upstreamId
            answeredScorecards(first: 100, from: $from, to: $to) { nodes { upstreamId } }
            same: answeredScorecards(first: 2, from: $from, to: $to) { nodes { upstreamId } }
          }
        }
      }`,
      { from, to },
    );
    expect(tally(calls)).toEqual({
      'settings_scorecards list': 1,
      'stats_activity_scorecards list': 1,
    });
    const [{ filter }] = paramsOf(calls, 'stats_activity_scorecards') as [TruthRow];
    expect(filter).toMatchObject({ fromDateTime: from, toDateTime: to });
    for (const node of data.scorecards.nodes) {
      const expected = idsOf(where('scorecardId', node.upstreamId, from, to));
      expect(nodeIds(node.answeredScorecards)).toEqual(expected);
      expect(nodeIds(node.same)).toEqual(expected.slice(0, 2));
    }
  });

  it('read no further than the windows reach', async () => {
    const [scorecard] = [...new Set(reviews.map((row) => row.scorecardId))]
      .map((id) => ({ id, rows: where('scorecardId', id) }))
      .sort((a, b) => b.rows.length - a.rows.length);
    const ask = (args: string) =>
      world.ask(
        `query ($id: ID!) { scorecard(by: {upstreamId: $id}) {
          answeredScorecards(${args}) { totalCount nodes { upstreamId } pageInfo { hasNextPage hasPreviousPage endCursor } }
        } }`,
        { id: scorecard!.id },
      );
    const { data, calls } = await ask('first: 5');
    const list = data.scorecard.answeredScorecards;
    expect(nodeIds(list)).toEqual(idsOf(scorecard!.rows.slice(0, 5)));
    expect(list.totalCount).toBe(scorecard!.rows.length);
    expect(list.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(tally(calls)['stats_activity_scorecards list']).toBe(1);

    const walked: string[] = nodeIds(list);
    let after = list.pageInfo.endCursor;
    for (let more = true; more; ) {
      const next: TruthRow = (await ask(`first: 37, after: "${after}"`)).data;
      walked.push(...nodeIds(next.scorecard.answeredScorecards));
      ({ endCursor: after, hasNextPage: more } = next.scorecard.answeredScorecards.pageInfo);
    }
    expect(walked).toEqual(idsOf(scorecard!.rows));
    const last = (await ask('last: 3')).data.scorecard.answeredScorecards;
    expect(nodeIds(last)).toEqual(idsOf(scorecard!.rows.slice(-3)));
  });

  it('hang on calls, with every answer and its question', async () => {
    const judged = [...new Set(reviews.map((row) => row.callId))].slice(0, 60);
    const ids = judged.map((id) => Buffer.from(`Call:${id}`).toString('base64url'));
    const { data, errors, calls } = await world.ask(
      /* GraphQL */ `query ($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Call {
            upstreamId
            answeredScorecards {
              nodes {
                upstreamId scorecardName callStartedAt reviewMethod answeredAt reviewedAt
                visibilityType visibility overallScore
                scorecard { upstreamId } call { upstreamId }
                reviewedUser { upstreamId } reviewer { upstreamId } editor { upstreamId }
                answers {
                  questionId questionRevisionId isOverall isNotApplicable answer answerText score
                  selectedOptions question { upstreamId text }
                }
              }
            }
          }
        }
      }`,
      { ids },
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({
      'calls_extensive list': 1,
      'stats_activity_scorecards list': 1,
      'settings_scorecards list': 1,
    });
    const scorecards = await truth(world, 'settings_scorecards');
    const questions = new Map(
      scorecards.flatMap((row) =>
        row.questions.map((each: TruthRow) => [each.questionId, each.questionText] as const),
      ),
    );
    const instant = (text: string) => new Date(text).toISOString();
    const link = (id: string | null) => (id === null || id === '-1' ? null : { upstreamId: id });
    for (const node of data.nodes) {
      expect(node.answeredScorecards.nodes).toEqual(
        where('callId', node.upstreamId).map((row) => ({
          upstreamId: row.answeredScorecardId,
          scorecardName: row.scorecardName,
          callStartedAt: instant(row.callStartTime),
          reviewMethod: row.reviewMethod,
          answeredAt: instant(row.answeredDateTime),
          reviewedAt: instant(row.reviewTime),
          visibilityType: row.visibilityType,
          visibility: row.visibility,
          overallScore: row.overallScore,
          scorecard: link(row.scorecardId),
          call: link(row.callId),
          reviewedUser: link(row.reviewedUserId),
          reviewer: link(row.reviewerUserId),
          editor: link(row.editorUserId),
          answers: row.answers.map((each: TruthRow) => ({
            questionId: each.questionId,
            questionRevisionId: each.questionRevisionId,
            isOverall: each.isOverall,
            isNotApplicable: each.notApplicable,
            answer: each.answer,
            answerText: each.answerText,
            score: each.score,
            selectedOptions: each.selectedOptions,
            question: { upstreamId: each.questionId, text: questions.get(each.questionId) },
          })),
        })),
      );
    }
  });
});

describe('the list of all reviews', () => {
  it('hands every filter to the platform', async () => {
    const row = reviews.find(({ reviewerUserId }) => reviewerUserId !== '-1');
    const filter = {
      from: '2025-01-01T00:00:00.000Z',
      scorecards: [row.scorecardId],
      reviewedUsers: [row.reviewedUserId],
      reviewers: [row.reviewerUserId],
      calls: [Buffer.from(`Call:${row.callId}`).toString('base64url')],
    };
    const { data, calls } = await world.ask(
      /* GraphQL */ `query ($filter: AnsweredScorecardFilter) {
        answeredScorecards(filter: $filter) { totalCount nodes { upstreamId } }
      }`,
      { filter: { ...filter, from: '2024-01-01T00:00:00.000Z' } },
    );
    expect(nodeIds(data.answeredScorecards)).toEqual([row.answeredScorecardId]);
    expect(data.answeredScorecards.totalCount).toBe(1);
    expect(paramsOf(calls, 'stats_activity_scorecards')).toEqual([
      {
        filter: {
          fromDateTime: '2024-01-01T00:00:00.000Z',
          scorecardIds: [row.scorecardId],
          reviewedUserIds: [row.reviewedUserId],
          reviewerUserIds: [row.reviewerUserId],
          callIds: [row.callId],
        },
      },
    ]);
  });

  it('walks the same reviews whatever the size of the window', async () => {
    for (const size of [7, 100]) {
      const seen: string[] = [];
      let after: string | null = null;
      for (let more = true; more; ) {
        const { data }: TruthRow = await world.ask(
          `query ($after: String) { answeredScorecards(first: ${size}, after: $after) {
            totalCount nodes { upstreamId } pageInfo { hasNextPage endCursor } } }`,
          { after },
        );
        const { nodes, pageInfo, totalCount } = data.answeredScorecards;
        expect(totalCount).toBe(reviews.length);
        seen.push(...nodes.map(({ upstreamId }: TruthRow) => upstreamId));
        after = pageInfo.endCursor;
        more = pageInfo.hasNextPage;
      }
      expect([...seen].sort()).toEqual([...idsOf(reviews)].sort());
    }
  });

  it('is empty for an empty list of ids, without asking', async () => {
    const { data, calls } = await world.ask(
      '{ answeredScorecards(filter: { reviewers: [] }) { nodes { upstreamId } pageInfo { hasNextPage } } }',
    );
    expect(data.answeredScorecards).toEqual({ nodes: [], pageInfo: { hasNextPage: false } });
    expect(calls).toEqual([]);
  });

  it('refuses an id of another type, without asking', async () => {
    const user = Buffer.from(`User:${people[0].id}`).toString('base64url');
    const { errors, calls } = await world.ask(
      'query ($ids: [ID!]) { answeredScorecards(filter: { scorecards: $ids }) { nodes { id } } }',
      { ids: [user] },
    );
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(calls).toEqual([]);
  });
});
