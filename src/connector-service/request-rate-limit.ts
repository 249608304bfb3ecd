/** Call limits: counts the calls of each instance on arrival and names the calls beyond its limit. */

import type { CallLimits } from './service-option.ts';

export interface CallCounts {
  /** Calls since the start or the last reset. */
  readonly calls: number;
  /** Calls that arrived above a limit. */
  readonly violations: number;
  /** Most calls that arrived within any one second. */
  readonly peakPerSecond: number;
  /** Calls of the current day, UTC. */
  readonly today: number;
  readonly limits: CallLimits;
}

export interface CallLimiter {
  /** Counts an arrival at `at` (monotonic ms). Null when it may pass, else the seconds to wait. */
  arrive(instance: string, at: number): number | null;
  setLimits(instance: string, limits: Partial<CallLimits>): void;
  counts(instance: string): CallCounts;
  /** Forgets all counts; limits stay. */
  reset(): void;
}

interface Meter {
  limits: CallLimits;
  calls: number;
  violations: number;
  peak: number;
  day: number;
  today: number;
  /** Arrivals of the last second, all and admitted ones; oldest first. */
  arrivals: Window;
  accepted: Window;
}

const second = 1_000;
const dayMs = 86_400_000;

/** `clock` decides the day; the sliding second uses the monotonic arrival times. */
export function callLimiter(initial: Partial<CallLimits>, clock: () => number): CallLimiter {
  const defaults: CallLimits = { perSecond: null, perDay: null, ...initial };
  const meters = new Map<string, Meter>();
  const meterOf = (instance: string): Meter => {
    const existing = meters.get(instance);
    if (existing !== undefined) return existing;
    const fresh = newMeter(defaults);
    meters.set(instance, fresh);
    return fresh;
  };

  return {
    arrive(instance, at) {
      const meter = meterOf(instance);
      meter.calls += 1;
      meter.peak = Math.max(meter.peak, meter.arrivals.add(at));
      const now = clock();
      const day = Math.floor(now / dayMs);
      if (day !== meter.day) Object.assign(meter, { day, today: 0 });
      const { perSecond, perDay } = meter.limits;
      const wait =
        perDay !== null && meter.today >= perDay
          ? Math.ceil(((day + 1) * dayMs - now) / second)
          : perSecond !== null && meter.accepted.count(at) >= perSecond
            ? 1
            : null;
      if (wait === null) {
        meter.today += 1;
        meter.accepted.add(at);
      } else {
        meter.violations += 1;
      }
      return wait;
    },
    setLimits(instance, limits) {
      const meter = meterOf(instance);
      meter.limits = { ...meter.limits, ...limits };
    },
    counts(instance) {
      const { calls, violations, peak, today, limits } = meterOf(instance);
      return { calls, violations, peakPerSecond: peak, today, limits };
    },
    reset() {
      for (const [instance, meter] of meters) meters.set(instance, newMeter(meter.limits));
    },
  };
}

function newMeter(limits: CallLimits): Meter {
  return {
    limits,
    calls: 0,
    violations: 0,
    peak: 0,
    day: 0,
    today: 0,
    arrivals: slidingSecond(),
    accepted: slidingSecond(),
  };
}

interface Window {
  /** Times at most a second before `at`. */
  count(at: number): number;
  /** Adds `at` and counts. */
  add(at: number): number;
}

/** A queue of times that drops those older than a second; the front is cut off only now and then. */
function slidingSecond(): Window {
  let times: number[] = [];
  let head = 0;
  const count = (at: number): number => {
    while (head < times.length && times[head]! <= at - second) head += 1;
    if (head > 1024) {
      times = times.slice(head);
      head = 0;
    }
    return times.length - head;
  };
  return {
    count,
    add(at) {
      times.push(at);
      return count(at);
    },
  };
}
