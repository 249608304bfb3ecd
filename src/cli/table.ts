/** Answers on the terminal: rows in aligned columns, as CSV, or the answer as JSON. */

import { memberAt } from '../contract/member-at.ts';
import { UserInputError } from '../errors.ts';
import { cellOf, type TableColumn } from '../questions/column-expression.ts';
import { csv } from '../questions/csv.ts';
import { itemTexts, readableText } from '../questions/readable-value.ts';
import { type ClientAnswer, cutList, holdsRows, rowsOf } from '../questions/row-page.ts';
import type { RowSelection } from '../questions/table-shape.ts';

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

interface Printed {
  readonly text: string;
  /** Missing parts of the lists, a line for each. */
  readonly missing: readonly string[];
}

/** Prints the readable part, with or without errors: several tables each under its name. */
export function tablesOf(
  answer: ClientAnswer,
  selections: readonly RowSelection[],
  format: 'table' | 'csv',
): Printed {
  const [only, ...others] = selections;
  if (only !== undefined && others.length === 0) return tableOf(answer, only, format);
  // The errors explain the missing answer already.
  if (answer.errors !== undefined && !holdsRows(answer.data, { path: [] }))
    return { text: '', missing: [] };
  const tables = selections.map((selection) => {
    const name = selection.path.join('.');
    if (!holdsRows(answer.data, selection)) return { text: `${name}: null\n`, missing: [] };
    const { text, missing } = tableOf(answer, selection, format);
    return {
      text: name === '' ? text : `${name}\n${text}`,
      missing: missing.map((line) => `${name}: ${line}`),
    };
  });
  return {
    text: tables.map(({ text }) => text).join('\n'),
    missing: tables.flatMap(({ missing }) => missing),
  };
}

function tableOf(
  { data, errors }: ClientAnswer,
  selection: RowSelection,
  format: 'table' | 'csv',
): Printed {
  // The errors explain the missing list already.
  if (errors !== undefined && !holdsRows(data, selection)) return { text: '', missing: [] };
  const { columns } = selection;
  const { rows, total, isWhole } = rowsOf(data, selection);
  const head = columns.map(({ name }) => name);
  const readCell = format === 'csv' ? cellOf : readableCell;
  const cells = rows.map((row) => columns.map((column) => readCell(row, column)));
  const text =
    format === 'csv'
      ? csv([head, ...cells])
      : alignedTexts([head, ...cells], (at) => isNumber(memberAt(columns, at)));
  if (isWhole === false) return { text, missing: ['More rows follow: this is the first page.'] };
  const cut = isWhole === null ? cutList(rows.length, total, selection) : [];
  return { text, missing: cut.map(({ message }) => message) };
}

const widest = 60;

/** A cell in which a list is the names of its items, as many as it has room for, and the number of the others. */
function readableCell(row: unknown, column: TableColumn): unknown {
  const value = cellOf(row, column);
  if (!Array.isArray(value)) return value;
  const { totalCount, pageInfo } = (cellOf(row, { path: column.path.slice(0, -1), over: null }) ??
    {}) as {
    readonly totalCount?: unknown;
    readonly pageInfo?: { readonly hasNextPage?: unknown };
  };
  const total = typeof totalCount === 'number' ? Math.max(totalCount, value.length) : null;
  const restOf = (shown: number): string => {
    const hidden = (total ?? value.length) - shown;
    if (total !== null || pageInfo?.hasNextPage !== true)
      return hidden === 0 ? '' : ` and ${hidden} more`;
    return hidden === 0 ? ' and more' : ` and at least ${hidden + 1} more`;
  };
  return fittingList(itemTexts(value).map(printable), restOf);
}

function fittingList(texts: readonly string[], restOf: (shown: number) => string): string {
  for (let shown = texts.length; shown > 0; shown -= 1) {
    const text = `${texts.slice(0, shown).join(', ')}${restOf(shown)}`;
    if (widthOf(text) <= widest) return text;
  }
  const [first] = texts;
  if (first === undefined) return restOf(0).trimStart().replace(/^and /, '');
  const rest = restOf(1);
  return `${cutTo(first, widest - rest.length - 1)}…${rest}`;
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

function cellText(value: unknown): string {
  const text = printable(readableText(value) ?? '');
  return widthOf(text) > widest ? `${cutTo(text, widest - 1)}…` : text;
}

/** Texts come from strangers: characters that a terminal would execute become blanks. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

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
