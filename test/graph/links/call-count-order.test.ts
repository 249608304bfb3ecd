/** Records ordered by the number of their calls: windows in both directions against counts of every record, asked for one by one. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TruthRow, tally } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ trackers: true });
});
afterAll(() => world.close());

const ask = async (query: string, variables = {}): Promise<TruthRow> => {
  const { data, errors, calls, extensions } = await world.ask(query, variables);
  expect(errors).toBeUndefined();
  return { ...data, sent: tally(calls), incomplete: extensions?.incomplete };
};

/** Every record of the filter with its number of calls, by its relation. */
async function counted(list: string, filter: string, calls: string): Promise<[string, number][]> {
  const all: [string, number][] = [];
  for (let after: string | null = null; ; ) {
    const { page } = await ask(
      `query ($after: String) { page: ${list}(first: 100, after: $after, filter: { ${filter} }) {
        nodes { upstreamId relatedCalls(first: 1 ${calls}) { totalCount } } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    for (const { upstreamId, relatedCalls } of page.nodes)
      all.push([upstreamId, relatedCalls.totalCount]);
    after = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage) return all;
  }
}

const inOrder = (all: readonly [string, number][], down: boolean): string[] =>
  all.toSorted(([x, a], [y, b]) => (down ? b - a : a - b) || (x < y ? -1 : 1)).map(([id]) => id);

const days = 'during: { period: LAST_N_DAYS, n: 90 }';

describe.each([
  ['accounts', '', days, 40],
  ['contacts', 'lastName: { lt: "F" }', days, 30],
  ['opportunities', 'isClosed: { eq: false }', 'scope: ["External"]', 50],
] as const)('%s by the number of their calls', (list, filter, calls, size) => {
  it('come in windows of that order, forwards and backwards', async () => {
    const all = await counted(list, filter, `, ${calls}`);
    expect(new Set(all.map(([, count]) => count)).size).toBeGreaterThan(2);
    for (const direction of ['DESC', 'ASC'] as const) {
      const expected = inOrder(all, direction === 'DESC');
      const orderBy = `orderBy: [{ callCount: { ${calls} }, direction: ${direction} }]`;
      const found: string[] = [];
      let cursor: string | null = null;
      for (;;) {
        const { page, incomplete } = await ask(
          `query ($after: String) { page: ${list}(first: ${size}, after: $after, filter: { ${filter} }, ${orderBy}) {
            totalCount coverage { completeTo } nodes { upstreamId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
          { after: cursor },
        );
        expect(page.totalCount).toBe(all.length);
        expect(page.coverage.completeTo).not.toBeNull();
        expect(incomplete).toBeUndefined();
        expect(page.pageInfo.hasPreviousPage).toBe(cursor !== null);
        found.push(...page.nodes.map((node: TruthRow) => node.upstreamId));
        cursor = page.pageInfo.endCursor;
        if (!page.pageInfo.hasNextPage) break;
      }
      expect(found).toEqual(expected);
      const { page } = await ask(
        `query ($before: String) { page: ${list}(last: 7, before: $before, filter: { ${filter} }, ${orderBy}) { nodes { upstreamId } } }`,
        { before: cursor },
      );
      expect(page.nodes.map((node: TruthRow) => node.upstreamId)).toEqual(expected.slice(-8, -1));
    }
  });
});

describe('a ranked list', () => {
  const most = (rest: string) =>
    `accounts(first: 3, orderBy: [{ callCount: { ${days} }, direction: DESC }]${rest})`;

  it('costs a call for each 2,000 records, and one for what the window shows', async () => {
    const ids = await ask(`{ ${most('')} { nodes { upstreamId } } }`);
    expect(ids.sent).toEqual({ 'accounts list': 1 });
    const { accounts, sent } = await ask(
      `{ ${most('')} { nodes { name owner { recordName } relatedCalls(first: 2, ${days}) { totalCount } contacts(first: 1) { nodes { name } } } } }`,
    );
    expect(sent).toEqual({ 'accounts list': 2 });
    const counts = accounts.nodes.map((node: TruthRow) => node.relatedCalls.totalCount);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
    expect(accounts.nodes[0].contacts.nodes[0].name).not.toBeNull();
  });

  it('goes with conditions on calls in its filter', async () => {
    const { accounts } = await ask(
      `{ ${most(`, filter: { callCount: { atLeast: 1, atMost: 2, ${days} } }`)} { totalCount nodes { relatedCalls(first: 1, ${days}) { totalCount } } } }`,
    );
    expect(accounts.totalCount).toBeGreaterThan(2);
    for (const { relatedCalls } of accounts.nodes) expect(relatedCalls.totalCount).toBe(2);
  });

  it('counts private calls only for those who may read them', async () => {
    const query = `{ accounts(first: 100, orderBy: [{ callCount: {}, direction: DESC }]) { nodes { upstreamId relatedCalls(first: 1) { totalCount } } } }`;
    const [all, few] = [await world.ask(query), await world.ask(query, {}, [])];
    const counts = ({ data }: TruthRow) =>
      data.accounts.nodes.map((node: TruthRow) => node.relatedCalls.totalCount);
    for (const answer of [all, few])
      expect(counts(answer)).toEqual(counts(answer).toSorted((a: number, b: number) => b - a));
    expect(counts(few)).not.toEqual(counts(all));
  });

  it('says where the index does not know all of the time', async () => {
    const { accounts, incomplete } = await ask(
      '{ accounts(first: 1, orderBy: [{ callCount: { from: "2020-01-01T00:00:00Z" } }]) { nodes { upstreamId } coverage { completeFrom } } }',
    );
    expect(accounts.coverage.completeFrom).not.toBeNull();
    expect(incomplete).toEqual([expect.objectContaining({ path: ['accounts'] })]);
  });

  it.each([
    ['accounts(orderBy: [{ callCount: {} }, { field: NAME }])', 'all of orderBy'],
    ['accounts(orderBy: [{ callCount: {}, field: NAME }])', 'all of orderBy'],
    ['accounts(orderBy: [{ direction: DESC }])', '"field" in orderBy, got none'],
    ['accounts(orderBy: [{ callCount: { scope: ["Outside"] } }])', 'Internal, External'],
  ])('of %s says what was expected', async (query, expected) => {
    const { errors } = await world.ask(`{ ${query} { nodes { id } } }`);
    expect(errors?.[0]?.message).toContain(expected);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('stands at the root only', async () => {
    const { errors } = await world.ask(
      '{ accounts(first: 1) { nodes { contacts(first: 2, orderBy: [{ callCount: {} }]) { nodes { id } } } } }',
    );
    expect(errors?.[0]?.message).toContain('only lists at the root');
  });
});
