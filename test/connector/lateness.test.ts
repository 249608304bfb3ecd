/** A busy machine: timers and answers are noticed late, and the service counts a call long after it was sent. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBudget } from '../../src/connector/budget.ts';
import type { UpstreamCall } from '../../src/connector/call.ts';
import { createLocalLedger } from '../../src/connector/ledger.ts';
import type { BudgetLimits } from '../../src/connector/option.ts';
import { manualClock } from '../support/clock.ts';

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
  const surroundings = { clock: late, random: () => 0.5 };
  const budget = createBudget(limits, createLocalLedger(limits, surroundings), surroundings);
  const counted: number[] = [];
  const ask = (): Promise<void> => {
    const call = {
      instance: { tenant: 'default', system: 'call-analytics' },
      vitals: { breaker: { check() {} } },
      client: 'test',
      priority: 'interactive',
      deadline: Number.POSITIVE_INFINITY,
      signal: new AbortController().signal,
      promoted: null,
      sent: null,
      answered: null,
    } as Partial<Record<keyof UpstreamCall, unknown>> as UpstreamCall;
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

describe('the budget on a busy machine', () => {
  it('meets no refusal, however late either side is', async () => {
    await fc.assert(
      fc.asyncProperty(some(1_500), some(3_000), some(2_000), async (ours, service, working) => {
        const { peak } = await run(24, {
          ours: cycled(ours),
          service: cycled(service),
          working: cycled(working),
        });
        expect(peak).toBeLessThanOrEqual(3);
      }),
      { numRuns: 40 },
    );
  });

  it('uses nine tenths of its allowance where only some ticks are late', async () => {
    // One in twenty is late by up to 200 ms.
    const seldom = fc
      .array(fc.integer({ min: 0, max: 200 }), { minLength: 3, maxLength: 5 })
      .map((late) => late.flatMap((ms) => [ms, ...new Array<number>(19).fill(2)]));
    await fc.assert(
      fc.asyncProperty(seldom, seldom, async (ours, service) => {
        const { peak, perSecond } = await run(60, {
          ours: cycled(ours),
          service: cycled(service),
          working: () => 30,
        });
        expect(peak).toBeLessThanOrEqual(3);
        expect(perSecond).toBeGreaterThanOrEqual(0.9 * 3);
      }),
      { numRuns: 15 },
    );
  });

  it('loses no more than the time to the first of each answer', async () => {
    for (const ms of [0, 50, 100, 300]) {
      const none = () => 0;
      const { perSecond } = await run(60, { ours: none, service: none, working: () => ms });
      expect(perSecond).toBeGreaterThan((3 / (1.006 + ms / 1_000)) * 0.97);
    }
  });
});
