/** One half of the matrix as a test: a half is a core's work. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { isMatrix } from '../cases.ts';
import { seed } from '../seed.ts';
import { allCells, someCells } from './cell.ts';
import { expectNoneSilent, reportOf, runCells, weakLists } from './report.ts';
import { type Matrix, openMatrix } from './run.ts';

const parts = 2;
/**
 * Of the walks whose rows can all be had, this share is whole at least; on a busy machine some time
 * out and say so. A few cells of a list say less: there, one that is whole is enough.
 */
const leastWhole = isMatrix ? 0.5 : 0.01;

export function testHalf(part: 0 | 1): void {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = await openMatrix();
  });
  afterAll(() => matrix.close());

  it(`the matrix, half ${part + 1} of ${parts} (TEST_SEED=${seed})`, {
    timeout: 7_200_000,
  }, async () => {
    const cells = isMatrix ? allCells(part, parts, seed) : someCells(part, parts, seed);
    const judged = await runCells(matrix, cells);
    console.log(`${judged.length} walks\n${reportOf(judged)}`);
    expectNoneSilent(judged);
    expect(weakLists(judged, leastWhole)).toEqual([]);
  });
}
