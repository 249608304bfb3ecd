/** Sign-in of the façade: accounts, access tokens that end, refresh tokens that work once, both token addresses. */

import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { callAnalyticsError, crmError } from '../../connector-service/backend.ts';
import {
  type Exchange,
  readBodyText,
  sendJson,
} from '../../connector-service/http/json-exchange.ts';
import { organisationId } from '../company/currency.ts';
import { assertionIssue } from './assertion.ts';
import { type AuthorizationCodes, authorizationCodes } from './authorization.ts';

interface App {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Credentials of the façade's clients. */
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

export function makeAccounts(chosen: Partial<FacadeAccounts> = {}): FacadeAccounts {
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
      chosen.crmPrivateKey ??
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    signingKey: randomBytes(32),
    ...chosen,
  };
}

interface SignInOptions {
  readonly clock: () => number;
  readonly address: () => string;
  readonly platformLifeMs: number;
  readonly crmLifeMs: number;
  readonly crmRotation: boolean;
  /** Id of the CRM's user that clients are connected as. */
  readonly connected: () => Promise<string>;
}

export interface Sessions {
  /** The CRM's page that a browser signs in at. */
  authorize(exchange: Exchange): void;
  platformToken(exchange: Exchange): Promise<void>;
  crmToken(exchange: Exchange): Promise<void>;
  /** @throws BackendError 401 */
  checkPlatform(authorization: string | undefined): void;
  /** @throws BackendError 401 INVALID_SESSION_ID */
  checkCrm(authorization: string | undefined): void;
  endSessions(): void;
  revoke(): void;
}

/** Access tokens of one vendor, each with its end. */
class AccessTokens {
  readonly #clock: () => number;
  readonly #lifeMs: number;
  /** Epoch ms by token. */
  readonly #ends = new Map<string, number>();

  constructor(clock: () => number, lifeMs: number) {
    this.#clock = clock;
    this.#lifeMs = lifeMs;
  }

  issue(): string {
    const token = random(24);
    this.#ends.set(token, this.#clock() + this.#lifeMs);
    return token;
  }

