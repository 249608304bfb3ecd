/**
 * Origin policy: the host names the server answers to (a page can point a name of its own at this machine and read
 * as its own origin), CORS, closed by default, and no cross-site request without a preflight.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '../contract/loopback.ts';
import { mediaTypeOf } from './accept.ts';
import { HttpError } from './error-response.ts';
import { requestIdHeader } from './request-record.ts';

/** Whether requests may call the server by this Host. */
export type HostRule = (host: string) => boolean;

const named = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/;

/** Limit of cached Hosts; a loopback address has thousands of spellings. */
const mostHosts = 100;

/** @param names in lower case, without a port; names of this machine are allowed beside them. */
export function hostRule(names: ReadonlySet<string>): HostRule {
  const allows = (name: string): boolean =>
    isLoopback(name) || name.endsWith('.localhost') || names.has(name);
  const allowed = new Set<string>();
  return (host) => {
    if (allowed.has(host)) return true;
    const name = named.exec(host.toLowerCase())?.[1];
    // A name may end with the dot of the root.
    if (name === undefined || !allows(name.endsWith('.') ? name.slice(0, -1) : name)) return false;
    if (allowed.size < mostHosts) allowed.add(host);
    return true;
  };
}

/**
 * Refuses what is addressed to another server, or to two at once.
 * @throws HttpError 421 for a foreign name, 400 for a request that names its server otherwise than by one Host.
 */
export function refuseMisdirected(request: IncomingMessage, allows: HostRule | null): void {
  const { url = '', method, headers, rawHeaders } = request;
  if (!url.startsWith('/') && !(url === '*' && method === 'OPTIONS'))
    throw new HttpError(400, 'BAD_USER_INPUT', 'Expected a path as the target; got a URL.', {
      unread: true,
    });
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1)
    throw new HttpError(400, 'BAD_USER_INPUT', `Expected one Host; got ${hosts}.`, {
      unread: true,
    });
  if (allows === null || allows(headers.host ?? '')) return;
  throw new HttpError(
    421,
    'FORBIDDEN',
    'Expected a Host that this server is configured to answer to (ALLOWED_HOSTS); got another.',
    { unread: true },
  );
}

/** Any of these makes a browser send a preflight, so a page that sends one has been allowed. */
const preflightHeaders = [
  'x-switchboard-explain',
  'apollo-require-preflight',
  'graphql-require-preflight',
];

/** By which a client says its name and version. */
const clientHeaders = ['apollographql-client', 'graphql-client'].flatMap((client) => [
  `${client}-name`,
  `${client}-version`,
]);

const jsonMedia = /\bapplication\/(graphql-response\+)?json\b/i;

/** Methods of the endpoint. */
export const allowedMethods = 'GET, HEAD, POST, OPTIONS';

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
    response.setHeader(
      'access-control-expose-headers',
      `${requestIdHeader}, retry-after, etag, x-switchboard-incomplete`,
    );
  }
  if (request.method !== 'OPTIONS') return false;
  if (allowed) {
    response.setHeader('access-control-allow-methods', 'GET, POST');
    response.setHeader(
      'access-control-allow-headers',
      `content-type, authorization, ${requestIdHeader}, traceparent, tracestate, ${[...preflightHeaders, ...clientHeaders].join(', ')}`,
    );
    response.setHeader('access-control-max-age', '600');
  }
  response.writeHead(204, { allow: allowedMethods });
  response.end();
  return true;
}

const bodyTypes: ReadonlySet<string> = new Set(['application/json', 'application/graphql+json']);
/** Names of UTF-8 and of its first half. */
const bodyCharsets: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

const unsupported = (message: string): HttpError =>
  new HttpError(415, 'BAD_USER_INPUT', message, {
    headers: { 'accept-post': 'application/json' },
    unread: true,
  });

/**
 * Refuses requests that a foreign page could make a browser send without a preflight. A POST passes only
 * as JSON, which needs a preflight. A GET passes when a header shows that no foreign page sent
 * it: one that needs a preflight, the browser's own statement, or an Accept no image, script or
 * link sends.
 * @throws HttpError 403 or 415.
 */
export function refuseForeign(request: IncomingMessage, origins: readonly string[]): void {
  const { headers } = request;
  if (request.method === 'POST') {
    const type = headers['content-type'];
    // What nearly all clients send needs no parser.
    if (type === 'application/json') return;
    const media = mediaTypeOf(type ?? '');
    if (media === null || !bodyTypes.has(media.essence))
      throw unsupported('Expected a body of type application/json.');
    const charset = media.params.get('charset') ?? 'utf-8';
    if (!bodyCharsets.has(charset.toLowerCase()))
      throw unsupported('Expected a body in UTF-8; got another charset.');
    return;
  }
  if (preflightHeaders.some((name) => headers[name] !== undefined)) return;
  // A key needs a preflight, too. Browsers send by themselves only what a person typed into a dialog, which is another scheme.
  if (/^Bearer /i.test(headers.authorization ?? '')) return;
  const { origin } = headers;
  if (origin !== undefined && origins.includes(origin)) return;
  const site = headers['sec-fetch-site'];
  const isSameOrigin = origin === undefined || origin.endsWith(`//${headers.host}`);
  const sentByPage = site === 'cross-site' || site === 'same-site';
  // Browsers that state a mode state the site as well; a mode alone comes from a program.
  const stated = site !== undefined || headers['sec-fetch-mode'] !== undefined;
  if (isSameOrigin && (stated ? !sentByPage : jsonMedia.test(headers.accept ?? ''))) return;
  throw new HttpError(
    403,
    'FORBIDDEN',
    'Expected a GET that no foreign page could have sent: with Authorization: Bearer …, Accept: application/json, or the header graphql-require-preflight.',
  );
}
