/** Calls in which something was not said: random conditions in every place that filters calls by content, as plain loops over the raw calls answer them. */

import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { randomFrom } from '../../participants/company.ts';
import { isWide } from '../../support/cases.ts';
import { hasPostgres, openDatabase } from '../../support/postgres.ts';
import { seed } from '../../support/seed.ts';
import { type TruthRow, tally } from '../../support/truth.ts';
import { openWorld, today, type World } from '../../support/world.ts';
import { compareIds, Join, readCompany } from './everything.ts';
import { rawCalls, startedAt } from './raw-call.ts';

let calls: readonly TruthRow[];
let join: Join;

interface About {
  readonly tracker?: readonly { name?: string[]; id?: string[]; atLeast?: number; not?: boolean }[];
  readonly topic?: readonly { name: string[]; atLeastSeconds?: number; not?: boolean }[];
}

function isAbout({ content }: TruthRow, { tracker = [], topic = [] }: About): boolean {
  const hits = tracker.every(
    ({ name = [], id = [], atLeast = 1, not = false }) =>
      content.trackers.some(
        (one: TruthRow) => (name.includes(one.name) || id.includes(one.id)) && one.count >= atLeast,
      ) !== not,
  );
  return (
    hits &&
    topic.every(
      ({ name, atLeastSeconds = 1, not = false }) =>
        content.topics.some(
          (one: TruthRow) => name.includes(one.name) && Math.round(one.duration) >= atLeastSeconds,
        ) !== not,
    )
  );
}

/** Draws conditions, each with something that was not said, the same for the same seed. */
function aboutFrom(from: number): About {
  const random = randomFrom(from);
  const pick = (n: number): number => Math.floor(random() * n);
  const trackers = [
    ...new Map(calls.flatMap(({ content }) => content.trackers).map((one) => [one.id, one.name])),
  ];
  const topics = [
    ...new Set(calls.flatMap(({ content }) => content.topics.map((one: TruthRow) => one.name))),
  ];
  const some = <T>(values: readonly T[]): T[] =>
    Array.from({ length: pick(4) }, () => values[pick(values.length)]!);
  const tracker = (not: boolean) => ({
    ...(pick(2) === 0
      ? { id: some(trackers).map(([id]) => id) }
      : { name: some(trackers).map(([, name]) => name) }),
    ...(pick(2) === 0 ? { atLeast: 1 + pick(4) } : {}),
    ...(not ? { not } : {}),
  });
  const topic = (not: boolean) => ({
    name: some(topics),
    ...(pick(2) === 0 ? { atLeastSeconds: 1 + pick(400) } : {}),
    ...(not ? { not } : {}),
  });
  const isOfTopic = pick(3) === 0;
  return {
    ...(isOfTopic ? {} : { tracker: [tracker(true), ...some([tracker(false), tracker(true)])] }),
    ...(isOfTopic || pick(3) === 0 ? { topic: [topic(true), ...some([topic(false)])] } : {}),
  };
}

const newestFirst = (chosen: readonly TruthRow[]): string[] =>
  [...chosen]
    .sort((a, b) => startedAt(b) - startedAt(a) || compareIds(b.metaData.id, a.metaData.id))
    .map(({ metaData }) => metaData.id);
const idsOf = (nodes: readonly { upstreamId: string }[]): string[] =>
  nodes.map(({ upstreamId }) => upstreamId);

const coverage = 'coverage { completeFrom completeTo }';

const everywhere = `query ($about: CallAbout, $account: ID!, $ofHosts: CallFilter, $ofTitle: CallFilter) {
  ofHosts: calls(filter: $ofHosts, order: OLDEST, first: 20) { totalCount nodes { upstreamId } }
  ofTitle: calls(filter: $ofTitle, order: OLDEST, first: 20) { totalCount nodes { upstreamId } }
  calls(filter: { about: $about }, order: NEWEST, first: 30) { totalCount ${coverage} nodes { upstreamId } }
  callsAggregate(filter: { about: $about }, groupBy: [SCOPE]) { groups { count keys { value } } }
  account(by: { upstreamId: $account }) {
    relatedCalls(about: $about, first: 30) { totalCount ${coverage} nodes { upstreamId } }
    lastCall(about: $about) { call { upstreamId } }
  }
  accounts(first: 100, filter: { callCount: { atLeast: 1, about: $about } }) { nodes { upstreamId } }
}`;

