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

/** Deepest nesting of parentheses. */
const maxDepth = 50;

/** Stands for an escaped wildcard while words are taken apart: no text has it. */
const escapedMark = '\uE000';

/** Reserved characters that only separate words when they aren't escaped. */
const separator = /[\s&|![\]^~:'+{}-]/;
const wordEnd = /[\s&|![\]^~:'+{}()"-]/;

/**
 * Reads a search text. Words side by side must all be there; AND binds tighter than OR.
 * @throws StatementProblem MALFORMED_SEARCH
 */
export function readTerm(text: string): Term {
  if (text.replace(/[\s*?"]/g, '').length < 2) {
    throw malformedSearch('search term must be longer than one character', text);
  }
  const reader = new TermReader(text);
  const term = reader.any();
  reader.end();
  if (!term) throw malformedSearch('the search text has no word to search for', text);
  return term;
}

class TermReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  /** The token that is next, and for words and phrases its text. */
  #kind = '';
  #value = '';

  constructor(text: string) {
    this.#text = text;
    this.#advance();
  }

  end(): void {
    if (this.#kind !== 'end') throw this.#unexpected();
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
    for (;;) {
      const isJoined = this.#take('AND');
      if (this.#take('NOT')) without.push(this.#one());
      else if (isJoined || ['word', 'phrase', '('].includes(this.#kind)) parts.push(this.#one());
      else break;
    }
    const part = combine('all', parts);
    const excluded = combine('any', without);
    return part && excluded ? { kind: 'without', part, without: excluded } : part;
  }

  #one(): Term | null {
    const [kind, value] = [this.#kind, this.#value];
    if (this.#take('(')) {
      this.#depth += 1;
      if (this.#depth > maxDepth) throw malformedSearch('the search text nests too deep');
      const inner = this.any();
      this.#depth -= 1;
      if (!this.#take(')')) throw malformedSearch('a parenthesis of the search text is not closed');
      return inner;
    }
    if (kind !== 'word' && kind !== 'phrase') throw this.#unexpected();
    this.#advance();
    const text = (kind === 'word' ? value.replace(/^[*?]+/, '') : value).replaceAll(
      escapedMark,
      ' ',
    );
    return /[\p{L}\p{N}]/u.test(text) ? { kind, text: text.trim() } : null;
  }

  #take(kind: string): boolean {
    if (this.#kind !== kind) return false;
    this.#advance();
    return true;
  }

  #unexpected(): Error {
    return malformedSearch(`unexpected '${this.#kind}' in the search text`);
  }

  #advance(): void {
    while (separator.test(this.#text.charAt(this.#at))) this.#at += 1;
    const character = this.#text.charAt(this.#at);
    if (character === '' || character === '(' || character === ')') {
      this.#at += 1;
      this.#kind = character || 'end';
    } else if (character === '"') {
      this.#at += 1;
      this.#kind = 'phrase';
      this.#value = this.#piece(/"/).value;
      this.#at += 1;
      if (this.#at > this.#text.length) {
        throw malformedSearch('a phrase has no closing quotation mark');
      }
    } else {
      const { value, isEscaped } = this.#piece(wordEnd);
      this.#value = value;
      const isOperator = !isEscaped && /^(and|or|not)$/i.test(value);
      this.#kind = isOperator ? value.toUpperCase() : 'word';
    }
  }

  /** The text up to a character like this, without its escapes. */
  #piece(end: RegExp): { readonly value: string; readonly isEscaped: boolean } {
    let value = '';
    let isEscaped = false;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text.charAt(this.#at);
      if (character === '\\') {
        this.#at += 1;
        const next = this.#text.charAt(this.#at);
        if (next === '') throw malformedSearch('a backslash at the end escapes nothing');
        value += next === '*' || next === '?' ? escapedMark : next;
        isEscaped = true;
      } else if (end.test(character)) break;
      else value += character;
    }
    return { value, isEscaped };
  }
}

function combine(kind: 'all' | 'any', parts: readonly (Term | null)[]): Term | null {
  const present = parts.filter((part) => part !== null);
  if (present.length <= 1) return present[0] ?? null;
  return { kind, parts: present };
}
