/** Yoga: the graph behind HTTP for all that the fast path leaves: GETs, answers in parts, and whatever is wrong. */

import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { answerForm, partsVersion } from './accept.ts';
import { textOfBody } from './answer-cache.ts';
import { type Documents, extraParams, useDocuments } from './document/document.ts';
import type { DocumentCheck } from './document/document-check.ts';
import { isInParts } from './execution.ts';
import type { ServerContext } from './json-fast-path.ts';
import type { AnswerWriter } from './limit/answer-writer.ts';
import type { Pipeline } from './pipeline.ts';

interface YogaOptions {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  readonly check: DocumentCheck;
  readonly pipeline: Pipeline;
  readonly writer: AnswerWriter;
  /** A failure as clients see it. */
  readonly mask: (error: unknown) => GraphQLError;
}

export type Yoga = YogaServerInstance<ServerContext, object>;

export function createYogaServer({
  schema,
  documents,
  check,
  pipeline,
  writer,
  mask,
}: YogaOptions): Yoga {
  return createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    maskedErrors: { maskError: mask },
    parserAndValidationCache: false,
    plugins: [
      // 1. Which document: by its text, or by the hash of one that is known.
      useDocuments(documents),
      // 2. Is it small enough to look at, and valid? Tokens while parsing, the rest before validation.
      useDocumentCheck(check),
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
}

function useDocumentCheck(check: DocumentCheck): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string) => check.parse(source));
    },
    onValidate({ setValidationFn }) {
      setValidationFn((schema, document, rules) => check.validate(schema, document, rules));
    },
  };
}

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