beforeAll(async () => {
  const world = await openWorld({ index: 'off' });
  calls = await rawCalls(world);
  join = new Join(await readCompany(world));
  await world.close();
});

const stores = isWide && hasPostgres ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const);

describe.each(stores)('calls in which something was not said, in %s', (kind) => {
  let world: World;
  beforeAll(async () => {
    const storeUrl =
      kind === 'PostgreSQL' ? { storeUrl: await openDatabase(inject('runFolder')) } : {};
    world = await openWorld({ trackers: true, ...storeUrl });
  });
  afterAll(() => world.close());

  it('are those of plain loops over the raw calls, in every place that filters calls by content', async () => {
    let found = 0;
    for (let n = 0; n < (isWide ? 60 : 4); n++) {
      const about = aboutFrom(seed + n);
      const text = `seed ${seed + n}: ${JSON.stringify(about)}`;
      const chosen = calls.filter((call) => isAbout(call, about));
      const ids = new Set(newestFirst(chosen));
      const account = join.all.accounts[(seed + n) % join.all.accounts.length]!;
      const relatedTo = (row: { Id: string }) =>
        join.callsOf(join.account(row)).filter(({ id }) => ids.has(id));
      const related = relatedTo(account).map(({ id }) => id);
      const hosts = calls.slice(n, n + 2).map(({ metaData }) => metaData.primaryUserId);
      const ofHosts = chosen.filter(({ metaData }) => hosts.includes(metaData.primaryUserId));
      const ofTitle = chosen.filter(({ metaData }) => /demo/i.test(metaData.title ?? ''));
      const { data, errors } = await world.ask(everywhere, {
        ...{ about, account: account.Id },
        ofHosts: { about, primaryUser: hosts },
        ofTitle: { about: { ...about, title: 'demo' }, minDurationSeconds: 0 },
      });
      expect(errors, text).toBeUndefined();
      expect(data.calls.totalCount, text).toBe(chosen.length);
      expect(idsOf(data.calls.nodes), text).toEqual([...ids].slice(0, 30));
      for (const [list, own] of [
        [data.ofHosts, ofHosts],
        [data.ofTitle, ofTitle],
      ]) {
        expect(list.totalCount, text).toBe(own.length);
        expect(idsOf(list.nodes), text).toEqual(newestFirst(own).reverse().slice(0, 20));
      }
      const scopes = Map.groupBy(chosen, ({ metaData }) => metaData.scope);
      const counts = data.callsAggregate.groups.map(({ keys, count }: TruthRow) => [
        keys[0]!.value,
        count,
      ]);
      expect(counts.sort(), text).toEqual(
        [...scopes].map(([scope, own]) => [scope, own.length]).sort(),
      );
      expect(data.account.relatedCalls.totalCount, text).toBe(related.length);
      expect(idsOf(data.account.relatedCalls.nodes), text).toEqual(related.slice(0, 30));
      expect(data.account.lastCall.call?.upstreamId ?? null, text).toBe(related[0] ?? null);
      const spoken = join.all.accounts.filter((row) => relatedTo(row).length > 0);
      expect(idsOf(data.accounts.nodes), text).toEqual(spoken.slice(0, 100).map(({ Id }) => Id));
      for (const { completeTo } of [data.calls.coverage, data.account.relatedCalls.coverage])
        expect(completeTo, text).not.toBeNull();
      found += chosen.length;
    }
    expect(found).toBeGreaterThan(0);
  });
});

