/** The call platform's part of the façade against the vendor's published description, where our own client does not ask. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FacadeClient, openFacade } from '../support/facade.ts';
import type { Row } from './server/platform-row.ts';

let client: FacadeClient;
beforeAll(async () => {
  client = await openFacade();
});
afterAll(() => client.close());

const json = async (path: string, body?: object): Promise<Row> =>
  (await client.platform(path, body)).json();
const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id).toSorted();

it('lists the folders of all workspaces where none is named', async () => {
  const { workspaces } = await json('/v2/workspaces');
  const lists = await Promise.all(
    workspaces.map(({ id }: Row) => json(`/v2/library/folders?workspaceId=${id}`)),
  );
  const { folders } = await json('/v2/library/folders');
  expect(folders.length).toBeGreaterThan(lists[0].folders.length);
  expect(idsOf(folders)).toEqual(idsOf(lists.flatMap((list) => list.folders)));
});

it('lists users by ids and by the time they were made', async () => {
  const { users, records } = await json('/v2/users/extensive', { filter: {} });
  expect([users.length, records.totalRecords]).toEqual([
    Math.min(100, records.totalRecords),
    (await json('/v2/users')).records.totalRecords,
  ]);
  const [first, second] = users;
  const byId = await json('/v2/users/extensive', { filter: { userIds: [second.id] } });
  expect(byId.users).toEqual([second]);
  const since = { filter: { userIds: [first.id], createdFromDateTime: '2100-01-01T00:00:00Z' } };
  expect((await json('/v2/users/extensive', since)).users).toEqual([]);
  expect((await client.platform('/v2/users/extensive', {})).status).toBe(400);
});

it.each([
  ['DAY', 61],
  ['WEEK', 9],
  ['MONTH', 2],
  ['QUARTER', 1],
  ['YEAR', 1],
])('counts activity by %s: the periods add up to the whole', async (aggregationPeriod, periods) => {
  const filter = { fromDate: '2026-07-01', toDate: '2026-08-31' };
  const path = '/v2/stats/activity/aggregate';
  const whole = await json(path, { filter });
  const { usersAggregateActivity: users } = await json(`${path}-by-period`, {
    filter,
    aggregationPeriod,
  });
  expect(users.length).toBeGreaterThan(0);
  for (const { userId, userAggregateActivity: parts } of users) {
    expect(parts).toHaveLength(periods);
    for (const [at, part] of parts.entries())
      expect(part.fromDate).toBe(at === 0 ? '2026-07-01T07:00:00.000Z' : parts[at - 1].toDate);
    const { userAggregateActivityStats: stats } = whole.usersAggregateActivityStats.find(
      (one: Row) => one.userId === userId,
    );
    for (const [measure, count] of Object.entries(stats))
      expect(parts.reduce((sum: number, part: Row) => sum + part[measure], 0)).toBe(count);
  }
  const unknown = await client.platform(`${path}-by-period`, { filter });
  expect(unknown.status).toBe(400);
});

it('shows scorecards with what is published of their questions', async () => {
  const { scorecards } = await json('/v2/settings/scorecards');
  for (const { scorecardId, reviewMethod, questions } of scorecards) {
    expect(scorecardId).toMatch(/^\d+$/);
    expect(['AUTOMATIC', 'MANUAL']).toContain(reviewMethod);
    expect(questions.filter(({ isOverall }: Row) => isOverall).length).toBeLessThanOrEqual(1);
  }
});
