import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelOf } from '../../src/main/crm-model.ts';
import { startGateway } from '../../src/main/gateway.ts';
import { openShared, type Shared } from '../../src/main/redis-state.ts';
import { createLog } from '../../src/server/log.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { openRedis } from '../../src/upstream/shared-store.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';

describe.skipIf(!hasRedis)('what gateways share', () => {
  let redis: TestRedis;
  const open: { close(): void }[] = [];
  const join = async (): Promise<Shared> => {
    const connection = openRedis(redis.url, systemClock);
    const shared = await openShared(connection);
    open.push(shared, connection);
    return shared;
  };
  afterEach(async () => {
    for (const one of open.splice(0)) one.close();
    await redis.close();
  });

  it('is missed and found again in the log', async () => {
    redis = await startRedis({ port: true });
    const directory = mkdtempSync(path.join(tmpdir(), 'shared-state-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const config = loadConfig({
      PORT: '0',
      DATA_DIR: directory,
      INDEX: 'off',
      REDIS_URL: redis.url,
      CONNECTOR_BASE_URL: 'http://127.0.0.1:1',
      CONNECTOR_TOKEN: 'token',
      CALL_ANALYTICS_INSTANCE_ID: 'calls',
      CRM_INSTANCE_ID: 'crm',
    });
    const told: string[] = [];
    const log = createLog('info', {
      write: (line: string) => void told.push((JSON.parse(line) as { msg: string }).msg),
    });
    const gateway = await startGateway(
      config,
      startConnectorServices(config).services,
      crmModelOf(null, true),
      log,
    );
    try {
      await redis.kill();
      await expect.poll(() => told).toEqual([expect.stringMatching(/^Redis does not answer: /)]);
      await redis.restart();
      await expect.poll(() => told.slice(1)).toEqual(['Redis answers again']);
    } finally {
      await gateway.close();
    }
    expect(told).toHaveLength(2);
  });

  it('is found by a process that was too busy to listen', async () => {
    redis = await startRedis();
    const [one, two] = [await join(), await join()];
    await Promise.all(Array.from({ length: 20 }, (_, n) => one.persisted.set(`${n}`, `{ a${n} }`)));
    const texts = Array.from({ length: 20 }, (_, n) => two.persisted.get(`${n}`));
    // The questions are on their way; then nobody listens for longer than the store may take.
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    expect(await Promise.all(texts)).toEqual(Array.from({ length: 20 }, (_, n) => `{ a${n} }`));
  });

  it('is done without, after one wait, while the store is silent', async () => {
    redis = await startRedis();
    const shared = await join();
    const counter = shared.quotaCounter(3);
    expect((await counter.consume('client')).remainingPoints).toBe(2);
    const watch = new Redis(redis.url);
    const counted = async (): Promise<number> =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await watch.info('commandstats'))?.[1] ?? 0);
    const before = await counted();
    await redis.freeze();
    // Counted here from now on, and as strictly.
    for (const remaining of [2, 1, 0])
      expect((await counter.consume('client')).remainingPoints).toBe(remaining);
    await expect(counter.consume('client')).rejects.toMatchObject({ remainingPoints: 0 });
    redis.thaw();
    // What was asked of it waits in its socket: only the first of four was.
    expect((await counted()) - before).toBe(1);
    watch.disconnect();
    const other = await join();
    const passedOn = async () => {
      await shared.persisted.set('x', '{ x }');
      return other.persisted.get('x');
    };
    await expect.poll(passedOn).toBe('{ x }');
  });
});