describe('calls in which something was not said', () => {
  const dayMs = 86_400_000;
  const at = (days: number): number => today.getTime() - days * dayMs;
  const unheard = { tracker: [{ id: ['1'], not: true }] };

  it('cost what those cost in which it was said', async () => {
    const world = await openWorld({ trackers: true });
    onTestFinished(() => world.close());
    const name = calls.flatMap(({ content }) => content.trackers)[0]!.name;
    const count = (tracker: object) =>
      world.ask(
        'query ($about: CallAbout) { callsAggregate(filter: { about: $about }) { groups { count } } }',
        {
          about: { tracker: [tracker] },
        },
      );
    const [said, unsaid] = [
      await count({ name: [name] }),
      await count({ name: [name], not: true }),
    ];
    expect(tally(unsaid.calls)).toEqual({ 'settings_trackers list': 1 });
    expect(unsaid.extensions?.cost).toMatchObject({ requested: 3 });
    expect(said.extensions?.cost).toEqual(unsaid.extensions?.cost);
    expect(
      said.data.callsAggregate.groups[0].count + unsaid.data.callsAggregate.groups[0].count,
    ).toBe(calls.length);
  });

  it('are left out, and said to be missing, where contents have not been read', async () => {
    const world = await openWorld({
      index: async (syncer) => {
        await syncer.fill({ from: at(90), to: at(0) + dayMs }, {}, { walk: 'people' });
        await syncer.fill({ from: at(30), to: at(0) + dayMs }, {}, { walk: 'contents' });
      },
    });
    onTestFinished(() => world.close());
    const account = join.all.accounts[0]!;
    const { data, errors, extensions } = await world.ask(
      `query ($about: CallAbout, $account: ID!) {
        calls(filter: { about: $about }, order: NEWEST, first: 1) { totalCount ${coverage} }
        account(by: { upstreamId: $account }) { relatedCalls(about: $about) { totalCount ${coverage} } }
      }`,
      { about: unheard, account: account.Id },
    );
    expect(errors).toBeUndefined();
    const known = Date.parse(data.calls.coverage.completeFrom);
    expect(known).toBeGreaterThan(at(31));
    const slackMs = dayMs;
    const countSince = (starts: readonly number[], from: number): number =>
      starts.filter((start) => start >= from).length;
    const expectBetween = (count: number, starts: readonly number[]): void => {
      expect(count).toBeGreaterThanOrEqual(countSince(starts, known));
      expect(count).toBeLessThanOrEqual(countSince(starts, known - slackMs));
    };
    expectBetween(data.calls.totalCount, calls.map(startedAt));
    expect(data.calls.totalCount).toBeGreaterThan(0);
    const related = join.callsOf(join.account(account)).map((call) => call.startedAt);
    expectBetween(data.account.relatedCalls.totalCount, related);
    expect(extensions?.incomplete).toEqual(
      [['calls'], ['account', 'relatedCalls']].map((path) => expect.objectContaining({ path })),
    );
  });

  it('are scanned for without an index, and refused by name where nothing bounds the scan', async () => {
    const world = await openWorld({ index: 'off' });
    onTestFinished(() => world.close());
    const about = aboutFrom(seed);
    const account = join.all.accounts[1]!;
    const from = new Date(at(40)).toISOString();
    const { data, errors } = await world.ask(
      `query ($about: CallAbout, $account: ID!, $from: DateTime) {
        account(by: { upstreamId: $account }) {
          relatedCalls(about: $about, from: $from, first: 100) { ${coverage} nodes { upstreamId } }
        }
      }`,
      { about, account: account.Id, from },
    );
    expect(errors).toBeUndefined();
    const { relatedCalls } = data.account;
    const chosen = new Set(
      calls.filter((call) => isAbout(call, about)).map((call) => call.metaData.id),
    );
    const expected = join
      .callsOf(join.account(account), { from: at(40) })
      .filter(({ id }) => chosen.has(id));
    expect(Date.parse(relatedCalls.coverage.completeFrom)).toBeLessThanOrEqual(at(40));
    expect(idsOf(relatedCalls.nodes)).toEqual(expected.map(({ id }) => id));
    const refused = await world.ask(
      'query ($about: CallAbout) { calls(filter: { about: $about }, first: 1) { nodes { id } } }',
      { about },
    );
    expect(refused.errors?.[0]?.message).toMatch('Expected the participant index');
  });
});
