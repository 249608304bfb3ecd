/** A request turned away before it became an operation: an HTTP status beside the code. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, type ErrorDetail, SwitchboardError } from '../errors.ts';
import { faultBody } from './errors.ts';

export interface RefusalDetail extends ErrorDetail {
  readonly headers?: Readonly<Record<string, string>>;
  /** The rest of the request was not read. */
  readonly unread?: boolean;
}

const retryableCodes: ReadonlySet<ErrorCode> = new Set(['OVERLOADED', 'RATE_LIMITED', 'TIMEOUT']);

export class Refusal extends SwitchboardError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly unread: boolean;

  constructor(status: number, code: ErrorCode, message: string, detail: RefusalDetail = {}) {
    super(code, message, retryableCodes.has(code), detail);
    this.status = status;
    this.headers = detail.headers ?? {};
    this.unread = detail.unread ?? false;
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
  });
  response.end(body);
  if (refusal.unread) discardRest(request);
}

/** So long a body that was refused is thrown away as it comes. */
const patienceMs = 2_000;

/**
 * Closing at once would take the answer along: a socket that is closed with bytes unread is reset,
 * and the client, still writing, hears of a broken pipe instead of what was wrong.
 */
function discardRest(request: IncomingMessage): void {
  if (request.closed) return;
  const timer = setTimeout(() => request.socket.destroy(), patienceMs);
  // The connection goes on to its next request: a timer forgotten would cut that one off.
  for (const over of ['end', 'close']) request.once(over, () => clearTimeout(timer));
  request.resume();
}
