/**
 * A shorter way for the usual request: one JSON POST whose answer is one JSON body. A document that
 * came before has passed the checks of its text; what is left of them is done here in the same order,
 * without the Fetch API's objects and the hooks around each step. Whatever is not plainly well is
 * left to Yoga, before anything upstream has been asked.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DocumentNode, type GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { AnswerMemory, KeptAnswer } from './answer-memory.ts';
import { type Documents, fingerprint } from './document/document.ts';
import type { Planned, Plans } from './execute/compiled.ts';
import { type ByteText, toBytes } from './execute/text.ts';
import { coerceVariables } from './execute/variable.ts';
import type { CostCheck } from './limit/cost-limit.ts';
import type { RequestRecord } from './request.ts';

export interface ShortPathOptions<Context extends object> {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  /** The parsed document of a text that has passed every check; undefined for any other. */
  readonly checked: (text: string) => DocumentNode | undefined;
  readonly plans: Plans;
  readonly createContext: (record: RequestRecord) => Context | Promise<Context>;
  readonly cost: CostCheck<Context>;
  /** What follows the data: what the answer says about itself. */
  readonly end: (record: RequestRecord) => ByteText;
  readonly mask: (error: unknown) => GraphQLError;
  /** Null where no whole answers are kept. */
  readonly answers: AnswerMemory<Context> | null;
}

export type Params = Readonly<Record<string, unknown>>;

/** Both say false of a request they leave to others. */
export interface ShortPath {
  /** Answers a body that was answered before, where that answer is kept and still good. */
  repeat(
    body: string,
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
  ): boolean;
  /** @param params what the body says. */
  run(
    body: string,
    params: Params,
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
  ): Promise<boolean>;
}

const known = new Set(['query', 'variables', 'operationName', 'extensions', 'documentId']);
const json = 'application/json; charset=utf-8';
const graphqlJson = 'application/graphql-response+json; charset=utf-8';

export function createShortPath<Context extends object>(
  options: ShortPathOptions<Context>,
): ShortPath {
  const { documents, answers } = options;
  const send = (
    response: ServerResponse,
    contentType: string,
    answer: ByteText | KeptAnswer,
    record: RequestRecord,
  ): void => {
    const rest = options.end(record);
    response.writeHead(200, {
      'content-type': contentType,
      'content-length': answer.length + rest.length,
    });
    if (typeof answer === 'string') response.end(answer + rest, 'latin1');
    else response.end(answer.endedBy(rest));
  };
  return {
    repeat(body, request, response, record) {
      // Who asks how an answer comes about wants to see it come about.
      if (answers === null || record.calls !== null) return false;
      const contentType = preferredType(request.headers.accept);
      const kept = contentType === null ? undefined : answers.repeat(body, record);
      if (kept === undefined) return false;
      send(response, contentType!, kept, record);
      return true;
    },
    async run(body, params, request, response, record) {
      const contentType = preferredType(request.headers.accept);
      if (contentType === null || !isPlain(params)) return false;
      let resolved: GraphQLParams;
      try {
        resolved = await documents.resolve(params as GraphQLParams);
      } catch {
        return false;
      }
      const planned = plannedOf(options, resolved, record);
      const answer = planned && (await answerOf(options, planned, body, resolved, record));
      if (answer === null) return false;
      send(response, contentType, answer, record);
      return true;
    },
  };
}

/** Null for an operation that has not come before, is no query, or is answered in parts. */
function plannedOf(
  { schema, checked, plans }: Pick<ShortPathOptions<object>, 'schema' | 'checked' | 'plans'>,
  { query, operationName }: GraphQLParams,
  record: RequestRecord,
): Planned | null {
  const document = query === undefined ? undefined : checked(query);
  if (document === undefined || !getOperationAST(document, operationName)) return null;
  record.document = fingerprint(document);
  return plans.of(schema, document, operationName);
}

/**
 * JSON up to the end of the data, members in the order in which the executor and the plugins put
 * them. Null where the interpreter has to say what is wrong, or the document costs too much.
 */
async function answerOf<Context extends object>(
  { schema, createContext, cost, mask, ...options }: ShortPathOptions<Context>,
  planned: Planned,
  body: string,
  { variables: given }: GraphQLParams,
  record: RequestRecord,
): Promise<ByteText | KeptAnswer | null> {
  const { operation, fragments } = planned;
  const variables = coerceVariables(schema, operation, given);
  if (variables === null) return null;
  const context = await createContext(record);
  if (cost({ schema, operation, fragments, variables, context }, record) !== null) return null;
  const answers = record.calls === null ? options.answers : null;
  const kept = answers?.recall(body, variables, record);
  if (kept !== undefined) return kept;
  const watched = answers?.watch(context);
  const result = await planned.run(variables, watched?.context ?? context);
  if (result === null) return null;
  const { errors, data } = result;
  const text = data === null ? 'null' : data.text;
  if (errors !== undefined)
    return `${toBytes(`{"errors":${JSON.stringify(errors.map(mask))},"data":`)}${text}`;
  const start = `{"data":${text}`;
  const freshMs = watched?.freshMs() ?? 0;
  if (freshMs > 0 && record.incomplete.count === 0)
    answers!.keep(body, variables, record, start, freshMs);
  return start;
}

/** The content type of the answer, where the client says plainly what it takes. */
function preferredType(accept: string | undefined): string | null {
  if (accept === undefined || accept === '*/*') return json;
  const [first = ''] = accept.split(/[,;]/, 1);
  const isPart = accept.includes('multipart/mixed') || accept.includes('text/event-stream');
  if (isPart || accept.includes('charset')) return null;
  if (first === 'application/graphql-response+json') return graphqlJson;
  return first === 'application/json' ? json : null;
}

function isPlain(params: Params): boolean {
  const { query, variables, operationName, extensions } = params;
  for (const name in params) if (!known.has(name)) return false;
  return (
    (query === undefined || typeof query === 'string') &&
    isObjectOrNone(variables) &&
    isObjectOrNone(extensions) &&
    (operationName === undefined || operationName === null || typeof operationName === 'string')
  );
}

function isObjectOrNone(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'object' && !Array.isArray(value))
  );
}
