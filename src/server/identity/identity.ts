/** Identity: a client of a tenant, with its rights and its quota. */

import type { Permission } from '../../graph/context.ts';

export interface Identity {
  readonly tenant: string;
  /** Name of the client in budgets, quotas and logs; no secret, no person. */
  readonly client: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Whether private calls are not there at all without the right to them; default: they are, without what they are about. */
  readonly leavesOutPrivate?: boolean;
  /** Its own quota, in place of the server's; null where it has none of its own. */
  readonly requestsPerMinute: number | null;
}
