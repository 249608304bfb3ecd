/** A size of a list that is no number of rows: every window says so, or knows the size from elsewhere; none is silent, and none blames a size that did not come. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: false });
});
afterEach(() => world.service.admin.faults.clear());
afterAll(() => world.close());

/** Lists by how they page, each with whether its size is counted by another question. */
const lists: readonly (readonly [string, string, boolean])[] = [
  [
    'tokens, in order of time',
    'calls(first: $n, after: $after, filter: { from: "2026-09-01T00:00:00Z" })',
    false,
  ],
  ['tokens, without an order', 'users(first: $n, after: $after)', false],
  ['rows by number', 'soql(query: "SELECT Id FROM Account", first: $n, after: $after)', false],
  ['rows by key', 'accounts(first: $n, after: $after)', true],
  ['rows by key, a short list', 'campaigns(first: $n, after: $after)', true],
];

const values = ['12', '', 'unknown', -1, 1.5, 1e300, true, false];

interface Windowed {
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

describe.each(lists)('of %s', (_kind, list, isCounted) => {
  /** Windows of the list: only the size, the first rows, those behind them, and the last ones. */
  async function windows() {
    const ask = async (n: number, after: string | null) => {
      const answer = await world.ask(
        `query ($n: Int!, $after: String) {
          list: ${list} { nodes { __typename } totalCount pageInfo { hasNextPage endCursor } }
        }`,
        { n, after },
      );
      const { totalCount, pageInfo } = answer.data.list as Windowed;
      const errors = (answer.errors ?? []).map(({ path, message, extensions }) => ({
        ...{ path, message, code: extensions?.code },
      }));
      const incomplete = JSON.stringify(answer.extensions?.incomplete ?? []);
      return { totalCount, pageInfo, errors, incomplete };
    };
    const all = [await ask(0, null)];
    let after: string | null = null;
    for (const n of [2, 3, 100, 100, 100, 100, 100, 100, 100, 100]) {
      const window = await ask(n, after);
      all.push(window);
      if (!window.pageInfo.hasNextPage) return all;
      after = window.pageInfo.endCursor;
    }
    return all;
  }

  it('is a number where it is one', async () => {
    const clean = await windows();
    const [{ totalCount } = { totalCount: null }] = clean;
    for (const window of clean)
      expect(window).toMatchObject({ totalCount, errors: [], incomplete: '[]' });
  });

  it.each(values)('is no number of rows where it is %j, in every window', async (value) => {
    const [{ totalCount } = { totalCount: null }] = await windows();
    world.service.admin.faults.add({ kind: 'total', change: 'ill-typed', value });
    for (const [at, window] of (await windows()).entries()) {
      expect(window.incomplete).not.toMatch(/did not say/);
      if (isCounted) expect([at, window.totalCount, window.errors]).toEqual([at, totalCount, []]);
      else
        expect([at, window]).toMatchObject([
          at,
          {
            totalCount: null,
            errors: [
              {
                path: ['list', 'totalCount'],
                code: 'UPSTREAM_BAD_RESPONSE',
                message: expect.stringMatching(
                  /^Expected a number of rows as the size of the list/,
                ),
              },
            ],
          },
        ]);
      if (!window.pageInfo.hasNextPage && at > 0)
        expect(window.incomplete).toMatch(/is no number of rows/);
    }
  });
});
