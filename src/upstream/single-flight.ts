/** Single flight: identical reads under way share one call, in this process and across gateways; it ends when its last caller has left. */

import { randomUUID } from 'node:crypto';
import { cancelled, outOfTime, UpstreamError, type UpstreamSite } from '../errors.ts';
import type { Runtime } from './clock.ts';
import type { Priority } from './rate-limit-queue.ts';
import type { KeyPrefix, ScopedKey } from './row-scope.ts';
import { type SharedStore, script } from './shared-store.ts';
import { TransientMap } from './transient-map.ts';
import type { SizedAnswer } from './upstream-cache.ts';

/** Parts of a call that a flight needs. */
interface FlightCall {
  readonly site: UpstreamSite;
  /** Times it was sent so far. */
  readonly attempts: number;
  /** Rises when an interactive caller joins a background flight. */
  priority: Priority;
  /** On the monotonic clock; grows when a caller with more time joins. */
  deadline: number;
  /** Set while the call waits: requeues it after its priority rose. */
  readonly promoted: (() => void) | null;
}

/** Time after the deadline at which a waiter gives up by itself: the flight fails first, with the better reason. */
const graceMs = 5;

/** A caller that waits for a flight. */
interface Waiter {
  readonly signal: AbortSignal | undefined;
  readonly deadline: number;
  readonly priority: Priority;
}

interface Flight {
  readonly call: FlightCall;
  readonly promise: Promise<SizedAnswer>;
  readonly leave: () => void;
  readonly abort: () => void;
  waiting: number;
}

export interface Flights {
  /**
   * Joins the flight of `key`, or starts it.
   * A waiter's cancelling or deadline ends its own waiting only.
   */
  join(
    key: ScopedKey,
    waiter: Waiter,
    start: (signal: AbortSignal) => { call: FlightCall; promise: Promise<SizedAnswer> },
  ): {
    readonly call: FlightCall;
    readonly joined: boolean;
    readonly promise: Promise<SizedAnswer>;
  };
  /** Ends every flight whose key begins with `prefix`; all of them where it is null. */
  cancel(prefix: KeyPrefix | null): void;
  /** Leaves every flight whose key begins with `prefix` to those who are aboard: nobody joins it any more. */
  close(prefix: KeyPrefix): void;
}

export function createFlights({ clock }: Runtime): Flights {
  const flights = new TransientMap<ScopedKey, Flight>();

  const begin = (key: ScopedKey, start: Parameters<Flights['join']>[2]): Flight => {
    const controller = new AbortController();
    const { call, promise } = start(controller.signal);
    const flight: Flight = {
      call,
      promise,
      waiting: 0,
      abort: () => controller.abort(),
      leave() {
        flight.waiting -= 1;
        if (flight.waiting > 0) return;
        // A flight that is being abandoned takes no further callers.
        if (flights.get(key) === flight) flights.delete(key);
        controller.abort();
      },
    };
    flights.set(key, flight);
    const land = (): void => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    promise.then(land, land);
    return flight;
  };

  const wait = (flight: Flight, waiter: Waiter): Promise<SizedAnswer> => {
    flight.waiting += 1;
    return new Promise((resolve, reject) => {
      let over = false;
      const end = (): boolean => {
        if (over) return false;
        over = true;
        cancelTimer();
        waiter.signal?.removeEventListener('abort', abort);
        return true;
      };
      const abort = (): void => {
        if (!end()) return;
        flight.leave();
        reject(cancelled(flight.call.site));
      };
      const cancelTimer = clock.setTimeout(
        () => {
          if (!end()) return;
          flight.leave();
          reject(outOfTime(flight.call.site));
        },
        waiter.deadline - clock.monotonic() + graceMs,
      );
      waiter.signal?.addEventListener('abort', abort, { once: true });
      flight.promise.then(
        (fetched) => end() && resolve(fetched),
        (error: unknown) => end() && reject(error),
      );
    });
  };

  return {
    cancel(prefix) {
      for (const [key, flight] of flights) if (key.startsWith(prefix ?? '')) flight.abort();
    },
    close(prefix) {
      for (const [key] of flights) if (key.startsWith(prefix)) flights.delete(key);
    },
    join(key, waiter, start) {
      const inFlight = flights.get(key);
      const flight = inFlight ?? begin(key, start);
      if (inFlight !== undefined) {
        const { call } = inFlight;
        call.deadline = Math.max(call.deadline, waiter.deadline);
        if (call.priority === 'background' && waiter.priority === 'interactive') {
          call.priority = 'interactive';
          call.promoted?.();
        }
      }
      return { call: flight.call, joined: inFlight !== undefined, promise: wait(flight, waiter) };
    },
  };
}

