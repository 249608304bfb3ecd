/** One attempt's frame: its time limit, its events, its headers. */

import { SwitchboardError, UpstreamError } from '../errors.ts';
import type { UpstreamCall } from './call.ts';
import { type AttemptEnd, attemptEndTopic, attemptStartTopic } from './channel.ts';
import { AttemptTimeoutError, cancelled, networkError } from './fault.ts';
import type { Limits, Surroundings } from './option.ts';

export interface Attempt {
  readonly signal: AbortSignal;
  /** Trace headers to send along. */
  readonly traceHeaders: Readonly<Record<string, string>>;
  /** The answer is there. */
  done(status: number, bytes: number): void;
  /** What went wrong, as one of the family; says so to whoever listens. */
  failed(error: unknown): SwitchboardError;
  /** Lifts the time limit; the call's own signal keeps aborting. */
  unlimit(): void;
  /** Lets go of timers and listeners. */
  end(): void;
}

/** Starts an attempt: counts it, tells it, and aborts it when its time is over or nobody waits. */
export function startAttempt(call: UpstreamCall, limits: Limits, { clock }: Surroundings): Attempt {
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
    // The deadline is read again, for a caller with more time may have joined.
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
    tenant: call.instance.tenant,
    system: call.instance.system,
    entity: call.entity.entity,
    action: call.action,
    askedBy: call.askedBy,
    trace: call.trace,
    attempt: identity,
    number,
  });
  const traceHeaders: Record<string, string> = {};
  attemptStartTopic.tell(() => ({
    ...site(),
    renews: call.renews,
    setHeader(name, value) {
      if (/^(traceparent|tracestate)$/.test(name) && /^[\x20-\x7e]{1,512}$/.test(value)) {
        traceHeaders[name] = value;
      }
    },
  }));
  const tellEnd = (end: Pick<AttemptEnd, 'status' | 'bytes' | 'error'>): void =>
    attemptEndTopic.tell(() => ({ ...site(), ms: clock.monotonic() - started, ...end }));

  return {
    signal: controller.signal,
    traceHeaders,
    done: (status, bytes) => tellEnd({ status, bytes, error: null }),
    failed(error) {
      const failure =
        reason ?? (error instanceof SwitchboardError ? error : networkError(error, call.site));
      const status = failure instanceof UpstreamError ? (failure.status ?? null) : null;
      tellEnd({ status, bytes: 0, error: failure.code });
      return failure;
    },
    unlimit: () => cancelTimer(),
    end() {
      cancelTimer();
      call.signal.removeEventListener('abort', leave);
    },
  };
}
