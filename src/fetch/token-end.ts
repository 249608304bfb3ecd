/** How the reading of a token-paged list can end before all of its rows came. */

import { UpstreamError } from '../errors.ts';
import type { Shortfall } from './incomplete.ts';
import type { TokenList } from './token-list.ts';

/** Why a list that changes again and again is read no further. */
export function movingList<R>({ site, advice }: TokenList<R>): UpstreamError {
  return new UpstreamError(
    'CURSOR_EXPIRED',
    `The list of ${site.entity} changed at each reading; ${advice ?? 'ask again later'}.`,
    site,
  );
}

/** What is missing where a list ended; null where nothing is known to be. @param isFull its last page was full */
export function shortfallOf(
  total: number | null,
  missing: number,
  isFull: boolean,
): Shortfall | null {
  if (total === null && missing === 0 && !isFull) return null;
  const message =
    total === null && missing === 0
      ? 'The upstream ended this list after a full page and did not say whether there are more rows.'
      : 'The upstream announced more rows of this list than it handed out.';
  return { message, expected: total, received: total === null ? null : total - missing };
}
