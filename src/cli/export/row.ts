/** Rows as text: CSV with one column a leaf, a JSON value a line, or one JSON list. */

import type { ExportFormat } from './walk.ts';

export interface RowWriter {
  /** Text of one page. @param first true for the page that begins the file. */
  page(rows: readonly unknown[], first: boolean): string;
  /** What ends the file. @param empty true where no row was written. */
  end(empty: boolean): string;
  /** CSV's columns, known from the first page on. */
  columns(): readonly string[] | null;
}

/** @param columns of a CSV file that is gone on with. */
export function rowWriter(format: ExportFormat, columns: readonly string[] | null): RowWriter {
  if (format === 'csv') return csvWriter(columns);
  const list = format === 'json';
  return {
    page: (rows, first) =>
      rows
        .map((row, at) => {
          const before = !list ? '' : first && at === 0 ? '[\n' : ',\n';
          return `${before}${JSON.stringify(row)}${list ? '' : '\n'}`;
        })
        .join(''),
    end: (empty) => (!list ? '' : empty ? '[]\n' : '\n]\n'),
    columns: () => null,
  };
}

function csvWriter(known: readonly string[] | null): RowWriter {
  let columns = known;
  return {
    page(rows, first) {
      const flat = rows.map((row) => flatten(row));
      // Every row of one selection has the same leaves, but a null object hides its own.
      columns ??= [...new Set(flat.flatMap((row) => [...row.keys()]))];
      const head = first && rows.length > 0 ? `${columns.map(cell).join(',')}\r\n` : '';
      return (
        head +
        flat.map((row) => `${columns!.map((name) => cell(row.get(name))).join(',')}\r\n`).join('')
      );
    },
    end: () => '',
    columns: () => columns,
  };
}

/** Leaves by their path; a list is one cell, as JSON. */
function flatten(
  value: unknown,
  path = '',
  into = new Map<string, unknown>(),
): Map<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [name, member] of Object.entries(value))
      flatten(member, path === '' ? name : `${path}.${name}`, into);
  else into.set(path, value);
  return into;
}

/**
 * Quoted where it has to be. A text that a spreadsheet would run as a formula gets an apostrophe:
 * names and notes come from strangers.
 */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
