/** Admission: the quota of requests a minute that each client has, and the turns: how many requests are executed at once, and how many wait. */

import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { memoize } from '../../engine/memoize.ts';
import { TransientMap } from '../../upstream/transient-map.ts';
import { HttpError } from '../error-response.ts';
import type { Identity } from '../identity/identity.ts';
import type { RequestRecord } from '../request-record.ts';

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

interface AdmissionOptions {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}

type Holder = Pick<RequestRecord, 'signal' | 'isOver' | 'hasTurn'>;

export class Admission {
  readonly #options: AdmissionOptions;
  #running = 0;
  /** In the order they came; each is called when it has its turn. */
  readonly #queue = new TransientMap<Holder, () => void>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * Gives the request a turn, which it has until it leaves. @returns null for a turn at once.
   * @throws HttpError 503 at once when the queue is full, and when the request's client leaves.
   */
  enter(request: Holder): Promise<void> | null {
    if (request.isOver) throw left();
    const { maxConcurrent, maxQueued } = this.#options;
    if (this.#running < maxConcurrent) {
      this.#begin(request);
      return null;
    }
    if (this.#queue.size >= maxQueued)
      throw new HttpError(503, 'OVERLOADED', 'The server has too much to do just now.', {
        retryAfterMs: 1000,
      });
    const { signal } = request;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.delete(request);
        reject(left());
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.set(request, () => {
        signal.removeEventListener('abort', leave);
        resolve();
      });
    });
  }

  /** Hands the request's turn to the next one, if it has any. */
  leave(request: Holder): void {
    if (!request.hasTurn) return;
    request.hasTurn = false;
    this.#running -= 1;
    const [next] = this.#queue;
    if (next === undefined) return;
    const [holder, begin] = next;
    this.#queue.delete(holder);
    this.#begin(holder);
    begin();
  }

  #begin(request: Holder): void {
    request.hasTurn = true;
    this.#running += 1;
  }
}

const left = (): HttpError =>
  new HttpError(503, 'CANCELLED', 'The caller left before its turn came.');
