/** Identity: a client of a tenant, with its rights and its quota. */

import type { Viewer } from '../../engine/context.ts';
import { type RowLevel, rowCondition } from '../../row-access/row-access.ts';
import { RowScope } from '../../upstream/row-scope.ts';

export interface Identity extends Viewer {
  readonly tenant: string;
  /** Its own quota, in place of the server's; null where it has none of its own. */
  readonly requestsPerMinute: number | null;
}

/** Rows of an identity, and the scope under which it reads them. @param person normalised; null for nobody, who sees no rows but all */
export function rowsFor(
  tenant: string,
  level: RowLevel,
  person: string | null,
): Pick<Identity, 'rowScope' | 'rows'> {
  if (level === 'all') return { rowScope: RowScope.ofConnectedUser(tenant) };
  const rows = { level, person };
  return { rowScope: RowScope.ofViewer(tenant, rowCondition(rows)), rows };
}
