/** What a GraphQL request passes once its HTTP side is in order: the plugin list is its itinerary. */

import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { boundedDocumentCache } from './document/cache.ts';
import { extraParams } from './document/document.ts';
import { maskError } from './errors.ts';
import { usePlans } from './execute/compiled.ts';
import { watchPaths } from './explain-paths.ts';
import { type CostOptions, useCostLimit } from './limit/cost-limit.ts';
import { type DocumentLimitOptions, useDocumentLimits } from './limit/document-limit.ts';
import { currentRequest, type RequestRecord } from './request.ts';

/** What Yoga is handed beside the request. */
export interface ServerContext {
  readonly record: RequestRecord;
}

export interface YogaOptions<Context extends object> {
  readonly schema: GraphQLSchema;
  readonly createContext: (record: RequestRecord) => Context | Promise<Context>;
  readonly limits: DocumentLimitOptions;
  /** Finds the document a request means. */
  readonly documents: Plugin;
  readonly cost: CostOptions<Context>;
  /** Adds what an answer says about itself. */
  readonly extensions: Plugin;
  /** Called with failures nobody raised on purpose. */
  readonly unexpected: (cause: unknown) => void;
}

export type Yoga = YogaServerInstance<ServerContext, object>;

export function createGraphql<Context extends object>(options: YogaOptions<Context>): Yoga {
  watchPaths(options.schema);
  const mask = (error: unknown) => maskError(error, options.unexpected);
  return createYoga<ServerContext>({
    schema: options.schema,
    graphqlEndpoint: '/graphql',
    context: ({ record }) => options.createContext(record),
    maskedErrors: { maskError: mask },
    parserAndValidationCache: boundedDocumentCache(),
    plugins: [
      // 1. Which document: by its text, or by the hash of one that is known.
      options.documents,
      // 2. Is it small enough to look at? Tokens while parsing, the rest before validation.
      useDocumentLimits(options.limits),
      // 3. @defer and @stream: directives, rules, multipart and event-stream answers.
      useDeferStream(),
      // 4. What it may cost, reckoned from its shape and variables.
      useCostLimit(options.cost),
      // 5. Execution stops when nobody waits for it any more.
      useCancellation(),
      // 6. What comes again runs from a plan.
      usePlans(),
      // 7. What it did cost, and how it came about.
      options.extensions,
      // 8. Faults of the document leave with the same codes as all others.
      useCodes(mask),
    ],
    // The HTTP side has done these already, for Yoga and the short path alike.
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
}

function useCancellation(): Plugin {
  return {
    onExecute({ args }) {
      Object.assign(args, { signal: currentRequest.getStore()?.signal });
    },
  };
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
