/** Values of SOQL: how they compare, sort and fit a field's type. */

import { crmRefusal } from './refusal.ts';
import type { Literal, Order } from './soql-text.ts';

export type Value = string | number | boolean | null;

const dayMs = 86_400_000;

/** Types whose values stand in quotes. */
const quoted =
  /^(?:id|reference|string|picklist|multipicklist|combobox|email|phone|url|textarea|address)$/;
const numeric = /^(?:int|double|currency|percent)$/;

/** Published: a literal of another type than the field's refuses the statement. */
export function checkType(field: string, type: string, literal: Literal): void {
  if (literal.kind === 'word' && literal.value === 'null') return;
  const fits = quoted.test(type)
    ? literal.kind === 'text'
    : numeric.test(type)
      ? literal.kind === 'number'
      : type === 'boolean'
        ? literal.kind === 'word'
        : literal.kind === type || literal.kind === 'relative';
  if (fits) return;
  const quotes = literal.kind === 'text' ? ' and should not be enclosed in quotes' : '';
  throw crmRefusal(
    400,
    'INVALID_FIELD',
    `value of filter criterion for field '${field}' must be of type ${type}${quotes}`,
  );
}

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text);
const instantOf = (text: string): number => Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));

/** Ids of 15 and 18 characters name the same record, and case counts; other texts compare without it. */
export function keyOf(value: Value, type: string): Value {
  if (typeof value !== 'string') return value;
  if (type === 'id' || type === 'reference') return value.slice(0, 15);
  return type === 'datetime' && isInstant(value) ? instantOf(value) : value.toLowerCase();
}

export function compareKeys(left: Value, right: Value): number {
  if (left === right) return 0;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : 1;
}

/** Of two records, by one of their orders. */
export function compareBy(
  { descends, nullsFirst }: Order,
  type: string,
  left: Value,
  right: Value,
): number {
  if (left === null || right === null)
    return left === right ? 0 : (left === null) === nullsFirst ? -1 : 1;
  const sum = compareKeys(keyOf(left, type), keyOf(right, type));
  return descends ? -sum : sum;
}

/** Values that a literal stands for, as keys: from the first up to the second. */
export function rangeOf(literal: Literal, type: string, now: number): readonly [Value, Value] {
  if (literal.kind === 'relative') {
    const [from, to] = daysOf(literal, now);
    return type === 'datetime' ? [from, to - 1] : [dateOf(from), dateOf(to - dayMs)];
  }
  if (literal.kind === 'number') return [literal.value, literal.value];
  if (literal.kind === 'word') {
    const value = literal.value === 'null' ? null : literal.value === 'true';
    return [value, value];
  }
  const key = keyOf(literal.value.replaceAll('\\\\', '\\'), type);
  return [key, key];
}

const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Days of a relative date in UTC, the last exclusive. */
function daysOf({ value, n }: Extract<Literal, { kind: 'relative' }>, now: number) {
  const today = Math.floor(now / dayMs) * dayMs;
  const at = new Date(today);
  const month = (more: number): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more, 1);
  const quarter = (more: number): number =>
    Date.UTC(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 3) * 3 + 3 * more, 1);
  const year = (more: number): number => Date.UTC(at.getUTCFullYear() + more, 0, 1);
  const units = { MONTH: month, QUARTER: quarter, YEAR: year } as const;
  const [, shift = '', unit = ''] = /^(THIS|LAST|NEXT)_(MONTH|QUARTER|YEAR)$/.exec(value) ?? [];
  if (unit !== '') {
    const more = { THIS: 0, LAST: -1, NEXT: 1 }[shift] ?? 0;
    const begin = units[unit as keyof typeof units];
    return [begin(more), begin(more + 1)] as const;
  }
  switch (value) {
    case 'TODAY':
      return [today, today + dayMs] as const;
    case 'YESTERDAY':
      return [today - dayMs, today] as const;
    case 'LAST_N_DAYS':
      return [today - n * dayMs, today + dayMs] as const;
    case 'NEXT_N_DAYS':
      return [today + dayMs, today + (n + 1) * dayMs] as const;
    default:
      throw crmRefusal(400, 'MALFORMED_QUERY', `unexpected token: '${value}'`);
  }
}

/** `%` and `_` of LIKE, unless a backslash stands before them. */
export function likePattern(text: string): RegExp {
  const source = text.replace(/\\\\|\\[%_]|[%_]|[^\w\s\\]|\\/g, (piece) => {
    if (piece === '%') return '[^]*';
    if (piece === '_') return '[^]';
    if (piece === '\\\\' || piece === '\\') return '\\\\';
    if (piece === '\\%' || piece === '\\_') return piece.slice(1);
    return `\\u{${piece.codePointAt(0)!.toString(16)}}`;
  });
  return new RegExp(`^${source}$`, 'iu');
}

/** Part of a date, by the published name of its function; null of no date. */
export function datePart(call: string, value: Value): Value | undefined {
  if (typeof value !== 'string') return null;
  const at = new Date(isInstant(value) ? instantOf(value) : Date.parse(value));
  const yearBegin = Date.UTC(at.getUTCFullYear(), 0, 1);
  const dayOfYear = Math.floor((at.getTime() - yearBegin) / dayMs) + 1;
  const parts: Readonly<Record<string, Value>> = {
    CALENDAR_YEAR: at.getUTCFullYear(),
    CALENDAR_QUARTER: Math.floor(at.getUTCMonth() / 3) + 1,
    CALENDAR_MONTH: at.getUTCMonth() + 1,
    FISCAL_YEAR: at.getUTCFullYear(),
    FISCAL_QUARTER: Math.floor(at.getUTCMonth() / 3) + 1,
    FISCAL_MONTH: at.getUTCMonth() + 1,
    DAY_IN_MONTH: at.getUTCDate(),
    DAY_IN_WEEK: at.getUTCDay() + 1,
    DAY_IN_YEAR: dayOfYear,
    DAY_ONLY: at.toISOString().slice(0, 10),
    HOUR_IN_DAY: at.getUTCHours(),
    WEEK_IN_MONTH: Math.ceil(at.getUTCDate() / 7),
    WEEK_IN_YEAR: Math.ceil(dayOfYear / 7),
  };
  return parts[call];
}
