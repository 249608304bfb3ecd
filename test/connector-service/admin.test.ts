import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startAccountService } from '../../src/connector-service/service.ts';
import { openVendorBackend } from '../../src/connector-service/vendor/open.ts';
import { openService, type TestService } from '../support/service.ts';

let service: TestService;
afterEach(() => service?.close());

const users = { entity: 'users', action: 'list' };

interface AdminAnswer {
  readonly faults: readonly { readonly id: number }[];
  readonly errors: readonly unknown[];
  readonly calls: readonly unknown[];
  readonly instances: Readonly<Record<string, unknown>>;
}

async function admin(method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.url}/admin/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as AdminAnswer };
}

describe('faults', () => {
  it('are ordered, listed with their counters, and taken back while the service runs', async () => {
    service = await openService();
    const ordered = await admin('POST', 'faults', {
      seed: 9,
      faults: [
        { kind: 'status', status: 503, times: 1 },
        { kind: 'latency', ms: { median: 1, sigma: 0.5 }, share: 0.05 },
      ],
    });
    expect(ordered.body.faults.map((fault) => fault.id)).toEqual([1, 2]);
    expect((await service.execute(users)).status).toBe(503);
    expect((await service.execute(users)).status).toBe(200);
    expect((await admin('GET', 'faults')).body).toMatchObject({
      seed: 9,
      faults: [
        { id: 1, matched: 2, struck: 1 },
        { id: 2, matched: 2 },
      ],
    });
    expect((await admin('DELETE', 'faults/1')).body.faults).toHaveLength(1);
    expect((await admin('DELETE', 'faults/1')).status).toBe(404);
    expect((await admin('DELETE', 'faults')).body.faults).toEqual([]);
  });

  it('may come alone', async () => {
    service = await openService();
    expect((await admin('POST', 'faults', { kind: 'html' })).status).toBe(200);
  });

  it.each([
    { kind: 'earthquake' },
    { kind: 'latency' },
    { kind: 'latency', ms: 5, shared: 0.5 },
    { kind: 'latency', ms: 5, share: 2 },
    { kind: 'latency', ms: -5 },
    { kind: 'latency', ms: { min: 5, max: 1 } },
    { faults: [{ kind: 'status', status: 'bad' }] },
    { fault: [] },
  ])('that nobody knows are refused: %j', async (order) => {
    service = await openService();
    const refused = await admin('POST', 'faults', order);
    expect(refused.status).toBe(422);
    expect(refused.body.errors.length).toBeGreaterThan(0);
    expect((await admin('GET', 'faults')).body.faults).toEqual([]);
  });
});

describe('the log', () => {
  it('is read, narrowed and cleared', async () => {
    service = await openService();
    await service.execute(users);
    await service.execute({ entity: 'calls', action: 'list', params: {} });
    expect((await admin('GET', 'log')).body).toMatchObject({
      received: 2,
      calls: [{ entity: 'users', status: 200, rows: 100, aborted: false }, { entity: 'calls' }],
    });
    expect((await admin('GET', 'log?entity=calls')).body.calls).toHaveLength(1);
    expect((await admin('GET', 'log?after=2')).body.calls).toEqual([]);
    expect((await admin('DELETE', 'log')).body).toEqual({ received: 0, calls: [] });
    expect(service.calls()).toEqual([]);
  });
});

describe('limits', () => {
  it('refuse the fourth call of a second, and count it', async () => {
    let now = 0;
    service = await openService({ monotonic: () => now, limits: { perSecond: 3 } });
    const { callAnalytics } = service.instances;
    const statuses: number[] = [];
    for (const at of [0, 100, 200, 300, 999, 1000, 1050, 1100]) {
      now = at;
      const response = await service.post(users);
      statuses.push(response.status);
      if (response.status === 429) expect(response.headers.get('retry-after')).toBe('1');
      await response.text();
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 200, 429, 200]);
    expect(service.admin.limiter.counts(callAnalytics)).toMatchObject({
      calls: 8,
      violations: 3,
      peakPerSecond: 6,
      today: 5,
    });
    expect((await service.execute({ entity: 'query', action: 'list' }, { crm: true })).status).toBe(
      422,
    );
  });

  it('of a day end at midnight', async () => {
    let now = Date.UTC(2027, 0, 15, 21);
    service = await openService({ clock: () => now });
    const { callAnalytics } = service.instances;
    await admin('POST', `limits/${callAnalytics}`, { perDay: 2 });
    await service.execute(users);
    await service.execute(users);
    const refused = await service.post(users);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10800']);
    now += 3 * 3_600_000;
    expect((await service.execute(users)).status).toBe(200);
    expect((await admin('GET', 'counts')).body.instances[callAnalytics]).toMatchObject({
      calls: 4,
      violations: 1,
      today: 1,
    });
  });
});

describe('the admin side', () => {
  it('answers neither web pages nor names of other machines', async () => {
    service = await openService();
    const origin = await fetch(`${service.url}/admin/log`, {
      headers: { origin: 'https://a.example' },
    });
    expect(origin.status).toBe(403);
    const status = await new Promise((resolve) => {
      request(`${service.url}/admin/log`, { headers: { host: 'rebound.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(403);
  });

  it('does not exist where the service listens to other machines', async () => {
    service = await openService({ host: '0.0.0.0' });
    expect((await admin('GET', 'log')).status).toBe(404);
  });
});

describe('other paths', () => {
  it('are not found, and other methods not allowed', async () => {
    service = await openService();
    expect((await fetch(`${service.url}/`)).status).toBe(404);
    expect((await fetch(`${service.url}/api/v1/connectors/instances`)).status).toBe(405);
  });
});

describe('a fault of the service itself', () => {
  it('is reported, and 500 without its cause to the client', async () => {
    const reported: unknown[] = [];
    service = await openService({ report: (error) => reported.push(error) });
    const answer = await service.execute({
      entity: 'coaching',
      action: 'list',
      params: {
        'workspace-id': '1',
        'manager-id': '2',
        from: '2026-01-01',
        to: '2026-02-01',
      },
    });
    expect(answer).toEqual({ status: 500, body: { message: 'Internal server error' } });
    expect(String(reported[0])).toContain('no coaching list');
    expect(service.calls()[0]?.status).toBe(500);
  });
});

it('a service of own accounts has no faults to order', async () => {
  const vendor = openVendorBackend({});
  const own = await startAccountService({
    vendor,
    accounts: { 'call-analytics': null, crm: null },
  });
  try {
    const order = await fetch(`${own.url}/admin/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'reset' }),
    });
    expect([order.status, await order.json()]).toEqual([
      404,
      { message: 'Expected /admin/log, counts, limits or tokens' },
    ]);
    expect((await fetch(`${own.url}/admin/counts`)).status).toBe(200);
  } finally {
    await own.close();
  }
});
