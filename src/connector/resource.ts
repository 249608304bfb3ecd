/** What several connectors of one process share: the cache's memory, flights, and each instance's budget and breaker. */

import type { SystemName } from '../errors.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { type Budget, createBudget } from './budget.ts';
import { type AnswerMemory, createAnswerMemory } from './cache.ts';
import { createFlights, type Flights } from './coalesce.ts';
import { createLocalLedger } from './ledger.ts';
import { type BudgetLimits, type Limits, type Surroundings, systemSurroundings } from './option.ts';
import { createRetryAllowance, type RetryAllowance } from './retry.ts';

export interface ResourceOptions {
  /** Weight of the answers kept in memory, in bytes. Default: 128 MiB. */
  readonly cacheBytes?: number | undefined;
  readonly surroundings?: Surroundings | undefined;
}

/** What calls to one instance share, whichever tenant's connector makes them. */
export interface InstanceState {
  readonly budget: Budget;
  readonly breaker: Breaker;
  readonly retries: RetryAllowance;
}

export interface Resources {
  readonly surroundings: Surroundings;
  readonly memory: AnswerMemory;
  readonly flights: Flights;
  /** The state of the instance at `address`; made on first use, with the limits named then. */
  instance(
    address: string,
    system: SystemName,
    tenant: string,
    budget: BudgetLimits,
    limits: Limits,
  ): InstanceState;
  close(): Promise<void>;
}

export function createResources(options: ResourceOptions = {}): Resources {
  const surroundings = options.surroundings ?? systemSurroundings;
  const instances = new Map<string, InstanceState>();
  const flights = createFlights(surroundings);
  return {
    surroundings,
    memory: createAnswerMemory(options.cacheBytes ?? 128 * 1024 * 1024),
    flights,
    instance(address, system, tenant, budget, limits) {
      const known = instances.get(address);
      if (known) return known;
      const state: InstanceState = {
        budget: createBudget(budget, createLocalLedger(budget, surroundings), surroundings),
        breaker: createBreaker(tenant, system, surroundings),
        retries: createRetryAllowance(limits.retryShare),
      };
      instances.set(address, state);
      return state;
    },
    async close() {
      flights.cancel('');
    },
  };
}
