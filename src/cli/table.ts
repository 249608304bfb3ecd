/** Answers on the terminal: rows in aligned columns, as CSV, or the answer as JSON. */

import { memberAt } from '../contract/member-at.ts';
import { UserInputError } from '../errors.ts';
import { cellOf, type TableColumn } from '../questions/column-expression.ts';
import type { RowSelection } from '../questions/table-shape.ts';
import type { ClientAnswer } from './client.ts';
import { csv } from './export/format.ts';
import { cutList, holdsRows, rowsOf } from './export/page.ts';

const shownFormats = ['table', 'csv', 'json'] as const;
export type ShownFormat = (typeof shownFormats)[number];

/** @throws UserInputError for another name. */
export function shownFormat(name: string): ShownFormat {
  const format = shownFormats.find((format) => format === name);
  if (format === undefined)
    throw new UserInputError(
      `--format: expected one of ${shownFormats.join(', ')}; got "${name}".`,
    );
  return format;
}

/** Prints the readable part, with or without errors. @returns the text, and the missing part of the list. */
export function tableOf(
  { data, errors }: ClientAnswer,
  selection: RowSelection,
  format: 'table' | 'csv',
): { readonly text: string; readonly missing: string | null } {
  // The errors explain the missing list already.
  if (errors !== undefined && !holdsRows(data, selection)) return { text: '', missing: null };
  const { columns } = selection;
  const { rows, total, isWhole } = rowsOf(data, selection);
  const head = columns.map(({ name }) => name);
  const cells = rows.map((row) => columns.map((column) => cellOf(row, column)));
  const text = format === 'csv' ? csv([head, ...cells]) : aligned(columns, [head, ...cells]);
  if (isWhole === false) return { text, missing: 'More rows follow: this is the first page.' };
  const [cut] = isWhole === null ? cutList(rows.length, total, selection) : [];
  return { text, missing: cut?.message ?? null };
}

const widest = 60;

function aligned(
  columns: readonly TableColumn[],
  records: readonly (readonly unknown[])[],
): string {
  return alignedTexts(records, (at) => isNumber(memberAt(columns, at)));
}

/** Records in columns of one width each. @param isRight whether a column is aligned at its right end. */
export function alignedTexts(
  records: readonly (readonly unknown[])[],
  isRight: (column: number) => boolean = () => false,
): string {
  const texts = records.map((record) => record.map(cellText));
  const widths = (texts[0] ?? []).map((_, at) =>
    Math.max(...texts.map((record) => widthOf(memberAt(record, at)))),
  );
  return texts
    .map((record) =>
      record
        .map((text, at) => {
          const blanks = ' '.repeat(memberAt(widths, at) - widthOf(text));
          return isRight(at) ? blanks + text : text + blanks;
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

const isNumber = ({ type }: TableColumn): boolean => type === 'integer' || type === 'number';

/** Texts come from strangers: characters that a terminal would execute become blanks. */
function cellText(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(3)));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const printable = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
  return widthOf(printable) > widest ? `${cutTo(printable, widest - 1)}…` : printable;
}

/** Letters that a terminal shows in two places: those of East Asia, and emoji. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Places of a terminal that a character takes; marks stand on the letter before them. */
const placesOf = (character: string): number =>
  /\p{Mn}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += placesOf(character);
  return width;
}

function cutTo(text: string, most: number): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += placesOf(character);
    if (width > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}
