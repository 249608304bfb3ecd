/** Columns over time as SVG, and the same figures as a table. */

import { type ReactNode, useRef } from 'react';
import { dayMs } from '../shared/day.ts';
import { Figure } from '../shared/figure.tsx';
import { dayText, number, plural, shortMonthText } from '../shared/format.ts';
import { LateDetails } from '../shared/late-details.tsx';
import { Link } from '../shared/link.tsx';
import { levelsTo, linearScale, monthsBetween, timeScale } from './scale.ts';
import { useWidth } from './width.ts';

export interface Column {
  readonly at: Date;
  readonly value: number;
}

export interface ColumnsProps {
  readonly columns: readonly Column[];
  /** What is counted. */
  readonly name: string;
  /** Where what a column counts is listed. */
  readonly hrefOf?: (column: Column) => string;
}

const usualWidth = 720;
const height = 120;
const bottom = 102;

export function Columns(props: ColumnsProps) {
  const [first] = props.columns;
  const last = props.columns.at(-1);
  return first === undefined || last === undefined ? null : (
    <Drawn {...props} first={first} last={last} />
  );
}

function Drawn({
  columns,
  name,
  hrefOf,
  first,
  last,
}: ColumnsProps & { first: Column; last: Column }) {
  const frame = useRef<HTMLElement>(null);
  const measured = useWidth(frame);
  const width = measured || usualWidth;
  const most = Math.max(...columns.map(({ value }) => value));
  // Each column begins at its moment, so the last one needs room behind it.
  const step = (last.at.getTime() - first.at.getTime()) / Math.max(1, columns.length - 1);
  const end = new Date(last.at.getTime() + step);
  // What is still counted is no fall.
  const isRunning = ({ at }: Column): boolean => at === last.at && end.getTime() > Date.now();
  const weekText = (column: Column): string =>
    `${dayText(column.at)}${isRunning(column) ? ', until now' : ''}`;
  const levels = levelsTo(most);
  // Room for the longest of their numbers.
  const left = Math.max(24, 8 + 6 * number(levels.at(-1) ?? 1).length);
  const x = timeScale(first.at, end, [left, width]);
  const y = linearScale([0, levels.at(-1) ?? 1], [bottom, 8]);
  const thick = Math.max(2, ((width - left) / columns.length) * 0.66);
  const isLong = end.getTime() - first.at.getTime() > 150 * dayMs;
  // Months where they begin; weeks below the beginning of their column.
  const labelled = isLong
    ? monthsBetween(first.at, end).map((at) => ({ at, text: shortMonthText(at) }))
    : columns.map(({ at }) => ({ at, text: dayText(at, at) }));
  // No label over another, and none over the edge.
  let free = left - 12;
  const fits = (at: Date): boolean => {
    const isFree = x(at) - 22 >= free && x(at) + 22 <= width;
    if (isFree) free = x(at) + 26;
    return isFree;
  };
  const wayOf = (column: Column): string | null =>
    column.value === 0 ? null : (hrefOf?.(column) ?? null);
  return (
    <figure className="columns" ref={frame}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        // An image has no ways out of it.
        role={hrefOf === undefined ? 'img' : 'group'}
        aria-label={summary(columns, name)}
      >
        {/* Drawn once, when the width is known. */}
        {measured > 0 && (
          <>
            {levels.map((level) => (
              <g key={level}>
                <line className="tick" x1={left} x2={width} y1={y(level)} y2={y(level)} />
                <text x={left - 6} y={y(level) + 3} textAnchor="end">
                  {number(level)}
                </text>
              </g>
            ))}
            {labelled
              .filter(({ at }) => fits(at))
              .map(({ at, text }) => (
                <text key={at.getTime()} x={x(at)} y={height - 3} textAnchor="middle">
                  {text}
                </text>
              ))}
            {columns.map((column) => (
              <Way key={column.at.getTime()} href={wayOf(column)}>
                <title>{`Week of ${weekText(column)}: ${number(column.value)}`}</title>
                {/* A low column is no small target. */}
                <rect className="target" x={x(column.at)} width={thick} y={0} height={bottom} />
                <rect
                  className={isRunning(column) ? 'column running' : 'column'}
                  x={x(column.at)}
                  width={thick}
                  y={y(column.value)}
                  height={bottom - y(column.value)}
                />
              </Way>
            ))}
          </>
        )}
      </svg>
      <LateDetails summary="As a table">
        {() => (
          <table>
            <thead>
              <tr>
                <th>Week of</th>
                <th className="figure">{name}</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column) => (
                <tr key={column.at.getTime()}>
                  <td>{weekText(column)}</td>
                  <td className="figure">
                    <Figure href={wayOf(column)}>{number(column.value)}</Figure>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </LateDetails>
    </figure>
  );
}

function summary(columns: readonly Column[], name: string): string {
  const total = columns.reduce((sum, { value }) => sum + value, 0);
  const most = columns.reduce((best, column) => (column.value > best.value ? column : best));
  return `${name} a week: ${number(total)} in ${plural(columns.length, 'week')}, most (${number(most.value)}) in the week of ${dayText(most.at)}`;
}

interface WayProps {
  readonly href: string | null;
  readonly children: ReactNode;
}

/** For the pointer: the keyboard has the same ways in the table. */
const Way = ({ href, children }: WayProps) =>
  href === null ? (
    <g>{children}</g>
  ) : (
    <Link href={href} tabIndex={-1}>
      {children}
    </Link>
  );
