import { describe, expect, it, onTestFinished } from 'vitest';
import type { Instead } from '../../../src/demo/vendor-api/answer-override.ts';
import { openVendorCompany, type VendorCompanyOptions } from '../../support/vendor.ts';

async function open(options?: VendorCompanyOptions) {
  const world = await openVendorCompany(options);
  onTestFinished(() => world.close());
  const { company, instances } = world;
  return {
    ...world,
    users: () => company.post(instances['call-analytics'], 'users', 'list'),
    query: (q: string) => company.post(instances.crm, 'query', 'list', { q }),
    count: (path: string) =>
      world.client.facade.requests.filter(({ url }) => url.startsWith(path)).length,
  };
}

const contacts = 'SELECT Id FROM Contact';

describe('limits', () => {
  it('of the CRM’s day come with each answer, other programs’ calls among them', async () => {
    const { query } = await open({ facade: { crmPerDay: 1_000, crmUsedByOthers: 400 } });
    const usage = [];
    for (let n = 0; n < 2; n += 1)
      usage.push((await query(contacts)).headers.get('sforce-limit-info'));
    expect(usage).toEqual(['api-usage=401/1000', 'api-usage=402/1000']);
  });

  it('of the CRM’s day are a 403 with their code when they are reached', async () => {
    const { query } = await open({ facade: { crmPerDay: 0 } });
    const answer = await query(contacts);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('REQUEST_LIMIT_EXCEEDED'),
    ]);
    expect(answer.headers.get('sforce-limit-info')).toBe('api-usage=1/0');
  });

  it('of the call platform come with Retry-After', async () => {
    const { users } = await open({
      facade: { platformLimits: { perSecond: 3, perDay: 10_000 }, monotonic: () => 0 },
    });
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await users());
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]!.headers.get('retry-after')).toBe('1');
  });

  it('of an address are kept by a batch, for statements and searches', async () => {
    const { query, company, instances, count } = await open();
    const ids = Array.from({ length: 2_000 }, (_, n) => `'003${String(n).padStart(12, '0')}'`);
    const answer = await query(`SELECT Id FROM Contact WHERE Id IN (${ids})`);
    expect(answer.status).toBe(200);
    expect([
      count('/services/data/v65.0/composite/batch'),
      count('/services/data/v65.0/query'),
    ]).toEqual([1, 0]);
    const q = `FIND {nobody} RETURNING Contact(Id WHERE Id IN (${ids}))`;
    expect((await company.post(instances.crm, 'contacts', 'search', { q })).status).toBe(200);
    const refused = await query(`SELECT Nonsense FROM Contact WHERE Id IN (${ids})`);
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('INVALID_FIELD'),
    ]);
  });

  it('of a page of calls do not end a walk that takes its time', async () => {
    const { company, instances, client } = await open();
    const seen: unknown[] = [];
    let cursor: string | undefined;
    let total = 0;
    do {
      const params = {
        fromDateTime: '2026-09-01T00:00:00Z',
        ...(cursor === undefined ? {} : { cursor }),
      };
      const answer = await company.post(instances['call-analytics'], 'calls', 'list', params);
      const body = (await answer.json()) as {
        result: { id: string }[];
        connector_metadata: { pagination: { cursor?: string; totalRecords: number } };
      };
      seen.push(...body.result.map(({ id }) => id));
      ({ cursor, totalRecords: total } = body.connector_metadata.pagination);
      client.time.now += 300_000;
    } while (cursor !== undefined);
    expect(total).toBeGreaterThan(100);
    expect(new Set(seen).size).toBe(total);
  });

  it('of a page are two thousand rows', async () => {
    const { query } = await open();
    const body = (await (await query('SELECT Id FROM Task')).json()) as {
      result: { records: unknown[]; totalSize: number };
    };
    expect(body.result.records).toHaveLength(Math.min(body.result.totalSize, 2_000));
    expect(body.result.totalSize).toBeGreaterThan(200);
  });
});

