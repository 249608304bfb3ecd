import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { createKey } from '../../src/server/identity/api-key.ts';
import { startHere } from '../support/here.ts';
import { fillMs, startMs } from '../support/patience.ts';
import { run, type Settings, startProcess } from '../support/process.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { openSynthetic } from '../support/synthetic.ts';

describe.skipIf(!hasRedis)('several gateways', () => {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-scale-'));
  let redis: TestRedis;
  let service: DemoService;
  let settings: Settings;
  beforeAll(async () => {
    redis = await startRedis({ port: true });
    service = await startDemoService({
      backend: openSynthetic({ now: () => new Date() }),
    });
    settings = {
      CONNECTOR_BASE_URL: service.url,
      CONNECTOR_TOKEN: service.token,
      CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
      CRM_INSTANCE_ID: service.instances.crm,
      REDIS_URL: redis.url,
      SIGNING_KEY: 'a key that all gateways of this test share',
      INDEX: 'off',
      LOG_LEVEL: 'error',
    };
  });
  afterAll(async () => {
    await service.close();
    await redis.close();
    rmSync(directory, { recursive: true });
  });

  const statusOf = async (url: URL): Promise<number> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    });
    await response.text();
    return response.status;
  };

  it('share quotas, persisted documents and revocations', async () => {
    const key = createKey();
    const access = join(directory, 'access.json');
    writeFileSync(
      access,
      JSON.stringify({
        tenants: { acme: {} },
        keys: [{ name: 'dash', sha256: key.sha256, tenant: 'acme', requestsPerMinute: 6 }],
      }),
    );
    const [one, two] = await Promise.all([
      startHere({ ...settings, ACCESS_FILE: access }),
      startHere({ ...settings, ACCESS_FILE: access }),
    ]);
    const authorization = { authorization: `Bearer ${key.text}` };
    const hash = '7f56e67dd21ab3f30d1ff8b7bed08893f0a0db86449836189b361dd1e56ddb4b';
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    const post = async (url: URL, body: object) => {
      const response = await fetch(new URL('/graphql', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.text() };
    };
    expect((await post(one.url, { query: '{ __typename }', extensions })).status).toBe(200);
    expect(await post(two.url, { extensions })).toMatchObject({ status: 200 });
    for (const url of [one.url, two.url, one.url, two.url])
      expect((await post(url, { query: '{ __typename }' })).status).toBe(200);
    expect((await post(one.url, { query: '{ __typename }' })).status).toBe(429);
    expect((await post(two.url, { query: '{ __typename }' })).status).toBe(429);

    const revoke = ['src/cli/main.ts', 'key', 'revoke', 'dash', '--tenant', 'acme'];
    expect((await run(revoke, settings)).output).toContain('acme/dash is shut out');
    for (const { url } of [one, two])
      await expect
        .poll(async () => (await post(url, { query: '{ __typename }' })).status)
        .toBe(401);
  });

  it('say that they can’t know who was shut out when they start without Redis', async () => {
    const access = join(directory, 'alone.json');
    writeFileSync(access, JSON.stringify({ tenants: { acme: {} } }));
    const gone = {
      ...settings,
      REDIS_URL: 'redis://127.0.0.1:1',
      ACCESS_FILE: access,
      ADMIN_PORT: '0',
      LOG_LEVEL: 'warn',
    };
    const several = await startProcess(['src/main.ts'], { ...gone, WORKERS: '2' });
    onTestFinished(async () => void (await several.end('SIGTERM')));
    await expect
      .poll(several.output, { timeout: startMs })
      .toContain('clients revoked while this gateway was away are let in');
    const admin = /^Admin +(\S+?)metrics/m.exec(several.output())![1]!;
    const alone = await startHere({ ...gone, LOG_LEVEL: 'silent' });
    for (const url of [admin, alone.adminUrl!]) {
      const response = await fetch(new URL('readyz', url));
      const { parts } = (await response.json()) as { parts: object[] };
      expect(parts).toContainEqual({ name: 'revocations', state: 'degraded' });
    }
  });

  it('as workers of one process share a port, are replaced when they die, and end together', async () => {
    const started = await startProcess(['src/main.ts'], {
      ...settings,
      WORKERS: '2',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'info',
    });
    const admin = /^Admin +(\S+?)metrics/m.exec(started.output())![1]!;
    const ready = async () => {
      const response = await fetch(new URL('readyz', admin));
      return (await response.json()) as { parts: { state: string }[] };
    };
    for (let n = 0; n < 8; n += 1) expect(await statusOf(started.url)).toBe(200);
    const pids = () => [
      ...new Set([...started.output().matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid))),
    ];
    await expect.poll(() => pids().length).toBe(2);
    const metrics = () => fetch(new URL('metrics', admin)).then((response) => response.text());
    await expect.poll(metrics).toMatch(/^switchboard_requests_total\{status="200"\} 8$/m);
    const usage = await fetch(new URL('usage', admin)).then((response) => response.json());
    expect(usage).toMatchObject({ processes: 2, clients: [{ client: 'anonymous', requests: 8 }] });

    process.kill(pids()[0]!, 'SIGKILL');
    await expect.poll(async () => (await ready()).parts[0]!.state).toBe('degraded');
    expect(await statusOf(started.url)).toBe(200);
    await expect.poll(async () => (await ready()).parts[0]!.state).toBe('ok');
    expect(await started.end()).toBe(0);
  });

  it('as workers of one process tell one age of the index that they share, not the sum of what each knows', async () => {
    const movable = ['--import', join(import.meta.dirname, '../system/moved-clock.ts')];
    const started = await startProcess([...movable, 'src/main.ts'], {
      ...settings,
      INDEX: 'on',
      INDEX_HORIZON_MONTHS: '1',
      DATA_DIR: join(directory, 'workers'),
      WORKERS: '2',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'info',
    });
    onTestFinished(async () => void (await started.end('SIGTERM')));
    const admin = /^Admin +(\S+?)metrics/m.exec(started.output())![1]!;
    const pids = () => [
      ...new Set(
        [...started.output().matchAll(/"pid":(\d+).*"index synchronised"/g)].map(([, pid]) =>
          Number(pid),
        ),
      ),
    ];
    await expect.poll(() => pids().length, { timeout: fillMs }).toBe(2);
    for (const pid of pids()) process.kill(pid, 'SIGUSR2');
    const age = async () => {
      const text = await (await fetch(new URL('metrics', admin))).text();
      const ages = [...text.matchAll(/^switchboard_index_age_seconds\{.*\} (.*)$/gm)];
      return ages.map(([, seconds]) => Math.floor(Number(seconds) / 3_600));
    };
    await expect.poll(age).toEqual([1]);
  });
});
