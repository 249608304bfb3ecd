/** Leaves an instance alone while it keeps failing. */

import { UpstreamError } from '../errors.ts';
import type { UpstreamCall } from './call.ts';
import { AttemptTimeoutError, BreakerOpenError } from './fault.ts';
import type { Surroundings } from './option.ts';

/** Open when half of the last calls failed … */
const share = 0.5;
/** … of so many, where nothing else is named … */
const usualSize = 20;
/** … and then for so long, before one call may try. */
const openMs = 5_000;

export interface Breaker {
  /** Fails at once while the breaker is open, before the call waits for its turn. @throws BreakerOpenError */
  check(call: UpstreamCall): void;
  /** Runs an attempt and counts how it ended. @throws BreakerOpenError, and what the attempt throws */
  run<T>(call: UpstreamCall, attempt: () => Promise<T>): Promise<T>;
  readonly state: 'closed' | 'open' | 'half-open';
}

export interface BreakerOptions {
  readonly clock: Surroundings['clock'];
  /** How many calls are judged together. */
  readonly size?: number | undefined;
  readonly onChange?: ((state: Breaker['state']) => void) | undefined;
  /** Stands before this one: while it is open, this one lets nothing through either. */
  readonly outer?: Pick<Breaker, 'check'> | undefined;
}

/** On the monotonic clock, since the wall clock may jump; callers fail fast while one of them probes. */
export function createBreaker({
  clock,
  size = usualSize,
  onChange = () => {},
  outer,
}: BreakerOptions): Breaker {
  /** Whether the last calls failed, oldest first. */
  let failures: boolean[] = [];
  let openedAt: number | null = null;
  let probing = false;

  const open = (): void => {
    openedAt = clock.monotonic();
    onChange('open');
  };

  const close = (): void => {
    openedAt = null;
    failures = [];
    onChange('closed');
  };

  const count = (failed: boolean): void => {
    failures.push(failed);
    if (failures.length > size) failures.shift();
    const failing = failures.filter(Boolean).length;
    if (failed && failures.length === size && failing >= share * size) open();
  };

  const left = (): number => (openedAt === null ? 0 : openedAt + openMs - clock.monotonic());

  const check = (call: UpstreamCall): void => {
    outer?.check(call);
    if (openedAt === null) return;
    if (left() > 0) throw new BreakerOpenError(call.site, left());
    if (probing) throw new BreakerOpenError(call.site, openMs);
  };

  return {
    check,
    async run(call, attempt) {
      check(call);
      const isProbe = openedAt !== null;
      if (isProbe) {
        probing = true;
        onChange('half-open');
      }
      try {
        const result = await attempt();
        if (isProbe) close();
        else if (openedAt === null) count(false);
        return result;
      } catch (error) {
        const verdict = judge(error);
        if (isProbe && verdict !== 'unknown') {
          if (verdict === 'failure') open();
          else close();
        } else if (!isProbe && verdict === 'failure' && openedAt === null) count(true);
        throw error;
      } finally {
        if (isProbe) probing = false;
      }
    },
    get state() {
      if (openedAt === null) return 'closed';
      return left() > 0 ? 'open' : 'half-open';
    },
  };
}

/**
 * A refusal (4xx) is the answer of a living service: it closes a probe and is otherwise not
 * counted. A caller that left, or gave too little time, says nothing either way.
 */
function judge(error: unknown): 'failure' | 'alive' | 'unknown' {
  if (error instanceof AttemptTimeoutError) return error.full ? 'failure' : 'unknown';
  if (!(error instanceof UpstreamError)) return 'unknown';
  if (error.status !== undefined && error.status >= 400 && error.status < 500) return 'alive';
  switch (error.code) {
    case 'UPSTREAM_UNAVAILABLE':
    case 'UPSTREAM_TIMEOUT':
    case 'UPSTREAM_BAD_RESPONSE':
      return 'failure';
    case 'CANCELLED':
      return 'unknown';
    default:
      return 'alive';
  }
}
