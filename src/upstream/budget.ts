/** Every call to an instance takes its turn here. */

import { UpstreamError } from '../errors.ts';
import type { Priority, UpstreamCall } from './call.ts';
import { waitTopic } from './channel.ts';
import { FairQueue } from './fair-queue.ts';
import { BudgetError, cancelled } from './fault.ts';
import type { Ledger, LedgerView, Slot } from './ledger.ts';
import type { BudgetLimits, Surroundings } from './option.ts';
import { createTransit } from './transit.ts';

export interface BudgetView extends LedgerView {
  readonly limits: BudgetLimits;
  readonly queued: number;
  readonly running: number;
}

export interface Budget {
  /**
   * Waits for the call's turn, then runs the attempt.
   * @throws BudgetError at once when the turn would not come in time, what the attempt throws
   */
  run<T>(call: UpstreamCall, attempt: () => Promise<T>): Promise<T>;
  view(): BudgetView;
}

interface Granted {
  readonly slot: Slot;
  /** Others wait until this call has come through. */
  readonly isProbe: boolean;
}

interface Entry {
  readonly call: UpstreamCall;
  readonly client: string;
  /** The class it was filed under; the call's own may have risen since. */
  priority: Priority;
  readonly grant: (slot: Slot) => void;
  readonly refuse: (error: UpstreamError) => void;
}

/** After a pause of this length nobody knows how things are. */
const probedMs = 60_000;

