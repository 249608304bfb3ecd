/** Identity: a client of a tenant, with its rights and its quota. */

import type { Viewer } from '../../engine/context.ts';

export interface Identity extends Viewer {
  readonly tenant: string;
  /** Its own quota, in place of the server's; null where it has none of its own. */
  readonly requestsPerMinute: number | null;
}
