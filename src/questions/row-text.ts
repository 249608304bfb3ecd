/** Rows of a saved question as text, page by page, in the formats of its address: each row by its columns, as a table has them. */

import type { IncompleteList } from '../fetch/incomplete-list.ts';
import { cellOf, type TableColumn } from './column-expression.ts';
import { csv } from './csv.ts';

export const rowFormats = ['json', 'csv', 'ndjson'] as const;
export type RowFormat = (typeof rowFormats)[number];

/** What stands after the last row. */
interface RowNotes {
  /** Missing parts; none where all rows are there. */
  readonly incomplete: readonly IncompleteList[];
  /** What the viewer may not see, in general. */
  readonly leftOut: readonly string[];
}

interface RowText {
  readonly mediaType: string;
  readonly head: string;
  page(rows: readonly unknown[], isFirst: boolean): string;
  end(notes: RowNotes): string;
}

/** Key of the last line of NDJSON where rows are missing. No column has a hyphen in its name. */
export const incompleteKey = 'x-switchboard-incomplete';

/**
 * @example
 * {"columns":[{"name":"deal","type":"text","about":"its name"}],"rows":[
 * {"deal":"Clover"}
 * ],"complete":true,"incomplete":[]}
 */
export function rowText(format: RowFormat, columns: readonly TableColumn[]): RowText {
  const objectOf = (row: unknown): string =>
    JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, cellOf(row, column)])));
  switch (format) {
    case 'csv':
      return {
        mediaType: 'text/csv',
        head: csv([columns.map(({ name }) => name)]),
        page: (rows) => csv(rows.map((row) => columns.map((column) => cellOf(row, column)))),
        end: () => '',
      };
    case 'ndjson':
      return {
        mediaType: 'application/x-ndjson',
        head: '',
        page: (rows) => rows.map((row) => `${objectOf(row)}\n`).join(''),
        end: ({ incomplete }) =>
          incomplete.length === 0 ? '' : `${JSON.stringify({ [incompleteKey]: incomplete })}\n`,
      };
    case 'json':
      return {
        mediaType: 'application/json',
        head: `{"columns":${JSON.stringify(columns.map(({ name, type, about }) => ({ name, type, about })))},"rows":[`,
        page: (rows, isFirst) =>
          rows.map((row, at) => `${isFirst && at === 0 ? '\n' : ',\n'}${objectOf(row)}`).join(''),
        end: ({ incomplete, leftOut }) => {
          const complete = incomplete.length === 0;
          const said = { complete, incomplete, ...(leftOut.length > 0 && { leftOut }) };
          return `\n],${JSON.stringify(said).slice(1)}\n`;
        },
      };
  }
}
