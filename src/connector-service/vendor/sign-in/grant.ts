/** Token grants: the request of each form of credential to a vendor's token address, and the tokens in the answer. */

import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { noTokenAddress } from '../../../contract/wire/account-failure.ts';
import { isObject } from '../../../contract/wire/json.ts';
import { knownRefusal } from '../../../contract/wire/known-refusal.ts';
import type { SystemName } from '../../../errors.ts';
import { BackendError } from '../../backend.ts';
import { readJson } from '../body.ts';
import { noTokenAddressCode, signInRefused, type VendorAnswer, type VendorHttp } from '../http.ts';
import type { VendorAccess, VendorCredential } from './credential.ts';

/** Tokens as the answer has them: they are stored before anything in them is judged. */
export interface Granted {
  readonly accessToken: string | null;
  /** The next one, where the vendor gave one: the one before is spent. */
  readonly refreshToken: string | null;
  readonly base: string | null;
  /** Seconds. */
  readonly expiresIn: number | null;
}

/** Forms that have to be exchanged for a token. */
export type Exchanged = Extract<
  VendorCredential,
  { readonly form: 'refresh-token' | 'person' | 'client-credentials' | 'jwt-bearer' }
>;

interface Grant {
  readonly system: SystemName;
  readonly access: VendorAccess;
  readonly credential: Exchanged;
  /** The newest refresh token of the line. */
  readonly refreshToken: string | null;
  /** Epoch ms. */
  readonly now: number;
}

/** The vendor refuses the credential for good: asking again with the same one changes nothing. */
export class SignInRefused extends BackendError {
  constructor(reason: string) {
    super(401, { message: `Signing in was refused: ${reason}`, errorCode: signInRefused });
    this.name = 'SignInRefused';
  }
}

/** Longest wait for an answer: two of them end before the lease of the lock does. */
const patienceMs = 20_000;
/** Longest life of an assertion, seconds. */
const assertionLife = 180;

/**
 * One request to the token address. Sent twice where no answer came to the first: it may never have
 * arrived. If it had, a single-use token is spent, and the second is refused for good.
 * @throws SignInRefused, or BackendError where the vendor can't be reached.
 */
export async function requestGrant(http: VendorHttp, grant: Grant): Promise<Granted> {
  const { system, access, credential, now } = grant;
  const form = await formOf(grant);
  const isBasic = system === 'call-analytics' && credential.form === 'refresh-token';
  const authorization = isBasic ? basic(credential.clientId, credential.clientSecret) : undefined;
  const signedAt = credential.form === 'jwt-bearer' ? now : null;
  return postGrant(http, { system, access, form, authorization, signedAt });
}

/** What a person's authorization is exchanged for tokens with (RFC 7636). */
export interface Authorization {
  readonly code: string;
  /** Address the browser came back to, word for word. */
  readonly redirectUri: string;
  readonly verifier: string;
}

/** The request that a browser's sign-in ends with. @throws as requestGrant */
export function redeemCode(
  http: VendorHttp,
  access: VendorAccess,
  clientId: string,
  { code, redirectUri, verifier }: Authorization,
): Promise<Granted> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  return postGrant(http, { system: 'crm', access, form, signedAt: null });
}

interface GrantRequest {
  readonly system: SystemName;
  readonly access: VendorAccess;
  readonly form: URLSearchParams;
  readonly authorization?: string | undefined;
  /** Of a form that the vendor compares with its own clock, by this machine's; else null. */
  readonly signedAt: number | null;
}

