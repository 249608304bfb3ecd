/** Document parser: counts the tokens, names and nesting of a text before the parser, which calls itself for each level, builds a tree of it. */

import { type DocumentNode, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import { limitError } from './limit-error.ts';

/** Brackets of all kinds inside each other: five for each level that MAX_DEPTH allows by default, and few enough for every walk over the tree. */
const maxNesting = 500;
const opening = /[[({]/g;

/** Answers repeat response names: in each row, and in the path of each error. */
const maxNameLength = 256;
/** One character more. Begins at the first character of a run alone, so that each run is looked through once. */
const longRun = /\b\w{257}/;

/** @throws GraphQLError for a text that is too large, and for one that is no document. */
export function parseWithin(
  source: string | Source,
  maxTokens = Infinity,
  options?: ParseOptions,
): DocumentNode {
  const excess = textExcess(source, maxTokens);
  if (excess !== null) throw limitError(excess);
  return parse(source, options);
}

/** @returns one sentence for the first limit that a text exceeds, or null. */
export function textExcess(source: string | Source, maxTokens = Infinity): string | null {
  const { body } = typeof source === 'string' ? new Source(source) : source;
  // A token takes a character at least, a level an opening bracket. What stands in texts and comments is found out below.
  const mayNestDeep = () => (body.match(opening)?.length ?? 0) > maxNesting;
  if (body.length <= maxTokens && !longRun.test(body) && !mayNestDeep()) return null;
  let [depth, longName]: [number, string | null] = [0, null];
  let isTooDeep = false;
  const lexer = new Lexer(new Source(body));
  try {
    for (let count = 0; ; count += 1) {
      if (count > maxTokens) return `Expected a document of at most ${maxTokens} tokens; got more.`;
      const { kind, value } = lexer.advance();
      if (kind === TokenKind.EOF) break;
      if (kind === TokenKind.NAME && value.length > maxNameLength) longName ??= value;
      depth += steps[kind] ?? 0;
      if (depth > maxNesting) isTooDeep = true;
    }
  } catch {
    // The parser names the fault.
  }
  if (longName !== null)
    return `Expected names and aliases of at most ${maxNameLength} characters; got one of ${longName.length}.`;
  return isTooDeep ? `Expected a document nested at most ${maxNesting} deep; got more.` : null;
}

const steps: Partial<Record<TokenKind, 1 | -1>> = {
  [TokenKind.BRACE_L]: 1,
  [TokenKind.BRACKET_L]: 1,
  [TokenKind.PAREN_L]: 1,
  [TokenKind.BRACE_R]: -1,
  [TokenKind.BRACKET_R]: -1,
  [TokenKind.PAREN_R]: -1,
};
