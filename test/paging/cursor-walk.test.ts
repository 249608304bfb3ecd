import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UpstreamError, UserInputError } from '../../src/errors.ts';
import type { Connection } from '../../src/paging/connection.ts';
import type { CursorList } from '../../src/paging/cursor-list.ts';
import { type CursorWindowOptions, cursorConnection } from '../../src/paging/cursor-walk.ts';
import { lastPage } from '../../src/wire/answer.ts';
import { FakeTokenList, type FakeTokenOptions, type Item, site } from './fake-token-list.ts';
import { cursors, first, last } from './support.ts';

const ids = (connection: Connection<Item>): string[] =>
  connection.edges.map((edge) => edge.node.id);

/** Rows with few distinct order values, so that ties are everywhere. */
const items = (maxLength: number): fc.Arbitrary<Item[]> =>
  fc
    .array(fc.record({ at: fc.integer({ min: 0, max: 12 }), tie: fc.nat(1_000_000) }), {
      maxLength,
    })
    .map((rows) => rows.map((row, i) => ({ ...row, id: String(9_000_000_000 + i) })));

const options = (fixed: Partial<FakeTokenOptions> = {}): fc.Arbitrary<FakeTokenOptions> =>
  fc
    .record({
      pageSize: fc.integer({ min: 1, max: 12 }),
      tokens: fc.constantFrom('keyed' as const, 'counted' as const),
      tellsTotal: fc.boolean(),
      restartable: fc.boolean(),
      ordered: fc.boolean(),
    })
    .map((given) => ({ ...given, ...fixed }));

const sizes = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 6 });

/** Walks to the end by endCursor; `between` may change the list after each window. */
async function walk(
  list: CursorList<Item>,
  windows: readonly number[],
  between: (window: number, last: Item | undefined) => void = () => {},
  given: CursorWindowOptions<Item> = {},
): Promise<{ seen: Item[]; cursors: string[]; windows: Connection<Item>[] }> {
  const seen: Item[] = [];
  const handed: string[] = [];
  const all: Connection<Item>[] = [];
  let after: string | null = null;
  for (let i = 0; ; i += 1) {
    const connection: Connection<Item> = await cursorConnection(
      list,
      first(windows[i % windows.length]!, after),
      cursors,
      given,
    );
    all.push(connection);
    seen.push(...connection.edges.map((edge) => edge.node));
    handed.push(...connection.edges.map((edge) => edge.cursor));
    expect(connection.pageInfo.hasPreviousPage).toBe(after !== null);
    if (!connection.pageInfo.hasNextPage) return { seen, cursors: handed, windows: all };
    after = connection.pageInfo.endCursor;
    expect(after).not.toBeNull();
    expect(i).toBeLessThan(500);
    between(i, seen.at(-1));
  }
}

/** The order the walk promises: pages as they come, within a page by order value and key. */
function promised(sorted: readonly Item[], { pageSize, ordered }: FakeTokenOptions): Item[] {
  const pages: Item[] = [];
  for (let i = 0; i < sorted.length; i += pageSize) {
    pages.push(
      ...sorted
        .slice(i, i + pageSize)
        .sort((a, b) => (ordered ? a.at - b.at : 0) || (a.id < b.id ? -1 : 1)),
    );
  }
  return pages;
}

