import { afterEach, describe, expect, it } from 'vitest';
import { accountId, callId, userId } from '../support/backend.ts';
import { openService, type TestService } from '../support/service.ts';

let service: TestService;
const open = async (...args: Parameters<typeof openService>): Promise<TestService> => {
  service = await openService(...args);
  return service;
};
afterEach(() => service?.close());

const soql = (q: string, more = {}) => ({
  entity: 'accounts',
  action: 'list',
  params: { q, ...more },
});

describe('the older wrapper', () => {
  it('puts a page block beside the rows, without a cursor on the last page', async () => {
    await open();
    const first = await service.execute({ entity: 'users', action: 'list' });
    expect(first.status).toBe(200);
    expect(Object.keys(first.body)).toEqual(['result', 'connector_metadata']);
    expect(first.body.result).toHaveLength(100);
    const { pagination } = first.body.connector_metadata;
    expect(pagination).toMatchObject({
      totalRecords: 250,
      currentPageSize: 100,
      currentPageNumber: 0,
    });

    const second = await service.execute({
      entity: 'users',
      action: 'list',
      params: { cursor: pagination.cursor },
    });
    const third = await service.execute({
      entity: 'users',
      action: 'list',
      params: { cursor: second.body.connector_metadata.pagination.cursor },
    });
    expect(third.body.connector_metadata).toEqual({
      pagination: { totalRecords: 250, currentPageSize: 50, currentPageNumber: 2 },
    });
    const walked = [first, second, third].flatMap(({ body }) => body.result.map((row) => row.id));
    expect(new Set(walked).size).toBe(250);
  });

  it('answers one record as it is, with null metadata', async () => {
    await open();
    const { body } = await service.execute({
      entity: 'users',
      action: 'get',
      params: { id: userId(3) },
    });
    expect(body).toEqual({
      result: { id: userId(3), emailAddress: 'user3@example.com', active: false },
      connector_metadata: null,
    });
  });

  it('hands out the whole SOQL page, and search results under their own key', async () => {
    await open();
    const list = await service.execute(soql('SELECT Id FROM Account'), { crm: true });
    expect(list.body.connector_metadata).toBeNull();
    expect(list.body.result).toMatchObject({
      totalSize: 450,
      done: false,
      nextRecordsUrl: expect.stringMatching(
        /^\/services\/data\/v59\.0\/query\/0r8[A-Za-z0-9]{15}-200$/,
      ),
    });
    const last = await service.execute(soql('SELECT Id FROM Account LIMIT 5'), { crm: true });
    expect(Object.keys(last.body.result)).toEqual(['totalSize', 'done', 'records']);
    const hits = await service.execute(
      { entity: 'accounts', action: 'search', params: { q: 'FIND {a} RETURNING Account(Id)' } },
      { crm: true },
    );
    expect(hits.body.result.searchRecords).toHaveLength(3);
  });
});

describe('the newer wrapper', () => {
  const newer = { callAnalytics: { wrapper: 'newer' }, crm: { wrapper: 'newer' } } as const;

  it('says status and time, and flattens the page block', async () => {
    await open(newer);
    const { body } = await service.execute({ entity: 'users', action: 'list', params: {} });
    expect(body).toMatchObject({
      status: 'success',
      connector_metadata: {
        cursor: expect.any(String),
        total_records: 250,
        current_page_number: 0,
      },
      execution_metadata: {
        connector_instance_id: `source_id:${service.instances.callAnalytics}`,
        execution_time_ms: expect.any(Number),
      },
    });
  });

  it('answers CRM lists and searches as arrays', async () => {
    await open(newer);
    const list = await service.execute(soql('SELECT Id FROM Account'), { crm: true });
    expect(list.body.result).toHaveLength(200);
    expect(list.body.connector_metadata).toMatchObject({
      done: false,
      nextRecordsUrl: expect.stringContaining('/query/0r8'),
    });
    for (const action of ['search', 'api_search']) {
      const params = { q: 'FIND {a} RETURNING Account(Id)' };
      const hits = await service.execute({ entity: 'accounts', action, params }, { crm: true });
      expect(hits.body.result).toHaveLength(3);
    }
  });
});

