/** Calls by what was said in them: random questions in every place that filters calls, as plain loops over all transcripts answer them. */

import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { compareIds, Join, readCompany } from '../graph/links/everything.ts';
import { objects, rawCalls, startedAt } from '../graph/links/raw-call.ts';
import { isSaid, rawTurns, type Said, type Turn } from '../graph/links/raw-transcript.ts';
import { saidFrom } from '../graph/links/said-question.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { seed } from '../support/seed.ts';
import { type TruthRow, truth } from '../support/truth.ts';
import { openWorld, today, type World } from '../support/world.ts';

let calls: readonly TruthRow[];
let users: readonly TruthRow[];
let turns: ReadonlyMap<string, readonly Turn[]>;
let join: Join;

beforeAll(async () => {
  const world = await openWorld({ index: false });
  calls = await rawCalls(world);
  turns = await rawTurns(world, calls);
  users = await truth(world, 'users');
  join = new Join(await readCompany(world));
  await world.close();
});

/** A call without a transcript says neither what was said nor what was not: whether the platform will have one is not known. */
function passes({ metaData }: TruthRow, said: readonly Said[]): boolean {
  const own = turns.get(metaData.id);
  return said.every((condition) =>
    condition.not
      ? own !== undefined && !own.some((turn) => isSaid(turn, condition, metaData.duration))
      : own?.some((turn) => isSaid(turn, condition, metaData.duration)) === true,
  );
}

const newestFirst = (chosen: readonly TruthRow[]): string[] =>
  [...chosen]
    .sort((a, b) => startedAt(b) - startedAt(a) || compareIds(b.metaData.id, a.metaData.id))
    .map(({ metaData }) => metaData.id);
const idsOf = (nodes: readonly { upstreamId: string }[]): string[] =>
  nodes.map(({ upstreamId }) => upstreamId);

const coverage = 'coverage { completeFrom completeTo unread }';
const everywhere = `query ($about: CallAbout, $deals: CallAbout, $account: ID!, $other: CallFilter) {
  calls(filter: { about: $about }, order: NEWEST, first: 30) { totalCount ${coverage} nodes { upstreamId } }
  oldest: calls(filter: { about: $about }, order: OLDEST, first: 10) { nodes { upstreamId } }
  other: calls(filter: $other, first: 20) { totalCount nodes { upstreamId } }
  deals: calls(filter: { about: $deals }, order: NEWEST, first: 20) { totalCount nodes { upstreamId } }
  callsAggregate(filter: { about: $about }, groupBy: [SCOPE]) { groups { count keys { value } } }
  account(by: { upstreamId: $account }) {
    relatedCalls(about: $about, first: 30) { totalCount ${coverage} nodes { upstreamId } }
    lastCall(about: $about) { call { upstreamId } }
  }
  accounts(first: 100, filter: { callCount: { atLeast: 1, about: $about } }) { nodes { upstreamId } }
}`;

