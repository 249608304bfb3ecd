/** Row parts: what one answer holds of a row, and the row that is put together of several. */

import type { EntitySpec } from '../contract/entity-spec.ts';
import type { Row } from '../contract/wire/execute.ts';
import { isObject } from '../contract/wire/json.ts';
import {
  covers,
  type FetchedWindow,
  heldWindow,
  noFields,
  noWindows,
  type RowContents,
  type RowWindow,
} from './row-contents.ts';

/** A row with what it holds. */
export interface RowPart extends RowContents {
  readonly row: Row;
  readonly windows: readonly FetchedWindow[];
}

/** A row from one answer; null where the upstream has no such row. */
export interface AnsweredPart extends Omit<RowPart, 'row'> {
  readonly row: Row | null;
}

export const isPresent = <Part extends AnsweredPart>(part: Part): part is Part & RowPart =>
  part.row !== null;

/** Whether a part has all the fields, and the windows as far as they are wanted. */
export function hasAll(
  part: RowPart,
  fields: ReadonlySet<string>,
  windows: readonly RowWindow[],
): boolean {
  if (!covers(part.fields, fields)) return false;
  for (const window of windows)
    if (heldWindow(part.row, part.windows, window) === undefined) return false;
  return true;
}

/**
 * The newest part that has everything, else the row that the parts make together; undefined where something is
 * missing. A part without a row has everything: the upstream has no such row.
 * @param parts newest first
 */
export function findRow<Part extends AnsweredPart>(
  entity: Togetherness,
  parts: readonly Part[],
  fields: ReadonlySet<string>,
  windows: readonly RowWindow[],
): Part | RowPart | undefined {
  for (const part of parts) if (!isPresent(part) || hasAll(part, fields, windows)) return part;
  return parts.length < 2 ? undefined : joinParts(entity, parts.filter(isPresent), fields, windows);
}

/** The parts after a newer one, without those that it holds and those of a state that the row has left. */
export const withNewest = <Part extends AnsweredPart>(
  parts: readonly Part[],
  newest: Part,
): readonly Part[] => [
  newest,
  ...parts.filter(
    (part) =>
      isPresent(newest) &&
      isPresent(part) &&
      !hasAll(newest, part.fields, part.windows) &&
      !contradicts(part.row, newest.row),
  ),
];

const emptyPart: RowPart = { row: {}, fields: noFields, windows: noWindows };

/**
 * The newest parts that together have everything, as one row; undefined where something is missing. Fields that
 * change together come from one part. A part that contradicts a newer one is of a row that has changed since: an
 * account's name would come with another account's industry.
 */
function joinParts(
  { changesTogether = false }: Togetherness,
  parts: readonly RowPart[],
  fields: ReadonlySet<string>,
  windows: readonly RowWindow[],
): RowPart | undefined {
  const base =
    changesTogether && fields.size > 0
      ? parts.find((part) => covers(part.fields, fields))
      : emptyPart;
  if (base === undefined) return undefined;
  const joined = [base];
  let missing = lacking(base, { fields, windows });
  for (const part of parts) {
    if (missing.fields.size + missing.windows.length === 0) break;
    const left = lacking(part, missing);
    const isOfUse =
      left.fields.size < missing.fields.size || left.windows.length < missing.windows.length;
    if (!isOfUse || joined.some((other) => contradicts(part.row, other.row))) continue;
    joined.push(part);
    missing = left;
  }
  if (missing.fields.size + missing.windows.length > 0) return undefined;
  return { ...joinedRow(joined, windows), fields };
}

/** What a part lacks of what is wanted. */
const lacking = <W extends RowWindow>(
  part: RowPart,
  { fields, windows }: { readonly fields: ReadonlySet<string>; readonly windows: readonly W[] },
) => ({
  fields: fields.difference(part.fields),
  windows: windows.filter((window) => heldWindow(part.row, part.windows, window) === undefined),
});

/** Values of earlier parts win. Pages get members of their own, since two may be of one relation. */
function joinedRow(
  parts: readonly RowPart[],
  windows: readonly RowWindow[],
): Pick<RowPart, 'row' | 'windows'> {
  const values: Record<string, unknown> = parts.reduce<Row>(
    (row, part) => mergeRows(withoutPages(part), row),
    {},
  );
  const fetched = windows.flatMap((window, at) => {
    for (const { row, windows: fetchedWindows } of parts) {
      const have = heldWindow(row, fetchedWindows, window);
      if (have === undefined) continue;
      const member = `${have.member} ${at}`;
      values[member] = row[have.member];
      return { ...have, member };
    }
    return [];
  });
  return { row: values, windows: fetched };
}

function withoutPages({ row, windows }: RowPart): Row {
  if (windows.length === 0) return row;
  const values: Record<string, unknown> = { ...row };
  for (const { member } of windows) delete values[member];
  return values;
}

/** What to fetch, so that the parts and the answer have everything: where one field that changes with others is missing, all of them. */
export function missingContents<W extends RowWindow>(
  { changesTogether = false }: Togetherness,
  parts: readonly RowPart[],
  fields: ReadonlySet<string>,
  windows: readonly W[],
): { readonly fields: ReadonlySet<string>; readonly windows: readonly W[] } {
  const missing = parts.reduce((left, part) => lacking(part, left), { fields, windows });
  const isInOne = !changesTogether || parts.some((part) => covers(part.fields, fields));
  return isInOne ? missing : { ...missing, fields };
}

type Togetherness = Pick<EntitySpec, 'changesTogether'>;

/** Whether two rows differ in a value that both have; lists and pages depend on the selection, and are not compared. */
export function contradicts(a: Row, b: Row): boolean {
  if (a === b) return false;
  return Object.entries(a).some(([name, value]) => {
    const second = b[name];
    if (value === undefined || second === undefined) return false;
    if (isList(value) || isList(second)) return false;
    // Two values of another form than documented, which are not kept.
    if (value instanceof Error && second instanceof Error) return false;
    return isObject(value) && isObject(second) ? contradicts(value, second) : value !== second;
  });
}

const isList = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && Array.isArray(value.records));

/** `more` laid over `base`, object by object; arrays and scalars of `more` win. */
export function mergeRows(base: Row, more: Row): Row {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(more)) {
    const before = merged[name];
    const isMerged = isObject(before) && isObject(value) && !(value instanceof Error);
    merged[name] = isMerged ? mergeRows(before, value) : value;
  }
  return merged;
}