  isValid(token: string): boolean {
    return (this.#ends.get(token) ?? 0) > this.#clock();
  }

  clear(): void {
    this.#ends.clear();
  }
}

export function serveSignIn(accounts: FacadeAccounts, options: SignInOptions): Sessions {
  const { clock, address } = options;
  const platform = new AccessTokens(clock, options.platformLifeMs);
  const crm = new AccessTokens(clock, options.crmLifeMs);
  const platformRefresh = new Set([accounts.platformRefreshToken]);
  const crmRefresh = new Set([accounts.crmRefreshToken]);
  const codes = authorizationCodes(accounts.crmApp.clientId, clock);
  /** Given to people, whose app has no secret. */
  const personal = new Set<string>();
  const crmGrantError = crmGrantCheck(accounts, { tokens: crmRefresh, personal, codes }, options);
  const endSessions = (): void => {
    platform.clear();
    crm.clear();
  };

  return {
    authorize: (exchange) => codes.authorize(exchange),

    // Address, Basic client, form body and answer: published by the vendor, read in two clients.
    async platformToken({ request, response }) {
      const form = new URLSearchParams(await readBodyText(request));
      const refused = platformGrantError(accounts, platformRefresh, form, request);
      if (refused !== null) return refuse(response, refused);
      const next = random(24);
      platformRefresh.add(next);
      sendJson(response, 200, {
        access_token: platform.issue(),
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
      const refused = await crmGrantError(form);
      if (refused !== null) return refuse(response, refused);
      const renewed: Record<string, string> = {};
      const before = form.get('refresh_token') ?? '';
      const isCode = form.get('grant_type') === 'authorization_code';
      if (isCode || (form.get('grant_type') === 'refresh_token' && options.crmRotation)) {
        crmRefresh.delete(before);
        renewed.refresh_token = random(24);
        crmRefresh.add(renewed.refresh_token);
        if (isCode || personal.has(before)) personal.add(renewed.refresh_token);
      }
      // Recorded: no expires_in.
      sendJson(response, 200, {
        access_token: crm.issue(),
        ...renewed,
        signature: random(),
        scope: 'api',
        instance_url: address(),
        id: `${address()}/id/${organisationId}/${await options.connected()}`,
        token_type: 'Bearer',
        issued_at: String(clock()),
      });
    },

    checkPlatform(authorization = '') {
      const bearer = bearerOf(authorization);
      if (authorization === basic(accounts.accessKey, accounts.accessKeySecret)) return;
      if (bearer === accounts.accessToken || platform.isValid(bearer)) return;
      // Status published; the text is composed.
      throw callAnalyticsError(401, 'The credentials are invalid or have expired');
    },

    checkCrm(authorization = '') {
      if (crm.isValid(bearerOf(authorization))) return;
      throw crmError(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
    },

    endSessions,
    revoke() {
      endSessions();
      platformRefresh.clear();
      crmRefresh.clear();
    },
  };
}

/** A token request that is not granted. */
interface GrantError {
  readonly status: number;
  readonly error: string;
  readonly description: string;
}

const grantError = (error: string, description: string, status = 400): GrantError => ({
  status,
  error,
  description,
});

const invalidClient = grantError('invalid_client', 'invalid client credentials');
const unknownGrant = grantError('unsupported_grant_type', 'grant type not supported');

/** Why the call platform refuses a token request; null when it grants one, and the refresh token is used up. */
function platformGrantError(
  { platformApp: { clientId, clientSecret } }: FacadeAccounts,
  refreshTokens: Set<string>,
  form: URLSearchParams,
  { headers }: Exchange['request'],
): GrantError | null {
  if (headers.authorization !== basic(clientId, clientSecret))
    return grantError('invalid_client', 'client authentication failed', 401);
  if (form.get('grant_type') !== 'refresh_token') return unknownGrant;
  // Single use: a client that sends the same one again has lost the connection to the account.
  return refreshTokens.delete(form.get('refresh_token') ?? '')
    ? null
    : grantError('invalid_grant', 'The refresh token is invalid or was used');
}

const assertionGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** What the CRM has given out. */
interface CrmTokens {
  readonly tokens: ReadonlySet<string>;
  readonly personal: ReadonlySet<string>;
  readonly codes: AuthorizationCodes;
}

/** Why the CRM refuses a token request; null when it grants one. */
function crmGrantCheck(
  accounts: FacadeAccounts,
  { tokens, personal, codes }: CrmTokens,
  { clock, address }: SignInOptions,
): (form: URLSearchParams) => Promise<GrantError | null> {
  const { clientId, clientSecret } = accounts.crmApp;
  const key = createPublicKey(accounts.crmPrivateKey);
  return async (form) => {
    const isClient = form.get('client_id') === clientId;
    const hasSecret = form.get('client_secret') === clientSecret;
    switch (form.get('grant_type')) {
      case 'refresh_token':
        if (!isClient) return grantError('invalid_client_id', 'client identifier invalid');
        if (!hasSecret && !personal.has(form.get('refresh_token') ?? '')) return invalidClient;
        return tokens.has(form.get('refresh_token') ?? '')
          ? null
          : grantError('invalid_grant', 'expired access/refresh token');
      case 'authorization_code': {
        const issue = isClient ? codes.refusalOf(form) : 'client identifier invalid';
        return issue === null ? null : grantError('invalid_grant', issue);
      }
      case 'client_credentials':
        return isClient && hasSecret ? null : invalidClient;
      case assertionGrant: {
        const issue = await assertionIssue(form.get('assertion') ?? '', {
          key,
          issuer: clientId,
          subject: accounts.crmUsername,
          audience: address(),
          now: new Date(clock()),
        });
        return issue === null ? null : grantError('invalid_grant', issue);
      }
      default:
        return unknownGrant;
    }
  };
}

/** Empty without one: no token is. */
const bearerOf = (authorization: string): string => /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function refuse(response: Exchange['response'], { status, error, description }: GrantError): void {
  sendJson(response, status, { error, error_description: description });
}
