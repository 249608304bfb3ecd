/** How many calls an instance has made: the sliding second, the day and the pause, in this process. */

import type { BudgetLimits, Surroundings } from './option.ts';

/** A place in the window, held by one call. */
export interface Slot {
  /** The request went out on a connection. */
  sent(): void;
  /** The first of the answer is there, so the service has counted the call; at least `agoMs` ago, where that is known. */
  answered(agoMs?: number): void;
  /** It was sent and given up without an answer: it may still arrive, within the jitter allowed for. */
  lost(): void;
  /** The call was not sent after all. */
  refund(): void;
}

export type Turn =
  | { readonly kind: 'granted'; readonly slot: Slot }
  /** Ask again after `ms`. */
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
  take(): Turn | Promise<Turn>;
  /** No call before `ms` have passed. Settles when all who share the budget know. */
  pause(ms: number): void | Promise<void>;
  view(): LedgerView;
  /** Gateways that share the budget. */
  gateways(): number;
}

/** The one in this process, which may stand in for a shared one. */
export interface LocalLedger extends Ledger {
  take(): Turn;
  /** Begins to stand in: `used` of its share of the day are gone. */
  begin(used: number): void;
  /** Calls granted since it began. */
  since(): number;
}

export const windowMs = 1_000;
/** For clocks that count whole milliseconds. */
export const guardMs = 5;
export const dayMs = 86_400_000;

interface Place {
  freeAt: number;
}

/**
 * The window as the service sees it is one second from each *arrival*, and an arrival is known
 * only to lie between the sending and the first of the answer: a busy service counts a call long
 * after it was sent. So a place is free again one second after the answer began, or sooner by as much
 * as answers are known to take (`transit.ts`).
 * (A fixed window or a bucket that refills lets through up to twice the limit around its edge,
 * which is why no library's is used.)
 *
 * `share` divides the limits: of n gateways without a common memory each takes 1/n.
 */
export function createLocalLedger(
  limits: BudgetLimits,
  { clock }: Surroundings,
  share: () => number = () => 1,
): LocalLedger {
  const places = new Set<Place>();
  let day = Math.floor(clock.now() / dayMs);
  let used = 0;
  let before = 0;
  let pausedUntil = 0;

  /** Whole calls per stretched window: a third of one call a second is one call in three. */
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
    // A clock that steps back does not give the day's calls a second time.
    if (today > day) {
      day = today;
      used = 0;
      before = 0;
    }
  };

  const sweep = (now: number): void => {
    for (const place of places) if (place.freeAt <= now) places.delete(place);
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
      if (span !== null && places.size >= span.calls) {
        const next = Math.min(...[...places].map((place) => place.freeAt));
        // Whoever holds a place says when it is answered; looking again is for safety alone.
        return { kind: 'wait', ms: Math.min(Math.max(next - now, 1), windowMs) };
      }
      used += 1;
      if (span === null)
        return { kind: 'granted', slot: { ...unlimited, refund: () => void used-- } };
      const place: Place = { freeAt: Number.POSITIVE_INFINITY };
      places.add(place);
      return {
        kind: 'granted',
        slot: {
          sent: () => {},
          answered: (agoMs = 0) => {
            place.freeAt = Math.min(place.freeAt, clock.monotonic() - agoMs + span.ms + guardMs);
          },
          lost: () => {
            place.freeAt = Math.min(
              place.freeAt,
              clock.monotonic() + span.ms + guardMs + limits.jitterMs,
            );
          },
          refund: () => {
            if (places.delete(place)) used -= 1;
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
        second: span === null ? null : Math.max(span.calls - places.size, 0),
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
