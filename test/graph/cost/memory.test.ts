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
  it('are reckoned once for the same question', () => {
    const { asked, ask } = counting();
    expect([ask({ n: 1 }), ask({ n: 1 }), ask({ n: 2 }), ask({ n: 1 })]).toEqual([1, 1, 2, 1]);
    expect(asked).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('hold for nobody whose figures differ', () => {
    const { asked, ask } = counting();
    ask({ n: 1 });
    ask({ n: 1 }, { tenant: 'globex' });
    ask({ n: 1 }, { pages: 7 });
    ask({ n: 1 }, { rights: ['private-calls'] });
    expect(asked).toHaveLength(4);
    ask({ n: 1 }, { rights: ['private-calls'] });
    expect(asked).toHaveLength(4);
  });

  it('have an end', () => {
    const { asked, ask } = counting();
    for (let n = 0; n < 1000; n += 1) ask({ n });
    ask({ n: 'x'.repeat(3000) });
    ask({ n: 'x'.repeat(3000) });
    expect(asked).toHaveLength(1002);
    ask({ n: 999 });
    expect(asked).toHaveLength(1002);
  });
});
