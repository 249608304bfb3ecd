/** Telling a token or locator that is no longer taken from every other failure. */

import { UpstreamError } from '../errors.ts';

/** Some upstreams call a token that is no longer taken a malformed request. */
export function isDeadToken(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    (error.code === 'CURSOR_EXPIRED' || error.code === 'UPSTREAM_BAD_REQUEST')
  );
}

/** The answer, or null when the token it was asked with is dead. */
export async function unlessDead<T>(attempt: Promise<T>): Promise<T | null> {
  try {
    return await attempt;
  } catch (error) {
    if (isDeadToken(error)) return null;
    throw error;
  }
}
