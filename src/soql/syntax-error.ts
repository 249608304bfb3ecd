/** Syntax errors of a statement: position, expected and found text; and the positions of names in the text. */

import { UserInputError } from '../errors.ts';
import { shown } from './literal.ts';

/**
 * Kind of error. `syntax`: not in the language. `feature`: in the language, and not supported; the
 * message names it. `complexity`: too long or too deep.
 */
export type SyntaxErrorKind = 'syntax' | 'feature' | 'complexity';

/** Error of a malformed statement, with a message for clients. */
export class StatementSyntaxError extends UserInputError {
  readonly kind: SyntaxErrorKind;
  /** Offset in the statement, from 0. */
  readonly offset: number;
  /** Reason without the position. */
  readonly reason: string;
  /** Unexpected word or character, `<EOF>` at the end; null for other errors. */
  readonly token: string | null;

  constructor(
    kind: SyntaxErrorKind,
    text: string,
    offset: number,
    reason: string,
    token: string | null = null,
  ) {
    super(`The statement is refused at ${placeIn(text, offset)}: ${reason}`);
    this.kind = kind;
    this.offset = offset;
    this.reason = reason;
    this.token = token;
  }
}

/** Row and column from 1, as `3:7`. */
function placeIn(text: string, offset: number): string {
  const { row, column } = rowAndColumn(text, offset);
  return `${row}:${column}`;
}

export function rowAndColumn(
  text: string,
  offset: number,
): { readonly row: number; readonly column: number } {
  let row = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    row += 1;
    lineStart = at + 1;
  }
  return { row, column: offset - lineStart + 1 };
}

const hints: readonly (readonly [start: string, hint: string])[] = [
  [';', 'one statement at a time'],
  [':', 'bind variables belong to Apex'],
  ['--', 'there are no comments'],
  ['//', 'there are no comments'],
  ['/*', 'there are no comments'],
  ['"', 'texts stand in single quotes'],
  ['*', 'fields are named, or FIELDS(STANDARD)'],
];

/** Error of the text at an offset, `expected a field, got "FROM"`, with a hint for common mistakes. */
export function unexpectedAt(text: string, offset: number, expected: string): StatementSyntaxError {
  const token = offset >= text.length ? '<EOF>' : tokenAt(text, offset);
  const hint = hints.find(([start]) => text.startsWith(start, offset))?.[1];
  const got = token === '<EOF>' ? 'the end' : shown(token);
  const reason = `expected ${expected}, got ${got}${hint === undefined ? '' : ` (${hint})`}`;
  return new StatementSyntaxError('syntax', text, offset, reason, token);
}

const word = /[A-Za-z0-9_]{1,60}/y;

function tokenAt(text: string, offset: number): string {
  word.lastIndex = offset;
  return word.exec(text)?.[0] ?? String.fromCodePoint(text.codePointAt(offset) ?? 32);
}

export type Clause =
  | 'select'
  | 'from'
  | 'where'
  | 'group'
  | 'having'
  | 'order'
  | 'limit'
  | 'offset';

/** A path, name, function or text of the statement as it is written there. */
export interface Mention {
  readonly text: string;
  readonly clause: Clause;
  /** From 0. */
  readonly offset: number;
}

/**
 * Offset of a name's first mention, alone or as a part of a path; null when the statement doesn't
 * have it.
 * @param clause searched first
 */
export function offsetOf(
  mentions: readonly Mention[],
  name: string,
  clause?: Clause,
): number | null {
  const lowerName = name.toLowerCase();
  const inClause =
    clause === undefined ? [] : mentions.filter((mention) => mention.clause === clause);
  for (const list of [inClause, mentions]) {
    const exact = list.find(({ text }) => text.toLowerCase() === lowerName);
    if (exact !== undefined) return exact.offset;
    for (const { text, offset } of list) {
      const at = `.${text.toLowerCase()}.`.indexOf(`.${lowerName}.`);
      if (at >= 0) return offset + at;
    }
  }
  return null;
}
