/** SOSL statement: text search over several objects, as a tree, with its parser and printer. */

import { UserInputError } from '../errors.ts';
import { printName } from './literal.ts';
import { readClauses, readSelections } from './parse.ts';
import { readList } from './parse-condition.ts';
import { printClauses, printSelections } from './print.ts';
import type { Query } from './query.ts';
import { maxSearchRows, maxTermLength } from './statement-limit.ts';
import type { Mention } from './syntax-error.ts';
import { TokenReader } from './token-reader.ts';

export const searchScopes = ['ALL', 'NAME', 'EMAIL', 'PHONE', 'SIDEBAR'] as const;

export type SearchScope = (typeof searchScopes)[number];

export interface Search {
  /** Search text between the braces, in SOSL's spelling: see `printTerm`. */
  readonly find: string;
  /** The words of `find` stand side by side: USING PHRASE SEARCH. */
  readonly isPhrase?: boolean | undefined;
  readonly scope?: SearchScope | undefined;
  /** Selected fields and conditions of each object; empty for every object's Id. */
  readonly returning: readonly Query[];
  /** Rows over all objects, up to `maxSearchRows`. */
  readonly limit?: number | undefined;
}

/** Characters with a meaning of their own between the braces. */
const reserved = /[?&|!{}[\]()^~*:\\"'+-]/g;
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
  if ((term.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 2) {
    throw new UserInputError('Expected a search term with at least two letters or digits');
  }
  const words = term.toWellFormed().split(/[\s\p{Cc}]+/u);
  const present = words.filter((word) => word !== '');
  const printed = present.map((word) =>
    operator.test(word) ? `"${word}"` : word.replace(reserved, '\\$&'),
  );
  // A wildcard cannot stand alone, nor after an operator's quotes.
  const last = present.at(-1) ?? '';
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
  const objects = returning.map(({ object, select, ...clauses }) => {
    if (select.length === 0)
      throw new UserInputError('Expected at least one field of each searched object');
    checkLimit(clauses.limit);
    return `${printName(object)}(${`${printSelections(select)} ${printClauses(clauses)}`.trim()})`;
  });
  checkLimit(limit);
  const phrase = isPhrase ? ' USING PHRASE SEARCH' : '';
  const most = limit === undefined ? '' : ` LIMIT ${limit}`;
  return `FIND {${find}} IN ${scope} FIELDS RETURNING ${objects.join(', ')}${phrase}${most}`;
}

function checkLimit(limit = 1): void {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= maxSearchRows) return;
  throw new UserInputError(`Expected a search limit from 1 to ${maxSearchRows}, got ${limit}`);
}

/** @throws StatementSyntaxError that says where, what was expected and what came. */
export function parseSearch(text: string): {
  readonly search: Search;
  readonly mentions: readonly Mention[];
} {
  const reader = new TokenReader(text);
  reader.expectWord('FIND');
  // A backslash escapes the next character.
  const find = reader.take(/\{(?:[^\\{}]|\\.)*\}/sy)?.slice(1, -1);
  if (find === undefined) throw reader.unexpected('a search text in braces');
  const scope = reader.word('IN') ? reader.oneOf(searchScopes) : undefined;
  if (scope !== undefined) reader.expectWord('FIELDS');
  const returning = reader.word('RETURNING') ? reader.several(() => readObject(reader)) : [];
  const options = readOptions(reader);
  // UPDATE only counts views.
  if (reader.word('UPDATE')) reader.several(() => reader.oneOf(['TRACKING', 'VIEWSTAT']));
  reader.expectEnd();
  return { search: { find, scope, returning, ...options }, mentions: reader.mentions };
}

/** `Account(Id, Name WHERE … LIMIT 5)` */
function readObject(reader: TokenReader): Query {
  reader.clause = 'from';
  const object = reader.named('an object');
  reader.clause = 'select';
  if (!reader.symbol('(')) return { object, select: ['Id'] };
  const query = { object, select: readSelections(reader), ...readClauses(reader) };
  reader.expectSymbol(')');
  return query;
}

/** USING, WITH and LIMIT after RETURNING, in any order. */
function readOptions(reader: TokenReader): Pick<Search, 'isPhrase' | 'limit'> {
  let isPhrase = false;
  let limit: number | undefined;
  for (;;) {
    if (reader.words('USING', 'PHRASE', 'SEARCH')) isPhrase = true;
    else if (limit === undefined && reader.word('LIMIT')) limit = reader.count();
    else if (reader.word('WITH')) readSetting(reader);
    else if (!reader.words('USING', 'ADVANCED', 'SEARCH')) return { isPhrase, limit };
  }
}

const settings = 'HIGHLIGHT SNIPPET DIVISION NETWORK PRICEBOOKID SPELL_CORRECTION METADATA'.split(
  ' ',
);

/**
 * `HIGHLIGHT`, `SNIPPET(TARGET_LENGTH = 120)`, `DIVISION = 'x'`, `NETWORK IN ('a', 'b')`. Without
 * effect in an organisation without divisions, networks and price books.
 */
function readSetting(reader: TokenReader): void {
  if (reader.peekWord() === 'DATA') throw reader.unsupported('WITH DATA CATEGORY');
  const setting = reader.oneOf(settings, `one of ${settings.join(', ')}`);
  if (setting === 'HIGHLIGHT') return;
  if (setting === 'SNIPPET') {
    if (!reader.symbol('(')) return;
    reader.expectWord('TARGET_LENGTH');
    reader.expectSymbol('=');
    reader.count();
    reader.expectSymbol(')');
  } else if (reader.symbol('=')) reader.value();
  else {
    reader.expectWord('IN');
    reader.expectSymbol('(');
    readList(reader, () => reader.value());
  }
}
