/** Faults that come instead of an answer, before it, or break its body off. */

import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/demo/fault/fault.ts';
import { openService, type PostOptions, type TestService } from '../../support/service.ts';

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
    const leave = new AbortController();
    const url = `${service.url}/api/v1/connectors/instances/${service.instances.crm}/execute`;
    const headers = {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify(accounts);
    const answer = fetch(url, { method: 'POST', headers, body, signal: leave.signal });
    await expect.poll(() => service.admin.faults.list()[0]?.struck).toBe(1);
    leave.abort();
    await expect(answer).rejects.toThrow('aborted');
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
      if (read > 4 * 2 ** 20) break;
    }
    await expect.poll(() => service.calls().at(-1)?.aborted).toBe(true);
  });
});

describe('latency', () => {
  it('comes before the answer, in full for some calls and none for others', async () => {
    service = await openService({ faults: [{ kind: 'latency', ms: 10, share: 0.5 }], seed: 7 });
    for (let n = 0; n < 12; n += 1) await service.execute(users);
    const late = service.calls().filter(({ faults }) => faults.includes('latency'));
    // A timer may end a millisecond early.
    for (const { ms } of late) expect(ms).toBeGreaterThanOrEqual(9);
    expect(late.length).toBe(service.admin.faults.list()[0]?.struck);
    expect(late.length).toBeGreaterThan(1);
    expect(late.length).toBeLessThan(11);
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
