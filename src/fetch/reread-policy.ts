/** Lists that change while they are read: when a reading starts again, and when it gives up. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';

export interface Restarts<P> {
  /** Whether the error means that the upstream no longer accepts the cursor just sent. */
  isDead(error: unknown): boolean;
  /** Whether the list has changed since the page before. */
  hasChanged(page: P): boolean;
}

/** Limit of changes of a list without new rows, beyond which it is left to a later request. */
export const maxChanges = 6;

/** Error of a list that changed more often than the limit. */
export function changingList(site: UpstreamSite, advice = 'ask again later'): UpstreamError {
  return new UpstreamError(
    'CURSOR_EXPIRED',
    `The list of ${site.entity} changed at each reading; ${advice}.`,
    site,
  );
}

/** Whether the upstream no longer accepts a token or locator. Some upstreams call it a malformed request. */
export function isDeadToken(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    (error.code === 'CURSOR_EXPIRED' || error.code === 'UPSTREAM_BAD_REQUEST')
  );
}