describe('a list behind tokens', () => {
  it('gives every row once, in order, whatever the sizes of windows and pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(60),
        options(),
        sizes,
        fc.nat(),
        async (rows, given, windows, seed) => {
          const fake = new FakeTokenList(rows, given, seed);
          const { seen, windows: all } = await walk(fake.list(), windows);
          const expected = promised(fake.sorted(), given);
          expect(seen).toEqual(expected);
          let before = 0;
          for (const [i, window] of all.entries()) {
            before += window.edges.length;
            expect(window.pageInfo.hasNextPage).toBe(before < rows.length);
            if (i < all.length - 1) {
              expect(window.edges.length).toBe(windows[i % windows.length]);
            }
          }
          const total = await all[0]!.totalCount();
          // A list of one page tells its size by being there.
          const isTold = given.tellsTotal || all.length === 1 || rows.length <= given.pageSize;
          expect(total).toBe(isTold ? rows.length : null);
        },
      ),
      { numRuns: 700 },
    );
  });

  it('reads no more pages than hold the window', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(60),
        options(),
        sizes,
        fc.nat(),
        async (rows, given, windows, seed) => {
          const fake = new FakeTokenList(rows, given, seed);
          let done = 0;
          let after: string | null = null;
          for (let i = 0; done < rows.length; i += 1) {
            const size = windows[i % windows.length]!;
            fake.requests.length = 0;
            const connection: Connection<Item> = await cursorConnection(
              fake.list(),
              first(size, after),
              cursors,
            );
            const from = Math.floor(done / given.pageSize);
            done += connection.edges.length;
            const to = Math.floor((done - 1) / given.pageSize);
            expect(fake.requests.length).toBe(to - from + 1);
            after = connection.pageInfo.endCursor;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('goes on from every cursor it handed out', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(40),
        options(),
        sizes,
        fc.nat(),
        fc.boolean(),
        async (rows, given, windows, seed, expire) => {
          const fake = new FakeTokenList(rows, given, seed);
          const walked = await walk(fake.list(), windows);
          if (expire) fake.expire();
          const order = walked.seen.map((item) => item.id);
          for (const [i, cursor] of walked.cursors.entries()) {
            const rest = await cursorConnection(fake.list(), first(7, cursor), cursors);
            const expected = order.slice(i + 1, i + 8);
            // A list taken up again at an order value comes in other pages: ties may stand differently.
            if (expire && given.restartable && given.ordered) {
              expect(rest.edges.map((e) => e.node.at)).toEqual(
                walked.seen.slice(i + 1, i + 8).map((item) => item.at),
              );
            } else {
              expect(ids(rest)).toEqual(expected);
            }
            expect(rest.pageInfo.hasNextPage).toBe(i + 8 < order.length);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  const change = fc.record({
    insert: fc.array(fc.record({ at: fc.integer({ min: 0, max: 12 }), tie: fc.nat(1_000_000) }), {
      maxLength: 4,
    }),
    remove: fc.array(fc.nat(100), { maxLength: 4 }),
    expire: fc.boolean(),
  });

  /** Walks a list that changes after every window; what was there all along must come once, in order. */
  async function walkChanging(
    fake: FakeTokenList,
    windows: readonly number[],
    changes: readonly {
      insert: { at: number; tie: number }[];
      remove: number[];
      expire: boolean;
    }[],
  ): Promise<void> {
    const original = fake.sorted();
    const removed = new Set<string>();
    let made = 0;
    const { seen } = await walk(fake.list(), windows, (i, last) => {
      const step = changes[i];
      if (step === undefined) return;
      const gone = step.remove
        .map((at) => fake.items[at % Math.max(1, fake.items.length)])
        .filter((item) => item !== undefined && !(step.expire && item === last));
      for (const item of gone) removed.add(item!.id);
      fake.items = fake.items.filter((item) => !removed.has(item.id));
      for (const row of step.insert) {
        made += 1;
        fake.items.push({ ...row, id: `8${String(made).padStart(9, '0')}` });
      }
      if (step.expire) fake.expire();
    });
    const stable = original.filter((item) => !removed.has(item.id)).map((item) => item.id);
    const met = seen.map((item) => item.id).filter((id) => stable.includes(id));
    expect([...met].sort()).toEqual([...stable].sort());
    expect(new Set(seen.map((item) => item.id)).size).toBe(seen.length);
    const order = seen.filter((item) => stable.includes(item.id)).map((item) => item.at);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  }

  it('loses no stable row and repeats none while rows come and go (tokens that remember a place)', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(50),
        options({ tokens: 'keyed', ordered: true }),
        sizes,
        fc.array(change, { maxLength: 12 }),
        fc.nat(),
        async (rows, given, windows, changes, seed) => {
          const fake = new FakeTokenList(rows, given, seed);
          await walkChanging(
            fake,
            windows,
            changes.map((step) => ({ ...step, expire: false })),
          );
        },
      ),
      { numRuns: 700 },
    );
  });

  it('loses no stable row and repeats none while rows come or go (tokens that count rows)', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(50),
        options({ tokens: 'counted', ordered: true, tellsTotal: true }),
        sizes,
        fc.array(change, { maxLength: 12 }),
        fc.boolean(),
        fc.nat(),
        async (rows, given, windows, changes, growing, seed) => {
          const fake = new FakeTokenList(rows, given, seed);
          await walkChanging(
            fake,
            windows,
            changes.map(({ insert, remove }) => ({
              insert: growing ? insert : [],
              remove: growing ? [] : remove,
              expire: false,
            })),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds its place again when tokens die, while rows come and go', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(40),
        options({ tokens: 'keyed', ordered: true }),
        sizes,
        fc.array(change, { maxLength: 8 }),
        fc.nat(),
        async (rows, given, windows, changes, seed) => {
          // Ties that the upstream breaks by id, as far as a page shows: their order on either
          // side of a page's end is not the upstream's to keep once the token is dead.
          const fake = new FakeTokenList(
            rows.map((row) => ({ ...row, tie: Number(row.id) })),
            given,
            seed,
          );
          await walkChanging(
            fake,
            windows,
            changes.map((step) => ({
              ...step,
              insert: step.insert.map((row) => ({ ...row, tie: 0 })),
            })),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('fills windows through a filter of its own, and knows when no match is left', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(80),
        options(),
        sizes,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        async (rows, given, windows, every, seed) => {
          const keep = (item: Item): boolean => Number(item.id) % every === 0;
          const fake = new FakeTokenList(rows, given, seed);
          const { seen, windows: all } = await walk(fake.list(), windows, undefined, {
            keep,
            maxPages: 1_000,
          });
          const expected = promised(fake.sorted(), given).filter(keep);
          expect(seen).toEqual(expected);
          let before = 0;
          for (const window of all) {
            before += window.edges.length;
            expect(window.pageInfo.hasNextPage).toBe(before < expected.length);
          }
          expect(await all[0]!.totalCount()).toBe(all.length === 1 ? expected.length : null);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('stops a long scan honestly: what is missing comes with the next window', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(80),
        options(),
        sizes,
        fc.integer({ min: 2, max: 30 }),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(),
        async (rows, given, windows, every, maxPages, seed) => {
          const keep = (item: Item): boolean => Number(item.id) % every === 0;
          const fake = new FakeTokenList(rows, given, seed);
          const { seen, windows: all } = await walk(fake.list(), windows, undefined, {
            keep,
            maxPages,
          });
          expect(seen).toEqual(promised(fake.sorted(), given).filter(keep));
          expect(fake.requests.length).toBeLessThanOrEqual(all.length * maxPages);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('looks before it promises when the upstream hides rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(60),
        options(),
        sizes,
        fc.nat(),
        async (rows, given, windows, seed) => {
          const half = rows.map((row) => ({ ...row, hidden: row.tie % 2 === 0 }));
          const fake = new FakeTokenList(half, given, seed);
          const { seen, windows: all } = await walk(fake.list(), windows, undefined, {
            hidesRows: true,
            maxPages: 1_000,
          });
          const shown = half.filter((row) => !row.hidden).length;
          expect(seen.length).toBe(shown);
          expect(new Set(seen.map((item) => item.id)).size).toBe(shown);
          for (const window of all.slice(0, -1)) expect(window.edges.length).toBeGreaterThan(0);
          if (all.length > 1) expect(all.at(-1)!.edges.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a window over tokens', () => {
  const given: FakeTokenOptions = {
    pageSize: 10,
    tokens: 'keyed',
    tellsTotal: true,
    restartable: false,
    ordered: true,
  };
  const rows = (count: number): Item[] =>
    Array.from({ length: count }, (_, i) => ({ id: String(1_000 + i), at: i, tie: 0 }));

  it('of no rows still tells whether there are any, and asks nothing when nobody wants to know', async () => {
    const fake = new FakeTokenList(rows(3), given, 1);
    const empty = await cursorConnection(fake.list(), first(0), cursors);
    expect(empty.edges).toEqual([]);
    expect(empty.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: null,
    });
    fake.requests.length = 0;
    const silent = await cursorConnection(fake.list(), first(0), cursors, { more: false });
    expect(fake.requests).toEqual([]);
    expect(await silent.totalCount()).toBe(3);
    expect(await silent.totalCount()).toBe(3);
    expect(fake.requests.length).toBe(1);
  });

  it('takes one call a page when windows and pages have one size', async () => {
    const fake = new FakeTokenList(rows(100), given, 1);
    await walk(fake.list(), [10]);
    expect(fake.requests.length).toBe(10);
  });

  it('refuses to be read backwards, before any call', async () => {
    const fake = new FakeTokenList(rows(3), given, 1);
    await expect(cursorConnection(fake.list(), last(2), cursors)).rejects.toThrow(UserInputError);
    await expect(
      cursorConnection(fake.list(), { ...first(2), before: 'x' }, cursors),
    ).rejects.toThrow(/"last" and "before" cannot/);
    const keyset = cursors.encode(['k', 'x']);
    await expect(cursorConnection(fake.list(), first(2, keyset), cursors)).rejects.toThrow(
      /does not fit this list/,
    );
    expect(fake.requests).toEqual([]);
  });

  it('says so when a bounded scan may not end early', async () => {
    const fake = new FakeTokenList(rows(100), given, 1);
    const scan = cursorConnection(fake.list(), first(5), cursors, {
      keep: () => false,
      maxPages: 3,
      atLimit: 'error',
    });
    await expect(scan).rejects.toMatchObject({ code: 'SCAN_LIMIT' });
    expect(fake.requests.length).toBe(3);
  });

  it('takes a dead token up at its own place where the list can start there', async () => {
    const fake = new FakeTokenList(rows(200), { ...given, restartable: true }, 1);
    const some = await cursorConnection(fake.list(), first(155), cursors);
    fake.expire();
    fake.requests.length = 0;
    const rest = await cursorConnection(fake.list(), first(5, some.pageInfo.endCursor), cursors);
    expect(ids(rest)).toEqual(['1155', '1156', '1157', '1158', '1159']);
    // The dead token, and the list from the row's own instant.
    expect(fake.requests.map((request) => request.from)).toEqual([null, 154]);
    const more = await cursorConnection(fake.list(), first(20, rest.pageInfo.endCursor), cursors);
    expect(ids(more)[0]).toBe('1160');
    expect(await more.totalCount()).toBe(200);
  });

  it('reads again from the beginning otherwise, up to a bound', async () => {
    const fake = new FakeTokenList(rows(400), given, 1);
    const near = await cursorConnection(fake.list(), first(95), cursors);
    const far = await cursorConnection(fake.list(), first(395), cursors, { maxPages: 50 });
    fake.expire();
    const again = await cursorConnection(fake.list(), first(5, near.pageInfo.endCursor), cursors);
    expect(ids(again)[0]).toBe('1095');
    await expect(
      cursorConnection(fake.list(), first(5, far.pageInfo.endCursor), cursors),
    ).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  });

  it('goes on when its row is gone', async () => {
    for (const index of [0, 4, 9]) {
      for (const expire of [false, true]) {
        const fake = new FakeTokenList(rows(25), given, 1);
        const all = await cursorConnection(fake.list(), first(25), cursors);
        const cursor = all.edges[index]!.cursor;
        fake.items = fake.items.filter((item) => item.id !== String(1_000 + index));
        if (expire) fake.expire();
        const rest = await cursorConnection(fake.list(), first(3, cursor), cursors);
        expect(ids(rest)).toEqual([1, 2, 3].map((n) => String(1_000 + index + n)));
      }
    }
  });

  it('misses no row that slid onto an earlier page', async () => {
    const fake = new FakeTokenList(
      [
        { id: '4', at: 11, tie: 1 },
        { id: '5', at: 11, tie: 0 },
        { id: '2', at: 0, tie: 0 },
        { id: '3', at: 0, tie: 1 },
      ],
      { ...given, pageSize: 2, tokens: 'counted' },
      0,
    );
    // Of the tie on the second page, 4 comes first here, though 5 does upstream.
    const some = await cursorConnection(fake.list(), first(3), cursors);
    expect(ids(some)).toEqual(['2', '3', '4']);
    fake.items = fake.items.filter((item) => item.id !== '2');
    const rest = await cursorConnection(fake.list(), first(3, some.pageInfo.endCursor), cursors);
    expect(ids(rest)).toEqual(['5']);
  });

  it.each([1, 2, 3])('notices a circle of %i pages, in one window or over many', async (circle) => {
    let made = 0;
    const list: CursorList<Item> = {
      fetch: async ({ token }) => {
        made += 1;
        const next = (token === null ? 0 : Number(token.slice(1)) + 1) % circle;
        return {
          rows: [{ id: String(made), at: made, tie: 0 }],
          page: { ...lastPage, done: false, cursor: `t${next}` },
        };
      },
      key: (item) => item.id,
      site,
    };
    const looped = { code: 'PAGINATION_LOOP', site };
    await expect(
      cursorConnection(list, first(500), cursors, { maxPages: 1_000 }),
    ).rejects.toMatchObject(looped);
    await expect(walk(list, [1])).rejects.toMatchObject(looped);
    expect(made).toBeLessThan(60);
  });

  it('lets every other failure through as it is', async () => {
    const fault = new UpstreamError('RATE_LIMITED', 'slow down', site, { retryAfterMs: 5 });
    const list: CursorList<Item> = {
      fetch: async () => Promise.reject(fault),
      key: (item) => item.id,
      site,
    };
    await expect(cursorConnection(list, first(5), cursors)).rejects.toBe(fault);
  });

  it('encodes no cursor that nobody reads', async () => {
    let encoded = 0;
    const counting = {
      ...cursors,
      encode: (position: Parameters<typeof cursors.encode>[0]) => {
        encoded += 1;
        return cursors.encode(position);
      },
    };
    const fake = new FakeTokenList(rows(30), given, 1);
    const connection = await cursorConnection(fake.list(), first(20), counting);
    expect(encoded).toBe(0);
    expect(connection.pageInfo.endCursor).toBe(connection.edges.at(-1)!.cursor);
    expect(encoded).toBe(1);
  });
});
