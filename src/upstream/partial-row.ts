/** Row parts: fields of a row, each part from one answer, and the row that is put together of them. */

import type { EntitySpec } from '../contract/entity-spec.ts';
import type { Row } from '../contract/wire/execute.ts';
import { isObject } from '../contract/wire/json.ts';

/** Fields of a row from one answer. */
export interface RowPart {
  /** null: the upstream has no such row. */
  readonly row: Row | null;
  readonly fields: ReadonlySet<string>;
}

/**
 * The newest parts that together have all fields, as one row; undefined where some field is missing. Fields that
 * change together come from one part. A part that contradicts a newer one is of a row that has changed since: an
 * account's name would come with another account's industry.
 */
export function rowOfParts(
  { changesTogether }: Togetherness,
  parts: readonly RowPart[],
  fields: ReadonlySet<string>,
): Row | undefined {
  const together = fieldsWhere(fields, changesTogether);
  const base = together.size === 0 ? noPart : parts.find((part) => holds(part, together));
  if (base === undefined) return undefined;
  let row = base.row;
  let missing = fields.difference(base.fields);
  for (const part of parts) {
    if (missing.size === 0) break;
    const left = missing.difference(part.fields);
    if (part.row === null || left.size === missing.size || contradicts(part.row, row)) continue;
    row = mergeRows(part.row, row);
    missing = left;
  }
  return missing.size > 0 ? undefined : row;
}

/** Fields to fetch, so that the parts and the answer have all: where one that changes with others is missing, all of them. */
export function missingFields(
  { changesTogether }: Togetherness,
  parts: readonly RowPart[],
  fields: ReadonlySet<string>,
): ReadonlySet<string> {
  const together = fieldsWhere(fields, changesTogether);
  const isWhole = together.size === 0 || parts.some((part) => holds(part, together));
  const known = parts.reduce((all, part) => all.union(part.fields), new Set<string>());
  return isWhole ? fields.difference(known) : fields.difference(known).union(together);
}

type Togetherness = Pick<EntitySpec, 'changesTogether'>;

const holds = (part: RowPart, fields: ReadonlySet<string>): part is RowPart & { row: Row } =>
  part.row !== null && covers(part.fields, fields);

function fieldsWhere(
  fields: ReadonlySet<string>,
  test: EntitySpec['changesTogether'],
): ReadonlySet<string> {
  return test === undefined ? none : new Set([...fields].filter(test));
}

const none: ReadonlySet<string> = new Set();
const noPart = { row: {}, fields: none } as const;

/** Whether two rows differ in a value that both have; lists depend on the selection, and are not compared. */
export function contradicts(one: Row, other: Row): boolean {
  return Object.entries(one).some(([name, value]) => {
    const second = other[name];
    if (value === undefined || second === undefined) return false;
    if (Array.isArray(value) || Array.isArray(second)) return false;
    // Two values of another form than documented, which are not kept.
    if (value instanceof Error && second instanceof Error) return false;
    return isObject(value) && isObject(second) ? contradicts(value, second) : value !== second;
  });
}

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

/** Asked for every row: `isSubsetOf` of small sets takes four times as long. */
export function covers(have: ReadonlySet<string>, want: ReadonlySet<string>): boolean {
  for (const field of want) if (!have.has(field)) return false;
  return true;
}
