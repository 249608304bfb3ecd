/** Default limits of a connector: timeouts, attempts and sizes of its calls, and the documented rate limits of the two systems. */

import type { SystemName } from '../errors.ts';
import type { BudgetLimits } from './rate-counter.ts';

export interface Limits {
  /** Deadline of a request whose caller sets none. */
  readonly requestMs: number;
  /** Longest time of one attempt; what is left of the request's time ends it before. */
  readonly attemptMs: number;
  readonly attempts: number;
  /** Share of retries in all calls, over time. */
  readonly retryShare: number;
  /** Largest JSON answer, in bytes. */
  readonly answerBytes: number;
  /** Longest silence in a media stream. */
  readonly idleMs: number;
  /** Age up to which a stale answer replaces a failure. */
  readonly staleIfErrorMs: number;
}

export const defaultInstanceLimits: Limits = {
  requestMs: 30_000,
  // The CRM's own limit of a query.
  attemptMs: 120_000,
  attempts: 3,
  retryShare: 0.2,
  answerBytes: 32 * 1024 * 1024,
  idleMs: 30_000,
  staleIfErrorMs: 5 * 60_000,
};

/**
 * Time within which a living service connects, gives out a token and answers nearly every call.
 * Silence for longer counts against the service; a statement may take longer all the same.
 */
export const promptMs = 10_000;

/** Documented rate limits of the two systems. */
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
