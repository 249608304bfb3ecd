/** Telling a token or locator that is no longer taken from every other failure. */

import { UpstreamError } from '../errors.ts';

/** The answer, or null when the token it was asked with is dead. Some upstreams call that a malformed request. */
export async function unlessDead<T>(attempt: Promise<T>): Promise<T | null> {
  try {
    return await attempt;
  } catch (error) {
    const dead =
      error instanceof UpstreamError &&
      (error.code === 'CURSOR_EXPIRED' || error.code === 'UPSTREAM_BAD_REQUEST');
    if (dead) return null;
    throw error;
  }
}
