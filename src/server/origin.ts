/** Which web pages may ask: CORS closed by default, and no cross-site request that needs no preflight. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from './refusal.ts';

/** Any of these makes a browser ask first, so a page that sends one has been allowed. */
const preflightHeaders = [
  'x-switchboard-explain',
  'apollo-require-preflight',
  'graphql-require-preflight',
];

const jsonMedia = /\bapplication\/(graphql-response\+)?json\b/;

/**
 * Sets the CORS headers of an answer.
 * @returns true when the request was a preflight and is answered.
 */
export function answerCors(
  request: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
): boolean {
  const origin = request.headers.origin;
  const allowed = origin !== undefined && origins.includes(origin);
  if (origins.length > 0) response.setHeader('vary', 'Origin');
  if (allowed) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', 'x-request-id, retry-after');
  }
  if (request.method !== 'OPTIONS') return false;
  if (allowed) {
    response.setHeader('access-control-allow-methods', 'GET, POST');
    response.setHeader(
      'access-control-allow-headers',
      `content-type, authorization, x-request-id, traceparent, tracestate, ${preflightHeaders.join(', ')}`,
    );
    response.setHeader('access-control-max-age', '600');
  }
  response.writeHead(204, { allow: 'GET, POST, OPTIONS' });
  response.end();
  return true;
}

/**
 * Refuses what a foreign page could make a browser send without asking first. A POST passes only
 * as JSON, which needs a preflight. A GET passes when a header shows that no foreign page sent
 * it: one that needs a preflight, the browser's own statement, or an Accept no image, script or
 * link sends.
 * @throws Refusal 403 or 415.
 */
export function refuseForeign(request: IncomingMessage, origins: readonly string[]): void {
  const { headers } = request;
  if (request.method === 'POST') {
    const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
    if (type === 'application/json' || type === 'application/graphql+json') return;
    throw new Refusal(415, 'BAD_USER_INPUT', 'Expected a body of type application/json.', {
      headers: { 'accept-post': 'application/json' },
      unread: true,
    });
  }
  if (request.method !== 'GET' || preflightHeaders.some((name) => headers[name] !== undefined))
    return;
  const { origin } = headers;
  if (origin !== undefined && origins.includes(origin)) return;
  const site = headers['sec-fetch-site'];
  const own = origin === undefined || origin.endsWith(`//${headers.host}`);
  const sentByPage = site === 'cross-site' || site === 'same-site';
  // Browsers that state a mode state the site as well; a mode alone comes from a program.
  const stated = site !== undefined || headers['sec-fetch-mode'] !== undefined;
  if (own && (stated ? !sentByPage : jsonMedia.test(headers.accept ?? ''))) return;
  throw new Refusal(
    403,
    'FORBIDDEN',
    'Expected a GET that no foreign page could have sent: with Accept: application/json, or the header graphql-require-preflight.',
  );
}
