/**
 * CSV as the server writes that of saved questions, of which a test holds it to be the same: RFC 4180, and no cell that
 * a spreadsheet would run. The dashboard is a program of its own, so that a screen of it can be copied elsewhere.
 */

export type Cell = string | number | boolean | null | undefined;

export const csv = (records: readonly (readonly Cell[])[]): string =>
  records.map((record) => `${record.map(written).join(',')}\r\n`).join('');

function written(cell: Cell): string {
  const text = typeof cell === 'string' ? unarmed(cell) : String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What spreadsheets pass over before a formula, or strip when they import: blanks, what has no width, controls, a quote. */
const passedOver = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}"]*/u;

/** A text that would be a formula gets an apostrophe, also in the full-width and small forms that NFKC takes for the usual ones. */
function unarmed(text: string): string {
  const [first = ''] = text.replace(passedOver, '');
  const isFormula = /^[\t\r]/.test(text) || /^[=+@−-]/.test(first.normalize('NFKC'));
  return isFormula ? `'${text}` : text;
}
