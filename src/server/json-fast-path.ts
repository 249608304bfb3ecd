/**
 * JSON POST fast path: answers the usual request, whose answer is one JSON body, by the pipeline alone, because
 * Yoga's layer of Fetch objects takes longer than many an answer. Any request that is not plainly valid goes to
 * Yoga, with its rules of statuses and media types, before anything is fetched from upstream.
 */

import type { ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
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
import type { Documents } from './document/document.ts';
import type { DocumentCheck } from './document/document-check.ts';
import { isPlainRequest, type RequestParams } from './graphql-params.ts';
import type { AnswerWriter } from './limit/answer-writer.ts';
import type { Pipeline } from './pipeline.ts';
import type { RequestRecord } from './request-record.ts';

/** Yoga's context of a request. */
export interface ServerContext {
  readonly record: RequestRecord;
}

interface JsonPostOptions {
  readonly pipeline: Pipeline;
  readonly documents: Documents;
  /** What documents are held against. */
  readonly schema: GraphQLSchema;
  readonly check: DocumentCheck;
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

  constructor(options: JsonPostOptions) {
    this.#options = options;
  }

  /** Answers a body that came before, word for word, before anything is parsed. */
  repeat(body: string, response: ServerResponse, record: RequestRecord): MaybePromise<boolean> {
    const { answers } = this.#options;
    if (answers === null || !record.takesCached) return false;
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
    const { pipeline, schema, check, answers, inFlight, writer } = this.#options;
    const { whole: contentType, parts } = answerForm(response.req.headers.accept);
    const takesParts = parts !== null;
    if (contentType === null || !isPlainRequest(params)) return false;
    const resolving = this.#resolve(params);
    const resolved = resolving instanceof Promise ? await resolving : resolving;
    // Of one that is refused Yoga says why.
    const document = resolved?.query ? check.document(schema, resolved.query) : null;
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
