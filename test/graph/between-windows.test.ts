/** Rows that one window lacks, and the next can't show any more: a walk is whole, or one of its windows says so. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { isWide } from '../support/cases.ts';
import { openWorld, type World } from '../support/world.ts';

let plain: World;
/** Caches upstream answers, so that a fault that struck once is met again. */
let caching: World;
beforeAll(async () => {
  plain = await openWorld();
  caching = await openWorld({ cache: true, shared: plain.service });
});
afterAll(() => Promise.all([plain, caching].map((world) => world.close())));

const lists = {
  scorecards: '',
  trackers: '',
  workspaces: '',
  users: '',
  calls: 'filter: { from: "2026-09-25T00:00:00Z" }, ',
  answeredScorecards: 'filter: { from: "2026-05-01T00:00:00Z" }, ',
  accounts: '',
  interaction: '',
} as const;
type List = keyof typeof lists;

interface Walked {
  readonly ids: readonly string[];
  /** Errors, and lists named under `extensions.incomplete`. */
  readonly said: readonly { readonly message: string; readonly extensions?: object }[];
}

interface WalkOptions {
  readonly backward?: boolean;
  /** The list's filter. */
  readonly args?: string;
  /** Whether each window asks for the total, which is held against the rows at the end. */
  readonly counts?: boolean;
}

async function walk(
  world: World,
  list: List,
  size: number,
  { backward = false, args = lists[list], counts = true }: WalkOptions = {},
): Promise<Walked> {
  const [count, place] = backward ? ['last', 'before'] : ['first', 'after'];
  const node = list === 'interaction' ? 'user { upstreamId }' : 'upstreamId';
  const query = `query ($n: Int, $at: String) { list: ${list}(${args}${count}: $n, ${place}: $at) {
    ${counts ? 'totalCount' : ''} nodes { ${node} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
  const ids: string[] = [];
  const said: Walked['said'][number][] = [];
  for (let window = 0, at: string | null = null; ; window += 1) {
    expect(window).toBeLessThan(400);
    const { data, errors = [], extensions } = await world.ask(query, { n: size, at });
    said.push(...errors, ...((extensions?.incomplete ?? []) as typeof said));
    if (data?.list == null) return { ids, said };
    const { nodes, pageInfo } = data.list;
    for (const one of nodes) if (one !== null) ids.push(one.upstreamId ?? one.user?.upstreamId);
    if (!(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return { ids, said };
    at = backward ? pageInfo.startCursor : pageInfo.endCursor;
  }
}

async function under(
  faults: readonly Fault[],
  seed: number,
  walkIt: () => Promise<Walked>,
): Promise<Walked> {
  const { faults: plan } = plain.service.admin;
  plan.reseed(seed);
  plan.add(...faults);
  try {
    return await walkIt();
  } finally {
    plan.clear();
  }
}

const sorted = (ids: readonly string[]) => ids.toSorted();

it.each(['scorecards', 'trackers', 'workspaces'] as const)(
  '%s that come in another order at each reading',
  async (list) => {
    const whole = await walk(plain, list, 100);
    expect(whole.said).toEqual([]);
    let isSaid = 0;
    for (const size of isWide ? [1, 2, 5] : [2])
      for (const backward of [false, true])
        for (let seed = 1; seed <= (isWide ? 5 : 2); seed += 1) {
          const fault: Fault = { kind: 'rows', change: 'reordered', share: 0.5 };
          const came = await under([fault], seed, () => walk(plain, list, size, { backward }));
          if (came.said.length === 0) expect(sorted(came.ids)).toEqual(sorted(whole.ids));
          else isSaid += 1;
        }
    expect(isSaid).toBeGreaterThan(0);
    // A list that stands still is never in doubt.
    const still = await walk(plain, list, 2, { backward: true });
    expect(still.said).toEqual([]);
    expect(sorted(still.ids)).toEqual(sorted(whole.ids));
  },
);

it.each(['answeredScorecards', 'interaction', 'users'] as const)(
  '%s of which each reading lacks others',
  async (list) => {
    const whole = await walk(plain, list, 100);
    for (const size of isWide ? [13, 100] : [13])
      for (let seed = 1; seed <= (isWide ? 6 : 1); seed += 1) {
        const fault: Fault = { kind: 'rows', change: 'short', share: 0.5 };
        const came = await under([fault], seed, () => walk(plain, list, size));
        if (came.said.length === 0) expect(sorted(came.ids)).toEqual(sorted(whole.ids));
      }
  },
);

const early = (rows: number): Fault => ({ kind: 'early-end', rows });
const unmarked: Fault = { kind: 'metadata', form: 'null' };
const uncounted: Fault = { kind: 'total', change: 'missing' };

it.each([
  ['calls', [early(7), unmarked]],
  ['users', [early(7), unmarked]],
  ['users', [{ kind: 'rows', change: 'empty' }, unmarked]],
  ['users', [{ kind: 'rows', change: 'short' }, uncounted]],
  ['answeredScorecards', [early(99), unmarked]],
  ['interaction', [early(7), unmarked]],
  ['accounts', [{ kind: 'rows', change: 'short' }, uncounted]],
  ['accounts', [{ kind: 'rows', change: 'empty' }, uncounted]],
] as const)('%s whose size nobody told, under %j', async (list, faults) => {
  const { said } = await under(faults, 1, () => walk(plain, list, 100));
  expect(said.length).toBeGreaterThan(0);
});

it.each([
  [100, 1980],
  [50, 1981],
  [25, 1982],
  [13, 1983],
])(
  'pages that lead back to themselves, met again in a cache by windows of %i',
  async (size, year) => {
    const fault: Fault = { kind: 'cursor', change: 'repeated', after: 1, times: 1 };
    // Another filter each time: nothing of it is in the cache yet.
    const args = `filter: { from: "${year}-01-01T00:00:00Z" }, `;
    const { said } = await under([fault], 1, () =>
      walk(caching, 'answeredScorecards', size, { args }),
    );
    expect(said[0]).toMatchObject({ extensions: { code: 'PAGINATION_LOOP' } });
  },
);

it.each([7, 40, 100])(
  'calls whose first page came empty before another one had another total, in windows of %i',
  async (size) => {
    const whole = await walk(plain, 'calls', 100);
    const faults: Fault[] = [
      { kind: 'total', change: 'by', rows: 5, times: 2 },
      { kind: 'rows', change: 'empty', times: 1 },
    ];
    const came = await under(faults, 1, () => walk(plain, 'calls', size, { counts: false }));
    if (came.said.length === 0) expect(sorted(came.ids)).toEqual(sorted(whole.ids));
  },
);

it.each(['calls', 'answeredScorecards'] as const)(
  '%s of which more come than their total tells',
  async (list) => {
    const fault: Fault = { kind: 'rows', change: 'strangers' };
    const whole = await walk(plain, list, 70);
    const { ids, said } = await under([fault], 1, () => walk(plain, list, 70));
    expect(whole.said).toEqual([]);
    expect(ids.length).toBeGreaterThan(whole.ids.length);
    expect(said.at(-1)?.message).toContain('another number of rows than the list');
  },
);
