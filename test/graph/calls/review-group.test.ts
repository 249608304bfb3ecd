/** Reviews by group: equal loops over all reviews, whatever they are filtered and grouped by. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RowScope } from '../../../src/upstream/row-scope.ts';
import { table } from '../../support/table.ts';
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

const managerOf = ({ reviewedUserId }: TruthRow): string | null =>
  people.find(({ id }) => id === reviewedUserId)?.managerId ?? null;

const keys: Readonly<Record<string, (row: TruthRow) => string | null>> = {
  REVIEWED_USER: ({ reviewedUserId }) => reviewedUserId,
  MANAGER: managerOf,
  REVIEWER: ({ reviewerUserId }) => (reviewerUserId === '-1' ? null : reviewerUserId),
  SCORECARD: ({ scorecardId }) => scorecardId,
};

/** Groups by plain loops, as the graph shows them. */
function groupsOf(rows: readonly TruthRow[], groupBy: readonly string[]) {
  const groups = Map.groupBy(rows, (row) =>
    JSON.stringify(groupBy.map((field) => keys[field]!(row))),
  );
  return [...groups]
    .sort(([one, { length }], [other, { length: size }]) => size - length || (one < other ? -1 : 1))
    .map(([name, own]) => {
      const scores = own.flatMap(({ overallScore }) => overallScore ?? []);
      return {
        keys: (JSON.parse(name) as string[]).map((value) => ({ value })),
        count: own.length,
        scored: scores.length,
        meanScore:
          scores.length === 0
            ? null
            : expect.closeTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 9),
      };
    });
}

const question = `query ($filter: AnsweredScorecardFilter, $groupBy: [AnsweredScorecardGroupField!], $first: Int) {
  answeredScorecardsAggregate(filter: $filter, groupBy: $groupBy, first: $first) {
    totalCount
    reviews
    groups { keys { value } count scored meanScore }
  }
}`;

describe('reviews by group', () => {
  const groupings = [[], ...Object.keys(keys).map((field) => [field]), ['MANAGER', 'SCORECARD']];
  it.each(groupings.map((groupBy) => [groupBy]))('by %j', async (groupBy) => {
    const [first, last] = [reviews.at(0)!, reviews.at(-1)!];
    for (const [filter, holds] of [
      [null, () => true],
      [
        { scorecards: [first.scorecardId, last.scorecardId] },
        ({ scorecardId }: TruthRow) => [first, last].some((one) => one.scorecardId === scorecardId),
      ],
      [
        { reviewedUsers: [first.reviewedUserId], reviewers: ['-1', last.reviewerUserId] },
        (row: TruthRow) =>
          row.reviewedUserId === first.reviewedUserId &&
          ['-1', last.reviewerUserId].includes(row.reviewerUserId),
      ],
      [{ reviewedUsers: [] }, () => false],
    ] as const) {
      const rows = reviews.filter(holds);
      const expected = groupsOf(rows, groupBy);
      const { data, errors, calls, extensions } = await world.ask(question, {
        ...{ filter, groupBy, first: 7 },
      });
      expect(errors).toBeUndefined();
      expect(extensions?.incomplete).toBeUndefined();
      expect(data.answeredScorecardsAggregate).toEqual({
        ...{ totalCount: expected.length, reviews: rows.length, groups: expected.slice(0, 7) },
      });
      const { actual, requested } = extensions!.cost as Record<string, number>;
      expect(calls).toHaveLength(actual!);
      expect(actual).toBeLessThanOrEqual(requested!);
      expect(tally(calls)['stats_activity_scorecards list'] ?? 0).toBeLessThanOrEqual(
        Math.ceil(Math.max(1, rows.length) / 100),
      );
    }
  });

  it('have the deals of a manager’s people beside them: a statement for all', async () => {
    const deals = await table(world, 'Opportunity', 'OwnerId, IsClosed, IsWon');
    const users = await table(world, 'User', 'ManagerId');
    const { data, errors, calls } = await world.ask(`{
      answeredScorecardsAggregate(groupBy: [MANAGER]) {
        groups { keys { user { name crmUsers { upstreamId dealFigures(of: DIRECT_REPORTS) { count won lost winRate } } } } }
      }
    }`);
    expect(errors).toBeUndefined();
    let owners = 0;
    for (const {
      keys: [{ user }],
    } of data.answeredScorecardsAggregate.groups)
      for (const { upstreamId, dealFigures } of user?.crmUsers ?? []) {
        const reports = users.filter(({ ManagerId }) => ManagerId === upstreamId);
        const own = deals.filter(({ OwnerId }) => reports.some(({ Id }) => Id === OwnerId));
        const won = own.filter(({ IsWon }) => IsWon).length;
        const lost = own.filter(({ IsClosed, IsWon }) => IsClosed && !IsWon).length;
        const winRate = won + lost === 0 ? null : won / (won + lost);
        expect(dealFigures).toEqual({ count: own.length, won, lost, winRate });
        owners += own.length > 0 ? 1 : 0;
      }
    expect(owners).toBeGreaterThan(3);
    expect(paramsOf(calls, 'opportunities')).toHaveLength(1);
  });

  it('say what is wrong with a question', async () => {
    for (const [given, message] of [
      ['first: 1001', 'Expected first from 0 to 1000, got 1001.'],
      ['groupBy: [MANAGER, MANAGER]', 'Expected groupBy to name each field once.'],
    ]) {
      const asked = await world.ask(`{ answeredScorecardsAggregate(${given}) { reviews } }`);
      expect(asked.errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(asked.calls).toHaveLength(0);
    }
  });

  it('leave a score that is none to its group’s figures, and missing reviews to a word', async () => {
    const { faults } = world.service.admin;
    faults.add({ kind: 'total', change: 'by', rows: 3, entity: 'stats_activity_scorecards' });
    const { data, extensions } = await world.ask(question, {
      filter: { to: '2026-11-01T00:00:00Z' },
    });
    faults.clear();
    expect(data.answeredScorecardsAggregate.groups).toHaveLength(1);
    expect(extensions!.incomplete).toMatchObject([{ path: ['answeredScorecardsAggregate'] }]);
  });

  it('have those of private calls for who may read these', async () => {
    const outsider = await openWorld({
      index: false,
      context: {
        viewer: {
          client: 'outsider',
          rowScope: RowScope.ofConnectedUser('default'),
          permissions: new Set(),
        },
      },
    });
    try {
      const calls = await truth(world, 'calls');
      const isOpen = new Map(calls.map(({ id, isPrivate }) => [id, !isPrivate]));
      const open = reviews.filter(({ callId }) => isOpen.get(callId));
      expect(open.length).toBeLessThan(reviews.length);
      const { data, extensions } = await outsider.ask(question, { groupBy: ['SCORECARD'] });
      expect(data.answeredScorecardsAggregate.groups).toEqual(groupsOf(open, ['SCORECARD']));
      const { actual, requested } = extensions!.cost as Record<string, number>;
      expect(actual).toBeLessThanOrEqual(requested!);
    } finally {
      await outsider.close();
    }
  });
});
