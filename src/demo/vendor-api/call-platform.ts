/** The call platform's API: sign-in, limits, scopes and the envelope around its routes. */

import { randomBytes } from 'node:crypto';
import { BackendError, callAnalyticsError } from '../../connector-service/backend.ts';
import {
  type Exchange,
  readBodyText,
  sendText,
} from '../../connector-service/http/json-exchange.ts';
import type { CallLimiter } from '../../connector-service/request-rate-limit.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { canonicalJson, isObject } from '../../contract/wire/json.ts';
import type { Rights } from './account-right.ts';
import { platformRoutes, type RouteOptions } from './call-platform-route.ts';
import type { Sessions } from './sign-in.ts';

interface CallPlatformApiOptions extends RouteOptions {
  readonly sessions: Sessions;
  readonly monotonic: () => number;
  readonly rights: Rights;
  readonly limiter: CallLimiter;
}

/** Answers every path below /v2. */
export function callPlatformApi(
  options: CallPlatformApiOptions,
): (exchange: Exchange) => Promise<void> {
  const routes = platformRoutes(options);
  const { sessions, limiter, monotonic, rights } = options;

  const answer = async ({ request, path, query }: Exchange): Promise<Row> => {
    sessions.checkPlatform(request.headers.authorization);
    const pattern = path.replace(/\/\d+$/, '/:id');
    const matching = routes.filter((route) => route.path === pattern);
    const route = matching.find(({ method }) => method === request.method);
    // Recorded: 405 and 415 with these texts.
    if (route === undefined)
      throw callAnalyticsError(
        matching.length > 0 ? 405 : 404,
        matching.length > 0 ? 'Method Not Allowed' : 'Not Found',
      );
    const wait = limiter.arrive('platform', monotonic());
    if (wait !== null) throw new Throttled(wait);
    const { cursor, ...params } =
      route.method === 'GET' ? Object.fromEntries(query) : await bodyOf(request);
    const needed = [route.scope, ...(requestsMedia(params) ? ['api:calls:read:media-url'] : [])];
    for (const scope of needed) {
      if (rights.has(scope)) continue;
      // Recorded: a missing scope is 401 with this text, never 403.
      throw callAnalyticsError(401, `You don't have permission to use '${scope}' in your app.`);
    }
    const { contentSelector: _shown, ...filters } = params;
    return route.run({
      params,
      id: path.split('/').at(-1) ?? '',
      cursor: typeof cursor === 'string' && cursor !== '' ? cursor : null,
      scope: `${path} ${canonicalJson(filters)}`,
    });
  };

  return async (exchange) => {
    const requestId = randomBytes(10).toString('hex').slice(0, 19);
    const send = (
      status: number,
      body: object,
      more: Readonly<Record<string, string>> = {},
    ): void => {
      // Recorded: the id of the request is in the body and in this header.
      const headers = { 'x-traceid': requestId, ...more };
      sendText(exchange.response, status, JSON.stringify(body), 'application/json', headers);
    };
    try {
      send(200, { requestId, ...(await answer(exchange)) });
    } catch (error) {
      if (error instanceof Throttled) {
        // Published: 429 with Retry-After in seconds; the text is composed.
        const errors = ['API request limit exceeded'];
        return send(429, { requestId, errors }, { 'retry-after': String(error.seconds) });
      }
      if (!(error instanceof BackendError)) throw error;
      const body = isObject(error.body) ? error.body : {};
      send(error.status, { ...body, requestId });
    }
  };
}

class Throttled extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('Too many requests');
    this.seconds = seconds;
  }
}

async function bodyOf(request: Exchange['request']): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw callAnalyticsError(415, 'Unsupported Media Type');
  try {
    const body: unknown = JSON.parse(await readBodyText(request));
    if (isObject(body)) return { ...body };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw callAnalyticsError(400, 'Malformed request');
}

function requestsMedia({ contentSelector }: Readonly<Record<string, unknown>>): boolean {
  const exposed = isObject(contentSelector) ? contentSelector.exposedFields : null;
  return isObject(exposed) && exposed.media === true;
}