describe('a request that cannot be run', () => {
  it('is refused without a bearer, or with another', async () => {
    await open();
    const call = { entity: 'users', action: 'list' };
    for (const authorization of ['', 'Bearer nonsense', `Basic ${service.token}`]) {
      const answer = await service.execute(call, { headers: { authorization } });
      expect(answer.status).toBe(401);
    }
    expect(service.backend.operations).toEqual([]);
  });

  it('is refused for an unknown instance', async () => {
    await open();
    expect((await service.execute({}, { instance: 'nobody' })).status).toBe(404);
  });

  it('names the entities there are', async () => {
    await open();
    const { status, body } = await service.execute({ entity: 'deals', action: 'list' });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      {
        field: 'entity',
        message: expect.stringMatching(
          /^Unknown entity "deals"\. Available entities: call_audio, .*, users, workspaces$/,
        ),
        error_code: 'unknown_entity',
      },
    ]);
  });

  it('names the actions there are', async () => {
    await open();
    const { body } = await service.execute({ entity: 'users', action: 'search' });
    expect(body.errors[0]?.message).toBe(
      'Unknown action "search" for entity "users". Available actions: get, list',
    );
  });

  it('does not know api_search on the older service', async () => {
    await open();
    const call = { entity: 'accounts', action: 'api_search', params: { q: 'x' } };
    expect((await service.execute(call, { crm: true })).status).toBe(422);
  });

  it.each([
    [{ action: 'list' }, 'entity'],
    [{ entity: 'users' }, 'action'],
    [{ entity: 7, action: 'list' }, 'entity'],
    [{ entity: 'users', action: 'get' }, 'params.id'],
    [{ entity: 'users', action: 'get', params: { id: 7 } }, 'params.id'],
    [{ entity: 'users', action: 'list', params: [] }, 'params'],
    [{ entity: 'calls_extensive', action: 'list', params: {} }, 'params.filter'],
    [
      { entity: 'calls_extensive', action: 'list', params: { filter: { callIds: 'x' } } },
      'params.filter.callIds',
    ],
    [{ entity: 'calls', action: 'list', params: { fromDateTime: 'soon' } }, 'params.fromDateTime'],
  ])('names the field: %j', async (call, field) => {
    await open();
    const { status, body } = await service.execute(call);
    expect(status).toBe(422);
    expect(body.errors.map((error) => error.field)).toEqual([field]);
    expect(service.backend.operations).toEqual([]);
  });

  it('says what it expected of a body that is no JSON', async () => {
    await open();
    const send = (body: string, type = 'application/json') =>
      fetch(`${service.url}/api/v1/connectors/instances/${service.instances.crm}/execute`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': type },
        body,
      });
    expect((await send('{"entity":')).status).toBe(400);
    expect((await send('[]')).status).toBe(422);
    expect((await send('{}', 'text/plain')).status).toBe(415);
    expect((await send(`"${'x'.repeat(5_000_000)}"`)).status).toBe(413);
  });
});

describe('params', () => {
  it('are dropped in silence when nobody documented them', async () => {
    await open();
    const params = { filter: { callids: [callId(1)] }, pageSize: 5 };
    const { body } = await service.execute({ entity: 'calls_extensive', action: 'list', params });
    expect(body.connector_metadata.pagination.totalRecords).toBe(320);
    expect(service.backend.operations[0]?.params).toEqual({ filter: {} });
  });
});

describe('a vendor’s refusal', () => {
  it('comes through with its status, its body as text inside the message', async () => {
    await open();
    const { status, body } = await service.execute(soql('DROP Account'), { crm: true });
    expect(status).toBe(400);
    expect(JSON.parse(body.message)).toEqual([
      { message: "unexpected token: 'DROP'", errorCode: 'MALFORMED_QUERY' },
    ]);
  });

  it('for an empty list is an error, or no rows where the instance says so', async () => {
    await open();
    const call = {
      entity: 'calls_extensive',
      action: 'list',
      params: { filter: { callIds: ['1'] } },
    };
    expect((await service.execute(call)).status).toBe(404);
    service.admin.instances.reshape(service.instances.callAnalytics, { emptyList: 'rows' });
    const { status, body } = await service.execute(call);
    expect([status, body.result]).toEqual([200, []]);
  });
});

