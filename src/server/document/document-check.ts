/** Document check: a text is parsed and held against limits and rules once, and the verdict is the same for all clients. */

import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type Source,
  specifiedRules,
  type ValidationRule,
} from 'graphql';
import { type DocumentLimitOptions, excessOf } from '../../engine/document/document-limit.ts';
import { parseWithin } from '../../engine/document/document-parser.ts';
import { withSuggestion } from '../../engine/document/suggestion.ts';
import { validateWithin } from '../../engine/document/validation.ts';
import type { DocumentCache } from './document.ts';

export class DocumentCheck {
  readonly #limits: DocumentLimitOptions;
  readonly #cache: DocumentCache;

  constructor(limits: DocumentLimitOptions, cache: DocumentCache) {
    this.#limits = limits;
    this.#cache = cache;
  }

  /** @throws what is wrong with the text, whether it is no document or one that is refused. */
  parse(source: string | Source): DocumentNode {
    const { valid, refused } = this.#cache;
    const text = textOf(source);
    const document = valid.get(text);
    if (document !== undefined) return document;
    const refusal = refused.get(text);
    if (refusal !== undefined) throw refusal;
    try {
      return parseWithin(source, this.#limits.tokens);
    } catch (error) {
      if (error instanceof Error) refused.set(text, error);
      throw error;
    }
  }

  validate(
    schema: GraphQLSchema,
    document: DocumentNode,
    rules: readonly ValidationRule[] = specifiedRules,
  ): readonly GraphQLError[] {
    const { valid, refused } = this.#cache;
    const text = textOf(document.loc!.source);
    if (valid.get(text) === document) return [];
    const excess = excessOf(document, this.#limits);
    const errors =
      excess === null ? validateWithin(schema, document, rules, withSuggestion) : [excess];
    if (errors.length === 0) valid.set(text, document);
    else refused.set(text, new AggregateError(errors.map(placed)));
    return errors;
  }

  /**
   * The document of a text; null for one that is refused, or that may be answered in parts: rules of those are the
   * library's. Names of directives have one spelling.
   */
  document(schema: GraphQLSchema, text: string): DocumentNode | null {
    const cached = this.#cache.valid.get(text);
    if (cached !== undefined) return cached;
    if (text.includes('defer') || text.includes('stream')) return null;
    try {
      const document = this.parse(text);
      return this.validate(schema, document).length > 0 ? null : document;
    } catch {
      return null;
    }
  }
}

const textOf = (source: string | Source): string =>
  typeof source === 'string' ? source : source.body;

/** As Yoga marks what validation finds: 400, but for clients of the older media type. */
const invalid = { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400, spec: true } };

/** The error with its places in the text in place of nodes, which would hold the tree. */
const placed = ({ message, source, positions, extensions }: GraphQLError): GraphQLError =>
  new GraphQLError(message, { source, positions, extensions: { ...invalid, ...extensions } });
