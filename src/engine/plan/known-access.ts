/** Known row access: what an estimate may look at of whose rows a viewer sees. It is read before the operation where nothing is known yet. */

import type { MaybePromise } from '../../fetch/maybe-promise.ts';
import type { RowAnchors, ViewerPeople } from '../../row-access/row-access.ts';
import type { GraphContext } from '../context.ts';
import { memoizeByRequest } from '../memoize.ts';

const requests = memoizeByRequest((_context: GraphContext) => ({ isUnknown: false }));

interface KnownAccess {
  readonly people: ViewerPeople;
  readonly anchors: RowAnchors;
}

/** Null where all rows are visible, and where it was not read yet. */
export function knownAccess(context: GraphContext): KnownAccess | null {
  const { rowAccess } = context;
  if (rowAccess === null) return null;
  const [people, anchors] = [rowAccess.lastPeople(), rowAccess.lastAnchors()];
  if (people !== null && anchors !== null) return { people, anchors };
  requests(context).isUnknown = true;
  return null;
}

/** Whether an estimate has missed something. */
export const missesAccess = (context: GraphContext): boolean => requests(context).isUnknown;

/** Reads what an estimate has missed. Where it can't be read, the field that needs it says so. */
export function readMissedAccess(context: GraphContext): MaybePromise<boolean> {
  const { rowAccess } = context;
  const request = requests(context);
  if (rowAccess === null || !request.isUnknown) return false;
  request.isUnknown = false;
  const read = async (): Promise<boolean> => {
    await Promise.all([rowAccess.people(), rowAccess.anchors()]);
    return true;
  };
  return read().catch(() => false);
}
