/** Authorization codes of the façade's CRM: where a browser is sent, and what a code is exchanged for. */

import { createHash, randomBytes } from 'node:crypto';
import type { Exchange } from '../../connector-service/http/json-exchange.ts';

interface IssuedCode {
  readonly redirectUri: string;
  readonly challenge: string;
  /** Epoch ms. */
  readonly until: number;
}

export interface AuthorizationCodes {
  /** Sends the browser back with a code, as if its user had allowed the app; an error stays on the page, as in the CRM. */
  authorize(exchange: Exchange): void;
  /** The description of why a code is not exchanged; null where it is, once. */
  refusalOf(form: URLSearchParams): string | null;
}

/** Published: codes are good for ten minutes. */
const lifeMs = 600_000;

/** @param clientId of the app; its callback addresses are those of this machine's OauthRedirect. */
export function authorizationCodes(clientId: string, clock: () => number): AuthorizationCodes {
  const codes = new Map<string, IssuedCode>();
  return {
    authorize({ response, query }) {
      const redirectUri = query.get('redirect_uri') ?? '';
      const challenge = query.get('code_challenge') ?? '';
      const issue =
        query.get('client_id') !== clientId
          ? 'error=invalid_client_id&error_description=client identifier invalid'
          : !/^http:\/\/localhost:\d+\/OauthRedirect$/.test(redirectUri)
            ? 'error=redirect_uri_mismatch&error_description=redirect_uri must match configuration'
            : query.get('code_challenge_method') !== 'S256' || challenge === ''
              ? 'error=invalid_request&error_description=missing required code challenge'
              : null;
      if (issue !== null) {
        response.writeHead(400, { 'content-type': 'text/html' });
        response.end(`<p>${issue}</p>`);
        return;
      }
      const code = randomBytes(18).toString('base64url');
      codes.set(code, { redirectUri, challenge, until: clock() + lifeMs });
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', query.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
    },
    refusalOf(form) {
      const code = form.get('code') ?? '';
      const issued = codes.get(code);
      codes.delete(code);
      if (issued === undefined || issued.until < clock()) return 'expired authorization code';
      if (issued.redirectUri !== form.get('redirect_uri'))
        return 'redirect_uri must match configuration';
      const digest = createHash('sha256').update(form.get('code_verifier') ?? '');
      return digest.digest('base64url') === issued.challenge ? null : 'invalid code verifier';
    },
  };
}
