/** What a connector is made of, and the figures it works with when nothing else is said. */

import type { SystemName } from '../errors.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Resources } from './resource.ts';

/** How Switchboard shows itself to the connector service. */
export type Credential =
  | { readonly kind: 'static'; readonly token: string }
  | {
      /** A client id and secret, exchanged for a short-lived bearer token. */
      readonly kind: 'exchange';
      readonly url: string;
      readonly clientId: string;
      readonly clientSecret: string;
    };

/** Limits of one instance; null = none. */
export interface BudgetLimits {
  /** Calls in any one second, as the service counts them. */
  readonly perSecond: number | null;
  /** Calls in a day (UTC). */
  readonly perDay: number | null;
  /** Part of the day's calls that background work leaves to interactive work, 0 to 1. */
  readonly dayReserve: number;
  /** Calls under way at one time. */
  readonly concurrent: number | null;
  /** Calls that may wait for their turn; over it, callers are told at once when to come back. */
  readonly queue: number;
  /** How much later a call that was given up without an answer may still arrive, in milliseconds. */
  readonly jitterMs: number;
}

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
  /** Asks the service not to shorten long text. Off by default: services that do not know the key may refuse it. */
  readonly skipTruncation?: boolean | undefined;
}

export interface Limits {
  /** A request's time when its caller sets no deadline. */
  readonly requestMs: number;
  /** One attempt's time. */
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

export const defaultLimits: Limits = {
  requestMs: 30_000,
  attemptMs: 10_000,
  attempts: 3,
  retryShare: 0.2,
  answerBytes: 32 * 1024 * 1024,
  idleMs: 30_000,
  staleIfErrorMs: 5 * 60_000,
};

/** What the systems allow by their own documents. */
export const defaultBudgets: Readonly<Record<SystemName, BudgetLimits>> = {
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

/** Time and chance, injected. */
export interface Surroundings {
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export const systemSurroundings: Surroundings = { clock: systemClock, random: Math.random };

export interface ConnectorOptions {
  /** Address of the connector service, without the /api/v1 part. */
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly instances: Readonly<Partial<Record<SystemName, InstanceOptions>>>;
  /** Whose data this is; keeps caches and flights apart. Default: `default`. */
  readonly tenant?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** What is shared with other connectors of this process. Default: resources of its own. */
  readonly resources?: Resources | undefined;
  /** Time and chance, where the connector has its own resources. */
  readonly surroundings?: Surroundings | undefined;
}
