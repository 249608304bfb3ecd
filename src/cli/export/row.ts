/** Rows as text: CSV with one column a leaf, a JSON value a line, or one JSON list. */

import { stringify } from 'csv-stringify/sync';
import type { ExportSelection } from './selection.ts';

export type ExportFormat = 'csv' | 'ndjson' | 'json';

export interface RowWriter {
  /** What begins the file. */
  readonly head: string;
  /** Text of one page. @param first true where no row was written before. */
  page(rows: readonly unknown[], first: boolean): string;
  /** What ends the file. @param empty true where no row was written. */
  end(empty: boolean): string;
}

export function rowWriter(format: ExportFormat, columns: ExportSelection['columns']): RowWriter {
  switch (format) {
    case 'csv':
      return {
        head: csv([columns.map((path) => path.join('.'))]),
        page: (rows) => csv(rows.map((row) => columns.map((path) => valueAt(row, path)))),
        end: () => '',
      };
    case 'ndjson':
      return {
        head: '',
        page: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
        end: () => '',
      };
    case 'json':
      return {
        head: '[',
        page: (rows, first) =>
          rows
            .map((row, at) => `${first && at === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`)
            .join(''),
        end: (empty) => (empty ? ']\n' : '\n]\n'),
      };
  }
}

/** An object that is null on the way has no leaves. */
const valueAt = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row);

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe: names and notes come from
 * strangers. Lists, and values that are objects, are JSON in one cell.
 */
const csv = (records: readonly (readonly unknown[])[]): string =>
  stringify([...records], {
    record_delimiter: 'windows',
    // A lone line feed in a value ends a record for most readers; with this delimiter it would go unquoted.
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { boolean: String, object: (value) => JSON.stringify(value) },
  });
