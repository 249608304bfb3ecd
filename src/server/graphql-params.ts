/** Parameters of a GraphQL request, read within limits of size, encoding and nesting. */

import { isAscii } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { GraphQLParams } from 'graphql-yoga';
import { parseExactJson } from '../contract/wire/json.ts';
import { utf8Text } from '../contract/wire/utf8.ts';
import { UserInputError } from '../errors.ts';
import { HttpError } from './error-response.ts';

export type RequestParams = Readonly<Record<string, unknown>>;

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/**
 * @returns the body's text, of at most `maxBytes` bytes and nested at most `maxDepth` deep.
 * @throws HttpError 413, 415 or 400; what is left of the body is not read.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<string> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new HttpError(415, 'BAD_USER_INPUT', 'Expected a body that is not compressed.', {
      unread: true,
    });
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits);
  const text = await readText(request, limits);
  if (nestedDeeperThan(text, limits.maxDepth))
    throw new HttpError(
      400,
      'BAD_USER_INPUT',
      `Expected JSON nested at most ${limits.maxDepth} deep; got more.`,
    );
  return text;
}

function readText(request: IncomingMessage, limits: BodyLimits): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limits.maxBytes) chunks.push(chunk);
      else {
        request.pause();
        request.removeAllListeners('data');
        reject(tooLarge(limits));
      }
    });
    const cut = (): void =>
      reject(
        new HttpError(400, 'CANCELLED', 'The request ended before its body did.', { unread: true }),
      );
    request.once('end', () => {
      // Every request closes in the end.
      request.off('close', cut);
      const text = utf8Text(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
      if (text === null) reject(notUtf8('a body'));
      else resolve(text);
    });
    request.once('error', cut);
    request.once('close', cut);
  });
}

const notUtf8 = (what: string): HttpError =>
  new HttpError(400, 'BAD_USER_INPUT', `Expected ${what} in UTF-8; got other bytes.`);

function tooLarge(limits: BodyLimits): HttpError {
  return new HttpError(
    413,
    'BAD_USER_INPUT',
    `Expected a body of at most ${limits.maxBytes} bytes; got more.`,
    { unread: true },
  );
}

const quote = 0x22;
const backslash = 0x5c;

/** Counts brackets outside strings, before any parser recurses into them. */
function nestedDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i += 1) {
    const code = json.charCodeAt(i);
    if (code === quote) {
      i = endOfString(json, i);
      if (i === -1) return false;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** End of the string that opens at `start`, or -1. Nearly all of a body is one string: its query. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

/** @throws HttpError 400 for anything but one JSON object: no batches. */
export function parseParams(body: string): RequestParams {
  let params: unknown;
  try {
    params = parseExactJson(body);
  } catch (error) {
    if (error instanceof UserInputError) throw new HttpError(400, 'BAD_USER_INPUT', error.message);
    throw new HttpError(400, 'BAD_USER_INPUT', 'Expected a JSON body; got something else.');
  }
  if (Array.isArray(params))
    throw new HttpError(400, 'BAD_USER_INPUT', 'Expected one operation a request; got a batch.');
  if (typeof params !== 'object' || params === null || Object.keys(params).length === 0)
    throw new HttpError(400, 'BAD_USER_INPUT', 'Expected a JSON object with a query; got none.');
  return params as RequestParams;
}

/** Checks the bytes of a GET's URL, and its variables and extensions, which are JSON. @throws HttpError 400 */
export function checkQuery({ url = '' }: IncomingMessage, maxDepth: number): void {
  // Bytes that are not percent-encoded come as another character each.
  const bytes = url.replaceAll(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  if (!isAscii(Buffer.from(url, 'latin1')) || utf8Text(Buffer.from(bytes, 'latin1')) === null)
    throw notUtf8('a URL of percent-encoded characters');
  const begin = url.indexOf('?');
  const search = new URLSearchParams(begin === -1 ? '' : url.slice(begin));
  for (const name of ['variables', 'extensions']) {
    const text = search.get(name) ?? '';
    if (text === '') continue;
    if (nestedDeeperThan(text, maxDepth))
      throw new HttpError(
        400,
        'BAD_USER_INPUT',
        `Expected ${name} nested at most ${maxDepth} deep; got more.`,
      );
    try {
      parseExactJson(text);
    } catch (error) {
      if (error instanceof UserInputError)
        throw new HttpError(400, 'BAD_USER_INPUT', error.message);
      throw new HttpError(400, 'BAD_USER_INPUT', `Expected ${name} in JSON; got something else.`);
    }
  }
}

const memberNames = new Set(['query', 'variables', 'operationName', 'extensions', 'documentId']);

/** Whether all parameters are known ones, of their types. */
export function isPlainRequest(params: RequestParams): params is RequestParams & GraphQLParams {
  const { query, variables, operationName, extensions } = params;
  for (const name in params) if (!memberNames.has(name)) return false;
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
