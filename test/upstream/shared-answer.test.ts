import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { calls } from '../../src/contract/calls/call.ts';
import { SwitchboardError } from '../../src/errors.ts';
import { createConnector } from '../../src/upstream/connector.ts';
import { createResources } from '../../src/upstream/shared-resource.ts';
import { closing, thing, unlimited } from '../support/connect.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { older, startUpstream } from '../support/upstream.ts';

/** `thing`, for longer than a test takes. */
const lasting = { ...thing, freshness: { freshMs: 60_000, staleMs: 0 } } as const;

it.skipIf(!hasRedis)('what gateways share is what came, which each of them decodes', async () => {
  const redis = closing(await startRedis());
  const own = new Redis(redis.url);
  onTestFinished(() => own.disconnect());
  const came = { id: '1', started: '2026-11-01T10:30:00-07:00', duration: 'long' };
  const upstream = closing(await startUpstream(() => older([came])));
  const rowsOf = async () => {
    const resources = closing(createResources({ redisUrl: redis.url }));
    const connector = createConnector({
      baseUrl: upstream.baseUrl,
      credential: { kind: 'token', token: 't' },
      instances: { 'call-analytics': { id: 'one', budget: unlimited } },
      resources,
    });
    await expect.poll(() => resources.shared()).toBe('ready');
    return (await closing(connector).execute(calls, 'list', {})).rows;
  };
  const first = await rowsOf();
  const [key] = await own.keys('switchboard:answer:*');
  expect(JSON.parse((await own.get(key!))!).rows).toEqual([came]);
  expect(first).toEqual([
    { id: '1', started: '2026-11-01T17:30:00.000Z', duration: expect.any(SwitchboardError) },
  ]);
  expect(await rowsOf()).toEqual(first);
  expect(upstream.received).toHaveLength(1);
});

it.skipIf(!hasRedis)(
  'gateways fetch anew what is there in another form, cut off or of another version',
  async () => {
    const redis = closing(await startRedis());
    const own = new Redis(redis.url);
    onTestFinished(() => own.disconnect());
    const upstream = closing(await startUpstream((_, index) => older([{ id: `${index}` }])));
    const connectors = Array.from({ length: 18 }, () =>
      closing(
        createConnector({
          baseUrl: upstream.baseUrl,
          credential: { kind: 'token', token: 't' },
          instances: { 'call-analytics': { id: 'one', budget: unlimited } },
          resources: closing(createResources({ redisUrl: redis.url })),
        }),
      ),
    );
    await connectors.pop()!.execute(lasting, 'list', {});
    const [key] = await own.keys('switchboard:answer:*');
    const whole = (await own.get(key!))!;
    const { page, ...rest } = JSON.parse(whole);
    const forms = [
      ...[0, 1, 2, 3].map((quarter) => whole.slice(0, (whole.length * quarter) / 4)),
      ...['null', '[]', '{}', 'garbage', '"text"', JSON.stringify(rest)],
      ...['cursor', 'nextRecordsUrl', 'done', 'total'].map((name) =>
        JSON.stringify({ ...rest, page: { ...page, [name]: undefined } }),
      ),
      JSON.stringify({ ...rest, page: { ...page, cursor: 7 } }),
    ];
    for (const [at, form] of forms.entries()) {
      await own.set(key!, form, 'PX', 600_000);
      const { rows } = await connectors[at]!.execute(lasting, 'list', {});
      expect(rows, form).toEqual([{ id: `${at + 1}` }]);
    }
  },
);

it.skipIf(!hasRedis)(
  'a read that the upstream may still be at work on is sent by no other gateway that waits for it, and anew by who comes after',
  async () => {
    const redis = closing(await startRedis());
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const upstream = closing(
      await startUpstream(async (_, index) => {
        if (index === 0) await release;
        return older([{ id: `${index}` }]);
      }),
    );
    const open = async () => {
      const resources = closing(createResources({ redisUrl: redis.url }));
      const connector = createConnector({
        baseUrl: upstream.baseUrl,
        credential: { kind: 'token', token: 't' },
        instances: { 'call-analytics': { id: 'one', budget: unlimited } },
        limits: { attemptMs: 400 },
        resources,
      });
      await expect.poll(() => resources.shared()).toBe('ready');
      return closing(connector);
    };
    const [one, other] = await Promise.all([open(), open()]);
    const reads = [one, other].map((connector) => connector.execute(lasting, 'list', {}));
    const ends = await Promise.allSettled(reads);
    expect(ends).toMatchObject(
      ends.map(() => ({ status: 'rejected', reason: { code: 'UPSTREAM_TIMEOUT' } })),
    );
    expect(upstream.received).toHaveLength(1);
    resolve();
    expect((await other.execute(lasting, 'list', {})).rows).toEqual([{ id: '1' }]);
  },
);