describe('a vendor that fails', () => {
  const failures: readonly (readonly [string, Instead, number])[] = [
    ['a page for people', { status: 503, body: '<h1>Down for maintenance</h1>' }, 503],
    ['nothing', { status: 500 }, 500],
    ['420', { status: 420, body: '<html></html>' }, 420],
    ['JSON cut off', { status: 200, body: '{"records": [', contentType: 'application/json' }, 502],
    [
      'a connection cut off',
      { status: 200, body: '{"records": [', contentType: 'application/json', cut: true },
      502,
    ],
    [
      'an answer without rows',
      { status: 200, body: '{"requestId": "1"}', contentType: 'application/json' },
      502,
    ],
    ['JSON that is no object', { status: 200, body: '7', contentType: 'application/json' }, 502],
  ];
  it.each(failures)('with %s is told by a status', async (_what, instead, status) => {
    const failing = { on: false };
    const { users, query } = await open({
      facade: {
        instead: ({ url }) => (failing.on && !url.includes('oauth2') ? instead : null),
      },
    });
    await query(contacts);
    failing.on = true;
    expect((await users()).status).toBe(status);
    expect((await query(contacts)).status).toBe(status);
  });

  it('with a dead locator or cursor is told in its own words', async () => {
    const { company, instances, query, users, client } = await open({
      facade: {
        instead: ({ url }) =>
          /query\/0r8/.test(url)
            ? {
                status: 400,
                contentType: 'application/json',
                body: JSON.stringify([
                  { message: 'invalid query locator', errorCode: 'INVALID_QUERY_LOCATOR' },
                ]),
              }
            : null,
      },
    });
    const first = (await (await query('SELECT Id FROM OpportunityHistory')).json()) as {
      result: { nextRecordsUrl?: string };
    };
    const { nextRecordsUrl: locator } = first.result;
    if (locator !== undefined) {
      const dead = await company.post(instances.crm, 'query', 'list', { q: '', locator });
      expect([dead.status, await dead.text()]).toEqual([
        400,
        expect.stringContaining('INVALID_QUERY_LOCATOR'),
      ]);
    }
    const range = { fromDateTime: '2026-01-01T00:00:00Z' };
    const page = await company.post(instances['call-analytics'], 'calls', 'list', range);
    const { connector_metadata: meta } = (await page.json()) as {
      connector_metadata: { pagination: { cursor: string } };
    };
    client.time.now += 2 * 3_600_000;
    const late = await company.post(instances['call-analytics'], 'calls', 'list', {
      ...range,
      cursor: meta.pagination.cursor,
    });
    expect([late.status, await late.text()]).toEqual([
      400,
      expect.stringContaining('cursor has expired'),
    ]);
    expect((await users()).status).toBe(200);
  });

  it('is given up when the client leaves', async () => {
    const { company, instances, users, client } = await open({
      facade: {
        instead: ({ url }) => (url === '/v2/workspaces' ? { status: 200, hang: true } : null),
      },
    });
    const controller = new AbortController();
    const { url, token } = company.service;
    const asked = fetch(
      `${url}/api/v1/connectors/instances/${instances['call-analytics']}/execute`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ entity: 'workspaces', action: 'list' }),
        signal: controller.signal,
      },
    );
    void asked.catch(() => undefined);
    await expect
      .poll(() => client.facade.requests.some((request) => request.url === '/v2/workspaces'))
      .toBe(true);
    controller.abort();
    await expect(asked).rejects.toThrow();
    await expect
      .poll(() => client.facade.abandoned.map((request) => request.url))
      .toEqual(['/v2/workspaces']);
    expect((await users()).status).toBe(200);
  });

  it('gets no secret into an answer, a log or an error', async () => {
    const { users, query, client, company } = await open({
      facade: { instead: ({ url }) => (url.startsWith('/v2/users') ? { status: 500 } : null) },
    });
    const texts = [
      await (await users()).text(),
      await (await query('SELECT Nonsense FROM Contact')).text(),
    ];
    texts.push(JSON.stringify(company.service.calls()));
    const { accessKeySecret, crmApp } = client.facade.accounts;
    const bearers = client.facade.requests.map(({ headers }) => String(headers.authorization));
    for (const secret of [accessKeySecret, crmApp.clientSecret, ...bearers])
      for (const text of texts) expect(text).not.toContain(secret);
  });
});
