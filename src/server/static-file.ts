/** Static files of the two pages: read once, compressed once, sent as the client accepts them. */

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { takesGzip } from './accept.ts';

export interface StaticFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: Promise<Buffer>;
}

export function staticFile(type: string, plain: Buffer): StaticFile {
  return { type, plain, gzipped: promisify(gzip)(plain) };
}

/** Sends it to a GET, and its head to a HEAD. @param headers how long it may be cached */
export async function sendStaticFile(
  request: IncomingMessage,
  response: ServerResponse,
  { type, plain, gzipped }: StaticFile,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const zip = takesGzip(String(request.headers['accept-encoding'] ?? ''));
  const body = zip ? await gzipped : plain;
  response.writeHead(200, {
    'content-type': type,
    'content-length': body.length,
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...headers,
    ...(zip && { 'content-encoding': 'gzip' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Sends a page's document, which is revalidated at every visit. @param policy its content security policy */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Buffer,
  policy: string,
): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': page.length,
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  });
  response.end(request.method === 'HEAD' ? undefined : page);
}
