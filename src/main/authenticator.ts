/** Authenticator of the configured clients: by the access file, or everyone where there is none. */

import type { Access } from '../config/access-file.ts';
import { rowLevelOf } from '../config/access-reference.ts';
import { hasSystem } from '../config/data-source.ts';
import type { Config } from '../config.ts';
import { normaliseEmail } from '../contract/email-address.ts';
import { type Permission, withheldBy } from '../contract/permission.ts';
import {
  type Authenticator,
  createAuthenticator,
  openToAll,
  openWithout,
} from '../server/identity/authentication.ts';
import { rowsFor } from '../server/identity/identity.ts';
import { type IdentifyCaller, identifiedBy } from './host-caller.ts';

/** Everyone the access file lets in: `tenant/client`, and `tenant/token-*` where an issuer's tokens are taken. */
export function clientsOf(access: Access | null): string[] {
  if (access === null) return [];
  const byToken = access.issuers.flatMap(({ tenant }) =>
    (tenant === undefined ? [...access.tenants.keys()] : [tenant]).map((name) => `${name}/token-*`),
  );
  return [...new Set([...access.keys.map(({ tenant, name }) => `${tenant}/${name}`), ...byToken])];
}

/** Client of `clientsOf`: a name, or any token of its tenant. */
export function namesOf(client: string): string[] {
  return [client, client.replace(/\/token-[0-9a-f]{12}$/, '/token-*')];
}

/** Rights that anonymous clients of a real company lack, unless a variable grants them. */
export function rightsWithheld({ environment: env, connector, access }: Config): Permission[] {
  if (access !== null || connector.kind !== 'vendor') return [];
  // There is nothing to withhold, and nothing to say of it.
  if (!hasSystem(connector, 'call-analytics')) return [];
  return [...withheldBy].flatMap(([right, variable]) =>
    env[variable] === 'withheld' ? [right] : [],
  );
}

/**
 * Without an access file every client has all rights that are not withheld.
 * @param isRevoked whether a client has been shut out since it got its credential.
 * @param identify callers of another program's own; only beside an access file.
 */
export function authenticatorOf(
  config: Config,
  isRevoked: (tenant: string, client: string) => boolean = () => false,
  identify?: IdentifyCaller,
): Authenticator {
  const { access } = config;
  if (access === null) {
    const withheld = rightsWithheld(config);
    return withheld.length === 0 ? openToAll : openWithout(withheld);
  }
  const byCredential = createAuthenticator({
    keys: access.keys.map(({ name, sha256, tenant, roles, person, requestsPerMinute }) => ({
      sha256,
      identity: {
        tenant,
        ...rowsFor(tenant, rowLevelOf(access, tenant, roles), normaliseEmail(person)),
        client: name,
        permissions: new Set(roles.flatMap((role) => access.roles.get(role)?.permissions ?? [])),
        requestsPerMinute,
      },
    })),
    issuers: access.issuers,
    tenants: new Set(access.tenants.keys()),
    roles: new Map([...access.roles].map(([name, role]) => [name, role.permissions])),
    rowLevelOf: (tenant, roles) => rowLevelOf(access, tenant, roles),
    now: Date.now,
    isRevoked,
  });
  return identify === undefined ? byCredential : identifiedBy(identify, access, byCredential);
}
