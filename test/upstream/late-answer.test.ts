/** A busy machine: timers and answers are noticed late, and the service counts a call long after it was sent. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BudgetLimits,
  createLocalLedger,
  createTransit,
} from '../../src/upstream/rate-counter.ts';
import type { QueuedCall } from '../../src/upstream/rate-limit-queue.ts';
import { Budget } from '../../src/upstream/rate-limiter.ts';
import { manualClock } from '../support/clock.ts';
import { randomOf } from '../support/growth.ts';

const limits: BudgetLimits = {
  ...{ perSecond: 3, perDay: null, concurrent: null },
  ...{ queue: 1_000, jitterMs: 150, dayReserve: 0 },
};

/** Milliseconds of lateness, one after the other. */
interface Lateness {
  /** Of this process, before a timer runs or an answer is seen. */
  readonly ours: () => number;
  /** Of the service, before it counts a call that has arrived. */
  readonly service: () => number;
  /** From the count to the first of the answer. */
  readonly working: () => number;
}

interface Run {
  /** Most calls the service counted in any one second. */
  readonly peak: number;
  readonly perSecond: number;
}

/** Steady demand: as many calls wait as can, from the first to the last. */
async function run(calls: number, lateness: Lateness): Promise<Run> {
  const clock = manualClock();
  const { ours, service, working } = lateness;
  const late = {
    now: clock.now,
    monotonic: clock.monotonic,
    setTimeout: (then: () => void, ms: number) => clock.setTimeout(then, ms + ours()),
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => clock.setTimeout(resolve, ms));
  const runtime = { clock: late, random: () => 0.5 };
  const budget = new Budget(limits, createLocalLedger(limits, runtime), runtime);
  const counted: number[] = [];
  const ask = (): Promise<void> => {
    const call: QueuedCall = {
      tenant: 'default',
      vitals: { breaker: { check() {} } },
      site: { service: 'call-analytics', entity: 'calls', action: 'list' },
      client: 'test',
      priority: 'interactive',
      deadline: Number.POSITIVE_INFINITY,
      signal: new AbortController().signal,
      promoted: null,
      sent: null,
      answered: null,
    };
    return budget.run(call, async () => {
      call.sent?.();
      await pause(service());
      counted.push(clock.monotonic());
      await pause(working() + ours());
      call.answered?.();
      // The rest of a long answer, and what is done with it.
      await pause(200);
    });
  };
  const all = Promise.all(Array.from({ length: calls }, ask));
  let done = false;
  void all.then(() => {
    done = true;
  });
  while (!done) await clock.advance(250);
  counted.sort((a, b) => a - b);
  const peak = Math.max(
    ...counted.map((from, at) => counted.slice(at).filter((to) => to < from + 1_000).length),
  );
  return { peak, perSecond: (counted.length - 3) / ((counted.at(-1)! - counted[0]!) / 1_000) };
}

/** Values that come round and round. */
function cycled(values: readonly number[]): () => number {
  let next = 0;
  return () => values[next++ % values.length]!;
}

const some = (max: number): fc.Arbitrary<number[]> =>
  fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max })), { minLength: 1, maxLength: 17 });

/**
 * Late by up to so much, in a seventh of the cases at most: twenty answers, all of which are late
 * one way or another, would say that answers take so long anyway.
 */
function sometimes(random: () => number, maxMs: number): () => number {
  const share = random() / 7;
  return () => (random() < share ? random() * maxMs : 2);
}

describe('the budget on a busy machine', () => {
  it('meets no refusal, however late either side is, while little is known', async () => {
    await fc.assert(
      fc.asyncProperty(some(1_500), some(3_000), some(2_000), async (ours, service, working) => {
        const { peak } = await run(20, {
          ours: cycled(ours),
          service: cycled(service),
          working: cycled(working),
        });
        expect(peak).toBeLessThanOrEqual(3);
      }),
      { numRuns: 40 },
    );
  });

  it('meets none afterwards, where lateness comes and goes around what each answer takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 1_500 }), async (seed, takes) => {
        const random = randomOf(seed);
        const working = sometimes(random, 2_000);
        const { peak } = await run(100, {
          ours: sometimes(random, 1_500),
          service: sometimes(random, 3_000),
          working: () => takes + working(),
        });
        expect(peak).toBeLessThanOrEqual(3);
      }),
      { numRuns: 12 },
    );
  });

  it.each([0, 100, 300, 1_000])(
    'uses nine tenths of its allowance where answers take %i ms, and some ticks are late',
    async (takes) => {
      // One in twenty is late by up to 200 ms.
      const random = randomOf(takes);
      const late = () => (random() < 0.05 ? random() * 200 : 2);
      const { peak, perSecond } = await run(takes < 1_000 ? 240 : 600, {
        ours: late,
        service: late,
        working: () => takes + random() * 5,
      });
      expect(peak).toBeLessThanOrEqual(3);
      expect(perSecond).toBeGreaterThanOrEqual(0.9 * 3);
    },
  );
});

describe('what answers take anyway', () => {
  it('is believed of a kind that has shown it, and of no other', () => {
    const transit = createTransit(manualClock());
    for (let n = 1; n < 20; n += 1) expect(transit.answered('calls list', 300)).toBe(0);
    expect(transit.answered('calls list', 500)).toBe(290);
    expect(transit.answered('users list', 300)).toBe(0);
    // One that is quicker says that the others were late.
    expect(transit.answered('calls list', 40)).toBe(30);
    for (let n = 0; n < 40; n += 1) transit.answered('calls list', 5_000);
    expect(transit.answered('calls list', 5_000)).toBe(980);
  });

  it('is believed no more for a minute after a refusal, and for longer after the next', () => {
    const clock = manualClock();
    const transit = createTransit(clock);
    const learn = () => {
      for (let n = 0; n < 30; n += 1) transit.answered('calls list', 300);
      return transit.answered('calls list', 300);
    };
    expect(learn()).toBe(290);
    for (const minutes of [1, 2, 4]) {
      transit.doubt();
      transit.doubt();
      clock.pass(minutes * 60_000 - 1);
      expect(learn()).toBe(0);
      clock.pass(1);
      expect(learn()).toBe(290);
    }
  });
});
