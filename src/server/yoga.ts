/** Yoga: the graph behind HTTP, with its plugins, and the fast path of JSON POSTs through the same steps. */

import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import { type ExecutionResult, GraphQLError, type GraphQLSchema, type Source } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { type DocumentLimitOptions, excessOf } from '../engine/document/document-limit.ts';
import { parseWithin } from '../engine/document/document-parser.ts';
import { validateWithin } from '../engine/document/validation.ts';
import { createValueLimit } from '../engine/document/value-limit.ts';
import { answerForm, partsVersion } from './accept.ts';
import { type AnswersInFlight, textOfBody } from './answer-cache.ts';
import {
  type DocumentCache,
  type Documents,
  extraParams,
  useDocuments,
} from './document/document.ts';
import { maskError } from './error-response.ts';
import { isInParts } from './execution.ts';
import type { Identity } from './identity/identity.ts';
import { JsonPost, type ServerContext } from './json-fast-path.ts';
import { AnswerWriter } from './limit/answer-writer.ts';
import {
  answerExtensions,
  type Budgets,
  createPipeline,
  type Pipeline,
  type PipelineOptions,
} from './pipeline.ts';

interface YogaOptions extends Omit<PipelineOptions, 'exceedsValues' | 'extensions' | 'writer'> {
  readonly schema: GraphQLSchema;
  /** `errors`: of one answer, the others are counted. */
  readonly limits: DocumentLimitOptions & { readonly errors: number };
  readonly documents: Documents;
  readonly documentCache: DocumentCache;
  readonly inFlight: AnswersInFlight;
  /** Remaining upstream budgets of a tenant. */
  readonly budgets: (tenant: string) => Budgets;
  /** Why nothing of a system is shown to a viewer. Default: nothing is said. */
  readonly absences?: ((viewer: Identity) => readonly string[]) | undefined;
  /** Called with unexpected failures. */
  readonly unexpected: (cause: unknown) => void;
}

export interface Graphql {
  /** GETs, answers in parts, and whatever is wrong. */
  readonly yoga: YogaServerInstance<ServerContext, object>;
  /** The usual request, through the same steps. */
  readonly jsonPost: JsonPost;
  readonly inFlight: AnswersInFlight;
}

export function createGraphql(options: YogaOptions): Graphql {
  const { schema, documents, documentCache, sizes, answers, inFlight } = options;
  const mask = (error: unknown) => maskError(error, options.unexpected);
  const { all: extensions, least: leastExtensions } = answerExtensions(
    options.budgets,
    options.absences,
  );
  const { errors: maxErrors } = options.limits;
  const writer = new AnswerWriter({ sizes, maxErrors, mask, leastExtensions });
  const pipeline = createPipeline({
    ...options,
    exceedsValues: createValueLimit(options.limits.values),
    writer,
    extensions,
  });
  const yoga = createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    maskedErrors: { maskError: mask },
    parserAndValidationCache: false,
    plugins: [
      // 1. Which document: by its text, or by the hash of one that is known.
      useDocuments(documents),
      // 2. Is it small enough to look at, and valid? Tokens while parsing, the rest before validation.
      useDocumentChecks(options.limits, documentCache),
      // 3. @defer and @stream: directives, rules, multipart and event-stream answers.
      useDeferStream(),
      // 4. The steps of the operation.
      usePipeline(pipeline),
      // 5. Faults of the document leave with the same codes as all others.
      useCodes(mask),
      // 6. The answer is measured, and written.
      useAnswerWriter(writer),
      // 7. Parts say of which version they are to a client that names it.
      usePartsVersion(),
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
  const jsonPost = new JsonPost({
    yoga,
    pipeline,
    documents,
    answers,
    extensions,
    writer,
    inFlight,
    schema: yoga.getEnveloped({}).schema,
    valid: documentCache.valid,
  });
  return { yoga, jsonPost, inFlight };
}

/** The verdict on a text is the same for all clients, and reached once. */
function useDocumentChecks(
  limits: DocumentLimitOptions,
  { valid, refused }: DocumentCache,
): Plugin {
  return {
    onParse({ params: { source }, setParsedDocument, setParseFn }) {
      const text = textOf(source);
      const document = valid.get(text);
      if (document !== undefined) return setParsedDocument(document);
      const refusal = refused.get(text);
      if (refusal !== undefined) throw refusal;
      setParseFn((source: string | Source) => parseWithin(source, limits.tokens));
      return ({ result }) => {
        if (result instanceof Error) refused.set(text, result);
      };
    },
    onValidate({ params: { documentAST: document }, setResult, setValidationFn }) {
      const text = textOf(document.loc!.source);
      if (valid.get(text) === document) return setResult([]);
      const excess = excessOf(document, limits);
      if (excess === null) setValidationFn(validateWithin);
      else setResult([excess]);
      return ({ result }) => {
        const errors = result as readonly GraphQLError[];
        if (errors.length === 0) valid.set(text, document);
        else refused.set(text, new AggregateError(errors.map(placed)));
      };
    },
  };
}

const textOf = (source: string | Source): string =>
  typeof source === 'string' ? source : source.body;

/** The error with its places in the text in place of nodes, which would hold the tree. */
const placed = ({ message, source, positions, extensions }: GraphQLError): GraphQLError =>
  new GraphQLError(message, { source, positions, extensions });

function usePipeline(pipeline: Pipeline): Plugin<ServerContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { schema, document, operationName, variableValues: variables, contextValue } = args;
      const { record, request } = contextValue;
      const takesParts = answerForm(request.headers.get('accept') ?? undefined).parts !== null;
      const pipelineRequest = { schema, document, operationName, variables, record, takesParts };
      setExecuteFn((executeArgs) =>
        pipeline(pipelineRequest, () => executeFn(executeArgs) as ExecutionResult),
      );
    },
  };
}

/** Whatever is to be sent in one part is written here, however it came about; parts have been. */
function useAnswerWriter(writer: AnswerWriter): Plugin<ServerContext> {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      if (Array.isArray(result) || isInParts(result as ExecutionResult)) return;
      const { record } = serverContext as unknown as ServerContext;
      const { data, errors } = result as ExecutionResult;
      const { body } = writer.write(record, result as ExecutionResult, true);
      const text = textOfBody(body);
      // Yoga takes the status from the errors, and makes each of them anew: of an executed operation one is enough.
      const telling = data === undefined ? errors : errors?.slice(0, 1);
      setResult({
        ...(data !== undefined && { data: null }),
        errors: telling,
        stringify: () => text,
      });
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

function usePartsVersion(): Plugin {
  return {
    onResponse({ request, response }) {
      const { parts } = answerForm(request.headers.get('accept') ?? undefined);
      const type = response.headers.get('content-type');
      if (!parts?.isVersioned || !type?.startsWith(parts.mediaType)) return;
      // Before the boundary, which some clients take to be all that follows.
      const version = `; ${partsVersion.name}=${partsVersion.value}`;
      response.headers.set('content-type', type.replace(parts.mediaType, `$&${version}`));
    },
  };
}
