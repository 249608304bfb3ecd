/**
 * Literals: names and values as SOQL text, and long lists of values in chunks that a statement holds. Only this file
 * checks a name, and escapes a quote, a backslash or a wildcard.
 */

import { beginningOf, UserInputError } from '../errors.ts';
import type { Value } from './query.ts';
import { maxParts, maxPath, maxQueryBytes, maxRows, maxStringLength } from './statement-limit.ts';

const name = /^[A-Za-z][A-Za-z0-9_]*$/;
/** Words that cannot be an alias because the grammar reads them as its own. */
export const reservedWords: ReadonlySet<string> = new Set(
  'and asc desc excludes first for from group having in includes last like limit not null nulls offset or order select update using where with'.split(
    ' ',
  ),
);

/** Prints an object, relationship or field name. @throws UserInputError */
export function printName(text: string): string {
  if (text.length <= maxPath && name.test(text)) return text;
  throw new UserInputError(`Expected an API name such as Account, got ${shown(text)}`);
}

/** Prints a field path of at most five relationships. @throws UserInputError */
export function printPath(text: string): string {
  if (text.length <= maxPath) {
    const parts = text.split('.');
    if (parts.length <= maxParts && parts.every((part) => name.test(part))) return text;
  }
  throw new UserInputError(
    `Expected a field path such as Account.Name, at most five relationships up, got ${shown(text)}`,
  );
}

/** @throws UserInputError */
export function printAlias(text: string): string {
  if (text.length <= maxPath && name.test(text) && !reservedWords.has(text.toLowerCase()))
    return text;
  throw new UserInputError(`Expected an alias that is not a SOQL word, got ${shown(text)}`);
}

export const escapes: Readonly<Record<string, string>> = {
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

/** Escapes text for single quotes, in one pass, so that no escape is escaped again. */
function escapeText(text: string): string {
  return text.replace(
    special,
    (char) => escapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Prints a quoted string.
 * @example
 * quote("O'Hara") → 'O\'Hara' in single quotes
 * @throws UserInputError when the CRM would reject its length
 */
export function quote(text: string): string {
  return bounded(`'${escapeText(text)}'`);
}

/** Prints a quoted LIKE pattern: its own escapes stay, other characters are escaped as in any text. */
export function quotePattern(pattern: string): string {
  return bounded(`'${pattern.split(patternEscape).map(escapePiece).join('')}'`);
}

/** Separators of the split are at odd indexes. */
const escapePiece = (piece: string, index: number): string =>
  index % 2 === 1 ? piece : escapeText(piece);

const patternEscape = /(\\[\\%_])/;

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
  if ('decimal' in value) return printDecimal(value.decimal);
  if ('currency' in value) return printCurrency(value.currency, value.amount);
  if ('datetime' in value) return printDateTime(value.datetime);
  return printRelative(value.relative, value.n);
}

function printDecimal(text: string): string {
  if (decimalPattern.test(text)) return text;
  throw new UserInputError(`Expected the digits of a number, got ${shown(text)}`);
}

function printCurrency(currency: string, amount: string): string {
  if (/^[A-Za-z]{3}$/.test(currency)) return currency + printDecimal(amount);
  throw new UserInputError(`Expected a currency code such as EUR, got ${shown(currency)}`);
}

const decimalPattern = /^-?[0-9]{1,400}(\.[0-9]{1,400})?$/;

/** Prints a number without exponent, which SOQL lacks: 1e21 and 1e-7 are written out. */
export function printNumber(value: number): string {
  if (!Number.isFinite(value)) {
    throw new UserInputError(`Expected a finite number, got ${value}`);
  }
  const text = String(Object.is(value, -0) ? 0 : value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = match;
  const digits = integer + fraction;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}

export function printDate(date: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    const instant = new Date(`${date}T00:00:00Z`);
    if (!Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)) return date;
  }
  throw new UserInputError(`Expected a date such as 2026-05-01, got ${shown(date)}`);
}

/** Prints an instant in UTC with Z: the `+` of an offset such as `+0000` would become a space in a query string. */
export function printDateTime(text: string): string {
  const match =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})$/.exec(text);
  if (match !== null) {
    const offset = match[2] === 'Z' ? 'Z' : match[2]!.replace(/^([+-]\d{2}):?/, '$1:');
    const instant = new Date(`${match[1]}${offset}`);
    if (!Number.isNaN(instant.getTime())) return instant.toISOString();
  }
  throw new UserInputError(
    `Expected an instant with its offset, such as 2026-05-01T07:25:37Z, got ${shown(text)}`,
  );
}

const units = ['DAYS', 'WEEKS', 'MONTHS', 'QUARTERS', 'YEARS', 'FISCAL_QUARTERS', 'FISCAL_YEARS'];
const spans = ['WEEK', 'MONTH', 'QUARTER', 'YEAR', 'FISCAL_QUARTER', 'FISCAL_YEAR'];

/** Date literals that stand alone, and those that take a count. */
export const plainPeriods: ReadonlySet<string> = new Set([
  'YESTERDAY',
  'TODAY',
  'TOMORROW',
  'LAST_90_DAYS',
  'NEXT_90_DAYS',
  ...spans.flatMap((span) => [`LAST_${span}`, `THIS_${span}`, `NEXT_${span}`]),
]);
export const countedPeriods: ReadonlySet<string> = new Set(
  units.flatMap((unit) => [`LAST_N_${unit}`, `NEXT_N_${unit}`, `N_${unit}_AGO`]),
);

function printRelative(name: string, n: number | undefined): string {
  if (n === undefined && plainPeriods.has(name)) return name;
  if (n !== undefined && countedPeriods.has(name) && Number.isSafeInteger(n) && n >= 0) {
    return `${name}:${n}`;
  }
  throw new UserInputError(
    `Expected a relative date such as TODAY, or LAST_N_DAYS with a count, got ${shown(name)}${n === undefined ? '' : `:${n}`}`,
  );
}

/** Shortens input for an error message. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${beginningOf(text, 40)}…` : text);
}

/** Bytes of a text as a URL parameter, by the strictest encoder: everything but A–Z a–z 0–9 - . _ ~ in three bytes. */
export function encodedLength(text: string): number {
  const encoded = text.replace(/[A-Za-z0-9_.~-]+/g, '');
  return text.length - encoded.length + 3 * Buffer.byteLength(encoded);
}

interface ChunkOptions {
  /** Statement without the values: its length counts in every chunk. */
  readonly around: string;
  readonly maxBytes?: number;
  /** Occurrences of each value in the statement. Default: one. */
  readonly times?: number;
  /** Limit of values in a chunk: the page size, when each value yields one row. */
  readonly maxValues?: number;
}

/**
 * Splits values into chunks that stay within the limits when printed into `IN (…)` of the
 * statement, in order: a query becomes a URL upstream, whose length is limited. A value too long for any chunk gets
 * one of its own, and the CRM rejects it.
 */
export function chunkByEncodedLength<V extends Value>(
  values: readonly V[],
  options: ChunkOptions,
): V[][] {
  const room = (options.maxBytes ?? maxQueryBytes) - encodedLength(options.around);
  const maxValues = Math.max(1, options.maxValues ?? maxRows);
  const chunks: V[][] = [];
  let chunk: V[] = [];
  let used = 0;
  for (const value of values) {
    const bytes = encodedLength(`${printValue(value)},`) * (options.times ?? 1);
    if (chunk.length > 0 && (used + bytes > room || chunk.length >= maxValues)) {
      chunks.push(chunk);
      chunk = [];
      used = 0;
    }
    chunk.push(value);
    used += bytes;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}
