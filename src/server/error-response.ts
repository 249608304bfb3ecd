/** Error responses: failures as a client sees them, in GraphQL errors and rejected HTTP requests, with a code and no secrets. No other file makes them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { PothosValidationError } from '@pothos/core';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { placesOf, withoutStack } from '../engine/execute/field-place.ts';
import {
  beginningOf,
  type ErrorCode,
  type ErrorDetail,
  errorCodes,
  HiddenPartError,
  HiddenRowError,
  SwitchboardError,
  UpstreamError,
  type UpstreamSite,
} from '../errors.ts';
import { answerForm, varyOf } from './accept.ts';
import { currentRequest } from './request-record.ts';

/** `extensions` of an error for a client. */
interface ErrorExtensions extends Partial<UpstreamSite> {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly requestId?: string;
  /** What the upstream hides: `Account.AnnualRevenue`, `Case`. */
  readonly part?: string;
}

const codes: ReadonlySet<unknown> = new Set(errorCodes);
const presented = new WeakSet<object>();

/** All that a client learns of a fault of ours. */
export const internalMessage = 'Something went wrong on our side.';

/**
 * Turns any failure of parsing, validation or execution into what a client may see.
 * @param unexpected called with unexpected failures, for the log.
 */
export function maskError(error: unknown, unexpected: (cause: unknown) => void): GraphQLError {
  if (error instanceof GraphQLError && presented.has(error)) return error;
  const masked = present(error, unexpected);
  presented.add(masked);
  currentRequest.getStore()?.codes.add(masked.extensions.code as ErrorCode);
  return masked;
}

/** The code with which a failure leaves. */
export function codeOf(error: unknown): ErrorCode {
  const cause = rootCause(error);
  if (cause instanceof SwitchboardError) return cause.code;
  if (cause instanceof PothosValidationError) return 'BAD_USER_INPUT';
  if (isMisfit(cause)) return 'UPSTREAM_BAD_RESPONSE';
  return cause instanceof GraphQLError ? codeOfGraphqlError(cause) : 'INTERNAL';
}

/** An error in the form that `maskError` gives. @param members of its `extensions`, besides */
export function presentedError(code: ErrorCode, message: string, members: object): GraphQLError {
  const error = graphqlError(message, { ...extensions(code), ...members }, null);
  presented.add(error);
  currentRequest.getStore()?.codes.add(code);
  return error;
}

function present(error: unknown, unexpected: (cause: unknown) => void): GraphQLError {
  const cause = rootCause(error);
  if (cause instanceof SwitchboardError)
    return graphqlError(cause.message, extensionsOf(cause), error);
  if (cause instanceof PothosValidationError)
    return graphqlError(cause.message, extensions('BAD_USER_INPUT'), error);
  if (isMisfit(cause))
    return graphqlError(
      'The upstream sent a value that does not fit the field’s type.',
      extensions('UPSTREAM_BAD_RESPONSE'),
      error,
    );
  if (cause instanceof GraphQLError)
    return presentGraphqlError(error instanceof GraphQLError && !error.path ? error : cause, error);
  unexpected(cause);
  return graphqlError(internalMessage, extensions('INTERNAL'), error);
}

/**
 * A value the executor could not put into an answer: it came from upstream, so neither it nor the
 * message that quotes it may go out. The executor throws a plain Error here, so that only its words
 * identify it; a test holds them.
 */
function isMisfit(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    /^((Int|Float|String|Boolean|ID) cannot represent|Cannot return null for non-nullable field|Expected Iterable|Enum "\w+" cannot represent) /.test(
      cause.message,
    ) &&
    !(cause instanceof GraphQLError)
  );
}

const codeOfGraphqlError = ({ extensions: { code } }: GraphQLError): ErrorCode =>
  codes.has(code) ? (code as ErrorCode) : 'BAD_USER_INPUT';

