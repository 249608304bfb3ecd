/** Lists that change at any call of a walk: rows that were there all the time come once each, or the walk says that some may be missing. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import type { Connection } from '../../src/fetch/connection.ts';
import { tokenConnection } from '../../src/fetch/token-window.ts';
import { cases } from '../support/cases.ts';
import { FakeTokenList, type FakeTokenOptions, type Item } from './fake-token-list.ts';
import { cursors, first } from './support.ts';

interface Changes {
  /** Share of the calls before which a row comes, and one goes. */
  readonly come: number;
  readonly go: number;
}

interface Walked {
  readonly ids: readonly string[];
  readonly said: string | null;
  /** Rows that were there from the first call to the last. */
  readonly lasting: readonly string[];
}

async function walkChanging([{ come, go }, options, size, count, seed]: Case): Promise<Walked> {
  const rows = listOf(count, seed);
  const fake = new FakeTokenList(rows, options, seed);
  let made = 0;
  fake.onFetch = (draw) => {
    if (draw() < go) fake.items.splice(Math.floor(draw() * fake.items.length), 1);
    if (draw() >= come) return;
    made += 1;
    const at = Math.floor(draw() * 100);
    fake.items.push({ id: String(8_000_000_000 + made), at, tie: Math.floor(draw() * 1e6) });
  };
  const ids: string[] = [];
  let said: string | null = null;
  for (let after: string | null = null, more = true; more && ids.length < 1_000; ) {
    try {
      const window: Connection<Item> = await tokenConnection(
        fake.list,
        first(size, after),
        cursors,
      );
      ids.push(...window.nodes.map(({ id }) => id));
      more = window.pageInfo.hasNextPage;
      after = window.pageInfo.endCursor;
      said = window.shortfall?.message ?? null;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      said = error.code;
      more = false;
    }
  }
  const there = new Set(fake.items.map(({ id }) => id));
  return { ids, said, lasting: rows.flatMap(({ id }) => (there.has(id) ? [id] : [])) };
}

const listOf = (count: number, seed: number): Item[] =>
  Array.from({ length: count }, (_, n) => ({
    id: String(9_000_000_000 + n),
    at: (n * 37 + seed) % 100,
    tie: (n * 7919 + seed) % 1_000_003,
  }));

const share = fc.constantFrom(0.05, 0.2, 0.5);
const comeOrGo: fc.Arbitrary<Changes> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ come: share, go: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ come: fc.constant(0), go: share }) },
);
const keyed = { tokens: 'keyed', tellsTotal: true, order: 'time' } as const;
const cutAnywhere: fc.Arbitrary<FakeTokenOptions> = fc.record({
  ...{ tokens: fc.constant(keyed.tokens), tellsTotal: fc.constant(true) },
  order: fc.constant(keyed.order),
  pageRows: fc.integer({ min: 4, max: 20 }),
  carriesTotal: fc.boolean(),
  reshuffles: fc.boolean(),
  cut: fc.constantFrom(0, 0.5, 1),
});
type Case = [Changes, FakeTokenOptions, size: number, count: number, seed: number];

const come = { come: 0.5, go: 0 };
const cut = { ...keyed, carriesTotal: true, reshuffles: true, cut: 1 };
/** Each of them lost rows, or gave some twice, without a word. */
const examples: Case[] = [
  [come, { ...cut, pageRows: 7 }, 26, 25, 1_400_475_045],
  [come, { ...cut, pageRows: 19 }, 25, 61, 209_208_208],
  [come, { ...cut, pageRows: 20 }, 1, 58, 3],
  [come, { ...cut, pageRows: 13, reshuffles: false }, 14, 76, 386_150_475],
  [{ come: 0.2, go: 0 }, { ...cut, pageRows: 8 }, 22, 76, 776_479_764],
  [{ come: 0.2, go: 0 }, { ...cut, pageRows: 18, cut: 0.5 }, 2, 74, 0],
  [{ come: 0.2, go: 0 }, { ...cut, pageRows: 18, cut: 0.5 }, 2, 74, 2_103_730_800],
  [come, { ...cut, pageRows: 15, reshuffles: false }, 5, 59, 125_389_092],
];

it.each([
  ['come, or go, and pages are cut anywhere', comeOrGo, cutAnywhere, examples],
  [
    'come and go between whole pages',
    fc.record({ come: share, go: share }),
    cutAnywhere.map((options) => ({ ...options, cut: 0 })),
    [],
  ],
] as const)('rows %s', async (_name, changes, options, known) => {
  let whole = 0;
  let said = 0;
  const sizes = fc.integer({ min: 1, max: 30 });
  const counts = fc.integer({ min: 20, max: 80 });
  await fc.assert(
    fc.asyncProperty(changes, options, sizes, counts, fc.nat(), async (...parts) => {
      const walked = await walkChanging(parts);
      expect(new Set(walked.ids).size).toBe(walked.ids.length);
      if (walked.said === null) {
        const came = new Set(walked.ids);
        expect(walked.lasting.filter((id) => !came.has(id))).toEqual([]);
        whole += 1;
      } else said += 1;
    }),
    { numRuns: cases(100, 20), examples: [...known] },
  );
  // To say it always would be no answer.
  expect(whole).toBeGreaterThan(said);
});

it('asks for no page more where nothing moves, wherever pages are cut', async () => {
  for (const share of [0, 0.5, 1])
    for (const size of [1, 7, 10, 100]) {
      const fake = new FakeTokenList(listOf(95, 1), { ...cut, cut: share, pageRows: 10 }, size);
      const walk = async (after: string | null): Promise<void> => {
        const { pageInfo } = await tokenConnection(fake.list, first(size, after), cursors);
        if (pageInfo.hasNextPage) await walk(pageInfo.endCursor);
      };
      await walk(null);
      // A list that is read again, or asked for its size, is asked without a token.
      const goesOn = fake.requests.findIndex(({ token }) => token !== null);
      const anew = fake.requests
        .slice(goesOn < 0 ? Infinity : goesOn)
        .filter(({ token }) => token === null);
      expect(anew).toEqual([]);
    }
});
