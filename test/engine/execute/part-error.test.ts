/** Errors of an answer in parts: those beyond the limit are counted, in whichever parts they are, and never made. */

import { buildSchema, isObjectType, parse } from 'graphql';
import { expect, it } from 'vitest';
import { ErrorTally } from '../../../src/engine/execute/error-tally.ts';
import { executeOperation } from '../../../src/engine/execute/executor.ts';
import { compile } from '../../../src/engine/plan/compiled-operation.ts';
import { Binding } from '../../../src/engine/plan/operation.ts';
import { guardedRead } from '../../../src/engine/plan/resolve-info.ts';

const schema = buildSchema(`
  directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0) on FIELD
  type Query { rows: [Row] } type Row { id: Int name: String note: String }`);
const row = schema.getType('Row');
if (!isObjectType(row)) throw new Error('Expected a type');
for (const name of ['name', 'note'])
  row.getFields()[name]!.resolve = guardedRead(() => {
    throw new Error('not for you');
  }) as never;
schema.getQueryType()!.getFields().rows!.resolve = () =>
  Array.from({ length: 50 }, (_, id) => ({ id }));

interface Part {
  readonly errors?: readonly unknown[];
  readonly incremental?: readonly Part[];
}

const errorsIn = ({ errors = [], incremental = [] }: Part): number =>
  errors.length + incremental.reduce((sum, part) => sum + errorsIn(part), 0);

it.each([
  '{ rows { id ... @defer { name note } } }',
  '{ rows { name ... @defer { note } } }',
  '{ ... @defer { rows { name note } } }',
  '{ rows @stream(initialCount: 3) { name note } }',
])('%s', async (document) => {
  const tally = new ErrorTally(7, () => 'INTERNAL');
  const compiled = compile(schema, parse(document), null)!;
  const result = await executeOperation(new Binding(compiled.variant({}), {}), undefined, {
    tally,
    isInParts: true,
  });
  let made = 0;
  for await (const part of result as AsyncIterable<Part>) made += errorsIn(part);
  expect(made).toBe(7);
  expect(tally.summary()).toMatchObject({ count: 93 });
});
