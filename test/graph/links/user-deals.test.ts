/** Deals of CRM users and what became of them, beside how these users talk. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { table } from '../../support/table.ts';
import { type TruthRow, tally } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let deals: readonly TruthRow[];
beforeAll(async () => {
  world = await openWorld();
  deals = await table(world, 'Opportunity', 'OwnerId, IsClosed, IsWon, Amount, CloseDate');
});
afterAll(() => world.close());

const ofUser = (id: string): readonly TruthRow[] => deals.filter(({ OwnerId }) => OwnerId === id);

it('one document has the win rate of every rep beside their talk ratio', async () => {
  const { data, errors, calls } = await world.ask(`{
    crmUsers(first: 50) { nodes {
      upstreamId name
      dealFigures(filter: { closeDate: { during: { period: THIS_YEAR } } }) {
        count open won lost winRate amounts { currency open won lost }
      }
      users { interaction(from: "2026-10-01", to: "2026-11-01") { talkRatio } }
    } }
  }`);
  expect(errors).toBeUndefined();
  const { nodes } = data.crmUsers;
  let reps = 0;
  for (const { upstreamId, dealFigures, users } of nodes) {
    const own = ofUser(upstreamId).filter(({ CloseDate }) => CloseDate.startsWith('2026'));
    const won = own.filter(({ IsWon }) => IsWon);
    const lost = own.filter(({ IsWon, IsClosed }) => IsClosed && !IsWon);
    const open = own.filter(({ IsClosed }) => !IsClosed);
    const sum = (rows: readonly TruthRow[]) => rows.reduce((all, { Amount }) => all + Amount, 0);
    expect(dealFigures).toEqual({
      count: own.length,
      open: open.length,
      won: won.length,
      lost: lost.length,
      winRate: won.length + lost.length === 0 ? null : won.length / (won.length + lost.length),
      amounts:
        own.length === 0
          ? []
          : [
              {
                currency: 'USD',
                open: expect.closeTo(sum(open), 2),
                won: expect.closeTo(sum(won), 2),
                lost: expect.closeTo(sum(lost), 2),
              },
            ],
    });
    if (own.length > 0 && users.some(({ interaction }: TruthRow) => interaction !== null)) reps++;
  }
  expect(reps).toBeGreaterThan(3);
  // The users, one statement for all their deals, the users of the platform and their figures.
  expect(tally(calls)['opportunities list']).toBe(1);
  expect(tally(calls)['users list']).toBe(1);
});

it('the deals of several reps, each with their own', async () => {
  const { data, errors } = await world.ask(
    `{ crmUsers(first: 20) { nodes { upstreamId
      won: opportunities(first: 2, filter: { isWon: { eq: true } }) { totalCount nodes { upstreamId } }
      opportunities(first: 1) { totalCount } } } }`,
  );
  expect(errors).toBeUndefined();
  for (const { upstreamId, won, opportunities } of data.crmUsers.nodes) {
    const own = deals.filter(({ OwnerId }) => OwnerId === upstreamId);
    const ofWon = own.filter(({ IsWon }) => IsWon);
    expect([opportunities.totalCount, won.totalCount]).toEqual([own.length, ofWon.length]);
    expect(won.nodes).toEqual(ofWon.slice(0, 2).map(({ Id }) => ({ upstreamId: Id })));
  }
  expect(deals.length).toBeGreaterThan(100);
});

it('totals of cut lists are part of the estimate of every rep', async () => {
  const reps = `crmUsers(first: 40) { nodes { upstreamId
    opportunities(last: 1) { totalCount nodes { tasks(first: 3) { nodes { who { id recordName } } } } } } }`;
  const { data, errors, extensions, calls } = await world.ask(`{ ${reps} }`);
  expect(errors).toBeUndefined();
  for (const { upstreamId, opportunities } of data.crmUsers.nodes)
    expect(opportunities.totalCount).toBe(ofUser(upstreamId).length);
  // Each rep with several deals takes a statement for the last of them and one for their number.
  expect(tally(calls)['opportunities list']).toBeGreaterThan(60);
  const { requested } = (extensions as { cost: { requested: number } }).cost;
  expect(calls.length).toBeLessThanOrEqual(requested);
  // The people of all reps' tasks are one batch.
  expect(tally(calls)['contacts list']).toBe(1);
});

it('a rep’s own deals, page after page', async () => {
  const [owner] = [...Map.groupBy(deals, ({ OwnerId }) => OwnerId)].sort(
    ([, a], [, b]) => b.length - a.length,
  )[0]!;
  const found: string[] = [];
  for (let after: string | null = null; ; ) {
    const { data, errors } = await world.ask(
      `query ($id: ID!, $after: String) { crmUser(by: { upstreamId: $id }) {
        opportunities(first: 3, after: $after, filter: { isClosed: { eq: true } }, orderBy: [{ field: CLOSE_DATE }]) {
          totalCount nodes { upstreamId } pageInfo { hasNextPage endCursor } } } }`,
      { id: owner, after },
    );
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = data.crmUser.opportunities;
    found.push(...nodes.map(({ upstreamId }: TruthRow) => upstreamId));
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage) break;
  }
  const own = ofUser(owner).filter(({ IsClosed }) => IsClosed);
  expect(own.length).toBeGreaterThan(3);
  expect(found.toSorted()).toEqual(own.map(({ Id }) => Id).sort());
});
