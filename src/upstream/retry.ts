/** Decides whether a failed attempt is made again, and when. */

import { UnknownActionError } from '../contract/wire/failure.ts';
import { UpstreamError } from '../errors.ts';
import type { UpstreamCall } from './call.ts';
import {
  BreakerOpenError,
  BudgetError,
  cancelled,
  StaleTokenError,
  UnreadableError,
} from './fault.ts';
import type { Limits, Surroundings } from './option.ts';

/** First wait of the backoff, and its largest, in milliseconds; the wait is a random part of it. */
const firstWaitMs = 100;
const largestWaitMs = 2_000;

/**
 * How many retries an instance may still have: each call earns a share of one, so that retries
 * stay a fraction of the calls when everything fails. A small reserve lets quiet times retry.
 */
export interface RetryAllowance {
  earn(): void;
  spend(): boolean;
}

export function createRetryAllowance(share: number, reserve = 10): RetryAllowance {
  let credit = reserve;
  return {
    earn() {
      credit = Math.min(credit + share, reserve);
    },
    spend() {
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
  };
}

/**
 * Makes up to `limits.attempts` attempts. All execute calls read, so all may be repeated.
 * A Retry-After is obeyed; when it is longer than the time left, the error goes out at once.
 */
export async function withRetries<T>(
  call: UpstreamCall,
  attempt: () => Promise<T>,
  limits: Limits,
  { clock, random }: Surroundings,
): Promise<T> {
  const { retries } = call.vitals;
  retries.earn();
  let remedied = false;
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (!remedied && remedy(call, error)) {
        remedied = true;
        failures -= 1;
        continue;
      }
      const wait = Math.max(
        error.retryAfterMs ?? 0,
        random() * Math.min(largestWaitMs, firstWaitMs * 2 ** (failures - 1)),
      );
      const worthwhile =
        failures < limits.attempts &&
        mayPass(error) &&
        clock.monotonic() + wait < call.deadline &&
        retries.spend();
      if (!worthwhile) throw counted(error, call.attempts);
      await pause(call, wait, clock);
    }
  }
}

/** Faults with a remedy at hand: the same request, said differently, is not a retry. */
function remedy(call: UpstreamCall, error: UpstreamError): boolean {
  if (error instanceof StaleTokenError) return true;
  if (error instanceof UnknownActionError && error.offersApiSearch) {
    if (!call.instance.learnsSearchAction || call.instance.searchAction === 'api_search')
      return false;
    call.instance.searchAction = 'api_search';
    return true;
  }
  return false;
}

function mayPass(error: UpstreamError): boolean {
  // Refused on this side: trying again is the caller's business.
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

/** The same error, saying how often the call was sent. */
function counted(error: UpstreamError, attempts: number): UpstreamError {
  if (error.attempts === attempts) return error;
  return Object.defineProperty(error, 'attempts', { value: attempts, enumerable: true });
}

function pause(call: UpstreamCall, ms: number, clock: Surroundings['clock']): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      cancel();
      reject(cancelled(call.site));
    };
    const cancel = clock.setTimeout(() => {
      call.signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (call.signal.aborted) leave();
    else call.signal.addEventListener('abort', leave, { once: true });
  });
}