async function postGrant(
  http: VendorHttp,
  { system, access, form, authorization, signedAt }: GrantRequest,
): Promise<Granted> {
  const path = system === 'crm' ? '/services/oauth2/token' : '/oauth2/generate-customer-token';
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    ...(authorization === undefined ? {} : { authorization }),
  };
  const send = async (): Promise<VendorAnswer> => {
    const signal = AbortSignal.timeout(patienceMs);
    const url = access.login + path;
    try {
      const from = access.login;
      return await http.send({ method: 'POST', url, from, headers, body: String(form), signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new BackendError(504, 'The token address did not answer in time');
    }
  };
  const lost = (error: unknown): boolean =>
    error instanceof BackendError && error.status >= 502 && !(error instanceof SignInRefused);
  const answer = await send().catch((error: unknown) => {
    if (lost(error)) return send();
    throw error;
  });
  return readGrant(system, answer, signedAt);
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function formOf({ system, credential, refreshToken, now }: Grant) {
  const form = new URLSearchParams();
  switch (credential.form) {
    case 'refresh-token':
      form.set('grant_type', 'refresh_token');
      form.set('refresh_token', refreshToken ?? credential.refreshToken);
      if (system === 'crm') {
        form.set('client_id', credential.clientId);
        form.set('client_secret', credential.clientSecret);
      }
      return form;
    case 'person':
      form.set('grant_type', 'refresh_token');
      form.set('refresh_token', refreshToken ?? '');
      form.set('client_id', credential.clientId);
      return form;
    case 'client-credentials':
      form.set('grant_type', 'client_credentials');
      form.set('client_id', credential.clientId);
      form.set('client_secret', credential.clientSecret);
      return form;
    case 'jwt-bearer':
      form.set('grant_type', 'urn:ietf:params:oauth:grant-type:jwt-bearer');
      form.set('assertion', await assertion(credential, now));
      return form;
  }
}

function assertion(
  { clientId, username, privateKey, audience }: Extract<Exchanged, { form: 'jwt-bearer' }>,
  now: number,
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(clientId)
    .setSubject(username)
    .setAudience(audience)
    .setExpirationTime(Math.floor(now / 1000) + assertionLife)
    .sign(createPrivateKey(privateKey));
}

/** Clocks that differ by more make signed assertions good for nothing, ms. */
const clockTolerance = 60_000;

/** Hint about this machine's clock by an answer's date; empty for a clock in step. */
function clockFault(now: number | null, date: string | null): string {
  const ahead = now === null ? 0 : now - Date.parse(date ?? '');
  if (!(Math.abs(ahead) > clockTolerance)) return '';
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  return `; the clock of this machine is ${minutes} min ${ahead > 0 ? 'ahead of' : 'behind'} the vendor's`;
}

function pageInstead(system: SystemName): BackendError {
  const message =
    system === 'crm'
      ? noTokenAddress
      : 'What answers to signing in is a page: a proxy, or another address';
  return new BackendError(502, { message, errorCode: noTokenAddressCode });
}

/** @param signedAt by this machine's clock, where the vendor compares it with its own; else null. */
function readGrant(
  system: SystemName,
  { status, text, header }: VendorAnswer,
  signedAt: number | null,
): Granted {
  if (status === 429 || status >= 500 || status === 420) {
    const wait = header('retry-after');
    const headers: Record<string, string> = wait === null ? {} : { 'retry-after': wait };
    throw new BackendError(status, `The token address answered ${status}`, headers);
  }
  const isPage = status < 400 && status >= 300 ? true : /^\s*</.test(text);
  if (isPage) throw pageInstead(system);
  const body = readJson(text);
  const member = (name: string): string | null =>
    isObject(body) && typeof body[name] === 'string' && body[name] !== '' ? body[name] : null;
  if (status < 200 || status > 299) {
    // The code, and a description that is known: others may repeat the request.
    const code = member('error') ?? '';
    const reason = /^[a-z_]{1,40}$/.test(code) ? code : `status ${status}`;
    const cause = knownRefusal(member('error_description') ?? '');
    const words = cause === null ? '' : `: ${cause.words}`;
    throw new SignInRefused(reason + words + clockFault(signedAt, header('date')));
  }
  const base = member('instance_url') ?? member('api_base_url_for_customer');
  const life = isObject(body) ? Number(body.expires_in) : Number.NaN;
  return {
    accessToken: member('access_token'),
    refreshToken: member('refresh_token'),
    base: base?.replace(/\/$/, '') ?? null,
    expiresIn: life > 0 ? life : null,
  };
}
