/** A search term as an FTS5 expression. */

import type { Database } from '../soql/database.ts';
import { sql } from '../soql/sql.ts';
import type { Group } from './search-index.ts';
import type { Term } from './term.ts';

/** Words a wildcard inside a word may stand for at most. */
const mostWords = 1_000;

/** FTS5 has no expression for nothing; no text has this word. */
const nothing = '"\uE001nothing\uE001"';

/**
 * The expression that finds the term in these columns.
 * Trailing wildcards are FTS5's own; for those inside a word the index is asked which words fit.
 */
export function matchExpression(db: Database, term: Term, columns: readonly Group[]): string {
  return `{${columns.join(' ')}} : (${expression(db, term)})`;
}

function expression(db: Database, term: Term): string {
  switch (term.kind) {
    case 'all':
    case 'any': {
      const parts = term.parts.map((part) => expression(db, part));
      return `(${parts.join(term.kind === 'all' ? ' AND ' : ' OR ')})`;
    }
    case 'without':
      return `(${expression(db, term.part)} NOT ${expression(db, term.without)})`;
    case 'phrase':
      return quote(term.text);
    case 'word':
      return word(db, term.text);
  }
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const isWildcard = (character: string): boolean => character === '*' || character === '?';

function word(db: Database, text: string): string {
  let end = text.length;
  while (end > 0 && isWildcard(text.charAt(end - 1))) end -= 1;
  const plain = text.slice(0, end);
  const isPrefix = text.endsWith('*');
  if (!/[*?]/.test(plain) && (isPrefix || plain === text)) {
    return isPrefix ? `${quote(plain)} *` : quote(plain);
  }
  const pieces = text
    .split(/[^\p{L}\p{N}\p{M}*?]+/u)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  return `(${pieces.map((piece) => wildcard(db, piece.replace(/^[*?]+/, ''))).join(' AND ')})`;
}

/** The words of the index that fit, as alternatives. Its words are in lower case, without accents. */
function wildcard(db: Database, piece: string): string {
  const pattern = piece.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const prefix = pattern.split(/[*?]/)[0] ?? '';
  const last = `${prefix}\u{10FFFF}`;
  const found = db.all(
    sql`SELECT term FROM crm_search_term WHERE term >= ${prefix} AND term <= ${last} AND term GLOB ${pattern} LIMIT ${mostWords}`,
  );
  if (found.length === 0) return nothing;
  return `(${found.map(([term]) => quote(String(term))).join(' OR ')})`;
}
