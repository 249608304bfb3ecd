/** Ledger: how many calls an instance has made (the sliding second, the pause, the day), and how late an answer shows a call. */

import type { Clock, Runtime } from './clock.ts';

/** Limits of one instance; null = none. */
export interface BudgetLimits {
  /** Limit of calls in any one second, as the service counts them. */
  readonly perSecond: number | null;
  /** Calls in a day (UTC). */
  readonly perDay: number | null;
  /** Part of the day's calls that background work leaves to interactive work, 0 to 1. */
  readonly dayReserve: number;
  /** Limit of calls under way. */
  readonly concurrent: number | null;
  /** Limit of waiting calls; further ones are rejected at once with a time to come back. */
  readonly queue: number;
  /** Time within which an abandoned call may still arrive, in milliseconds. */
  readonly jitterMs: number;
}

/** Permit: a slot of the window, held by one call. */
export interface Permit {
  /** The request went out on a connection. */
  sent(): void;
  /** Reports the first byte of the answer: the service has counted the call, at least `agoMs` ago where known. */
  answered(agoMs?: number): void;
  /** The call was sent and abandoned without an answer: it may still arrive, within the jitter. */
  lost(): void;
  /** The call was not sent after all. */
  refund(): void;
}

export type Acquisition =
  | { readonly kind: 'granted'; readonly slot: Permit }
  /** No permit now; try again after `ms`. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** The day's calls are spent; the next day begins in `ms`. */
  | { readonly kind: 'spent'; readonly ms: number };

export interface LedgerView {
  /** Calls that could go now; null without a limit. */
  readonly second: number | null;
  /** Calls left today; null without a limit. */
  readonly day: number | null;
  /** Milliseconds until the day ends. */
  readonly dayEndsMs: number;
  /** Milliseconds until calls may go at all. */
  readonly pausedMs: number;
}

export interface Ledger {
  take(): Acquisition | Promise<Acquisition>;
  /** No call before `ms` have passed. Settles when all gateways that share the budget know. */
  pause(ms: number): void | Promise<void>;
  view(): LedgerView;
  /** Gateways that share the budget. */
  gateways(): number;
}

/** The one in this process, which may stand in for a shared one. */
export interface LocalLedger extends Ledger {
  take(): Acquisition;
  /** Starts replacing the shared ledger; `used` calls of its share of the day are gone. */
  begin(used: number): void;
  /** Calls granted since it began. */
  since(): number;
}

export const windowMs = 1_000;
/** Margin for clocks that count whole milliseconds. */
export const guardMs = 5;
const dayMs = 86_400_000;

/**
 * The window as the service sees it is one second from each *arrival*, and an arrival is known
 * only to lie between the sending and the first of the answer: a busy service counts a call long
 * after it was sent. So a place is free again one second after the answer began, or sooner by as much
 * as answers are known to take (`createTransit`).
 * (A fixed window or a bucket that refills lets through up to twice the limit around its edge,
 * which is why no library's is used.)
 *
 * `share` divides the limits: of n gateways without a common memory each takes 1/n.
 */
