/** Attempts of an upstream call: timeout, trace headers and events of each, which failed ones are repeated, how often and after what wait. */

import { UnknownActionError, UnreadableError } from '../contract/wire/failure.ts';
import { cancelled, SwitchboardError, UpstreamError } from '../errors.ts';
import { StaleTokenError } from './bearer-token-provider.ts';
import { BreakerOpenError } from './breaker.ts';
import { type Runtime, wait } from './clock.ts';
import { type Limits, promptMs } from './default-limit.ts';
import { type AttemptEnd, attemptEndTopic, attemptStartTopic } from './diagnostics-channel.ts';
import { AttemptTimeoutError, mayStillRun, networkError } from './network-error.ts';
import { BudgetError } from './rate-limit-queue.ts';
import type { UpstreamRequest } from './upstream-request.ts';

export interface Attempt {
  readonly signal: AbortSignal;
  /** Trace headers to send along. */
  readonly traceHeaders: Readonly<Record<string, string>>;
  /** Publishes the attempt's success. */
  done(status: number, bytes: number): void;
  /** Wraps the failure as a SwitchboardError and publishes the attempt's end. */
  failed(error: unknown): SwitchboardError;
  /** Lifts the time limit; the call's own signal keeps aborting. */
  unlimit(): void;
  /** Releases timers and listeners. */
  end(): void;
}

/** Starts an attempt: counts and publishes it, and aborts it at its timeout or when no caller waits any more. */
export function startAttempt(call: UpstreamRequest, limits: Limits, { clock }: Runtime): Attempt {
  const started = clock.monotonic();
  const controller = new AbortController();
  let reason: UpstreamError | null = null;
  const stop = (error: UpstreamError): void => {
    if (reason !== null) return;
    reason = error;
    controller.abort(error);
  };
  const blameable = started + Math.min(limits.attemptMs, promptMs);
  let cancelTimer = (): void => {};
  const watch = (): void => {
    const now = clock.monotonic();
    const until = Math.min(started + limits.attemptMs, call.deadline);
    if (now < until) cancelTimer = clock.setTimeout(watch, until - now);
    // Reads the deadline again, since a caller with more time may have joined.
    else stop(new AttemptTimeoutError(call.site, now - started, now >= blameable));
  };
  watch();
  const leave = (): void => stop(cancelled(call.site));
  if (call.signal.aborted) leave();
  else call.signal.addEventListener('abort', leave, { once: true });

  call.attempts += 1;
  call.mayStillRun = false;
  const number = call.attempts;
  const identity = {};
  const site = () => ({
    tenant: call.tenant,
    system: call.site.service,
    entity: call.entity.entity,
    action: call.action,
    attempt: identity,
    number,
  });
  if (number === 1 && !call.isForAll) call.notes?.sent();
  const traceHeaders: Record<string, string> = {};
  attemptStartTopic.publish(() => ({
    ...site(),
    isForAll: call.isForAll,
    origin: call.instance.origin,
    pathTemplate: call.instance.pathTemplate,
    setHeader(name, value) {
      if (/^(traceparent|tracestate)$/.test(name) && /^[\x20-\x7e]{1,512}$/.test(value)) {
        traceHeaders[name] = value;
      }
    },
  }));
  const publishEnd = (end: Pick<AttemptEnd, 'status' | 'bytes' | 'error'>): void =>
    attemptEndTopic.publish(() => ({ ...site(), ms: clock.monotonic() - started, ...end }));

  return {
    signal: controller.signal,
    traceHeaders,
    done: (status, bytes) => publishEnd({ status, bytes, error: null }),
    failed(error) {
      const failure =
        reason ?? (error instanceof SwitchboardError ? error : networkError(error, call.site));
      const status = failure instanceof UpstreamError ? (failure.status ?? null) : null;
      if (failure instanceof UpstreamError)
        call.mayStillRun = mayStillRun(failure, clock.monotonic() - started);
      publishEnd({ status, bytes: 0, error: failure.code });
      return failure;
    },
    unlimit: () => cancelTimer(),
    end() {
      cancelTimer();
      call.signal.removeEventListener('abort', leave);
    },
  };
}

/** First and largest wait of the backoff, in milliseconds; each wait is a random part of it. */
const firstWaitMs = 100;
const largestWaitMs = 2_000;

/**
 * Makes up to `limits.attempts` attempts. All execute calls read, so all may be repeated; none is while
 * the upstream may still be at work on the attempt before, since two of a slow statement are slower yet.
 * A Retry-After is obeyed; when it is longer than the time left, the error goes out at once.
 */
export async function withRetries<T>(
  call: UpstreamRequest,
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
        !call.mayStillRun &&
        clock.monotonic() + pauseMs < call.deadline &&
        retries.spend();
      if (!worthwhile) throw counted(error, call.attempts);
      await wait(clock, pauseMs, call.signal);
      if (call.signal.aborted) throw cancelled(call.site);
    }
  }
}

/** Repairs a request after an error with a known remedy; sending it in another form is not a retry. */
function recover(call: UpstreamRequest, error: UpstreamError): boolean {
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
