/**
 * Circuit breaker: stops calls to an upstream that keeps failing. It decides which failures count against the
 * upstream; `retry.ts` decides which attempts are repeated. Breaker and retry budget are an instance's health, and
 * each statement written by a client has its own.
 */

import { type SystemName, UpstreamError, type UpstreamSite } from '../errors.ts';
import { createLru } from '../lru.ts';
import type { Runtime } from './clock.ts';
import { breakerTopic } from './diagnostics-channel.ts';
import { AttemptTimeoutError } from './network-error.ts';
import type { ScopedKey } from './row-scope.ts';

/** Rejection of a call that was not sent: the instance's breaker is open. */
export class BreakerOpenError extends UpstreamError {
  constructor(site: UpstreamSite, retryAfterMs: number) {
    super(
      'UPSTREAM_UNAVAILABLE',
      `The upstream of ${site.entity} has been failing and is left alone for a moment.`,
      site,
      { retryAfterMs: Math.ceil(retryAfterMs), attempts: 0 },
    );
  }
}

/** Share of failed calls at which the breaker opens. */
const share = 0.5;
/** Number of last calls it looks at, by default. */
const usualSize = 20;
/** Time it stays open before one call probes. */
const openMs = 5_000;

export interface Breaker {
  /** Fails at once while the breaker is open, before a call waits for its turn. @throws BreakerOpenError */
  check(site: UpstreamSite): void;
  /** Runs an attempt and counts how it ended. @throws BreakerOpenError, and what the attempt throws */
  run<T>(site: UpstreamSite, attempt: () => Promise<T>): Promise<T>;
  readonly state: 'closed' | 'open' | 'half-open';
  /** Whether the last attempt that counts failed. */
  readonly isFailing: boolean;
}

interface BreakerOptions {
  readonly clock: Runtime['clock'];
  /** Number of last calls that the breaker looks at. */
  readonly size?: number | undefined;
  readonly onChange?: ((state: Breaker['state']) => void) | undefined;
  /** Outer breaker: while it is open, this one lets no call through either. */
  readonly outer?: Pick<Breaker, 'check'> | undefined;
}

/** Creates a breaker on the monotonic clock, since the wall clock may jump; callers fail fast while one call probes. */
function createBreaker({
  clock,
  size = usualSize,
  onChange = () => {},
  outer,
}: BreakerOptions): Breaker {
  /** Failures of the last calls, oldest first. */
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

  const check = (site: UpstreamSite): void => {
    outer?.check(site);
    if (openedAt === null) return;
    if (left() > 0) throw new BreakerOpenError(site, left());
    if (probing) throw new BreakerOpenError(site, openMs);
  };

  return {
    check,
    async run(site, attempt) {
      check(site);
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
        const verdict = classify(error);
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
    get isFailing() {
      return failures.at(-1) ?? false;
    },
  };
}

/**
 * Classifies the outcome of a call. A 4xx comes from a living service: it closes a probe and
 * otherwise does not count. A caller that left, or gave too little time, proves nothing either way.
 */
function classify(error: unknown): 'failure' | 'alive' | 'unknown' {
  if (error instanceof AttemptTimeoutError) return error.full ? 'failure' : 'unknown';
  if (!(error instanceof UpstreamError)) return 'unknown';
  if (error.status !== undefined && error.status >= 400 && error.status < 500) return 'alive';
  switch (error.code) {
    case 'UPSTREAM_UNAVAILABLE':
    case 'UPSTREAM_TIMEOUT':
      return 'failure';
    case 'UPSTREAM_BAD_RESPONSE':
      // One that is the same next time is that of the request, not of a service that fails.
      return error.retryable ? 'failure' : 'alive';
    case 'CANCELLED':
      return 'unknown';
    default:
      return 'alive';
  }
}

/** Vitals of an instance or statement: its breaker and its retry budget. */
export interface Vitals {
  readonly breaker: Breaker;
  readonly retries: RetryAllowance;
}

export interface Health extends Vitals {
  /**
   * Vitals of one statement written by a client. Its failures neither open the instance's breaker
   * nor use its retries; while the instance's breaker is open, the statement's is, too.
   */
  ofStatement(key: ScopedKey): Vitals;
}

/** Limit of statements with vitals, least recently used out first. */
const maxStatements = 1_000;
/** Number of last calls that a statement's breaker looks at, and its first retries. */
const statementCalls = 4;
const statementRetries = 2;

export function createHealth(
  tenant: string,
  system: SystemName,
  retryShare: number,
  { clock }: Runtime,
): Health {
  const breaker = createBreaker({
    clock,
    onChange: (state) => breakerTopic.publish(() => ({ tenant, system, state })),
  });
  const statements = createLru<ScopedKey, Vitals>(maxStatements);
  return {
    breaker,
    retries: createRetryAllowance(retryShare),
    ofStatement(key) {
      const existing = statements.get(key);
      if (existing !== undefined) return existing;
      const vitals: Vitals = {
        breaker: createBreaker({ clock, size: statementCalls, outer: breaker }),
        retries: createRetryAllowance(retryShare, statementRetries),
      };
      statements.set(key, vitals);
      return vitals;
    },
  };
}

/**
 * Retry budget of an instance: each call earns a share of a retry, so that retries stay a fraction
 * of the calls when everything fails. A small reserve allows retries in quiet times.
 */
interface RetryAllowance {
  earn(): void;
  spend(): boolean;
}

function createRetryAllowance(share: number, reserve = 10): RetryAllowance {
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
