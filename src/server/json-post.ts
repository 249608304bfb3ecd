/**
 * Answers the usual request, one JSON POST whose answer is one JSON body, through Yoga's plugins but
 * without its layer of Fetch objects, which takes longer than many an answer. Whatever is not plainly
 * well is left to Yoga, whose rules of statuses and media types hold, before anything upstream was asked.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { GraphQLParams, YogaServerInstance } from 'graphql-yoga';
import { type AnswerCache, type Body, CachedAnswer } from './answer-cache.ts';
import type { TextCache } from './document/cache.ts';
import type { Documents } from './document/document.ts';
import { compile } from './execute/compile.ts';
import type { AnswerSizes } from './limit/answer-size.ts';
import type { MaybePromise, Pipeline } from './pipeline.ts';
import type { RequestRecord } from './request.ts';
import type { SharedAnswer, UnderWay } from './under-way.ts';
import type { ServerContext } from './yoga.ts';

export type Params = Readonly<Record<string, unknown>>;

export interface JsonPostOptions {
  readonly yoga: YogaServerInstance<ServerContext, object>;
  readonly pipeline: Pipeline;
  readonly documents: Documents;
  /** By text. */
  readonly parsed: TextCache<DocumentNode>;
  /** Null where no answers are cached. */
  readonly answers: AnswerCache | null;
  /** What the answer says about itself. */
  readonly extensions: (record: RequestRecord) => Record<string, unknown>;
  readonly sizes: AnswerSizes;
  readonly underWay: UnderWay;
  /** A failure as clients see it. */
  readonly mask: (error: unknown) => GraphQLError;
}

/** All say false of a request they leave to others. */
export interface JsonPost {
  /** Answers a body that came before, word for word, before anything is parsed. */
  repeat(
    body: string,
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
  ): boolean;
  /** Answers with what another request, which asks the same, is answered. */
  follow(
    answered: Promise<SharedAnswer | null>,
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
  ): Promise<boolean>;
  /** @param params what the body says. */
  answer(
    body: string,
    params: Params,
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
  ): Promise<boolean>;
}

export function createJsonPost(options: JsonPostOptions): JsonPost {
  const { pipeline, documents, answers, extensions, sizes, underWay, mask } = options;
  const documentOf = documentsOf(options);
  /** The answer as it is sent; null where it is larger than any may be. */
  const written = (result: ExecutionResult, record: RequestRecord): Body | null => {
    const { data } = result;
    const body =
      data instanceof CachedAnswer ? data.body(result.extensions) : bodyOf(JSON.stringify(result));
    return sizes.fits(record, body.bytes) ? body : null;
  };
  return {
    repeat(body, request, response, record) {
      // Who asks how an answer comes about wants to see it come about.
      if (answers === null || record.calls !== null) return false;
      const contentType = jsonType(request.headers.accept);
      const answer = contentType === null ? undefined : answers.repeat(body, record);
      if (answer === undefined) return false;
      sizes.admit(record, answer.bytes);
      send(response, contentType!, answer.body(extensions(record)));
      return true;
    },
    async follow(answered, request, response, record) {
      const contentType = jsonType(request.headers.accept);
      const shared = contentType === null ? null : await answered;
      if (shared === null) return false;
      if (record.isOver) return true;
      const { answer, document, operation } = shared;
      const { requestedCalls } = answer.standing;
      Object.assign(record, { document, operation, requestedCalls });
      sizes.admit(record, answer.bytes);
      send(response, contentType!, answer.body(extensions(record)));
      return true;
    },
    async answer(body, params, request, response, record) {
      const contentType = jsonType(request.headers.accept);
      if (contentType === null) return false;
      const resolving = resolve(documents, params);
      const resolved = resolving instanceof Promise ? await resolving : resolving;
      if (resolved?.query === undefined) return false;
      const found = documentOf(resolved, record);
      if (found === null) return false;
      const { operationName, variables } = resolved;
      if (compile(found.schema, found.document, operationName)?.isIncremental !== false)
        return false;
      const executing = pipeline({ ...found, operationName, variables, record }, notInterpreted);
      const result = (
        executing instanceof Promise ? await executing : executing
      ) as ExecutionResult;
      // Without data it is a fault of the request, found before anything was executed.
      if (result.data === undefined) return false;
      if (record.isOver) return true;
      const { data, errors } = result;
      const masked = errors === undefined ? result : { ...result, errors: errors.map(mask) };
      const text = written(masked, record);
      if (text === null) {
        const refused = { ...result, data: null, errors: [mask(sizes.tooLarge())] };
        send(response, contentType, bodyOf(JSON.stringify(refused)));
        return true;
      }
      if (data !== null && errors === undefined && record.incomplete.count === 0)
        underWay.share(record, data);
      if (data instanceof CachedAnswer) answers?.learn(body, data, record);
      send(response, contentType, text);
      return true;
    },
  };
}

/** Operations that are answered in parts are left to Yoga. */
const notInterpreted = (): never => {
  throw new Error('Expected an operation that is answered in one part.');
};

const bodyOf = (text: string): Body => ({ text, bytes: Buffer.byteLength(text) });

/** The parameters with the document's text; null for what is not in order. */
function resolve(documents: Documents, params: Params): MaybePromise<GraphQLParams | null> {
  if (!isPlain(params)) return null;
  try {
    const resolved = documents.resolve(params as GraphQLParams);
    return resolved instanceof Promise ? resolved.catch(() => null) : resolved;
  } catch {
    return null;
  }
}

/** Finds the document of a text; null for one that has faults, which Yoga names. */
function documentsOf({ yoga, parsed }: JsonPostOptions) {
  /** A document that was valid is so whenever it comes again; the cache hands out the same one. */
  const valid = new WeakMap<DocumentNode, GraphQLSchema>();
  return (params: GraphQLParams, record: RequestRecord) => {
    const text = params.query!;
    const known = parsed.get(text);
    const validFor = known && valid.get(known);
    if (validFor !== undefined) return { document: known!, schema: validFor };
    const { schema, parse, validate } = yoga.getEnveloped({ record, params, request: post });
    let document: DocumentNode;
    try {
      document = parse(text);
    } catch {
      return null;
    }
    if (validate(schema, document).length > 0) return null;
    valid.set(document, schema);
    return { document, schema };
  };
}

/** What plugins look at of the request. */
const post = { method: 'POST' };

/** A text leaves in one piece with its headers; a buffer would be a second one. ASCII is copied as it is. */
function send(response: ServerResponse, contentType: string, { text, bytes }: Body): void {
  response.writeHead(200, { 'content-type': contentType, 'content-length': bytes });
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

const json = 'application/json; charset=utf-8';
const graphqlJson = 'application/graphql-response+json; charset=utf-8';

/**
 * The content type of an answer in one part: the first JSON that the client names, as Yoga would
 * choose. What it would take in parts as well makes no difference.
 *
 *     'multipart/mixed, application/graphql-response+json, application/json'  → graphql-response+json
 *
 * @returns null where it takes none.
 */
function jsonType(accept = '*/*'): string | null {
  if (accept === '*/*') return json;
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...params] = range.split(';').map((part) => part.trim());
    if (params.some((param) => param.startsWith('charset=') && param !== 'charset=utf-8')) continue;
    if (type === 'application/graphql-response+json') return graphqlJson;
    if (type === 'application/json' || type === 'application/*' || type === '*/*') return json;
  }
  return null;
}

const known = new Set(['query', 'variables', 'operationName', 'extensions', 'documentId']);

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
