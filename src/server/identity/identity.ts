/** Who is asking: a client of a tenant, with the rights its roles give. */

import type { Permission } from '../../graph/context.ts';

export type { Permission };

export const permissions: readonly Permission[] = [
  'private-calls',
  'transcripts',
  'media',
  'free-soql',
  'explain',
];

export interface Identity {
  readonly tenant: string;
  /** Name of the client in budgets, quotas and logs; no secret, no person. */
  readonly client: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Its own quota, in place of the server's; null where it has none of its own. */
  readonly requestsPerMinute: number | null;
}

/** Finds out who sent a credential. */
export interface Authenticator {
  /**
   * @param authorization the Authorization header, as it came.
   * @throws SwitchboardError UNAUTHENTICATED, which never repeats the credential.
   */
  authenticate(authorization: string | undefined): Promise<Identity> | Identity;
}

/** Everyone may ask everything: for a server that only its own machine can reach. */
export const openToAll: Authenticator = {
  authenticate: () => everyone,
};

const everyone: Identity = {
  tenant: 'default',
  client: 'anonymous',
  permissions: new Set(permissions),
  requestsPerMinute: null,
};
