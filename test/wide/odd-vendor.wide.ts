/** Own accounts whose vendors answer oddly: rows that are lost or can't be read are named, and their neighbours stay. */

import { describe, expect, it } from 'vitest';
import { openChangedVendor } from '../support/changed-vendor.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
type Any = any;

const activity = '{ activity(first: 100) { totalCount nodes { user { upstreamId } } } }';
const activityPath = '/v2/stats/activity/aggregate';
const activityKey = 'usersAggregateActivityStats';
const notFound = {
  status: 404,
  json: { requestId: 'x', errors: ['No users found corresponding to the provided filters'] },
};

/** Puts a value at a place of an answer that has the place. */
const put = (place: readonly (string | number)[], value: unknown) => (json: Any) => {
  const parent = place.slice(0, -1).reduce((at, name) => at?.[name], json);
  if (parent !== undefined) parent[place.at(-1)!] = value;
  return undefined;
};

type Changed = Awaited<ReturnType<typeof openChangedVendor>>;

/** An answer that says of itself that it lacks something. */
const isDoubted = ({ errors, extensions }: Any): boolean =>
  errors !== undefined || extensions.incomplete !== undefined;

describe('a list that is read whole', () => {
  it('has all rows that were announced, or says that it has not', async () => {
    const { ask, change } = await openChangedVendor();
    const whole = await ask(activity);
    expect(isDoubted(whole)).toBe(false);
    const { totalCount, nodes } = whole.data.activity;
    expect(nodes.length).toBe(totalCount);
    change(activityPath, (json) => json[activityKey].splice(2, 1) && undefined);
    // It is asked for by its user then.
    const short = await ask(activity);
    expect([short.data, isDoubted(short)]).toEqual([whole.data, false]);
    // A second page that is not there any more.
    change(activityPath, (json, cursor) => {
      if (cursor !== undefined) return notFound;
      json[activityKey].splice(5);
      json.records.cursor = 'next';
      return undefined;
    });
    const ended = await ask(activity);
    expect(isDoubted(ended) || ended.data.activity.nodes.length === nodes.length).toBe(true);
    // The last page of some lists has a cursor without a letter.
    change(activityPath, put(['records', 'cursor'], ''));
    expect((await ask(activity)).data).toEqual(whole.data);
  });
});

it('a page that does not say how long its list is, is no list of its length', async () => {
  const { ask, change } = await openChangedVendor();
  const query = '{ calls(first: 5) { totalCount nodes { id } } }';
  const whole = await ask(query);
  expect(whole.data.calls.totalCount).toBeGreaterThan(100);
  for (const total of [undefined, null, 'many']) {
    change('/v2/calls', put(['records', 'totalRecords'], total));
    const { data } = await ask(query);
    expect(data.calls.nodes).toEqual(whole.data.calls.nodes);
    expect(data.calls.totalCount).toBeNull();
  }
});

describe('a row that is no object', () => {
  it.each([null, 7, 'text', [], {}])('is an error at its index, %j', async (row) => {
    const { ask, change } = await openChangedVendor();
    const lists: readonly (readonly [path: string, key: string, list: string, query: string])[] = [
      ['/v2/workspaces', 'workspaces', 'workspaces', '{ workspaces { nodes { id } } }'],
      ['/v2/settings/trackers', 'keywordTrackers', 'trackers', '{ trackers { nodes { id } } }'],
      ['/v2/settings/scorecards', 'scorecards', 'scorecards', '{ scorecards { nodes { id } } }'],
      ['/v2/users', 'users', 'users', '{ users(first: 100) { nodes { id } } }'],
      ['/services/data/', 'records', 'accounts', '{ accounts(first: 5) { nodes { id } } }'],
    ];
    for (const [path, key, list, query] of lists) {
      change(path, () => undefined);
      const { nodes } = (await ask(query)).data[list];
      change(path, put([key, 0], row));
      const answer = await ask(query);
      expect(answer.data[list].nodes, list).toContain(null);
      expect(answer.errors.map(({ extensions }: Any) => extensions.code)).toEqual([
        'UPSTREAM_BAD_RESPONSE',
      ]);
      const shown = answer.data[list].nodes.filter((node: unknown) => node !== null);
      expect(shown.length, list).toBe(nodes.length - 1);
      for (const node of shown) expect(nodes).toContainEqual(node);
    }
  });

  it('in a folder, a team or a user’s days is named, too', async () => {
    const { ask, change } = await openChangedVendor();
    const { data } = await ask('{ workspaces { nodes { id } } users(first: 1) { nodes { id } } }');
    const variables = { workspace: data.workspaces.nodes[0].id, user: data.users.nodes[0].id };
    const folders =
      'query ($workspace: ID!) { libraryFolders(workspace: $workspace, first: 3) { nodes { calls(first: 100) { nodes { id startedAt } } } } }';
    const team =
      'query ($workspace: ID!, $user: ID!) { coaching(workspace: $workspace, manager: $user) { nodes { user { upstreamId } } } }';
    const days =
      'query ($user: ID!) { node(id: $user) { ... on User { calls(first: 100) { nodes { id } } } } }';
    const cases: readonly (readonly [string, string, Parameters<Changed['change']>[1]])[] = [
      [folders, '/v2/library/folder-content', put(['calls', 0], null)],
      [folders, '/v2/calls/extensive', put(['calls', 0], null)],
      [folders, '/v2/calls/extensive', (json) => json.calls.pop() && undefined],
      [team, '/v2/coaching', put(['coachingData', 0], 7)],
      [team, '/v2/coaching', put(['coachingData', 0, 'manager'], 'text')],
      [team, '/v2/coaching', put(['coachingData', 0, 'directReportsMetrics'], [null])],
      [
        days,
        '/v2/stats/activity/day-by-day',
        put(['usersDetailedActivities', 0, 'userDailyActivityStats', 3], null),
      ],
    ];
    for (const [query, path, changed] of cases) {
      change(path, () => undefined);
      const asked = Object.fromEntries(
        Object.entries(variables).filter(([name]) => query.includes(`$${name}`)),
      );
      const whole = await ask(query, asked);
      expect(isDoubted(whole), JSON.stringify(whole)).toBe(false);
      change(path, changed);
      const answer = await ask(query, asked);
      expect(isDoubted(answer), `${path} ${changed}`).toBe(true);
      expect(JSON.stringify(answer.errors ?? [])).not.toContain('INTERNAL');
    }
  });
});
