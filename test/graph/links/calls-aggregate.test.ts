/** Calls by what was said, and calls counted by group, in one document each, against plain loops over the raw tables. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { table } from '../../support/table.ts';
import type { TruthRow } from '../../support/truth.ts';
import { tally } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';
import {
  accountsOf,
  counted,
  groupsOf,
  heard,
  objects,
  rawCalls,
  stagesOf,
  startedAt,
} from './raw-call.ts';

let world: World;
let calls: readonly TruthRow[];
let accounts: ReadonlyMap<string, TruthRow>;
let deals: ReadonlyMap<string, TruthRow>;

const byId = (rows: readonly TruthRow[]) => new Map(rows.map((row) => [row.Id, row]));

beforeAll(async () => {
  world = await openWorld({ trackers: true });
  accounts = byId(await table(world, 'Account', 'Name, Industry, Segment__c'));
  deals = byId(await table(world, 'Opportunity', 'Name, IsWon, IsClosed'));
  calls = await rawCalls(world);
});
afterAll(() => world.close());

const shown = (groups: readonly TruthRow[]): Record<string, number> =>
  Object.fromEntries(
    groups.map(({ keys, count }) => [
      keys.map((key: TruthRow) => String(key.value)).join(' · '),
      count,
    ]),
  );

const ask = async (query: string, variables = {}): Promise<TruthRow> => {
  const { data, errors, calls: sent, extensions } = await world.ask(query, variables);
  expect(errors).toBeUndefined();
  return { ...data, sent: tally(sent), incomplete: extensions?.incomplete };
};

describe('an analyst asks in one document', () => {
  it('in which stage of the deal a tracker was heard at least twice', async () => {
    const [name] = Object.entries(
      counted(calls, (call) =>
        call.content.trackers
          .filter((one: TruthRow) => one.count > 1)
          .map((one: TruthRow) => one.name),
      ),
    ).sort(([, a], [, b]) => b - a)[0]!;
    const { callsAggregate, sent } = await ask(
      `query ($name: String!) { callsAggregate(
        filter: { about: { tracker: [{ name: [$name], atLeast: 2 }] } }, groupBy: [STAGE]
      ) { groups { keys { value } count } coverage { completeFrom completeTo } } }`,
      { name },
    );
    const chosen = calls.filter((call) => heard(call, name) >= 2);
    expect(chosen.length).toBeGreaterThan(10);
    expect(shown(callsAggregate.groups)).toEqual(counted(chosen, stagesOf));
    expect(sent).toEqual({ 'settings_trackers list': 1 });
  });

  it('which topics are touched in which industry and segment', async () => {
    const { callsAggregate, sent } = await ask(
      `{ callsAggregate(groupBy: [TOPIC, INDUSTRY, SEGMENT], first: 10000) {
          totalCount groups { keys { value } count } } }`,
    );
    const expected: Record<string, number> = {};
    const orNone = (values: readonly unknown[]): unknown[] =>
      values.length > 0 ? [...new Set(values)] : [null];
    for (const call of calls) {
      const touched = call.content.topics.filter(
        ({ duration }: TruthRow) => Math.round(duration) > 0,
      );
      const linked = accountsOf(call).map((id) => accounts.get(id)!);
      for (const topic of orNone(touched.map((one: TruthRow) => one.name)))
        for (const industry of orNone(linked.map(({ Industry }) => Industry)))
          for (const segment of orNone(linked.map(({ Segment__c }) => Segment__c))) {
            const key = [topic, industry, segment].map(String).join(' · ');
            expected[key] = (expected[key] ?? 0) + 1;
          }
    }
    expect(shown(callsAggregate.groups)).toEqual(expected);
    expect(callsAggregate.totalCount).toBe(Object.keys(expected).length);
    // Both fields come with the accounts, which are looked up together.
    expect(Object.keys(sent)).toEqual(['accounts list']);
  });

  it('how large each group is of all calls and of those with the keys before the last', async () => {
    const topicsOf = (call: TruthRow): string[] =>
      call.content.topics
        .filter(({ duration }: TruthRow) => Math.round(duration) > 0)
        .map(({ name }: TruthRow) => name);
    for (const [groupBy, keys] of [
      ['STAGE, TOPIC', [stagesOf, topicsOf]],
      ['TOPIC', [topicsOf]],
      ['', []],
    ] as const) {
      const { callsAggregate } = await ask(
        `{ callsAggregate(groupBy: [${groupBy}], first: 10000) { groups { keys { value } count shareOfAll shareOfGroup } } }`,
      );
      const outer = groupsOf(calls, ...keys.slice(0, -1));
      const groups = groupsOf(calls, ...keys);
      expect(callsAggregate.groups).toHaveLength(groups.size);
      for (const { keys: own, count, shareOfAll, shareOfGroup } of callsAggregate.groups) {
        const names = ['', ...own.map(({ value }: TruthRow) => String(value))];
        expect(count).toBe(groups.get(names.join('|'))!.length);
        expect(shareOfAll).toBeCloseTo(count / calls.length, 9);
        const around = outer.get(names.slice(0, Math.max(1, names.length - 1)).join('|'))!;
        expect(shareOfGroup).toBeCloseTo(count / around.length, 9);
      }
    }
  });

  it('accounts by the number of calls in the last 90 days, with their names', async () => {
    const { callsAggregate } = await ask(
      `{ callsAggregate(filter: { during: { period: LAST_N_DAYS, n: 90 } }, groupBy: [ACCOUNT], having: { count: { gte: 2 } }, first: 20) {
          calls totalCount groups { keys { value record { recordName } } count minutes people talkRatio } } }`,
    );
    const from = Date.parse('2026-08-04T00:00:00Z');
    const chosen = calls.filter(
      (call) => startedAt(call) >= from && startedAt(call) < Date.parse('2026-11-03T00:00:00Z'),
    );
    const counts = Object.entries(counted(chosen, accountsOf))
      .filter(([, count]) => count >= 2)
      .sort(([x, a], [y, b]) => b - a || (x === 'null' ? 1 : y === 'null' ? -1 : x < y ? -1 : 1));
    expect(Object.entries(shown(callsAggregate.groups))).toEqual(counts.slice(0, 20));
    expect(callsAggregate.totalCount).toBe(counts.length);
    // A call counts for each of its accounts, and those of accounts with one call are in none of these groups.
    expect(callsAggregate.calls).toBe(chosen.length);
    for (const {
      keys: [{ value, record }],
      minutes,
    } of callsAggregate.groups) {
      const own = chosen.filter((call) =>
        value === null ? accountsOf(call).length === 0 : accountsOf(call).includes(value),
      );
      const seconds = own.reduce((sum, call) => sum + call.metaData.duration, 0);
      expect(minutes).toBeCloseTo(seconds / 60, 6);
      expect(record?.recordName ?? null).toBe(accounts.get(value)?.Name ?? null);
    }
  });

  it('records are named as they name themselves, by 18 characters', async () => {
    const { callsAggregate } = await ask(
      '{ callsAggregate(groupBy: [ACCOUNT, OPPORTUNITY], first: 50) { groups { keys { value record { ... on CrmRecord { upstreamId } } } } } }',
    );
    const keys = callsAggregate.groups.flatMap((group: TruthRow) => group.keys);
    const named = keys.filter((key: TruthRow) => key.record !== null);
    expect(named.length).toBeGreaterThan(50);
    for (const { value, record } of named) expect(value).toBe(record.upstreamId);
    for (const { value } of keys) expect(value === null || value.length === 18).toBe(true);
  });

  it('this quarter’s calls with accounts in a list of names, by owner and outcome', async () => {
    const linked = Object.keys(counted(calls.slice(-200), accountsOf)).filter(
      (id) => id !== 'null',
    );
    const names = linked.slice(0, 8).map((id) => accounts.get(id)!.Name);
    const { callsAggregate, sent } = await ask(
      `query ($names: [String!]!) { callsAggregate(
        filter: { during: { period: THIS_QUARTER }, about: { account: { name: { in: $names } } } },
        groupBy: [OWNER, OUTCOME]
      ) { groups { keys { field value user { upstreamId } } count } } }`,
      { names },
    );
    const wanted = new Set(
      [...accounts].filter(([, { Name }]) => names.includes(Name)).map(([id]) => id),
    );
    const chosen = calls.filter(
      (call) =>
        startedAt(call) >= Date.parse('2026-10-01T00:00:00Z') &&
        accountsOf(call).some((id) => wanted.has(id)),
    );
    expect(chosen.length).toBeGreaterThan(3);
    expect(shown(callsAggregate.groups)).toEqual(
      counted(chosen, (call) => [
        `${call.metaData.primaryUserId} · ${call.content.callOutcome?.name ?? null}`,
      ]),
    );
    expect(sent).toEqual({ 'accounts list': 1 });
  });

  it('calls of won and lost deals by month of the company’s time zone', async () => {
    const { callsAggregate } = await ask(
      `{ callsAggregate(filter: { from: "2026-01-01T00:00:00Z" }, groupBy: [MONTH, RESULT], timeZone: "Asia/Tokyo", orderBy: [{ field: KEY }], first: 200) {
          groups { keys { value startsAt } count } } }`,
    );
    const chosen = calls.filter((call) => startedAt(call) >= Date.parse('2026-01-01T00:00:00Z'));
    const expected = counted(chosen, (call) => {
      const local = new Date(startedAt(call) + 9 * 3_600_000);
      const month = new Date(
        Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - 9 * 3_600_000,
      );
      const results = objects(call, 'Opportunity', 'Now').map(({ objectId }) => {
        const deal = deals.get(objectId)!;
        return deal.IsWon ? 'WON' : deal.IsClosed ? 'LOST' : 'OPEN';
      });
      return (results.length > 0 ? results : [null]).map(
        (one) => `${month.toISOString()} · ${one}`,
      );
    });
    expect(shown(callsAggregate.groups)).toEqual(expected);
  });

  it('calls by what was said, at the root and under a record, page after page', async () => {
    const about = 'about: { title: "Review", topic: [{ name: ["Pricing"] }] }';
    const passing = calls
      .filter(
        (call) =>
          /review/i.test(call.metaData.title ?? '') &&
          call.content.topics.some(
            (one: TruthRow) => one.name === 'Pricing' && Math.round(one.duration) > 0,
          ),
      )
      .sort((a, b) => startedAt(a) - startedAt(b));
    expect(passing.length).toBeGreaterThan(5);
    const found: string[] = [];
    for (let after: string | null = null; ; ) {
      const { calls: page, incomplete } = await ask(
        `query ($after: String) { calls(first: 4, after: $after, filter: { ${about} }) {
          totalCount coverage { completeTo } pageInfo { hasNextPage endCursor } nodes { upstreamId title } } }`,
        { after },
      );
      expect(page.totalCount).toBe(passing.length);
      expect(incomplete).toBeUndefined();
      found.push(...page.nodes.map(({ upstreamId }: TruthRow) => upstreamId));
      after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(found.toSorted()).toEqual(passing.map(({ metaData }) => metaData.id).sort());
    const host = passing[0]!.metaData.primaryUserId;
    const { user } = await ask(
      `query ($id: ID!) { user(by: { upstreamId: $id }) { relatedCalls(first: 100, role: [HOST], ${about}) { totalCount } } }`,
      { id: host },
    );
    expect(user.relatedCalls.totalCount).toBe(
      passing.filter(({ metaData }) => metaData.primaryUserId === host).length,
    );
  });
});

describe('an answer', () => {
  it('leaves private calls out for those who may not read them, in figures and filters alike', async () => {
    const query = `{ callsAggregate { groups { count people accounts minutes } } calls(first: 1, filter: { about: { title: "" } }) { totalCount } }`;
    const all = await world.ask(query);
    const few = await world.ask(query, {}, []);
    const open = calls.filter(({ metaData }) => !metaData.isPrivate);
    expect(open.length).toBeLessThan(calls.length);
    expect(all.data.callsAggregate.groups[0].count).toBe(calls.length);
    expect(few.data.callsAggregate.groups[0].count).toBe(open.length);
    expect(few.data.calls.totalCount).toBe(open.length);
    expect(few.data.callsAggregate.groups[0].minutes).toBeCloseTo(
      open.reduce((sum, call) => sum + call.metaData.duration, 0) / 60,
      4,
    );
  });

  it('lists calls from either end, in pages of the same calls', async () => {
    const wanted = calls
      .filter((call) => /review/i.test(call.metaData.title))
      .sort((a, b) => startedAt(b) - startedAt(a) || b.metaData.id - a.metaData.id)
      .map((call) => call.metaData.id);
    expect(wanted.length).toBeGreaterThan(20);
    const found: string[] = [];
    const list =
      'calls(first: 9, after: $after, order: NEWEST, filter: { about: { title: "REVIEW" } })';
    for (let after: string | null = null, more = true; more; ) {
      const query = `query ($after: String) { ${list} { nodes { upstreamId } pageInfo { hasNextPage endCursor } } }`;
      const { calls: page } = await ask(query, { after });
      found.push(...page.nodes.map((node: TruthRow) => node.upstreamId));
      ({ hasNextPage: more, endCursor: after } = page.pageInfo);
    }
    expect(found).toEqual(wanted.map(String));
  });
});
