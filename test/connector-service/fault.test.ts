import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault, FaultOf } from '../../src/connector-service/fault/fault.ts';
import { accountId, callId, userId } from '../support/backend.ts';
import { openService, type PostOptions, type TestService } from '../support/service.ts';

let service: TestService;
afterEach(() => service?.close());

const users = { entity: 'users', action: 'list' };
const accounts = {
  entity: 'accounts',
  action: 'list',
  params: { q: 'SELECT Id FROM Account LIMIT 20' },
};
const file = { entity: 'attachments', action: 'download', params: { id: '00P_plan' } };

/** A service with these faults, and one call to it. */
async function struck(body: unknown, where: PostOptions, ...faults: Fault[]): Promise<Response> {
  service = await openService({ faults });
  return service.post(body, where);
}

describe('instead of an answer', () => {
  it('comes silence, until the client leaves', async () => {
    service = await openService({ faults: [{ kind: 'black-hole', times: 1 }] });
    const patience = AbortSignal.timeout(500);
    const url = `${service.url}/api/v1/connectors/instances/${service.instances.crm}/execute`;
    const headers = {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify(accounts);
    await expect(fetch(url, { method: 'POST', headers, body, signal: patience })).rejects.toThrow(
      'aborted',
    );
    await expect.poll(() => service.calls()[0]).toMatchObject({ status: 0, aborted: true });
    expect(service.backend.operations).toEqual([]);
    expect((await service.execute(accounts, { crm: true })).status).toBe(200);
  });

  it('comes a reset connection', async () => {
    await expect(struck(users, {}, { kind: 'reset' })).rejects.toThrow('fetch failed');
    await expect
      .poll(() => service.calls()[0])
      .toMatchObject({
        status: 0,
        aborted: false,
        faults: ['reset'],
      });
  });

  it.each([
    [2, '2'],
    [-1, '-1'],
    [10_800, '10800'],
    [{ dateIn: 60 }, 'Fri, 15 Jan 2027 08:01:00 GMT'],
    [{ text: 'soon' }, 'soon'],
    [null, null],
  ])('comes 429 with Retry-After %j', async (retryAfter, header) => {
    service = await openService({
      clock: () => Date.UTC(2027, 0, 15, 8),
      faults: [{ kind: 'throttle', retryAfter }],
    });
    const response = await service.post(users);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe(header);
  });

  it.each([
    [
      { kind: 'status', status: 503 },
      'application/json',
      '{"message":"Internal server error occurred"}',
    ],
    [{ kind: 'status', status: 500, body: 'empty' }, 'text/plain', ''],
    [
      { kind: 'status', status: 502, body: 'html', text: '<b>no</b>' },
      'text/html; charset=utf-8',
      '<b>no</b>',
    ],
    [
      { kind: 'status', status: 420, body: 'vendor', text: 'x' },
      'application/json',
      '{"message":"[{\\"message\\":\\"x\\",\\"errorCode\\":\\"UNKNOWN_EXCEPTION\\"}]"}',
    ],
  ] as const)('comes another status: %j', async (fault, type, text) => {
    const response = await struck(accounts, { crm: true }, fault);
    expect(response.status).toBe(fault.status);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toBe(text);
    expect(service.backend.operations).toEqual([]);
  });

  it.each([
    ['crm', 'quota', 403, 'REQUEST_LIMIT_EXCEEDED'],
    ['crm', 'session', 401, 'INVALID_SESSION_ID'],
    ['crm', 'rights', 403, 'INSUFFICIENT_ACCESS_OR_READONLY'],
    ['call-analytics', 'scope', 401, "You don't have permission to use 'api:users'"],
    ['call-analytics', 'quota', 429, 'Rate limit'],
    ['call-analytics', 'bearer', 401, 'bearer token'],
  ] as const)('comes a refusal of the %s for %s', async (system, reason, status, words) => {
    const where = system === 'crm' ? ({ crm: true } as const) : {};
    const call = system === 'crm' ? accounts : users;
    const response = await struck(call, where, { kind: 'denied', reason });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(words);
  });

  it('comes a redirect, a page for people, or JSON without an end', async () => {
    const redirect = await struck(users, {}, { kind: 'redirect', location: 'http://127.0.0.1:9/' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      307,
      'http://127.0.0.1:9/',
    ]);
    service.admin.faults.clear();

    service.admin.faults.add({ kind: 'html' });
    const html = await service.post(users);
    expect([html.status, (await html.text()).slice(0, 15)]).toEqual([200, '<!DOCTYPE html>']);
    service.admin.faults.clear();

    service.admin.faults.add({ kind: 'endless' });
    const endless = await service.post(users);
    let read = 0;
    for await (const chunk of endless.body!) {
      read += chunk.length;
      if (read > 20 * 2 ** 20) break;
    }
    await expect.poll(() => service.calls().at(-1)?.aborted).toBe(true);
  });
});

describe('latency', () => {
  it('comes before the answer, in full for some calls and none for others', async () => {
    service = await openService({ faults: [{ kind: 'latency', ms: 40, share: 0.5 }], seed: 7 });
    for (let n = 0; n < 12; n += 1) await service.execute(users);
    const slow = service.calls().filter((call) => (call.ms ?? 0) >= 39);
    expect(slow.map((call) => call.faults)).toEqual(slow.map(() => ['latency']));
    expect(slow.length).toBe(service.admin.faults.list()[0]?.struck);
    expect(slow.length).toBeGreaterThan(1);
    expect(slow.length).toBeLessThan(11);
  });
});

describe('a broken body', () => {
  it('ends in the middle, politely or not', async () => {
    const clean = await struck(users, {}, { kind: 'truncated', at: 0.9 });
    const text = await clean.text();
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    service.admin.faults.clear();
    service.admin.faults.add({ kind: 'truncated', close: 'abrupt' });
    const abrupt = await service.post(users);
    await expect(abrupt.text()).rejects.toThrow('terminated');
  });

  it.each([
    ['other', { status: 'success' }],
    ['stranger', { ok: true, data: { hasMore: true } }],
    ['null', null],
  ] as const)('has another wrapper: %s', async (form, expected) => {
    const response = await struck(users, {}, { kind: 'wrapper', form });
    const body = await response.json();
    if (expected === null) expect(body).toBeNull();
    else expect(body).toMatchObject(expected);
  });

  it('has no wrapper at all', async () => {
    const response = await struck(users, {}, { kind: 'wrapper', form: 'bare' });
    expect(await response.json()).toHaveLength(100);
  });

  it.each([
    ['null', { connector_metadata: null }],
    ['pagination-null', { connector_metadata: { pagination: null } }],
    ['missing', {}],
  ] as const)('has a page block that is %s', async (form, expected) => {
    const response = await struck(users, {}, { kind: 'metadata', form });
    const { result: _rows, ...others } = (await response.json()) as Record<string, unknown>;
    expect(others).toEqual(expected);
  });
});

describe('rows', () => {
  const ids = async (change: FaultOf<'rows'>['change']) => {
    const response = await struck(accounts, { crm: true }, { kind: 'rows', change });
    const { result } = (await response.json()) as {
      result: { records: { Id: string }[]; totalSize: number };
    };
    expect(result.totalSize).toBe(20);
    return result.records.map((row) => row.Id);
  };
  const all = Array.from({ length: 20 }, (_, n) => accountId(n));

  it('can be fewer than were asked for', async () => {
    const found = await ids('short');
    expect(found.length).toBeLessThan(20);
    expect(all).toEqual(expect.arrayContaining(found));
  });

  it('can be none', async () => expect(await ids('empty')).toEqual([]));

  it('can come in another order', async () => {
    const found = await ids('reordered');
    expect(found).not.toEqual(all);
    expect([...found].sort()).toEqual([...all].sort());
  });

  it('can come twice', async () => {
    const found = await ids('duplicated');
    expect(found.length).toBeGreaterThan(20);
    expect([...new Set(found)]).toEqual(all);
  });

  it('can be those of strangers, with ids that could be real', async () => {
    const found = await ids('strangers');
    const strangers = found.filter((id) => !all.includes(id));
    expect(strangers).toHaveLength(3);
    for (const id of strangers) expect(id).toMatch(/^001dM\w{13}$/);
  });

  it('can be without their ids', async () => {
    const found = await ids('unkeyed');
    expect(found).toHaveLength(20);
    expect(found[0]).toBe(all[0]);
    expect(found.filter((id) => id === undefined).length).toBeGreaterThan(0);
    expect(all).toEqual(expect.arrayContaining(found.filter((id) => id !== undefined)));
  });

  it('can have their ids as numbers, of all their digits', async () => {
    const response = await struck(users, {}, { kind: 'rows', change: 'numbered' });
    expect(await response.text()).toContain(`{"id":${userId(1)},`);
  });
});

describe('the announced size of a list', () => {
  it.each([
    [{ change: 'by', rows: 10 } as const, 30],
    [{ change: 'by', rows: -15 } as const, 5],
    [{ change: 'missing' } as const, undefined],
    [{ change: 'ill-typed' } as const, 'unknown'],
  ])('can be another: %j', async (effect, expected) => {
    const response = await struck(accounts, { crm: true }, { kind: 'total', ...effect });
    const { result } = (await response.json()) as {
      result: { records: unknown[]; totalSize?: number };
    };
    expect(result.records).toHaveLength(20);
    expect(result.totalSize).toBe(expected);
  });
});

describe('fields', () => {
  const one = { entity: 'users', action: 'get', params: { id: userId(1) } };
  const row = async (fault: Fault) => {
    const response = await struck(one, {}, fault);
    return ((await response.json()) as { result: Record<string, unknown> }).result;
  };

  it.each([
    ['missing', { id: userId(1), emailAddress: 'user1@example.com' }],
    ['null', { id: userId(1), emailAddress: 'user1@example.com', active: null }],
    ['ill-typed', { id: userId(1), emailAddress: 'user1@example.com', active: ['true'] }],
  ] as const)('can be %s', async (change, expected) => {
    expect(await row({ kind: 'fields', change, field: 'active' })).toEqual(expected);
  });

  it('can be drawn for each row', async () => {
    expect(Object.keys(await row({ kind: 'fields', change: 'missing' }))).toHaveLength(2);
  });

  it('can be new', async () => {
    expect(await row({ kind: 'fields', change: 'extra' })).toHaveProperty('unheardOf');
  });

  it('deep inside a row leave the rest as it was', async () => {
    const params = { filter: { callIds: [callId(4)] } };
    const call = { entity: 'calls_extensive', action: 'list', params };
    const fault = { kind: 'fields', change: 'ill-typed', field: 'metaData.title' } as const;
    const response = await struck(call, {}, fault);
    const { result } = (await response.json()) as { result: { metaData: object }[] };
    expect(result[0]?.metaData).toMatchObject({ id: callId(4), title: { value: 'Call 4' } });
  });

  it('of long text are clipped', async () => {
    expect((await row({ kind: 'clipped', length: 5 })).emailAddress).toBe('user1…');
  });
});

describe('page tokens', () => {
  const next = async (): Promise<string> => {
    const { body } = await service.execute(users);
    return body.connector_metadata.pagination.cursor;
  };
  const page = (cursor: string) => service.execute({ ...users, params: { cursor } });

  it('expire at once', async () => {
    service = await openService({ crm: { locatorParam: 'next' } });
    const cursor = await next();
    service.admin.faults.add({ kind: 'cursor', change: 'expired' });
    const dead = await page(cursor);
    expect([dead.status, dead.body.message]).toEqual([400, expect.stringContaining('expired')]);
    const params = { next: '/services/data/v59.0/query/0r8-200' };
    const locator = await service.execute({ ...accounts, params }, { crm: true });
    expect(locator.body.message).toContain('INVALID_QUERY_LOCATOR');
    expect((await service.execute(users)).status).toBe(200);
  });

  it('are handed out again and again', async () => {
    service = await openService({ faults: [{ kind: 'cursor', change: 'repeated' }] });
    const cursor = await next();
    for (let n = 0; n < 3; n += 1) {
      expect((await page(cursor)).body.connector_metadata.pagination.cursor).toBe(cursor);
    }
  });

  it('are withheld although there is more', async () => {
    const response = await struck(accounts, { crm: true }, { kind: 'cursor', change: 'withheld' });
    const { result } = (await response.json()) as { result: object };
    expect(result).toMatchObject({ done: false });
    expect(result).not.toHaveProperty('nextRecordsUrl');
  });

  it('name a foreign address', async () => {
    const value = 'https://evil.invalid/services/data/v59.0/query/0r8';
    const fault = { kind: 'cursor', change: 'foreign', value } as const;
    const response = await struck(accounts, { crm: true }, fault);
    expect(await response.json()).toMatchObject({ result: { done: false, nextRecordsUrl: value } });
  });
});

describe('records', () => {
  it('change before a page is answered, where the backend can', async () => {
    service = await openService({ faults: [{ kind: 'drift', insert: 2, delete: 1, after: 1 }] });
    await service.execute(users);
    expect(service.backend.drifts).toEqual([]);
    await service.execute(users);
    expect(service.backend.drifts).toMatchObject([
      { entity: 'users', insert: 2, delete: 1, update: 0 },
    ]);
  });
});

describe('a download', () => {
  it('breaks off half way, never as a short 200', async () => {
    const response = await struck(file, { crm: true }, { kind: 'cut-stream', at: 0.5 });
    expect(response.headers.get('content-length')).toBe('1000');
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
    await expect.poll(() => service.calls()[0]).toMatchObject({ bytes: 500, aborted: false });
  });

  it('has another type and name', async () => {
    const fault = { kind: 'file-headers', contentType: 'text/html', fileName: 'a".html' } as const;
    const response = await struck(file, { crm: true }, fault);
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(response.headers.get('content-disposition')).toContain('filename="a_.html"');
  });
});

describe('which calls are struck', () => {
  const statuses = async (calls: number, body: unknown = users): Promise<number[]> => {
    const seen: number[] = [];
    for (let n = 0; n < calls; n += 1) seen.push((await service.execute(body)).status);
    return seen;
  };
  const fail = { kind: 'status', status: 503 } as const;

  it('is decided by the seed, and the same each time', async () => {
    const walks: number[][] = [];
    for (const seed of [5, 5, 6]) {
      service = await openService({ seed, faults: [{ ...fail, share: 0.5 }] });
      walks.push(await statuses(20));
      await service.close();
    }
    expect(walks[0]).toEqual(walks[1]);
    expect(walks[0]).not.toEqual(walks[2]);
  });

  it('can begin late and end', async () => {
    service = await openService({ faults: [{ ...fail, after: 1, times: 2 }] });
    expect(await statuses(5)).toEqual([200, 503, 503, 200, 200]);
  });

  it('can be narrowed to a system, an instance, an entity, an action', async () => {
    service = await openService();
    const scopes = [
      { system: 'crm' },
      { instance: service.instances.crm },
      { entity: 'calls' },
      { action: 'get' },
    ] as const;
    service.admin.faults.add(...scopes.map((scope) => ({ ...fail, ...scope })));
    expect(await statuses(1)).toEqual([200]);
    expect(await statuses(1, { entity: 'calls', action: 'list' })).toEqual([503]);
    expect(await statuses(1, { ...users, action: 'get', params: { id: userId(1) } })).toEqual([
      503,
    ]);
    expect((await service.execute(accounts, { crm: true })).status).toBe(503);
  });

  it('hits about the share it should', async () => {
    service = await openService();
    service.admin.faults.add({ ...fail, share: 0.1 });
    const seen = await statuses(300);
    const hit = seen.filter((status) => status === 503).length;
    expect(hit).toBeGreaterThan(10);
    expect(hit).toBeLessThan(60);
  });
});

describe('a client that leaves', () => {
  it('is seen by the backend', async () => {
    service = await openService();
    let aborted: Promise<unknown> = Promise.resolve();
    const backend = {
      execute: ({ signal }: { signal?: AbortSignal }) => {
        aborted = once(signal!, 'abort');
        leave.abort();
        return aborted.then(() => ({ kind: 'rows', rows: [] }) as const);
      },
      close() {},
    };
    await service.close();
    service = await openService({ backend });
    const leave = new AbortController();
    const url = `${service.url}/api/v1/connectors/instances/${service.instances.crm}/execute`;
    const headers = {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify(accounts);
    await expect(
      fetch(url, { method: 'POST', headers, body, signal: leave.signal }),
    ).rejects.toThrow('aborted');
    await aborted;
    await expect.poll(() => service.calls()[0]?.aborted).toBe(true);
  });
});
