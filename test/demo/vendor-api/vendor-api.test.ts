import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { basicOf, type FacadeClient, openFacade } from '../../support/facade.ts';

type Body = Readonly<Record<string, unknown>> & {
  readonly records: Readonly<Record<string, unknown>>;
};

let client: FacadeClient;
beforeAll(async () => {
  client = await openFacade();
});
afterAll(() => client.close());

async function open(...options: Parameters<typeof openFacade>): Promise<FacadeClient> {
  const own = await openFacade(...options);
  onTestFinished(() => own.close());
  return own;
}

const json = async (answer: Promise<Response>) => (await (await answer).json()) as Body;
const rowsOf = (body: Body, key: string) => body[key] as readonly Record<string, unknown>[];
const statistics = { filter: { fromDate: '2026-09-01', toDate: '2026-10-01' } };

async function someCalls(): Promise<readonly string[]> {
  const dates = 'fromDateTime=2026-09-01T00:00:00Z&toDateTime=2026-10-01T00:00:00Z';
  const body = await json(client.platform(`/v2/calls?${dates}`));
  return rowsOf(body, 'calls').map(({ id }) => String(id));
}

describe('the call platform', () => {
  it.each([
    ['/v2/users', undefined, 'users'],
    [
      '/v2/calls?fromDateTime=2026-01-01T00:00:00Z&toDateTime=2026-11-01T00:00:00Z',
      undefined,
      'calls',
    ],
    ['/v2/calls/extensive', { filter: {} }, 'calls'],
    ['/v2/calls/transcript', { filter: {} }, 'callTranscripts'],
    ['/v2/stats/activity/aggregate', statistics, 'usersAggregateActivityStats'],
    ['/v2/stats/activity/day-by-day', statistics, 'usersDetailedActivities'],
    ['/v2/stats/interaction', statistics, 'peopleInteractionStats'],
    ['/v2/stats/activity/scorecards', { filter: {} }, 'answeredScorecards'],
  ])('answers %s in pages, with a cursor on all but the last', async (path, body, key) => {
    let cursor: unknown;
    let seen = 0;
    for (let number = 0; number < 3; number += 1) {
      const asked = cursor === undefined ? body : body && { ...body, cursor };
      const more =
        cursor === undefined || body ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
      const page = await json(client.platform(path + more, asked));
      expect(Object.keys(page).slice(0, 3)).toEqual(['requestId', 'records', key]);
      const { totalRecords, currentPageSize, currentPageNumber } = page.records;
      seen += Number(currentPageSize);
      expect([currentPageSize, currentPageNumber]).toEqual([rowsOf(page, key).length, number]);
      ({ cursor } = page.records);
      expect('cursor' in page.records).toBe(seen < Number(totalRecords));
      if (cursor === undefined) break;
    }
  });

  it('answers the lists that come whole, under their own keys', async () => {
    const workspaces = rowsOf(await json(client.platform('/v2/workspaces')), 'workspaces');
    expect(Object.keys(workspaces[0]!)).toEqual(['id', 'name', 'description']);
    const { id } = workspaces[0]!;
    const trackers = await json(client.platform(`/v2/settings/trackers?workspaceId=${id}`));
    expect(Object.keys(trackers)).toEqual(['requestId', 'keywordTrackers']);
    const folders = rowsOf(
      await json(client.platform(`/v2/library/folders?workspaceId=${id}`)),
      'folders',
    );
    const content = await json(
      client.platform(`/v2/library/folder-content?folderId=${folders[1]!.id}`),
    );
    expect(Object.keys(content)).toEqual([
      'requestId',
      'id',
      'name',
      'createdBy',
      'updated',
      'calls',
    ]);
    expect(rowsOf(content, 'calls')).toHaveLength(260);
    const all = await json(client.platform('/v2/settings/scorecards'));
    const filtered = await json(client.platform(`/v2/settings/scorecards?workspaceId=${id}`));
    expect(rowsOf(filtered, 'scorecards')).toHaveLength(rowsOf(all, 'scorecards').length);
  });

  it('shows coaching as lists of call ids by metric', async () => {
    const users = rowsOf(await json(client.platform('/v2/users')), 'users');
    const manager = String(users.find(({ managerId }) => managerId !== null)!.managerId);
    const workspaces = rowsOf(await json(client.platform('/v2/workspaces')), 'workspaces');
    const query = `workspace-id=${workspaces[0]!.id}&manager-id=${manager}&from=2026-09-01T00:00:00-07:00&to=2026-10-01T00:00:00-07:00`;
    const [data] = rowsOf(await json(client.platform(`/v2/coaching?${query}`)), 'coachingData');
    expect(data!.manager).toMatchObject({ id: manager, firstName: expect.any(String) });
    const lists = (data!.directReportsMetrics as { metrics: Record<string, string[]> }[]).flatMap(
      ({ metrics }) => Object.values(metrics),
    );
    expect(lists.flat().length).toBeGreaterThan(0);
    expect(lists.flat().every((id) => /^\d+$/.test(id))).toBe(true);
  });

  it('hides automatic reviews unless asked for them, and knows no calls in their filter', async () => {
    const ask = async (filter: object) =>
      Number(
        (await json(client.platform('/v2/stats/activity/scorecards', { filter }))).records
          .totalRecords,
      );
    const [manual, automatic, both, byCall] = [
      await ask({}),
      await ask({ reviewMethod: 'AUTOMATIC' }),
      await ask({ reviewMethod: 'BOTH' }),
      await ask({ callIds: ['1'], reviewerUserIds: ['1'], fromDateTime: '2100-01-01T00:00:00Z' }),
    ];
    expect(automatic).toBeGreaterThan(0);
    expect(manual + automatic).toBe(both);
    expect(byCall).toBe(manual);
    const empty = await client.platform('/v2/stats/activity/scorecards', {
      filter: { reviewFromDate: '2100-01-01' },
    });
    expect(empty.status).toBe(404);
  });

  it('writes the ids of reviews as integers beyond 2^53', async () => {
    const answer = await client.platform('/v2/stats/activity/scorecards', { filter: {} });
    expect(await answer.text()).toMatch(/"answeredScorecardId":\d{17,}/);
  });

  it.each([
    [
      'an empty range',
      '/v2/calls?fromDateTime=1999-01-01T00:00:00Z&toDateTime=1999-01-02T00:00:00Z',
      undefined,
      404,
      'No calls found corresponding to the provided filters',
    ],
    [
      'an unknown call',
      '/v2/calls/1234567890123456789',
      undefined,
      404,
      'Call ID 1234567890123456789 was not found',
    ],
    ['dates left out', '/v2/calls', undefined, 400, 'fromDateTime: must not be null'],
    ['a filter left out', '/v2/calls/extensive', {}, 400, 'filter: must not be null'],
    ['another method', '/v2/users', {}, 405, 'Method Not Allowed'],
  ])('refuses %s in the recorded form', async (_what, path, body, status, text) => {
    const answer = await client.platform(path, body);
    const { requestId, errors } = await json(Promise.resolve(answer));
    expect([answer.status, (errors as string[])[0]]).toEqual([status, text]);
    expect(answer.headers.get('x-traceid')).toBe(requestId);
  });

  it('counts three calls a second and answers the fourth with Retry-After', async () => {
    const own = await open({
      platformLimits: { perSecond: 3, perDay: 10_000 },
      monotonic: () => 0,
    });
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await own.platform('/v2/workspaces'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]!.headers.get('retry-after')).toBe('1');
  });

  it('answers a missing scope with 401 and its name', async () => {
    const own = await open({ scopes: ['api:users:read', 'api:calls:read:extensive'] });
    expect((await own.platform('/v2/users')).status).toBe(200);
    const media = { filter: {}, contentSelector: { exposedFields: { media: true } } };
    for (const [path, body, scope] of [
      ['/v2/workspaces', undefined, 'api:workspaces:read'],
      ['/v2/calls/extensive', media, 'api:calls:read:media-url'],
    ] as const) {
      const answer = await own.platform(path, body);
      expect(answer.status).toBe(401);
      expect(await answer.text()).toContain(`You don't have permission to use '${scope}'`);
    }
  });

  it('serves recordings at presigned addresses, by GET alone, without Authorization, for so long', async () => {
    const [id] = await someCalls();
    const body = { filter: { callIds: [id] }, contentSelector: { exposedFields: { media: true } } };
    const row = rowsOf(await json(client.platform('/v2/calls/extensive', body)), 'calls')[0]!;
    const { audioUrl } = row.media as { audioUrl: string };
    const part = await fetch(audioUrl, { headers: { range: 'bytes=0-0' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 1]);
    expect(part.headers.get('content-range')).toMatch(/^bytes 0-0\/\d+$/);
    expect((await fetch(audioUrl, { method: 'HEAD' })).status).toBe(403);
    expect((await fetch(audioUrl, { headers: { authorization: 'Bearer x' } })).status).toBe(400);
    expect((await fetch(audioUrl.replace(/Expires=\d+/, 'Expires=99999'))).status).toBe(403);
    client.time.now += 8 * 3_600_000;
    expect((await fetch(audioUrl)).status).toBe(403);
    client.time.now -= 8 * 3_600_000;
  });

  it('gives out refresh tokens that work once', async () => {
    const own = await open();
    const { accounts } = own.facade;
    const basic = basicOf(accounts.platformApp.clientId, accounts.platformApp.clientSecret);
    const refresh = (refresh_token: string) =>
      own.token(
        '/oauth2/generate-customer-token',
        { grant_type: 'refresh_token', refresh_token },
        basic,
      );
    const first = await refresh(accounts.platformRefreshToken);
    const tokens = (await first.json()) as Record<string, string>;
    expect(tokens.api_base_url_for_customer).toBe(own.facade.url);
    const again = await refresh(accounts.platformRefreshToken);
    expect([again.status, ((await again.json()) as Body).error]).toEqual([400, 'invalid_grant']);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await own.platform('/v2/users', undefined, { headers })).status).toBe(200);
    own.time.now += 25 * 3_600_000;
    expect((await own.platform('/v2/users', undefined, { headers })).status).toBe(401);
    expect((await refresh(tokens.refresh_token!)).status).toBe(200);
  });

  it.each([
    ['a wrong secret', { authorization: basicOf('key', 'wrong') }],
    ['nothing', { authorization: '' }],
  ])('lets nobody in with %s', async (_what, headers) => {
    expect((await client.platform('/v2/users', undefined, { headers })).status).toBe(401);
  });
});

