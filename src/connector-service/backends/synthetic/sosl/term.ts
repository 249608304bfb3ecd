/** What stands between the braces of FIND as an FTS5 expression: words, phrases, wildcards, AND, OR, NOT, parentheses. */

import { StatementProblem } from '../soql/problem.ts';
import { type Database, sql } from '../soql/sql.ts';

/** Deepest nesting of parentheses. */
const maxDepth = 50;
/** Words a wildcard inside a word may stand for at most. */
const mostWords = 1_000;

// FTS5 has no expression for nothing; no text has this word, nor the mark of an escaped wildcard.
const nothing = '"\uE001nothing\uE001"';
const escapedMark = '\uE000';

/** A parenthesis, a phrase or a word after reserved characters that only separate words when they aren't escaped. */
const token =
  /[\s&|![\]^~:'+{}-]*(?:([()])|"((?:[^"\\]|\\.)*)"|((?:[^\s&|![\]^~:'+{}()"\\-]|\\.)+))/suy;

interface Token {
  readonly kind: string;
  readonly text: string;
}

export function malformedSearch(message: string, at?: string): StatementProblem {
  return new StatementProblem('MALFORMED_SEARCH', message, at);
}

/**
 * Words side by side must all be there; AND binds tighter than OR. Trailing wildcards are FTS5's
 * own; for those inside a word the index is asked which of its words fit.
 * @throws StatementProblem MALFORMED_SEARCH
 */
export function termExpression(db: Database, text: string): string {
  if (text.replace(/[\s*?"]/g, '').length < 2) {
    throw malformedSearch('search term must be longer than one character', text);
  }
  const reader = new TermReader(db, tokensOf(text));
  const expression = reader.any();
  reader.expect('end');
  if (expression === null) {
    throw malformedSearch('the search text has no word to search for', text);
  }
  return expression;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (token.lastIndex = 0; ; end = token.lastIndex) {
    const found = token.exec(text);
    if (found === null) break;
    const [, parenthesis, phrase, word = ''] = found;
    if (parenthesis !== undefined) tokens.push({ kind: parenthesis, text: '' });
    else if (phrase !== undefined) tokens.push({ kind: 'phrase', text: unescaped(phrase) });
    else if (/^(and|or|not)$/i.test(word)) tokens.push({ kind: word.toUpperCase(), text: '' });
    else tokens.push({ kind: 'word', text: unescaped(word).replace(/^[*?]+/, '') });
  }
  const rest = text.slice(end);
  if (rest.includes('"')) throw malformedSearch('a phrase has no closing quotation mark');
  if (rest.includes('\\')) throw malformedSearch('a backslash at the end escapes nothing');
  return tokens;
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/gs, (_, character) =>
    character === '*' || character === '?' ? escapedMark : character,
  );

/** Expressions are null where nothing searchable is left of the text, as of a lone `&`. */
class TermReader {
  readonly #db: Database;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(db: Database, tokens: readonly Token[]) {
    this.#db = db;
    this.#tokens = tokens;
  }

  get #kind(): string {
    return this.#tokens[this.#at]?.kind ?? 'end';
  }

  any(): string | null {
    const parts = [this.#all()];
    while (this.#take('OR')) parts.push(this.#all());
    return joined(parts, 'OR');
  }

  #all(): string | null {
    const parts = [this.#one()];
    const without: (string | null)[] = [];
    for (;;) {
      const isJoined = this.#take('AND');
      if (this.#take('NOT')) without.push(this.#one());
      else if (isJoined || ['word', 'phrase', '('].includes(this.#kind)) parts.push(this.#one());
      else break;
    }
    const part = joined(parts, 'AND');
    const excluded = joined(without, 'OR');
    return part && excluded ? `(${part} NOT ${excluded})` : part;
  }

  #one(): string | null {
    if (this.#take('(')) {
      this.#depth += 1;
      if (this.#depth > maxDepth) throw malformedSearch('the search text nests too deep');
      const inner = this.any();
      this.#depth -= 1;
      if (!this.#take(')')) throw malformedSearch('a parenthesis of the search text is not closed');
      return inner;
    }
    if (this.#kind !== 'phrase') this.expect('word');
    const { kind, text } = this.#tokens[this.#at++]!;
    const plain = text.replaceAll(escapedMark, ' ').trim();
    if (!/[\p{L}\p{N}]/u.test(plain)) return null;
    return kind === 'phrase' ? quoted(plain) : word(this.#db, plain);
  }

  #take(kind: string): boolean {
    if (this.#kind !== kind) return false;
    this.#at += 1;
    return true;
  }

  expect(kind: string): void {
    if (this.#kind !== kind) throw malformedSearch(`unexpected '${this.#kind}' in the search text`);
  }
}

function joined(parts: readonly (string | null)[], operator: 'AND' | 'OR'): string | null {
  const present = parts.filter((part) => part !== null);
  return present.length > 1 ? `(${present.join(` ${operator} `)})` : (present[0] ?? null);
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function word(db: Database, text: string): string {
  const plain = text.replace(/[*?]/g, '');
  if (plain === text) return quoted(plain);
  if (/^[^*?]+[*?]*\*$/.test(text)) return `${quoted(plain)} *`;
  const pieces = text
    .split(/[^\p{L}\p{N}\p{M}*?]+/u)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  return `(${pieces.map((piece) => wildcard(db, piece.replace(/^[*?]+/, ''))).join(' AND ')})`;
}

/** The words of the index that fit, as alternatives. Its words are in lower case, without accents. */
function wildcard(db: Database, piece: string): string {
  const pattern = piece.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const prefix = pattern.split(/[*?]/)[0] ?? '';
  const found = db.all(
    sql`SELECT term FROM crm_search_term WHERE term >= ${prefix} AND term <= ${`${prefix}\u{10FFFF}`} AND term GLOB ${pattern} LIMIT ${mostWords}`,
  );
  if (found.length === 0) return nothing;
  return `(${found.map(([term]) => quoted(String(term))).join(' OR ')})`;
}
