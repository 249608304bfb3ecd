import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, type Runtime, systemClock } from '../../src/upstream/clock.ts';
import {
  type UpstreamConnector as Connector,
  createConnector,
} from '../../src/upstream/connector.ts';
import type { BudgetLimits } from '../../src/upstream/rate-counter.ts';
import { createResources } from '../../src/upstream/shared-resource.ts';
import { commandMs } from '../../src/upstream/shared-store.ts';
import { isWide } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import {
  closing,
  fleeting,
  outcome,
  thing,
  unhurried,
  unlimited,
  until,
} from '../support/connect.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { older, type Reply, startUpstream } from '../support/upstream.ts';

/** `thing`, for longer than a test takes. */
const lasting = { ...thing, freshness: { freshMs: 60_000, staleMs: 0 } } as const;

/** Several gateways, each with resources of its own, on one Redis and one upstream. */
async function gateways(
  count: number,
  redis: TestRedis,
  answer: (index: number) => Reply | Promise<Reply>,
  budget: Partial<BudgetLimits> = unlimited,
  runtime: Runtime = patient,
) {
  const upstream = closing(await startUpstream((_, index) => answer(index)));
  const all = Array.from({ length: count }, () => {
    const resources = closing(createResources({ redisUrl: redis.url, runtime }));
    const connector = closing(
      createConnector({
        baseUrl: upstream.baseUrl,
        credential: { kind: 'token', token: 't' },
        instances: { 'call-analytics': { id: 'one', budget } },
        limits: unhurried,
        resources,
      }),
    );
    return { connector, resources };
  });
  await until(() => all.every(({ resources }) => resources.shared() === 'ready'), 'Redis');
  return { upstream, all, connectors: all.map(({ connector }) => connector) };
}

/**
 * Watches when calls are written to sockets. That is what a ledger answers for: the upstream sees
 * them as late as the machine lets it.
 * @returns the most calls of any one second.
 */
function watchPeak(): () => number {
  const times: number[] = [];
  const note = (message: unknown): void => {
    const { path } = (message as { readonly request: { readonly path: string } }).request;
    if (path.endsWith('/one/execute')) times.push(performance.now());
  };
  subscribe('undici:client:sendHeaders', note);
  onTestFinished(() => void unsubscribe('undici:client:sendHeaders', note));
  return () =>
    Math.max(
      0,
      ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
    );
}

/** A clock that stands still, for what must not depend on time passing here. */
const still = () => {
  const clock = manualClock();
  return { clock, runtime: { clock, random: () => 0.5 } };
};

/**
 * Time as it passes, but Redis is never late: on a busy machine it may get no turn for longer than
 * gateways wait for it, and each would go alone then, as it should.
 */
const patient: Runtime = {
  clock: {
    ...systemClock,
    setTimeout: (run, ms) => (ms === commandMs ? () => {} : systemClock.setTimeout(run, ms)),
  },
  random: Math.random,
};

/** Leaves the lock of a gateway that died while it fetched the one answer that is in `redis`. */
async function leaveLock(other: Redis): Promise<string> {
  const [key] = await other.keys('switchboard:answer:*');
  const lock = key!.replace(':answer:', ':flight:');
  await other.del(key!);
  await other.set(lock, 'the dead', 'PX', 600_000);
  return lock;
}

/** A connection of the test's own. */
class Disconnecting extends Redis {
  async close(): Promise<void> {
    this.disconnect();
  }
}

