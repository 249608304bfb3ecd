import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { createConnector } from '../../src/connector/compose.ts';
import type { BudgetLimits } from '../../src/connector/option.ts';
import { createResources } from '../../src/connector/resource.ts';
import { closing, fleeting, outcome, thing, unlimited, until } from '../support/connect.ts';
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
) {
  const upstream = closing(await startUpstream((_, index) => answer(index)));
  const all = Array.from({ length: count }, () => {
    const resources = closing(createResources({ redisUrl: redis.url }));
    const connector = closing(
      createConnector({
        baseUrl: upstream.baseUrl,
        credential: { kind: 'static', token: 't' },
        instances: { 'call-analytics': { id: 'one', budget } },
        resources,
      }),
    );
    return { connector, resources };
  });
  await until(() => all.every(({ resources }) => resources.shared() === 'ready'), 'Redis');
  return { upstream, all, connectors: all.map(({ connector }) => connector) };
}

/** Jitter to allow for: everything runs in this one process, which other tests may hold up. */
const loaded = 400;

/** Most arrivals in any one second. */
function peak(times: readonly number[]): number {
  return Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
  );
}

/** Judges times, so a busy machine may need another try. */
const timed = { retry: 2 };

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

describe.skipIf(!hasRedis)('gateways that share a Redis', () => {
  it('make one upstream call of the same read, cold and under load', async () => {
    const redis = closing(await startRedis());
    const { upstream, connectors } = await gateways(3, redis, async (index) => {
      await pause(60);
      return older([{ id: String(index) }]);
    });
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) => connectors[n % 3]!.execute(lasting, 'list', {})),
    );
    expect(upstream.received).toHaveLength(1);
    expect(new Set(answers.map(({ rows }) => rows[0]?.id))).toEqual(new Set(['0']));
  });

  it('serve what another fetched, with its age', async () => {
    const redis = closing(await startRedis());
    const { upstream, connectors } = await gateways(2, redis, () => older([{ id: 'ü "x"' }]));
    await connectors[0]!.execute(lasting, 'list', {});
    await pause(30);
    const answer = await connectors[1]!.execute(lasting, 'list', {});
    expect(answer).toMatchObject({
      rows: [{ id: 'ü "x"' }],
      page: { done: true, cursor: null },
      cached: { stale: false },
    });
    expect(answer.cached?.ageMs).toBeGreaterThanOrEqual(20);
    expect(upstream.received).toHaveLength(1);
  });

  it('do not wait for long for one that died in the middle of a fetch', timed, async () => {
    const redis = closing(await startRedis());
    const { upstream, connectors } = await gateways(1, redis, () => older([]));
    const other = new Redis(redis.url);
    await connectors[0]!.execute(lasting, 'list', {});
    const [key] = await other.keys('switchboard:answer:*');
    await other.del(key!);
    await other.set(key!.replace(':answer:', ':flight:'), 'the dead', 'PX', 300);
    other.disconnect();
    const started = performance.now();
    await connectors[0]!.execute(lasting, 'list', { q: 'another' });
    expect(performance.now() - started).toBeLessThan(250);
    await connectors[0]!.execute({ ...lasting, entity: 'things' }, 'list', {}, { cache: 'reload' });
    expect(upstream.received).toHaveLength(3);
  });

  it('wait for the lock of one that died no longer than it lives', timed, async () => {
    const redis = closing(await startRedis());
    const first = await gateways(1, redis, () => older([]));
    const other = new Redis(redis.url);
    await first.connectors[0]!.execute(lasting, 'list', {});
    const [key] = await other.keys('switchboard:answer:*');
    await other.flushall();
    await other.set(key!.replace(':answer:', ':flight:'), 'the dead', 'PX', 300);
    other.disconnect();
    await first.all[0]!.resources.memory.clear();
    const started = performance.now();
    await first.connectors[0]!.execute(lasting, 'list', {});
    expect(performance.now() - started).toBeGreaterThan(200);
    expect(performance.now() - started).toBeLessThan(1_500);
    expect(first.upstream.received).toHaveLength(2);
  });

  it('keep one limit together, as the service counts', async () => {
    const redis = closing(await startRedis());
    const { upstream, connectors } = await gateways(3, redis, () => older({ id: '1' }), {
      perSecond: 3,
      jitterMs: loaded,
      perDay: null,
    });
    const started = performance.now();
    await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        connectors[n % 3]!.execute(fleeting, 'get', { id: String(n) }),
      ),
    );
    expect(peak(upstream.received.map(({ at }) => at))).toBe(3);
    // Three windows' worth: it is kept, and it is used.
    expect(performance.now() - started).toBeLessThan(5_500);
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
    const { error } = await outcome(
      b!.execute(fleeting, 'get', { id: '4' }, { deadline: performance.now() + 2_000 }),
    );
    expect(error).toMatchObject({ code: 'RATE_LIMITED' });
    expect(upstream.received).toHaveLength(3);
  });

  it('go on without it when it dies: cached answers served, each its part of the budget', async () => {
    const redis = closing(await startRedis());
    const { upstream, connectors, all } = await gateways(
      3,
      redis,
      (index) => older({ id: String(index) }),
      {
        perSecond: 3,
        jitterMs: loaded,
        perDay: null,
      },
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
    expect(peak(upstream.received.map(({ at }) => at))).toBeLessThanOrEqual(3);

    await redis.restart();
    await until(() => all.every(({ resources }) => resources.shared() === 'ready'));
    await Promise.all(
      Array.from({ length: 3 }, (_, n) =>
        connectors[n % 3]!.execute(fleeting, 'get', { id: `r${n}` }),
      ),
    );
    expect(peak(upstream.received.map(({ at }) => at))).toBeLessThanOrEqual(3);
  });

  it('lose a moment once, not at every read, when it hangs', timed, async () => {
    const redis = closing(await startRedis());
    const { connectors, all } = await gateways(1, redis, () => older({ id: '1' }));
    await connectors[0]!.execute(lasting, 'get', { id: '0' });
    redis.freeze();
    const started = performance.now();
    await connectors[0]!.execute(lasting, 'get', { id: '1' });
    expect(performance.now() - started).toBeLessThan(600);
    expect(all[0]!.resources.shared()).toBe('degraded');
    const again = performance.now();
    for (let n = 2; n < 12; n += 1) await connectors[0]!.execute(lasting, 'get', { id: `${n}` });
    expect(performance.now() - again).toBeLessThan(300);
    redis.thaw();
  });

  it('start without one that is not there', async () => {
    const upstream = closing(await startUpstream(() => older({ id: '1' })));
    const resources = closing(createResources({ redisUrl: '/nonexistent/redis.sock' }));
    const connector = closing(
      createConnector({
        baseUrl: upstream.baseUrl,
        credential: { kind: 'static', token: 't' },
        instances: { crm: { id: 'one' } },
        resources,
      }),
    );
    await connector.execute({ ...lasting, system: 'crm' }, 'get', { id: '1' });
    expect(resources.shared()).toBe('degraded');
  });
});
