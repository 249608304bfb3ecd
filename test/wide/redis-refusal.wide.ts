/** A Redis that is there and refuses to write: /readyz and the log name its reason, gateways go on by themselves, and are together again when it writes. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelOf } from '../../src/main/crm-model.ts';
import { startGateway } from '../../src/main/gateway.ts';
import { createLog } from '../../src/server/log.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { openService } from '../support/service.ts';

type Order = (redis: Redis) => Promise<unknown>;
const set =
  (...settings: string[]): Order =>
  (redis) =>
    redis.config('SET', ...(settings as [string, string]));

/** Reasons to refuse, each with what brings it about and what ends it. */
const refusals: readonly (readonly [string, Order, Order])[] = [
  ['OOM', set('maxmemory', '1'), set('maxmemory', '0')],
  [
    'READONLY',
    (redis) => redis.replicaof('127.0.0.1', 1),
    (redis) => redis.call('REPLICAOF', 'NO', 'ONE'),
  ],
  [
    'MISCONF',
    async (redis) => {
      await redis.config('SET', 'save', '3600 1');
      const [, folder = ''] = (await redis.config('GET', 'dir')) as [string, string];
      rmSync(folder, { recursive: true, force: true });
      await redis.bgsave();
      await expect.poll(() => redis.info('persistence')).toContain('last_bgsave_status:err');
    },
    set('save', ''),
  ],
  ['NOREPLICAS', set('min-replicas-to-write', '1'), set('min-replicas-to-write', '0')],
  [
    'NOPERM',
    (redis) => redis.call('ACL', 'SETUSER', 'default', '-zadd'),
    (redis) => redis.call('ACL', 'SETUSER', 'default', '+zadd'),
  ],
];

it.skipIf(!hasRedis).each(refusals)(
  'that answers %s',
  async (code, cause, cure) => {
    const redis = await startRedis({ port: true });
    onTestFinished(() => redis.close());
    const service = await openService();
    onTestFinished(() => service.close());
    const directory = mkdtempSync(join(tmpdir(), 'redis-refusal-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const config = loadConfig({
      PORT: '0',
      ADMIN_PORT: '0',
      DATA_DIR: directory,
      INDEX: 'off',
      REDIS_URL: redis.url,
      CONNECTOR_BASE_URL: service.url,
      CONNECTOR_TOKEN: service.token,
      CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
      CRM_INSTANCE_ID: service.instances.crm,
    });
    const lines: string[] = [];
    const log = createLog('info', {
      write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg),
    });
    const { services } = startConnectorServices(config);
    const gateway = await startGateway(config, services, crmModelOf(null, true), log);
    onTestFinished(() => gateway.close());
    const { url, adminUrl } = gateway.listening;
    const part = async (): Promise<unknown> => {
      const answer = await fetch(new URL('/readyz', adminUrl!));
      const { parts } = (await answer.json()) as { readonly parts: readonly { name: string }[] };
      return parts.find(({ name }) => name === 'redis');
    };
    const ask = async (): Promise<unknown> => {
      const query = '{ accounts(first: 1) { nodes { id } } users(first: 1) { nodes { id } } }';
      const answer = await fetch(new URL('/graphql', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      return ((await answer.json()) as { readonly errors?: unknown }).errors;
    };
    const admin = new Redis(redis.url);
    onTestFinished(() => admin.disconnect());

    await expect.poll(part).toEqual({ name: 'redis', state: 'ok' });
    await cause(admin);
    await expect.poll(part, { timeout: 5_000 }).toEqual({
      name: 'redis',
      state: 'degraded',
      reason: `Redis refuses to write (${code}).`,
    });
    expect(await ask()).toBeUndefined();
    // It stays so between its refusals.
    expect(await part()).toMatchObject({ state: 'degraded' });
    await cure(admin);
    await expect.poll(part, { timeout: 5_000 }).toEqual({ name: 'redis', state: 'ok' });
    expect(lines.filter((line) => line.startsWith('Redis'))).toEqual([
      expect.stringContaining(`Redis refuses to write (${code}): this process keeps to its share`),
      'Redis answers again',
    ]);
  },
  20_000,
);
