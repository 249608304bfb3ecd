import fc from 'fast-check';
import {
  type ExecutionResult,
  execute,
  getIntrospectionQuery,
  getVariableValues,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { executeOperation } from '../../../src/engine/execute/executor.ts';
import { compile } from '../../../src/engine/plan/compiled-operation.ts';
import { Binding } from '../../../src/engine/plan/operation.ts';
import { cases } from '../../support/cases.ts';
import { comparable, documents, fated, schema } from '../../support/fated-schema.ts';

const whole = async (binding: Binding): Promise<ExecutionResult> =>
  (await executeOperation(binding, undefined)) as ExecutionResult;

describe('a compiled operation', () => {
  it('answers and fails as graphql-js would, whatever becomes of its fields', async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.integer(),
        fc.boolean(),
        fc.boolean(),
        async (document, seed, s, i) => {
          const own = fated(seed);
          const given = { s, i, y: seed % 7 };
          const compiled = compile(own, document, null)!;
          const { coerced } = getVariableValues(
            own,
            compiled.definition.variableDefinitions!,
            given,
          );
          const run = () => whole(new Binding(compiled.variant(coerced!), coerced!));
          const expected = await execute({ schema: own, document, variableValues: given });
          const first = await run();
          const again = await run();
          expect(comparable(first).data).toEqual(comparable(expected).data);
          if (expected.data !== null) expect(comparable(first)).toEqual(comparable(expected));
          expect(comparable(again).data).toEqual(comparable(expected).data);
        },
      ),
      { numRuns: cases(30, 4) },
    );
  });

  it('answers questions about the schema', async () => {
    const document = parse(getIntrospectionQuery());
    const compiled = compile(schema, document, null)!;
    const answer = await whole(new Binding(compiled.variant({}), {}));
    expect(answer).toEqual(await execute({ schema, document }));
  });

  it('keeps a key that would set a prototype', async () => {
    const document = parse('{ __proto__: __typename }');
    const compiled = compile(schema, document, null)!;
    const { data } = await whole(new Binding(compiled.variant({}), {}));
    expect(JSON.stringify(data)).toBe('{"__proto__":"Query"}');
  });

  it('is one query, compiled once for each way its switches stand', () => {
    const document = parse(
      'query A($s: Boolean!) { a @skip(if: $s) { id } } query B { a { id } b { id } }',
    );
    const [a, b] = ['A', 'B'].map((name) => compile(schema, document, name)!);
    expect(compile(schema, document, 'A')).toBe(a);
    expect(compile(schema, document, null)).toBeNull();
    expect(compile(schema, parse('mutation { a { id } }'), null)).toBeNull();
    expect(a!.number).not.toBe(b!.number);
    expect(a!.variant({ s: true })).toBe(a!.variant({ s: true, n: 3 }));
    expect(a!.variant({ s: true }).root).toHaveLength(0);
    expect(a!.variant({ s: false }).root).toHaveLength(1);
    expect(b!.variant({}).root).toHaveLength(2);
  });

  it('knows whether it asks for its answer in parts', () => {
    const isIncremental = (text: string) => compile(schema, parse(text), null)!.isIncremental;
    expect(isIncremental('{ a { id } }')).toBe(false);
    expect(isIncremental('{ ... @defer { a { id } } }')).toBe(true);
    expect(isIncremental('{ many @stream { id } }')).toBe(true);
  });
});
