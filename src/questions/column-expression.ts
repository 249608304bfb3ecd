/** Column expressions: a path from a row to a value, or one such value divided by another, and the column's type. */

import { UserInputError } from '../errors.ts';
import { readableText } from './readable-value.ts';

export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'date' | 'json';

export interface TableColumn {
  readonly name: string;
  /** Response names from a row to the value; a number is an index in a list. */
  readonly path: readonly string[];
  /** Path of the divisor; null for a plain value. */
  readonly over: readonly string[] | null;
  readonly type: ColumnType;
  /** Description from the question's header; empty without one. */
  readonly about: string;
  /** True where the value is what a group has in common, which is shown by its name. */
  readonly isKey?: true;
}

const pathForm = /^[A-Za-z_]\w*(?:\.\w+)*$/;

/**
 * Parses a column's expression.
 * @param text `keys.0.value`, or `won.totalCount / closed.totalCount`
 * @throws UserInputError for another form
 */
export function parseExpression(text: string): Pick<TableColumn, 'path' | 'over'> {
  const [path = '', over, ...more] = text.split('/').map((part) => part.trim());
  const isGood = pathForm.test(path) && (over === undefined || pathForm.test(over));
  if (!isGood || more.length > 0)
    throw new UserInputError(
      `Expected a path (a.b, a.0.b) or a quotient of two (a.b / c.d); got "${text}".`,
    );
  return { path: path.split('.'), over: over === undefined ? null : over.split('.') };
}

/** Reads a cell. @returns null where a value on the path is null; a quotient also where its divisor is 0 */
export function cellOf(
  row: unknown,
  { path, over, isKey }: Pick<TableColumn, 'path' | 'over' | 'isKey'>,
): unknown {
  const value = at(row, path) ?? null;
  if (isKey) return readableText(value);
  if (over === null || value === null) return value;
  const divisor = at(row, over);
  if (typeof value !== 'number' || typeof divisor !== 'number' || divisor === 0) return null;
  return value / divisor;
}

const at = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row);

/**
 * Yields a row for each item of the list at this path, with the item in the list's place; lists on
 * the way are unnested, too. A row whose list is empty or null stays one row, without an item, so
 * none is lost.
 */
export function* unnested(row: unknown, path: readonly string[]): Generator<unknown> {
  const [name, ...below] = path;
  if (name === undefined || typeof row !== 'object' || row === null) {
    yield row;
    return;
  }
  const value = (row as Readonly<Record<string, unknown>>)[name];
  const items: readonly unknown[] = !Array.isArray(value) ? [value] : value.length ? value : [null];
  for (const item of items)
    for (const inner of unnested(item, below)) yield { ...row, [name]: inner };
}

/**
 * Finds cut connections.
 * @returns the paths of connections on the way to the list that hold more rows than their window,
 * by index
 */
export function cutBefore(
  row: unknown,
  [name, ...more]: readonly string[],
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (typeof row !== 'object' || row === null) return [];
  if (Array.isArray(row))
    return row.flatMap((item, at) => cutBefore(item, [name!, ...more], [...path, at]));
  if (name === undefined) return [];
  const { pageInfo } = row as { readonly pageInfo?: { readonly hasNextPage?: unknown } };
  const cut = pageInfo?.hasNextPage === true ? [path] : [];
  const inside = (row as Readonly<Record<string, unknown>>)[name];
  return [...cut, ...cutBefore(inside, more, [...path, name])];
}
