/** The words of a statement with their places, quoted text kept whole. */

export interface Token {
  readonly text: string;
  /** In capitals, for comparing keywords. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Number of parentheses open around it; a parenthesis counts as outside of itself. */
  readonly depth: number;
}

/** Quoted text, a word or dotted path, or a single character. */
export const tokenPattern = /'(?:[^'\\]|\\.)*'|\w+(?:\s*\.\s*\w+)*|[^\s\w]/gs;

export function tokenize(statement: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (const match of statement.matchAll(tokenPattern)) {
    const text = match[0];
    if (text === ')') depth--;
    const start = match.index;
    tokens.push({ text, word: text.toUpperCase(), start, end: start + text.length, depth });
    if (text === '(') depth++;
  }
  return tokens;
}

/** Takes characters out of the text the parser gets, leaving spaces. */
export type Blank = (token: Token) => void;
