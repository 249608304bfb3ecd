/** Which calls a fault strikes, and what the backend sees of a client that leaves. */

import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { userId } from '../../support/backend.ts';
import { openService, type TestService } from '../../support/service.ts';

let service: TestService;
afterEach(() => service?.close());

const users = { entity: 'users', action: 'list' };
const accounts = {
  entity: 'accounts',
  action: 'list',
  params: { q: 'SELECT Id FROM Account LIMIT 20' },
};

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
    service = await openService({ seed: 7, faults: [{ ...fail, share: 0.1 }] });
    const seen = await statuses(100);
    const hit = seen.filter((status) => status === 503).length;
    expect(hit).toBeGreaterThan(3);
    expect(hit).toBeLessThan(20);
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
