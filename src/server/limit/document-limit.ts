/** Turns documents away before validation and execution: too many tokens, too deep, too broad. */

import { type DocumentNode, GraphQLError, Lexer, parse, Source, TokenKind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { limitError } from './limit-error.ts';
import { type DocumentLimits, excess, measure } from './measure.ts';
import { validateWithin } from './validation.ts';

export interface DocumentLimitOptions extends DocumentLimits {
  readonly tokens: number;
  /** Of all arguments, a variable counted wherever it is used. */
  readonly values: number;
}

/** A document has either passed or failed for good, whoever sends it. */
export function useDocumentLimits(limits: DocumentLimitOptions): Plugin {
  const verdicts = new WeakMap<DocumentNode, GraphQLError | null>();

  function verdictOn(document: DocumentNode): GraphQLError | null {
    const known = verdicts.get(document);
    if (known !== undefined) return known;
    const verdict = judge(document, limits);
    verdicts.set(document, verdict);
    return verdict;
  }

  return {
    onParse({ setParseFn }) {
      setParseFn((source: string | Source) => parseWithin(source, limits.tokens));
    },
    onValidate({ params, setResult, setValidationFn }) {
      const verdict = verdictOn(params.documentAST);
      if (verdict !== null) setResult([verdict]);
      else setValidationFn(validateWithin);
    },
  };
}

function judge(document: DocumentNode, limits: DocumentLimits): GraphQLError | null {
  try {
    const sentence = excess(measure(document), limits);
    return sentence === null ? null : limitError(sentence);
  } catch (error) {
    if (error instanceof GraphQLError) return limitError(error.message, 'BAD_USER_INPUT');
    throw error;
  }
}

/** Depth of nesting is bounded by the tokens, but the parser's stack may end before they do. */
function parseWithin(source: string | Source, maxTokens: number): DocumentNode {
  // Counted beforehand: the parser builds all nodes up to the last token it may read, and looks
  // through the whole text for the line it stopped in. A token takes a character at least.
  const { length } = typeof source === 'string' ? source : source.body;
  if (length > maxTokens && exceedsTokens(source, maxTokens))
    throw limitError(`Expected a document of at most ${maxTokens} tokens; got more.`);
  try {
    return parse(source);
  } catch (error) {
    if (error instanceof RangeError)
      throw limitError('Expected a document that is nested less deeply.');
    throw error;
  }
}

/** False also for a text with a fault before that: the parser says what it is. */
function exceedsTokens(source: string | Source, maxTokens: number): boolean {
  const lexer = new Lexer(typeof source === 'string' ? new Source(source) : source);
  try {
    for (let count = 0; count <= maxTokens; count += 1)
      if (lexer.advance().kind === TokenKind.EOF) return false;
    return true;
  } catch {
    return false;
  }
}
