import { describe, expect, it } from 'vitest';
import { type Acquisition, createLocalLedger, windowMs } from '../../src/upstream/rate-counter.ts';
import { createSharedLedger } from '../../src/upstream/redis-rate-counter.ts';
import { returnMs, type SharedStore } from '../../src/upstream/shared-store.ts';
import { manualClock } from '../support/clock.ts';

const limits = {
  ...{ perSecond: 3, perDay: null, concurrent: null },
  ...{ jitterMs: 150, queue: 100, dayReserve: 0 },
};

/** A gateway of three, and its view of a store that can be taken away. */
function gateway(clock: ReturnType<typeof manualClock>) {
  let isReady = true;
  const store: SharedStore = {
    opening: Promise.resolve(),
    isReady: () => isReady,
    refusal: () => null,
    state: () => (isReady ? 'ready' : 'degraded'),
    // Every place is free: nothing but waiting keeps the gateway from going.
    run: async () => [1, 0, 1, 1, 1_000_000],
    get: async () => null,
    set: async () => {},
    forget: async () => {},
    gateways: () => 3,
    close() {},
  };
  const runtime = { clock, random: () => 0 };
  const ledger = createSharedLedger(store, 'one', limits, runtime, (share) =>
    createLocalLedger(limits, runtime, share),
  );
  return {
    /** Takes a turn as the budget does: asks again when it is told to. @returns when it went. */
    async go(): Promise<number> {
      for (;;) {
        const turn: Acquisition = await ledger.take();
        if (turn.kind === 'granted') {
          turn.slot.sent();
          turn.slot.answered();
          return clock.monotonic();
        }
        await clock.advance(turn.ms);
      }
    },
    see(ready: boolean): void {
      isReady = ready;
    },
  };
}

describe('gateways whose shared store goes and comes back', () => {
  it('let a window pass before one goes by itself', async () => {
    const clock = manualClock();
    const one = gateway(clock);
    const shared = await one.go();
    one.see(false);
    expect((await one.go()) - shared).toBeGreaterThanOrEqual(windowMs + limits.jitterMs);
  });

  it('let a window pass after the last one that has not noticed yet', async () => {
    const clock = manualClock();
    const prompt = gateway(clock);
    prompt.see(false);
    await prompt.go();
    // The store is back; this one notices at once, another may go by itself for `returnMs` more.
    const back = clock.monotonic();
    prompt.see(true);
    const lastOfOthers = back + returnMs;
    expect((await prompt.go()) - lastOfOthers).toBeGreaterThanOrEqual(windowMs + limits.jitterMs);
  });

  it('take a third of the limit each in between', async () => {
    const clock = manualClock();
    const one = gateway(clock);
    one.see(false);
    const first = await one.go();
    expect((await one.go()) - first).toBeGreaterThanOrEqual(windowMs);
  });
});
