/** Tables of an answer: the lists and columns that `npx switchboard query --format table` prints, for the page. */

import type { GraphQLSchema } from 'graphql';
import { cellOf, type TableColumn } from '../../questions/column-expression.ts';
import { readHeader } from '../../questions/question-header.ts';
import { itemTexts, readableText } from '../../questions/readable-value.ts';
import { cutList, holdsRows, rowsOf } from '../../questions/row-page.ts';
import { type RowSelection, readSelection, readTables } from '../../questions/table-shape.ts';
import { readVariables } from '../graph/variables.ts';
import type { Run } from './run.ts';

export interface AnswerTable {
  /** Path of its list; empty for the values that lie in none. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly unknown[];
  /** Why rows are missing. */
  readonly missing: readonly string[];
}

/** @throws UserInputError where the question has no table, which says why */
export function tablesIn({ answer, question }: Run, schema: GraphQLSchema): readonly AnswerTable[] {
  const { data } = answer;
  if (data === null || data === undefined) return [];
  return selectionsOf(question.query, readVariables(question.variables), schema).flatMap(
    (selection) => (holdsRows(data, selection) ? [tableOf(data, selection)] : []),
  );
}

/** Columns that the comment at the head of a saved question names, or those of each list. */
function selectionsOf(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  schema: GraphQLSchema,
): readonly RowSelection[] {
  const columns = readHeader(query).header.columns.map(({ value }) => value);
  return columns.length > 0
    ? [readSelection(schema, query, variables, { columns })]
    : readTables(schema, query, variables);
}

function tableOf(data: Readonly<Record<string, unknown>>, selection: RowSelection): AnswerTable {
  const { rows, total, isWhole } = rowsOf(data, selection);
  const missing =
    isWhole === false
      ? [`More rows follow: this is the first page${total === null ? '' : ` of ${total}`}.`]
      : isWhole === null
        ? cutList(rows.length, total, selection).map(({ message }) => message)
        : [];
  return { name: selection.path.join('.'), columns: selection.columns, rows, missing };
}

/** A cell as people read it. */
export function cellText(row: unknown, column: TableColumn): string {
  const value = cellOf(row, column);
  return (Array.isArray(value) ? itemTexts(value).join(', ') : readableText(value)) ?? '';
}

export const isNumeric = ({ type }: TableColumn): boolean =>
  type === 'integer' || type === 'number';

/** What writes it is fetched when somebody wants it. */
export async function csvOf({ columns, rows }: AnswerTable): Promise<string> {
  const { csv } = await import('../../questions/csv.ts');
  return csv([
    columns.map(({ name }) => name),
    ...rows.map((row) => columns.map((column) => cellOf(row, column))),
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
