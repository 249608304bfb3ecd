/** SOSL statements: FIND {…} IN … FIELDS RETURNING … WITH … LIMIT … UPDATE …. */

import { type StatementProblem, unsupported } from '../soql/problem.ts';
import { malformedSearch } from './problem.ts';
import type { Group } from './search-index.ts';
import { readTerm, type Term } from './term.ts';

export interface Returning {
  readonly object: string;
  /** The part in parentheses as a SOQL statement; selects Id where there is none. */
  readonly statement: string;
}

export interface Search {
  readonly term: Term;
  readonly columns: readonly Group[];
  /** Empty: all searchable objects. */
  readonly returning: readonly Returning[];
  readonly limit: number | null;
}

const fieldGroups: Readonly<Record<string, readonly Group[]>> = {
  ALL: ['name', 'email', 'phone', 'other'],
  NAME: ['name'],
  EMAIL: ['email'],
  PHONE: ['phone'],
  SIDEBAR: ['name', 'email', 'phone'],
};

/** @throws StatementProblem MALFORMED_SEARCH, or the refusal of a feature by name. */
export function parseSosl(statement: string): Search {
  const cursor = new Cursor(statement);
  if (!cursor.word('FIND')) throw cursor.unexpected();
  const text = cursor.braces();
  const columns = readColumns(cursor);
  const returning = cursor.word('RETURNING') ? readReturning(cursor) : [];
  const phrase = readOptions(cursor);
  const limit = cursor.word('LIMIT') ? cursor.integer() : null;
  readOptions(cursor);
  readUpdate(cursor);
  if (!cursor.atEnd()) throw cursor.unexpected();
  const term = phrase ? readTerm(`"${text.replaceAll('"', ' ')}"`) : readTerm(text);
  return { term, columns, returning, limit };
}

function readColumns(cursor: Cursor): readonly Group[] {
  if (!cursor.word('IN')) return fieldGroups.ALL!;
  const name = cursor.name();
  const columns = fieldGroups[name.toUpperCase()];
  if (!columns)
    throw malformedSearch(
      `IN takes ALL, NAME, EMAIL, PHONE or SIDEBAR FIELDS, not '${name}'`,
      name,
    );
  if (!cursor.word('FIELDS')) throw cursor.unexpected();
  return columns;
}

function readReturning(cursor: Cursor): Returning[] {
  const list: Returning[] = [];
  do {
    const object = cursor.name();
    list.push({ object, statement: returningStatement(object, cursor.parentheses()) });
  } while (cursor.symbol(','));
  return list;
}

/** `Id, Name WHERE … LIMIT 5` of Account → `SELECT Id, Name FROM Account WHERE … LIMIT 5`. */
function returningStatement(object: string, inside: string | null): string {
  if (inside === null) return `SELECT Id FROM ${object}`;
  const outer = blankNested(inside);
  if (/\bUSING\s+LISTVIEW\b/i.test(outer)) throw unsupported('USING ListView', 'ListView');
  const clause = /\b(WHERE|ORDER\s+BY|LIMIT|OFFSET)\b/i.exec(outer)?.index ?? inside.length;
  const fields = inside.slice(0, clause).trim();
  if (fields === '') throw malformedSearch(`RETURNING ${object}(…) names no field`, object);
  const rest = inside.slice(clause).trim();
  // The selector wants a LIMIT in a query; a search has its own bound.
  const bound = /\bFIELDS\s*\(\s*(ALL|CUSTOM)/i.test(fields) && !/\bLIMIT\b/i.test(outer);
  return `SELECT ${fields} FROM ${object} ${rest}${bound ? ' LIMIT 200' : ''}`.trim();
}

/** The text with what stands in quotes or parentheses blanked, of the same length. */
function blankNested(text: string): string {
  let depth = 0;
  return text.replace(/'(?:[^'\\]|\\.)*'|[()]|[^'()]+/gs, (part) => {
    if (part === ')') depth--;
    const shown = depth === 0 && !part.startsWith("'") ? part : ' '.repeat(part.length);
    if (part === '(') depth++;
    return shown;
  });
}

