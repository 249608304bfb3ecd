/** Search text of FIND to FTS5 expression: words, phrases, wildcards, AND, OR, NOT, parentheses. */

import { withBlanks } from '../../contract/word-break.ts';
import { type CompanyDatabase, sql } from '../soql/sql.ts';
import { StatementError } from '../soql/statement-error.ts';

/** Most words of the index that one wildcard inside a word expands to. */
const maxExpansion = 1_000;

// FTS5 has no expression that matches nothing; no text has this word, nor the mark of an escaped wildcard.
const noMatch = '"\uE001nothing\uE001"';
const escapedMark = '\uE000';

/** Separators (reserved characters, unless escaped), a parenthesis, a phrase, a word, or a lone `"` or `\`. */
const tokens =
  /[\s&|![\]^~:'+{}-]+|([()])|"((?:[^"\\]|\\.)*)"|((?:[^\s&|![\]^~:'+{}()"\\-]|\\.)+)|(["\\])/gsuy;

const operators = new Set(['AND', 'OR', 'NOT']);

export function malformedSearch(message: string, at?: string): StatementError {
  return new StatementError('MALFORMED_SEARCH', message, at);
}

/**
 * `joe* AND NOT "ann b"` → `"joe" * NOT "ann b"`. Words side by side must all match; words without a
 * letter or digit, as a lone `,`, are skipped. FTS5 itself checks where operators may be.
 * @throws StatementError MALFORMED_SEARCH
 */
export function termExpression(db: CompanyDatabase, text: string): string {
  if (text.replace(/[\s*?"]/g, '').length < 2) {
    throw malformedSearch('search term must be longer than one character', text);
  }
  const parts: string[] = [];
  let depth = 0;
  for (const [, parenthesis, phrase, word = '', unpaired] of text.matchAll(tokens)) {
    if (unpaired === '"') throw malformedSearch('a phrase has no closing quotation mark');
    if (unpaired === '\\') throw malformedSearch('a backslash at the end escapes nothing');
    const last = parts.at(-1) ?? '(';
    const operator = word.toUpperCase();
    if (operators.has(operator)) {
      // FTS5 writes AND NOT as NOT.
      if (last === 'AND' && operator === 'NOT') parts.pop();
      parts.push(operator);
      continue;
    }
    const operand = parenthesis ?? wordExpression(db, phrase, word);
    if (operand === '') continue;
    if (operand === '(') depth += 1;
    if (operand === ')') depth -= 1;
    // FTS5 gets the expression in parentheses, which no text may close.
    if (depth < 0) throw malformedSearch("unexpected ')' in the search text");
    if (operand !== ')' && last !== '(' && !operators.has(last)) parts.push('AND');
    parts.push(operand);
  }
  if (depth > 0) throw malformedSearch('a parenthesis of the search text is not closed');
  if (parts.length === 0) throw malformedSearch('the search text has no word to search for', text);
  return parts.join(' ');
}

/** Escaped wildcards become a mark that separates words. */
const unescaped = (text: string): string =>
  text.replace(/\\(.)/gs, (_, character) =>
    character === '*' || character === '?' ? escapedMark : character,
  );

const quoted = (text: string): string =>
  `"${withBlanks(text).replaceAll(escapedMark, ' ').replaceAll('"', '""')}"`;

const isSearchable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Empty for a word with nothing to search for. */
function wordExpression(db: CompanyDatabase, phrase: string | undefined, word: string): string {
  const marked = unescaped(phrase ?? word);
  if (!isSearchable(marked)) return '';
  // The CRM ignores a wildcard at the start of a word.
  const text = phrase === undefined ? marked.replace(/^[*?]+/, '') : marked;
  const plain = text.replace(/[*?]/g, '');
  if (phrase !== undefined || plain === text) return quoted(text);
  if (/^[^*?]+[*?]*\*$/.test(text)) return `${quoted(plain)} *`;
  const pieces = text.split(/[^\p{L}\p{N}\p{M}*?]+/u).filter(isSearchable);
  return `(${pieces.map((piece) => expansion(db, piece.replace(/^[*?]+/, ''))).join(' AND ')})`;
}

/** Words of the index that a wildcard matches, as alternatives. The index holds lower case without accents. */
function expansion(db: CompanyDatabase, piece: string): string {
  const pattern = piece.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const prefix = pattern.split(/[*?]/)[0] ?? '';
  const terms = db.all(
    sql`SELECT term FROM crm_search_term WHERE term >= ${prefix} AND term <= ${`${prefix}\u{10FFFF}`} AND term GLOB ${pattern} LIMIT ${maxExpansion}`,
  );
  if (terms.length === 0) return noMatch;
  return `(${terms.map(([term]) => quoted(String(term))).join(' OR ')})`;
}
