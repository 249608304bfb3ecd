/** CSV that spreadsheets neither break nor run. */

import { stringify } from 'csv-stringify/sync';

/**
 * RFC 4180: commas, CRLF, quotes doubled. A text that a spreadsheet would run as a formula gets an
 * apostrophe: names and notes come from strangers. Lists, and values that are objects, are JSON in one cell.
 */
export const csv = (records: readonly (readonly unknown[])[]): string =>
  stringify([...records], {
    record_delimiter: 'windows',
    // A lone line feed in a value ends a record for most readers; with this delimiter it would go unquoted.
    quote_record_delimiter: true,
    cast: {
      boolean: String,
      object: (value) => JSON.stringify(value),
      string: (text) => (isFormula(text) ? `'${text}` : text),
    },
  });

/** What spreadsheets pass over before a formula, or strip when they import: blanks, what has no width, controls, a quote. */
const passedOver = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}"]*/u;

/** Also full-width and small forms, which NFKC and spreadsheets of East Asia take for the usual ones. */
function isFormula(text: string): boolean {
  const [first = ''] = text.replace(passedOver, '');
  return /^[\t\r]/.test(text) || /^[=+@−-]/.test(first.normalize('NFKC'));
}
