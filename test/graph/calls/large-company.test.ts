import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/connector-service/backend.ts';
import type { Row } from '../../../src/contract/wire/execute.ts';
import { paramsOf, type TruthRow, tally } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

/** 250 users, of whom the last hundred report to the first; what a user did is a number made of the id. */
const idOf = (n: number) => `100000000000000${String(n).padStart(3, '0')}`;
const people = Array.from({ length: 250 }, (_, n) => ({
  id: idOf(n),
  firstName: `User ${n}`,
  managerId: n < 150 ? null : idOf(0),
}));

function largeCompany(): Backend {
  const page = (rows: readonly Row[], from: number) => ({
    kind: 'cursor-page' as const,
    rows: rows.slice(from, from + 100),
    totalRecords: rows.length,
    pageNumber: from / 100,
    next: from + 100 < rows.length ? { from: from + 100 } : null,
  });
  return {
    async execute({ entity, params, page: place }) {
      const from = Number(place?.from ?? 0);
      if (entity === 'users') return page(people, from);
      const filter = params.filter as { userIds?: readonly string[] };
      // Every seventh user did nothing, and is left out.
      const active = people.filter(
        (user, n) => n % 7 !== 0 && (filter.userIds ?? [user.id]).includes(user.id),
      );
      return page(
        active.map(({ id }) => ({
          userId: id,
          userAggregateActivityStats: { callsAsHost: Number(id.slice(-3)) },
        })),
        from,
      );
    },
    close() {},
  };
}

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: false, backend: largeCompany() });
});
afterAll(() => world.close());

const days = 'from: "2026-09-01", to: "2026-10-01"';

describe('statistics of more users than fit on a page', () => {
  it('of everybody: the first page unnamed, then everybody else by id, a hundred at a time', async () => {
    const seen: TruthRow[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const { data, errors, calls }: TruthRow = await world.ask(
        `query ($after: String) { activity(${days}, first: 90, after: $after) {
          totalCount nodes { callsAsHost user { upstreamId } } pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      expect(errors).toBeUndefined();
      const asked = paramsOf(calls, 'stats_activity_aggregate').map(({ filter }) => filter.userIds);
      // A window within the first page needs no other, for the platform's order is that of ids.
      const isFirst = after === null;
      expect(asked.map((ids) => ids?.length)).toEqual([undefined, ...(isFirst ? [] : [100, 50])]);
      expect(tally(calls)['users list']).toBe(isFirst ? undefined : 3);
      expect(data.activity.totalCount).toBe(214);
      seen.push(...data.activity.nodes);
      ({ hasNextPage: more, endCursor: after } = data.activity.pageInfo);
    }
    const active = people.filter((_, n) => n % 7 !== 0);
    expect(seen).toEqual(
      active.map(({ id }) => ({ callsAsHost: Number(id.slice(-3)), user: { upstreamId: id } })),
    );
  });

  it('of a window of users are those of the window alone', async () => {
    const { data, calls } = await world.ask(
      `{ users(first: 100) { nodes { upstreamId activity(${days}) { callsAsHost } } } }`,
    );
    expect(tally(calls)).toEqual({ 'users list': 1, 'stats_activity_aggregate list': 1 });
    for (const [n, node] of data.users.nodes.entries()) {
      expect(node.activity).toEqual(n % 7 === 0 ? null : { callsAsHost: n });
    }
  });

  it('of 150 named users are two calls', async () => {
    const ids = people.slice(0, 150).map(({ id }) => id);
    const { data, calls } = await world.ask(
      `query ($ids: [ID!]) { activity(${days}, users: $ids, last: 1) { totalCount nodes { user { upstreamId } } } }`,
      { ids },
    );
    expect(tally(calls)).toEqual({ 'stats_activity_aggregate list': 2 });
    expect(data.activity.totalCount).toBe(128);
    expect(data.activity.nodes).toEqual([{ user: { upstreamId: ids.at(-1) } }]);
  });
});

describe('direct reports in a large company', () => {
  it('read the list of users once, page after page, for all managers', async () => {
    const { data, errors, calls } = await world.ask(/* GraphQL */ `{
      users(first: 50) {
        nodes { upstreamId directReports(first: 100) { totalCount nodes { manager { firstName } } } }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'users list': 3 });
    const [first, second] = data.users.nodes;
    expect(first.directReports.totalCount).toBe(100);
    expect(first.directReports.nodes[0]).toEqual({ manager: { firstName: 'User 0' } });
    expect(second.directReports.totalCount).toBe(0);
  });
});
