/** Tables of an answer: the lists and columns that `npx switchboard query --format table` prints, for the page. */

import type { GraphQLSchema } from 'graphql';
import {
  cellOf,
  cutBefore,
  type TableColumn,
  unnested,
} from '../../questions/column-expression.ts';
import type { InnerList } from '../../questions/inner-list.ts';
import { readHeader } from '../../questions/question-header.ts';
import { itemTexts, readableText } from '../../questions/readable-value.ts';
import { cutList, holdsRows, rowsOf } from '../../questions/row-page.ts';
import { type ReadTable, readSelection, readTables } from '../../questions/table-shape.ts';
import { readVariables } from '../graph/variables.ts';
import { listAt } from './joined-answer.ts';
import type { Run } from './run.ts';

export interface AnswerTable {
  /** Path of its list; empty for the values that lie in none. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly unknown[];
  /** Why rows are missing. */
  readonly missing: readonly string[];
  /** Lists within a row, whose items may be rows in its place. */
  readonly innerLists: readonly InnerList[];
  /** How many rows these are, and of how many. */
  readonly figures: string;
  /** Rows of the list itself, of which each may be several. */
  readonly received: number;
  /** Response names to its list, where rows follow that can be asked for; null where there are none. */
  readonly more: readonly string[] | null;
}

/** Lists whose items are rows, by the name of the table that they are in. */
export type Unnested = ReadonlyMap<string, readonly string[]>;

/** @throws UserInputError where the question has no table, which says why */
export function tablesIn(
  { answer, question, sent }: Run,
  schema: GraphQLSchema,
  unnest: Unnested,
): readonly AnswerTable[] {
  const { data } = answer;
  if (data === null || data === undefined) return [];
  const variables = readVariables(question.variables);
  return selectionsOf(question.query, sent, variables, schema, unnest).flatMap((selection) =>
    holdsRows(data, selection)
      ? [tableOf(data, selection, unnest.get(selection.path.join('.')))]
      : [],
  );
}

/** Columns that the comment at the head of a saved question names, or those of each list. */
function selectionsOf(
  query: string,
  sent: string,
  variables: Readonly<Record<string, unknown>>,
  schema: GraphQLSchema,
  unnest: Unnested,
): readonly ReadTable[] {
  const columns = readHeader(query).header.columns.map(({ value }) => value);
  return columns.length > 0
    ? [{ ...readSelection(schema, query, variables, { columns }), innerLists: [] }]
    : readTables(schema, sent, variables, unnest);
}

function tableOf(
  data: Readonly<Record<string, unknown>>,
  selection: ReadTable,
  path: readonly string[] | undefined,
): AnswerTable {
  const page = rowsOf(data, selection);
  const { columns, innerLists } = selection;
  const list = innerLists.find((inner) => inner.path.join('.') === path?.join('.'));
  const rows =
    list === undefined ? page.rows : page.rows.flatMap((row) => [...unnested(row, list.path)]);
  return {
    name: selection.path.join('.'),
    // What a list says of its pages is said once, in words.
    columns: idsLast(columns.filter((column) => !column.path.includes('pageInfo'))),
    rows,
    missing: [
      ...missingOf(data, selection),
      ...innerLists.flatMap((inner) => missingInside(page.rows, inner, selection)),
    ],
    innerLists,
    figures: figuresOf(rows.length, list === undefined ? page : null),
    received: page.rows.length,
    more: page.next === null ? null : selection.path,
  };
}

type Page = Pick<ReturnType<typeof rowsOf>, 'total' | 'isWhole'>;

/** Such as “first 20 of 54 rows”. */
function figuresOf(count: number, page: Page | null): string {
  const rows = `${count.toLocaleString()} row${count === 1 ? '' : 's'}`;
  const { total, isWhole } = page ?? { total: null, isWhole: null };
  if (total !== null && total > count)
    return `${isWhole === false ? 'first ' : ''}${count.toLocaleString()} of ${total.toLocaleString()} rows`;
  return isWhole === false ? `first ${rows}` : rows;
}

/** Why rows of the list itself are missing. */
function missingOf(
  data: Readonly<Record<string, unknown>>,
  selection: ReadTable,
): readonly string[] {
  const { rows, total, isWhole } = rowsOf(data, selection);
  const { hasPreviousPage } = listAt(data, selection.path)?.pageInfo ?? {};
  const of = total === null ? '' : ` of ${total.toLocaleString()}`;
  const before = hasPreviousPage === true ? ['Rows before these are not among them.'] : [];
  if (isWhole === false)
    return [...before, `More rows follow: these are ${rows.length.toLocaleString()}${of}.`];
  const cut = isWhole === null ? cutList(rows.length, total, selection) : [];
  return [...before, ...cut.map(({ message }) => message)];
}

