/** Judges the verdicts of many cells, and prints for each list how often it was complete, or only said that it was not. */

import { expect } from 'vitest';
import { type Cell, type Matrix, nameOf } from './run.ts';
import type { Verdict } from './walk.ts';

export interface Judged {
  readonly cell: Cell;
  readonly verdict: Verdict;
}

/** Runs the cells one after the other; what a cell throws is a failure of it. */
export async function runCells(matrix: Matrix, cells: readonly Cell[]): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const cell of cells) {
    const verdict = await matrix
      .run(cell)
      .catch((error: unknown): Verdict => ({ kind: 'silent', how: `threw ${String(error)}` }));
    judged.push({ cell, verdict });
  }
  return judged;
}

/** No cell may lose rows without a word. */
export function expectNoneSilent(judged: readonly Judged[]): void {
  const failed = judged.flatMap(({ cell, verdict }) =>
    verdict.kind === 'silent' ? `${nameOf(cell)}: ${verdict.how}` : [],
  );
  expect(failed).toEqual([]);
}

/** `Query.calls  complete 60, said 12` for each list, those that failed first. */
export function reportOf(judged: readonly Judged[]): string {
  const lines = [...Map.groupBy(judged, ({ cell }) => cell.list.name)].map(([name, own]) => {
    const count = (kind: Verdict['kind']) =>
      own.filter(({ verdict }) => verdict.kind === kind).length;
    const silent = count('silent');
    const text = `${name}: complete ${count('complete')}, said ${count('said')}`;
    return { silent, text: silent === 0 ? text : `${text}, SILENT ${silent}` };
  });
  return lines
    .sort((a, b) => b.silent - a.silent)
    .map(({ text }) => text)
    .join('\n');
}

/** Walks of a list whose share says something: of fewer all may have timed out. */
const fewestJudged = 4;

/** Lists that are whole too seldom where all rows can be had. */
export function weakLists(judged: readonly Judged[], least: number): readonly string[] {
  const obtainable = judged.filter(({ cell }) => cell.fault.obtainable === true);
  return [...Map.groupBy(obtainable, ({ cell }) => cell.list.name)]
    .filter(([, own]) => own.length >= fewestJudged)
    .map(([name, own]) => {
      const whole = own.filter(({ verdict }) => verdict.kind === 'complete').length;
      return { name, share: whole / own.length, text: `${name}: ${whole} of ${own.length}` };
    })
    .filter(({ share }) => share < least)
    .map(({ text }) => text);
}