/** Life of a lock beyond its holder, so that a killed gateway blocks nobody for long. */
const lockMs = 2_000;
/** Polling interval for another gateway's answer; grows from the first figure to the second. */
const lookMs = [10, 100] as const;

/** In a lock's place: its holder gave the call up, at which the upstream may still be at work. */
const givenUp = 'given up';
/** Life of that, so that all who wait meet it. */
const givenUpMs = 1_000;

/** Whoever waited for a call that was given up is told, and whoever comes after it begins anew. */
const lock = script(`
local holder = redis.call('GET', KEYS[1])
if holder == '${givenUp}' and ARGV[3] == '1' then return -1 end
if holder and holder ~= '${givenUp}' then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`);
const giveUp = script(
  `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], '${givenUp}', 'PX', ARGV[2]) end return 0`,
);
const renew = script(
  `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`,
);
const unlock = script(
  `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`,
);

const lockKey = (key: ScopedKey): string => `switchboard:flight:${key}`;

const stillRunning = ({ service, entity, action }: UpstreamSite): UpstreamError =>
  new UpstreamError(
    'UPSTREAM_TIMEOUT',
    `${entity} ${action}: no answer came to another gateway in time, and the upstream may still be at work on it.`,
    { service, entity, action },
    { attempts: 0, retryable: true },
  );

export interface SharedFlights {
  /**
   * Single flight across gateways: one fetches, the others poll the shared cache.
   * @param look reads that cache; @param fetch fetches, and has put it there when it resolves
   */
  once(
    call: Pick<FlightCall, 'site' | 'deadline'> & {
      readonly key: () => ScopedKey;
      readonly signal: AbortSignal;
      /** Whether the upstream may still be at work on what failed. */
      readonly mayStillRun: boolean;
    },
    look: () => Promise<SizedAnswer | null>,
    fetch: () => Promise<SizedAnswer>,
  ): Promise<SizedAnswer>;
}

export function createSharedFlights(store: SharedStore, { clock, random }: Runtime): SharedFlights {
  const tryLock = async (
    key: string,
    holder: string,
    hasWaited: boolean,
  ): Promise<'mine' | 'taken' | 'given up' | 'unknown'> => {
    if (!store.isReady()) return 'unknown';
    try {
      const [got] = await store.run(lock, [key], [holder, lockMs, hasWaited ? 1 : 0]);
      if (got === -1) return 'given up';
      return got === 1 ? 'mine' : 'taken';
    } catch {
      return 'unknown';
    }
  };

  const fetchLocked = async (
    key: string,
    holder: string,
    call: { readonly mayStillRun: boolean },
    fetch: () => Promise<SizedAnswer>,
  ): Promise<SizedAnswer> => {
    let cancelRenewal = (): void => {};
    const renewLock = (): void => {
      cancelRenewal = clock.setTimeout(() => {
        store.run(renew, [key], [holder, lockMs]).catch(() => {});
        renewLock();
      }, lockMs / 3);
    };
    renewLock();
    try {
      return await fetch();
    } finally {
      cancelRenewal();
      // The unlock follows the answer on the same connection, so a gateway that finds no lock finds
      // the answer.
      const end = call.mayStillRun
        ? store.run(giveUp, [key], [holder, givenUpMs])
        : store.run(unlock, [key], [holder]);
      end.catch(() => {});
    }
  };

  return {
    async once(call, look, fetch) {
      const key = lockKey(call.key());
      const holder = randomUUID();
      for (let ms: number = lookMs[0]; ; ms = Math.min(ms * 2, lookMs[1])) {
        const state = await tryLock(key, holder, ms > lookMs[0]);
        if (state === 'mine') {
          // Checks again under the lock: another gateway may have finished in between.
          const answer = await look();
          if (answer === null) return fetchLocked(key, holder, call, fetch);
          store.run(unlock, [key], [holder]).catch(() => {});
          return answer;
        }
        if (state === 'unknown') return fetch();
        if (state === 'given up') throw stillRunning(call.site);
        await new Promise<void>((done) => clock.setTimeout(done, ms * (0.5 + random() / 2)));
        if (call.signal.aborted) throw cancelled(call.site);
        if (clock.monotonic() >= call.deadline) throw outOfTime(call.site);
        const answer = await look();
        if (answer !== null) return answer;
      }
    },
  };
}