/** WITH and USING clauses that change nothing in an organisation without divisions, networks and price books. */
function readOptions(cursor: Cursor): boolean {
  let phrase = false;
  while (true) {
    if (cursor.word('USING')) {
      const kind = cursor.name().toUpperCase();
      if (!cursor.word('SEARCH') || (kind !== 'PHRASE' && kind !== 'ADVANCED'))
        throw cursor.unexpected();
      phrase ||= kind === 'PHRASE';
    } else if (cursor.word('WITH')) readWith(cursor);
    else return phrase;
  }
}

function readWith(cursor: Cursor): void {
  const name = cursor.name().toUpperCase();
  switch (name) {
    case 'HIGHLIGHT':
      return;
    case 'SNIPPET':
      cursor.parentheses();
      return;
    case 'DATA':
      throw unsupported('WITH DATA CATEGORY', 'DATA');
    case 'DIVISION':
    case 'NETWORK':
    case 'PRICEBOOKID':
    case 'SPELL_CORRECTION':
    case 'METADATA':
      if (cursor.symbol('=')) cursor.literal();
      else if (!cursor.word('IN') || cursor.parentheses() === null) throw cursor.unexpected();
      return;
    default:
      throw malformedSearch(`unexpected token: '${name}'`, name);
  }
}

/** UPDATE only counts views. */
function readUpdate(cursor: Cursor): void {
  if (!cursor.word('UPDATE')) return;
  do {
    if (!cursor.word('TRACKING') && !cursor.word('VIEWSTAT')) throw cursor.unexpected();
  } while (cursor.symbol(','));
}

/** Reads a statement from left to right; space between pieces doesn't count. */
class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #take(pattern: RegExp): string | null {
    const sticky = new RegExp(pattern.source, `${pattern.flags}y`);
    sticky.lastIndex = this.#at + (/^\s*/.exec(this.#text.slice(this.#at))?.[0].length ?? 0);
    const found = sticky.exec(this.#text);
    if (!found) return null;
    this.#at = sticky.lastIndex;
    return found[0];
  }

  word(word: string): boolean {
    return this.#take(new RegExp(`${word}\\b`, 'i')) !== null;
  }

  symbol(symbol: ',' | '='): boolean {
    return this.#take(new RegExp(symbol)) !== null;
  }

  name(): string {
    const name = this.#take(/[a-z]\w*/i);
    if (name === null) throw this.unexpected();
    return name;
  }

  integer(): number {
    const digits = this.#take(/\d+\b/);
    if (digits === null) throw this.unexpected();
    return Number(digits);
  }

  literal(): void {
    if (this.#take(/'(?:[^'\\]|\\.)*'|\w+/s) === null) throw this.unexpected();
  }

  /** The text between braces, where a backslash escapes the next character. */
  braces(): string {
    const text = this.#take(/\{(?:[^\\{}]|\\.)*\}/s);
    if (text === null) throw malformedSearch('FIND takes a search text in braces', 'FIND');
    return text.slice(1, -1);
  }

  /** The text between parentheses, which nest; null when none is open here. */
  parentheses(): string | null {
    if (this.#take(/\(/) === null) return null;
    const start = this.#at;
    let depth = 1;
    const piece = /'(?:[^'\\]|\\.)*'|[()]|[^'()]+/gs;
    piece.lastIndex = start;
    for (let found = piece.exec(this.#text); found; found = piece.exec(this.#text)) {
      if (found[0] === '(') depth++;
      if (found[0] === ')' && --depth === 0) {
        this.#at = piece.lastIndex;
        return this.#text.slice(start, found.index);
      }
    }
    throw malformedSearch("expecting a right parentheses, found '<EOF>'", this.#text.length);
  }

  atEnd(): boolean {
    return this.#text.slice(this.#at).trim() === '';
  }

  unexpected(): StatementProblem {
    const at = this.#at + (/^\s*/.exec(this.#text.slice(this.#at))?.[0].length ?? 0);
    const found = /^(\w+|\S)/.exec(this.#text.slice(at))?.[0] ?? '<EOF>';
    return malformedSearch(`unexpected token: '${found}'`, at);
  }
}