describe('the CRM', () => {
  const data = '/services/data/v65.0';
  const query = (q: string, headers: Record<string, string> = {}) =>
    client.crm(`${data}/query?q=${encodeURIComponent(q)}`, { headers });

  it('answers a query in batches, by nextRecordsUrl, with the total on every page', async () => {
    const pages: Body[] = [];
    let path: string | undefined = `${data}/query?q=SELECT+Id+FROM+Contact`;
    while (path !== undefined) {
      const page = await json(
        client.crm(path, { headers: { 'sforce-query-options': 'batchSize=200' } }),
      );
      pages.push(page);
      path = page.nextRecordsUrl as string | undefined;
    }
    const records = pages.flatMap((page) => rowsOf(page as Body, 'records'));
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.map(({ totalSize }) => totalSize))).toEqual(new Set([records.length]));
    expect(new Set(records.map(({ Id }) => Id)).size).toBe(records.length);
    expect(pages[0]!.nextRecordsUrl).toMatch(/^\/services\/data\/v65\.0\/query\/0r8\w{15}-200$/);
    expect(pages.at(-1)).toMatchObject({ done: true });
    expect(pages.at(-1)).not.toHaveProperty('nextRecordsUrl');
    const whole = await json(query('SELECT Id FROM Contact'));
    expect(rowsOf(whole, 'records')).toHaveLength(Math.min(records.length, 2_000));
  });

  it('answers records, searches and child lists under the version that was asked for', async () => {
    const found = await json(
      query('SELECT Id, (SELECT Id FROM Contacts LIMIT 1) FROM Account LIMIT 3'),
    );
    const { Id, attributes } = rowsOf(found, 'records')[0]!;
    expect(attributes).toEqual({ type: 'Account', url: `${data}/sobjects/Account/${Id}` });
    const record = await json(client.crm(`${data}/sobjects/Account/${Id}?fields=Name`));
    expect(Object.keys(record)).toEqual(['attributes', 'Id', 'Name']);
    const word = /\w{4,}/.exec(String(record.Name))![0];
    const search = `FIND {${word}} RETURNING Account(Id)`;
    const hits = await json(client.crm(`${data}/search?q=${encodeURIComponent(search)}`));
    expect(rowsOf(hits, 'searchRecords').map((hit) => hit.Id)).toContain(Id);
  });

  it('refuses a long address, and takes the same statement in a batch', async () => {
    const ids = Array.from({ length: 900 }, (_, n) => `'001${String(n).padStart(12, '0')}'`);
    const q = `SELECT Id FROM Account WHERE Id IN (${ids})`;
    expect((await query(q)).status).toBe(414);
    const batch = {
      batchRequests: [
        { method: 'GET', url: `v65.0/query?q=${encodeURIComponent(q)}` },
        { method: 'GET', url: 'v65.0/query?q=SELECT+Nothing+FROM+Account' },
      ],
    };
    const body = await json(
      client.crm(`${data}/composite/batch`, { method: 'POST', body: JSON.stringify(batch) }),
    );
    expect(body.hasErrors).toBe(true);
    const [first, second] = rowsOf(body, 'results');
    expect(first).toMatchObject({ statusCode: 200, result: { done: true } });
    expect(second).toMatchObject({ statusCode: 400, result: [{ errorCode: 'INVALID_FIELD' }] });
  });

  it('tells the calls of the day on every answer, and refuses beyond them', async () => {
    const own = await open({ crmPerDay: 3, crmUsedByOthers: 1 });
    const answers = [];
    for (let n = 0; n < 3; n += 1)
      answers.push(await own.crm(`${data}/query?q=SELECT+Id+FROM+User+LIMIT+1`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
    expect(answers.map(({ headers }) => headers.get('sforce-limit-info'))).toEqual([
      'api-usage=2/3',
      'api-usage=3/3',
      'api-usage=4/3',
    ]);
    const [problem] = (await answers[2]!.json()) as unknown as Body[];
    expect(problem!.errorCode).toBe('REQUEST_LIMIT_EXCEEDED');
    expect((await fetch(`${own.facade.url}/services/data`)).status).toBe(200);
  });

  it.each([
    ['a dead locator', `${data}/query/0r8nothing-2000`, 400, 'INVALID_QUERY_LOCATOR'],
    ['an unknown resource', `${data}/nothing`, 404, 'NOT_FOUND'],
    ['an unknown version', '/services/data/v12.0/query?q=SELECT+Id+FROM+User', 404, 'NOT_FOUND'],
    ['an unknown record', `${data}/sobjects/Account/001000000000000AAA`, 404, 'NOT_FOUND'],
  ])('refuses %s in the recorded form', async (_what, path, status, code) => {
    const answer = await client.crm(path);
    const [problem] = (await answer.json()) as unknown as Body[];
    expect([answer.status, problem!.errorCode]).toEqual([status, code]);
  });

  it('serves files with or without ranges, or from elsewhere', async () => {
    const q =
      'SELECT Id FROM Attachment WHERE BodyLength > 100 AND BodyLength < 100000 ORDER BY Id DESC LIMIT 1';
    const { Id } = rowsOf(await json(query(q)), 'records')[0]!;
    const path = `${data}/sobjects/Attachment/${Id}/Body`;
    const init = { headers: { range: 'bytes=0-9' } };
    expect((await client.crm(path, init)).status).toBe(206);
    const whole = await open({ fileRanges: false });
    expect((await whole.crm(path, init)).status).toBe(200);
    const elsewhere = await open({ fileRedirect: (from) => `https://files.example${from}` });
    const answer = await elsewhere.crm(path, init);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `https://files.example${path}`,
    ]);
  });

  it('rotates refresh tokens where the app is set up so', async () => {
    for (const crmRotation of [false, true]) {
      const own = await open({ crmRotation });
      const { crmApp, crmRefreshToken } = own.facade.accounts;
      const refresh = () =>
        own.token('/services/oauth2/token', {
          grant_type: 'refresh_token',
          refresh_token: crmRefreshToken,
          client_id: crmApp.clientId,
          client_secret: crmApp.clientSecret,
        });
      const first = (await (await refresh()).json()) as Record<string, string>;
      expect(first.instance_url).toBe(own.facade.url);
      expect(first).not.toHaveProperty('expires_in');
      expect('refresh_token' in first).toBe(crmRotation);
      expect((await refresh()).status).toBe(crmRotation ? 400 : 200);
    }
  });

  it('ends sessions and says so as the CRM does', async () => {
    const own = await open();
    const ask = () => own.crm(`${data}/query?q=SELECT+Id+FROM+User+LIMIT+1`);
    expect((await ask()).status).toBe(200);
    own.facade.endSessions();
    const answer = await ask();
    expect([answer.status, await answer.json()]).toEqual([
      401,
      [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }],
    ]);
  });
});

describe('a fault', () => {
  it('replaces an answer, cuts it, or comes after the request took effect', async () => {
    const own = await open({
      instead: ({ url }) =>
        url.startsWith('/v2/users')
          ? { status: 503, body: '<h1>Service unavailable</h1>' }
          : url.startsWith('/v2/workspaces')
            ? { status: 200, body: '{"workspaces":[', contentType: 'application/json', cut: true }
            : url.startsWith('/oauth2')
              ? { status: 502, afterwards: true }
              : null,
    });
    const answer = await own.platform('/v2/users');
    expect([answer.status, await answer.text()]).toEqual([503, '<h1>Service unavailable</h1>']);
    await expect(own.platform('/v2/workspaces').then((cut) => cut.text())).rejects.toThrow();
    const { platformApp, platformRefreshToken } = own.facade.accounts;
    const form = { grant_type: 'refresh_token', refresh_token: platformRefreshToken };
    const basic = basicOf(platformApp.clientId, platformApp.clientSecret);
    const lost = await own.token('/oauth2/generate-customer-token', form, basic);
    expect([lost.status, await lost.text()]).toEqual([502, '']);
  });
});
