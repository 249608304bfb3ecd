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
}

/** Lists whose items are rows, by the name of the table that they are in. */
export type Unnested = ReadonlyMap<string, readonly string[]>;

/** @throws UserInputError where the question has no table, which says why */
export function tablesIn(
  { answer, question }: Run,
  schema: GraphQLSchema,
  unnest: Unnested,
): readonly AnswerTable[] {
  const { data } = answer;
  if (data === null || data === undefined) return [];
  return selectionsOf(question.query, readVariables(question.variables), schema, unnest).flatMap(
    (selection) =>
      holdsRows(data, selection)
        ? [tableOf(data, selection, unnest.get(selection.path.join('.')))]
        : [],
  );
}

/** Columns that the comment at the head of a saved question names, or those of each list. */
function selectionsOf(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  schema: GraphQLSchema,
  unnest: Unnested,
): readonly ReadTable[] {
  const columns = readHeader(query).header.columns.map(({ value }) => value);
  return columns.length > 0
    ? [{ ...readSelection(schema, query, variables, { columns }), innerLists: [] }]
    : readTables(schema, query, variables, unnest);
}

function tableOf(
  data: Readonly<Record<string, unknown>>,
  selection: ReadTable,
  path: readonly string[] | undefined,
): AnswerTable {
  const { rows, total, isWhole } = rowsOf(data, selection);
  const missing =
    isWhole === false
      ? [`More rows follow: this is the first page${total === null ? '' : ` of ${total}`}.`]
      : isWhole === null
        ? cutList(rows.length, total, selection).map(({ message }) => message)
        : [];
  const { columns, innerLists } = selection;
  const list = innerLists.find((inner) => inner.path.join('.') === path?.join('.'));
  return {
    name: selection.path.join('.'),
    // What a list within a row says of its pages is said once, in words.
    columns:
      list === undefined ? columns : columns.filter(({ path }) => !path.includes('pageInfo')),
    rows: list === undefined ? rows : rows.flatMap((row) => [...unnested(row, list.path)]),
    missing: list === undefined ? missing : [...missing, ...missingInside(rows, list)],
    innerLists,
  };
}

function missingInside(rows: readonly unknown[], { path, tellsMore }: InnerList): string[] {
  const name = listName(path);
  if (!tellsMore)
    return [`More ${name} may follow in each: pageInfo { hasNextPage } beside them would tell.`];
  const cut = rows.filter((row) => cutBefore(row, path).length > 0).length;
  return cut === 0 ? [] : [`More ${name} follow in ${cut} of ${rows.length}: “first” takes more.`];
}

/** @example listName(['contacts', 'nodes']) // → 'contacts' */
export const listName = (path: readonly string[]): string =>
  path.filter((name) => !['nodes', 'edges', 'node'].includes(name)).join(' › ') || path.join(' › ');

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
