/** What a GraphQL request passes once its HTTP side is in order: the plugin list is its itinerary. */

import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { type AnswerOptions, createAnswerMemory } from './answer-memory.ts';
import { boundedDocumentCache } from './document/cache.ts';
import { type Documents, extraParams, fingerprint, useDocuments } from './document/document.ts';
import { maskError } from './errors.ts';
import { createPlans, usePlans } from './execute/compiled.ts';
import { watchPaths } from './explain-paths.ts';
import { answerEnd, answerExtensions, type Budgets, useExtensions } from './extension.ts';
import { type CostOptions, createCostCheck, useCostLimit } from './limit/cost-limit.ts';
import { type DocumentLimitOptions, useDocumentLimits } from './limit/document-limit.ts';
import { currentRequest, type RequestRecord } from './request.ts';
import { createShortPath, type ShortPath } from './short-path.ts';

/** What Yoga is handed beside the request. */
export interface ServerContext {
  readonly record: RequestRecord;
}

export interface YogaOptions<Context extends object> {
  readonly schema: GraphQLSchema;
  readonly createContext: (record: RequestRecord) => Context | Promise<Context>;
  readonly limits: DocumentLimitOptions;
  readonly documents: Documents;
  readonly cost: CostOptions<Context>;
  /** What is left of a tenant's upstream budgets. */
  readonly budgets: (tenant: string) => Budgets;
  /** How whole answers are kept; null: none are. */
  readonly answers: AnswerOptions<Context> | null;
  /** Called with failures nobody raised on purpose. */
  readonly unexpected: (cause: unknown) => void;
}

export interface Graphql {
  readonly yoga: YogaServerInstance<ServerContext, object>;
  readonly shortPath: ShortPath;
}

export function createGraphql<Context extends object>(options: YogaOptions<Context>): Graphql {
  const { schema, createContext } = options;
  watchPaths(schema);
  const mask = (error: unknown) => maskError(error, options.unexpected);
  const cache = boundedDocumentCache();
  const checked = new WeakSet<DocumentNode>();
  const plans = createPlans();
  const cost = createCostCheck(options.cost);
  const extensions = answerExtensions(options.budgets);
  const yoga = createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ record }) => createContext(record),
    maskedErrors: { maskError: mask },
    parserAndValidationCache: cache,
    plugins: [
      // 1. Which document: by its text, or by the hash of one that is known.
      useDocuments(options.documents),
      // 2. Is it small enough to look at? Tokens while parsing, the rest before validation.
      useDocumentLimits(options.limits),
      // 3. @defer and @stream: directives, rules, multipart and event-stream answers.
      useDeferStream(),
      // 4. What is executed has passed the checks above, and need not pass them again.
      useMark(checked),
      // 5. What it may cost, reckoned from its shape and variables.
      useCostLimit(cost),
      // 6. Execution stops when nobody waits for it any more.
      useCancellation(),
      // 7. What comes again runs from a plan.
      usePlans(plans),
      // 8. What it did cost, and how it came about.
      useExtensions(extensions),
      // 9. Faults of the document leave with the same codes as all others.
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
  const shortPath = createShortPath({
    schema,
    documents: options.documents,
    checked(text) {
      const document = cache.documentCache.get(text);
      return document !== undefined && checked.has(document) ? document : undefined;
    },
    plans,
    createContext,
    cost,
    end: answerEnd(extensions),
    mask,
    answers: options.answers === null ? null : createAnswerMemory(options.answers),
  });
  return { yoga, shortPath };
}

/** Documents that are executed have passed every check of their text. */
function useMark(checked: WeakSet<DocumentNode>): Plugin {
  return {
    onExecute({ args }) {
      checked.add(args.document);
      const record = currentRequest.getStore();
      if (record !== undefined) record.document = fingerprint(args.document);
    },
  };
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