export function createBudget(
  limits: BudgetLimits,
  ledger: Ledger,
  { clock }: Surroundings,
): Budget {
  const queue = new FairQueue<Entry>();
  const transit = createTransit(clock);
  let running = 0;
  let asking = false;
  let cancelTimer: (() => void) | null = null;
  /** After a long pause one call goes ahead, and the others when it has come through. */
  let probe: 'due' | 'out' | null = null;

  const mayRun = (): boolean =>
    probe === 'out'
      ? false
      : limits.concurrent === null ||
        running < Math.max(1, Math.floor(limits.concurrent / ledger.gateways()));

  const obey = async (ms: number): Promise<void> => {
    if (ms >= probedMs) probe = 'due';
    await ledger.pause(ms);
  };

  /** Serves the queue as far as the ledger allows. One at a time: the ledger may be far away. */
  const serve = async (): Promise<void> => {
    if (asking || cancelTimer !== null) return;
    asking = true;
    try {
      while (queue.size > 0 && mayRun()) {
        const answer = ledger.take();
        const turn = answer instanceof Promise ? await answer : answer;
        if (turn.kind === 'granted') {
          const entry = queue.shift();
          if (entry === undefined) turn.slot.refund();
          else entry.grant(turn.slot);
        } else if (turn.kind === 'spent') {
          for (const entry of queue) entry.refuse(spent(entry.call, turn.ms));
        } else {
          if (turn.ms >= probedMs) probe = 'due';
          refuseHopeless(turn.ms);
          if (queue.size > 0) sleep(turn.ms);
          return;
        }
      }
    } finally {
      asking = false;
    }
  };

  const sleep = (ms: number): void => {
    cancelTimer = clock.setTimeout(() => {
      cancelTimer = null;
      void serve();
    }, ms);
  };

  const wake = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    if (queue.size > 0) void serve();
  };

  /** Tells those at once whose time ends before anybody's turn comes. */
  const refuseHopeless = (ms: number): void => {
    const next = clock.monotonic() + ms;
    for (const entry of queue) {
      if (entry.call.deadline < next) entry.refuse(late(entry.call, ms));
    }
  };

  /** Milliseconds until a call that comes now gets its turn, as far as can be told. */
  const estimate = (call: UpstreamCall): number => {
    const { second, pausedMs } = ledger.view();
    if (limits.perSecond === null || second === null) return pausedMs;
    const rate = limits.perSecond / ledger.gateways();
    // After a pause of a second the window is empty.
    const free = pausedMs >= 1_000 ? rate : second;
    return pausedMs + (Math.max(queue.ahead(call) + 1 - free, 0) / rate) * 1000;
  };

  const turn = (call: UpstreamCall): Promise<Granted> => {
    const expected = estimate(call);
    const { day, dayEndsMs } = ledger.view();
    if (call.priority === 'background' && day !== null && limits.perDay !== null) {
      if (day <= limits.perDay * limits.dayReserve) throw spent(call, dayEndsMs);
    }
    if (expected > call.deadline - clock.monotonic()) throw late(call, expected);
    if (queue.size >= limits.queue) {
      throw new BudgetError(
        call.site,
        'Too many calls wait for this upstream.',
        Math.max(expected, 1_000),
      );
    }
    return new Promise((resolve, reject) => {
      let cancelDeadline = (): void => {};
      const settle = (): void => {
        cancelDeadline();
        call.signal.removeEventListener('abort', leave);
        call.promoted = null;
        queue.remove(entry);
        if (queue.size === 0) wake();
      };
      const entry: Entry = {
        call,
        client: call.client,
        priority: call.priority,
        grant: (slot) => {
          settle();
          running += 1;
          const isProbe = probe === 'due';
          if (isProbe) probe = 'out';
          resolve({ slot, isProbe });
        },
        refuse: (error) => {
          settle();
          reject(error);
        },
      };
      const leave = (): void => entry.refuse(cancelled(call.site));
      const watch = (): void => {
        cancelDeadline = clock.setTimeout(() => {
          if (clock.monotonic() < call.deadline) watch();
          else entry.refuse(late(call, estimate(call)));
        }, call.deadline - clock.monotonic());
      };
      if (call.signal.aborted) return reject(cancelled(call.site));
      call.signal.addEventListener('abort', leave, { once: true });
      call.promoted = () => {
        if (queue.remove(entry)) {
          entry.priority = call.priority;
          queue.push(entry);
        }
      };
      queue.push(entry);
      void serve();
      // Granted on the spot, as most are, it needs no timer.
      if (call.promoted !== null) watch();
    });
  };

  return {
    async run(call, attempt) {
      const started = clock.monotonic();
      const tell = (granted: boolean): void =>
        waitTopic.tell(() => ({
          tenant: call.instance.tenant,
          system: call.instance.system,
          priority: call.priority,
          ms: clock.monotonic() - started,
          granted,
          queued: queue.size,
        }));
      let granted: Granted;
      try {
        call.vitals.breaker.check(call);
        granted = await turn(call);
      } catch (error) {
        tell(false);
        throw error;
      }
      tell(true);
      const { slot, isProbe } = granted;
      let stage = 'waiting' as 'waiting' | 'sent' | 'answered';
      let sentAt = 0;
      call.sent = () => {
        stage = 'sent';
        sentAt = clock.monotonic();
        slot.sent();
      };
      call.answered = () => {
        stage = 'answered';
        const { entity, action } = call.site;
        slot.answered(transit.answered(`${entity} ${action}`, clock.monotonic() - sentAt));
        // When its place is free is known from now on.
        wake();
      };
      try {
        return await attempt();
      } catch (error) {
        if (
          error instanceof UpstreamError &&
          error.code === 'RATE_LIMITED' &&
          stage !== 'waiting'
        ) {
          transit.doubt();
          await obey(error.retryAfterMs ?? 0);
        }
        throw error;
      } finally {
        call.sent = null;
        call.answered = null;
        running -= 1;
        if (isProbe && probe === 'out') probe = stage === 'answered' ? null : 'due';
        if (stage === 'waiting') slot.refund();
        else if (stage === 'sent') slot.lost();
        wake();
      }
    },
    view() {
      const { second, day, dayEndsMs, pausedMs } = ledger.view();
      return { second, day, dayEndsMs, pausedMs, limits, queued: queue.size, running };
    },
  };
}

function late(call: UpstreamCall, ms: number): BudgetError {
  return new BudgetError(
    call.site,
    'The budget for this upstream has no room in the time the request has.',
    Math.max(ms, 1),
  );
}

function spent(call: UpstreamCall, ms: number): BudgetError {
  return new BudgetError(call.site, "The day's calls to this upstream are spent.", ms);
}
