/** How often one client may ask: a quota a minute, counted in this process or, with Redis, in all. */

import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Identity } from './identity/identity.ts';
import { Refusal } from './refusal.ts';

export interface Quota {
  /**
   * At once, and null, for a client that has no quota.
   * @throws Refusal 429 once the client's quota of this minute is spent.
   */
  spend(identity: Identity): Promise<void> | null;
}

export interface QuotaOptions {
  /** 0: no quota, unless the client has one of its own. */
  readonly requestsPerMinute: number;
  /** Makes the counter for one size of quota. Default: in the memory of this process. */
  readonly counter?: (points: number) => RateLimiterAbstract;
}

const inMemory = (points: number): RateLimiterAbstract =>
  new RateLimiterMemory({ points, duration: 60 });

export function createQuota(options: QuotaOptions): Quota {
  const make = options.counter ?? inMemory;
  const counters = new Map<number, RateLimiterAbstract>();
  return {
    spend(identity) {
      const points = identity.requestsPerMinute ?? options.requestsPerMinute;
      if (points === 0) return null;
      const counter = counters.get(points) ?? make(points);
      counters.set(points, counter);
      return spendPoint(counter, points, identity);
    },
  };
}

async function spendPoint(
  counter: RateLimiterAbstract,
  points: number,
  { tenant, client }: Identity,
): Promise<void> {
  try {
    await counter.consume(`${tenant}/${client}`);
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    throw new Refusal(
      429,
      'RATE_LIMITED',
      `Expected at most ${points} requests a minute from this client; got more.`,
      { retryAfterMs: spent.msBeforeNext },
    );
  }
}
