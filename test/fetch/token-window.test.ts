import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import type { Connection } from '../../src/fetch/connection.ts';
import type { TokenList } from '../../src/fetch/token-list.ts';
import { tokenConnection } from '../../src/fetch/token-window.ts';
import { FakeTokenList, type FakeTokenOptions, grain, type Item } from './fake-token-list.ts';
import { cursors, first, last } from './support.ts';

const ids = (rows: readonly Item[]): string[] => rows.map(({ id }) => id);

/** Rows with few distinct times, so that ties are everywhere. */
const items = (maxLength: number): fc.Arbitrary<Item[]> =>
  fc
    .array(fc.record({ at: fc.integer({ min: 0, max: 40 }), tie: fc.nat(1_000_000) }), {
      maxLength,
    })
    .map((rows) => rows.map((row, i) => ({ ...row, id: String(9_000_000_000 + i) })));

const share = fc.constantFrom(0, 0.3, 1);

const hostile = (fixed: Partial<FakeTokenOptions> = {}): fc.Arbitrary<FakeTokenOptions> =>
  fc
    .record({
      pageRows: fc.integer({ min: 1, max: 12 }),
      tokens: fc.constantFrom('keyed' as const, 'counted' as const),
      tellsTotal: fc.boolean(),
      order: fc.constantFrom('time' as const, 'id' as const, 'none' as const),
      cut: share,
      shuffled: share,
      withheld: fc.constantFrom(0, 0.3, 1),
      dead: fc.constantFrom(0, 0.3),
    })
    .map((given) => ({ ...given, ...fixed }));

const sizes = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 6 });

interface Walked {
  readonly seen: Item[];
  readonly windows: Connection<Item>[];
  /** What the walk said of rows that are missing. */
  readonly said: string | null;
}

/** Walks to the end by endCursor; `between` may change the list after each window. */
async function walk(
  list: TokenList<Item>,
  windowSizes: readonly number[],
  between: (window: number, last: Item | undefined) => unknown = () => {},
  accept?: (item: Item) => boolean,
): Promise<Walked> {
  const seen: Item[] = [];
  const windows: Connection<Item>[] = [];
  for (let i = 0, after: string | null = null; ; i += 1) {
    expect(i).toBeLessThan(2_000);
    let window: Connection<Item>;
    try {
      const size = windowSizes[i % windowSizes.length]!;
      window = await tokenConnection(list, first(size, after), cursors, { accept });
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return { seen, windows, said: error.code };
    }
    windows.push(window);
    seen.push(...window.nodes);
    if (!window.pageInfo.hasNextPage) {
      return { seen, windows, said: window.shortfall?.message ?? null };
    }
    expect(window.pageInfo.endCursor).not.toBeNull();
    after = window.pageInfo.endCursor;
    between(i, seen.at(-1));
  }
}

