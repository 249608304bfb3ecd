import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { coerceVariables } from '../../../src/server/execute/variable.ts';

const schema = buildSchema('type Query { a(n: Int, m: Int = 7): Int }');
const operation = () =>
  getOperationAST(parse('query ($n: Int!, $m: Int = 3) { a(n: $n, m: $m) }'))!;

describe('variables', () => {
  it('are the same object for the same values of one operation, and of no other', () => {
    const one = operation();
    const first = coerceVariables(schema, one, { n: 1 });
    expect(first).toEqual({ n: 1, m: 3 });
    expect(coerceVariables(schema, one, { n: 1 })).toBe(first);
    expect(coerceVariables(schema, one, { n: 2 })).toEqual({ n: 2, m: 3 });
    expect(coerceVariables(schema, operation(), { n: 1 })).not.toBe(first);
  });

  it('are none where they cannot be', () => {
    const one = operation();
    expect(coerceVariables(schema, one, {})).toBeNull();
    expect(coerceVariables(schema, one, undefined)).toBeNull();
    expect(coerceVariables(schema, one, { n: 'x' })).toBeNull();
  });

  it('are forgotten when others have come, and not kept at all when they are long', () => {
    const one = operation();
    const first = coerceVariables(schema, one, { n: 1 });
    for (let n = 2; n < 1_100; n += 1) coerceVariables(schema, one, { n });
    expect(coerceVariables(schema, one, { n: 1 })).not.toBe(first);
    const long = { n: 1, more: 'x'.repeat(5_000) };
    expect(coerceVariables(schema, one, long)).not.toBe(coerceVariables(schema, one, long));
  });
});
