/** Export formats: rows as text in one of several formats, plain, gzipped, or packed as Parquet. */

import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { UserInputError } from '../../errors.ts';
import { cellOf, type TableColumn } from '../../questions/column-expression.ts';
import { csv } from '../../questions/csv.ts';
import { writeParquet } from './parquet.ts';
import type { Pack } from './part-file.ts';

const formats = ['csv', 'ndjson', 'json', 'parquet'] as const;
export type ExportFormat = (typeof formats)[number];

export interface FileForm {
  readonly format: ExportFormat;
  readonly isGzipped: boolean;
}

/**
 * @param formatFlag a format; without one the ending of the path decides, `.csv` or `.csv.gz`.
 * @throws UserInputError where neither names one.
 */
export function formOf(out: string, formatFlag: string | undefined): FileForm {
  if (out === '-') throw new UserInputError('--out: expected the path of a file; got "-".');
  const isGzipped = out.endsWith('.gz');
  const name = formatFlag ?? (isGzipped ? out.slice(0, -3) : out).split('.').at(-1);
  const format = formats.find((format) => format === name);
  if (format === undefined)
    throw new UserInputError(
      formatFlag === undefined
        ? `--out: expected a path that ends in ${formats.map((format) => `.${format}`).join(', ')}, or --format; got "${out}".`
        : `--format: expected one of ${formats.join(', ')}; got "${formatFlag}".`,
    );
  if (format === 'parquet' && isGzipped)
    throw new UserInputError(
      '--out: expected a path without .gz, since Parquet is compressed inside.',
    );
  return { format, isGzipped };
}

interface RowWriter {
  /** Start of the text. */
  readonly head: string;
  /** Text of one page. @param first true where no row was written before. */
  page(rows: readonly unknown[], first: boolean): string;
  /** End of the text. @param empty true where no row was written. */
  end(empty: boolean): string;
}

/** Rows go into the part as text, so that it can be gone on with after any of them. */
export function rowWriter(format: ExportFormat, columns: readonly TableColumn[]): RowWriter {
  switch (format) {
    case 'csv':
      return {
        head: csv([columns.map(({ name }) => name)]),
        page: (rows) => csv(rows.map((row) => columns.map((column) => cellOf(row, column)))),
        end: () => '',
      };
    case 'ndjson':
    case 'parquet':
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

/** @returns null where the text is the file. */
export function packerOf(
  { format, isGzipped }: FileForm,
  columns: readonly TableColumn[],
): Pack | null {
  if (format === 'parquet') return (part, out) => writeParquet(part, out, columns);
  if (!isGzipped) return null;
  return (part, out) => pipeline(createReadStream(part), createGzip(), createWriteStream(out));
}