/** Errors of graphql-js and Yoga about the document, the variables or the HTTP request. */
function presentGraphqlError(cause: GraphQLError, error: unknown): GraphQLError {
  const code = codeOfGraphqlError(cause);
  const { code: ownCode, http } = cause.extensions;
  // Bodies that are no GraphQL request, or that no client sends by mistake, are 400 in every media type;
  // other faults of a document are 200 in the older one.
  const always = (ownCode === 'BAD_REQUEST' || code === 'QUERY_TOO_COSTLY') && { spec: false };
  return graphqlError(
    cause.message,
    { ...extensions(code), ...(isObject(http) && { http: { ...http, ...always } }) },
    error,
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Resolvers' errors arrive wrapped, some more than once. */
function rootCause(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}

function extensions(code: ErrorCode, retryable = false): ErrorExtensions {
  const requestId = currentRequest.getStore()?.id;
  return { code, retryable, ...(requestId !== undefined && { requestId }) };
}

function extensionsOf(error: SwitchboardError): ErrorExtensions {
  return {
    ...extensions(error.code, error.retryable),
    ...(error instanceof UpstreamError && error.site),
    ...(error instanceof HiddenPartError && { part: error.part }),
    ...(error instanceof HiddenRowError && { reason: error.reason }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
  };
}

/** A message may quote the client's input, which may be as long as a body. */
const longestMessage = 1_000;

function graphqlError(text: string, members: object, from: unknown): GraphQLError {
  const message = text.length <= longestMessage ? text : `${beginningOf(text, longestMessage)}…`;
  const extensions = { ...members };
  if (!(from instanceof GraphQLError)) return new GraphQLError(message, { extensions });
  const { nodes, path, locations = placesOf(nodes) } = from;
  // Given its nodes, the library would look through the document once more for each of their lines.
  const error = withoutStack(() => new GraphQLError(message, { path, extensions }));
  return Object.assign(error, { nodes, locations });
}

/** The body of an answer to a request that never became an operation. */
function errorBody(error: SwitchboardError): { errors: GraphQLFormattedError[] } {
  const record = currentRequest.getStore();
  record?.codes.add(error.code);
  if (record !== undefined && error instanceof HttpError) record.reason = error.reason;
  return { errors: [{ message: error.message, extensions: { ...extensionsOf(error) } }] };
}

interface HttpErrorDetail extends ErrorDetail {
  readonly headers?: Readonly<Record<string, string>>;
  /** The rest of the request was not read. */
  readonly unread?: boolean;
  /** More than the client learns, for the log: a phrase of ours or of a library, without the client's text. */
  readonly reason?: string;
}

const retryableCodes: ReadonlySet<ErrorCode> = new Set(['OVERLOADED', 'RATE_LIMITED', 'TIMEOUT']);

export class HttpError extends SwitchboardError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly unread: boolean;
  readonly reason: string | null;

  constructor(status: number, code: ErrorCode, message: string, detail: HttpErrorDetail = {}) {
    super(code, message, retryableCodes.has(code), detail);
    this.status = status;
    this.headers = detail.headers ?? {};
    this.unread = detail.unread ?? false;
    this.reason = detail.reason ?? null;
  }
}

/** Refusal of a credential, which the message never repeats. */
export const unauthenticated = (message: string, reason?: string): HttpError =>
  new HttpError(401, 'UNAUTHENTICATED', message, {
    headers: { 'www-authenticate': 'Bearer' },
    ...(reason !== undefined && { reason }),
  });

/** Refusal of a credential that is not valid here, for a reason that only the log says. */
export const invalidCredential = (reason: string): HttpError =>
  unauthenticated('The credential is not valid here.', reason);

/** Answers in GraphQL's form, in the media type the client prefers. */
export function sendHttpError(
  request: IncomingMessage,
  response: ServerResponse,
  httpError: HttpError,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { whole: form } = answerForm(request.headers.accept);
  const body = JSON.stringify(errorBody(httpError));
  response.writeHead(httpError.status, {
    ...httpError.headers,
    'content-type': form ?? 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    vary: varyOf(response),
    ...(httpError.retryAfterMs !== undefined && {
      'retry-after': String(Math.max(1, Math.ceil(httpError.retryAfterMs / 1000))),
    }),
  });
  response.end(body);
  if (httpError.unread) discardRest(request);
}

/** Time for which the body of a rejected request is read and discarded. */
const patienceMs = 2_000;

/**
 * Closing at once would take the answer along: a socket that is closed with bytes unread is reset,
 * and the client, still writing, gets a broken pipe instead of the error.
 */
function discardRest(request: IncomingMessage): void {
  if (request.closed) return;
  const timer = setTimeout(() => request.socket.destroy(), patienceMs);
  // Clears the timer: the connection serves further requests, which it would cut off.
  for (const over of ['end', 'close']) request.once(over, () => clearTimeout(timer));
  request.resume();
}
