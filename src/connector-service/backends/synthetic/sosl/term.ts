/** What stands between the braces of FIND as an FTS5 expression: words, phrases, wildcards, AND, OR, NOT, parentheses. */

import { type CompanyDatabase, sql } from '../soql/sql.ts';
import { StatementError } from '../soql/statement-error.ts';

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

export function malformedSearch(message: string, at?: string): StatementError {
  return new StatementError('MALFORMED_SEARCH', message, at);
}

const unexpected = (what: string): StatementError =>
  malformedSearch(`unexpected '${what}' in the search text`);

/**
 * Words side by side must all be there; AND binds tighter than OR, and words with nothing to search
 * for, as a lone `,`, are passed over. Trailing wildcards are FTS5's own; for those inside a word the
 * index is asked which of its words fit.
 * @throws StatementError MALFORMED_SEARCH
 */
export function termExpression(db: CompanyDatabase, text: string): string {
  if (text.replace(/[\s*?"]/g, '').length < 2) {
    throw malformedSearch('search term must be longer than one character', text);
  }
  const parts: string[] = [];
  let operator = '';
  let depth = 0;
  let end = 0;
  const operand = (expression: string): void => {
    const isFirst = parts.length === 0 || parts.at(-1) === '(';
    if (isFirst && operator !== '') throw unexpected(operator);
    if (!isFirst) parts.push(operator || 'AND');
    parts.push(expression);
    operator = '';
  };
  for (token.lastIndex = 0; ; end = token.lastIndex) {
    const found = token.exec(text);
    if (found === null) break;
    const [, parenthesis, phrase, word = ''] = found;
    const name = word.toUpperCase();
    if (parenthesis === '(') {
      operand('(');
      depth += 1;
      if (depth > maxDepth) throw malformedSearch('the search text nests too deep');
    } else if (parenthesis === ')') {
      depth -= 1;
      if (depth < 0 || operator !== '' || parts.at(-1) === '(') throw unexpected(')');
      parts.push(')');
    } else if (phrase === undefined && ['AND', 'OR', 'NOT'].includes(name)) {
      if (operator !== '' && !(operator === 'AND' && name === 'NOT')) throw unexpected(name);
      operator = name;
    } else {
      const plain = unescaped(phrase ?? word);
      if (!/[\p{L}\p{N}]/u.test(plain)) continue;
      operand(phrase === undefined ? wordExpression(db, plain) : quoted(plain));
    }
  }
  const rest = text.slice(end);
  if (rest.includes('"')) throw malformedSearch('a phrase has no closing quotation mark');
  if (rest.includes('\\')) throw malformedSearch('a backslash at the end escapes nothing');
  if (depth > 0) throw malformedSearch('a parenthesis of the search text is not closed');
  if (operator !== '') throw unexpected('end');
  if (parts.length === 0) throw malformedSearch('the search text has no word to search for', text);
  return parts.join(' ');
}

/** Escaped wildcards are marked, and separate words. */
const unescaped = (text: string): string =>
  text.replace(/\\(.)/gs, (_, character) =>
    character === '*' || character === '?' ? escapedMark : character,
  );

const quoted = (text: string): string =>
  `"${text.replaceAll(escapedMark, ' ').replaceAll('"', '""')}"`;

function wordExpression(db: CompanyDatabase, marked: string): string {
  // Where a word begins with a wildcard that is passed over, as the CRM does.
  const text = marked.replace(/^[*?]+/, '');
  const plain = text.replace(/[*?]/g, '');
  if (plain === text) return quoted(plain);
  if (/^[^*?]+[*?]*\*$/.test(text)) return `${quoted(plain)} *`;
  const pieces = text
    .split(/[^\p{L}\p{N}\p{M}*?]+/u)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  return `(${pieces.map((piece) => wildcard(db, piece.replace(/^[*?]+/, ''))).join(' AND ')})`;
}

/** The words of the index that fit, as alternatives. Its words are in lower case, without accents. */
function wildcard(db: CompanyDatabase, piece: string): string {
  const pattern = piece.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const prefix = pattern.split(/[*?]/)[0] ?? '';
  const found = db.all(
    sql`SELECT term FROM crm_search_term WHERE term >= ${prefix} AND term <= ${`${prefix}\u{10FFFF}`} AND term GLOB ${pattern} LIMIT ${mostWords}`,
  );
  if (found.length === 0) return nothing;
  return `(${found.map(([term]) => quoted(String(term))).join(' OR ')})`;
}
