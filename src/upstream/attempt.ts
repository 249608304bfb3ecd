/** Attempt of an upstream call: its timeout, its trace headers, and the events of its start and end. */

import { cancelled, SwitchboardError, UpstreamError } from '../errors.ts';
import type { Runtime } from './clock.ts';
import type { Limits } from './default-limit.ts';
import { type AttemptEnd, attemptEndTopic, attemptStartTopic } from './diagnostics-channel.ts';
import { AttemptTimeoutError, networkError } from './network-error.ts';
import type { UpstreamCall } from './upstream-call.ts';

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
export function startAttempt(call: UpstreamCall, limits: Limits, { clock }: Runtime): Attempt {
  const started = clock.monotonic();
  const controller = new AbortController();
  let reason: UpstreamError | null = null;
  const stop = (error: UpstreamError): void => {
    if (reason !== null) return;
    reason = error;
    controller.abort(error);
  };
  let cancelTimer = (): void => {};
  const watch = (): void => {
    const now = clock.monotonic();
    const own = started + limits.attemptMs;
    const until = Math.min(own, call.deadline);
    if (now < until) cancelTimer = clock.setTimeout(watch, until - now);
    // Reads the deadline again, since a caller with more time may have joined.
    else stop(new AttemptTimeoutError(call.site, now - started, now >= own));
  };
  watch();
  const leave = (): void => stop(cancelled(call.site));
  if (call.signal.aborted) leave();
  else call.signal.addEventListener('abort', leave, { once: true });

  call.attempts += 1;
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
  const traceHeaders: Record<string, string> = {};
  attemptStartTopic.publish(() => ({
    ...site(),
    renews: call.renews,
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
