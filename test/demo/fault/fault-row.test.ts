/** Faults within a good answer: its rows, its size, their fields, and the way to its next page. */

import { afterEach, describe, expect, it } from 'vitest';
import type { Fault, FaultOf } from '../../../src/demo/fault/fault.ts';
import { accountId, callId, userId } from '../../support/backend.ts';
import { openService, type PostOptions, type TestService } from '../../support/service.ts';

let service: TestService;
afterEach(() => service?.close());

const users = { entity: 'users', action: 'list' };
const accounts = {
  entity: 'accounts',
  action: 'list',
  params: { q: 'SELECT Id FROM Account LIMIT 20' },
};

/** A service with these faults, and one call to it. */
async function struck(body: unknown, where: PostOptions, ...faults: Fault[]): Promise<Response> {
  service = await openService({ faults });
  return service.post(body, where);
}

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
