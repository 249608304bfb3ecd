/** Resources that the connectors of one process share: cache memory, flights, each instance's budget and health, the Redis behind them. */

import type { SystemName } from '../errors.ts';
import { createHealth, type Health } from './breaker.ts';
import { type Runtime, systemRuntime } from './clock.ts';
import type { Limits } from './default-limit.ts';
import { createEntityMemory, type EntityMemory } from './entity-store.ts';
import { type BudgetLimits, createLocalLedger, type Ledger } from './rate-counter.ts';
import { Budget } from './rate-limiter.ts';
import { createSharedLedger } from './redis-rate-counter.ts';
import { digest, type KeyPrefix } from './row-scope.ts';
import { createSharedAnswers } from './shared-answer.ts';
import { openRedis, openSharedStore, type SharedRedis } from './shared-store.ts';
import {
  createFlights,
  createSharedFlights,
  type Flights,
  type SharedFlights,
} from './single-flight.ts';
import { createUnreadableParts, type UnreadableParts } from './unreadable-part.ts';
import { createUpstreamMemory, type SharedAnswers, type UpstreamMemory } from './upstream-cache.ts';

export interface ResourceOptions {
  /** Bound of the answer cache's memory, in bytes. Default: 128 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Bound of the row cache's memory, in bytes. Default: 64 MiB. */
  readonly entityBytes?: number | undefined;
  /** A Redis or Valkey shared by all gateways: one cache, one flight, one budget. Default: this process alone. */
  readonly redisUrl?: string | undefined;
  readonly runtime?: Runtime | undefined;
}

/** State shared by all calls to one instance, of all tenants' connectors. */
interface InstanceState {
  readonly budget: Budget;
  readonly health: Health;
}

export interface Resources {
  readonly runtime: Runtime;
  readonly memory: UpstreamMemory;
  readonly entities: EntityMemory;
  readonly flights: Flights;
  readonly sharedAnswers: SharedAnswers | null;
  readonly sharedFlights: SharedFlights | null;
  /** Connection to the shared store; null without one. */
  readonly redis: SharedRedis | null;
  /** `off` without a shared store; `degraded` while it is away and each gateway keeps to its part of the budget. */
  shared(): 'off' | 'ready' | 'degraded';
  /** Code by which the shared store refuses to write (OOM, READONLY, MISCONF); null where it does not. */
  sharedRefusal(): string | null;
  /** Gateways that share the store, this one included. */
  gateways(): number;
  /** State of the instance at `address`; created on first use, with the limits given then. */
  instance(
    address: string,
    system: SystemName,
    tenant: string,
    budget: BudgetLimits,
    limits: Limits,
  ): InstanceState;
  /** What an instance's user may not read, by the prefix of its keys. */
  unreadable(keyPrefix: KeyPrefix | null): UnreadableParts;
  close(): Promise<void>;
}

export function createResources(options: ResourceOptions = {}): Resources {
  const runtime = options.runtime ?? systemRuntime;
  const instances = new Map<string, InstanceState>();
  const unreadable = new Map<KeyPrefix | null, UnreadableParts>();
  const flights = createFlights(runtime);
  const redis = options.redisUrl === undefined ? null : openRedis(options.redisUrl, runtime.clock);
  const store = redis === null ? null : openSharedStore(redis, runtime);
  const ledger = (address: string, limits: BudgetLimits): Ledger => {
    const local = (share?: () => number) => createLocalLedger(limits, runtime, share);
    if (store === null) return local();
    return createSharedLedger(store, digest(address).slice(0, 16), limits, runtime, local);
  };
  return {
    runtime,
    redis,
    memory: createUpstreamMemory(options.cacheBytes ?? 128 * 1024 * 1024),
    entities: createEntityMemory(options.entityBytes ?? 64 * 1024 * 1024),
    flights,
    sharedAnswers: store === null ? null : createSharedAnswers(store),
    sharedFlights: store === null ? null : createSharedFlights(store, runtime),
    shared: () => store?.state() ?? 'off',
    sharedRefusal: () => store?.refusal() ?? null,
    gateways: () => store?.gateways() ?? 1,
    instance(address, system, tenant, budget, limits) {
      const existing = instances.get(address);
      if (existing) return existing;
      const state: InstanceState = {
        budget: new Budget(budget, ledger(address, budget), runtime),
        health: createHealth(tenant, system, limits.retryShare, runtime),
      };
      instances.set(address, state);
      return state;
    },
    unreadable(keyPrefix) {
      const parts = unreadable.get(keyPrefix) ?? createUnreadableParts(runtime.clock);
      unreadable.set(keyPrefix, parts);
      return parts;
    },
    async close() {
      flights.cancel(null);
      store?.close();
      redis?.close();
    },
  };
}
