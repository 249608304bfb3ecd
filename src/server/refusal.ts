/** A request turned away before it became an operation: an HTTP status beside the code. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, type ErrorDetail, SwitchboardError } from '../errors.ts';
import { faultBody } from './errors.ts';

export interface RefusalDetail extends ErrorDetail {
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection can't be used again: the rest of the request was not read. */
  readonly close?: boolean;
}

const retryableCodes: ReadonlySet<ErrorCode> = new Set(['OVERLOADED', 'RATE_LIMITED', 'TIMEOUT']);

export class Refusal extends SwitchboardError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly close: boolean;

  constructor(status: number, code: ErrorCode, message: string, detail: RefusalDetail = {}) {
    super(code, message, retryableCodes.has(code), detail);
    this.status = status;
    this.headers = detail.headers ?? {};
    this.close = detail.close ?? false;
  }
}

/** Answers in GraphQL's form, in the media type the client prefers. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const graphql = request.headers.accept?.includes('application/graphql-response+json') ?? false;
  const body = JSON.stringify(faultBody(refusal));
  response.writeHead(refusal.status, {
    ...refusal.headers,
    'content-type': `${graphql ? 'application/graphql-response+json' : 'application/json'}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    ...(refusal.retryAfterMs !== undefined && {
      'retry-after': String(Math.max(1, Math.ceil(refusal.retryAfterMs / 1000))),
    }),
    ...(refusal.close && { connection: 'close' }),
  });
  response.end(body);
}
