/** Filters of records keep what a plain reading of them would keep. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { openWorld, type World } from '../support/world.ts';

interface Deal {
  readonly upstreamId: string;
  readonly name: string;
  readonly amount: number | null;
  readonly isWon: boolean;
  readonly stageName: string;
  readonly closeDate: string;
  readonly nextStep: string | null;
}

type Filter = { readonly [member: string]: unknown };

let world: World;
let deals: readonly Deal[];

beforeAll(async () => {
  world = await openWorld({ index: false });
  const { data } = await world.ask(
    '{ opportunities(first: 100) { nodes { upstreamId name amount isWon stageName closeDate nextStep } } }',
  );
  deals = data.opportunities.nodes;
});
afterAll(() => world.close());

/** What a filter means, spelled out: no value satisfies a comparison, but it differs from every value; what says nothing is passed over. */
function keeps(filter: Filter, deal: Deal): boolean {
  return Object.entries(filter).every(([name, given]) => {
    if (given === null) return true;
    if (name === 'and') return (given as Filter[]).every((one) => keeps(one, deal));
    if (name === 'or') {
      const some = (given as Filter[]).filter((one) => !isEmpty(one));
      return some.length === 0 || some.some((one) => keeps(one, deal));
    }
    if (name === 'not') return isEmpty(given as Filter) || !keeps(given as Filter, deal);
    const value = deal[name as keyof Deal];
    return Object.entries(given as Filter).every(([op, to]) => compare(op, value, to));
  });
}

function isEmpty(filter: Filter): boolean {
  return Object.entries(filter).every(([name, given]) => {
    if (given === null) return true;
    if (name === 'and') return (given as Filter[]).every(isEmpty);
    if (name === 'or') return (given as Filter[]).every(isEmpty);
    if (name === 'not') return isEmpty(given as Filter);
    return Object.values(given as Filter).every((one) => one === null);
  });
}

function compare(op: string, value: unknown, to: unknown): boolean {
  if (to === null) return true;
  const order = (a: unknown): string | number =>
    typeof a === 'number' ? a : String(a).toLowerCase();
  const empty = value === null || value === '';
  switch (op) {
    case 'eq':
      return !empty && order(value) === order(to);
    case 'ne':
      return empty || order(value) !== order(to);
    case 'in':
      return !empty && (to as unknown[]).some((one) => order(one) === order(value));
    case 'nin':
      return empty || !(to as unknown[]).some((one) => order(one) === order(value));
    case 'gt':
      return !empty && order(value) > order(to);
    case 'gte':
      return !empty && order(value) >= order(to);
    case 'lt':
      return !empty && order(value) < order(to);
    case 'lte':
      return !empty && order(value) <= order(to);
    case 'isNull':
      return empty === to;
    case 'contains':
      return !empty && String(order(value)).includes(String(order(to)));
    case 'startsWith':
      return !empty && String(order(value)).startsWith(String(order(to)));
    case 'endsWith':
      return !empty && String(order(value)).endsWith(String(order(to)));
    default:
      throw new Error(op);
  }
}

describe('a filter', () => {
  it('of any comparators, joined in any way, keeps what it says', async () => {
    const amount = () =>
      fc.constantFrom(...deals.slice(0, 30).flatMap((deal) => deal.amount ?? []), 0);
    const date = () => fc.constantFrom(...deals.slice(0, 20).map((deal) => deal.closeDate));
    const stage = () => fc.constantFrom('Closed Won', 'Closed Lost', 'Prospecting', 'nothing');
    const some = <T>(value: fc.Arbitrary<T>, ...names: readonly string[]) =>
      fc.dictionary(fc.constantFrom(...names), fc.option(value, { freq: 8 }), {
        maxKeys: 2,
        noNullPrototype: true,
      });
    const many = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });
    const leaf: fc.Arbitrary<Filter> = fc.oneof(
      fc.record({ amount: some(amount(), 'eq', 'ne', 'gt', 'gte', 'lt', 'lte') }),
      fc.record({ amount: fc.record({ nin: many(amount()) }) }),
      fc.record({ amount: fc.record({ isNull: fc.boolean() }) }),
      fc.record({ closeDate: some(date(), 'eq', 'gt', 'lte') }),
      fc.record({ stageName: fc.record({ in: many(stage()) }) }),
      fc.record({ stageName: some(stage(), 'eq', 'ne') }),
      fc.record({ nextStep: fc.record({ isNull: fc.boolean() }) }),
      fc.record({
        nextStep: fc.record({ ne: fc.constantFrom(...deals.map((deal) => deal.nextStep ?? 'x')) }),
      }),
      fc.record({ isWon: fc.record({ eq: fc.boolean() }) }),
      fc.record({
        name: some(
          fc.constantFrom('a', 'ren', '(renewal)', 'A', 'Z', '%'),
          'contains',
          'startsWith',
          'endsWith',
        ),
      }),
      fc.constant({}),
      fc.constant({ amount: null, and: null }),
    );
    const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        leaf,
        fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
        fc.record({ not: tie('filter') }),
        fc.tuple(leaf, leaf).map(([one, other]) => ({ ...one, ...other })),
      ),
    }));
    const ids = deals.map(({ upstreamId }) => upstreamId);
    await fc.assert(
      fc.asyncProperty(filter, async (given) => {
        const { data, errors } = await world.ask(
          'query ($f: [OpportunityFilter!]) { opportunities(first: 100, filter: {and: $f}) { nodes { upstreamId } } }',
          { f: [{ id: { in: ids } }, given] },
        );
        expect(errors).toBeUndefined();
        expect(data.opportunities.nodes.map((one: Deal) => one.upstreamId)).toEqual(
          deals.filter((deal) => keeps(given, deal)).map(({ upstreamId }) => upstreamId),
        );
      }),
      { numRuns: cases(12, 8) },
    );
  });

  it.each([
    '{}',
    'null',
    '{and: []}',
    '{or: []}',
    '{not: {}}',
    '{name: null}',
    '{name: {}}',
    '{amount: {eq: null}}',
  ])('that says nothing (%s) keeps everything and sends no WHERE', async (filter) => {
    const { errors, calls } = await world.ask(
      `{ opportunities(first: 1, filter: ${filter}) { nodes { upstreamId } } }`,
    );
    expect(errors).toBeUndefined();
    expect(calls.map(({ params }) => params)).toEqual([
      { q: 'SELECT Id FROM Opportunity ORDER BY Id ASC LIMIT 2' },
    ]);
  });
});
