/** The façade's accounts: keys, tokens that end, refresh tokens that work once, and both token addresses. */

import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { callAnalyticsError, crmError } from '../backend.ts';
import { type Exchange, readBodyText, sendJson } from '../http/json-exchange.ts';

interface App {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What a client signs in with. */
export interface FacadeAccounts {
  readonly accessKey: string;
  readonly accessKeySecret: string;
  /** A token of the call platform that does not end. */
  readonly accessToken: string;
  readonly platformApp: App;
  readonly platformRefreshToken: string;
  readonly crmApp: App;
  readonly crmRefreshToken: string;
  readonly crmUsername: string;
  /** PEM; the public half is the certificate of the CRM's app. */
  readonly crmPrivateKey: string;
  /** Signs cursors and presigned addresses. */
  readonly signingKey: Uint8Array;
}

const random = (bytes = 18): string => randomBytes(bytes).toString('base64url');

export function makeAccounts(given: Partial<FacadeAccounts> = {}): FacadeAccounts {
  const app = (): App => ({ clientId: random(), clientSecret: random(24) });
  return {
    accessKey: random(),
    accessKeySecret: random(24),
    accessToken: random(24),
    platformApp: app(),
    platformRefreshToken: random(24),
    crmApp: app(),
    crmRefreshToken: random(24),
    crmUsername: 'integration@crm.example.com',
    crmPrivateKey:
      given.crmPrivateKey ??
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    signingKey: randomBytes(32),
    ...given,
  };
}

interface SignInOptions {
  readonly clock: () => number;
  readonly address: () => string;
  readonly platformLifeMs: number;
  readonly crmLifeMs: number;
  readonly crmRotation: boolean;
}

export interface Sessions {
  platformToken(exchange: Exchange): Promise<void>;
  crmToken(exchange: Exchange): Promise<void>;
  /** @throws BackendError 401 */
  checkPlatform(authorization: string | undefined): void;
  /** @throws BackendError 401 INVALID_SESSION_ID */
  checkCrm(authorization: string | undefined): void;
  endSessions(): void;
  revoke(): void;
}

const assertionGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export function serveSignIn(accounts: FacadeAccounts, options: SignInOptions): Sessions {
  const { clock, address } = options;
  /** Ends of access tokens, epoch ms. */
  const platform = new Map<string, number>();
  const crm = new Map<string, number>();
  const refresh = {
    platform: new Set([accounts.platformRefreshToken]),
    crm: new Set([accounts.crmRefreshToken]),
  };
  const publicKey = createPublicKey(accounts.crmPrivateKey);

  const fresh = (tokens: Map<string, number>, lifeMs: number): string => {
    const token = random(24);
    tokens.set(token, clock() + lifeMs);
    return token;
  };
  const lives = (tokens: Map<string, number>, token: string): boolean =>
    (tokens.get(token) ?? 0) > clock();

  return {
    // Address, Basic client, form body and answer: published by the vendor, read in two clients.
    async platformToken({ request, response }) {
      const form = new URLSearchParams(await readBodyText(request));
      const { clientId, clientSecret } = accounts.platformApp;
      if (request.headers.authorization !== basic(clientId, clientSecret))
        return refuse(response, 401, 'invalid_client', 'client authentication failed');
      if (form.get('grant_type') !== 'refresh_token')
        return refuse(response, 400, 'unsupported_grant_type', 'grant type not supported');
      const given = form.get('refresh_token') ?? '';
      // Single use: whoever sends the same one again has lost the connection to the account.
      if (!refresh.platform.delete(given))
        return refuse(response, 400, 'invalid_grant', 'The refresh token is invalid or was used');
      const next = random(24);
      refresh.platform.add(next);
      sendJson(response, 200, {
        access_token: fresh(platform, options.platformLifeMs),
        refresh_token: next,
        token_type: 'bearer',
        expires_in: Math.floor(options.platformLifeMs / 1000),
        scope: 'api:calls:read:basic',
        api_base_url_for_customer: address(),
      });
    },

    // Published: help pages of the refresh token, client credentials and JWT bearer flows.
    async crmToken({ request, response }) {
      const form = new URLSearchParams(await readBodyText(request));
      const { clientId, clientSecret } = accounts.crmApp;
      const isClient = form.get('client_id') === clientId;
      const hasSecret = form.get('client_secret') === clientSecret;
      const renewed: Record<string, string> = {};
      switch (form.get('grant_type')) {
        case 'refresh_token': {
          if (!isClient)
            return refuse(response, 400, 'invalid_client_id', 'client identifier invalid');
          if (!hasSecret)
            return refuse(response, 400, 'invalid_client', 'invalid client credentials');
          const given = form.get('refresh_token') ?? '';
          if (!refresh.crm.has(given))
            return refuse(response, 400, 'invalid_grant', 'expired access/refresh token');
          if (options.crmRotation) {
            refresh.crm.delete(given);
            renewed.refresh_token = random(24);
            refresh.crm.add(renewed.refresh_token);
          }
          break;
        }
        case 'client_credentials':
          if (!isClient || !hasSecret)
            return refuse(response, 400, 'invalid_client', 'invalid client credentials');
          break;
        case assertionGrant: {
          const fault = await assertionIssue(form.get('assertion') ?? '', {
            key: publicKey,
            issuer: clientId,
            subject: accounts.crmUsername,
            audience: address(),
            now: new Date(clock()),
          });
          if (fault !== null) return refuse(response, 400, 'invalid_grant', fault);
          break;
        }
        default:
          return refuse(response, 400, 'unsupported_grant_type', 'grant type not supported');
      }
      // Recorded: no expires_in.
      sendJson(response, 200, {
        access_token: fresh(crm, options.crmLifeMs),
        ...renewed,
        signature: random(),
        scope: 'api',
        instance_url: address(),
        id: `${address()}/id/00D000000000001AAA/005000000000001AAA`,
        token_type: 'Bearer',
        issued_at: String(clock()),
      });
    },

    checkPlatform(authorization = '') {
      const bearer = /^Bearer (.+)$/.exec(authorization)?.[1];
      if (authorization === basic(accounts.accessKey, accounts.accessKeySecret)) return;
      if (bearer === accounts.accessToken) return;
      if (bearer !== undefined && lives(platform, bearer)) return;
      // Status published; the text is composed.
      throw callAnalyticsError(401, 'The credentials are invalid or have expired');
    },

    checkCrm(authorization = '') {
      const bearer = /^Bearer (.+)$/.exec(authorization)?.[1];
      if (bearer !== undefined && lives(crm, bearer)) return;
      throw crmError(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
    },

    endSessions() {
      platform.clear();
      crm.clear();
    },
    revoke() {
      platform.clear();
      crm.clear();
      refresh.platform.clear();
      refresh.crm.clear();
    },
  };
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function refuse(
  response: Exchange['response'],
  status: number,
  error: string,
  error_description: string,
): void {
  sendJson(response, status, { error, error_description });
}

interface Expected {
  readonly key: KeyObject;
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  readonly now: Date;
}

/** What is wrong with an assertion; null when nothing is. */
async function assertionIssue(
  assertion: string,
  { key, issuer, subject, audience, now }: Expected,
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: ['RS256'],
      issuer,
      subject,
      audience,
      currentDate: now,
      requiredClaims: ['exp'],
    });
    return (payload.exp ?? 0) * 1000 > now.getTime() + 300_000 ? 'assertion lives too long' : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return 'invalid assertion';
    throw error;
  }
}
