/** What stands between a gateway and a vendor: pages of portals, redirects, compression nobody wanted, addresses that lead elsewhere. */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BackendOperation } from '../../../src/connector-service/backend.ts';
import { vendorHttp } from '../../../src/connector-service/vendor/http.ts';
import {
  openVendorBackend,
  type VendorOptions,
} from '../../../src/connector-service/vendor/open.ts';

/** A vendor that answers so, and everything it was asked. */
async function vendorThat(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: VendorOptions = {},
) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    if (request.url?.startsWith('/services/oauth2') !== true) return answer(request, response);
    response.end(JSON.stringify({ access_token: 'canary', instance_url: url }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const backend = openVendorBackend(options);
  onTestFinished(() => {
    backend.close();
    server.closeAllConnections();
    server.close();
  });
  const fields = {
    crm: { client_id: 'a', client_secret: 'b', instance_url: url },
    'call-analytics': { access_key: 'a', access_key_secret: 'b', base_url: url },
  };
  const ask = (
    system: keyof typeof fields,
    operation: Pick<BackendOperation, 'entity' | 'action' | 'params'>,
    page: BackendOperation['page'] = null,
  ) =>
    backend.execute({
      ...operation,
      system,
      page,
      instance: { id: system, credentials: () => fields[system] },
    });
  return { url, requests, ask };
}

const users = { entity: 'users', action: 'list', params: {} } as const;
const accounts = {
  entity: 'accounts',
  action: 'list',
  params: { q: 'SELECT Id FROM Account' },
} as const;

it.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is not followed, whatever comes with it, and the session stays',
  async (status) => {
    let visits = 0;
    const elsewhere = await vendorThat((_, response) => {
      visits += 1;
      response.end('{}');
    });
    for (const body of ['', '{}', '[]', '<html>']) {
      const { ask } = await vendorThat((_, response) =>
        response.writeHead(status, { location: `${elsewhere.url}/login` }).end(body),
      );
      const refused = {
        status: 502,
        body: `What answered ${status} is not the vendor's API: a proxy, or another address`,
      };
      await expect(ask('call-analytics', users)).rejects.toMatchObject(refused);
      await expect(ask('crm', accounts)).rejects.toMatchObject(refused);
    }
    expect(visits).toBe(0);
  },
);

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (text: Buffer) => text],
] as const)('a body in %s is read, though nobody wanted it so', async (encoding, encode) => {
  const text = '{"users":[{"id":"12345678901234567890"}],"records":{"totalRecords":1}}';
  const { ask, requests } = await vendorThat((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(encode(Buffer.from(text))),
  );
  expect(await ask('call-analytics', users)).toMatchObject({
    rows: [{ id: '12345678901234567890' }],
  });
  expect(requests[0]!.headers['accept-encoding']).toBe('identity');
});

it.each([
  ['gzip', Buffer.from('{}'), 'that is none'],
  ['zstd', Buffer.from('{}'), 'nobody knows'],
  ['gzip', gzipSync(Buffer.alloc(20_000)), 'larger than an answer may be'],
  ['gzip', gzipSync(Buffer.from('{"users":[]}')).subarray(0, 20), 'cut off'],
])('a body in %s %#, %s, is a refusal', async (encoding, body) => {
  const { url } = await vendorThat((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body),
  );
  const http = vendorHttp({ answerBytes: 10_000 });
  onTestFinished(() => http.close());
  await expect(http.send({ method: 'GET', url: `${url}/x`, from: url })).rejects.toMatchObject({
    status: 502,
    body: 'The vendor answered in an encoding that cannot be read',
  });
});

it('a version that the CRM has not is named; a record that it has not stays one', async () => {
  const body = [{ message: 'The requested resource does not exist', errorCode: 'NOT_FOUND' }];
  const { ask } = await vendorThat((_, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  );
  const unknown = { status: 400, body: [{ errorCode: 'UNSUPPORTED_API_VERSION' }] };
  await expect(ask('crm', accounts)).rejects.toMatchObject(unknown);
  const search = { entity: 'accounts', action: 'search', params: { q: 'FIND {a}' } } as const;
  await expect(ask('crm', search)).rejects.toMatchObject(unknown);
  const one = { entity: 'accounts', action: 'get', params: { id: '001000000000001AAA' } } as const;
  await expect(ask('crm', one)).rejects.toMatchObject({ status: 404, body });
});

it('a next page elsewhere is never asked for', async () => {
  const { ask, requests } = await vendorThat((_, response) => response.end('{}'));
  for (const nextRecordsUrl of [
    'https://evil.example/services/data/v65.0/query/0r8-2000',
    '//evil.example/services/data/v65.0/query/0r8-2000',
    '@evil.example/services/data/v65.0/query/0r8-2000',
    '.evil.example/services/data/v65.0/query/0r8-2000',
    '/services/data/v65.0/query/../sobjects',
    '/services/data/v65.0/query/0r8-2000?x=1',
    '/services/data/v65.0/query/0r8-2000\r\nx: y',
    '/services/data/v65.0/query/0r8-2000\n',
    7,
  ])
    await expect(ask('crm', accounts, { nextRecordsUrl })).rejects.toMatchObject({
      status: 400,
      body: [{ errorCode: 'INVALID_QUERY_LOCATOR' }],
    });
  expect(requests).toEqual([]);
});

describe('answered scorecards that are stored', () => {
  const time = { now: Date.parse('2026-09-15T12:00:00Z') };
  const review = (id: number) => ({
    answeredScorecardId: String(id),
    reviewTime: '2026-09-14T10:00:00+02:00',
    answers: [],
  });
  /** Two pages of the newest days, unless the second is lost; none of any other. */
  const reviewing = async (file?: string) => {
    let isLost = false;
    const vendor = await vendorThat(
      async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        const { filter, cursor } = JSON.parse(body);
        if (filter.reviewToDate !== undefined || (cursor !== undefined && isLost))
          return void response
            .writeHead(404, { 'content-type': 'application/json' })
            .end('{"errors":["No answered scorecards found"]}');
        const records = { totalRecords: 2, ...(cursor === undefined && { cursor: 'next' }) };
        const id = cursor === undefined ? 1 : 2;
        response.end(JSON.stringify({ answeredScorecards: [review(id)], records }));
      },
      { clock: () => time.now, ...(file !== undefined && { file }), key: Buffer.alloc(32) },
    );
    const list = () =>
      vendor.ask('call-analytics', {
        entity: 'stats_activity_scorecards',
        action: 'list',
        params: {},
      });
    return { list, lose: (lost: boolean) => (isLost = lost) };
  };
  const both = {
    rows: [{ answeredScorecardId: '1' }, { answeredScorecardId: '2' }],
    totalRecords: 2,
  };

  it('stay when a later page of the vendor’s is not there any more', async () => {
    const { list, lose } = await reviewing();
    expect(await list()).toMatchObject(both);
    time.now += 61_000;
    lose(true);
    await expect(list()).rejects.toMatchObject({ status: 404 });
    time.now += 61_000;
    lose(false);
    expect(await list()).toMatchObject(both);
  });

  it('are written again once they can be, after a failure in the middle', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-reviews-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'accounts.db');
    const { list } = await reviewing(file);
    await list();
    time.now += 61_000;
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec(`CREATE TRIGGER full BEFORE INSERT ON vendor_review
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    await expect(list()).rejects.toThrow('the disk is full');
    other.exec('DROP TRIGGER full');
    expect(await list()).toMatchObject(both);
  });
});
