/** Takes the credential of a request apart: an API key or a signed token. */

import { Refusal } from '../refusal.ts';
import { type ApiKey, apiKeys } from './api-key.ts';
import type { Authenticator, Identity } from './identity.ts';
import type { TokenOptions } from './token.ts';

export interface AccessRules extends TokenOptions {
  readonly keys: readonly ApiKey[];
  /** Whether a client has been shut out since it got its credential. Default: none has. */
  readonly isRevoked?: (tenant: string, client: string) => boolean;
}

export function createAuthenticator(rules: AccessRules): Authenticator {
  const byKey = apiKeys(rules.keys);
  // Most access files name no issuer: the library of signatures is loaded for the first token.
  let checking: ReturnType<typeof tokensOf> | undefined;
  const byToken = async (token: string): Promise<Identity | null> => {
    checking ??= tokensOf(rules);
    return (await checking)(token);
  };
  const admit = (identity: Identity | null): Identity => {
    if (identity === null || rules.isRevoked?.(identity.tenant, identity.client))
      throw unauthenticated('The credential is not valid here.');
    return identity;
  };
  return {
    authenticate(authorization) {
      const credential = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization ?? '')?.[1];
      if (credential === undefined)
        throw unauthenticated(
          'Expected the header Authorization: Bearer, with an API key or a token.',
        );
      return credential.split('.').length === 3
        ? byToken(credential).then(admit)
        : admit(byKey(credential));
    },
  };
}

const tokensOf = async (rules: AccessRules) => (await import('./token.ts')).tokens(rules);

function unauthenticated(message: string): Refusal {
  return new Refusal(401, 'UNAUTHENTICATED', message, {
    headers: { 'www-authenticate': 'Bearer' },
  });
}
