/** Signed tokens (JWT) of known issuers, checked against the keys each issuer publishes. */

import { createHash } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { normaliseEmail } from '../../contract/email-address.ts';
import type { Permission } from '../../contract/permission.ts';
import { createLru } from '../../lru.ts';
import type { RowLevel } from '../../row-access/row-access.ts';
import { HttpError, invalidCredential } from '../error-response.ts';
import { type Identity, rowsFor } from './identity.ts';
import { type Keys, keysAt, keysMs } from './issuer-key.ts';

interface Issuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  /** One tenant for all its tokens, or the claim that names it. */
  readonly tenant?: string | undefined;
  readonly tenantClaim?: string | undefined;
  readonly rolesClaim: string;
  /** Claim with the person's address. Default: `email`. */
  readonly personClaim?: string;
}

export interface TokenOptions {
  readonly issuers: readonly Issuer[];
  readonly tenants: ReadonlySet<string>;
  readonly roles: ReadonlyMap<string, readonly Permission[]>;
  /** Whose rows a client with these roles sees. Default: all. */
  readonly rowLevelOf?: (tenant: string, roles: readonly string[]) => RowLevel;
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

/**
 * @returns a function that turns a token into an identity
 * @throws HttpError 401 for a token that is not good, with the reason for the log; 503 while its issuer's keys can't be had
 */
export function tokens(options: TokenOptions): (token: string) => Promise<Identity> {
  const issuers = new Map(
    options.issuers.map((issuer) => [issuer.issuer, { ...issuer, keys: keysAt(issuer.jwksUrl) }]),
  );
  // A signature costs more to check than most requests cost to answer.
  const checked = createLru<string, Checked>(10_000);

  return async (token) => {
    const digest = createHash('sha256').update(token).digest('base64');
    const cached = checked.get(digest);
    const now = options.now();
    if (cached !== undefined && cached.until > now) return cached.identity;
    const issuer = issuers.get(issuerOf(token) ?? '');
    if (issuer === undefined)
      throw invalidCredential('token: its issuer (iss) is none of the access file’s issuers.');
    let payload: JWTPayload;
    try {
      payload = await verify(token, issuer.keys, {
        issuer: issuer.issuer,
        audience: issuer.audience,
        algorithms,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: 5,
        currentDate: new Date(now),
      });
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw invalidCredential(reasonOf(error));
    }
    const identity = identityOf(payload, issuer, options);
    const until = Math.min(payload.exp! * 1000, now + keysMs);
    checked.set(digest, { identity, until });
    return identity;
  };
}

/** @throws JOSEError, or what the platform throws for a key that it can't use. */
async function verify(token: string, keys: Keys, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // A token that names no key may be signed with any of its issuer's, of which some may be unusable.
    let failure: unknown = new errors.JWSSignatureVerificationFailed();
    for await (const key of error)
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (thrown) {
        if (isOfSignedToken(thrown)) throw thrown;
        if (!(thrown instanceof errors.JWSSignatureVerificationFailed)) failure = thrown;
      }
    throw failure;
  }
}

/** Whether the signature was found good before: the claims are read after it. */
const isOfSignedToken = (error: unknown): boolean =>
  error instanceof errors.JWTClaimValidationFailed ||
  error instanceof errors.JWTExpired ||
  error instanceof errors.JWTInvalid;

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/** What is wrong with a claim that is there. */
const claimReasons: Readonly<Record<string, string>> = {
  aud: 'its audience (aud) is not the one that the access file names for its issuer.',
  nbf: 'it is not good yet (nbf); a clock may be wrong.',
  exp: 'its expiry (exp) is no number.',
};

const codeReasons: Readonly<Record<string, string>> = {
  ERR_JWKS_NO_MATCHING_KEY: 'none of the keys that its issuer publishes is the one it names',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'no key that its issuer publishes made its signature',
  ERR_JOSE_ALG_NOT_ALLOWED: 'it is signed in a way that is not taken',
};

/** Reason by jose's code, since its texts quote what strangers put into headers; those about a key hold none of that. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'token: it has expired (exp).';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `token: ${
      error.reason === 'missing'
        ? `it has no claim ${error.claim}, which is needed.`
        : (claimReasons[error.claim] ?? `its claim ${error.claim} is not what is needed.`)
    }`;
  if (error instanceof errors.JOSEError)
    return `token: ${codeReasons[error.code] ?? 'it is no token that can be read'} (${error.code}).`;
  return `key of the issuer that can’t be used: ${error instanceof Error ? error.message : 'unknown failure'}`;
}

function identityOf(payload: JWTPayload, issuer: Issuer, options: TokenOptions): Identity {
  const tenant = issuer.tenant ?? payload[issuer.tenantClaim!];
  if (typeof tenant !== 'string')
    throw invalidCredential(
      `token: it has no claim ${issuer.tenantClaim}, which tenantClaim names as that of its tenant.`,
    );
  if (!options.tenants.has(tenant))
    throw invalidCredential(
      `token: its ${issuer.tenantClaim ?? 'tenant'} is none of the access file’s tenants.`,
    );
  const claimed = payload[issuer.rolesClaim];
  const roles = Array.isArray(claimed)
    ? claimed.map(String)
    : typeof claimed === 'string'
      ? claimed.split(' ')
      : [];
  // The subject may be a person; budgets and logs need only distinguish them.
  const subject = createHash('sha256').update(`${issuer.issuer}\n${payload.sub}`).digest('hex');
  return {
    tenant,
    ...rowsFor(tenant, options.rowLevelOf?.(tenant, roles) ?? 'all', personIn(payload, issuer)),
    client: `token-${subject.slice(0, 12)}`,
    permissions: new Set(roles.flatMap((role) => options.roles.get(role) ?? [])),
    requestsPerMinute: null,
  };
}

/** Address of the token's person; null where it names none. */
function personIn(payload: JWTPayload, { personClaim = 'email' }: Issuer): string | null {
  // Whoever signs up may write any address there; the issuer says whether it is theirs. Another claim is the operator's word.
  if (personClaim === 'email' && payload.email_verified !== true) return null;
  return normaliseEmail(payload[personClaim]);
}
