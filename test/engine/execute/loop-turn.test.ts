import { buildSchema, type ExecutionResult, isObjectType, parse } from 'graphql';
import { afterEach, expect, it, vi } from 'vitest';
import { executeOperation } from '../../../src/engine/execute/executor.ts';
import { compile } from '../../../src/engine/plan/compiled-operation.ts';
import { Binding } from '../../../src/engine/plan/operation.ts';
import { guardedRead, plain } from '../../../src/engine/plan/resolve-info.ts';

afterEach(() => void vi.restoreAllMocks());

const text = 'x'.repeat(100);
const rows = Array.from({ length: 2_000 }, (_, at) => ({ name: `${at} ${text}` }));

/** Never goes back, as the turn of the loop may be that of the test before. */
let now = performance.now();

/** Answers a list of nodes, whose type is looked at row by row, by a clock of which each look takes ten milliseconds. */
function answer(resolve: object) {
  const schema = buildSchema('type Query { rows: [Row] } type Row { name: String }');
  const row = schema.getType('Row');
  if (!isObjectType(row)) throw new Error('Expected a type');
  row.isTypeOf = () => true;
  row.getFields().name!.resolve = resolve as never;
  schema.getQueryType()!.getFields().rows!.resolve = () => rows;
  const compiled = compile(schema, parse('{ rows { name } }'), null)!;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10;
    return now;
  });
  return executeOperation(new Binding(compiled.variant({}), {}), undefined);
}

const read = (row: { readonly name: string }): string => row.name;
const data = { rows };

it.each([
  ['is read from its rows', plain(read)],
  ['is read from its rows behind a check of rights', guardedRead((row: never) => read(row))],
])('a large list of nodes that %s is made in several turns', async (_what, resolve) => {
  const result = answer(resolve);
  expect(result).toBeInstanceOf(Promise);
  expect(((await result) as ExecutionResult).data).toEqual(data);
});

it.each([
  ['wide rows', '{ rows { name } }'],
  ['rows with large lists of their own', '{ rows { below { name } } }'],
])(
  'a list of %s is looked at for each few of them, however few they are',
  async (_what, document) => {
    const wide = 'x'.repeat(20_000);
    const below = Array.from({ length: 5 }, () => ({ name: wide }));
    const schema = buildSchema('type Query { rows: [Row] } type Row { name: String below: [Row] }');
    const row = schema.getType('Row');
    if (!isObjectType(row)) throw new Error('Expected a type');
    let reads = 0;
    let most = 0;
    row.getFields().name!.resolve = plain(() => {
      reads += 1;
      return wide;
    }) as never;
    row.getFields().below!.resolve = plain(() => below) as never;
    schema.getQueryType()!.getFields().rows!.resolve = () => Array.from({ length: 12 }, () => ({}));
    const compiled = compile(schema, parse(document), null)!;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      most = Math.max(most, reads);
      reads = 0;
      now += 10;
      return now;
    });
    const { data: answered } = (await executeOperation(
      new Binding(compiled.variant({}), {}),
      undefined,
    )) as ExecutionResult;
    expect((answered as { rows: unknown[] }).rows).toHaveLength(12);
    expect(JSON.stringify(answered)).not.toContain('null');
    expect(most).toBe(2);
  },
);

it('one that loads something is met in one turn, so that it loads in one batch', () => {
  const result = answer((row: { readonly name: string }) => read(row));
  expect((result as ExecutionResult).data).toEqual(data);
});
