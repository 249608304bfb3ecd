/** One half of the whole matrix as a test: a half is a core's work. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { allCells } from './cell.ts';
import { expectNoneSilent, reportOf, runCells, weakLists } from './report.ts';
import { type Matrix, openMatrix } from './run.ts';

const parts = 2;
/** Of the walks whose rows can all be had, this share is whole at least. */
const leastWhole = 0.7;

export function testHalf(part: 0 | 1): void {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = await openMatrix();
  });
  afterAll(() => matrix.close());

  it(`the whole matrix, half ${part + 1} of ${parts}`, async () => {
    const judged = await runCells(matrix, allCells(part, parts));
    console.log(`${judged.length} walks\n${reportOf(judged)}`);
    expectNoneSilent(judged);
    expect(weakLists(judged, leastWhole)).toEqual([]);
  });
}
