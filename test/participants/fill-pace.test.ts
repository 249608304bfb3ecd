/** A fill of the index: its pace and expected end, from the spans, and that it gives way to whoever is looking. */

import { expect, it } from 'vitest';
import { indexStatus } from '../../src/participants/indexed-participant-query.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { manualClock } from '../support/clock.ts';
import { now } from './company.ts';
import { fakePlatform } from './platform.ts';
import { company, setUp } from './syncing.ts';

const minuteMs = 60_000;

it('tells its pace and when it ends, and neither before it began nor after its end', async () => {
  const { syncer, platform, clock } = await setUp({ parallel: 1, callsPerWalk: 30 });
  expect(await indexStatus(syncer)).toMatchObject({ callsPerMinute: null, endsAt: null });
  const controller = new AbortController();
  let pages = 0;
  platform.before = async ({ entity }) => {
    if (entity === 'users') return;
    await clock.advance(10_000);
    pages += 1;
    if (pages === 6) controller.abort();
  };
  await syncer.run({ signal: controller.signal }).catch(() => {});
  const { callsPerMinute, endsAt, complete } = await indexStatus(syncer);
  expect(complete).toBeLessThan(0.9);
  expect(callsPerMinute).toBeGreaterThan(1);
  const begun = clock.now();
  expect(endsAt).toBeGreaterThan(begun);
  // As far as the density of calls is even, the end is met.
  platform.before = async ({ entity }) => {
    if (entity !== 'users') await clock.advance(10_000);
  };
  await syncer.run();
  const tookMs = clock.now() - begun;
  expect(Math.abs((endsAt ?? 0) - begun - tookMs)).toBeLessThan(Math.max(tookMs, 2 * minuteMs));
  expect(await indexStatus(syncer)).toMatchObject({ callsPerMinute: null, endsAt: null });
});

it.each([
  ['the first seconds', 1_000, 6],
  ['its first stretch of days alone', 40_000, 1],
])('tells no end from %s', async (_name, pageMs, mostPages) => {
  const { syncer, platform, clock } = await setUp({ parallel: 1, callsPerWalk: 30 });
  const controller = new AbortController();
  let pages = 0;
  platform.before = async ({ entity }) => {
    if (entity === 'users') return;
    if (pages === mostPages) controller.abort();
    await clock.advance(pageMs);
    pages += 1;
  };
  await syncer.run({ signal: controller.signal }).catch(() => {});
  const status = await indexStatus(syncer);
  expect(status.complete).toBeGreaterThan(0);
  expect(status.complete).toBeLessThan(0.9);
  expect(status).toMatchObject({ callsPerMinute: null, endsAt: null });
});

it('gives way before each call of the background, and before none of a waiting question', async () => {
  const platform = fakePlatform(company.calls, company.users);
  let waits = 0;
  const syncer = new Syncer({
    ...{ tenant: 'acme', database: await openStore({}), connector: platform },
    clock: manualClock(now),
    settings: { horizonMonths: 3 },
    async giveWay() {
      waits += 1;
    },
  });
  await syncer.fill({ from: now - 86_400_000, to: now }, {}, { walk: 'people' });
  expect(waits).toBe(0);
  const before = platform.sent.length;
  await syncer.run();
  expect(waits).toBe(platform.sent.length - before);
});
