import { getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { EstimateRequest } from '../../../src/graph/cost/estimate.ts';
import { rememberEstimates } from '../../../src/graph/cost/memory.ts';

const operation = getOperationAST(parse('query ($n: Int) { a(n: $n) }'))!;

function counting() {
  const asked: unknown[] = [];
  const estimate = rememberEstimates(({ variables }) => asked.push(variables));
  const ask = (
    variables: object,
    change: { tenant?: string; pages?: number; rights?: string[] } = {},
  ) => {
    const { tenant = 'acme', pages = 1, rights = [] } = change;
    const context = {
      tenant,
      sizes: { userPages: () => pages },
      viewer: { permissions: new Set(rights) },
    };
    return estimate({ operation, variables, context } as unknown as EstimateRequest);
  };
  return { asked, ask };
}

describe('remembered estimates', () => {
  const one = { n: 1 };
  const two = { n: 2 };

  it('are reckoned once for the same question', () => {
    const { asked, ask } = counting();
    expect([ask(one), ask(one), ask(two), ask(one)]).toEqual([1, 1, 2, 1]);
    expect(asked).toEqual([one, two]);
  });

  it('hold for nobody whose figures differ', () => {
    const { asked, ask } = counting();
    ask(one);
    ask(one, { tenant: 'globex' });
    ask(one, { pages: 7 });
    ask(one, { rights: ['private-calls'] });
    expect(asked).toHaveLength(4);
    ask(one, { rights: ['private-calls'] });
    expect(asked).toHaveLength(4);
  });

  it('have an end', () => {
    const { asked, ask } = counting();
    for (let pages = 0; pages < 100; pages += 1) ask(one, { pages });
    ask(one, { pages: 99 });
    expect(asked).toHaveLength(100);
    ask(one, { pages: 0 });
    expect(asked).toHaveLength(101);
  });
});