describe('cursors', () => {
  const hour = 3_600_000;
  const list = (params: object) => ({ entity: 'calls', action: 'list', params });
  const cursorOf = async (params: object): Promise<string> =>
    (await service.execute(list(params))).body.connector_metadata.pagination.cursor;

  it('die after an hour', async () => {
    let now = 1_800_000_000_000;
    await open({ clock: () => now });
    const cursor = await cursorOf({});
    now += hour - 1;
    expect((await service.execute(list({ cursor }))).status).toBe(200);
    now += 1;
    const { status, body } = await service.execute(list({ cursor }));
    expect(status).toBe(400);
    expect(JSON.parse(body.message).errors).toEqual(['The cursor has expired']);
  });

  it('are good only with the filter they came from', async () => {
    await open();
    const fromDateTime = '2026-01-01T00:00:00Z';
    const cursor = await cursorOf({ fromDateTime });
    expect((await service.execute(list({ cursor, fromDateTime }))).status).toBe(200);
    expect((await service.execute(list({ cursor }))).status).toBe(400);
    expect(
      (await service.execute({ entity: 'users', action: 'list', params: { cursor } })).status,
    ).toBe(400);
  });

  it('are refused when a byte of them is another', async () => {
    await open();
    const cursor = await cursorOf({});
    for (const forged of [`${cursor}x`, cursor.slice(1), 'abc', 'a.b', '.']) {
      expect((await service.execute(list({ cursor: forged }))).status).toBe(400);
    }
  });
});

describe('locators', () => {
  const all = 'SELECT Id FROM Account';
  const locate = async (params: object) => service.execute(soql(all, params), { crm: true });

  it('are not taken back unless the instance has a parameter for them', async () => {
    await open();
    const first = await locate({});
    const again = await locate({ nextRecordsUrl: first.body.result.nextRecordsUrl });
    expect(again.body.result.records[0]?.Id).toBe(accountId(0));
  });

  it('walk to the end where they are taken back, with one id throughout', async () => {
    await open({ crm: { locatorParam: 'nextRecordsUrl' } });
    const ids: string[] = [];
    const urls: string[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const { body } = await locate(next === '' ? {} : { nextRecordsUrl: next });
      ids.push(...body.result.records.map((row) => row.Id));
      expect(body.result.totalSize).toBe(450);
      next = body.result.nextRecordsUrl;
      if (next !== undefined) urls.push(next);
    }
    expect(new Set(ids).size).toBe(450);
    expect(urls.map((url) => url.split('-').pop())).toEqual(['200', '400']);
    expect(new Set(urls.map((url) => url.split('-')[0])).size).toBe(1);
  });

  it('need no q beside them', async () => {
    await open({ crm: { locatorParam: 'next' } });
    const first = await locate({});
    const second = await service.execute(
      { entity: 'accounts', action: 'list', params: { next: first.body.result.nextRecordsUrl } },
      { crm: true },
    );
    expect(second.body.result.records[0]?.Id).toBe(accountId(200));
  });

  it('die, and are nobody else’s', async () => {
    let now = 1_800_000_000_000;
    await open({ clock: () => now, locatorLifeMs: 60_000, crm: { locatorParam: 'next' } });
    const { body } = await locate({});
    const next = body.result.nextRecordsUrl;
    expect((await locate({ next })).status).toBe(200);
    now += 60_000;
    for (const dead of [next, '/services/data/v59.0/query/0r8nobody-200', 'x']) {
      const refused = await locate({ next: dead });
      expect(refused.status).toBe(400);
      expect(JSON.parse(refused.body.message)[0].errorCode).toBe('INVALID_QUERY_LOCATOR');
    }
  });
});

describe('the log', () => {
  it('has every call received, refused ones too', async () => {
    await open();
    await service.execute({ entity: 'users', action: 'list', params: { cursor: null } });
    await service.execute({ entity: 'deals', action: 'list' });
    expect(service.calls()).toMatchObject([
      {
        sequence: 1,
        entity: 'users',
        action: 'list',
        params: { cursor: null },
        status: 200,
        rows: 100,
      },
      { sequence: 2, entity: 'deals', status: 422, rows: null },
    ]);
    expect(service.calls()[0]?.ms).toBeGreaterThan(0);
  });

  it('is bounded, and counts on', async () => {
    await open({ logSize: 3 });
    for (let n = 0; n < 10; n += 1) await service.execute({ entity: 'users', action: 'list' });
    expect(service.calls().map((call) => call.sequence)).toEqual([8, 9, 10]);
  });
});
