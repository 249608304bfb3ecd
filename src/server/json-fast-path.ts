/**
 * JSON POST fast path: answers the usual request, whose answer is one JSON body, by the pipeline alone, because
 * Yoga's layer of Fetch objects takes longer than many an answer. Any request that is not plainly valid goes to
 * Yoga, with its rules of statuses and media types, before anything is fetched from upstream.
 */

import type { ServerResponse } from 'node:http';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { GraphQLParams, YogaServerInstance } from 'graphql-yoga';
import { inTurnOfItsSize } from '../engine/execute/loop-turn.ts';
import { compile } from '../engine/plan/compiled-operation.ts';
import type { MaybePromise } from '../fetch/maybe-promise.ts';
import { answerForm, varyOf } from './accept.ts';
import {
  type AnswerCache,
  type AnswersInFlight,
  type Body,
  CachedAnswer,
  type SharedAnswer,
} from './answer-cache.ts';
import type { Documents, TextCache } from './document/document.ts';
import { isPlainRequest, type RequestParams } from './graphql-params.ts';
import type { AnswerWriter } from './limit/answer-writer.ts';
import type { Pipeline } from './pipeline.ts';
import type { RequestRecord } from './request-record.ts';

/** Yoga's context of a request. */
export interface ServerContext {
  readonly record: RequestRecord;
}

interface JsonPostOptions {
  readonly yoga: YogaServerInstance<ServerContext, object>;
  readonly pipeline: Pipeline;
  readonly documents: Documents;
  /** What documents are held against. */
  readonly schema: GraphQLSchema;
  /** Valid documents by text. */
  readonly valid: TextCache<DocumentNode>;
  /** Null where no answers are cached. */
  readonly answers: AnswerCache | null;
  /** The `extensions` of an answer. */
  readonly extensions: (record: RequestRecord) => Record<string, unknown>;
  readonly writer: AnswerWriter;
  readonly inFlight: AnswersInFlight;
}

/** Each method is false of a request that it leaves to others. */
export class JsonPost {
  readonly #options: JsonPostOptions;
  /** What Yoga's plugins know of a request while its document is checked. */
  readonly #checked: { request: { readonly method: string }; params: GraphQLParams } = {
    request: { method: 'POST' },
    params: {},
  };
  /** Made once: enveloping Yoga's functions anew took 5 to 10% of a document that nobody has sent before. */
  readonly #enveloped: ReturnType<JsonPostOptions['yoga']['getEnveloped']>;

  constructor(options: JsonPostOptions) {
    this.#options = options;
    this.#enveloped = options.yoga.getEnveloped(this.#checked);
  }

  /** Answers a body that came before, word for word, before anything is parsed. */
  repeat(body: string, response: ServerResponse, record: RequestRecord): MaybePromise<boolean> {
    const { answers } = this.#options;
    // An explained answer is always executed, never cached.
    if (answers === null || record.calls !== null) return false;
    const contentType = answerForm(response.req.headers.accept).whole;
    const answer = contentType === null ? undefined : answers.findByBody(body, record);
    if (answer === undefined) return false;
    return this.#sendInTurn(answer, response, contentType!, record);
  }

  /** Sends the answer of an identical request. */
  async follow(
    answered: Promise<SharedAnswer | null>,
    response: ServerResponse,
    record: RequestRecord,
  ): Promise<boolean> {
    const contentType = answerForm(response.req.headers.accept).whole;
    const shared = contentType === null ? null : await answered;
    if (shared === null) return false;
    const { answer, document, operation, operationName, use } = shared;
    Object.assign(record, { document, operation, operationName, use });
    record.repeat(answer.terms.notes);
    return this.#sendInTurn(answer, response, contentType!, record);
  }

  #sendInTurn(
    answer: CachedAnswer,
    response: ServerResponse,
    contentType: string,
    record: RequestRecord,
  ): MaybePromise<boolean> {
    return inTurnOfItsSize(answer.bytes, () => {
      if (!record.isOver) this.sendCached(answer, response, contentType, record);
      return true;
    });
  }

  /** @param params the parsed body. */
  async answer(
    body: string,
    params: RequestParams,
    response: ServerResponse,
    record: RequestRecord,
  ): Promise<boolean> {
    const { pipeline, schema, answers, inFlight, writer } = this.#options;
    const { whole: contentType, parts } = answerForm(response.req.headers.accept);
    const takesParts = parts !== null;
    if (contentType === null || !isPlainRequest(params)) return false;
    const resolving = this.#resolve(params);
    const resolved = resolving instanceof Promise ? await resolving : resolving;
    const document = resolved?.query === undefined ? null : this.#document(resolved);
    if (document === null) return false;
    const { operationName, variables } = resolved!;
    const compiled = compile(schema, document, operationName);
    if (compiled === null || (compiled.isIncremental && takesParts)) return false;
    const request = { schema, document, operationName, variables, record, takesParts };
    const executing = pipeline(request, withoutOperation);
    const result = (executing instanceof Promise ? await executing : executing) as ExecutionResult;
    // Without data it is a fault of the request, found before anything was executed.
    if (result.data === undefined) return false;
    if (record.isOver) return true;
    const { data, errors } = result;
    const { body: written, isReplaced } = writer.write(record, result);
    if (!isReplaced) {
      const notes = record.repeatable;
      if (data !== null && errors === undefined && notes !== null)
        inFlight.share(record, data, notes);
      if (data instanceof CachedAnswer) answers?.rememberBody(body, data, record);
    }
    send(response, contentType, written);
    return true;
  }

  sendCached(
    answer: CachedAnswer,
    response: ServerResponse,
    contentType: string,
    record: RequestRecord,
  ): void {
    const { writer, extensions } = this.#options;
    send(response, contentType, writer.writeCached(record, answer, extensions(record)));
  }

  /** The parameters with the document's text; null where something is wrong. */
  #resolve(params: GraphQLParams): MaybePromise<GraphQLParams | null> {
    try {
      const resolved = this.#options.documents.resolve(params);
      return resolved instanceof Promise ? resolved.catch(() => null) : resolved;
    } catch {
      return null;
    }
  }

  /** The document of a text; null for one that is refused, which Yoga then says. */
  #document(params: GraphQLParams): DocumentNode | null {
    const { schema, valid } = this.#options;
    const text = params.query!;
    const cached = valid.get(text);
    if (cached !== undefined) return cached;
    this.#checked.params = params;
    const { parse, validate } = this.#enveloped;
    try {
      const document: DocumentNode = parse(text);
      return validate(schema, document).length > 0 ? null : document;
    } catch {
      return null;
    }
  }
}

/** Operations that are answered in parts are left to Yoga. */
const withoutOperation = (): never => {
  throw new Error('Expected an operation of the document.');
};

/** A text leaves in one piece with its headers; a buffer would be a second one. ASCII is copied as it is. */
function send(response: ServerResponse, contentType: string, { text, bytes }: Body): void {
  response.writeHead(200, {
    'content-type': contentType,
    'content-length': bytes,
    vary: varyOf(response),
  });
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}