function missingInside(
  rows: readonly unknown[],
  { path, tellsMore, most }: InnerList,
  selection: ReadTable,
): string[] {
  const name = listName(path);
  const row = rowName(selection.path);
  if (!tellsMore) return [`There may be more ${name} in each ${row} than are here.`];
  const connection = path.slice(0, -1).join('.');
  const isCut = (cut: readonly (string | number)[]): boolean =>
    cut.filter((key) => typeof key === 'string').join('.') === connection;
  const cut = rows.filter((value) => cutBefore(value, path).some(isCut)).length;
  const full = most === null ? 0 : rows.filter((value) => longestAt(value, path) >= most).length;
  const said = (count: number, verb: string) =>
    `${count} of ${rows.length} rows ${verb} more ${name} than are here: “first” takes more.`;
  return [...(cut > 0 ? [said(cut, 'have')] : []), ...(full > 0 ? [said(full, 'may have')] : [])];
}

function longestAt(value: unknown, path: readonly string[]): number {
  const [name, ...more] = path;
  if (Array.isArray(value))
    return name === undefined
      ? value.length
      : Math.max(0, ...value.map((item) => longestAt(item, path)));
  return name === undefined || typeof value !== 'object' || value === null
    ? 0
    : longestAt((value as Readonly<Record<string, unknown>>)[name], more);
}

/**
 * What one item of a list is called.
 * @example rowName(['contacts', 'nodes', 'relatedCalls', 'nodes']) // → 'related call'
 */
export function rowName(path: readonly string[]): string {
  const name = path.findLast((step) => !isHolder(step)) ?? path.at(-1) ?? '';
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  if (!words.endsWith('s')) return `row of ${words}`;
  return words.endsWith('ies') ? `${words.slice(0, -3)}y` : words.slice(0, -1);
}

const isHolder = (name: string): boolean => ['nodes', 'edges', 'node'].includes(name);

/** Without the steps that every connection has. */
const listName = (path: readonly string[]): string =>
  path.filter((name) => !isHolder(name)).join(' › ') || path.join(' › ');

export const isId = ({ name }: TableColumn): boolean => /(?:^|\.)id$/.test(name);

/** Ids are for programs. */
const idsLast = (columns: readonly TableColumn[]): readonly TableColumn[] => [
  ...columns.filter((column) => !isId(column)),
  ...columns.filter(isId),
];

/** A cell of the page: what files have as programs read it, as people do. */
export function shownText(row: unknown, column: TableColumn): string {
  const value = cellOf(row, column);
  if (typeof value === 'number') return grouped.format(value);
  if (value === null && column.isKey) return '(none)';
  if (column.type === 'time' && typeof value === 'string')
    return value.replace(/^(.{10})T(\d\d:\d\d).*Z$/, '$1 $2 UTC');
  return cellText(row, column);
}

/** Years stay as they are. */
const grouped = new Intl.NumberFormat('en', { useGrouping: 'min2', maximumFractionDigits: 3 });

/** Rows by a column, those without a value last. */
export function sortedRows(
  rows: readonly unknown[],
  column: TableColumn,
  isDown: boolean,
): readonly unknown[] {
  const isEmpty = (value: unknown): boolean => value === null || value === '';
  const keyed = rows.map((row) => {
    const value = cellOf(row, column);
    return { row, value: typeof value === 'number' ? value : cellText(row, column) };
  });
  const order = isDown ? -1 : 1;
  return keyed
    .toSorted(({ value: a }, { value: b }) => {
      if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
      if (typeof a === 'number' && typeof b === 'number') return order * (a - b);
      return order * String(a).localeCompare(String(b));
    })
    .map(({ row }) => row);
}

/** A cell as people read it. */
export function cellText(row: unknown, column: TableColumn): string {
  const value = cellOf(row, column);
  return (Array.isArray(value) ? itemTexts(value).join(', ') : readableText(value)) ?? '';
}

function csvCell(row: unknown, column: TableColumn): unknown {
  const value = cellOf(row, column);
  return typeof value === 'object' ? cellText(row, column) : value;
}

export const isNumeric = ({ type }: TableColumn): boolean =>
  type === 'integer' || type === 'number';

/** What writes it is fetched when somebody wants it. Lists and objects are words there, as on the page. */
export async function csvOf({ columns, rows }: AnswerTable): Promise<string> {
  const { csv } = await import('../../questions/csv.ts');
  return csv([
    columns.map(({ name }) => name),
    ...rows.map((row) => columns.map((column) => csvCell(row, column))),
  ]);
}

/** Rows for a spreadsheet's clipboard: cells between tabs, none of which a cell may hold. */
export const clipboardText = ({ columns, rows }: AnswerTable): string =>
  [
    columns.map(({ name }) => name),
    ...rows.map((row) => columns.map((column) => cellText(row, column))),
  ]
    .map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'))
    .join('\n');
