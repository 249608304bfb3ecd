/** Retries: which failed attempts are repeated, how often and after what wait. */

import { UnknownActionError, UnreadableError } from '../contract/wire/failure.ts';
import { cancelled, UpstreamError } from '../errors.ts';
import { BreakerOpenError } from './breaker.ts';
import { BudgetError } from './budget-queue.ts';
import { type Runtime, wait } from './clock.ts';
import { StaleTokenError } from './credential.ts';
import type { Limits } from './default-limit.ts';
import type { UpstreamCall } from './upstream-call.ts';

/** First and largest wait of the backoff, in milliseconds; each wait is a random part of it. */
const firstWaitMs = 100;
const largestWaitMs = 2_000;

/**
 * Makes up to `limits.attempts` attempts. All execute calls read, so all may be repeated.
 * A Retry-After is obeyed; when it is longer than the time left, the error goes out at once.
 */
export async function withRetries<T>(
  call: UpstreamCall,
  attempt: () => Promise<T>,
  limits: Limits,
  { clock, random }: Runtime,
): Promise<T> {
  const { retries } = call.vitals;
  retries.earn();
  let remedied = false;
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (!remedied && recover(call, error)) {
        remedied = true;
        failures -= 1;
        continue;
      }
      const pauseMs = Math.max(
        error.retryAfterMs ?? 0,
        random() * Math.min(largestWaitMs, firstWaitMs * 2 ** (failures - 1)),
      );
      const worthwhile =
        failures < limits.attempts &&
        isRetryable(error) &&
        clock.monotonic() + pauseMs < call.deadline &&
        retries.spend();
      if (!worthwhile) throw counted(error, call.attempts);
      await wait(clock, pauseMs, call.signal);
      if (call.signal.aborted) throw cancelled(call.site);
    }
  }
}

/** Repairs a request after an error with a known remedy; sending it in another form is not a retry. */
function recover(call: UpstreamCall, error: UpstreamError): boolean {
  if (error instanceof StaleTokenError) return true;
  if (error instanceof UnknownActionError && error.offersApiSearch) {
    if (call.instance.searchAction === 'api_search') return false;
    call.instance.searchAction = 'api_search';
    return true;
  }
  return false;
}

function isRetryable(error: UpstreamError): boolean {
  // Rejected before sending: a retry is the caller's business.
  if (error instanceof BreakerOpenError || error instanceof BudgetError) return false;
  switch (error.code) {
    case 'UPSTREAM_UNAVAILABLE':
    case 'UPSTREAM_TIMEOUT':
    case 'RATE_LIMITED':
      return true;
    default:
      return error instanceof UnreadableError;
  }
}

/** Adds the number of attempts to an error. */
function counted(error: UpstreamError, attempts: number): UpstreamError {
  if (error.attempts === attempts) return error;
  return Object.defineProperty(error, 'attempts', { value: attempts, enumerable: true });
}
