/** SOSL: text search over several objects in one statement, as data, from text and to text. */

import { UserInputError } from '../errors.ts';
import { printName } from './literal.ts';
import { readClauses, readSelections } from './parse.ts';
import { readList } from './parse-condition.ts';
import { printClauses, printSelections } from './print.ts';
import type { Query } from './query.ts';
import { TokenReader } from './reader.ts';
import type { Mention } from './syntax-error.ts';

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
  /** Rows over all objects, up to `maxSearchRows`. */
  readonly limit?: number | undefined;
}

/** The most rows one search gives. */
export const maxSearchRows = 2_000;
const maxTermLength = 4_000;

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
  if (!searchScopes.includes(scope)) {
    throw new UserInputError(`Expected a search scope of ${searchScopes.join(', ')}`);
  }
  for (const most of [limit, ...returning.map((query) => query.limit)]) {
    const fits = Number.isSafeInteger(most) && Number(most) >= 1 && Number(most) <= maxSearchRows;
    if (most === undefined || fits) continue;
    throw new UserInputError(`Expected a search limit from 1 to ${maxSearchRows}, got ${most}`);
  }
  const objects = returning.map(({ object, select, ...clauses }) => {
    if (select.length > 0)
      return `${printName(object)}(${`${printSelections(select)} ${printClauses(clauses)}`.trim()})`;
    throw new UserInputError('Expected at least one field of each searched object');
  });
  const phrase = isPhrase ? ' USING PHRASE SEARCH' : '';
  const most = limit === undefined ? '' : ` LIMIT ${limit}`;
  return `FIND {${find}} IN ${scope} FIELDS RETURNING ${objects.join(', ')}${phrase}${most}`;
}

/** @throws StatementSyntaxError that says where, what was expected and what came. */
export function parseSearch(text: string): {
  readonly search: Search;
  readonly mentions: readonly Mention[];
} {
  const reader = new TokenReader(text);
  reader.expectWord('FIND');
  const find = readBraces(reader);
  const scope = reader.word('IN') ? reader.oneOf(searchScopes) : undefined;
  if (scope !== undefined) reader.expectWord('FIELDS');
  const returning = reader.word('RETURNING') ? reader.several(() => readObject(reader)) : [];
  const isPhrase = readOptions(reader);
  const limit = reader.word('LIMIT') ? reader.count() : undefined;
  readOptions(reader);
  // UPDATE only counts views.
  if (reader.word('UPDATE')) reader.several(() => reader.oneOf(['TRACKING', 'VIEWSTAT']));
  reader.expectEnd();
  return { search: { find, isPhrase, scope, returning, limit }, mentions: reader.mentions };
}

/** The text between braces, where a backslash escapes the next character. */
function readBraces(reader: TokenReader): string {
  const found = reader.take(/\{(?:[^\\{}]|\\.)*\}/sy);
  if (found === null) throw reader.unexpected('a search text in braces');
  return found.slice(1, -1);
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

const settings = ['DIVISION', 'NETWORK', 'PRICEBOOKID', 'SPELL_CORRECTION', 'METADATA'];

/**
 * USING and WITH. All but the phrase change nothing in an organisation without divisions, networks
 * and price books. @returns whether the words of the text are a phrase.
 */
function readOptions(reader: TokenReader): boolean {
  let isPhrase = false;
  for (;;) {
    if (reader.words('USING', 'PHRASE', 'SEARCH')) isPhrase = true;
    else if (reader.word('WITH')) {
      if (reader.peekWord() === 'DATA') throw reader.unsupported('WITH DATA CATEGORY');
      if (reader.word('HIGHLIGHT')) continue;
      if (!reader.word('SNIPPET')) readSetting(reader, settings);
      else if (reader.symbol('(')) readList(reader, () => readSetting(reader, ['TARGET_LENGTH']));
    } else if (!reader.words('USING', 'ADVANCED', 'SEARCH')) return isPhrase;
  }
}

/** `DIVISION = 'x'`, `NETWORK IN ('a', 'b')` */
function readSetting(reader: TokenReader, names: readonly string[]): void {
  reader.oneOf(names, `HIGHLIGHT, SNIPPET or one of ${names.join(', ')}`);
  if (reader.symbol('=')) reader.value();
  else {
    reader.expectWord('IN');
    reader.expectSymbol('(');
    readList(reader, () => reader.value());
  }
}
