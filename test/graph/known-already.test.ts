/** What an answer has read, or is reading, costs no further upstream call. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Backend, BackendAnswer } from '../../src/connector-service/backend.ts';
import type { Row } from '../../src/contract/wire/execute.ts';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
import { callId, memoryBackend, userId } from '../support/backend.ts';
import { roomyLimits } from '../support/small-server.ts';
import { statement, type TruthRow, tally } from '../support/truth.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ server: { limits: { ...roomyLimits, cost: 10_000 } } });
});
afterAll(() => world.close());

describe('what is known already', () => {
  it('or on its way with the page of users others wait for is not asked for by itself', async () => {
    const { errors, calls } = await world.ask(`{
      activity(first: 1) { nodes { user { name } } }
      interaction(first: 3) { nodes { user { name } } }
      dailyActivity(first: 2) { nodes { user { name } } }
      calls(first: 3) { nodes { primaryUser { name } } }
    }`);
    expect(errors).toBeUndefined();
    const { 'users get': alone = 0, 'users list': lists } = tally(calls);
    // Whoever is first may be alone, before anybody needs the list.
    expect({ alone: alone <= 1, lists }).toEqual({ alone: true, lists: 1 });
  });

  it('of users asked for one after the other is the list, once that is fewer calls', async () => {
    const small = await openWorld({
      ...{ backend: memoryBackend({ users: 140, calls: 0 }), cache: true, index: 'off' },
    });
    let calls = 0;
    for (let user = 139; user >= 80; user -= 1) {
      const id = encodeGlobalId('User', userId(user));
      const answer = await small.ask(`{ node(id: "${id}") { ... on User { emailAddress } } }`);
      expect(answer.data.node.emailAddress).toMatch(/@/);
      calls += answer.calls.length;
      // Nobody pays for more than was estimated.
      const { requested, actual } = (answer.extensions as TruthRow).cost;
      expect(actual).toBeLessThanOrEqual(requested);
    }
    await small.close();
    // A call each until as many were sent as the list may have pages (20 until one has told), then both of its pages.
    expect(calls).toBeLessThan(25);
  });

  it('as the beginning of a longer window, or as a whole list, is cut from that', async () => {
    const caching = await openWorld({ cache: true, index: 'off' });
    const windowOf = async (first: number, filter = '') => {
      const { data, calls } = await caching.ask(
        `{ accounts(first: ${first}${filter}) { totalCount nodes { name } pageInfo { hasNextPage endCursor } } }`,
      );
      return { ...data.accounts, calls: calls.filter((call) => !/COUNT/.test(statement(call))) };
    };
    const long = await windowOf(30);
    const short = await windowOf(12);
    expect(short.nodes).toEqual(long.nodes.slice(0, 12));
    expect(short.pageInfo.hasNextPage).toBe(true);
    expect(short.totalCount).toBe(long.totalCount);
    expect([long.calls.length, short.calls.length]).toEqual([1, 0]);
    expect((await windowOf(31)).calls).toHaveLength(1);
    // The window's cursor is one of the list, whichever answer it was cut from.
    const next = await windowOf(5, `, after: "${short.pageInfo.endCursor}"`);
    expect(next.nodes).toEqual(long.nodes.slice(12, 17));
    const few = ', filter: {name: {lt: "C"}}';
    const whole = await windowOf(100, few);
    expect(whole.pageInfo.hasNextPage).toBe(false);
    expect(whole.nodes.length).toBeGreaterThan(2);
    const cut = await windowOf(2, few);
    expect([cut.nodes, cut.pageInfo.hasNextPage]).toEqual([whole.nodes.slice(0, 2), true]);
    const wider = await windowOf(90, few);
    expect([wider.nodes, wider.pageInfo.hasNextPage]).toEqual([whole.nodes, false]);
    expect([cut.calls, wider.calls]).toEqual([[], []]);
    await caching.close();
  });

  it('as a list of the same filter and order whose rows hold more is read from that', async () => {
    const caching = await openWorld({ cache: true, index: 'off' });
    onTestFinished(() => caching.close());
    const deals = async (first: number, selection: string, more = '') => {
      const { data, errors, calls } = await caching.ask(
        `{ opportunities(first: ${first}${more}) { nodes { ${selection} } } }`,
      );
      expect(errors).toBeUndefined();
      return { nodes: data.opportunities.nodes as TruthRow[], calls: calls.length };
    };
    const wide = await deals(
      10,
      'name stageName account { name industry } tasks(first: 3) { nodes { subject } }',
    );
    expect(wide.calls).toBe(1);
    const names = await deals(4, 'name');
    expect(names.nodes).toEqual(wide.nodes.slice(0, 4).map(({ name }) => ({ name })));
    const parents = await deals(10, 'account { name }');
    expect(parents.nodes).toEqual(
      wide.nodes.map(({ account }) => ({ account: account && { name: account.name } })),
    );
    const children = await deals(7, 'name tasks(first: 2) { nodes { subject } }');
    expect(children.nodes).toEqual(
      wide.nodes
        .slice(0, 7)
        .map(({ name, tasks }) => ({ name, tasks: { nodes: tasks.nodes.slice(0, 2) } })),
    );
    expect([names.calls, parents.calls, children.calls]).toEqual([0, 0, 0]);
    // What it does not hold is asked for: more rows, another order, another filter.
    const others = [
      await deals(11, 'name'),
      await deals(4, 'name', ', orderBy: [{field: NAME}]'),
      await deals(4, 'name', ', filter: {name: {lt: "M"}}'),
      await deals(4, 'name nextStep'),
    ];
    expect(others.map(({ calls }) => calls)).toEqual([1, 1, 1, 1]);
  });

  it('of children is cut from one of the same order that reached further or showed more', async () => {
    const caching = await openWorld({ cache: true, index: 'off' });
    onTestFinished(() => caching.close());
    const { data: some } = await caching.ask('{ accounts(first: 3) { nodes { id } } }');
    const { id } = some.accounts.nodes[0];
    const contacts = async (first: number, fields: string, more = '') => {
      const { data, calls } = await caching.ask(
        `{ account(by: {id: "${id}"}) { name contacts(first: ${first}${more}) { totalCount nodes { ${fields} } pageInfo { hasNextPage } } } }`,
      );
      return { ...data.account.contacts, calls: calls.length };
    };
    const long = await contacts(20, 'name email title');
    expect(long.nodes.length).toBeGreaterThan(2);
    expect(long.calls).toBe(1);
    const few = await contacts(2, 'email');
    expect(few.nodes).toEqual(
      long.nodes.slice(0, 2).map(({ email }: { email: string }) => ({ email })),
    );
    expect([few.pageInfo.hasNextPage, few.totalCount]).toEqual([true, long.totalCount]);
    expect((await contacts(20, 'title')).nodes).toEqual(
      long.nodes.map(({ title }: { title: string }) => ({ title })),
    );
    // What is in none of them is asked for.
    expect((await contacts(20, 'phone')).calls).toBe(1);
    expect((await contacts(51, 'id')).calls).toBe(0);
    const filtered = await contacts(2, 'email', ', filter: {name: {lt: "Z"}}');
    expect(filtered.calls).toBeGreaterThan(0);
    expect((await contacts(2, 'email', ', orderBy: [{field: NAME}]')).calls).toBe(1);
    // A count is what none of them told.
    expect([few.calls, (await contacts(3, 'name')).calls]).toEqual([1, 0]);
  });

  it('of a lone record’s children comes with the shorter, longer and next windows of the same order', async () => {
    const caching = await openWorld({ cache: true, index: 'off' });
    onTestFinished(() => caching.close());
    const { data: all } = await world.ask(
      '{ campaigns(first: 20) { nodes { id campaignMembers { totalCount } } } }',
    );
    const campaigns: TruthRow[] = all.campaigns.nodes;
    const { id } = campaigns.find(({ campaignMembers: { totalCount } }) => totalCount > 51)!;
    const window = async (at: World, args: string) => {
      const { data, errors, calls, extensions } = await at.ask(
        `{ campaign(by: {id: "${id}"}) { name campaignMembers(${args}) {
          nodes { id status } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        } } }`,
      );
      expect(errors).toBeUndefined();
      const { requested, actual } = (extensions as TruthRow).cost;
      expect(actual).toBeLessThanOrEqual(requested);
      return { page: data.campaign.campaignMembers, calls: calls.length };
    };
    for (const order of ['', ', orderBy: [{field: FIRST_RESPONDED_DATE, direction: DESC}]'])
      for (const end of ['first', 'last'] as const) {
        const counts: number[] = [];
        const ask = async (size: number, cursor: string | null = null) => {
          const beyond = end === 'first' ? 'after' : 'before';
          const args = `${end}: ${size}${order}${cursor === null ? '' : `, ${beyond}: "${cursor}"`}`;
          const { page, calls } = await window(caching, args);
          expect(page).toEqual((await window(world, args)).page);
          counts.push(calls);
          return page.pageInfo[end === 'first' ? 'endCursor' : 'startCursor'] as string;
        };
        const tenth = await ask(10);
        const twentieth = await ask(20);
        expect(await ask(10, tenth)).toBe(twentieth);
        const fortieth = await ask(20, twentieth);
        await ask(20, fortieth);
        await ask(5, fortieth);
        expect(counts).toEqual([1, 0, 0, 0, 1, 0]);
      }
  });

  it('of a lone record’s children with children of their own is cut from a longer window', async () => {
    const caching = await openWorld({ cache: true, index: 'off' });
    onTestFinished(() => caching.close());
    const { data } = await caching.ask('{ opportunities(first: 9) { nodes { account { id } } } }');
    const ids: string[] = data.opportunities.nodes.map(({ account }: TruthRow) => account.id);
    const deals = async (at: World, id: string, first: number, roles: number) => {
      const { data, errors, calls } = await at.ask(
        `{ account(by: {id: "${id}"}) { name opportunities(first: ${first}) {
          nodes { name opportunityContactRoles(first: ${roles}) { nodes { role } } } pageInfo { hasNextPage }
        } } }`,
      );
      expect(errors).toBeUndefined();
      return { shown: data.account, calls: calls.length };
    };
    for (const id of new Set(ids)) {
      const counts: number[] = [];
      for (const [first, roles] of [
        [10, 3],
        [5, 3],
        [1, 1],
      ] as const) {
        const { shown, calls } = await deals(caching, id, first, roles);
        expect(shown).toEqual((await deals(world, id, first, roles)).shown);
        counts.push(calls);
      }
      expect(counts).toEqual([2, 0, 0]);
    }
  });

  it('of children inside a list is cut from a longer one, and windows of other lengths do not drive each other out', async () => {
    const caching = await openWorld({ cache: true, index: 'off' });
    onTestFinished(() => caching.close());
    const ask = async (at: World, accounts: number, contacts: number, cases: number) => {
      const { data, errors, calls } = await at.ask(`{
        accounts(first: ${accounts}) { nodes { id
          contacts(first: ${contacts}) { nodes { name } pageInfo { hasNextPage } }
          cases(last: ${cases}) { edges { node { subject } } pageInfo { hasPreviousPage endCursor } }
        } }
      }`);
      expect(errors).toBeUndefined();
      return { accounts: data.accounts.nodes, calls: calls.length };
    };
    const sizes = [
      [20, 6, 3],
      [20, 2, 3],
      [7, 1, 1],
    ] as const;
    const counts: number[] = [];
    for (const [accounts, contacts, cases] of sizes) {
      const cut = await ask(caching, accounts, contacts, cases);
      const fresh = await ask(world, accounts, contacts, cases);
      expect(cut.accounts).toEqual(fresh.accounts);
      counts.push(cut.calls);
    }
    expect(counts).toEqual([1, 0, 0]);
    const callsFor = async (contacts: number, cases: number) =>
      (await ask(caching, 20, contacts, cases)).calls;
    // Longer in one and shorter in the other is in neither.
    expect([await callsFor(7, 1), await callsFor(6, 3), await callsFor(7, 1)]).toEqual([1, 0, 0]);
    expect([await callsFor(7, 2), await callsFor(5, 1)]).toEqual([1, 0]);
  });

  it('of groups is, too, for their order has no ties', async () => {
    const caching = await openWorld({ cache: true, index: 'off' });
    onTestFinished(() => caching.close());
    const groups = async (first: number) => {
      const { data, calls } = await caching.ask(
        `{ accountsAggregate(first: ${first}, groupBy: [{field: INDUSTRY}]) { count keys { value } } }`,
      );
      return { groups: data.accountsAggregate, calls: calls.length };
    };
    const all = await groups(50);
    expect([all.groups.length > 5, all.calls]).toEqual([true, 1]);
    expect(await groups(3)).toEqual({ groups: all.groups.slice(0, 3), calls: 0 });
    expect(await groups(60)).toEqual({ groups: all.groups, calls: 0 });
  });

  it('of records that the CRM finds by a free statement is as well', async () => {
    const caching = await openWorld({ cache: true, index: 'off' });
    onTestFinished(() => caching.close());
    for (const list of ['crmUsers', 'products', 'opportunityContactRoles', 'campaignMembers']) {
      const ask = async (first: number) =>
        (await caching.ask(`{ ${list}(first: ${first}) { nodes { id } } }`)).calls.length;
      expect([list, await ask(3), await ask(2)]).toEqual([list, 1, 0]);
    }
  });

  it('of a parent came with its children, and is not asked for by its id', async () => {
    const caching = await openWorld({ cache: true, index: 'off' });
    onTestFinished(() => caching.close());
    const byId = async (ids: readonly string[], selection: string) =>
      caching.ask(`query ($ids: [ID!]!) { nodes(ids: $ids) { id ${selection} } }`, { ids });
    const { data } = await caching.ask(
      '{ contacts(first: 10) { nodes { account { id name owner { id name } } } } }',
    );
    const accounts = data.contacts.nodes.flatMap(({ account }: TruthRow) => account ?? []);
    const owners = accounts.map(({ owner }: TruthRow) => owner);
    expect(owners.length).toBeGreaterThan(5);
    const idsOf = (rows: readonly TruthRow[]): string[] => rows.map(({ id }) => id);
    const shown = await byId(idsOf(accounts), '... on Account { name owner { id name } }');
    expect([shown.data.nodes, shown.calls]).toEqual([accounts, []]);
    const people = await byId(idsOf(owners), '... on CrmUser { name }');
    expect([people.data.nodes, people.calls]).toEqual([owners, []]);
    // One field more is asked for.
    const more = await byId(idsOf(owners), '... on CrmUser { name title }');
    expect(tally(more.calls)).toEqual({ 'query list': 1 });
  });

  it('of all users is read once, however many lists and levels name them', async () => {
    const backend = memoryBackend({ users: 450, calls: 60 });
    const large = await openWorld({ index: 'off', backend });
    onTestFinished(() => large.close());
    const { errors, calls } = await large.ask(
      '{ users(first: 100) { nodes { manager { firstName } directReports(first: 5) { nodes { firstName } } } } calls(first: 60) { nodes { primaryUser { firstName manager { lastName } } } } }',
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'users list': 5, 'calls list': 1 });
  });

  it('of users in pages is read no further than two levels need, and by none alone that a page costs as little', async () => {
    const page = (rows: readonly Row[], from: number): BackendAnswer => ({
      kind: 'cursor-page',
      rows: rows.slice(from, from + 100),
      totalRecords: rows.length,
      pageNumber: from / 100,
      next: from + 100 < rows.length ? { from: from + 100 } : null,
    });
    const people = Array.from({ length: 650 }, (_, n) => ({ id: userId(n), firstName: `${n}` }));
    const reviewer = (n: number) => n * 7 + 3;
    const host = (n: number) => n * 10;
    const metaDataOf = (n: number) => ({ id: callId(n), primaryUserId: userId(host(n)) });
    const rows: Readonly<Record<string, readonly Row[]>> = {
      users: people,
      calls_extensive: people.slice(0, 60).map((_, n) => ({ metaData: metaDataOf(n) })),
      stats_activity_scorecards: people.slice(0, 60).map((_, n) => ({
        ...{
          answeredScorecardId: `${n + 1}`,
          callId: callId(n),
          reviewerUserId: userId(reviewer(n)),
        },
        reviewTime: '2026-09-02T00:00:00Z',
      })),
    };
    const backend: Backend = {
      execute: async ({ entity, page: place }) => page(rows[entity]!, Number(place?.from ?? 0)),
      close() {},
    };
    const paged = await openWorld({ index: 'off', backend });
    onTestFinished(() => paged.close());
    const answers = async (first: number) => {
      const { data, errors, calls } = await paged.ask(
        `{ answeredScorecards(first: ${first}) { nodes { reviewer { firstName } call { title primaryUser { firstName } } } } }`,
      );
      expect(errors).toBeUndefined();
      expect(
        data.answeredScorecards.nodes.map(({ reviewer, call }: TruthRow) => [
          Number(reviewer.firstName),
          Number(call.primaryUser.firstName),
        ]),
      ).toEqual(Array.from({ length: first }, (_, n) => [reviewer(n), host(n)]));
      return tally(calls);
    };
    const both = { 'stats_activity_scorecards list': 1, 'calls_extensive list': 1 };
    expect(await answers(20)).toEqual({ ...both, 'users list': 2 });
    expect(await answers(60)).toEqual({ ...both, 'users list': 6 });
  });

  it('is not asked for again at a deeper level', async () => {
    const { errors, calls } = await world.ask(`{
      accounts(first: 20) { nodes { name contacts(first: 100) { nodes { name account { name } } } } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  it('costs only its difference', async () => {
    const { errors, calls } = await world.ask(`{
      tasks(first: 30) { nodes { who { ... on Contact { name account { name } } } } }
      contacts(first: 100) { nodes { name email } }
    }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'tasks list': 1, 'contacts list': 2 });
  });

  it('to be absent is asked once', async () => {
    const gone = '001Sy00000zzzzzIAA';
    const { data, calls } = await world.ask(`{
      a: account(by: {upstreamId: "${gone}"}) { name }
      b: account(by: {upstreamId: "${gone.slice(0, 15)}"}) { name industry }
    }`);
    expect(data).toEqual({ a: null, b: null });
    // And its object is looked at: a record of a hidden one would look the same.
    expect(tally(calls)).toEqual({ 'accounts get': 1, 'query list': 1 });
  });
});
