/** Webhook of the call platform: takes the id of a changed call from a sender that proves itself by a signed token. Nothing else in the message is believed or stored. */

import { createHash, type KeyObject } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { isObject, parseJson } from '../contract/wire/json.ts';
import { HttpError } from './error-response.ts';
import { readBody } from './graphql-params.ts';
import type { Route } from './http-server.ts';

export interface WebhookOptions {
  /** Signing keys and webhook address by tenant; the token repeats the address. */
  readonly tenants: ReadonlyMap<
    string,
    { readonly keys: readonly KeyObject[]; readonly url: string }
  >;
  /** Takes the id of a call. @returns false when there is no room for it. */
  readonly onCall: (tenant: string, callId: string) => boolean;
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
}

export const webhookPrefix = '/webhooks/call-platform/';

/** An event holds a whole call, without its transcript. */
const body = { maxBytes: 2 ** 20, maxDepth: 32 };
/** Limit of a tenant's events per minute; further ones are rejected with a time to come back. */
const perMinute = 600;
const minute = 60_000;

export function createWebhookRoute(options: WebhookOptions): Route {
  const arrivals = new Map<string, { minute: number; count: number }>();
  const isTooMany = (tenant: string): boolean => {
    const now = Math.floor(options.now() / minute);
    const last = arrivals.get(tenant);
    const count = last?.minute === now ? last.count + 1 : 1;
    arrivals.set(tenant, { minute: now, count });
    return count > perMinute;
  };

  return async (request, response) => {
    if (request.method !== 'POST')
      throw new HttpError(405, 'BAD_USER_INPUT', 'Expected POST.', {
        headers: { allow: 'POST' },
      });
    const tenant = new URL(request.url ?? '/', 'http://any').pathname.slice(webhookPrefix.length);
    const webhook = options.tenants.get(tenant);
    const token = /^(?:Bearer +)?([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(
      request.headers.authorization ?? '',
    )?.[1];
    if (webhook === undefined || token === undefined) throw notProven();
    const claims = await verified(token, webhook.keys, options.now());
    if (claims.webhook_url !== webhook.url) throw notProven();
    // Counted once the sender is proven: a stranger's events take no room from the platform's.
    if (isTooMany(tenant))
      throw new HttpError(429, 'RATE_LIMITED', `Expected at most ${perMinute} events a minute.`, {
        retryAfterMs: minute,
        unread: true,
      });
    const text = await readBody(request, body);
    if (!hasHash(claims, text)) throw notProven();
    const id = callIdIn(text);
    if (id !== null && !options.onCall(tenant, id))
      throw new HttpError(503, 'OVERLOADED', 'Too many calls wait to be read.', {
        retryAfterMs: minute,
      });
    response.writeHead(202, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ accepted: id !== null }));
  };
}

/** One refusal for all that may be wrong: a stranger learns nothing. */
function notProven(): HttpError {
  return new HttpError(401, 'UNAUTHENTICATED', 'The event does not prove who sent it.', {
    unread: true,
  });
}

/** Seconds that clocks may differ by. */
const clockTolerance = 60;
/** Seconds after its issue that a token is taken which does not say when it ends. */
const lifeWithoutEnd = 600;

/** The claims of a token that one of the keys signed, and that is good now. @throws HttpError 401 */
async function verified(
  token: string,
  keys: readonly KeyObject[],
  now: number,
): Promise<JWTPayload> {
  const currentDate = new Date(now);
  // Most gateways get no events: the library of signatures is loaded for the first.
  const { errors, jwtVerify } = await import('jose');
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['RS256'],
        clockTolerance,
        currentDate,
      });
      const { exp, iat = now / 1000 } = payload;
      const age = now / 1000 - iat;
      if (age < -clockTolerance) throw notProven();
      if (exp === undefined && age > lifeWithoutEnd + clockTolerance) throw notProven();
      return payload;
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue;
      throw error instanceof errors.JOSEError ? notProven() : error;
    }
  }
  throw notProven();
}

/**
 * Where the token has a hash of the body, it has to be that of this one. The claim, in hex, is documented by an
 * independent source and not by the vendor: a token without it is taken.
 */
function hasHash(claims: JWTPayload, text: string): boolean {
  const claimed = claims.body_sha256;
  if (claimed === undefined) return true;
  const digest = createHash('sha256').update(text).digest();
  return (['hex', 'base64', 'base64url'] as const).some(
    (form) => digest.toString(form) === claimed,
  );
}

/** @returns null for the event that tries the address. @throws HttpError for what is no event. */
function callIdIn(text: string): string | null {
  let event: unknown;
  try {
    event = parseJson(text);
  } catch {
    throw noEvent();
  }
  if (!isObject(event)) throw noEvent();
  if (event.isTest === true) return null;
  const { callData } = event;
  const meta = isObject(callData) ? callData.metaData : null;
  const id = isObject(meta) ? String(meta.id) : '';
  if (/^\d{1,20}$/.test(id)) return id;
  throw noEvent();
}

function noEvent(): HttpError {
  return new HttpError(400, 'BAD_USER_INPUT', 'Expected callData.metaData.id, the id of a call.');
}
