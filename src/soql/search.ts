/** SOSL: text search over several objects in one statement, as data and as text. */

import { UserInputError } from '../errors.ts';
import { printName } from './identifier.ts';
import { printClauses, printSelections } from './print.ts';
import type { Query } from './query.ts';

export const searchScopes = ['ALL', 'NAME', 'EMAIL', 'PHONE', 'SIDEBAR'] as const;

export type SearchScope = (typeof searchScopes)[number];

export interface Search {
  /** What stands between the braces, in SOSL's own spelling: see `printTerm`. */
  readonly find: string;
  /** The words of `find` stand side by side: USING PHRASE SEARCH. */
  readonly isPhrase?: boolean | undefined;
  readonly scope?: SearchScope | undefined;
  /** What is shown of each object, and of which of its records; empty for every object's Id. */
  readonly returning: readonly Query[];
  /** Rows over all objects, up to 2,000. */
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
 * @param prefix also finds words that begin with the last word of the term.
 * @throws UserInputError for a term in which the CRM would find nothing to search.
 */
export function printTerm(term: string, prefix = false): string {
  if (term.length > maxTermLength) {
    throw new UserInputError(
      `Expected a search term of at most ${maxTermLength} characters, got ${term.length}`,
    );
  }
  const words = term
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '');
  if ((term.match(letter)?.length ?? 0) < 2) {
    throw new UserInputError('Expected a search term with at least two letters or digits');
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
 * `{ find: 'Acme', returning: [{ object: 'Account', select: ['Id'] }] }`
 * → `FIND {Acme} IN ALL FIELDS RETURNING Account(Id)`
 * @throws UserInputError for a name or limit that SOSL does not allow.
 */
export function printSearch({ find, isPhrase, scope = 'ALL', returning, limit }: Search): string {
  if (returning.length === 0) throw new UserInputError('Expected at least one object to search');
  if (!searchScopes.includes(scope)) {
    throw new UserInputError(`Expected a search scope of ${searchScopes.join(', ')}`);
  }
  const objects = returning.map(printReturning).join(', ');
  const phrase = isPhrase ? ' USING PHRASE SEARCH' : '';
  const most = limit === undefined ? '' : ` LIMIT ${printLimit(limit)}`;
  return `FIND {${find}} IN ${scope} FIELDS RETURNING ${objects}${phrase}${most}`;
}

function printReturning({ object, select, ...clauses }: Query): string {
  if (select.length === 0) {
    throw new UserInputError('Expected at least one field of each searched object');
  }
  if (clauses.limit !== undefined) printLimit(clauses.limit);
  const inside = [printSelections(select), printClauses(clauses)].filter((part) => part !== '');
  return `${printName(object)}(${inside.join(' ')})`;
}

function printLimit(limit: number): string {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= maxSearchRows) return String(limit);
  throw new UserInputError(`Expected a search limit from 1 to ${maxSearchRows}, got ${limit}`);
}
