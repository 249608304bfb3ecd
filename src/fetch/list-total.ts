/** List total: the number of a whole list's rows beside a window of it. */

import type { KeysetList } from './keyset-list.ts';

/**
 * Total of a list of which a window shows that it has `least` rows. Total and window are two answers, and either may
 * be cached: a total below the rows is of another moment, and the list is counted anew. Where it has shrunk since the
 * window was read, the total is the window's.
 */
export async function listTotal(
  { count }: Pick<KeysetList<never>, 'count'>,
  least: number,
): Promise<number | null> {
  const total = (await count?.()) ?? null;
  if (total === null || total >= least) return total;
  const again = await count?.({ fresh: true, isBeyond: true });
  return Math.max(again ?? total, least);
}
