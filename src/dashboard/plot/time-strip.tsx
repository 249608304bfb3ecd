/** A line of time as SVG: calls above the line, activities of the CRM below it. */

import { useState } from 'react';
import { dayText, plural, shortMonthText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { monthsBetween, timeScale } from './scale.ts';

export type StripMarkKind = 'call' | 'contact-call' | 'email' | 'meeting' | 'task';

export interface StripMark {
  readonly at: Date;
  readonly kind: StripMarkKind;
  readonly label: string;
  /** Of what has a screen. */
  readonly href?: string;
}

export interface TimeStripProps {
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
  readonly marks: readonly StripMark[];
  /** Since when all marks are there, of calls and of the CRM; null where none could be read. */
  readonly knownSince?: { readonly calls: Date | null; readonly crm: Date | null };
}

const width = 260;
const height = 34;
const middle = height / 2;
const edge = 6;

interface StripScale {
  readonly from: Date;
  readonly to: Date;
  readonly x: (at: Date) => number;
  readonly months: readonly Date[];
}

let latest: StripScale | null = null;

/** One for all rows of a table: to find its ticks takes longer than to draw a row. */
function stripScale(from: Date, to: Date): StripScale {
  if (latest?.from !== from || latest.to !== to) {
    const x = timeScale(from, to, [edge, width - edge]);
    latest = { from, to, x, months: monthsBetween(from, to) };
  }
  return latest;
}

export function TimeStrip({ from, to, now, marks, knownSince }: TimeStripProps) {
  const { x, months } = stripScale(from, to);
  // A table of strips has thousands of marks: until the pointer is on a strip, those of a kind are one element.
  const [isPointed, setPointed] = useState(false);
  const { calls = null, crm = null } = knownSince ?? { calls: from, crm: from };
  const lanes = [
    { system: 'Calls', y: 3, since: calls },
    { system: 'CRM activities', y: middle, since: crm },
  ].filter(({ since }) => since === null || since > from);
  const inRange = marks.filter(({ at }) => at >= from && at <= to);
  return (
    <svg
      className="strip"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={summary(inRange, lanes.length > 0)}
      onPointerEnter={() => setPointed(true)}
    >
      <path
        className="tick"
        d={months.map((month) => `M${rounded(x(month))} 3V${height - 3}`).join('')}
      />
      {lanes.map(({ system, y, since }) => (
        <rect
          key={system}
          className="unknown"
          x={edge}
          width={x(since ?? now) - edge}
          y={y}
          height={middle - 3}
        >
          <title>{`${system} of this time are not known, or not all of them`}</title>
        </rect>
      ))}
      <line className="axis" x1={edge} x2={x(now)} y1={middle} y2={middle} />
      <line className="axis ahead" x1={x(now)} x2={width - edge} y1={middle} y2={middle} />
      <line className="now" x1={x(now)} x2={x(now)} y1={2} y2={height - 2} />
      {isPointed
        ? inRange.map((mark, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a kind may share a moment
            <Mark key={index} mark={mark} d={shapeOf(mark.kind, x(mark.at))} />
          ))
        : kindsOf(inRange).map(([kind, ofKind]) => (
            <path
              key={kind}
              className={kind}
              d={ofKind.map(({ at }) => shapeOf(kind, x(at))).join('')}
            />
          ))}
    </svg>
  );
}

/** A way for the pointer alone: without it, a strip is one picture, and the row has the last call. */
function Mark({ mark: { kind, label, at, href }, d }: { mark: StripMark; d: string }) {
  const shape = (
    <path className={kind} d={d}>
      <title>{`${label}, ${dayText(at)}`}</title>
    </path>
  );
  return href === undefined ? (
    shape
  ) : (
    <Link href={href} tabIndex={-1}>
      {shape}
    </Link>
  );
}

const kindsOf = (marks: readonly StripMark[]) => [...Map.groupBy(marks, ({ kind }) => kind)];

/** Outline of a mark. Kinds differ by place and shape, not by colour alone. */
function shapeOf(kind: StripMarkKind, at: number, y?: number): string {
  const x = rounded(at);
  const below = y ?? middle + 8.5;
  if (kind === 'call')
    return `M${x} ${y ?? middle - 8.5}m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z`;
  // Its outline is drawn, half of it beyond the edge.
  if (kind === 'contact-call')
    return `M${x} ${y ?? middle - 8.5}m-3.75 0a3.75 3.75 0 1 0 7.5 0a3.75 3.75 0 1 0-7.5 0z`;
  if (kind === 'meeting') return `M${x} ${below}m-4-4h8v8h-8z`;
  if (kind === 'email') return `M${x} ${below}m0-4.5l4.5 4.5l-4.5 4.5l-4.5-4.5z`;
  return `M${x} ${below}m-1.25-4.5h2.5v9h-2.5z`;
}

/** Rounds to a tenth of a unit, which is invisible. */
const rounded = (at: number): number => Math.round(at * 10) / 10;

const words: Readonly<Record<StripMarkKind, readonly [string, string]>> = {
  call: ['call about the deal', 'calls about the deal'],
  'contact-call': ['other call with its contacts', 'other calls with its contacts'],
  meeting: ['meeting', 'meetings'],
  email: ['e-mail', 'e-mails'],
  task: ['other task', 'other tasks'],
};

function summary(marks: readonly StripMark[], isPart: boolean): string {
  const parts = Object.entries(words).flatMap(([kind, [singular, manyForm]]) => {
    const count = marks.filter((mark) => mark.kind === kind).length;
    return count === 0 ? [] : [plural(count, singular, manyForm)];
  });
  if (isPart) parts.push(parts.length === 0 ? 'Not known' : 'more that is not known');
  return parts.length === 0 ? 'No activity' : parts.join(', ');
}

/** The shapes with their names and the band of what is not known, once for all strips of a screen. */
export function StripLegend({ kinds }: { kinds: readonly StripMarkKind[] }) {
  return (
    <ul className="legend">
      {kinds.map((kind) => (
        <li key={kind}>
          <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" className={kind}>
            <path d={shapeOf(kind, 7, 7)} />
          </svg>
          {words[kind][1]}
        </li>
      ))}
      <li>
        <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
          <rect className="unknown" y={2} width={14} height={10} />
        </svg>
        not all known
      </li>
    </ul>
  );
}

const shareOf = (at: number): string => `${rounded((100 * at) / width)}%`;

/** Months over a column of strips, and now: above them where a month begins too near to it. */
export function StripAxis({ from, to, now }: Pick<TimeStripProps, 'from' | 'to' | 'now'>) {
  const { x, months } = stripScale(from, to);
  const isNear = months.some((month) => Math.abs(x(month) - x(now)) <= 32);
  const below = isNear ? 12 : 0;
  return (
    // Without a view box: the text keeps its size where strips are narrow.
    <svg className="strip" height={14 + below} aria-hidden="true">
      {months
        // Half of a name would lie beyond the edge.
        .filter((month) => x(month) > 14 && x(month) < width - 14)
        .map((month) => (
          <text key={month.getTime()} x={shareOf(x(month))} y={11 + below} textAnchor="middle">
            {shortMonthText(month)}
          </text>
        ))}
      <text x={shareOf(x(now))} y={11} textAnchor="middle" className="now">
        now
      </text>
    </svg>
  );
}
