import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityMeasures } from '../../../src/contract/calls/statistics.ts';
import { isWide } from '../../support/cases.ts';
import { paramsOf, type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

const from = '2026-09-01';
const to = '2026-10-01';
const filter = { fromDate: from, toDate: to };

let world: World;
let people: readonly TruthRow[];
let sums: ReadonlyMap<string, TruthRow>;
let days: ReadonlyMap<string, readonly TruthRow[]>;

beforeAll(async () => {
  world = await openWorld({ index: false });
  people = await truth(world, 'users');
  const byUser = (rows: readonly TruthRow[], part: string) =>
    new Map(rows.map((row) => [row.userId, row[part]]));
  sums = byUser(
    await truth(world, 'stats_activity_aggregate', { filter }),
    'userAggregateActivityStats',
  );
  days = byUser(
    await truth(world, 'stats_activity_day_by_day', { filter }),
    'userDailyActivityStats',
  );
});
afterAll(() => world.close());

const counts = activityMeasures.join(' ');

describe('statistics of users', () => {
  it('come for all users of a wave in one call for each kind', async () => {
    const { data, errors, calls } = await world.ask(
      `query ($from: Date!, $to: Date!) {
        users(first: 40) {
          nodes {
            upstreamId
            activity(from: $from, to: $to) { ${counts} user { upstreamId } }
            again: activity(from: $from, to: $to) { callsAsHost }
            dailyActivity(from: $from, to: $to) { startAt endAt ${counts} }
            interaction(from: $from, to: $to) { talkRatio patienceSeconds statistics { name value } }
            calls(from: $from, to: $to) { totalCount }
          }
        }
      }`,
      { from, to },
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({
      'users list': 1,
      'stats_activity_aggregate list': 1,
      'stats_activity_day_by_day list': 1,
      'stats_interaction list': 1,
    });
    expect(paramsOf(calls, 'stats_activity_aggregate')).toEqual([
      { filter: { ...filter, userIds: people.map(({ id }) => id) } },
    ]);
    const spoken = await truth(world, 'stats_interaction', { filter });
    expect(sums.size).toBeGreaterThan(30);
    for (const node of data.users.nodes) {
      const sum = sums.get(node.upstreamId);
      expect(node.activity).toEqual(
        sum === undefined ? null : { ...sum, user: { upstreamId: node.upstreamId } },
      );
      const own = days.get(node.upstreamId);
      expect(node.dailyActivity).toEqual(
        own?.map((day) => ({
          startAt: new Date(day.fromDate).toISOString(),
          endAt: new Date(day.toDate).toISOString(),
          ...Object.fromEntries(activityMeasures.map((name) => [name, day[name].length])),
        })) ?? null,
      );
      for (const name of activityMeasures) {
        const folded = own?.reduce((total, day) => total + day[name].length, 0) ?? 0;
        expect(folded).toBe(sum?.[name] ?? 0);
      }
      const measures = spoken.find(({ userId }) => userId === node.upstreamId);
      expect(node.interaction?.statistics ?? null).toEqual(
        measures?.personInteractionStats ?? null,
      );
      const value = (name: string) =>
        measures?.personInteractionStats.find((each: TruthRow) => each.name === name)?.value;
      expect(node.interaction?.talkRatio).toBe(value('Talk Ratio'));
      expect(node.interaction?.patienceSeconds).toBe(value('Patience'));
    }
  });

  it('of everybody need one call as long as everybody fits on a page', async () => {
    const { data, errors, calls } = await world.ask(
      `query ($from: Date!, $to: Date!) {
        activity(first: 100, from: $from, to: $to) { totalCount nodes { callsAsHost user { upstreamId } } }
        dailyActivity(first: 100, from: $from, to: $to) { nodes { user { upstreamId } days { callsAsHost } } }
        interaction(first: 100, from: $from, to: $to) { nodes { user { upstreamId } interactivity } }
      }`,
      { from, to },
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({
      'stats_activity_aggregate list': 1,
      'stats_activity_day_by_day list': 1,
      'stats_interaction list': 1,
    });
    expect(data.activity.totalCount).toBe(sums.size);
    expect(data.activity.nodes.map((node: TruthRow) => node.user.upstreamId)).toEqual([
      ...sums.keys(),
    ]);
    for (const node of data.dailyActivity.nodes) {
      expect(node.days).toHaveLength(30);
    }
  });

  it('of some users are asked for by their ids, each once', async () => {
    const [one, other] = [...sums.keys()] as [string, string];
    const { data, calls } = await world.ask(
      /* GraphQL */ `query ($from: Date!, $to: Date!, $users: [ID!]) {
        activity(from: $from, to: $to, users: $users) { nodes { user { upstreamId } } }
      }`,
      { from, to, users: [other, one, other, Buffer.from(`User:${one}`).toString('base64url')] },
    );
    expect(data.activity.nodes.map((node: TruthRow) => node.user.upstreamId)).toEqual([one, other]);
    expect(paramsOf(calls, 'stats_activity_aggregate')).toEqual([
      { filter: { ...filter, userIds: [other, one] } },
    ]);
  });

  it('refuse ranges that cannot be, without asking', async () => {
    for (const [start, end] of [
      ['2026-09-01', '2026-09-01'],
      ['2026-09-02', '2026-09-01'],
      ['2026-10-01', '2026-11-04'],
    ]) {
      const { errors, calls } = await world.ask(
        'query ($from: Date!, $to: Date!) { activity(from: $from, to: $to) { totalCount } }',
        { from: start, to: end },
      );
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(calls).toEqual([]);
    }
  });
});

describe('the calls of users', () => {
  it('are named by the daily activity of all users at once, and fetched a hundred at a time', async () => {
    const { data, errors, calls } = await world.ask(
      /* GraphQL */ `query ($from: Date!, $to: Date!) {
        users(first: 40) {
          nodes {
            upstreamId
            calls(first: 100, from: $from, to: $to, roles: [HOSTED, FILLED_SCORECARD]) {
              totalCount
              edges { roles countedAt node { upstreamId title primaryUser { upstreamId } } }
            }
          }
        }
      }`,
      { from, to },
    );
    expect(errors).toBeUndefined();
    const shown = new Set<string>();
    for (const user of data.users.nodes) {
      const own = days.get(user.upstreamId) ?? [];
      const expected = new Map<string, Set<string>>();
      for (const [name, role] of [
        ['callsAsHost', 'HOSTED'],
        ['callsScorecardsFilled', 'FILLED_SCORECARD'],
      ] as const) {
        for (const id of own.flatMap((day) => day[name])) {
          expected.set(id, (expected.get(id) ?? new Set()).add(role));
        }
      }
      expect(user.calls.totalCount).toBe(expected.size);
      for (const { node, roles, countedAt } of user.calls.edges) {
        shown.add(node.upstreamId);
        expect(new Set(roles)).toEqual(expected.get(node.upstreamId));
        if (roles.includes('HOSTED')) expect(node.primaryUser.upstreamId).toBe(user.upstreamId);
        const day = own.find((each) => new Date(each.fromDate).toISOString() === countedAt);
        expect(Object.values(day).flat()).toContain(node.upstreamId);
      }
      const times = user.calls.edges.map((edge: TruthRow) => edge.countedAt);
      expect(times).toEqual([...times].sort());
    }
    expect(shown.size).toBeGreaterThan(100);
    expect(tally(calls)).toEqual({
      'users list': 1,
      'stats_activity_day_by_day list': 1,
      'calls_extensive list': Math.ceil(shown.size / 100),
    });
  });

  const since = (users: number, day: string) =>
    world.ask(
      `{ users(first: ${users}) { nodes { calls(from: "${day}", to: "${to}") { totalCount } } } }`,
    );

  it.runIf(isWide)(
    'are of many years: the longer the range, the fewer users are in one answer',
    async () => {
      const [recent, old] = [await since(3, '2025-10-01'), await since(3, '1970-01-01')];
      expect([recent.errors, old.errors]).toEqual([undefined, undefined]);
      for (const [at, { calls }] of old.data.users.nodes.entries())
        expect(calls.totalCount).toBeGreaterThanOrEqual(
          recent.data.users.nodes[at].calls.totalCount,
        );
      const asked = [recent, old].map(({ calls }) =>
        paramsOf(calls, 'stats_activity_day_by_day').map(({ filter }) => filter.userIds.length),
      );
      expect(asked).toEqual([[3], [1, 1, 1]]);
      const { requested, actual } = old.extensions!.cost as { requested: number; actual: number };
      expect(requested).toBeGreaterThanOrEqual(actual);
    },
  );

  it('are refused for more days than one answer can hold, without asking', async () => {
    const { errors = [], calls } = await since(2, '1699-12-31');
    const [fault, ...others] = errors.map(({ extensions, message }) => [extensions.code, message]);
    expect(fault).toEqual(['BAD_USER_INPUT', 'Expected at most 36600 days, got 119343.']);
    expect(others).toEqual([fault]);
    expect(tally(calls)).toEqual({ 'users list': 1 });
  });

  it('cost no call of their own when only ids and counts are asked for', async () => {
    const [id] = sums.keys();
    const { data, calls } = await world.ask(
      /* GraphQL */ `query ($id: ID!, $from: Date!, $to: Date!) {
        user(by: { upstreamId: $id }) {
          calls(from: $from, to: $to, roles: HOSTED) { totalCount nodes { id upstreamId } }
          dailyActivity(from: $from, to: $to) { calls(roles: HOSTED) { nodes { upstreamId } } }
        }
      }`,
      { id, from, to },
    );
    expect(tally(calls)).toEqual({ 'users get': 1, 'stats_activity_day_by_day list': 1 });
    const own = days.get(id!)!.flatMap((day) => day.callsAsHost);
    expect(data.user.calls.totalCount).toBe(new Set(own).size);
    const daily = data.user.dailyActivity.flatMap((day: TruthRow) =>
      day.calls.nodes.map((node: TruthRow) => node.upstreamId),
    );
    expect([...daily].sort()).toEqual([...own].sort());
  });

  it('can be walked forwards and backwards', async () => {
    const id = [...days].sort(
      ([, a], [, b]) =>
        b.flatMap((day) => day.callsAsHost).length - a.flatMap((day) => day.callsAsHost).length,
    )[0]![0];
    const ask = async (args: string) => {
      const { data } = await world.ask(
        `query ($id: ID!) { user(by: { upstreamId: $id }) { calls(from: "${from}", to: "${to}", ${args}) {
          nodes { upstreamId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
        { id },
      );
      const { nodes, pageInfo } = data.user.calls;
      return { ids: nodes.map((node: TruthRow) => node.upstreamId), pageInfo };
    };
    const all = await ask('first: 100');
    const head = await ask('first: 4');
    const rest = await ask(`first: 100, after: "${head.pageInfo.endCursor}"`);
    expect([...head.ids, ...rest.ids]).toEqual(all.ids);
    const tail = await ask('last: 4');
    expect(tail.ids).toEqual(all.ids.slice(-4));
    const before = await ask(`last: 100, before: "${tail.pageInfo.startCursor}"`);
    expect([...before.ids, ...tail.ids]).toEqual(all.ids);
  });
});

describe('direct reports', () => {
  it('of all managers come from one reading of the list of users', async () => {
    const { data, errors, calls } = await world.ask(/* GraphQL */ `{
      users(first: 40) {
        nodes { upstreamId directReports(first: 100) { totalCount nodes { upstreamId name manager { name } } } }
      }
    }`);
    expect(errors).toBeUndefined();
    // The window and the directory are two readings of the first page: the second is the cache's.
    expect(tally(calls)).toEqual({ 'users list': 1 });
    for (const node of data.users.nodes) {
      expect(node.directReports.nodes.map((each: TruthRow) => each.upstreamId)).toEqual(
        people.filter((user) => user.managerId === node.upstreamId).map((user) => user.id),
      );
    }
  });
});

describe('statistics up to a day', () => {
  it.each([
    'activity(to: $to) { totalCount }',
    'activity(to: $to, users: [$user]) { totalCount }',
    'interaction(to: $to) { totalCount }',
    'dailyActivity(to: $to) { totalCount }',
    'user(by: { upstreamId: $user }) { activity(to: $to) { callsAsHost } }',
    'user(by: { upstreamId: $user }) { interaction(to: $to) { talkRatio } }',
    'user(by: { upstreamId: $user }) { dailyActivity(to: $to) { startAt } }',
    'user(by: { upstreamId: $user }) { calls(to: $to) { totalCount } }',
  ])(
    'say of a day that has begun further east alone that it may be too early: %s',
    async (field) => {
      const user = field.includes('$user') ? ', $user: ID!' : '';
      const { errors } = await world.ask(`query ($to: Date!${user}) { ${field} }`, {
        to: '2026-11-03',
        user: people[0].id,
      });
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
      expect(errors![0]!.message).toContain('a day that has begun in the company');
    },
  );
});
