/** HTTP exchange on node:http: JSON bodies read under a cap, JSON answers and errors written. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '../../contract/wire/json.ts';
import { utf8Text } from '../../contract/wire/utf8.ts';
import { ServiceHttpError } from './service-error.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path and query, split. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Bytes of a request body the service reads at most. */
const bodyLimit = 4 * 1024 * 1024;

/**
 * The request's body as text.
 * @throws ServiceHttpError 413 above the cap, 400 for bytes that are not UTF-8.
 */
export function readBodyText(request: IncomingMessage): Promise<string> {
  // Events rather than iteration: this runs for every call, and costs a third as much.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyLimit) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.once('end', () => {
      const text = utf8Text(Buffer.concat(chunks));
      if (text === null) reject(invalidJson('Expected UTF-8'));
      else resolve(text);
    });
    request.once('error', () =>
      reject(new ServiceHttpError(400, { message: 'The request ended early' })),
    );
  });
}

/** Closes the connection too: the rest of the body stays unread. */
function tooLarge(): ServiceHttpError {
  const message = `Expected a body of at most ${bodyLimit} bytes`;
  return new ServiceHttpError(413, { message }, { connection: 'close' });
}

/**
 * The request's body as a JSON object.
 * @throws ServiceHttpError 415 for another content type, 400 for what isn't JSON, 422 for JSON of another kind.
 */
export async function readObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw new ServiceHttpError(415, { message: 'Expected Content-Type: application/json' });
  }
  return asObject(parseJson(await readBodyText(request)), 'body');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson('Expected JSON');
  }
}

const invalidJson = (message: string): ServiceHttpError =>
  new ServiceHttpError(400, {
    message: 'The request is not valid: body',
    errors: [{ field: 'body', message, error_code: 'json_invalid' }],
  });

/** @throws ServiceHttpError 422 naming `field` when `value` is not a plain JSON object. */
export function asObject(value: unknown, field: string): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new ServiceHttpError(422, {
    message: `The request is not valid: ${field}`,
    errors: [
      { field, message: `Expected an object, got ${jsonKind(value)}`, error_code: 'type_error' },
    ],
  });
}

/** Kind of a JSON value, in a word for messages. */
export function jsonKind(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value)
    ? 'an array'
    : `${/^[aeiou]/.test(typeof value) ? 'an' : 'a'} ${typeof value}`;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendText(response, status, JSON.stringify(body), 'application/json', headers);
}

export function sendText(
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': bytes.length,
    ...headers,
  });
  response.end(bytes);
}

export function sendServiceError(response: ServerResponse, refusal: ServiceHttpError): void {
  sendJson(response, refusal.status, refusal.body, refusal.headers);
}

/** Aborted when the client goes away before the whole answer is written. */
export function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
