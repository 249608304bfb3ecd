/** Callers that another program has let in itself: it says who asks, the access file what they may. */

import type { Access } from '../config/access-file.ts';
import { rowLevelOf } from '../config/access-reference.ts';
import { normaliseEmail } from '../contract/email-address.ts';
import { createLru } from '../lru.ts';
import { invalidCredential } from '../server/error-response.ts';
import type { Authenticator } from '../server/identity/authentication.ts';
import { type Identity, rowsFor } from '../server/identity/identity.ts';

/** A caller as the other program knows it. */
export interface GatewayCaller {
  /** Its name in logs, metrics and quotas. */
  readonly client: string;
  /** A tenant of the access file; may be left out where there is one alone. */
  readonly tenant?: string;
  /** Roles of the access file; another name gives nothing. */
  readonly roles?: readonly string[];
  /** The person's e-mail address, for roles that show a person's rows. */
  readonly person?: string;
}

/** Says who sent a request of these headers; null where the access file's keys and tokens decide. */
export type IdentifyCaller = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
) => GatewayCaller | null | Promise<GatewayCaller | null>;

/** Authenticator that asks the other program first. @param byCredential for callers it does not know */
export function identifiedBy(
  identify: IdentifyCaller,
  access: Access,
  byCredential: Authenticator,
): Authenticator {
  // What is memoized by a set of rights is found again.
  const identities = createLru<string, Identity>(10_000);
  return {
    async authenticate(authorization, headers = {}) {
      const caller = await identify(headers);
      if (caller === null) return byCredential.authenticate(authorization, headers);
      const { client, tenant, roles, person } = caller;
      const text = JSON.stringify([client, tenant, roles, person]);
      const identity = identities.get(text) ?? identityOf(caller, access);
      identities.set(text, identity);
      return identity;
    },
  };
}

function identityOf(
  { client, roles = [], person, ...caller }: GatewayCaller,
  access: Access,
): Identity {
  const names = [...access.tenants.keys()];
  const tenant = caller.tenant ?? (names.length === 1 ? names[0] : undefined);
  if (tenant === undefined || !access.tenants.has(tenant))
    throw invalidCredential('authenticate: its tenant is none of the access file’s.');
  return {
    tenant,
    ...rowsFor(tenant, rowLevelOf(access, tenant, roles), normaliseEmail(person)),
    client,
    permissions: new Set(roles.flatMap((role) => access.roles.get(role)?.permissions ?? [])),
    requestsPerMinute: null,
  };
}
