/** What several connectors of one process share: the cache's memory, flights, and each instance's budget and breaker. */

import type { SystemName } from '../errors.ts';
import { type Budget, createBudget } from './budget.ts';
import { type AnswerMemory, createAnswerMemory, type SharedAnswers } from './cache.ts';
import { digest } from './canonical.ts';
import { createFlights, type Flights } from './coalesce.ts';
import { createEntityMemory, type EntityMemory } from './entity-memory.ts';
import { createHealth, type Health } from './health.ts';
import { createLocalLedger, type Ledger } from './ledger.ts';
import { type BudgetLimits, type Limits, type Surroundings, systemSurroundings } from './option.ts';
import { createSharedAnswers, createSharedFlights, type SharedFlights } from './shared-answer.ts';
import { createSharedLedger } from './shared-ledger.ts';
import { openRedis, type SharedRedis } from './shared-redis.ts';
import { openSharedStore } from './shared-store.ts';

export interface ResourceOptions {
  /** Weight of the answers kept in memory, in bytes. Default: 128 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Weight of the rows kept in memory, in bytes. Default: 64 MiB. */
  readonly entityBytes?: number | undefined;
  /** A Redis or Valkey shared by all gateways: one cache, one flight, one budget. Default: this process alone. */
  readonly redisUrl?: string | undefined;
  readonly surroundings?: Surroundings | undefined;
}

/** What calls to one instance share, whichever tenant's connector makes them. */
export interface InstanceState {
  readonly budget: Budget;
  readonly health: Health;
}

export interface Resources {
  readonly surroundings: Surroundings;
  readonly memory: AnswerMemory;
  readonly entities: EntityMemory;
  readonly flights: Flights;
  readonly sharedAnswers: SharedAnswers | null;
  readonly sharedFlights: SharedFlights | null;
  /** The connection to what gateways share; null without. */
  readonly redis: SharedRedis | null;
  /** `off` without a shared store; `degraded` while it is away and each gateway keeps to its part of the budget. */
  shared(): 'off' | 'ready' | 'degraded';
  /** Gateways that share the store, this one included. */
  gateways(): number;
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
  const redis =
    options.redisUrl === undefined ? null : openRedis(options.redisUrl, surroundings.clock);
  const store = redis === null ? null : openSharedStore(redis, surroundings);
  const ledger = (address: string, limits: BudgetLimits): Ledger => {
    const local = (share?: () => number) => createLocalLedger(limits, surroundings, share);
    if (store === null) return local();
    return createSharedLedger(store, digest(address).slice(0, 16), limits, surroundings, local);
  };
  return {
    surroundings,
    redis,
    memory: createAnswerMemory(options.cacheBytes ?? 128 * 1024 * 1024),
    entities: createEntityMemory(options.entityBytes ?? 64 * 1024 * 1024),
    flights,
    sharedAnswers: store === null ? null : createSharedAnswers(store),
    sharedFlights: store === null ? null : createSharedFlights(store, surroundings),
    shared: () => store?.state() ?? 'off',
    gateways: () => store?.gateways() ?? 1,
    instance(address, system, tenant, budget, limits) {
      const known = instances.get(address);
      if (known) return known;
      const state: InstanceState = {
        budget: createBudget(budget, ledger(address, budget), surroundings),
        health: createHealth(tenant, system, limits.retryShare, surroundings),
      };
      instances.set(address, state);
      return state;
    },
    async close() {
      flights.cancel('');
      store?.close();
      redis?.close();
    },
  };
}
