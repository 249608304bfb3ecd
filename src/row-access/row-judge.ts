/** Judge of rows: puts an error in the place of each hidden parent of a row that was read, and null for figures about rows of others. */

import type { CrmObject } from '../contract/crm/model.ts';
import { isObject } from '../contract/wire/json.ts';
import { HiddenRowError } from '../errors.ts';
import type { CrmVisibility } from './crm-visibility.ts';

type Row = Readonly<Record<string, unknown>>;

/** What of a row is judged; by the names in the row. */
export interface RowJudge {
  readonly parents: Map<string, ParentJudge>;
  readonly children: Map<string, RowJudge>;
  readonly figures: Set<string>;
  /** The object of the rows, where they may be hidden themselves. */
  readonly itself?: CrmObject;
}

interface ParentJudge extends RowJudge {
  readonly object: CrmObject;
  /** The reference's field in the child's row. */
  readonly idField: string;
  /** Whether it may be hidden although its child is visible. */
  readonly mayHide: boolean;
}

export const newJudge = (): RowJudge => ({
  parents: new Map(),
  children: new Map(),
  figures: new Set(),
});

/** Whether anything is to judge. */
export const isIdle = ({ parents, children, figures }: RowJudge): boolean =>
  figures.size === 0 &&
  children.values().every(isIdle) &&
  parents.values().every((parent) => !parent.mayHide && isIdle(parent));

/** One error for all rows and requests: a list says it once. */
export const hiddenRow = new HiddenRowError();

/** The rows of an answer as the viewer may see them; the array itself where nothing is hidden. */
export function judgedRows(
  visibility: CrmVisibility,
  judge: RowJudge,
  rows: readonly Row[],
): readonly Row[] {
  const { itself } = judge;
  const isHidden = (row: Row): boolean => itself !== undefined && !visibility.sees(itself, row);
  if (rows.some(isHidden))
    return judgedRows(
      visibility,
      judge,
      rows.filter((row) => !isHidden(row)),
    );
  let changed: Row[] | null = null;
  for (const [at, row] of rows.entries()) {
    const judged = judgedRow(visibility, judge, row);
    if (judged === row) continue;
    changed ??= [...rows];
    changed[at] = judged;
  }
  return changed ?? rows;
}

function judgedRow(visibility: CrmVisibility, judge: RowJudge, row: Row): Row {
  let judged: Record<string, unknown> | null = null;
  const put = (name: string, value: unknown): void => {
    if (value === row[name]) return;
    judged ??= { ...row };
    judged[name] = value;
  };
  for (const name of judge.figures) if (name in row) put(name, null);
  for (const [name, parent] of judge.parents) {
    const nested = row[name];
    if (!isObject(nested) || nested instanceof Error) continue;
    put(
      name,
      isVisible(visibility, parent, row, nested as Row)
        ? judgedRow(visibility, parent, nested as Row)
        : hiddenRow,
    );
  }
  for (const [name, child] of judge.children) {
    const page = row[name];
    if (!isObject(page) || !Array.isArray(page.records)) continue;
    const records = judgedRows(visibility, child, page.records as readonly Row[]);
    put(name, records === page.records ? page : { ...page, records });
  }
  return judged ?? row;
}

function isVisible(
  visibility: CrmVisibility,
  { object, mayHide, idField }: ParentJudge,
  row: Row,
  nested: Row,
): boolean {
  if (!mayHide) return true;
  if (!visibility.isJudgedById(object)) return visibility.sees(object, nested);
  return visibility.sees(object, { Id: row[idField] });
}
