import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import type { WaitEvent } from '../../src/upstream/diagnostics-channel.ts';
import { waitTopic } from '../../src/upstream/diagnostics-channel.ts';
import { manualClock } from '../support/clock.ts';
import { connected, fleeting, outcome, until } from '../support/connect.ts';
import { older } from '../support/upstream.ts';

const budget = { perSecond: 3, perDay: null, concurrent: null, jitterMs: 0 };
const instances = (own: object = {}) => ({
  'call-analytics': { id: 'calls-1', budget: { ...budget, ...own } },
});
const ask = (n: number): { id: string } => ({ id: String(n) });

/** A connector on a manual clock, and the numbers of the calls as they arrive. */
async function metered(own: object = {}) {
  const clock = manualClock();
  const { upstream, connector } = await connected(() => older({ id: 'x' }), {
    instances: instances(own),
    runtime: { clock, random: () => 0.5 },
  });
  const arrived = (): string[] => upstream.received.map(({ params }) => String(params.id));
  return { clock, upstream, connector, arrived };
}

describe('the budget', () => {
  it('lets three go, and the fourth a second after the first was answered', async () => {
    const { clock, connector, arrived } = await metered();
    const all = [1, 2, 3, 4].map((n) => connector.execute(fleeting, 'get', ask(n)));
    await Promise.all(all.slice(0, 3));
    expect(connector.budget('call-analytics')).toMatchObject({ second: 0, queued: 1, running: 0 });
    await clock.advance(999);
    expect(arrived()).toHaveLength(3);
    await clock.advance(10);
    await all[3];
    expect(arrived()).toEqual(['1', '2', '3', '4']);
  });

  it('serves interactive calls before background ones, and clients in turn', async () => {
    const { clock, connector, arrived } = await metered({ perSecond: 1 });
    const get = (id: number, client: string, priority?: 'background') =>
      connector.execute(fleeting, 'get', ask(id), { client, priority });
    const first = get(0, 'x');
    await first;
    const rest = [
      get(90, 'b', 'background'),
      get(1, 'a'),
      get(2, 'a'),
      get(3, 'a'),
      get(4, 'b'),
      get(5, 'c'),
    ];
    for (let n = 0; n < rest.length; n += 1) {
      await clock.advance(1_010);
      await until(() => arrived().length === n + 2);
    }
    await Promise.all(rest);
    expect(arrived()).toEqual(['0', '1', '4', '5', '2', '3', '90']);
  });

  it('lets a background call go first once an interactive caller waits for it too', async () => {
    const { clock, connector, arrived } = await metered({ perSecond: 1 });
    await connector.execute(fleeting, 'get', ask(0));
    const background = connector.execute(fleeting, 'get', ask(1), { priority: 'background' });
    const other = connector.execute(fleeting, 'get', ask(2), {
      priority: 'background',
      client: 'z',
    });
    const joined = connector.execute(fleeting, 'get', ask(1));
    const interactive = connector.execute(fleeting, 'get', ask(3));
    for (let n = 2; n <= 4; n += 1) {
      await clock.advance(1_010);
      await until(() => arrived().length === n);
    }
    await Promise.all([background, other, joined, interactive]);
    expect(arrived()).toEqual(['0', '1', '3', '2']);
  });

  it('refuses at once, and says when to come back, what cannot have its turn in time', async () => {
    const { clock, connector, arrived } = await metered({ perSecond: 1 });
    await connector.execute(fleeting, 'get', ask(0));
    const waiting = [1, 2, 3].map((n) => outcome(connector.execute(fleeting, 'get', ask(n))));
    const { error } = await outcome(
      connector.execute(fleeting, 'get', ask(9), { deadline: clock.monotonic() + 2_000 }),
    );
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryable: true, retryAfterMs: 4_000 });
    await connector.close();
    await Promise.all(waiting);
    expect(arrived()).toEqual(['0']);
  });

  it('holds no more than its queue does', async () => {
    const { connector } = await metered({ perSecond: 1, queue: 2 });
    await connector.execute(fleeting, 'get', ask(0));
    const waiting = [1, 2].map((n) => outcome(connector.execute(fleeting, 'get', ask(n))));
    await expect(connector.execute(fleeting, 'get', ask(3))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('wait'),
    });
    await connector.close();
    expect((await Promise.all(waiting)).map(({ error }) => error)).toEqual([
      expect.objectContaining({ code: 'CANCELLED' }),
      expect.objectContaining({ code: 'CANCELLED' }),
    ]);
  });

  it('leaves the queue when its caller does', async () => {
    const { clock, connector, arrived } = await metered({ perSecond: 1 });
    await connector.execute(fleeting, 'get', ask(0));
    const leaver = new AbortController();
    const gone = outcome(connector.execute(fleeting, 'get', ask(1), { signal: leaver.signal }));
    const stays = connector.execute(fleeting, 'get', ask(2));
    leaver.abort();
    expect((await gone).error).toMatchObject({ code: 'CANCELLED' });
    await clock.advance(1_010);
    await stays;
    expect(arrived()).toEqual(['0', '2']);
  });

  it('waits for the answer of the first, not for the longest way an answer could take', async () => {
    const { clock, connector, arrived } = await metered({ jitterMs: 5_000 });
    const all = [1, 2, 3, 4].map((n) => connector.execute(fleeting, 'get', ask(n)));
    await Promise.all(all.slice(0, 3));
    await clock.advance(1_010);
    await all[3];
    expect(arrived()).toHaveLength(4);
  });

  it('keeps no timer for a queue that is empty', async () => {
    const clock = manualClock();
    const { connector } = await connected(
      () => ({ status: 429, headers: { 'retry-after': '7200' }, body: '' }),
      { instances: instances(), runtime: { clock, random: () => 0.5 } },
    );
    await outcome(connector.execute(fleeting, 'get', ask(1)));
    await outcome(connector.execute(fleeting, 'get', ask(2)));
    expect(clock.pending).toBe(0);
  });

  it('has so many under way at one time, and no more', async () => {
    const held: (() => void)[] = [];
    const { upstream, connector } = await connected(
      () => (response) => held.push(() => response.end('{"result": {}}')),
      { instances: instances({ perSecond: null, concurrent: 2 }) },
    );
    const all = [1, 2, 3].map((n) => connector.execute(fleeting, 'get', ask(n)));
    await until(() => upstream.received.length === 2);
    expect(connector.budget('call-analytics')).toMatchObject({ running: 2, queued: 1 });
    held.shift()?.();
    await until(() => upstream.received.length === 3 && held.length === 2);
    for (const end of held) end();
    await Promise.all(all);
  });

  it("is spent for the day after the day's calls, and nothing more is sent", async () => {
    const { connector, arrived } = await metered({ perSecond: null, perDay: 2 });
    await connector.execute(fleeting, 'get', ask(1));
    await connector.execute(fleeting, 'get', ask(2));
    for (const n of [3, 4]) {
      await expect(connector.execute(fleeting, 'get', ask(n))).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        retryAfterMs: 15 * 3_600_000,
      });
    }
    expect(arrived()).toHaveLength(2);
    expect(connector.budget('call-analytics')).toMatchObject({ day: 0 });
  });

  it('leaves a part of the day to interactive calls', async () => {
    const { connector, arrived } = await metered({ perSecond: null, perDay: 5 });
    const background = (n: number) =>
      outcome(connector.execute(fleeting, 'get', ask(n), { priority: 'background' }));
    for (let n = 1; n <= 4; n += 1) expect((await background(n)).error).toBeUndefined();
    expect((await background(5)).error).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 15 * 3_600_000,
    });
    await connector.execute(fleeting, 'get', ask(6));
    expect(arrived()).toEqual(['1', '2', '3', '4', '6']);
  });

  it('stops for everybody when the upstream asks for a pause', async () => {
    const clock = manualClock();
    const { upstream, connector } = await connected(
      (_, index) =>
        index === 0
          ? { status: 429, headers: { 'retry-after': '10' }, body: '' }
          : older({ id: 'x' }),
      { instances: instances(), runtime: { clock, random: () => 0.5 } },
    );
    const first = connector.execute(fleeting, 'get', ask(1));
    await until(() => connector.budget('call-analytics')?.pausedMs === 10_000);
    const others = [2, 3].map((n) => connector.execute(fleeting, 'get', ask(n)));
    const { error } = await outcome(
      connector.execute(fleeting, 'get', ask(4), { deadline: clock.monotonic() + 9_000 }),
    );
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 10_000 });
    await clock.advance(9_990);
    expect(upstream.received).toHaveLength(1);
    await clock.advance(20);
    await Promise.all([first, ...others]);
    expect(upstream.received).toHaveLength(4);
  });

  it.each([
    ['a day', () => '86400'],
    ['a date far away', () => 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ])('obeys a pause of %s for three hours, and then lets one call look', async (_, header) => {
    const clock = manualClock();
    const held: (() => void)[] = [];
    const { upstream, connector } = await connected(
      (_call, index) =>
        index < 2
          ? { status: 429, headers: { 'retry-after': header() }, body: '' }
          : index === 2
            ? (response) => held.push(() => response.end('{"result": {}}'))
            : older({ id: 'x' }),
      {
        instances: instances(),
        limits: { attempts: 1 },
        runtime: { clock, random: () => 0.5 },
      },
    );
    const get = (n: number) =>
      outcome(connector.execute(fleeting, 'get', ask(n), { deadline: Number.MAX_SAFE_INTEGER }));
    const refused = { code: 'RATE_LIMITED', retryAfterMs: 3 * 3_600_000 };
    expect((await get(1)).error).toMatchObject(refused);
    const waiting = [2, 3, 4, 5].map(get);
    await clock.advance(3 * 3_600_000 - 10);
    expect(upstream.received).toHaveLength(1);
    // One looks, and it was meant: the others wait again.
    await clock.advance(20);
    expect((await waiting[0])!.error).toMatchObject(refused);
    await clock.advance(3_600_000);
    expect(upstream.received).toHaveLength(2);
    // The next one looks, and the others wait for its answer.
    await clock.advance(2 * 3_600_000 + 20);
    await until(() => held.length === 1);
    await clock.advance(5_000);
    expect(upstream.received).toHaveLength(3);
    held[0]!();
    await until(() => connector.budget('call-analytics')?.running !== 1);
    await clock.advance(5_000);
    for (const { error } of await Promise.all(waiting.slice(1))) expect(error).toBeUndefined();
    expect(upstream.received).toHaveLength(5);
  });

  it('tells how long a call waited, when somebody listens', async () => {
    const { clock, connector } = await metered({ perSecond: 1 });
    const events: WaitEvent[] = [];
    const stop = waitTopic.subscribe((event) => events.push(event));
    await connector.execute(fleeting, 'get', ask(1));
    const second = connector.execute(fleeting, 'get', ask(2));
    await clock.advance(1_010);
    await second;
    stop();
    expect(events).toMatchObject([
      { granted: true, ms: 0 },
      { granted: true, ms: expect.closeTo(1_005, -1) },
    ]);
  });

  it('gives a turn back that came when the breaker had opened meanwhile', async () => {
    const clock = manualClock();
    const { connector, upstream } = await connected(() => ({ status: 500, body: '' }), {
      instances: instances({ perSecond: null, concurrent: 20, perDay: 1_000 }),
      limits: { attempts: 1 },
      runtime: { clock, random: () => 0.5 },
    });
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, n) => outcome(connector.execute(fleeting, 'get', ask(n)))),
    );
    expect(all.every(({ error }) => error instanceof UpstreamError)).toBe(true);
    expect(upstream.received.length).toBeLessThan(60);
    expect(connector.budget('call-analytics')?.day).toBe(1_000 - upstream.received.length);
  });
});
