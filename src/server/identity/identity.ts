/** Authentication: the client of a tenant behind an API key or a signed token, and the rights its roles give. */

import { hash, randomBytes } from 'node:crypto';
import type { Permission } from '../../graph/context.ts';
import { Refusal } from '../errors.ts';
import type { Identity } from '../request.ts';
import type { TokenOptions } from './token.ts';

export const permissions: readonly Permission[] = [
  'private-calls',
  'transcripts',
  'media',
  'free-soql',
  'explain',
];

/** Finds the client of a credential. */
export interface Authenticator {
  /** True where nobody needs a credential. */
  readonly isOpen?: boolean;
  /**
   * @param authorization the Authorization header, as it came.
   * @throws SwitchboardError UNAUTHENTICATED, which never repeats the credential.
   */
  authenticate(authorization: string | undefined): Promise<Identity> | Identity;
}

/** Everyone may ask everything: for a server that only its own machine can reach. */
export const openToAll: Authenticator = {
  isOpen: true,
  authenticate: () => everyone,
};

const everyone: Identity = {
  tenant: 'default',
  client: 'anonymous',
  permissions: new Set(permissions),
  requestsPerMinute: null,
};

/** Everyone may ask everything but what needs this right. */
export function openWithout(right: Permission): Authenticator {
  const identity = {
    ...everyone,
    permissions: new Set(permissions.filter((one) => one !== right)),
  };
  return { isOpen: true, authenticate: () => identity };
}

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

export interface ApiKey {
  /** SHA-256 of the key's text, in hex. A key has 256 random bits, so a fast hash keeps it safe. */
  readonly sha256: string;
  readonly identity: Identity;
}

/**
 * Finds keys by hash; how long it takes says nothing about any key. Those that were valid are remembered by
 * their text, in a map whose own hashes are seeded: no more of them than there are keys.
 */
export function apiKeys(keys: readonly ApiKey[]): (text: string) => Identity | null {
  const byHash = new Map(keys.map(({ sha256, identity }) => [sha256, identity]));
  const used = new Map<string, Identity>();
  return (text) => {
    const known = used.get(text);
    if (known !== undefined) return known;
    const identity = byHash.get(hashOfKey(text)) ?? null;
    if (identity !== null) used.set(text, identity);
    return identity;
  };
}

export function hashOfKey(text: string): string {
  return hash('sha256', text);
}

/** A new key; its text is shown once and stored nowhere. */
export function createKey(): { readonly text: string; readonly sha256: string } {
  const text = `sbk_${randomBytes(32).toString('base64url')}`;
  return { text, sha256: hashOfKey(text) };
}
