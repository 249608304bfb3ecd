/** The instances of the connector service that a tenant uses, and what connectors of one process share: cache memory, flights, each instance's budget and health. */

import { hash } from 'node:crypto';
import { executePath } from '../contract/wire/execute.ts';
import { type SystemName, UserInputError } from '../errors.ts';
import { createHealth, type Health } from './breaker.ts';
import { Budget } from './budget.ts';
import { type Runtime, systemRuntime } from './clock.ts';
import { type Credential, createTokenSource, type TokenSource } from './credential.ts';
import { createEntityMemory, type EntityMemory } from './entity-store.ts';
import { type BudgetLimits, createLocalLedger, type Ledger } from './ledger.ts';
import { createSharedLedger } from './shared-ledger.ts';
import { openRedis, openSharedStore, type SharedRedis } from './shared-store.ts';
import {
  createFlights,
  createSharedFlights,
  type Flights,
  type SharedFlights,
} from './single-flight.ts';
import {
  type AnswerMemory,
  createAnswerMemory,
  createSharedAnswers,
  type SharedAnswers,
} from './upstream-cache.ts';

export interface InstanceOptions {
  /** The connector instance's id at the service. */
  readonly id: string;
  readonly budget?: Partial<BudgetLimits> | undefined;
  /** The wire name of the search action. Default: `search`, and what the service says it is called when it knows none. */
  readonly searchAction?: 'search' | 'api_search' | undefined;
  /** The parameter in which the service takes a `nextRecordsUrl` back. Default: it takes none. */
  readonly locatorParam?: string | undefined;
  /** Whether the service leaves out members that are null. Default: it sends them, as the CRM does. */
  readonly leavesOutNulls?: boolean | undefined;
}

export interface Limits {
  /** A request's time when its caller sets no deadline. */
  readonly requestMs: number;
  /** Timeout of one attempt. */
  readonly attemptMs: number;
  readonly attempts: number;
  /** Retries per call, over time. */
  readonly retryShare: number;
  /** Largest JSON answer, in bytes. */
  readonly answerBytes: number;
  /** Longest silence in a media stream. */
  readonly idleMs: number;
  /** How long an old answer may stand in for one the upstream fails to give. */
  readonly staleIfErrorMs: number;
}

export const defaultInstanceLimits: Limits = {
  requestMs: 30_000,
  attemptMs: 10_000,
  attempts: 3,
  retryShare: 0.2,
  answerBytes: 32 * 1024 * 1024,
  idleMs: 30_000,
  staleIfErrorMs: 5 * 60_000,
};

/** Documented rate limits of the two systems. */
const defaultBudgets: Readonly<Record<SystemName, BudgetLimits>> = {
  'call-analytics': {
    perSecond: 3,
    perDay: 10_000,
    dayReserve: 0.2,
    concurrent: null,
    queue: 500,
    jitterMs: 150,
  },
  crm: {
    perSecond: null,
    perDay: 100_000,
    dayReserve: 0.2,
    concurrent: 25,
    queue: 500,
    jitterMs: 150,
  },
};

export interface ConnectorOptions {
  /** Address of the connector service, without the /api/v1 part. */
  readonly baseUrl: string;
  /** Stands for the address in budgets and caches where that is another one at every start. Default: the address. */
  readonly name?: string | undefined;
  readonly credential: Credential;
  readonly instances: Readonly<Partial<Record<SystemName, InstanceOptions>>>;
  /** Tenant of the data: caches and flights are keyed by it. Default: `default`. */
  readonly tenant?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Resources shared with other connectors of this process. Default: resources of its own. */
  readonly resources?: Resources | undefined;
  /** Time and chance, where the connector has its own resources. */
  readonly runtime?: Runtime | undefined;
}

