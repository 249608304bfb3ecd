import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, today, type World } from '../../support/world.ts';
import { type Everything, Join, readCompany } from './everything.ts';
import { walk, windowFields } from './walk.ts';

let world: World;
let all: Everything;
let join: Join;
beforeAll(async () => {
  world = await openWorld({ index: 'copied' });
  all = await readCompany(world);
  join = new Join(all);
});
afterAll(() => world.close());

type Deal = Everything['opportunities'][number];

/** By a plain loop over both systems: the last contact, in days of UTC. */
function contactOf(deal: Deal, publicOnly = false): number {
  const calls = join.callsOf(join.dealWithPeople(deal), { publicOnly });
  const call = calls[0]?.startedAt;
  const activity = deal.LastActivityDate === null ? -1 : Date.parse(deal.LastActivityDate);
  return Math.max(call ?? -1, activity);
}

const madeAt = ({ CreatedDate }: Deal): number => Date.parse(CreatedDate);

interface Ranked {
  readonly id: string;
  readonly at: number;
  readonly made: number;
}

/** Those nobody ever was in touch about by their age, the oldest first. */
const bySilence = (a: Ranked, b: Ranked): number =>
  a.at - b.at || (a.at < 0 ? a.made - b.made : 0) || (a.id < b.id ? -1 : 1);

const silent = (deals: readonly Deal[], publicOnly = false): string[] =>
  deals
    .map((deal) => ({ id: deal.Id, at: contactOf(deal, publicOnly), made: madeAt(deal) }))
    .sort(bySilence)
    .map(({ id }) => id);

const open = () => all.opportunities.filter(({ IsClosed }) => !IsClosed);
const openOnes = 'filter: { isClosed: { eq: false } }, timeZone: "UTC"';

const idsOf = async (args: string, size: number): Promise<string[]> =>
  (
    await walk<{ node: { upstreamId: string } }>(
      world,
      `query ($first: Int, $after: String) { list: opportunitiesBySilence(first: $first, after: $after, ${args}) {
        ${windowFields} edges { node { upstreamId } } } }`,
      ({ list }) => list,
      size,
    )
  ).map(({ node }) => node.upstreamId);

describe('deals by silence', () => {
  it.each([100, 17])('are those of a loop over both systems, %i at once', async (size) => {
    expect(open().length).toBeGreaterThan(20);
    expect(await idsOf(openOnes, size)).toEqual(silent(open()));
  });

  it('are all deals without a filter, and none where nothing passes', async () => {
    expect(await idsOf('timeZone: "UTC"', 100)).toEqual(silent(all.opportunities));
    expect(await idsOf('filter: { id: { in: [] } }', 5)).toEqual([]);
  });

  it('end where the silence is shorter than asked for', async () => {
    for (const since of ['2026-09-01T00:00:00Z', '2026-10-20T10:30:00Z', '2030-01-01T00:00:00Z']) {
      const expected = silent(open().filter((deal) => contactOf(deal) < Date.parse(since)));
      expect(await idsOf(`${openOnes}, since: "${since}"`, 30), since).toEqual(expected);
    }
  });

  it('count days of activities in the zone asked for', async () => {
    const shifted = open().map((deal) => {
      const call = join
        .callsOf(join.dealWithPeople(deal))
        .find(({ startedAt }) => startedAt < today.getTime());
      const day = deal.LastActivityDate;
      // In November, Tonga is thirteen hours ahead all year.
      const at = day === null ? -1 : Date.parse(day) - 13 * 3_600_000;
      return { id: deal.Id, at: Math.max(call?.startedAt ?? -1, at), made: madeAt(deal) };
    });
    shifted.sort(bySilence);
    expect(
      await idsOf('filter: { isClosed: { eq: false } }, timeZone: "Pacific/Tongatapu"', 100),
    ).toEqual(shifted.map(({ id }) => id));
  });

  it('leave private calls out for viewers who may not read them', async () => {
    const { data } = await world.ask(
      `{ opportunitiesBySilence(first: 100, ${openOnes}) { nodes { upstreamId } } }`,
      {},
      ['media'],
    );
    const ids = data.opportunitiesBySilence.nodes.map(
      (one: { upstreamId: string }) => one.upstreamId,
    );
    expect(ids).toEqual(silent(open(), true).slice(0, 100));
  });

  it('cost one statement for the order, and one for what is shown of them', async () => {
    const { data, calls, errors } = await world.ask(
      `{ longest: opportunitiesBySilence(first: 3, ${openOnes}) {
           totalCount coverage { completeFrom }
           nodes { name lastActivityDate account { name } lastCall(viaContactRoles: true) { startedAt } } }
         again: opportunitiesBySilence(first: 0, ${openOnes}) { totalCount } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.longest.totalCount).toBe(open().length);
    expect(data.again.totalCount).toBe(open().length);
    expect(data.longest.coverage.completeFrom).not.toBeNull();
    expect(data.longest.nodes).toHaveLength(3);
    expect(calls.map(({ entity }) => entity)).toEqual(['opportunities', 'opportunities']);
  });

  it.each([
    ['lastCall', '{ lastCall: { none: true } }'],
    ['callCount of a parent', '{ account: { callCount: { atMost: 1 } } }'],
  ])('refuse %s beside the order', async (_, filter) => {
    const { errors } = await world.ask(
      `{ opportunitiesBySilence(first: 3, filter: ${filter}) { totalCount } }`,
    );
    expect(errors?.[0]?.message).toContain('"since" says');
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('refuse a cursor of other deals', async () => {
    const { data } = await world.ask(
      `{ opportunitiesBySilence(first: 3, ${openOnes}) { pageInfo { endCursor } } }`,
    );
    const { endCursor } = data.opportunitiesBySilence.pageInfo;
    const { errors } = await world.ask(
      `{ opportunitiesBySilence(first: 3, after: "${endCursor}") { totalCount } }`,
    );
    expect(errors?.[0]?.message).toContain('another filter');
  });
});
