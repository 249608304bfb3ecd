/** Turns documents away before validation and execution: too many tokens, too deep, too broad. */

import {
  type DocumentNode,
  GraphQLError,
  Lexer,
  parse,
  Source,
  TokenKind,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ErrorCode } from '../../errors.ts';
import { type DocumentLimits, excess, measure } from './measure.ts';

export interface DocumentLimitOptions extends DocumentLimits {
  readonly tokens: number;
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
      // A document can be wrong in thousands of places; the first few are all a reader needs.
      else
        setValidationFn((schema, document, rules, options) =>
          validate(schema, document, rules, { ...options, maxErrors: 10 }),
        );
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
  try {
    return parse(source, { maxTokens });
  } catch (error) {
    if (error instanceof RangeError)
      throw limitError('Expected a document that is nested less deeply.');
    if (error instanceof GraphQLError && exceedsTokens(source, maxTokens))
      throw limitError(`Expected a document of at most ${maxTokens} tokens; got more.`);
    throw error;
  }
}

/** Asked only after a failure: the parser doesn't say by class why it stopped. */
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

/** Unlike other faults of a document these are 400 in every media type: no client meant to send it. */
export function limitError(message: string, code: ErrorCode = 'QUERY_TOO_COSTLY'): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400, spec: false } } });
}
