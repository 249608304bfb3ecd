/** Several gateways and unreliable clocks: who may write, and what may be claimed. */

import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import { manualClock } from '../support/clock.ts';
import { dayMs, now } from './company.ts';
import { type FakePlatform, fakePlatform } from './platform.ts';
import {
  company,
  coverageIn,
  hourMs,
  idsOf,
  indexed,
  setUp,
  syncerOn,
  walksOf,
} from './syncing.ts';

describe('several gateways', () => {
  it('never walk the same time at once, and together leave nothing out', async () => {
    const { database, clock } = await setUp();
    const open: { from: number; to: number }[] = [];
    let turn = 0;
    const watched = (): FakePlatform => {
      const own = fakePlatform(company.calls, company.users);
      own.before = async (call) => {
        const [range] = walksOf([call]);
        if (range === undefined) return;
        const clash = open.filter((each) => each.from < range.to && each.to > range.from);
        expect(clash).toEqual([]);
        open.push(range);
        // Lets the others come in between.
        for (let i = 0; i < 1 + (turn++ % 5); i++) await new Promise(setImmediate);
        open.splice(open.indexOf(range), 1);
      };
      return own;
    };
    const platforms = [watched(), watched(), watched()];
    const reports = await Promise.all(
      platforms.map((each) => syncerOn(database, each, clock).run()),
    );
    expect(await indexed(database)).toEqual(idsOf(company.calls));
    expect(reports.filter(({ walks }) => walks > 2).length).toBeGreaterThan(1);
    const walked = reports.reduce((sum, { written }) => sum + written, 0);
    expect(walked).toBe(company.calls.length);
  });

  it('take over from one that hangs, whose late writes are refused', async () => {
    const { database, platform, clock } = await setUp({ parallel: 1 });
    let release = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The process is stopped: neither its timers nor its requests go on.
    platform.before = async (_, i) => {
      if (i === 1) await hanging;
    };
    const stopped = manualClock(now);
    const sleeper = syncerOn(database, platform, stopped, { parallel: 1 });
    const asleep = sleeper.run();
    for (let i = 0; i < 20; i++) await new Promise(setImmediate);
    const other = fakePlatform(company.calls.slice(5), company.users);
    const busy = await syncerOn(database, other, clock, { parallel: 1 }).run();
    expect(busy.complete).toBeLessThan(1);
    clock.jump(3 * 60_000);
    const taken = await syncerOn(database, other, clock, { parallel: 1 }).run();
    expect(taken.complete).toBe(1);
    const before = await indexed(database);
    expect(before).toEqual(idsOf(company.calls.slice(5)));
    // It still holds a page with calls that were deleted since.
    platform.before = (_, i) => {
      if (i > 1)
        throw new UpstreamError('CANCELLED', 'enough', {
          service: 'call-analytics',
          entity: 'calls_extensive',
          action: 'list',
        });
    };
    release();
    await asleep.catch(() => {});
    expect(await indexed(database)).toEqual(before);
  });

  it('renew a lease while a page is waited for', async () => {
    const { database, platform, clock, syncer } = await setUp({ parallel: 1 });
    let release = (): void => {};
    platform.before = (_, i) =>
      i === 1
        ? new Promise<void>((resolve) => {
            release = resolve;
          })
        : undefined;
    const run = syncer.run();
    await clock.advance(30 * 60_000);
    const other = fakePlatform(company.calls, company.users);
    const rest = await syncerOn(database, other, clock, { parallel: 1 }).run();
    expect(rest.complete).toBeLessThan(1);
    release();
    expect((await run).complete).toBe(1);
    expect(await indexed(database)).toEqual(idsOf(company.calls));
  });
});

describe('clocks that jump', () => {
  it.each([hourMs, -hourMs, 9 * dayMs, -9 * dayMs])(
    'lose no call and claim no future (a jump of %d ms during a walk and back)',
    async (jump) => {
      const setup = await setUp({ parallel: 2 });
      const { syncer, platform, clock, database } = setup;
      let jumped = false;
      platform.before = (_, i) => {
        if (i === 3) clock.jump(jump);
        if (i === 8) clock.jump(-jump);
        jumped ||= i > 8;
      };
      await syncer.run().catch(() => {});
      expect(jumped).toBe(true);
      const coverage = await coverageIn(setup);
      expect(coverage.completeTo ?? 0).toBeLessThanOrEqual(clock.now());
      // Calls of the hour that the clock had been ahead by.
      const later = company.calls.slice(0, 20).map((call, i) => {
        const at = now + i * 3 * 60_000;
        return { ...call, id: String(i + 1), scheduled: at, started: at };
      });
      platform.calls.push(...later);
      clock.jump(hourMs + 60_000);
      for (let i = 0; i < 3; i++) await syncer.run();
      expect(await indexed(database)).toEqual(idsOf([...company.calls, ...later]));
      expect(await coverageIn(setup)).toMatchObject({ completeTo: clock.now() });
      expect(await database.read('SELECT * FROM lease')).toEqual([]);
    },
  );

  it('don’t empty the index when they are years ahead', async () => {
    const { database, clock, syncer } = await setUp();
    await syncer.run();
    clock.jump(5 * 365 * dayMs);
    await syncer.run();
    expect((await indexed(database)).length).toBeGreaterThan(company.calls.length / 2);
    clock.jump(-5 * 365 * dayMs);
    expect((await syncer.run()).complete).toBe(1);
    expect(await indexed(database)).toEqual(idsOf(company.calls));
  });

  it('don’t keep a lease for ever', async () => {
    const { database, platform, syncer } = await setUp();
    const ahead = manualClock(now + 400 * dayMs);
    platform.before = () => new Promise(() => {});
    void syncerOn(database, platform, ahead).fill(
      { from: now - 20 * dayMs, to: now - 10 * dayMs },
      {},
      { walk: 'people' },
    );
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    platform.before = () => {};
    expect((await syncer.run()).complete).toBe(1);
  });
});
