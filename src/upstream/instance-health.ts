/** Health of an instance: its breaker and retry allowance, and both again for each statement written by a client. */

import { LRUCache } from 'lru-cache';
import type { SystemName } from '../errors.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import type { Runtime } from './clock.ts';
import { breakerTopic } from './diagnostics-channel.ts';

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
  ofStatement(key: string): Vitals;
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
  // Created lazily: the cache reserves its room at once, and most connectors see no free statement.
  let statements: LRUCache<string, Vitals> | undefined;
  return {
    breaker,
    retries: createRetryAllowance(retryShare),
    ofStatement(key) {
      statements ??= new LRUCache({ max: maxStatements });
      const known = statements.get(key);
      if (known !== undefined) return known;
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
