import { afterEach, describe, expect, it } from 'vitest';
import { accountId, userId } from '../support/backend.ts';
import { openService, type PostOptions, type TestService } from '../support/service.ts';

let service: TestService;
afterEach(() => service?.close());

const users = { entity: 'users', action: 'list' };
const accounts = {
  entity: 'accounts',
  action: 'list',
  params: { q: 'SELECT Id FROM Account LIMIT 20' },
};

describe('pages that end early', () => {
  const pageOf = async (body: unknown, where: PostOptions) =>
    (await (await service.post(body, where)).json()) as {
      readonly result: readonly { readonly id: string }[];
      readonly connector_metadata: { readonly pagination: Record<string, unknown> };
    };

  it('say that more follow, and their tokens lead through every row once', async () => {
    service = await openService({ faults: [{ kind: 'early-end', rows: 70 }] });
    const ids: string[] = [];
    const numbers: unknown[] = [];
    let cursor: unknown;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const { result, connector_metadata } = await pageOf({ ...users, params }, {});
      ids.push(...result.map(({ id }) => id));
      numbers.push(connector_metadata.pagination.currentPageNumber);
      cursor = connector_metadata.pagination.cursor;
    } while (cursor !== undefined);
    // Pages of 100 rows are cut into 70 and 30; the last one has 50.
    expect(ids).toEqual(Array.from({ length: 250 }, (_, n) => userId(n)));
    expect(numbers).toEqual([0, 1, 2, 3, 4]);
  });

  it('of the CRM have a locator to the rest, and the whole total', async () => {
    service = await openService({
      faults: [{ kind: 'early-end', rows: 8 }],
      crm: { locatorParam: 'next' },
    });
    const ids: string[] = [];
    let next: string | undefined;
    do {
      const params = { ...accounts.params, ...(next !== undefined && { next }) };
      const response = await service.post({ ...accounts, params }, { crm: true });
      const { result } = (await response.json()) as {
        readonly result: {
          readonly totalSize: number;
          readonly done: boolean;
          readonly nextRecordsUrl?: string;
          readonly records: readonly { readonly Id: string }[];
        };
      };
      expect(result.totalSize).toBe(20);
      expect(result.done).toBe(result.nextRecordsUrl === undefined);
      ids.push(...result.records.map(({ Id }) => Id));
      next = result.nextRecordsUrl;
    } while (next !== undefined);
    expect(ids).toEqual(Array.from({ length: 20 }, (_, n) => accountId(n)));
  });

  it('leave whole what has no more rows, and what has no pages', async () => {
    service = await openService({ faults: [{ kind: 'early-end', rows: 20 }] });
    const response = await service.post(accounts, { crm: true });
    expect(await response.json()).toMatchObject({ result: { done: true } });
    const one = await service.post(
      { entity: 'users', action: 'get', params: { id: userId(1) } },
      {},
    );
    expect(one.status).toBe(200);
  });
});