export function createLocalLedger(
  limits: BudgetLimits,
  { clock }: Runtime,
  share: () => number = () => 1,
): LocalLedger {
  const permits = new Set<{ freeAt: number }>();
  let day = Math.floor(clock.now() / dayMs);
  let used = 0;
  let before = 0;
  let pausedUntil = 0;

  /** Whole calls per stretched window: a rate of a third of a call a second is one call in three. */
  const window = (): { readonly calls: number; readonly ms: number } | null => {
    if (limits.perSecond === null) return null;
    const rate = limits.perSecond / share();
    return rate >= 1
      ? { calls: Math.floor(rate), ms: windowMs }
      : { calls: 1, ms: windowMs / rate };
  };
  const dayLimit = (): number | null =>
    limits.perDay === null ? null : Math.floor(limits.perDay / share());

  const turnDay = (): void => {
    const today = Math.floor(clock.now() / dayMs);
    // A clock that steps back does not reset the day's calls.
    if (today > day) {
      day = today;
      used = 0;
      before = 0;
    }
  };

  const sweep = (now: number): void => {
    for (const permit of permits) if (permit.freeAt <= now) permits.delete(permit);
  };

  return {
    take() {
      const now = clock.monotonic();
      turnDay();
      if (pausedUntil > now) return { kind: 'wait', ms: pausedUntil - now };
      const perDay = dayLimit();
      if (perDay !== null && used >= perDay) {
        return { kind: 'spent', ms: (day + 1) * dayMs - clock.now() };
      }
      sweep(now);
      const span = window();
      if (span !== null && permits.size >= span.calls) {
        const next = Math.min(...[...permits].map((permit) => permit.freeAt));
        // The permit's holder reports its answer and wakes the queue; polling is for safety alone.
        return { kind: 'wait', ms: Math.min(Math.max(next - now, 1), windowMs) };
      }
      used += 1;
      if (span === null)
        return { kind: 'granted', slot: { ...unlimited, refund: () => void used-- } };
      const permit = { freeAt: Number.POSITIVE_INFINITY };
      permits.add(permit);
      return {
        kind: 'granted',
        slot: {
          sent: () => {},
          answered: (agoMs = 0) => {
            permit.freeAt = Math.min(permit.freeAt, clock.monotonic() - agoMs + span.ms + guardMs);
          },
          lost: () => {
            permit.freeAt = Math.min(
              permit.freeAt,
              clock.monotonic() + span.ms + guardMs + limits.jitterMs,
            );
          },
          refund: () => {
            if (permits.delete(permit)) used -= 1;
          },
        },
      };
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.monotonic() + ms);
    },
    view() {
      const now = clock.monotonic();
      turnDay();
      sweep(now);
      const span = window();
      const perDay = dayLimit();
      return {
        second: span === null ? null : Math.max(span.calls - permits.size, 0),
        day: perDay === null ? null : Math.max(perDay - used, 0),
        dayEndsMs: (day + 1) * dayMs - clock.now(),
        pausedMs: Math.max(pausedUntil - now, 0),
      };
    },
    gateways: share,
    begin(gone) {
      turnDay();
      used = gone;
      before = gone;
    },
    since: () => Math.max(used - before, 0),
  };
}

const unlimited = { sent: () => {}, answered: () => {}, lost: () => {} };

interface Transit {
  /**
   * @param kind calls that take the service about as long as each other.
   * @param ms from the sending to the first of the answer.
   * @returns milliseconds since the call was counted, at least; relative to what the sending itself takes.
   */
  answered(kind: string, ms: number): number;
  /** Called on a 429 although the window had room: the estimate is suspended for a while, longer each time. */
  doubt(): void;
}

/** Sample size for the shortest answer time; fewer samples decide nothing. */
const answersSeen = 20;
/** Tolerance between clocks and timers, as a share and in milliseconds. */
const marginShare = 0.02;
const marginMs = 10;
/** Upper bound of the shortest answer time: longer times are taken for exceptions. */
const longestMs = 1_000;
const firstDoubtMs = 60_000;
const longestDoubtMs = 3_600_000;

/**
 * A call arrives somewhere between its sending and its answer. Where the last twenty answers of a
 * kind took at least 300 ms, so does this one's, and only what it took beyond that can be its
 * lateness on the way there. That is wrong where the way there becomes shorter by more than all
 * twenty answers let guess; the 429 that follows calls `doubt`.
 */
export function createTransit(clock: Clock): Transit {
  const times = new Map<string, number[]>();
  let doubtMs = firstDoubtMs;
  let believedAt = Number.NEGATIVE_INFINITY;
  return {
    answered(kind, ms) {
      let seen = times.get(kind);
      if (seen === undefined) {
        seen = [];
        times.set(kind, seen);
      }
      seen.push(ms);
      if (seen.length > answersSeen) seen.shift();
      if (seen.length < answersSeen || clock.monotonic() < believedAt) return 0;
      const least = Math.min(...seen, longestMs);
      return Math.max(0, least - Math.max(marginMs, least * marginShare));
    },
    doubt() {
      const now = clock.monotonic();
      // Calls in flight fail together.
      if (now < believedAt) return;
      times.clear();
      believedAt = now + doubtMs;
      doubtMs = Math.min(doubtMs * 2, longestDoubtMs);
    },
  };
}