describe('a window over tokens', () => {
  const told = { pageRows: 100, tokens: 'keyed', tellsTotal: true, order: 'time' } as const;
  const some = (count: number, at: (i: number) => number): Item[] =>
    Array.from({ length: count }, (_, i) => ({ id: String(1_000 + i), at: at(i), tie: i }));

  it('meets 350 rows of one moment once each', async () => {
    const rows = some(500, (i) => (i < 100 ? 0 : i < 450 ? 40 : 80));
    const fake = new FakeTokenList(rows, told, 1);
    const { seen, said } = await walk(fake.list, [20], (i) => i % 5 === 2 && fake.expire());
    expect(said).toBeNull();
    expect(ids(seen).sort()).toEqual(ids(rows));
  });

  it('takes one call a page when windows and pages have one size', async () => {
    const fake = new FakeTokenList(
      some(1_000, (i) => i * grain),
      told,
      1,
    );
    await walk(fake.list, [100]);
    expect(fake.requests.length).toBe(10);
  });

  it('asks again from its row’s moment where the token died: one call more', async () => {
    const fake = new FakeTokenList(
      some(300, (i) => i * grain),
      told,
      1,
    );
    const { pageInfo } = await tokenConnection(fake.list, first(100), cursors);
    fake.expire();
    const before = fake.requests.length;
    const next = await tokenConnection(fake.list, first(50, pageInfo.endCursor), cursors);
    expect(ids(next.nodes)).toEqual(ids(fake.sorted().slice(100, 150)));
    expect(fake.requests.slice(before).map(({ from }) => from)).toEqual([null, 99 * grain]);
  });

  it('says how many rows were announced where no asking again brings them', async () => {
    const rows = some(250, (i) => i);
    const withheld = { ...told, order: 'none', withheld: 1 } as const;
    const window = await tokenConnection(
      new FakeTokenList(rows, withheld, 1).list,
      first(200),
      cursors,
    );
    expect(window.nodes).toHaveLength(100);
    expect(window.pageInfo.hasNextPage).toBe(false);
    expect(window.shortfall).toMatchObject({ expected: 250, received: 100 });
    expect(await window.totalCount()).toBe(250);
  });

  it('refuses cursors of an earlier version as expired, and those of other lists', async () => {
    const { list } = new FakeTokenList(
      some(3, (i) => i),
      told,
      1,
    );
    const old = cursors.encode(['c', null, null, 0, '', 1, 2, 'x', 3, null, 0]);
    await expect(tokenConnection(list, first(1, old), cursors)).rejects.toThrow('expired');
    const other = cursors.encode(['a', 3, 'x']);
    await expect(tokenConnection(list, first(1, other), cursors)).rejects.toThrow('does not fit');
  });

  it('is refused backwards, before any call', async () => {
    const fake = new FakeTokenList(
      some(3, (i) => i),
      told,
      1,
    );
    await expect(tokenConnection(fake.list, last(1), cursors)).rejects.toThrow('"first"');
    expect(fake.requests).toEqual([]);
  });

  it('fills through a filter of its own, and stops a long scan where the next one goes on', async () => {
    const fake = new FakeTokenList(
      some(3_000, (i) => i * grain),
      told,
      1,
    );
    const accept = (item: Item): boolean => Number(item.id) % 1_000 === 999;
    const scan = await walk(fake.list, [2], () => {}, accept);
    expect(ids(scan.seen)).toEqual(['1999', '2999', '3999']);
    expect(scan.windows.map(({ nodes }) => nodes.length)).toEqual([2, 1]);
    const none = await tokenConnection(fake.list, first(1), cursors, { accept: () => false });
    expect(none.nodes).toEqual([]);
    expect(none.pageInfo.hasNextPage).toBe(true);
  });
});

