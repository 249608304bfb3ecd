/** Values as SOQL text: the one place where a quote, a backslash or a wildcard is made harmless. */

import { UserInputError } from '../errors.ts';
import type { Value } from './query.ts';

/** The CRM refuses longer strings in a WHERE clause. Counted after escaping, which errs on the safe side. */
const maxStringLength = 4_000;

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

// Control characters, the line separators of Unicode, and halves of surrogate pairs, which no URL can carry.
const special =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to escape
  /[\\'"\u0000-\u001f\u007f-\u009f\u2028\u2029]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text that is safe between single quotes. One pass, so that no escape is escaped again. */
export function escapeText(text: string): string {
  return text.replace(
    special,
    (char) => escapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A quoted string. @throws UserInputError when the CRM would refuse its length. */
export function quote(text: string): string {
  return bounded(`'${escapeText(text)}'`);
}

/** A quoted LIKE pattern in which the text stands for itself. */
export function quoteLike(text: string, place: 'contains' | 'startsWith' | 'endsWith'): string {
  const literal = escapeText(text).replace(/[%_]/g, '\\$&');
  const before = place === 'startsWith' ? '' : '%';
  const after = place === 'endsWith' ? '' : '%';
  return bounded(`'${before}${literal}${after}'`);
}

function bounded(quoted: string): string {
  if (quoted.length - 2 > maxStringLength) {
    throw new UserInputError(
      `Expected a text of at most ${maxStringLength} characters in a filter, got ${quoted.length - 2} (escaped)`,
    );
  }
  return quoted;
}

/** @throws UserInputError for a number or date that has no SOQL form. */
export function printValue(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return printNumber(value);
  if ('date' in value) return printDate(value.date);
  if ('datetime' in value) return printDateTime(value.datetime);
  return printRelative(value.relative, value.n);
}

/** SOQL knows no exponents, so 1e21 and 1e-7 are written out. */
function printNumber(value: number): string {
  if (!Number.isFinite(value)) {
    throw new UserInputError(`Expected a finite number, got ${value}`);
  }
  const text = String(Object.is(value, -0) ? 0 : value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}

function printDate(date: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    const instant = new Date(`${date}T00:00:00Z`);
    if (!Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)) return date;
  }
  throw new UserInputError(`Expected a date such as 2026-05-01, got ${shown(date)}`);
}

/** The CRM writes offsets as `+0000` but a query string would turn the plus into a space: always UTC with Z. */
function printDateTime(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})$/.exec(
    text,
  );
  if (match !== null) {
    const offset = match[2] === 'Z' ? 'Z' : match[2]!.replace(/^([+-]\d{2}):?/, '$1:');
    const instant = new Date(`${match[1]}${offset}`);
    if (!Number.isNaN(instant.getTime())) return instant.toISOString();
  }
  throw new UserInputError(
    `Expected an instant with its offset, such as 2026-05-01T07:25:37Z, got ${shown(text)}`,
  );
}

const plainRelative =
  /^(YESTERDAY|TODAY|TOMORROW|(LAST|THIS|NEXT)_(WEEK|MONTH|(FISCAL_)?(QUARTER|YEAR))|(LAST|NEXT)_90_DAYS)$/;
const countedRelative =
  /^((LAST|NEXT)_N_(DAYS|WEEKS|MONTHS|(FISCAL_)?(QUARTERS|YEARS))|N_(DAYS|WEEKS|MONTHS|(FISCAL_)?(QUARTERS|YEARS))_AGO)$/;

function printRelative(name: string, n: number | undefined): string {
  if (n === undefined && plainRelative.test(name)) return name;
  if (n !== undefined && countedRelative.test(name) && Number.isSafeInteger(n) && n >= 0) {
    return `${name}:${n}`;
  }
  throw new UserInputError(
    `Expected a relative date such as TODAY, or LAST_N_DAYS with a count, got ${shown(name)}${n === undefined ? '' : `:${n}`}`,
  );
}

/** A piece of someone's input, short enough for an error message. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
