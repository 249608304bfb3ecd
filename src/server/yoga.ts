/** What a GraphQL request passes once its HTTP side is in order: the plugin list is its itinerary. */

import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { AnswerCache, AnswerCacheOptions } from './answer-cache.ts';
import type { DocumentCache } from './document/cache.ts';
import { type Documents, extraParams, useDocuments } from './document/document.ts';
import { maskError } from './errors.ts';
import { useExecution } from './execute/execution.ts';
import { watchPaths } from './explain-paths.ts';
import { answerExtensions, type Budgets, useExtensions } from './extension.ts';
import { createJsonPost, type JsonPost } from './json-post.ts';
import { type AnswerSizes, useAnswerSize } from './limit/answer-size.ts';
import { type CostOptions, createCostCheck } from './limit/cost-limit.ts';
import { type DocumentLimitOptions, useDocumentLimits } from './limit/document-limit.ts';
import { useValueLimit } from './limit/value-limit.ts';
import type { RequestRecord } from './request.ts';
import { UnderWay } from './under-way.ts';

/** What Yoga is handed beside the request. */
export interface ServerContext {
  readonly record: RequestRecord;
  /** Who writes the answer down tells its size. */
  readonly measuresItself?: boolean;
}

export interface YogaOptions<Context extends object> {
  readonly schema: GraphQLSchema;
  readonly createContext: (record: RequestRecord) => Context;
  readonly limits: DocumentLimitOptions;
  readonly documents: Documents;
  readonly sizes: AnswerSizes;
  readonly cost: CostOptions<Context>;
  /** What is left of a tenant's upstream budgets. */
  readonly budgets: (tenant: string) => Budgets;
  readonly documentCache: DocumentCache;
  /** Null: no whole answers are cached. */
  readonly answers: AnswerCache | null;
  /** The context as one that tells how long what was read through it stays fresh. */
  readonly watch: AnswerCacheOptions<Context>['watch'] | null;
  /** Called with failures nobody raised on purpose. */
  readonly unexpected: (cause: unknown) => void;
}

export interface Graphql {
  /** GETs, answers in parts, and whatever is wrong. */
  readonly yoga: YogaServerInstance<ServerContext, object>;
  /** The usual request, through the same plugins. */
  readonly jsonPost: JsonPost;
  readonly underWay: UnderWay;
}

export function createGraphql<Context extends object>(options: YogaOptions<Context>): Graphql {
  const { schema, createContext, documents, sizes, answers, watch } = options;
  watchPaths(schema);
  const mask = (error: unknown) => maskError(error, options.unexpected);
  const extensions = answerExtensions(options.budgets);
  const yoga = createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    maskedErrors: { maskError: mask },
    parserAndValidationCache: options.documentCache,
    plugins: [
      // 1. Which document: by its text, or by the hash of one that is known.
      useDocuments(documents),
      // 2. Is it small enough to look at? Tokens while parsing, the rest before validation.
      useDocumentLimits(options.limits),
      // 3. @defer and @stream: directives, rules, multipart and event-stream answers.
      useDeferStream(),
      // 4. No answer is larger than any may be, or than there is room for.
      useAnswerSize(sizes),
      // 5. How many values it works with, wherever they stand.
      useValueLimit(options.limits.values),
      // 6. The answer that is known, what another may cost, and its execution.
      useExecution({ createContext, cost: createCostCheck(options.cost), answers, watch }),
      // 7. What it did cost, and how it came about.
      useExtensions(extensions),
      // 8. Faults of the document leave with the same codes as all others.
      useCodes(mask),
    ],
    // The HTTP side has done these already.
    extraParamNames: extraParams,
    maxRequestBodySize: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    batching: false,
    multipart: false,
    healthCheckEndpoint: '/never',
  });
  const underWay = new UnderWay();
  const jsonPost = createJsonPost({ yoga, documents, answers, extensions, sizes, underWay, mask });
  return { yoga, jsonPost, underWay };
}

/** Validation errors reach neither the executor nor its mask. */
function useCodes(mask: (error: unknown) => GraphQLError): Plugin {
  return {
    onExecutionResult({ result, setResult }) {
      if (result === undefined || Array.isArray(result) || !('errors' in result)) return;
      if (result.errors !== undefined) setResult({ ...result, errors: result.errors.map(mask) });
    },
  };
}
