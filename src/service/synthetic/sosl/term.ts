/** What stands between the braces of FIND: words, phrases, wildcards, AND, OR, NOT, parentheses. */

import { malformedSearch } from './problem.ts';

export type Term =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Term[] }
  /** `without`: what must not be there. */
  | { readonly kind: 'without'; readonly part: Term; readonly without: Term }
  /** Words next to each other. */
  | { readonly kind: 'phrase'; readonly text: string }
  /** One word; `*` and `?` in it are wildcards, those that lead are gone. */
  | { readonly kind: 'word'; readonly text: string };

type Token =
  | { readonly kind: 'word' | 'phrase'; readonly text: string }
  | { readonly kind: '(' | ')' | 'AND' | 'OR' | 'NOT' };

const hasLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Stands for an escaped wildcard while words are taken apart: no text has it. */
const escapedMark = '\uE000';

/** Reserved characters that only separate words when they aren't escaped. */
const separators = /[\s&|![\]^~:'+{}-]/;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let word = '';
  let quoted = false;
  let inPhrase = false;
  const push = (): void => {
    const upper = word.toUpperCase();
    if (!quoted && (upper === 'AND' || upper === 'OR' || upper === 'NOT'))
      tokens.push({ kind: upper });
    else if (word !== '') tokens.push({ kind: 'word', text: word });
    word = '';
    quoted = false;
  };
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '\\') {
      const next = text.charAt(++i);
      if (next === '')
        throw malformedSearch('a backslash at the end of the search text escapes nothing');
      word += next === '*' || next === '?' ? escapedMark : next;
      quoted = true;
    } else if (character === '"') {
      if (inPhrase) tokens.push({ kind: 'phrase', text: word });
      else push();
      if (inPhrase) word = '';
      inPhrase = !inPhrase;
    } else if (inPhrase) word += character;
    else if (character === '(' || character === ')') {
      push();
      tokens.push({ kind: character });
    } else if (separators.test(character)) push();
    else word += character;
  }
  if (inPhrase) throw malformedSearch('a phrase has no closing quotation mark');
  push();
  return tokens;
}

/**
 * Reads a search text. Words side by side must all be there; AND binds tighter than OR.
 * @throws StatementProblem MALFORMED_SEARCH
 */
export function readTerm(text: string): Term {
  if (text.replace(/[\s*?"]/g, '').length < 2) {
    throw malformedSearch('search term must be longer than one character', text);
  }
  const reader = new TermReader(tokenize(text));
  const term = reader.any();
  reader.end();
  if (!term) throw malformedSearch('the search text has no word to search for', text);
  return term;
}

/** Deepest nesting of parentheses. */
const maxDepth = 50;

class TermReader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  end(): void {
    const token = this.#tokens[this.#at];
    if (token) throw malformedSearch(`unexpected '${token.kind}' in the search text`);
  }

  /** Null when nothing searchable is left of it, as of a lone `&`. */
  any(): Term | null {
    const parts = [this.#all()];
    while (this.#take('OR')) parts.push(this.#all());
    return combine('any', parts);
  }

  #all(): Term | null {
    const parts = [this.#one()];
    const without: (Term | null)[] = [];
    while (true) {
      const joined = this.#take('AND');
      if (this.#take('NOT')) without.push(this.#one());
      else if (joined || this.#startsTerm()) parts.push(this.#one());
      else break;
    }
    const part = combine('all', parts);
    const excluded = combine('any', without);
    return part && excluded ? { kind: 'without', part, without: excluded } : part;
  }

  #startsTerm(): boolean {
    const kind = this.#tokens[this.#at]?.kind;
    return kind === 'word' || kind === 'phrase' || kind === '(';
  }

  #one(): Term | null {
    const token = this.#tokens[this.#at++];
    if (token?.kind === '(') {
      this.#depth += 1;
      if (this.#depth > maxDepth) throw malformedSearch('the search text nests too deep');
      const inner = this.any();
      this.#depth -= 1;
      if (!this.#take(')')) throw malformedSearch('a parenthesis of the search text is not closed');
      return inner;
    }
    if (token?.kind === 'phrase') {
      const text = token.text.replaceAll(escapedMark, ' ');
      return hasLetter(text) ? { kind: 'phrase', text } : null;
    }
    if (token?.kind === 'word') {
      const text = token.text
        .replace(/^[*?]+/, '')
        .replaceAll(escapedMark, ' ')
        .trim();
      return hasLetter(text) ? { kind: 'word', text } : null;
    }
    throw malformedSearch(`unexpected '${token?.kind ?? 'end'}' in the search text`);
  }

  #take(kind: Token['kind']): boolean {
    if (this.#tokens[this.#at]?.kind !== kind) return false;
    this.#at++;
    return true;
  }
}

function combine(kind: 'all' | 'any', parts: readonly (Term | null)[]): Term | null {
  const present = parts.filter((part) => part !== null);
  if (present.length <= 1) return present[0] ?? null;
  return { kind, parts: present };
}