/** A question with its answer by plain loops, and everything about it. */
async function expectAnswer(world: World, n: number): Promise<number> {
  const said = saidFrom(seed + n, [...turns.values()].flat(), users);
  const text = `seed ${seed + n}: ${JSON.stringify(said)}`;
  const chosen = calls.filter((call) => passes(call, said));
  const ids = new Set(newestFirst(chosen));
  const account = join.all.accounts[(seed + n) % join.all.accounts.length]!;
  const relatedTo = (row: { Id: string }) =>
    join.callsOf(join.account(row)).filter(({ id }) => ids.has(id));
  const related = relatedTo(account).map(({ id }) => id);
  const closed = new Set(
    join.all.opportunities.filter(({ IsClosed }) => IsClosed).map(({ Id }) => Id.slice(0, 15)),
  );
  const ofDeals = chosen.filter((call) =>
    objects(call, 'Opportunity', 'Now').some(({ objectId }) => closed.has(objectId.slice(0, 15))),
  );
  const other = chosen.filter(
    ({ metaData }) => metaData.scope === 'External' && metaData.duration >= 600,
  );
  const about = { said };
  const { data, errors } = await world.ask(everywhere, {
    ...{ about, account: account.Id },
    deals: { said, opportunity: { isClosed: { eq: true } } },
    other: { about, scope: ['External'], minDurationSeconds: 600 },
  });
  expect(errors, text).toBeUndefined();
  expect(idsOf(data.calls.nodes), text).toEqual([...ids].slice(0, 30));
  expect(data.calls.totalCount, text).toBe(chosen.length);
  expect(idsOf(data.oldest.nodes), text).toEqual([...ids].reverse().slice(0, 10));
  for (const [list, own] of [
    [data.other, newestFirst(other).reverse()],
    [data.deals, newestFirst(ofDeals)],
  ]) {
    expect(list.totalCount, text).toBe(own.length);
    expect(idsOf(list.nodes), text).toEqual(own.slice(0, 20));
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
  for (const { completeTo, unread } of [data.calls.coverage, data.account.relatedCalls.coverage]) {
    expect(completeTo, text).not.toBeNull();
    expect(unread, text).toBe(0);
  }
  return chosen.length;
}

const stores = [['SQLite', 10] as const, ...(hasPostgres ? [['PostgreSQL', 3] as const] : [])];

describe.each(stores)('calls by what was said in them, in %s', (kind, questions) => {
  let world: World;
  beforeAll(async () => {
    const storeUrl =
      kind === 'PostgreSQL' ? { storeUrl: await openDatabase(inject('runFolder')) } : {};
    world = await openWorld({ trackers: true, words: true, ...storeUrl });
  });
  afterAll(() => world.close());

  it('are those of plain loops over all transcripts, wherever calls are filtered', async () => {
    let count = 0;
    for (let n = 0; n < questions; n += 1) count += await expectAnswer(world, n);
    expect(count).toBeGreaterThan(0);
  });
});

describe('calls by what was said in them', () => {
  const list = `query ($said: [CallSaidFilter!]) {
    calls(filter: { about: { said: $said } }, order: NEWEST, first: 100) { ${coverage} nodes { upstreamId } }
  }`;

  it('are without private ones, or without those of others, for whoever may not see these', async () => {
    const world = await openWorld({ trackers: true, words: true });
    onTestFinished(() => world.close());
    const person = join.all.users.find(({ id }) =>
      calls.some(({ metaData }) => metaData.primaryUserId === id),
    )!;
    for (const viewer of [
      { ask: world.ask, rights: ['transcripts'] },
      ...(['own', 'team'] as const).map((level) => ({
        ask: world.as({ level, person: person.emailAddress as string }).ask,
        rights: ['transcripts', 'private-calls'],
      })),
    ]) {
      const visible = new Set<string>();
      for (let after: string | null = null, isMore = true; isMore; ) {
        const { data } = await viewer.ask(
          'query ($after: String) { calls(order: NEWEST, first: 100, after: $after) { nodes { upstreamId } pageInfo { hasNextPage endCursor } } }',
          { after },
          viewer.rights as never,
        );
        for (const id of idsOf(data.calls.nodes)) visible.add(id);
        ({ hasNextPage: isMore, endCursor: after } = data.calls.pageInfo);
      }
      expect(visible.size).toBeGreaterThan(0);
      for (let n = 0; n < 4; n += 1) {
        const said = saidFrom(seed + n, [...turns.values()].flat(), users);
        const { data, errors } = await viewer.ask(list, { said }, viewer.rights as never);
        expect(errors).toBeUndefined();
        const chosen = calls.filter(({ metaData }) => visible.has(metaData.id));
        expect(idsOf(data.calls.nodes), `seed ${seed + n}: ${JSON.stringify(said)}`).toEqual(
          newestFirst(chosen.filter((call) => passes(call, said))).slice(0, 100),
        );
      }
    }
  });

  it('whose transcripts are read for a month alone are all of that month, and the answer says since when', async () => {
    const world = await openWorld({ trackers: true, words: 1 });
    onTestFinished(() => world.close());
    for (let n = 0; n < 4; n += 1) {
      const said = saidFrom(seed + n, [...turns.values()].flat(), users);
      const { data, errors, extensions } = await world.ask(list, { said });
      expect(errors).toBeUndefined();
      const from = Date.parse(data.calls.coverage.completeFrom);
      expect(from).toBeGreaterThan(today.getTime() - 32 * 86_400_000);
      const known = calls.filter((call) => startedAt(call) >= from);
      expect(known.length).toBeGreaterThan(0);
      expect(idsOf(data.calls.nodes), `seed ${seed + n}: ${JSON.stringify(said)}`).toEqual(
        newestFirst(known.filter((call) => passes(call, said))).slice(0, 100),
      );
      expect(extensions?.incomplete).toMatchObject([
        {
          path: ['calls'],
          message: `The participant index knows what was said in calls since ${data.calls.coverage.completeFrom} only; earlier ones may be missing.`,
        },
      ]);
    }
  });
});