describe.skipIf(!hasRedis)('gateways that share a Redis', () => {
  it('make one upstream call of the same read, cold and under load', async () => {
    const redis = closing(await startRedis());
    const answer = Promise.withResolvers<Reply>();
    const { upstream, connectors } = await gateways(3, redis, () => answer.promise);
    const answers = Array.from({ length: 300 }, (_, n) =>
      connectors[n % 3]!.execute(lasting, 'list', {}),
    );
    await until(() => upstream.received.length === 1, 'the call');
    answer.resolve(older([{ id: '7' }]));
    const rows = (await Promise.all(answers)).map((one) => one.rows[0]?.id);
    expect(upstream.received).toHaveLength(1);
    expect(new Set(rows)).toEqual(new Set(['7']));
  });

  it('serve what another fetched, with its age', async () => {
    const redis = closing(await startRedis());
    const { upstream, connectors } = await gateways(2, redis, () => older([{ id: 'ü "x"' }]));
    await connectors[0]!.execute(lasting, 'list', {});
    const other = closing(new Disconnecting(redis.url));
    const keys = () => other.keys('switchboard:answer:*');
    while ((await keys()).length === 0);
    const [key] = await keys();
    for (const first = await other.pttl(key!); (await other.pttl(key!)) > first - 20; );
    const answer = await connectors[1]!.execute(lasting, 'list', {});
    expect(answer).toMatchObject({
      rows: [{ id: 'ü "x"' }],
      page: { done: true, cursor: null },
      cached: { stale: false },
    });
    expect(answer.cached?.ageMs).toBeGreaterThanOrEqual(20);
    expect(upstream.received).toHaveLength(1);
  });

  it('forget together what holds a row that has changed, and nothing else', async () => {
    const redis = closing(await startRedis());
    const { upstream, connectors } = await gateways(3, redis, (index) =>
      older([{ id: `row${index}` }]),
    );
    const [one, two, three] = connectors as [Connector, Connector, Connector];
    const read = (by: Connector, q: string) => by.execute(lasting, 'list', { q });
    for (let n = 0; n < 30; n += 1) await read(one, String(n));
    await one.forget(lasting, ['row7']);
    for (let n = 0; n < 30; n += 1) await read(two, String(n));
    expect(upstream.received).toHaveLength(31);
    await read(three, '7');
    expect(upstream.received).toHaveLength(31);
  });

  it('use no answer of another that may be older than a change', async () => {
    const redis = closing(await startRedis());
    const gate = Promise.withResolvers<void>();
    const clock = manualClock();
    const { upstream, connectors } = await gateways(
      2,
      redis,
      async (index) => {
        if (index === 0) await gate.promise;
        return older([{ id: 'row', index: String(index) }]);
      },
      unlimited,
      { clock, random: () => 0 },
    );
    const [one, other] = connectors as [Connector, Connector];
    const read = (by: Connector) => by.execute(lasting, 'list', {});
    const late = read(other);
    await until(() => upstream.received.length === 1);
    await one.forget(lasting, ['row']);
    gate.resolve();
    expect((await late).rows).toMatchObject([{ index: '0' }]);
    // Whoever meets its lock waits by the clock, which stands still.
    const look = closing(new Disconnecting(redis.url));
    while ((await look.keys('switchboard:flight:*')).length > 0);
    expect((await read(one)).rows).toMatchObject([{ index: '1' }]);
    // Later answers are shared again.
    await clock.advance(6_000);
    await one.forget(lasting, ['another']);
    expect((await read(one)).rows).toMatchObject([{ index: '1' }]);
  });

  it('wait for one that died in the middle of a fetch neither with other reads nor with a reload', async () => {
    const redis = closing(await startRedis());
    const { runtime } = still();
    const { upstream, connectors, all } = await gateways(
      1,
      redis,
      () => older([]),
      unlimited,
      runtime,
    );
    const other = closing(new Disconnecting(redis.url));
    await connectors[0]!.execute(lasting, 'list', {});
    await leaveLock(other);
    all[0]!.resources.memory.clear();
    await connectors[0]!.execute(lasting, 'list', { q: 'another' });
    await connectors[0]!.execute(lasting, 'list', {}, { cache: 'reload' });
    expect(upstream.received).toHaveLength(3);
  });

  it('wait for the lock of one that died as long as it lives, and hold none for long themselves', async () => {
    const redis = closing(await startRedis());
    const { clock, runtime } = still();
    const answer: (() => void)[] = [];
    const { upstream, connectors, all } = await gateways(
      1,
      redis,
      (index) =>
        index === 0 ? older([]) : (reply) => answer.push(() => reply.end('{"result":[]}')),
      unlimited,
      runtime,
    );
    const other = closing(new Disconnecting(redis.url));
    await connectors[0]!.execute(lasting, 'list', {});
    const lock = await leaveLock(other);
    all[0]!.resources.memory.clear();
    const end = connectors[0]!.execute(lasting, 'list', {});
    for (let look = 0; look < 20; look += 1) {
      await other.ping();
      await clock.advance(100);
    }
    expect(upstream.received).toHaveLength(1);
    await other.del(lock);
    while (answer.length === 0) {
      await other.ping();
      await clock.advance(100);
    }
    const life = await other.pttl(lock);
    // One without an end would be -1; one that has ended meanwhile is -2.
    expect(life).not.toBe(-1);
    expect(life).toBeLessThanOrEqual(2_000);
    answer[0]?.();
    expect((await end).rows).toEqual([]);
    expect(upstream.received).toHaveLength(2);
  });

  it('keep one limit together, as the service counts', async () => {
    const redis = closing(await startRedis());
    const peak = watchPeak();
    const { upstream, connectors } = await gateways(3, redis, () => older({ id: '1' }), {
      perSecond: 3,
      perDay: null,
    });
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        connectors[n % 3]!.execute(fleeting, 'get', { id: String(n) }),
      ),
    );
    expect(upstream.received).toHaveLength(6);
    expect(peak()).toBeLessThanOrEqual(3);
  });

  it('pause together, and share the day', async () => {
    const redis = closing(await startRedis());
    const { upstream, connectors } = await gateways(
      2,
      redis,
      (index) =>
        index === 2
          ? { status: 429, headers: { 'retry-after': '3600' }, body: '' }
          : older({ id: '1' }),
      { ...unlimited, perDay: 5 },
    );
    const [a, b] = connectors;
    await a!.execute(fleeting, 'get', { id: '1' });
    await b!.execute(fleeting, 'get', { id: '2' });
    expect(b!.budget('call-analytics')).toMatchObject({ day: 3 });
    await outcome(a!.execute(fleeting, 'get', { id: '3' }));
    const { error } = await outcome(b!.execute(fleeting, 'get', { id: '4' }));
    expect(error).toMatchObject({ code: 'RATE_LIMITED' });
    expect(upstream.received).toHaveLength(3);
  });

  it.skipIf(!isWide)(
    'go on without it when it dies: cached answers served, each its part of the budget',
    async () => {
      const redis = closing(await startRedis());
      const peak = watchPeak();
      const { upstream, connectors, all } = await gateways(
        3,
        redis,
        (index) => older({ id: String(index) }),
        { perSecond: 3, perDay: null },
      );
      for (const connector of connectors) await connector.execute(lasting, 'get', { id: 'kept' });
      await until(() => all.every(({ resources }) => resources.gateways() === 3), 'all to be seen');
      const before = upstream.received.length;
      await redis.kill();
      await until(() => all.every(({ resources }) => resources.shared() === 'degraded'));
      const kept = await Promise.all(
        connectors.map((c) => c.execute(lasting, 'get', { id: 'kept' })),
      );
      expect(kept.map(({ cached }) => cached?.stale)).toEqual([false, false, false]);
      expect(upstream.received).toHaveLength(before);
      const ends = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          outcome(connectors[n % 3]!.execute(fleeting, 'get', { id: `d${n}` })),
        ),
      );
      expect(ends.filter(({ error }) => error !== undefined)).toEqual([]);
      expect(peak()).toBeLessThanOrEqual(3);

      await redis.restart();
      await until(() => all.every(({ resources }) => resources.shared() === 'ready'));
      await Promise.all(
        Array.from({ length: 3 }, (_, n) =>
          connectors[n % 3]!.execute(fleeting, 'get', { id: `r${n}` }),
        ),
      );
      expect(peak()).toBeLessThanOrEqual(3);
    },
  );

  it('lose a moment once, not at every read, when it hangs', async () => {
    const redis = closing(await startRedis());
    const { clock, runtime } = still();
    const { connectors, all } = await gateways(
      1,
      redis,
      () => older({ id: '1' }),
      unlimited,
      runtime,
    );
    const other = closing(new Disconnecting(redis.url));
    await connectors[0]!.execute(lasting, 'get', { id: '0' });
    // What is asked of a Redis that hangs waits in its socket, and is counted when it goes on.
    const asked = async (): Promise<number> => {
      const said = await other.info('commandstats');
      const counts = [...said.matchAll(/cmdstat_(?:get|set|pttl|eval|evalsha):calls=(\d+)/g)];
      return counts.reduce((sum, [, calls]) => sum + Number(calls), 0);
    };
    const before = await asked();
    await redis.freeze();
    const first = connectors[0]!.execute(lasting, 'get', { id: '1' });
    await clock.advance(300);
    await first;
    // From here on the clock stands still: another moment would never be over.
    for (let n = 2; n < 12; n += 1) await connectors[0]!.execute(lasting, 'get', { id: `${n}` });
    expect(all[0]!.resources.shared()).toBe('degraded');
    redis.thaw();
    const one = (await asked()) - before;
    expect(one).toBeGreaterThan(0);
    expect(one).toBeLessThanOrEqual(4);
  });

  it('do not take their own busy process for a silent store', async () => {
    const redis = closing(await startRedis());
    let ahead = 0;
    const due = new Set<() => void>();
    const clock: Clock = {
      ...systemClock,
      monotonic: () => systemClock.monotonic() + ahead,
      setTimeout(run, ms) {
        if (ms !== commandMs) return systemClock.setTimeout(run, ms);
        due.add(run);
        return () => due.delete(run);
      },
    };
    const { connectors, all, upstream } = await gateways(
      2,
      redis,
      () => older({ id: '1' }),
      unlimited,
      { clock, random: Math.random },
    );
    await connectors[0]!.execute(lasting, 'get', { id: '0' });
    const reads = Array.from({ length: 50 }, () =>
      connectors[1]!.execute(lasting, 'get', { id: '0' }),
    );
    // The questions are on their way; then nobody listens for longer than the store may take, and
    // timers run before what came long since is read.
    await until(() => due.size > 0);
    ahead += 600;
    for (const run of [...due]) {
      due.delete(run);
      run();
    }
    await Promise.all(reads);
    expect(upstream.received).toHaveLength(1);
    expect(all[1]!.resources.shared()).toBe('ready');
  });

  it('read one shared answer once, however many wait for it', async () => {
    const redis = closing(await startRedis());
    const { connectors } = await gateways(2, redis, () => older({ id: '1' }));
    await connectors[0]!.execute(lasting, 'get', { id: '0' });
    const watch = new Redis(redis.url);
    const reads = async (): Promise<number> =>
      Number(/cmdstat_get:calls=(\d+)/.exec(await watch.info('commandstats'))?.[1] ?? 0);
    const before = await reads();
    await Promise.all(
      Array.from({ length: 200 }, () => connectors[1]!.execute(lasting, 'get', { id: '0' })),
    );
    expect((await reads()) - before).toBeLessThanOrEqual(2);
    watch.disconnect();
  });

  it('start without one that is not there', async () => {
    const upstream = closing(await startUpstream(() => older({ id: '1' })));
    const resources = closing(createResources({ redisUrl: '/nonexistent/redis.sock' }));
    const connector = closing(
      createConnector({
        baseUrl: upstream.baseUrl,
        credential: { kind: 'token', token: 't' },
        instances: { crm: { id: 'one' } },
        resources,
      }),
    );
    await connector.execute({ ...lasting, system: 'crm' }, 'get', { id: '1' });
    expect(resources.shared()).toBe('degraded');
  });
});
