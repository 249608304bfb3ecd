/** The calls of a deal are the same wherever the graph counts, orders or filters by them: as plain loops over the raw tables find them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, today, type World } from '../../support/world.ts';
import { Join, type JoinedCall, readCompany } from './everything.ts';

let world: World;
let join: Join;
beforeAll(async () => {
  world = await openWorld();
  join = new Join(await readCompany(world));
});
afterAll(() => world.close());

const from = '2026-05-01T00:00:00Z';
const since = '2026-09-15T00:00:00Z';
const ways = [
  ['linked to it', 'viaContactRoles: false', false],
  ['and of its contact roles', 'viaContactRoles: true', true],
] as const;

async function ask(query: string): Promise<TruthRow> {
  const { data, errors } = await world.ask(query);
  expect(errors).toBeUndefined();
  return data;
}

/** Ids of the deals of a list, in its order. */
async function idsOf(args: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const { page } = await ask(
      `{ page: opportunities(first: 100, ${args} ${after}) { nodes { upstreamId } pageInfo { hasNextPage endCursor } } }`,
    );
    ids.push(...page.nodes.map((node: TruthRow) => node.upstreamId));
    if (!page.pageInfo.hasNextPage) return ids;
    after = `after: "${page.pageInfo.endCursor}"`;
  }
}

const open = () => join.all.opportunities.filter(({ IsClosed }) => IsClosed === false);
const isOpen = 'isClosed: { eq: false }';

describe.each(ways)('the calls of a deal, those %s', (_, arg, viaPeople) => {
  const callsOf = (deal: { readonly Id: string }): readonly JoinedCall[] =>
    join.callsOf(viaPeople ? join.dealWithPeople(deal) : join.deal(deal));
  const count = (deal: { readonly Id: string }): number =>
    callsOf(deal).filter(({ startedAt }) => startedAt >= Date.parse(from)).length;

  it('are counted and dated alike by its fields', async () => {
    const { page } = await ask(
      `{ page: opportunities(first: 60, filter: { ${isOpen} }) { nodes {
          upstreamId
          relatedCalls(first: 1, ${arg}, from: "${from}") { totalCount nodes { upstreamId } }
          lastCall(${arg}) { startedAt }
          callsPerPeriod(${arg}, bucket: WEEK, from: "${from}") { periods { calls } }
          peopleSpokenWith(${arg}, first: 1) { people { calls } } } } }`,
    );
    for (const node of page.nodes) {
      const deal = { Id: node.upstreamId };
      expect(node.relatedCalls.totalCount).toBe(count(deal));
      const isPast = ({ startedAt }: JoinedCall): boolean =>
        startedAt >= Date.parse(from) && startedAt < today.getTime();
      const periods = node.callsPerPeriod.periods as { calls: number }[];
      expect(periods.reduce((sum, { calls }) => sum + calls, 0)).toBe(
        callsOf(deal).filter(isPast).length,
      );
      const last = node.lastCall.startedAt;
      expect(last && Date.parse(last)).toBe(callsOf(deal)[0]?.startedAt ?? null);
    }
  });

  it('are counted alike by the condition and the order', async () => {
    const counts = new Map(open().map((deal) => [deal.Id, count(deal)]));
    for (const least of [1, 3]) {
      const filter = `filter: { ${isOpen}, callCount: { atLeast: ${least}, from: "${from}", ${arg} } }`;
      const expected = [...counts].filter(([, calls]) => calls >= least).map(([id]) => id);
      expect(await idsOf(filter)).toEqual(expected.sort());
    }
    const order = `filter: { ${isOpen} }, orderBy: [{ callCount: { from: "${from}", ${arg} }, direction: DESC }]`;
    const ranked = [...counts].sort(([x, a], [y, b]) => b - a || (x < y ? -1 : 1));
    expect(await idsOf(order)).toEqual(ranked.map(([id]) => id));
  });

  it('are the last one alike in the condition', async () => {
    const expected = open().filter(
      (deal) => (callsOf(deal)[0]?.startedAt ?? 0) < Date.parse(since),
    );
    expect(await idsOf(`filter: { ${isOpen}, lastCall: { before: "${since}", ${arg} } }`)).toEqual(
      expected.map(({ Id }) => Id).sort(),
    );
  });
});

it('calls of its people are those of its contact roles that are not its own', async () => {
  const ofPeople = 'viaContactRoles: true, ownCalls: false';
  const { page } = await ask(
    `{ page: opportunities(first: 100, filter: { ${isOpen} }) { nodes {
        upstreamId
        all: relatedCalls(first: 40, ${ofPeople}) { totalCount nodes { upstreamId } }
        lately: relatedCalls(first: 0, ${ofPeople}, from: "${from}") { totalCount }
        none: relatedCalls(ownCalls: false) { totalCount } } } }`,
  );
  let owned = 0;
  for (const { upstreamId: Id, all, lately, none } of page.nodes) {
    const own = new Set(join.callsOf(join.deal({ Id })).map(({ id }) => id));
    const withPeople = join.callsOf(join.dealWithPeople({ Id }));
    const others = withPeople.filter(({ id }) => !own.has(id));
    owned += withPeople.length - others.length;
    expect(all.nodes.map((call: TruthRow) => call.upstreamId)).toEqual(
      others.slice(0, 40).map(({ id }) => id),
    );
    expect([all.totalCount, lately.totalCount, none.totalCount]).toEqual([
      others.length,
      others.filter(({ startedAt }) => startedAt >= Date.parse(from)).length,
      0,
    ]);
  }
  expect(owned).toBeGreaterThan(50);
});

it('people are found by what the platform linked to them, where their addresses are unknown', () => {
  const differing = open().filter((deal) => {
    const { crmIds: _, ...byAddress } = join.dealWithPeople(deal);
    const fewer = join.callsOf({ ...byAddress, crmIds: [deal.Id] });
    return fewer.length < join.callsOf(join.dealWithPeople(deal)).length;
  });
  expect(differing.length).toBeGreaterThan(5);
});

it('contact roles are of deals alone', async () => {
  for (const part of [
    'filter: { callCount: { atLeast: 1, viaContactRoles: true } }',
    'orderBy: [{ callCount: { viaContactRoles: true }, direction: DESC }]',
  ]) {
    const { errors } = await world.ask(`{ accounts(first: 1, ${part}) { nodes { name } } }`);
    expect(errors?.[0]?.message).toContain('of deals alone');
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  }
});
