import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLocalLedger, type Permit } from '../../src/upstream/rate-counter.ts';
import { manualClock } from '../support/clock.ts';

const limits = {
  perSecond: 3,
  perDay: null,
  concurrent: null,
  queue: 10,
  jitterMs: 150,
  dayReserve: 0,
};

/** Most arrivals in any window of one second, as a service counts them. */
function peak(arrivals: readonly number[]): number {
  const sorted = [...arrivals].sort((a, b) => a - b);
  return Math.max(
    0,
    ...sorted.map((from, at) => sorted.slice(at).filter((to) => to < from + 1_000).length),
  );
}

describe('the window', () => {
  it('never lets the service see more than its limit in any second, whatever the delays', async () => {
    const trip = fc.record({
      /** Until the request is on a connection. */
      connecting: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4_000 })),
      /** From there until the service counts it. */
      travelling: fc.integer({ min: 0, max: 3_000 }),
      /** Until the answer is back. */
      answering: fc.integer({ min: 0, max: 2_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(trip, { minLength: 1, maxLength: 40 }), async (trips) => {
        const clock = manualClock();
        const ledger = createLocalLedger(limits, { clock, random: Math.random });
        const arrivals: number[] = [];
        const queue = [...trips];
        const events: { at: number; run: () => void }[] = [];
        const go = (
          { connecting, travelling, answering }: (typeof trips)[number],
          slot: Permit,
        ) => {
          const sent = clock.monotonic() + connecting;
          events.push({ at: sent, run: () => slot.sent() });
          arrivals.push(sent + travelling);
          events.push({ at: sent + travelling + answering, run: () => slot.answered() });
        };
        while (queue.length > 0) {
          for (const event of events.filter(({ at }) => at <= clock.monotonic())) {
            events.splice(events.indexOf(event), 1);
            event.run();
          }
          const turn = ledger.take();
          if (turn.kind === 'granted') go(queue.shift()!, turn.slot);
          else {
            const next = Math.min(turn.ms, ...events.map(({ at }) => at - clock.monotonic()));
            clock.pass(Math.max(next, 0.5));
          }
        }
        expect(peak(arrivals)).toBeLessThanOrEqual(3);
      }),
      { numRuns: 150 },
    );
  });

  it('gives a place back at once when the call was not sent', () => {
    const clock = manualClock();
    const ledger = createLocalLedger(
      { ...limits, perSecond: 1, perDay: 5 },
      { clock, random: Math.random },
    );
    const turn = ledger.take();
    expect(ledger.take().kind).toBe('wait');
    if (turn.kind === 'granted') turn.slot.refund();
    expect(ledger.view()).toMatchObject({ second: 1, day: 5 });
    expect(ledger.take().kind).toBe('granted');
  });

  it('is stretched where a gateway has less than one call a second for its part', () => {
    const clock = manualClock();
    const ledger = createLocalLedger(limits, { clock, random: Math.random }, () => 6);
    const turn = ledger.take();
    if (turn.kind === 'granted') turn.slot.answered();
    const wait = ledger.take();
    expect(wait).toMatchObject({ kind: 'wait' });
    clock.pass(1_999);
    expect(ledger.take().kind).toBe('wait');
    clock.pass(200);
    expect(ledger.take().kind).toBe('granted');
  });
});

describe('the day', () => {
  const runtime = (clock: ReturnType<typeof manualClock>) => ({ clock, random: Math.random });

  it('is spent after its calls and begins anew at midnight', () => {
    const clock = manualClock(Date.UTC(2026, 0, 15, 23, 59));
    const ledger = createLocalLedger({ ...limits, perSecond: null, perDay: 2 }, runtime(clock));
    ledger.take();
    ledger.take();
    expect(ledger.take()).toEqual({ kind: 'spent', ms: 60_000 });
    expect(ledger.view()).toMatchObject({ day: 0, dayEndsMs: 60_000 });
    clock.pass(60_000);
    expect(ledger.take().kind).toBe('granted');
    expect(ledger.view().day).toBe(1);
  });

  it('is not given a second time when the clock steps back, nor is a pause cut short by a jump', () => {
    const clock = manualClock(Date.UTC(2026, 0, 15, 0, 1));
    const ledger = createLocalLedger({ ...limits, perSecond: null, perDay: 2 }, runtime(clock));
    ledger.take();
    clock.jump(-3_600_000);
    ledger.take();
    expect(ledger.take().kind).toBe('spent');
    const other = createLocalLedger(limits, runtime(clock));
    other.pause(5_000);
    clock.jump(3_600_000);
    expect(other.take()).toEqual({ kind: 'wait', ms: 5_000 });
  });
});
