import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/connector-service/backend.ts';
import type { Fault } from '../../../src/demo/fault/fault.ts';
import { reserveOf } from '../../../src/upstream/request-allowance.ts';
import { cases } from '../../support/cases.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { customSchema, openWorld, schema, today, type World } from '../../support/world.ts';
import { RandomQuery } from './random-query.ts';
import { samples } from './sample.ts';

/** Answers some turns of the event loop later, each its own number: what belongs together arrives apart. */
function hesitant(backend: Backend): Backend {
  let seed = 1;
  return {
    ...backend,
    close: () => backend.close(),
    async execute(operation) {
      seed = (seed * 48_271) % 2_147_483_647;
      for (let turns = seed % 40; turns > 0; turns -= 1) await new Promise(setImmediate);
      return backend.execute(operation);
    },
  };
}

interface Options {
  readonly hesitant?: true;
  readonly index?: 'off';
  readonly odd?: true;
  readonly locators?: true;
}

interface Cost {
  readonly requested: number;
  readonly actual: number;
}

/** Pages that end where they like, of every style, and lists that change while they are read. */
const oddities = fc.record({
  rows: fc.constantFrom(undefined, 1, 3, 10, 40),
  children: fc.constantFrom(undefined, 1, 2, 7),
  /** Of all calls. */
  share: fc.constantFrom(0.3, 1),
  isMoved: fc.boolean(),
  isExpired: fc.boolean(),
});

const faultsOf = ({
  rows,
  children,
  share,
  isMoved,
  isExpired,
}: typeof oddities extends fc.Arbitrary<infer O> ? O : never): Fault[] => [
  {
    kind: 'early-end',
    share,
    ...(rows !== undefined && { rows }),
    ...(children !== undefined && { children }),
  },
  ...(isMoved ? [{ kind: 'drift', share: 0.5, update: 2 } as const] : []),
  ...(isExpired ? [{ kind: 'cursor', change: 'expired', share: 0.5 } as const] : []),
];

describe.each([
  ['an index and prompt answers', {}],
  ['an index and answers out of step', { hesitant: true }],
  ['no index', { index: 'off', hesitant: true }],
  ['an index and pages that end early', { odd: true, hesitant: true }],
  ['an index, locators taken back, and pages that end early', { odd: true, locators: true }],
  ['no index and pages that end early', { odd: true, index: 'off', hesitant: true }],
] as const)('with %s', (_name, options: Options) => {
  let world: World;
  let queries: RandomQuery;
  beforeAll(async () => {
    const backend = openSynthetic({ now: () => today, customSchema });
    const locatorParam = options.locators ? 'next_records_url' : null;
    world = await openWorld({
      backend: options.hesitant ? hesitant(backend) : backend,
      index: options.index ?? 'copied',
      service: { crm: { locatorParam } },
      ...(locatorParam !== null && { crm: { locatorParam } }),
    });
    queries = new RandomQuery(schema, await samples(world), { depth: 7, fields: 2 });
  });
  afterEach(() => world.service.admin.faults.clear());
  afterAll(() => world.close());

  it('whatever is asked costs no more than was reckoned', async () => {
    let costed = 0;
    await fc.assert(
      fc.asyncProperty(fc.gen(), oddities, async (g, odd) => {
        const query = queries.draw(g);
        const { admin } = world.service;
        admin.faults.clear();
        if (options.odd) admin.faults.add(...faultsOf(odd));
        const before = world.service.calls().length;
        const { extensions, calls, errors } = await world.ask(query);
        const codes = errors?.map((error) => error.extensions.code) ?? [];
        expect(codes, query).not.toContain('INTERNAL');
        const cost = extensions?.cost as Cost | undefined;
        if (cost === undefined) {
          expect(calls, query).toEqual([]);
          return;
        }
        costed += 1;
        // Where a part has failed, the answer may be there before calls of other parts have arrived.
        const arrived = () => world.service.calls().length - before;
        await expect.poll(arrived, { message: query, interval: 1 }).toBe(cost.actual);
        expect(cost.actual, query).toBeLessThanOrEqual(cost.requested);
        if (options.odd) return;
        // While pages are full, nothing of the reserve is needed, and nothing is left unread.
        expect(cost.actual, query).toBeLessThanOrEqual(reckonedOf(cost.requested));
      }),
      { numRuns: cases(7, 6), endOnFailure: true },
    );
    expect(costed).toBeGreaterThan(0);
  });
});

function reckonedOf(requested: number): number {
  let reckoned = 0;
  while (reckoned + reserveOf(reckoned) < requested) reckoned += 1;
  return reckoned;
}
