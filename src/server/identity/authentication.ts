/** Authentication: the client of a tenant behind an API key or a signed token, and the rights its roles give. */

import type { IncomingHttpHeaders } from 'node:http';
import { type Permission, permissions } from '../../contract/permission.ts';
import { RowScope } from '../../upstream/row-scope.ts';
import { invalidCredential, unauthenticated } from '../error-response.ts';
import { type ApiKey, apiKeys } from './api-key.ts';
import type { Identity } from './identity.ts';
import type { TokenOptions } from './token.ts';

/** Finds the client of a credential. */
export interface Authenticator {
  /** True where no credential is needed. */
  readonly isOpen?: boolean;
  /**
   * @param authorization the Authorization header, as it came.
   * @param headers all of them, for whoever knows callers by another one.
   * @throws SwitchboardError UNAUTHENTICATED, which never repeats the credential.
   */
  authenticate(
    authorization: string | undefined,
    headers?: IncomingHttpHeaders,
  ): Promise<Identity> | Identity;
}

/** Authenticator without credentials, all rights: for a server that only its own machine can reach. */
export const openToAll: Authenticator = {
  isOpen: true,
  authenticate: () => everyone,
};

const everyone: Identity = {
  tenant: 'default',
  rowScope: RowScope.ofConnectedUser('default'),
  client: 'anonymous',
  permissions: new Set(permissions),
  requestsPerMinute: null,
};

/** Authenticator without credentials, all rights but these; private calls are left out where theirs is among them. */
export function openWithout(rights: readonly Permission[]): Authenticator {
  const identity: Identity = {
    ...everyone,
    permissions: new Set(permissions.filter((permission) => !rights.includes(permission))),
    leavesOutPrivate: rights.includes('private-calls'),
    withheld: rights,
  };
  return { isOpen: true, authenticate: () => identity };
}

interface AccessRules extends TokenOptions {
  readonly keys: readonly ApiKey[];
  /** Whether a client has been shut out since it got its credential. Default: none has. */
  readonly isRevoked?: (tenant: string, client: string) => boolean;
}

export function createAuthenticator(rules: AccessRules): Authenticator {
  const byKey = apiKeys(rules.keys);
  // Most access files name no issuer: the library of signatures is loaded for the first token.
  let checking: ReturnType<typeof tokensOf> | undefined;
  const byToken = async (token: string): Promise<Identity> => {
    checking ??= tokensOf(rules);
    return (await checking)(token);
  };
  const admit = (identity: Identity | null): Identity => {
    if (identity === null) throw invalidCredential('unknown API key');
    if (rules.isRevoked?.(identity.tenant, identity.client)) throw invalidCredential('revoked');
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
