/** Signed tokens (JWT) of known issuers, checked against the keys each issuer publishes. */

import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import type { Permission } from '../../graph/context.ts';
import { HttpError } from '../error-response.ts';
import type { Identity } from './identity.ts';

interface Issuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  /** One tenant for all its tokens, or the claim that names it. */
  readonly tenant?: string | undefined;
  readonly tenantClaim?: string | undefined;
  readonly rolesClaim: string;
}

export interface TokenOptions {
  readonly issuers: readonly Issuer[];
  readonly tenants: ReadonlySet<string>;
  readonly roles: ReadonlyMap<string, readonly Permission[]>;
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
}

/** Public-key signatures only: with a shared secret, a program that checks tokens could make them. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];

interface Checked {
  readonly identity: Identity;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** For so long an issuer's keys are used, and then so long what was checked with them: a key may be withdrawn. */
const keysMs = 600_000;

/** @returns a function that turns a token into an identity, or null when it is not good. */
export function tokens(options: TokenOptions): (token: string) => Promise<Identity | null> {
  const issuers = new Map(
    options.issuers.map((one) => [one.issuer, { ...one, keys: keysAt(one.jwksUrl) }]),
  );
  // A signature costs more to check than most requests cost to answer.
  const checked = new LRUCache<string, Checked>({ max: 10_000 });

  return async (token) => {
    const digest = createHash('sha256').update(token).digest('base64');
    const known = checked.get(digest);
    const now = options.now();
    if (known !== undefined && known.until > now) return known.identity;
    const issuer = issuers.get(issuerOf(token) ?? '');
    if (issuer === undefined) return null;
    try {
      const payload = await verify(token, issuer.keys, {
        issuer: issuer.issuer,
        audience: issuer.audience,
        algorithms,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: 5,
        currentDate: new Date(now),
      });
      const identity = identityOf(payload, issuer, options);
      const until = Math.min(payload.exp! * 1000, now + keysMs);
      if (identity !== null) checked.set(digest, { identity, until });
      return identity;
    } catch (error) {
      if (isBadToken(error)) return null;
      throw new HttpError(
        503,
        'OVERLOADED',
        'The token’s issuer could not be asked for its keys.',
        {
          retryAfterMs: 1000,
          cause: error,
        },
      );
    }
  };
}

type Keys = ReturnType<typeof createRemoteJWKSet>;

const keysAt = (url: string): Keys =>
  createRemoteJWKSet(new URL(url), { timeoutDuration: 3000, cacheMaxAge: keysMs });

/** A token that names no key may be signed with any of its issuer's. @throws JOSEError */
async function verify(token: string, keys: Keys, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error)
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/** Everything but the failure to fetch the keys is the token's fault. */
function isBadToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.constructor !== errors.JOSEError
  );
}

function identityOf(payload: JWTPayload, issuer: Issuer, options: TokenOptions): Identity | null {
  const tenant = issuer.tenant ?? payload[issuer.tenantClaim!];
  if (typeof tenant !== 'string' || !options.tenants.has(tenant)) return null;
  const claimed = payload[issuer.rolesClaim];
  const roles = Array.isArray(claimed)
    ? claimed
    : typeof claimed === 'string'
      ? claimed.split(' ')
      : [];
  // The subject may be a person; budgets and logs need only distinguish them.
  const subject = createHash('sha256').update(`${issuer.issuer}\n${payload.sub}`).digest('hex');
  return {
    tenant,
    client: `token-${subject.slice(0, 12)}`,
    permissions: new Set(roles.flatMap((role) => options.roles.get(String(role)) ?? [])),
    requestsPerMinute: null,
  };
}
