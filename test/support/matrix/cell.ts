/** Which cells of the matrix are run: all of the examples of a kind, a share of the others, and a slice for the quick run. */

import { type MatrixFault, matrixFaults } from './fault.ts';
import { matrixLists } from './list.ts';
import type { MatrixList } from './row.ts';
import type { Cell, Keeping } from './run.ts';

const sizes = [13, 70, 100] as const;
/** Of lists that come whole: they have few rows. */
const smallSizes = [1, 2, 5] as const;
const keepings: readonly Keeping[] = ['off', 'on', 'after'];

/** Text and counters as one number: neighbours get other sizes, seeds and ways. */
function numberOf(...parts: readonly (string | number)[]): number {
  let hash = 2_166_136_261;
  for (const letter of parts.join('\0')) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** @param base the smaller of the two seeds of its faults. */
function cellOf(list: MatrixList, fault: MatrixFault, turn: number, base = 1): Cell {
  const chance = numberOf(list.name, fault.name, turn);
  return {
    list,
    fault,
    size:
      list.windows === 'none' ? null : (list.kind === 'settings' ? smallSizes : sizes)[turn % 3]!,
    way: list.windows === 'both' && chance % 3 === 0 ? 'backward' : 'forward',
    seed: base + ((chance >>> 4) % 2),
    keeping: fault.uncached === true ? 'off' : keepings[(chance >>> 8) % keepings.length]!,
  };
}

/** Whether more can be asked of the list under the fault than that it answers. */
function isJudged(list: MatrixList, fault: MatrixFault): boolean {
  if (fault.needsTotal === true && !list.announced) return false;
  if (fault.moves === true && list.indexed === true) return false;
  if (fault.changesMembers === true && list.inside !== undefined) return false;
  if (fault.nullsMembers === true && list.ordered === true) return false;
  if (fault.losesMembers === true && list.chosen === true) return false;
  return !(fault.changesKeys === true && list.inside === 'value');
}

/** How many cells a list has under one fault. */
function turnsOf(list: MatrixList, fault: MatrixFault): number {
  if (!isJudged(list, fault)) return 0;
  if (list.example) return list.windows === 'none' ? 2 : 3;
  return fault.name === 'none' || numberOf(list.name, fault.name) % 4 === 0 ? 1 : 0;
}

const listsOf = (part: number, parts: number): readonly MatrixList[] =>
  matrixLists.filter((list) => numberOf(list.kind) % parts === part);

/** @param part of how many parts, so that each core has its own. @param base see `cellOf`. */
export function allCells(part: number, parts: number, base: number): readonly Cell[] {
  return listsOf(part, parts).flatMap((list) =>
    matrixFaults.flatMap((fault) => {
      const cells = Array.from({ length: turnsOf(list, fault) }, (_, turn) =>
        cellOf(list, fault, list.example ? turn : numberOf(list.name, fault.name), base),
      );
      const [one] = cells;
      const isExported = list.windows !== 'none' && numberOf(fault.name, list.name) % 8 === 0;
      return one !== undefined && isExported ? [...cells, exported(one)] : cells;
    }),
  );
}

/** The kind of a fault: that of what strikes last, since pages are cut for many. */
const kindOf = ({ faults }: MatrixFault): string => faults.at(-1)?.kind ?? 'none';
const kindsOfFaults = [...Map.groupBy(matrixFaults, kindOf)];

/** The list, exported by the command. */
const exported = (cell: Cell): Cell => ({ ...cell, way: 'export' });

/**
 * One cell of each list under an eighth of the kinds of faults, and of each list with windows one export.
 * @param turn which fault of the kind, size, seed and way of keeping answers it has.
 */
export function someCells(part: number, parts: number, turn: number): readonly Cell[] {
  return listsOf(part, parts).flatMap((list) => {
    const cells = kindsOfFaults.flatMap(([kind, faults]) => {
      if (numberOf(list.name, kind, 'eighth', turn) % 8 !== 0) return [];
      const judged = faults.filter((fault) => isJudged(list, fault));
      const fault = judged[numberOf(list.name, kind, turn) % judged.length];
      if (fault === undefined) return [];
      return [cellOf(list, fault, numberOf(list.name, fault.name, turn), turn)];
    });
    const one = cells[numberOf(list.name, turn) % cells.length];
    return one === undefined || list.windows === 'none' ? cells : [...cells, exported(one)];
  });
}

/** One cell of each kind of list under each fault, of which every `stride`th is run. */
export function quickCells(stride: number): readonly Cell[] {
  const kinds = [...Map.groupBy(matrixLists, ({ kind }) => kind).values()];
  return kinds
    .flatMap((lists) =>
      matrixFaults.flatMap((fault) => {
        const chance = numberOf(lists[0]!.kind, fault.name);
        const judged = lists.filter((list) => isJudged(list, fault));
        const examples = judged.filter(({ example }) => example);
        const among = examples.length > 0 ? examples : judged;
        const list = among[chance % among.length];
        return list === undefined ? [] : [cellOf(list, fault, chance)];
      }),
    )
    .filter((_cell, at) => at % stride === 0)
    .map((cell, at) => (at % 16 === 4 && cell.size !== null ? exported(cell) : cell));
}
