/** Bearer tokens: the one lasting token, and short-lived ones from the token endpoint. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Exchange, readBodyText, readObject, sendJson } from './http/json-exchange.ts';
import { unauthorised } from './http/service-error.ts';
import type { ClientCredential } from './service-option.ts';

interface BearerOptions {
  readonly token: string;
  readonly clients: readonly ClientCredential[];
  readonly lifeMs: number;
  readonly clock: () => number;
}

interface IssuedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
}

export interface BearerGate {
  /** @throws ServiceHttpError 401 unless the header carries a token that is valid now. */
  check(authorization: string | undefined): void;
  /** @throws ServiceHttpError 401 unless id and secret are a client's. */
  issue(id: unknown, secret: unknown): IssuedToken;
  /** Ends every issued token at once; the lasting one stays. */
  revokeIssued(): void;
  /** Tokens issued since the start. */
  readonly issued: number;
}

export function bearerGate({ token, clients, lifeMs, clock }: BearerOptions): BearerGate {
  const lasting = digest(token);
  const expiry = new Map<string, number>();
  let issued = 0;

  return {
    check(authorization) {
      const presented = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
      if (presented === undefined)
        throw unauthorised('Expected the header Authorization: Bearer <token>');
      const proof = digest(presented);
      if (timingSafeEqual(proof, lasting)) return;
      const until = expiry.get(proof.toString('hex'));
      if (until === undefined || clock() >= until) {
        throw unauthorised('The bearer token is unknown or has expired');
      }
    },

    issue(id, secret) {
      const client = clients.find((candidate) => candidate.id === id);
      const expected = digest(client?.secret ?? '');
      const fits = timingSafeEqual(expected, digest(typeof secret === 'string' ? secret : ''));
      if (client === undefined || !fits)
        throw unauthorised('Unknown client_id or wrong client_secret');
      for (const [old, until] of expiry) if (clock() >= until) expiry.delete(old);
      const fresh = randomBytes(32).toString('base64url');
      expiry.set(digest(fresh).toString('hex'), clock() + lifeMs);
      issued += 1;
      return { access_token: fresh, token_type: 'Bearer', expires_in: Math.floor(lifeMs / 1000) };
    },

    revokeIssued: () => expiry.clear(),
    get issued() {
      return issued;
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * `POST {client_id, client_secret}`, as JSON or as a form, answers
 * `{access_token, token_type, expires_in}` with `expires_in` in seconds.
 * @throws ServiceHttpError 401 for another id or secret.
 */
export async function issueToken(
  bearers: BearerGate,
  { request, response }: Exchange,
): Promise<void> {
  const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const body: Record<string, unknown> = form
    ? Object.fromEntries(new URLSearchParams(await readBodyText(request)))
    : await readObject(request);
  const token = bearers.issue(body.client_id, body.client_secret);
  sendJson(response, 200, token, { 'cache-control': 'no-store' });
}
