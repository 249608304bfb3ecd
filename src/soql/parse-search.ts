/** SOSL from text to tree: FIND {…} IN … FIELDS RETURNING … WITH … LIMIT … UPDATE …. */

import type { Mention } from './mention.ts';
import { type Clauses, checkLength, readClauses, readSelections } from './parse.ts';
import { readList } from './parse-condition.ts';
import type { Query } from './query.ts';
import { Reader } from './reader.ts';
import { type Search, searchScopes } from './search.ts';

export interface ParsedSearch {
  readonly search: Search;
  readonly mentions: readonly Mention[];
}

/** @throws StatementSyntaxError that says where, what was expected and what came. */
export function parseSearch(text: string): ParsedSearch {
  const reader = new Reader(text);
  checkLength(reader);
  reader.expectWord('FIND');
  const find = readBraces(reader);
  const scope = reader.word('IN') ? readScope(reader) : undefined;
  const returning = reader.word('RETURNING') ? readReturning(reader) : [];
  const isPhrase = readOptions(reader);
  const limit = reader.word('LIMIT') ? reader.count() : undefined;
  readOptions(reader);
  readUpdate(reader);
  if (!reader.isAtEnd) throw reader.unexpected('the end of the statement');
  return { search: { find, isPhrase, scope, returning, limit }, mentions: reader.mentions };
}

/** The text between braces, where a backslash escapes the next character. */
function readBraces(reader: Reader): string {
  const refusal = reader.unexpected('a search text in braces');
  const { text, at: start } = reader;
  if (text[start] !== '{') throw refusal;
  let at = start + 1;
  while (text[at] !== '}') {
    if (at >= text.length || text[at] === '{') throw refusal;
    at += text[at] === '\\' ? 2 : 1;
  }
  reader.skipTo(at + 1);
  return text.slice(start + 1, at);
}

function readScope(reader: Reader): Search['scope'] {
  const scope = searchScopes.find((word) => reader.word(word));
  if (scope === undefined) throw reader.unexpected(`one of ${searchScopes.join(', ')}`);
  reader.expectWord('FIELDS');
  return scope;
}

/** `Account(Id, Name WHERE … LIMIT 5), Contact` */
function readReturning(reader: Reader): Query[] {
  const list: Query[] = [];
  do {
    reader.clause = 'from';
    const object = reader.named('an object');
    reader.clause = 'select';
    if (!reader.symbol('(')) list.push({ object, select: ['Id'] });
    else {
      const select = readSelections(reader);
      const clauses: Clauses = readClauses(reader);
      list.push({ object, select, ...clauses });
      reader.expectSymbol(')');
    }
  } while (reader.symbol(','));
  return list;
}

/**
 * USING and WITH. All but the phrase change nothing in an organisation without divisions, networks
 * and price books. @returns whether the words of the text are a phrase.
 */
function readOptions(reader: Reader): boolean {
  let isPhrase = false;
  for (;;) {
    if (reader.words('USING', 'PHRASE', 'SEARCH')) isPhrase = true;
    else if (reader.word('WITH')) readWith(reader);
    else if (!reader.words('USING', 'ADVANCED', 'SEARCH')) return isPhrase;
  }
}

const settings = ['DIVISION', 'NETWORK', 'PRICEBOOKID', 'SPELL_CORRECTION', 'METADATA'];

function readWith(reader: Reader): void {
  if (reader.peekWord() === 'DATA') throw reader.unsupported('WITH DATA CATEGORY');
  if (reader.word('HIGHLIGHT')) return;
  if (reader.word('SNIPPET')) {
    if (reader.symbol('(')) readList(reader, () => readSetting(reader, ['TARGET_LENGTH']));
  } else readSetting(reader, settings);
}

/** `DIVISION = 'x'`, `NETWORK IN ('a', 'b')` */
function readSetting(reader: Reader, names: readonly string[]): void {
  if (!names.some((name) => reader.word(name))) {
    throw reader.unexpected(`HIGHLIGHT, SNIPPET or one of ${names.join(', ')}`);
  }
  if (reader.symbol('=')) reader.value();
  else {
    reader.expectWord('IN');
    reader.expectSymbol('(');
    readList(reader, () => reader.value());
  }
}

/** UPDATE only counts views. */
function readUpdate(reader: Reader): void {
  if (!reader.word('UPDATE')) return;
  do {
    const isKnown = reader.word('TRACKING') || reader.word('VIEWSTAT');
    if (!isKnown) throw reader.unexpected('TRACKING or VIEWSTAT');
  } while (reader.symbol(','));
}