describe('a list behind tokens', () => {
  it('gives every row once or says that it can’t, however hostile the upstream', async () => {
    let complete = 0;
    let said = 0;
    await fc.assert(
      fc.asyncProperty(items(80), hostile(), sizes, fc.nat(), async (rows, options, cuts, seed) => {
        const fake = new FakeTokenList(rows, options, seed);
        const walked = await walk(fake.list, cuts);
        expect(new Set(ids(walked.seen)).size).toBe(walked.seen.length);
        if (walked.said === null) {
          // Nothing tells a page that was cut, and has no token, from the last one.
          const isCut = options.order !== 'time' || options.cut! > 0;
          const isUntold = !options.tellsTotal && options.withheld! > 0 && isCut;
          if (!isUntold) expect(ids(walked.seen).sort()).toEqual(ids(rows).sort());
          complete += 1;
        } else said += 1;
      }),
      { numRuns: 400 },
    );
    expect(complete).toBeGreaterThan(said);
  });

  it('is complete wherever pages are cut, shuffled, withheld or dead, if it can be asked from a time on', async () => {
    const options = hostile({ order: 'time', pageRows: 12 });
    await fc.assert(
      fc.asyncProperty(items(80), options, sizes, fc.nat(), async (rows, given, cuts, seed) => {
        // More rows of one time than a page holds can't be had without tokens.
        const fewTies = rows.filter(
          (row, i) => rows.findIndex((r) => r.at >> 2 === row.at >> 2) > i - 6,
        );
        // Where nothing new came, the next token may not die at once.
        const dead = given.cut === 0 ? given.dead! : 0;
        const withheld = given.tellsTotal && given.cut === 0 ? given.withheld! : 0;
        const fake = new FakeTokenList(fewTies, { ...given, dead, withheld }, seed);
        const walked = await walk(fake.list, cuts);
        expect(walked.said).toBeNull();
        expect(ids(walked.seen).sort()).toEqual(ids(fewTies).sort());
      }),
      { numRuns: 200 },
    );
  });

  it('goes on from every cursor it handed out', async () => {
    const options = hostile({ withheld: 0, dead: 0 });
    await fc.assert(
      fc.asyncProperty(items(40), options, sizes, fc.nat(), async (rows, given, cuts, seed) => {
        const fake = new FakeTokenList(rows, given, seed);
        const { windows } = await walk(fake.list, cuts);
        const passed: string[] = [];
        for (const window of windows) {
          for (const edge of window.edges) {
            passed.push(edge.node.id);
            const rest = await tokenConnection(fake.list, first(100, edge.cursor), cursors);
            const others = ids(rows).filter((id) => !passed.includes(id));
            expect(ids(rest.nodes).sort()).toEqual(others.sort());
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['keyed', true, true],
    ['counted', true, false],
    ['counted', false, true],
  ] as const)(
    'loses no lasting row and repeats none while others change (%s tokens, come: %s, go: %s)',
    async (tokens, come, go) => {
      // The token of a cut page counts rows, and one row for another leaves the total as it is.
      const cut = come && go ? { cut: 0 } : {};
      const told = { order: 'time', tokens, tellsTotal: true } as const;
      const options = hostile({ ...told, withheld: 0, dead: 0, ...cut });
      await fc.assert(
        fc.asyncProperty(items(60), options, sizes, fc.nat(), async (rows, given, cuts, seed) => {
          const fake = new FakeTokenList(rows, given, seed);
          let lasting = new Set(ids(rows));
          let made = 0;
          const { seen, said } = await walk(fake.list, cuts, (i) => {
            if (go && fake.items.length > 0) {
              const [gone] = fake.items.splice((seed + i * 7) % fake.items.length, 1);
              lasting.delete(gone!.id);
            }
            if (come) {
              made += 1;
              const at = (seed + i * 11) % 41;
              fake.items.push({
                id: String(8_000_000_000 + made),
                at,
                tie: (seed * i) % 1_000_000,
              });
            }
            if (i % 4 === 3) fake.expire();
          });
          // One row for another leaves fewer to come than were announced: that may be reported.
          if (!(come && go)) expect(said).toBeNull();
          expect(new Set(ids(seen)).size).toBe(seen.length);
          lasting = new Set([...lasting].filter((id) => fake.items.some((item) => item.id === id)));
          const met = new Set(ids(seen));
          expect([...lasting].filter((id) => !met.has(id))).toEqual([]);
        }),
        { numRuns: 100 },
      );
    },
  );
});

it('of no known order ends where its pages go round, however many there are in the circle', async () => {
  for (const length of [1, 2, 3]) {
    const pages = Array.from({ length: length + 1 }, (_, page) =>
      Array.from({ length: 100 }, (_, at) => ({ id: String(page * 100 + at) })),
    );
    const list: TokenList<{ readonly id: string }> = {
      site: { service: 'call-analytics', entity: 'reviews', action: 'list' },
      pageRows: 100,
      key: ({ id }) => id,
      async fetch({ token }) {
        const page = token === null ? 0 : Number(token);
        // The last page leads back to the second.
        const cursor = String(page === length ? 1 : page + 1);
        const total = pages.length * 100;
        const mark = { cursor, nextRecordsUrl: null, done: false, total, pageNumber: null };
        return { rows: pages[page]!, page: mark };
      },
    };
    let after: string | null = null;
    const walk = async (): Promise<void> => {
      for (let window = 0; window < 20; window += 1)
        after = (await tokenConnection(list, first(100, after), cursors)).pageInfo.endCursor;
    };
    await expect(walk()).rejects.toMatchObject({ code: 'PAGINATION_LOOP' });
  }
});
