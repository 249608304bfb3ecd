/** Pages that end early: fewer rows than asked for, said to be followed by more. */

import type { BackendAnswer, Continuation, Row } from '../backend.ts';
import type { EffectOf } from './fault.ts';

/** Where a page that was cut goes on: in the backend's own page, after so many rows. */
export interface Cut {
  /** The continuation of the backend's page; null for its first. */
  readonly page: Continuation | null;
  readonly skip: number;
  /** Pages that cutting has made so far, beyond the backend's own. */
  readonly extra: number;
}

/** @param next what a token of this service held; that of a page which was not cut is the backend's own. */
export function readCut(next: Continuation | null): Cut {
  const cut = next?.cut as Cut | undefined;
  return cut ?? { page: next, skip: 0, extra: 0 };
}

/** The answer from where it was cut before, and cut again if a fault says so. */
export function endEarly(
  answer: BackendAnswer,
  from: Cut,
  effect: EffectOf<'early-end'> | undefined,
): BackendAnswer {
  if (answer.kind !== 'cursor-page' && answer.kind !== 'soql-page') return answer;
  const { skip, page, extra } = from;
  const most = effect?.rows ?? Number.POSITIVE_INFINITY;
  const rows = answer.kind === 'cursor-page' ? answer.rows : answer.records;
  const shown = rows.slice(skip, skip + most);
  const end = skip + shown.length;
  const next =
    end < rows.length ? token({ page, skip: end, extra: extra + 1 }) : onto(answer, extra);
  if (answer.kind === 'cursor-page')
    return { ...answer, rows: shown, pageNumber: answer.pageNumber + extra, next };
  return { ...answer, records: shown.map((row) => shortened(row, effect?.children)), next };
}

const token = (cut: Cut): Continuation => ({ cut });

/** The backend's next page; what cutting added to its number goes along. */
const onto = ({ next }: { readonly next: Continuation | null }, extra: number) =>
  next === null || extra === 0 ? next : token({ page: next, skip: 0, extra });

/** Child lists have no continuation that the service takes: only `done` tells. */
function shortened(row: Row, most: number | undefined): Row {
  if (most === undefined) return row;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const list = value as { readonly records?: unknown } | null;
      if (!Array.isArray(list?.records) || list.records.length <= most) return [name, value];
      return [name, { ...list, records: list.records.slice(0, most), done: false }];
    }),
  );
}
