/** The fill of the index gives way to operations under way, and not for ever. */

import { expect, it, onTestFinished } from 'vitest';
import { Viewers } from '../../src/main/viewer.ts';
import { manualClock } from '../support/clock.ts';
import { openWorld } from '../support/world.ts';

/** How long a call of the background waits, by steps of a tenth of a second. */
async function waited(viewers: Viewers, clock: ReturnType<typeof manualClock>, mostMs = 10_000) {
  const begun = clock.monotonic();
  let isDone = false;
  const done = viewers.giveWay().then(() => {
    isDone = true;
  });
  await clock.advance(0);
  while (!isDone && clock.monotonic() - begun < mostMs) await clock.advance(100);
  await done;
  return clock.monotonic() - begun;
}

it('waits for nobody where nobody looks', async () => {
  const clock = manualClock();
  expect(await waited(new Viewers(clock), clock)).toBe(0);
});

it('waits while an operation is under way, however long its calls take, and three seconds at most', async () => {
  const clock = manualClock();
  const viewers = new Viewers(clock);
  const operation = { isOver: false, upstreamCalls: 1 };
  viewers.look(operation);
  expect(await waited(viewers, clock)).toBe(3_000);
  expect(await waited(viewers, clock)).toBe(3_000);
  operation.isOver = true;
  // A screen asks again: half a second more, and then no more.
  const rest = await waited(viewers, clock);
  expect(rest).toBeGreaterThanOrEqual(400);
  expect(rest).toBeLessThanOrEqual(700);
  expect(await waited(viewers, clock)).toBe(0);
});

it('goes on at once after a question that needed no call', async () => {
  const clock = manualClock();
  const viewers = new Viewers(clock);
  viewers.look({ isOver: true, upstreamCalls: 0 });
  expect(await waited(viewers, clock)).toBe(0);
  viewers.look({ isOver: true, upstreamCalls: 2 });
  expect(await waited(viewers, clock)).toBeGreaterThanOrEqual(400);
});

it('goes on once the last of several is over', async () => {
  const clock = manualClock();
  const viewers = new Viewers(clock);
  const [first, second] = [
    { isOver: false, upstreamCalls: 1 },
    { isOver: false, upstreamCalls: 0 },
  ];
  viewers.look(first);
  viewers.look(second);
  first.isOver = true;
  const call = waited(viewers, clock);
  await clock.advance(1_000);
  second.isOver = true;
  const ms = await call;
  expect(ms).toBeGreaterThan(1_000);
  expect(ms).toBeLessThan(3_000);
});

it('is over with the answer of a running server', async () => {
  const seen: { readonly isOver: boolean }[] = [];
  const world = await openWorld({
    index: 'off',
    server: {
      createContext: (record) => {
        seen.push(record);
        throw new Error('asked');
      },
    },
  });
  onTestFinished(() => world.close());
  await world
    .ask('{ __schema { queryType { name } } accounts(first: 1) { nodes { name } } }')
    .catch(() => {});
  expect(seen).toHaveLength(1);
  await expect.poll(() => seen[0]?.isOver).toBe(true);
});
