/** What the calls to an instance say of its health: its own, and that of single statements which clients wrote. */

import { LRUCache } from 'lru-cache';
import type { SystemName } from '../errors.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { breakerTopic } from './channel.ts';
import type { Surroundings } from './option.ts';
import { createRetryAllowance, type RetryAllowance } from './retry.ts';

/** Whether calls are let through, and how often failed ones are made again. */
export interface Vitals {
  readonly breaker: Breaker;
  readonly retries: RetryAllowance;
}

export interface Health extends Vitals {
  /**
   * The vitals of one statement that a client wrote. What it makes fail closes neither the instance
   * to others nor takes their retries; while the instance is left alone, so is the statement.
   */
  ofStatement(key: string): Vitals;
}

/** Statements remembered, the one used longest ago forgotten first. */
const maxStatements = 1_000;
/** Calls of one statement that are judged together, and retries it has to begin with. */
const statementCalls = 4;
const statementRetries = 2;

export function createHealth(
  tenant: string,
  system: SystemName,
  retryShare: number,
  { clock }: Surroundings,
): Health {
  const breaker = createBreaker({
    clock,
    onChange: (state) => breakerTopic.tell(() => ({ tenant, system, state })),
  });
  // It reserves its room at once, and most connectors see no free statement.
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
