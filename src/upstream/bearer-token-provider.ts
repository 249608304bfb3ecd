/** Bearer tokens: static, or exchanged for a client's id and secret and renewed before they expire. */

import { Pool } from 'undici';
import type { Credential } from '../contract/wire/credential.ts';
import { isObject, parseJsonOrNull } from '../contract/wire/json.ts';
import { upstreamText } from '../contract/wire/utf8.ts';
import { UpstreamError, type UpstreamSite } from '../errors.ts';
import type { Clock, Runtime } from './clock.ts';
import { tokenTopic } from './diagnostics-channel.ts';

/** Rejection of an old token while a newer one is at hand: one more attempt, at once. */
export class StaleTokenError extends UpstreamError {
  constructor(site: UpstreamSite) {
    super('UPSTREAM_AUTH', 'The upstream does not accept the credential.', site, { status: 401 });
  }
}

export interface TokenSource {
  /** The token to send now. */
  get(site: UpstreamSite): Promise<string>;
  /** Called when the service accepted `used`, which proves that the token was valid. */
  accepted(used: string): void;
  /** Called when the service rejected `used`. @returns whether another token is at hand, so that another attempt makes sense */
  replace(used: string, site: UpstreamSite): Promise<boolean>;
}

/** Assumed life of a token without an expiry; services give about fifteen minutes. */
const assumedLifeMs = 10 * 60_000;
/** Pause after a failure before another token is requested: a rejected client id stays rejected. */
const restMs = { UPSTREAM_AUTH: 10_000, UPSTREAM_UNAVAILABLE: 500 } as const;
/**
 * After a renewed token is rejected as well, without ever having been accepted, no token is
 * requested for this long: another would be rejected too.
 */
const refusedMs = 10_000;
/** Shortest interval between renewals of accepted tokens: some calls may be rejected with any token. */
const spacingMs = 1_000;

interface CurrentToken {
  readonly token: string;
  /** Whether the service has accepted the token. */
  wasGood: boolean;
  /** Time from which the token is renewed before use. */
  readonly renewAt: number;
}

export function createTokenSource(
  credential: Credential,
  tenant: string,
  attemptMs: number,
  { clock }: Runtime,
): TokenSource {
  if (credential.kind === 'token') {
    const { token } = credential;
    return { get: async () => token, accepted() {}, replace: async () => false };
  }
  const { tokenUrl, clientId, clientSecret } = credential;
  let current: CurrentToken | null = null;
  let exchange: Promise<CurrentToken> | null = null;
  /** Time of the last renewal that followed a rejection. */
  let remediedAt = Number.NEGATIVE_INFINITY;
  let rejection: { readonly error: UpstreamError; readonly until: number } | null = null;

  /** Single flight: all callers share one exchange, even if some leave. */
  const renew = async (site: UpstreamSite): Promise<CurrentToken> => {
    if (rejection !== null && clock.monotonic() < rejection.until) throw rejection.error;
    exchange ??= request(site)
      .then(
        (next) => {
          current = next;
          rejection = null;
          tokenTopic.publish(() => ({ tenant, renewed: true }));
          return next;
        },
        (error: unknown) => {
          if (error instanceof UpstreamError) {
            rejection = { error, until: clock.monotonic() + (error.retryAfterMs ?? 0) };
          }
          tokenTopic.publish(() => ({ tenant, renewed: false }));
          throw error;
        },
      )
      .finally(() => {
        exchange = null;
      });
    return exchange;
  };

  const request = async (site: UpstreamSite): Promise<CurrentToken> => {
    const since = clock.monotonic();
    const { status, text } = await post(
      tokenUrl,
      JSON.stringify({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
      attemptMs,
      clock,
    ).catch(() => {
      throw failed('UPSTREAM_UNAVAILABLE', 'could not be reached', site);
    });
    if (status >= 500 || status === 429) {
      throw failed('UPSTREAM_UNAVAILABLE', `answered ${status}`, site);
    }
    if (status >= 300) throw failed('UPSTREAM_AUTH', `refused the client id (${status})`, site);
    const answer = parseJsonOrNull(text);
    if (!isObject(answer) || typeof answer.access_token !== 'string') {
      throw failed('UPSTREAM_AUTH', 'answered without an access_token', site);
    }
    const seconds = Number(answer.expires_in ?? Number.NaN);
    const life = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : assumedLifeMs;
    // Renews a fifth of its life early, at most a minute, to cover a request's own time under way.
    return {
      token: answer.access_token,
      wasGood: false,
      renewAt: since + life - Math.min(life / 5, 60_000),
    };
  };

  return {
    async get(site) {
      if (current !== null && clock.monotonic() < current.renewAt) return current.token;
      return (await renew(site)).token;
    },
    accepted(used) {
      if (current !== null && current.token === used) current.wasGood = true;
    },
    async replace(used, site) {
      if (exchange === null && current !== null && current.token === used) {
        const pauseMs = current.wasGood ? spacingMs : refusedMs;
        if (clock.monotonic() - remediedAt < pauseMs) return false;
        remediedAt = clock.monotonic();
        current = null;
      }
      if (current === null) await renew(site);
      return true;
    },
  };
}

function failed(
  code: 'UPSTREAM_AUTH' | 'UPSTREAM_UNAVAILABLE',
  what: string,
  site: UpstreamSite,
): UpstreamError {
  const detail = { attempts: 0, retryAfterMs: restMs[code] };
  return new UpstreamError(code, `The token service ${what}.`, site, detail);
}

/** Sends JSON over a new connection, as exchanges are minutes apart. */
async function post(
  { origin, pathname, search }: URL,
  body: string,
  attemptMs: number,
  clock: Clock,
): Promise<{ readonly status: number; readonly text: string }> {
  const pool = new Pool(origin, { connections: 1, maxResponseSize: 1_000_000 });
  const stop = new AbortController();
  const cancel = clock.setTimeout(() => stop.abort(), attemptMs);
  try {
    const response = await pool.request({
      path: pathname + search,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      signal: stop.signal,
    });
    return {
      status: response.statusCode,
      text: upstreamText(Buffer.from(await response.body.arrayBuffer())),
    };
  } finally {
    cancel();
    void pool.destroy();
  }
}
