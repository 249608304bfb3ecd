/** From the access file's entries to somebody who can be asked who is asking. */

import type { Access } from '../config/access.ts';
import { createAuthenticator } from '../server/identity/authenticator.ts';
import { type Authenticator, openToAll } from '../server/identity/identity.ts';

/**
 * @param access null where everyone may ask everything.
 * @param isRevoked tells clients that have been shut out since they got their credential.
 */
export function authenticatorOf(
  access: Access | null,
  isRevoked: (tenant: string, client: string) => boolean = () => false,
): Authenticator {
  if (access === null) return openToAll;
  return createAuthenticator({
    keys: access.keys.map(({ name, sha256, tenant, roles, requestsPerMinute }) => ({
      sha256,
      identity: {
        tenant,
        client: name,
        permissions: new Set(roles.flatMap((role) => access.roles.get(role) ?? [])),
        requestsPerMinute,
      },
    })),
    issuers: access.issuers,
    tenants: new Set(access.tenants.keys()),
    roles: access.roles,
    now: Date.now,
    isRevoked,
  });
}
