/** SOSL: text search over several objects in one statement, with a term that cannot leave its braces. */

import { UserInputError } from '../errors.ts';
import { printName, printPath } from './identifier.ts';
import { printCondition } from './print.ts';
import type { Condition, FieldPath } from './query.ts';

export interface Search {
  /** What a person typed. Every character stands for itself. */
  readonly term: string;
  /** Also find words that begin with the last word of the term. */
  readonly prefix?: boolean | undefined;
  readonly scope?: 'ALL' | 'NAME' | 'EMAIL' | 'PHONE' | undefined;
  readonly returning: readonly Returning[];
  /** Rows over all objects, up to 2,000. */
  readonly limit?: number | undefined;
}

export interface Returning {
  readonly object: string;
  readonly fields: readonly FieldPath[];
  readonly where?: Condition | undefined;
  readonly limit?: number | undefined;
}

/** The most rows one search gives. */
export const maxSearchRows = 2_000;
const maxTermLength = 4_000;

/** Characters with a meaning of their own between the braces. */
const reserved = /[?&|!{}[\]()^~*:\\"'+-]/g;
const letter = /[\p{L}\p{N}]/gu;
/** Words with a meaning of their own there, unless quoted. */
const operator = /^(and|or|not)$/i;

/**
 * A term between the braces of FIND, all of it literal.
 * `x} RETURNING User(Id)` → `x\} RETURNING User\(Id\)`
 * @throws UserInputError for a term in which the CRM would find nothing to search.
 */
export function printTerm(term: string, prefix = false): string {
  const words = term
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '');
  if ((term.match(letter)?.length ?? 0) < 2) {
    throw new UserInputError('Expected a search term with at least two letters or digits');
  }
  if (term.length > maxTermLength) {
    throw new UserInputError(
      `Expected a search term of at most ${maxTermLength} characters, got ${term.length}`,
    );
  }
  const printed = words.map((word) =>
    operator.test(word) ? `"${word}"` : word.replace(reserved, '\\$&'),
  );
  // A wildcard cannot stand alone, nor after an operator's quotes.
  const last = words.at(-1) ?? '';
  const wildcard = prefix && /[\p{L}\p{N}]$/u.test(last) && !operator.test(last) ? '*' : '';
  return printed.join(' ') + wildcard;
}

/**
 * `{ term: 'Acme', returning: [{ object: 'Account', fields: ['Id'] }] }`
 * → `FIND {Acme} IN ALL FIELDS RETURNING Account(Id)`
 * @throws UserInputError for a term, name or limit that SOSL does not allow.
 */
export function printSearch(search: Search): string {
  if (search.returning.length === 0) {
    throw new UserInputError('Expected at least one object to search');
  }
  const scope = search.scope ?? 'ALL';
  if (!['ALL', 'NAME', 'EMAIL', 'PHONE'].includes(scope)) {
    throw new UserInputError('Expected a search scope of ALL, NAME, EMAIL or PHONE');
  }
  const returning = search.returning.map(printReturning).join(', ');
  const limit = search.limit === undefined ? '' : ` LIMIT ${printLimit(search.limit)}`;
  return `FIND {${printTerm(search.term, search.prefix)}} IN ${scope} FIELDS RETURNING ${returning}${limit}`;
}

function printReturning(returning: Returning): string {
  if (returning.fields.length === 0) {
    throw new UserInputError('Expected at least one field of each searched object');
  }
  const where = returning.where === undefined ? '' : ` WHERE ${printCondition(returning.where)}`;
  const limit = returning.limit === undefined ? '' : ` LIMIT ${printLimit(returning.limit)}`;
  return `${printName(returning.object)}(${returning.fields.map(printPath).join(', ')}${where}${limit})`;
}

function printLimit(limit: number): string {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= maxSearchRows) return String(limit);
  throw new UserInputError(`Expected a search limit from 1 to ${maxSearchRows}, got ${limit}`);
}
