/** The latest calls first, without a condition on what was said: from the index where it knows the time, else refused. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../../support/cases.ts';
import { type TruthRow, tally } from '../../support/truth.ts';
import { openWorld, today, type World } from '../../support/world.ts';
import { rawCalls, startedAt } from './raw-call.ts';
import { walk, windowFields } from './walk.ts';

const dayMs = 86_400_000;
const at = (days: number): string => new Date(today.getTime() - days * dayMs).toISOString();

let world: World;
let newest: readonly TruthRow[];
beforeAll(async () => {
  world = await openWorld();
  newest = (await rawCalls(world)).toSorted(
    (a, b) => startedAt(b) - startedAt(a) || Number(BigInt(b.metaData.id) - BigInt(a.metaData.id)),
  );
});
afterAll(() => world.close());

const idsOf = (calls: readonly TruthRow[]): string[] => calls.map(({ metaData }) => metaData.id);

/** Filters, and the calls that pass them. */
const filters: readonly (readonly [string, (call: TruthRow) => boolean])[] = [
  ['', () => true],
  [`from: "${at(90)}"`, (call) => startedAt(call) >= Date.parse(at(90))],
  [
    `from: "${at(120)}", to: "${at(40)}", scope: ["External"]`,
    (call) =>
      startedAt(call) >= Date.parse(at(120)) &&
      startedAt(call) < Date.parse(at(40)) &&
      call.metaData.scope === 'External',
  ],
  [
    'titleContains: "review", minDurationSeconds: 900',
    ({ metaData }) => /review/i.test(metaData.title) && metaData.duration >= 900,
  ],
];

it('answers with the latest calls in one upstream call, and says how complete the index is', async () => {
  const { data, errors, extensions, calls } = await world.ask(
    '{ calls(first: 5, order: NEWEST) { totalCount coverage { completeFrom } pageInfo { hasNextPage } nodes { upstreamId startedAt } } }',
  );
  expect(errors).toBeUndefined();
  expect(extensions?.incomplete).toBeUndefined();
  expect(data.calls.nodes).toEqual(
    newest.slice(0, 5).map((call) => ({
      upstreamId: call.metaData.id,
      startedAt: new Date(startedAt(call)).toISOString(),
    })),
  );
  expect(data.calls.totalCount).toBe(newest.length);
  expect(data.calls.pageInfo.hasNextPage).toBe(true);
  expect(Date.parse(data.calls.coverage.completeFrom)).toBeLessThan(startedAt(newest.at(-1)!));
  expect(tally(calls)).toEqual({ 'calls_extensive list': 1 });
});

describe('windows of the calls', () => {
  it.each(sample(filters, 3))(
    'that pass { %s } are those of a loop over all',
    async (members, passes) => {
      const expected = idsOf(newest.filter(passes));
      expect(expected.length).toBeGreaterThan(10);
      const size = Math.min(100, Math.ceil(expected.length / 3));
      const walked = async (list: string) => {
        const query = `query ($first: Int, $after: String) { calls(first: $first, after: $after, ${list}) { edges { node { upstreamId } } ${windowFields} } }`;
        const edges = await walk<TruthRow>(world, query, (data: TruthRow) => data.calls, size);
        return edges.map(({ node }) => node.upstreamId);
      };
      expect(await walked(`order: NEWEST, filter: { ${members} }`)).toEqual(expected);
      const oldest = await walked(`order: OLDEST, filter: { about: {} ${members} }`);
      expect(oldest).toEqual(expected.toReversed());
    },
  );

  it('have cursors of their own: one of the other end is refused', async () => {
    const { data } = await world.ask(
      '{ calls(first: 2, order: NEWEST) { pageInfo { endCursor } } }',
    );
    const { errors } = await world.ask(
      `{ calls(first: 2, after: "${data.calls.pageInfo.endCursor}") { nodes { id } } }`,
    );
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });
});

it('leaves private calls out for those who may not read them', async () => {
  const { data } = await world.ask('{ calls(first: 1, order: NEWEST) { totalCount } }', {}, []);
  const open = newest.filter(({ metaData }) => !metaData.isPrivate);
  expect(open.length).toBeLessThan(newest.length);
  expect(data.calls.totalCount).toBe(open.length);
});

describe('an index of the last hundred days', () => {
  let partly: World;
  beforeAll(async () => {
    partly = await openWorld({
      shared: world.service,
      index: (syncer) =>
        syncer.fill(
          { from: Date.parse(at(100)), to: Date.parse(at(-1)) },
          {},
          { walk: 'contents' },
        ),
    });
  });
  afterAll(() => partly.close());

  const ask = (filter: string) =>
    partly.ask(
      `{ calls(first: 3, order: NEWEST, filter: { ${filter} }) { nodes { upstreamId } } }`,
    );

  it.each([
    ['all time', '', true],
    ['a time that it knows in part', `from: "${at(300)}"`, true],
    ['a time that it knows', `from: "${at(60)}"`, false],
  ])('answers for %s, and says what it does not know', async (_, filter, isPartly) => {
    const { data, errors, extensions } = await ask(filter);
    expect(errors).toBeUndefined();
    expect(data.calls.nodes).toEqual(
      idsOf(newest.slice(0, 3)).map((upstreamId) => ({ upstreamId })),
    );
    const said = isPartly ? [expect.objectContaining({ path: ['calls'] })] : undefined;
    expect(extensions?.incomplete).toEqual(said);
  });

  it('answers with none for a time ahead', async () => {
    const { data, errors, extensions } = await ask(`from: "${at(-10)}"`);
    expect(errors).toBeUndefined();
    expect(extensions?.incomplete).toBeUndefined();
    expect(data.calls.nodes).toEqual([]);
  });

  it('refuses a time that it does not know, and says what to do', async () => {
    const { errors, calls } = await ask(`from: "${at(600)}", to: "${at(400)}"`);
    expect(errors?.map(({ message }) => message)).toEqual([
      'Expected order NEWEST for a time that the participant index knows, got one of which it knows nothing. "indexStatus" tells what it knows; without NEWEST the platform lists the calls, from the earliest on.',
    ]);
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(calls).toEqual([]);
  });
});

it('is refused without an index, and says what to do', async () => {
  const off = await openWorld({ shared: world.service, index: 'off' });
  const { errors, calls } = await off.ask('{ calls(first: 1, order: NEWEST) { totalCount } }');
  await off.close();
  expect(errors?.map(({ message }) => message)).toEqual([
    'Expected order OLDEST, got NEWEST: the platform lists calls from the earliest on, and the participant index, which lists them from either end, is off here. INDEX=on switches it on.',
  ]);
  expect(calls).toEqual([]);
});
