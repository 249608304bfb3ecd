/** Every kind of list under every fault of the service: it is what the upstream has, or says that it may not be. A slice: the wide run takes a share, `npm run test:matrix` all. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultSchema } from '../../src/demo/fault/fault.ts';
import { quickCells } from '../support/matrix/cell.ts';
import { matrixFaults, notOfLists } from '../support/matrix/fault.ts';
import { listsOfSchema, matrixLists } from '../support/matrix/list.ts';
import { expectNoneSilent, runCells } from '../support/matrix/report.ts';
import { type Matrix, openMatrix } from '../support/matrix/run.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix();
});
afterAll(() => matrix.close());

it('every list of the schema has a row', () => {
  const covered = new Set(matrixLists.flatMap(({ covers }) => covers));
  const lists = listsOfSchema();
  expect(lists.filter((name) => !covered.has(name))).toEqual([]);
  expect([...covered].filter((name) => !lists.includes(name))).toEqual([]);
});

/** `rows short`, `rows empty` … of every kind of fault and every word it can be ordered with. */
function orders(): readonly string[] {
  return faultSchema.options.flatMap((option): string[] => {
    const shape: Readonly<Record<string, unknown>> = option.shape;
    const kind = String(option.shape.kind.value);
    const words = ['change', 'form', 'reason', 'close'].flatMap((member) => {
      const schema = shape[member] as { options?: readonly string[]; unwrap?: () => unknown };
      const inner = schema?.unwrap === undefined ? schema : (schema.unwrap() as typeof schema);
      return inner?.options ?? [];
    });
    return words.length === 0 ? [kind] : words.map((word) => `${kind} ${word}`);
  });
}

it('every kind of fault strikes the lists', () => {
  const ordered = matrixFaults
    .flatMap(({ faults }) => faults)
    .flatMap((fault) => {
      const words = Object.values(fault).filter((value) => typeof value === 'string');
      return [fault.kind, ...words.map((word) => `${fault.kind} ${word}`)];
    });
  const others = orders().filter((name) => !ordered.includes(name));
  expect(others.filter((name) => !notOfLists.some((kind) => kind === name))).toEqual([]);
});

it('no list loses, doubles or invents a row without a word', async () => {
  expectNoneSilent(await runCells(matrix, quickCells(307)));
});