export interface ResourceOptions {
  /** Weight of the answers kept in memory, in bytes. Default: 128 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Weight of the rows kept in memory, in bytes. Default: 64 MiB. */
  readonly entityBytes?: number | undefined;
  /** A Redis or Valkey shared by all gateways: one cache, one flight, one budget. Default: this process alone. */
  readonly redisUrl?: string | undefined;
  readonly runtime?: Runtime | undefined;
}

/** State shared by all calls to one instance, of whichever tenant's connector. */
interface InstanceState {
  readonly budget: Budget;
  readonly health: Health;
}

export interface Resources {
  readonly runtime: Runtime;
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
  const runtime = options.runtime ?? systemRuntime;
  const instances = new Map<string, InstanceState>();
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
    memory: createAnswerMemory(options.cacheBytes ?? 128 * 1024 * 1024),
    entities: createEntityMemory(options.entityBytes ?? 64 * 1024 * 1024),
    flights,
    sharedAnswers: store === null ? null : createSharedAnswers(store),
    sharedFlights: store === null ? null : createSharedFlights(store, runtime),
    shared: () => store?.state() ?? 'off',
    gateways: () => store?.gateways() ?? 1,
    instance(address, system, tenant, budget, limits) {
      const known = instances.get(address);
      if (known) return known;
      const state: InstanceState = {
        budget: new Budget(budget, ledger(address, budget), runtime),
        health: createHealth(tenant, system, limits.retryShare, runtime),
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

export interface Instance {
  readonly tenant: string;
  readonly system: SystemName;
  /** Path of its execute endpoint. */
  readonly path: string;
  /** Goes before every key of its calls: tenant, address, credential generation. */
  readonly keyPrefix: string;
  readonly tokens: TokenSource;
  readonly budget: Budget;
  readonly health: Health;
  /** Wire name of the search action; learned when not configured. */
  searchAction: 'search' | 'api_search';
  readonly learnsSearchAction: boolean;
  /** Takes a `nextRecordsUrl` back; null: no parameter does. */
  readonly locatorParam: string | null;
  readonly leavesOutNulls: boolean;
}

export type Instances = Readonly<Partial<Record<SystemName, Instance>>>;

/** @throws UserInputError for an address or an id that can't be one */
export function createInstances(
  options: ConnectorOptions,
  limits: Limits,
  resources: Resources,
): { readonly instances: Instances; readonly origin: string } {
  const base = baseAddress(options.baseUrl);
  const tenant = options.tenant ?? 'default';
  const { credential } = options;
  const { runtime } = resources;
  const tokens = createTokenSource(credential, tenant, limits.attemptMs, runtime);
  // Another secret may see other rows, so what the former one saw is not served to it.
  const generation = digest(
    credential.kind === 'static'
      ? credential.token
      : `${credential.clientId}\n${credential.clientSecret}`,
  ).slice(0, 12);

  const instances: Partial<Record<SystemName, Instance>> = {};
  for (const system of ['call-analytics', 'crm'] as const) {
    const own = options.instances[system];
    if (own === undefined) continue;
    const path = executePath(base.pathname, own.id);
    const address = (options.name ?? base.origin) + path;
    const budget = { ...defaultBudgets[system], ...own.budget };
    instances[system] = {
      tenant,
      system,
      path,
      keyPrefix: `${encodeURIComponent(tenant)}:${digest(address).slice(0, 16)}:${generation}:`,
      tokens,
      ...resources.instance(address, system, tenant, budget, limits),
      searchAction: own.searchAction ?? 'search',
      learnsSearchAction: own.searchAction === undefined,
      locatorParam: own.locatorParam ?? null,
      leavesOutNulls: own.leavesOutNulls === true,
    };
  }
  return { instances, origin: base.origin };
}

function baseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search;
  if (!isPlain) {
    throw new UserInputError(
      'The connector service needs an http or https address without user name and query.',
    );
  }
  return url;
}

/** Digest in place of a text that is secret or too long for a key. */
const digest = (text: string): string => hash('sha256', text, 'base64url');
