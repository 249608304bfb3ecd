/** Scanner of SOQL and SOSL: reads a statement from left to right, each character a bounded number of times. */

import { escapes } from './literal.ts';
import { maxDepth, maxLength, maxName, maxStringLength } from './statement-limit.ts';
import { StatementSyntaxError, type SyntaxErrorKind, unexpectedAt } from './syntax-error.ts';

// Sticky patterns without nested or adjacent repetition, so that time is linear in the text.
const blank = /\s+/y;
const wordPattern = /[A-Za-z][A-Za-z0-9_]*/y;
const digitsPattern = /[0-9]+/y;
const plainText = /[^'\\]+/y;

const unescaped = new Map(Object.entries(escapes).map(([character, text]) => [text[1], character]));

export class Scanner {
  readonly text: string;
  #at = 0;
  #depth = 0;
  /** Cache of `peekWord`: the word and its offset. */
  #word = '';
  #wordAt = -1;

  /** @throws StatementSyntaxError for a statement longer than the CRM takes. */
  constructor(text: string) {
    this.text = text;
    if (text.length > maxLength) {
      const reason = `statements cannot be longer than ${maxLength} characters`;
      throw this.refuse('complexity', reason, 0);
    }
    this.#skipBlank();
  }

  /** Offset of the next token: blanks before it are behind. */
  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.text.length;
  }

  /** Takes the match of a sticky pattern here; null without one. */
  take(pattern: RegExp): string | null {
    const match = this.peek(pattern);
    if (match !== null) this.skipTo(this.#at + match.length);
    return match;
  }

  peek(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  /** Goes on at an offset, past the blanks there. */
  skipTo(offset: number): void {
    this.#at = offset;
    this.#skipBlank();
  }

  /** Reads ahead to the next word, in capitals; empty where no word follows. */
  peekWord(): string {
    if (this.#wordAt !== this.#at) {
      this.#wordAt = this.#at;
      this.#word = this.peek(wordPattern)?.toUpperCase() ?? '';
    }
    return this.#word;
  }

  /** Takes the word if it is this one, in any case. */
  word(word: string): boolean {
    if (this.peekWord() !== word) return false;
    this.skipTo(this.#at + word.length);
    return true;
  }

  /** Takes these words, if all follow here in order. */
  words(...words: readonly string[]): boolean {
    const start = this.#at;
    if (words.every((word) => this.word(word))) return true;
    this.#at = start;
    return false;
  }

  expectWord(word: string): void {
    if (!this.word(word)) throw this.unexpected(word);
  }

  /** Takes the one of these words that follows. */
  oneOf<const W extends string>(words: readonly W[], expected = words.join(' or ')): W {
    const match = words.find((word) => this.word(word));
    if (match === undefined) throw this.unexpected(expected);
    return match;
  }

  /** One or more, with commas between. */
  several<T>(read: () => T): T[] {
    const list = [read()];
    while (this.symbol(',')) list.push(read());
    return list;
  }

  expectEnd(): void {
    if (!this.isAtEnd) throw this.unexpected('the end of the statement');
  }

  symbol(symbol: string): boolean {
    if (!this.text.startsWith(symbol, this.#at)) return false;
    this.skipTo(this.#at + symbol.length);
    return true;
  }

  expectSymbol(symbol: string): void {
    if (!this.symbol(symbol)) throw this.unexpected(`"${symbol}"`);
  }

  /** Reads an API name. @param expected its role, for the error */
  name(expected: string): string {
    const start = this.#at;
    const name = this.take(wordPattern);
    if (name === null) throw this.unexpected(expected);
    if (name.length > maxName) {
      throw this.refuse('complexity', `expected a name of at most ${maxName} characters`, start);
    }
    return name;
  }

  /** A whole number from 0. */
  count(): number {
    const start = this.#at;
    const count = Number(this.take(digitsPattern) ?? Number.NaN);
    if (Number.isSafeInteger(count)) return count;
    this.#at = start;
    throw this.unexpected('a whole number from 0');
  }

  /**
   * A text in single quotes, without its escapes; null when no quote opens here.
   * @param isPattern keeps a backslash before `%`, `_` and a backslash: LIKE reads them itself.
   */
  string(isPattern = false): string | null {
    if (this.text[this.#at] !== "'") return null;
    const start = this.#at;
    let value = '';
    let at = start + 1;
    for (;;) {
      plainText.lastIndex = at;
      const plain = plainText.exec(this.text)?.[0] ?? '';
      value += plain;
      at += plain.length;
      const next = this.text[at];
      if (next === undefined) throw this.unexpected('a text that a quote closes', start);
      at += 1;
      if (next === "'") break;
      const [meant, length] = this.#escape(at, isPattern, start);
      value += meant;
      at += length;
    }
    if (value.length > maxStringLength) {
      throw this.refuse(
        'syntax',
        `string literals in a WHERE clause cannot be longer than ${maxStringLength} characters`,
        start,
      );
    }
    this.skipTo(at);
    return value;
  }

  /** Decodes the escape after a backslash. @returns its text and its length */
  #escape(at: number, isPattern: boolean, start: number): readonly [string, number] {
    const character = this.text[at] ?? '';
    if (character === '\\') return [isPattern ? '\\\\' : '\\', 1];
    if (isPattern && (character === '%' || character === '_')) return [`\\${character}`, 1];
    const hex = this.text.slice(at + 1, at + 5);
    if (character === 'u' && /^[0-9a-fA-F]{4}$/.test(hex)) {
      return [String.fromCharCode(Number.parseInt(hex, 16)), 5];
    }
    const decoded = unescaped.get(character.toLowerCase());
    if (decoded !== undefined) return [decoded, 1];
    throw this.refuse(
      'syntax',
      `Illegal character sequence '\\${character}' in string literal: expected one of the escapes of SOQL`,
      start,
    );
  }

  /** Runs a reader one level deeper. @throws StatementSyntaxError beyond the depth limit */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth) {
      throw this.refuse('complexity', `expected at most ${maxDepth} levels of nested parentheses`);
    }
    const result = read();
    this.#depth -= 1;
    return result;
  }

  unexpected(expected: string, offset = this.#at): StatementSyntaxError {
    return unexpectedAt(this.text, offset, expected);
  }

  /** Error of a part of the language that is not supported. */
  unsupported(feature: string, offset = this.#at): StatementSyntaxError {
    return this.refuse('feature', `${feature} is not enabled here`, offset);
  }

  /** @param token the word that is in the way, if it is one */
  refuse(
    kind: SyntaxErrorKind,
    reason: string,
    offset = this.#at,
    token: string | null = null,
  ): StatementSyntaxError {
    return new StatementSyntaxError(kind, this.text, offset, reason, token);
  }

  #skipBlank(): void {
    blank.lastIndex = this.#at;
    if (blank.test(this.text)) this.#at = blank.lastIndex;
  }
}
