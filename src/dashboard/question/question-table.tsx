/** The table of a question: names first, bars behind figures that can be compared. */

import { useState } from 'react';
import type { QuestionColumn } from '../data/saved-question.ts';
import { Bar } from '../plot/bar.tsx';
import { dateOf } from '../shared/day.ts';
import { useFirstRows } from '../shared/first-rows.ts';
import { dayText, momentText, plural } from '../shared/format.ts';
import { MoreRows } from '../shared/more-rows.tsx';
import type { QuestionRow, QuestionRows } from './question-rows.ts';

/** Rows that are shown at once, and with each press more. */
const atOnce = 100;

export function QuestionTable({ columns, rows }: Omit<QuestionRows, 'complete'>) {
  const [limit, setLimit] = useState(atOnce);
  const rendered = useFirstRows(rows.slice(0, limit));
  const mostOf = new Map(
    columns
      .filter((column) => isCompared(column, columns, rows))
      .map(({ name }) => [name, Math.max(...rows.map((row) => Number(row[name] ?? 0)))]),
  );
  const nameColumn = nameColumnOf(columns, rows);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="scroll" aria-label="Rows" tabIndex={0}>
        <table className="rows">
          <thead>
            <tr>
              {columns.map(({ name, type }) => (
                <th
                  key={name}
                  scope="col"
                  className={
                    name === nameColumn ? 'is-name' : isFigure(type) ? 'figure' : undefined
                  }
                >
                  {headText(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rendered.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and stay where they are
              <tr key={at}>
                {columns.map((column) => (
                  <Cell
                    key={column.name}
                    column={column}
                    value={row[column.name]}
                    isName={column.name === nameColumn}
                    most={mostOf.get(column.name)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > limit && (
        <MoreRows onMore={() => setLimit((before) => before + atOnce)}>
          {`Show more of ${plural(rows.length, 'row')}`}
        </MoreRows>
      )}
    </>
  );
}

/** The text that tells rows apart best: of a deal its name, and not its stage. */
function nameColumnOf(
  columns: readonly QuestionColumn[],
  rows: readonly QuestionRow[],
): string | undefined {
  const differentIn = (name: string): number => new Set(rows.map((row) => row[name])).size;
  const texts = columns.filter(({ type }) => type === 'text');
  // The sort keeps the order of those that tell equally many apart.
  return texts.toSorted((a, b) => differentIn(b.name) - differentIn(a.name))[0]?.name;
}

interface CellProps {
  readonly column: QuestionColumn;
  readonly value: unknown;
  /** Whether it says what the row is of. */
  readonly isName: boolean;
  /** The greatest of the column; absent where there are no bars. */
  readonly most: number | undefined;
}

function Cell({ column: { name, type }, value, isName, most }: CellProps) {
  const text = cellText(type, value);
  if (isName)
    return (
      <th scope="row" className="name is-name">
        {text}
      </th>
    );
  return (
    <td
      data-label={headText(name)}
      className={isFigure(type) ? 'figure' : type === 'text' ? undefined : 'short'}
    >
      {text === '–' ? <span className="none">–</span> : text}
      {most !== undefined && typeof value === 'number' && <Bar value={value} max={most} />}
    </td>
  );
}

const isFigure = (type: QuestionColumn['type']): boolean => type === 'integer' || type === 'number';

/** Whether bars compare the figures: there are several, beside a name, none below 0, and amounts of one currency. */
function isCompared(
  { name, type }: QuestionColumn,
  columns: readonly QuestionColumn[],
  rows: readonly QuestionRow[],
): boolean {
  if (!isFigure(type) || !columns.some((column) => column.type === 'text')) return false;
  const figures = rows.map((row) => row[name]).filter((value) => typeof value === 'number');
  const areSeveral = columns
    .filter((column) => /currency/i.test(column.name))
    .some((column) => new Set(rows.map((row) => row[column.name] ?? null)).size > 1);
  return (
    new Set(figures).size > 1 &&
    figures.every((value) => value >= 0) &&
    !(areSeveral && type === 'number')
  );
}

/** `contact_last_call`, `account.name`: as words. */
const headText = (name: string): string => name.replaceAll(/[_.]/g, ' ');

const figure = new Intl.NumberFormat(navigator.language, { maximumFractionDigits: 2 });

function cellText(type: QuestionColumn['type'], value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'number') return figure.format(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return listText(value);
  if (type === 'date') return dayText(dateOf(value));
  return type === 'time' ? momentText(dateOf(value)) : value;
}

const listText = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join(', ')
    : JSON.stringify(value);
