/** Fields of an explained answer: what is asked upstream while one resolves is asked by it. */

import { currentFields } from '../../fetch/batch-loader.ts';
import type { Path, PlannedInfo } from '../plan/resolve-info.ts';

/** Resolves in the name of a field: upstream calls on the way are traced to it. */
export function explained<T>(info: PlannedInfo, resolve: () => T): T {
  return currentFields.run(
    info.node.memo('explained', () => new Set([textOf(info)])),
    resolve,
  );
}

/** `accounts.nodes.contacts`, whichever node it is. */
function textOf(path: Path): string {
  const keys: string[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.prev)
    if (typeof at.key === 'string') keys.unshift(at.key);
  return keys.join('.');
}
