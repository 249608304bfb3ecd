/** Literals: from their spelling in the statement to the stored form of a value. */

import { normalizeCrmId } from '../../../records/crm/id.ts';
import { malformed, StatementProblem } from './problem.ts';

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

/** Longest string in a WHERE clause, as the CRM has it. */
const longestString = 4_000;

/** A quoted string without its quotes and escapes. @throws StatementProblem for an escape the language doesn't have. */
export function readString(text: string): string {
  return withoutEscapes(text, (character) => malformedEscape(character, text));
}

/** The same for the right side of LIKE, where `\_` and `\%` stay as they are: they are the pattern's own escapes. */
export function readPattern(text: string): string {
  return withoutEscapes(
    text,
    (character) => {
      if (character === '_' || character === '%') return `\\${character}`;
      return malformedEscape(character, text);
    },
    '\\\\',
  );
}

function withoutEscapes(
  text: string,
  other: (character: string) => string,
  backslash = '\\',
): string {
  const value = text
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, hex: string, character: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (character === '\\') return backslash;
      return escapes[character.toLowerCase()] ?? other(character);
    });
  if (value.length > longestString) {
    throw malformed(
      `string literals in a WHERE clause cannot be longer than ${longestString} characters`,
    );
  }
  return value;
}

function malformedEscape(character: string, text: string): never {
  throw malformed(`Illegal character sequence '\\${character}' in string literal`, text);
}

/** `USD5000.01` and `5000.01` alike: the synthetic organisation has one currency. */
export function readNumber(text: string): number {
  return Number(text.replace(/^[A-Za-z]{3}/, ''));
}

/** A date that exists, as it is stored. */
export function readDate(text: string): string {
  const instant = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== text) {
    throw malformed(`Invalid date: ${text}`, text);
  }
  return text;
}

/** An instant with any offset, as it is stored: UTC with milliseconds. */
export function readDatetime(text: string): string {
  readDate(text.slice(0, 10));
  const instant = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (Number.isNaN(instant.getTime())) throw malformed(`Invalid datetime: ${text}`, text);
  return instant.toISOString();
}

/**
 * The 18-character form of an id.
 * @throws StatementProblem INVALID_QUERY_FILTER_OPERATOR for text that can't be an id.
 */
export function readId(text: string): string {
  const id = normalizeCrmId(text);
  if (id !== null) return id;
  throw new StatementProblem(
    'INVALID_QUERY_FILTER_OPERATOR',
    `invalid ID field: ${text}`,
    `'${text}'`,
  );
}
