/**
 * A shorter way for the usual request: one JSON POST whose answer is one JSON body. The document
 * passes the same plugins as with Yoga; only the Fetch API's objects around them are left out.
 * Whatever is not plainly well is left to Yoga, before anything upstream has been asked.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, getOperationAST } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Documents } from './document/document.ts';
import type { RequestRecord } from './request.ts';
import type { Yoga } from './yoga.ts';

export interface ShortPathOptions {
  readonly yoga: Yoga;
  readonly documents: Documents;
}

type Params = Readonly<Record<string, unknown>>;

const known = new Set(['query', 'variables', 'operationName', 'extensions', 'documentId']);
const json = 'application/json';
const graphqlJson = 'application/graphql-response+json';

/** @returns false when the request is left to Yoga. */
export async function answerShortly(
  { yoga, documents }: ShortPathOptions,
  params: Params,
  request: IncomingMessage,
  response: ServerResponse,
  record: RequestRecord,
): Promise<boolean> {
  const mediaType = preferredType(request.headers.accept);
  if (mediaType === null || !isPlain(params)) return false;
  const result = await execute(yoga, documents, params as GraphQLParams, record).catch(() => null);
  if (result === null) return record.signal.aborted;
  const body = JSON.stringify(result);
  response.writeHead(200, {
    'content-type': `${mediaType}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
  return true;
}

/** @returns null where the request has to be looked at by Yoga. */
async function execute(
  yoga: Yoga,
  documents: Documents,
  given: GraphQLParams,
  record: RequestRecord,
): Promise<ExecutionResult | null> {
  const resolved = documents.resolve(given);
  const params = resolved instanceof Promise ? await resolved : resolved;
  const { query, variables, operationName } = params;
  if (query === undefined || query.includes('@defer') || query.includes('@stream')) return null;
  // Plugins look at the method and the parameters; nothing else of a request matters to them here.
  const { schema, parse, validate, contextFactory, execute } = yoga.getEnveloped({
    record,
    request: { method: 'POST' },
    params,
  });
  const document = parse(query);
  if (validate(schema, document).length > 0) return null;
  if (getOperationAST(document, operationName)?.operation !== 'query') return null;
  const result = (await execute({
    schema,
    document,
    contextValue: await contextFactory(),
    variableValues: variables,
    operationName,
  })) as ExecutionResult;
  // Without data nothing was executed: the fault is the document's or the variables', and its
  // status depends on the media type.
  return result.data === undefined ? null : result;
}

/** The type of the answer, where the client says plainly what it takes. */
function preferredType(accept: string | undefined): string | null {
  if (accept === undefined || accept === '*/*' || accept === json) return json;
  if (accept === graphqlJson) return graphqlJson;
  const [first = ''] = accept.split(/[,;]/, 1);
  const isPart = accept.includes('multipart/mixed') || accept.includes('text/event-stream');
  if (isPart || accept.includes('charset')) return null;
  return first === graphqlJson || first === json ? first : null;
}

function isPlain(params: Params): boolean {
  const { query, variables, operationName, extensions } = params;
  return (
    Object.keys(params).every((name) => known.has(name)) &&
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
