import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../src/config/access-file.ts';
import { clientsOf } from '../../src/main/authenticator.ts';
import { openShared, orderRevocation, type Shared } from '../../src/main/redis-state.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { openRedis } from '../../src/upstream/shared-store.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';

const clients = ['acme/dash', 'acme/token-*'];

describe.skipIf(!hasRedis)('clients that are shut out', () => {
  let redis: TestRedis;
  let folder: string;
  const gateways: { close(): void }[] = [];
  beforeEach(async () => {
    redis = await startRedis();
    folder = mkdtempSync(join(tmpdir(), 'switchboard-revoked-'));
  });
  afterEach(async () => {
    for (const gateway of gateways.splice(0)) gateway.close();
    await redis.close();
    rmSync(folder, { recursive: true });
  });

  /** A gateway whose copy lies in a directory of this name. */
  async function start(name: string): Promise<Shared> {
    const connection = openRedis(redis.url, systemClock);
    const gateway = await openShared(connection, {
      directory: join(folder, name),
      clients,
      lookMs: 20,
    });
    gateways.push(gateway, connection);
    return gateway;
  }
  const order = (revoked: boolean, client = 'dash', isKnown = false) =>
    orderRevocation(redis.url, {
      tenant: 'acme',
      client,
      revoked,
      directory: join(folder, 'shell'),
      isKnown,
    });
  const isOut = (gateway: Shared, client = 'dash') => gateway.isRevoked('acme', client);
  const becomes = (gateway: Shared, out: boolean, client = 'dash') =>
    expect.poll(() => isOut(gateway, client), { interval: 10 }).toBe(out);
  const forget = async () => {
    await redis.kill();
    await redis.restart();
  };

  it('are not shut out by a Redis that refuses to write, which is said in a sentence', async () => {
    const admin = new Redis(redis.url);
    await admin.config('SET', 'maxmemory', '1');
    await expect(order(true, 'dash', true)).rejects.toThrow(
      /^REDIS_URL: expected a Redis that writes; it refuses to \(OOM\)\. Nothing was changed\.$/,
    );
    expect(existsSync(join(folder, 'shell'))).toBe(false);
    admin.disconnect();
  });

  it('are stored by a gateway that learns of them from one that refuses by now', async () => {
    const admin = new Redis(redis.url);
    await order(true, 'dash', true);
    await admin.config('SET', 'maxmemory', '1');
    await becomes(await start('late'), true);
    await expect.poll(() => existsSync(join(folder, 'late', 'revocations.json'))).toBe(true);
    admin.disconnect();
  });

  it('stay out when Redis forgets, for gateways that saw it and for those that come after', async () => {
    const one = await start('one');
    await order(true);
    await order(true, 'token-0123456789ab');
    for (const client of ['dash', 'token-0123456789ab']) await becomes(one, true, client);
    await forget();
    const two = await start('two');
    for (const client of ['dash', 'token-0123456789ab']) {
      await becomes(two, true, client);
      expect(isOut(one, client)).toBe(true);
    }
    expect(isOut(one, 'other')).toBe(false);
  });

  it('stay out when gateway and Redis end together, and while Redis is away', async () => {
    const before = await start('one');
    await order(true);
    await becomes(before, true);
    before.close();
    await redis.kill();
    const after = await start('one');
    expect(isOut(after)).toBe(true);
    expect(after.knowsRevoked()).toBe(false);
    await redis.restart();
    await expect.poll(() => after.knowsRevoked()).toBe(true);
    expect(isOut(after)).toBe(true);
  });

  it('stay out when nobody but the one who said so has heard of it', async () => {
    await order(true, 'dash', true);
    await forget();
    expect(isOut(await start('shell'))).toBe(true);
  });

  it('stay out when what Redis has of them is cut off or of another form', async () => {
    const one = await start('one');
    await order(true);
    await becomes(one, true);
    const own = new Redis(redis.url);
    gateways.push({ close: () => own.disconnect() });
    const list = 'switchboard:revocations';
    const whole = (await own.hget(list, 'acme/dash'))!;
    for (const form of [whole.slice(0, -4), whole.split(' ')[0]!, 'garbage', '']) {
      await own.hset(list, 'acme/dash', form);
      await expect.poll(() => own.hget(list, 'acme/dash')).toBe(whole);
      expect(isOut(one)).toBe(true);
    }
    expect(isOut(await start('two'))).toBe(true);
  });

  it('come in again when they are let in, whatever older copies say', async () => {
    const one = await start('one');
    await order(true);
    await becomes(one, true);
    one.close();
    await order(false);
    const two = await start('two');
    await forget();
    const again = await start('one');
    await becomes(again, false);
    expect(isOut(two)).toBe(false);
    await order(true);
    await becomes(again, true);
  });

  it('are those somebody knows', async () => {
    const unknown = /Expected a client that ACCESS_FILE or a running gateway knows; got "acme\//;
    await expect(order(true)).rejects.toThrow(unknown);
    const gateway = await start('one');
    for (const client of ['dahs', 'token-0', 'token-*x', ''])
      for (const revoked of [true, false])
        await expect(order(revoked, client)).rejects.toThrow(unknown);
    await order(true);
    await order(false, 'token-0123456789ab');
    expect(isOut(gateway, 'dahs')).toBe(false);
  });

  it('are not let in because their list can’t be read', async () => {
    const whole = '{"acme/dash":{"revoked":true,"at":1}}';
    for (const text of ['', whole.slice(0, 20), whole.slice(0, -1), '{"acme/dash":true}']) {
      writeFileSync(join(folder, 'revocations.json'), text);
      await expect(start('.'), text).rejects.toThrow(
        `expected the list of revoked clients in ${join(folder, 'revocations.json')}`,
      );
    }
  });

  it('are named in a list for its owner alone, also where it was not', async () => {
    const file = join(folder, 'revocations.json');
    writeFileSync(file, '{"acme/dash":{"revoked":true,"at":1}}');
    chmodSync(file, 0o644);
    expect(isOut(await start('.'))).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('everyone the access file lets in', () => {
  it('is known by name, or by the tenant whose tokens are taken', () => {
    const key = { name: 'dash', tenant: 'acme', sha256: '', roles: [], requestsPerMinute: null };
    const tenant = {
      connector: null,
      budgets: undefined,
      webhookKey: null,
      team: 'manager' as const,
      rows: 'all' as const,
    };
    const issuer = {
      issuer: 'id',
      audience: 'us',
      jwksUrl: 'https://id.example',
      rolesClaim: 'roles',
      personClaim: 'email',
    };
    const access = (issuers: readonly object[]): Access => ({
      keys: [key],
      tenants: new Map(['acme', 'globex'].map((name) => [name, tenant])),
      issuers: issuers.map((one) => ({ ...issuer, ...one })),
      roles: new Map(),
    });
    expect(clientsOf(null)).toEqual([]);
    expect(clientsOf(access([]))).toEqual(['acme/dash']);
    expect(clientsOf(access([{ tenant: 'globex' }]))).toEqual(['acme/dash', 'globex/token-*']);
    expect(clientsOf(access([{ tenantClaim: 'org' }]))).toEqual([
      'acme/dash',
      'acme/token-*',
      'globex/token-*',
    ]);
  });
});
