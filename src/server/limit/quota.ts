/** Request quota: requests a minute of each client, counted in this process or in all. */

import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { memoize } from '../../graph/memoize.ts';
import { HttpError } from '../error-response.ts';
import type { Identity } from '../identity/identity.ts';

export interface QuotaOptions {
  /** 0: no quota, unless the client has one of its own. */
  readonly requestsPerMinute: number;
  /** Makes the counter for one size of quota that several processes share. Default: this process counts its own. */
  readonly counter?: ((points: number) => RateLimiterAbstract) | undefined;
  /** Milliseconds. Default: the process' monotonic clock. */
  readonly monotonic?: () => number;
}

/** A client's minute, which begins with its first request. */
interface Minute {
  readonly end: number;
  requests: number;
}

const minuteMs = 60_000;

/** A quota a minute for each client, counted in this process or, with Redis, in all. */
export class Quota {
  readonly #options: QuotaOptions;
  readonly #now: () => number;
  readonly #counters = new Map<number, RateLimiterAbstract>();
  readonly #minutes = new Map<string, Minute>();
  /** Time of the next cleaning of past minutes. */
  #cleanAt = 0;

  constructor(options: QuotaOptions) {
    this.#options = options;
    this.#now = options.monotonic ?? (() => performance.now());
  }

  /**
   * @returns null where nothing has to be waited for.
   * @throws HttpError 429 once the client's quota of this minute is spent.
   */
  spend({ tenant, client, requestsPerMinute }: Identity): Promise<unknown> | null {
    const points = requestsPerMinute ?? this.#options.requestsPerMinute;
    if (points === 0) return null;
    const key = `${tenant}/${client}`;
    const counter = this.#sharedCounter(points);
    if (counter !== null)
      // The library rejects with its result, which is no Error, once the points are spent.
      return counter.consume(key).catch((spent: RateLimiterRes | Error) => {
        throw spent instanceof Error ? spent : overQuota(points, spent.msBeforeNext);
      });
    const now = this.#now();
    const minute = this.#minute(key, now);
    minute.requests += 1;
    if (minute.requests > points) throw overQuota(points, Math.ceil(minute.end - now));
    return null;
  }

  #sharedCounter(points: number): RateLimiterAbstract | null {
    const { counter: make } = this.#options;
    return make === undefined ? null : memoize(this.#counters, points, () => make(points));
  }

  #minute(key: string, now: number): Minute {
    if (now >= this.#cleanAt) {
      for (const [other, { end }] of this.#minutes) if (end <= now) this.#minutes.delete(other);
      this.#cleanAt = now + minuteMs;
    }
    let minute = this.#minutes.get(key);
    if (minute === undefined || minute.end <= now) {
      minute = { end: now + minuteMs, requests: 0 };
      this.#minutes.set(key, minute);
    }
    return minute;
  }
}

function overQuota(points: number, retryAfterMs: number): HttpError {
  return new HttpError(
    429,
    'RATE_LIMITED',
    `Expected at most ${points} requests a minute from this client; got more.`,
    { retryAfterMs },
  );
}
