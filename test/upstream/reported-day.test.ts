import { describe, expect, it } from 'vitest';
import { readDayUsage } from '../../src/contract/wire/execute.ts';
import { manualClock } from '../support/clock.ts';
import { connected, fleeting, outcome } from '../support/connect.ts';
import { older } from '../support/upstream.ts';

const minute = 60_000;

/** An upstream that reports its day with every answer. */
async function reporting(day: { used: number; limit: number }, own: object = {}) {
  const clock = manualClock();
  const budget = { perSecond: null, perDay: 100, concurrent: 25, jitterMs: 0, ...own };
  const { upstream, connector } = await connected(
    () => {
      day.used += 1;
      const usage = `api-usage=${day.used}/${day.limit}; api-bursts=1/750`;
      return { ...older({ id: 'x' }), headers: { 'sforce-limit-info': usage } };
    },
    {
      instances: { 'call-analytics': { id: 'calls-1', budget } },
      runtime: { clock, random: () => 0.5 },
    },
  );
  const get = (id: number, more: object = {}) =>
    connector.execute(fleeting, 'get', { id: String(id) }, more);
  const left = () => connector.budget('call-analytics')?.day;
  return { clock, upstream, get, left };
}

describe('the day that the upstream reports', () => {
  it('is the budget where it leaves less: other programs’ calls count', async () => {
    const day = { used: 10, limit: 50 };
    const { get, left } = await reporting(day);
    expect(left()).toBe(100);
    await get(1);
    expect(left()).toBe(39);
    day.used = 48;
    await get(2);
    expect(left()).toBe(1);
  });

  it('leaves the configured one in force where that is less', async () => {
    const { get, left } = await reporting({ used: 10, limit: 5_000 }, { perDay: 3 });
    await get(1);
    expect(left()).toBe(2);
    await get(2);
    await get(3);
    expect((await outcome(get(4))).error).toMatchObject({ code: 'RATE_LIMITED', attempts: 0 });
  });

  it('keeps background work out of its last fifth', async () => {
    const { get } = await reporting({ used: 41, limit: 50 });
    await get(1);
    const refused = await outcome(get(2, { priority: 'background' }));
    expect(refused.error).toMatchObject({ code: 'RATE_LIMITED' });
    await get(3);
  });

  it('when spent sends nothing for a quarter of an hour, then one call before the others', async () => {
    const day = { used: 49, limit: 50 };
    const { clock, upstream, get } = await reporting(day);
    await get(1);
    const refused = await outcome(get(2));
    expect(refused.error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 15 * minute });
    await clock.advance(14 * minute);
    await outcome(get(3));
    expect(upstream.received).toHaveLength(1);
    await clock.advance(minute);
    // Still spent: of three that wait one goes, and tells so.
    const all = await Promise.all([4, 5, 6].map((id) => outcome(get(id))));
    expect(upstream.received).toHaveLength(2);
    expect(all.filter(({ error }) => error !== undefined)).toHaveLength(2);
    day.used = 0;
    await clock.advance(15 * minute);
    expect(await Promise.all([7, 8, 9].map((id) => get(id)))).toHaveLength(3);
  });
});

it.each([
  ['api-usage=10018/100000', { used: 10_018, limit: 100_000 }],
  ['api-bursts=1/750; api-usage=5/7', { used: 5, limit: 7 }],
  ['api-usage=-1/7', null],
  ['per-app-api-usage=17/250(appName=sample-app)', null],
  ['', null],
  [null, null],
])('reads %j as %j', (header, expected) => {
  expect(readDayUsage(header)).toEqual(expected);
});
