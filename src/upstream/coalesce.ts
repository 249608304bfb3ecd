/** Identical reads under way at the same time are one; it ends when the last who waits for it has left. */

import type { Fetched, Priority, UpstreamCall } from './call.ts';
import { cancelled, outOfTime } from './fault.ts';
import type { Surroundings } from './option.ts';

/** The flight fails at its own deadline, and knows better why; this much later a waiter gives up without it. */
const graceMs = 5;

/** One who waits. */
export interface Waiter {
  readonly signal: AbortSignal | undefined;
  readonly deadline: number;
  readonly priority: Priority;
}

interface Flight {
  readonly call: UpstreamCall;
  readonly promise: Promise<Fetched>;
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
    key: string,
    waiter: Waiter,
    start: (signal: AbortSignal) => { call: UpstreamCall; promise: Promise<Fetched> },
  ): { readonly call: UpstreamCall; readonly joined: boolean; readonly promise: Promise<Fetched> };
  /** Ends every flight whose key begins with `prefix`. */
  cancel(prefix: string): void;
}

export function createFlights({ clock }: Surroundings): Flights {
  const flights = new Map<string, Flight>();

  const begin = (key: string, start: Parameters<Flights['join']>[2]): Flight => {
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
        // Nobody may board a flight that is being abandoned.
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

  const wait = (flight: Flight, waiter: Waiter): Promise<Fetched> => {
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
      for (const [key, flight] of flights) if (key.startsWith(prefix)) flight.abort();
    },
    join(key, waiter, start) {
      const known = flights.get(key);
      const flight = known ?? begin(key, start);
      if (known !== undefined) {
        const { call } = known;
        call.deadline = Math.max(call.deadline, waiter.deadline);
        if (call.priority === 'background' && waiter.priority === 'interactive') {
          call.priority = 'interactive';
          call.promoted?.();
        }
      }
      return { call: flight.call, joined: known !== undefined, promise: wait(flight, waiter) };
    },
  };
}
