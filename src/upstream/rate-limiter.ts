/** Budget of an instance: every call waits here for a permit of the ledger, interactive calls first and clients in turn. */

import type { DayUsage } from '../contract/wire/execute.ts';
import { cancelled, UpstreamError } from '../errors.ts';
import type { Clock, Runtime } from './clock.ts';
import { type DayLeft, ReportedDay } from './daily-usage.ts';
import { waitTopic } from './diagnostics-channel.ts';
import {
  type BudgetLimits,
  createTransit,
  type Ledger,
  type LedgerView,
  type Permit,
} from './rate-counter.ts';
import {
  BudgetError,
  FairQueue,
  late,
  type QueuedCall,
  spent,
  type WaitingCall,
} from './rate-limit-queue.ts';

export interface BudgetView extends LedgerView {
  readonly limits: BudgetLimits;
  readonly queued: number;
  readonly running: number;
}

interface Granted {
  readonly slot: Permit;
  /** Whether the call is the probe that the others wait for. */
  readonly isProbe: boolean;
}

/** Length of a pause after which the upstream's state is unknown, so one probe goes first. */
const probedMs = 60_000;

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #queue = new FairQueue<WaitingCall>();
  readonly #transit;
  /** Day as the upstream reports it; each gateway learns it from its own answers, which count the calls of all. */
  readonly #reported: ReportedDay;
  #running = 0;
  /** Requests that were sent without a permit. */
  #owed = 0;
  #isServing = false;
  #cancelTimer: (() => void) | null = null;
  /** Probe after a long pause: one call goes ahead, the others when it has come through. */
  #probe: 'due' | 'out' | null = null;

  constructor(limits: BudgetLimits, ledger: Ledger, { clock }: Runtime) {
    this.#limits = limits;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#transit = createTransit(clock);
    this.#reported = new ReportedDay(clock);
  }

  /** Stores the upstream's own count of its day; the smaller remainder then counts. */
  learn(usage: DayUsage): void {
    this.#reported.learn(usage, Math.max(this.#running - 1, 0));
  }

  /** Counts requests that a call has cost beside its own: the next permits are theirs. */
  owe(requests: number): void {
    this.#owed += Math.max(0, requests);
  }

  view(): BudgetView {
    const { second, dayEndsMs, pausedMs } = this.#ledger.view();
    const [limits, queued, running] = [this.#limits, this.#queue.size, this.#running];
    const day = this.#day()?.left ?? null;
    return { second, day, dayEndsMs, pausedMs, limits, queued, running };
  }

  /** Remainder of the day, the smaller of the one counted here and the one reported by the upstream. */
  #day(): DayLeft | null {
    const { day } = this.#ledger.view();
    const { perDay } = this.#limits;
    return this.#reported.lessOf(
      day === null || perDay === null ? null : { left: day, limit: perDay },
    );
  }

  /**
   * Waits for a permit, then runs the attempt.
   * @throws BudgetError at once when the permit would not come in time; what the attempt throws
   */
  async run<T>(call: QueuedCall, attempt: () => Promise<T>): Promise<T> {
    const { slot, isProbe } = await this.#granted(call);
    let stage = 'waiting' as 'waiting' | 'sent' | 'answered';
    let sentAt = 0;
    call.sent = () => {
      stage = 'sent';
      sentAt = this.#clock.monotonic();
      slot.sent();
      this.#reported.sent();
    };
    call.answered = () => {
      stage = 'answered';
      const { entity, action } = call.site;
      const ms = this.#clock.monotonic() - sentAt;
      slot.answered(this.#transit.answered(`${entity} ${action}`, ms));
      // The answer decides when the permit is free, so waiting calls are served anew.
      this.#wake();
    };
    try {
      return await attempt();
    } catch (error) {
      const isLimit = error instanceof UpstreamError && error.code === 'RATE_LIMITED';
      if (isLimit && stage !== 'waiting') {
        this.#transit.doubt();
        await this.#obey(error.retryAfterMs ?? 0);
      }
      throw error;
    } finally {
      call.sent = null;
      call.answered = null;
      this.#running -= 1;
      if (isProbe && this.#probe === 'out') this.#probe = stage === 'answered' ? null : 'due';
      if (stage === 'waiting') slot.refund();
      else if (stage === 'sent') slot.lost();
      this.#wake();
    }
  }

  /** Waits for a permit and publishes the wait. The breaker is checked first, so that no call waits in vain. */
  async #granted(call: QueuedCall): Promise<Granted> {
    const started = this.#clock.monotonic();
    const publish = (granted: boolean): void =>
      waitTopic.publish(() => ({
        tenant: call.tenant,
        system: call.site.service,
        priority: call.priority,
        ms: this.#clock.monotonic() - started,
        granted,
        queued: this.#queue.size,
      }));
    try {
      call.vitals.breaker.check(call.site);
      this.#refuseIfHopeless(call);
      const granted = await this.#turn(call);
      publish(true);
      return granted;
    } catch (error) {
      publish(false);
      throw error;
    }
  }

  /** @throws BudgetError for a call whose permit would not come in time */
  #refuseIfHopeless(call: QueuedCall): void {
    const limits = this.#limits;
    const expected = this.#estimate(call);
    const day = this.#day();
    const spentMs = this.#reported.spentMs();
    if (spentMs > 0) throw spent(call, spentMs);
    if (call.priority === 'background' && day !== null) {
      const { dayEndsMs } = this.#ledger.view();
      if (day.left <= day.limit * limits.dayReserve) throw spent(call, dayEndsMs);
    }
    if (expected > call.deadline - this.#clock.monotonic()) throw late(call, expected);
    if (this.#queue.size >= limits.queue) {
      const why = 'Too many calls wait for this upstream.';
      throw new BudgetError(call.site, why, Math.max(expected, 1_000));
    }
  }

  /** Estimated milliseconds until a new call gets its permit. */
  #estimate(call: QueuedCall): number {
    const { second, pausedMs } = this.#ledger.view();
    if (this.#limits.perSecond === null || second === null) return pausedMs;
    const rate = this.#limits.perSecond / this.#ledger.gateways();
    // After a pause of a second the window is empty.
    const free = pausedMs >= 1_000 ? rate : second;
    return pausedMs + (Math.max(this.#queue.ahead(call) + 1 - free, 0) / rate) * 1000;
  }

  /** Queues a call until it is granted, rejected, out of time or cancelled. */
  #turn(call: QueuedCall): Promise<Granted> {
    const queue = this.#queue;
    const clock = this.#clock;
    return new Promise((resolve, reject) => {
      let cancelDeadline = (): void => {};
      const settle = (): void => {
        cancelDeadline();
        call.signal.removeEventListener('abort', leave);
        call.promoted = null;
        queue.remove(entry);
        if (queue.size === 0) this.#wake();
      };
      const entry: WaitingCall = {
        call,
        client: call.client,
        priority: call.priority,
        grant: (slot) => {
          settle();
          this.#running += 1;
          const isProbe = this.#probe === 'due';
          if (isProbe) this.#probe = 'out';
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
          else entry.refuse(late(call, this.#estimate(call)));
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
      void this.#serve();
      // A call granted at once, as most are, needs no timer.
      if (call.promoted !== null) watch();
    });
  }

  /** Serves the queue as far as the ledger allows, one call at a time: the ledger may be remote. */
  async #serve(): Promise<void> {
    if (this.#isServing || this.#cancelTimer !== null) return;
    this.#isServing = true;
    const queue = this.#queue;
    try {
      while (queue.size > 0 && this.#mayRun()) {
        const spentMs = this.#reported.spentMs();
        if (spentMs > 0) {
          for (const { call, refuse } of queue) refuse(spent(call, spentMs));
          return;
        }
        // One call probes before the others go.
        if (this.#reported.lookAgain()) this.#probe = 'due';
        const answer = this.#ledger.take();
        const turn = answer instanceof Promise ? await answer : answer;
        if (turn.kind === 'granted' && this.#owed > 0) {
          this.#owed -= 1;
          turn.slot.sent();
          turn.slot.answered();
        } else if (turn.kind === 'granted') {
          const entry = queue.shift();
          if (entry === undefined) turn.slot.refund();
          else entry.grant(turn.slot);
        } else if (turn.kind === 'spent') {
          for (const entry of queue) entry.refuse(spent(entry.call, turn.ms));
        } else {
          this.#postpone(turn.ms);
          return;
        }
      }
    } finally {
      this.#isServing = false;
    }
  }

  #mayRun(): boolean {
    if (this.#probe === 'out') return false;
    const { concurrent } = this.#limits;
    if (concurrent === null) return true;
    return this.#running < Math.max(1, Math.floor(concurrent / this.#ledger.gateways()));
  }

  /** Serves again after `ms`; rejects at once the calls whose deadline is before that. */
  #postpone(ms: number): void {
    if (ms >= probedMs) this.#probe = 'due';
    const next = this.#clock.monotonic() + ms;
    for (const { call, refuse } of this.#queue) if (call.deadline < next) refuse(late(call, ms));
    if (this.#queue.size === 0) return;
    this.#cancelTimer = this.#clock.setTimeout(() => {
      this.#cancelTimer = null;
      void this.#serve();
    }, ms);
  }

  #wake(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#queue.size > 0) void this.#serve();
  }

  async #obey(ms: number): Promise<void> {
    if (ms >= probedMs) this.#probe = 'due';
    await this.#ledger.pause(ms);
  }
}
