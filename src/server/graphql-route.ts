/** GraphQL route: the HTTP side of a GraphQL request, step by step, up to the point where Yoga takes over. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerForm, settleForm, varyOf } from './accept.ts';
import { HttpError, sendHttpError } from './error-response.ts';
import type { Graphql } from './graphql.ts';
import {
  type BodyLimits,
  checkQuery,
  parseParams,
  type RequestParams,
  readBody,
} from './graphql-params.ts';
import type { Route } from './http-server.ts';
import type { Authenticator } from './identity/authentication.ts';
import type { Admission, Quota } from './limit/admission.ts';
import type { AnswerSizes } from './limit/answer-size.ts';
import { allowedMethods, answerCors, refuseForeign } from './origin-policy.ts';
import { NotedCalls, type RequestRecord } from './request-record.ts';

interface GraphqlRouteOptions {
  readonly graphql: Graphql;
  readonly corsOrigins: readonly string[];
  readonly authenticator: Authenticator;
  readonly quota: Quota;
  readonly admission: Admission;
  readonly sizes: AnswerSizes;
  readonly body: BodyLimits;
  /** From the request's start, waiting included. */
  readonly operationTimeoutMs: number;
  readonly explain: ExplainMode;
  /** Shown to a browser that opens the endpoint; null where GraphiQL is off. */
  readonly page: Route | null;
}

/** Condition under which permitted clients get explained answers: never, by the header, always. */
export type ExplainMode = 'off' | 'header' | 'on';

export function createGraphqlRoute(options: GraphqlRouteOptions): Route {
  const { graphql, admission, operationTimeoutMs: ms } = options;
  // Upstream calls end by a deadline of their own, which leaves the rest of the answer whole. This one is
  // for what goes on nevertheless: it is answered with the refusal and loses its turn.
  const tooLate = new HttpError(504, 'TIMEOUT', `Expected an operation of at most ${ms} ms.`);
  const release = (record: RequestRecord): void => {
    admission.leave(record);
    graphql.inFlight.end(record);
  };

  const inTime = async (
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
    operation: () => Promise<void>,
  ): Promise<void> => {
    const stop = (): void => {
      sendHttpError(request, response, tooLate);
      release(record);
      // After the refusal is out: an operation that ends at once would answer before it.
      record.isOver = true;
      setImmediate(() => record.stop());
    };
    const deadline = setTimeout(stop, record.startedAt + ms - performance.now()).unref();
    try {
      await operation();
    } catch (error) {
      // The refusal is out: later errors are dropped.
      if (!record.isOver || !response.writableEnded) throw error;
    } finally {
      clearTimeout(deadline);
      release(record);
    }
  };

  return async (request, response, record) => {
    // 1. CORS; preflights end here.
    if (answerCors(request, response, options.corsOrigins)) return;
    if (!methods.includes(request.method ?? '')) throw unknownMethod();
    // 2. A person with a browser gets the page.
    const form = answerForm(request.headers.accept);
    const page = form.page && request.method !== 'POST' ? options.page : null;
    if (page !== null) {
      response.setHeader('vary', varyOf(response));
      return await page(request, response, record);
    }
    // 3. No cross-site request without a preflight, and a media type that the client accepts.
    refuseForeign(request, options.corsOrigins);
    if (form.whole === null && form.parts === null) throw unacceptable();
    // 4. The client's identity.
    const { headers } = request;
    record.isEstimate = headers['x-switchboard-explain'] === 'estimate';
    const identity = options.authenticator.authenticate(headers.authorization, headers);
    record.identity = identity instanceof Promise ? await identity : identity;
    // 5. Its quota.
    const spending = options.quota.spend(record.identity);
    if (spending !== null) await spending;
    // 6. No more while too many bytes of its answers are unread.
    options.sizes.admit(record, 0);
    if (explains(options.explain, request, record))
      record.calls = new NotedCalls(options.sizes.answerBytes);
    // 7. The parameters, within their limits.
    const text = request.method === 'POST' ? await readBody(request, options.body) : null;
    // 8. A repeated body whose answer is cached: the first one passed all later steps.
    if (text !== null && (await graphql.jsonPost.repeat(text, response, record))) return;
    const params = text === null ? null : parseParams(text);
    if (params === null) checkQuery(request, options.body.maxDepth);
    // 9. A body that is being answered to another request: it needs no turn of its own.
    const { jsonPost, inFlight } = graphql;
    const answered = text === null ? undefined : inFlight.join(text, record);
    // 10. The operation when its turn comes, within the time that any may take.
    await inTime(request, response, record, async () => {
      if (answered !== undefined && (await jsonPost.follow(answered, response, record))) return;
      const waiting = admission.enter(record);
      if (waiting !== null) await waiting;
      await answer(options, request, response, record, text, params);
    });
  };
}

async function answer(
  { graphql: { yoga: loadYoga, jsonPost, inFlight } }: GraphqlRouteOptions,
  request: IncomingMessage,
  response: ServerResponse,
  record: RequestRecord,
  text: string | null,
  params: RequestParams | null,
): Promise<void> {
  if (text !== null && params !== null && (await jsonPost.answer(text, params, response, record)))
    return;
  // No other request gets this answer, so none is to wait for its last part.
  inFlight.end(record);
  // Yoga's adapter takes a body that has been read and parsed already from this property.
  if (params !== null) Object.assign(request, { body: params });
  // Its type has been checked, in spellings that Yoga does not know.
  if (params !== null) request.headers['content-type'] = 'application/json';
  settleForm(request);
  response.setHeader('vary', varyOf(response));
  const yoga = await loadYoga();
  // A HEAD is answered as its GET is, and Node leaves out the body. Yoga reads the method before anything else.
  const { method = 'GET' } = request;
  if (method === 'HEAD') request.method = 'GET';
  const handling = yoga.handle(request, response, { record });
  request.method = method;
  await handling;
  // It returns with the first part: the operation lasts until the last one.
  await record.lastPart;
}

function explains(mode: ExplainMode, request: IncomingMessage, record: RequestRecord): boolean {
  const isRequested =
    mode === 'on' || (mode === 'header' && request.headers['x-switchboard-explain'] === '1');
  return (
    isRequested && !record.isEstimate && (record.identity?.permissions.has('explain') ?? false)
  );
}

const methods: readonly string[] = ['GET', 'HEAD', 'POST'];

const unknownMethod = (): HttpError =>
  new HttpError(405, 'BAD_USER_INPUT', 'Expected POST, GET or HEAD; got another method.', {
    headers: { allow: allowedMethods },
    unread: true,
  });

const unacceptable = (): HttpError =>
  new HttpError(
    406,
    'BAD_USER_INPUT',
    'Expected an Accept header that takes application/json, application/graphql-response+json, multipart/mixed or text/event-stream; got none of them.',
    { unread: true },
  );
