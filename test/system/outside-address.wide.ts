/** Addresses that the vendors name, wherever they name them: what is no https, or elsewhere than it may be, is an error with a code, and is never opened. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startAccountService } from '../../src/connector-service/service.ts';
import { openVendorBackend } from '../../src/connector-service/vendor/open.ts';
import { users } from '../../src/contract/calls/user.ts';
import { accounts } from '../../src/contract/crm/entity.ts';
import { createMediaLinks } from '../../src/server/media-link.ts';
import { createConnector } from '../../src/upstream/connector.ts';
import { unhurried } from '../support/connect.ts';
import { startSmallServer } from '../support/small-server.ts';

/** Where the vendors' answers name an address. */
type Site = 'recording' | 'file' | 'platform base' | 'CRM base' | 'next page';

/** A machine of the internet would be asked at the documentation's addresses; nobody answers there. */
const refused = [
  'http://192.0.2.1/x',
  'http://vendor.example/x',
  'https://10.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://intranet/x',
  'https://user:password@127.0.0.1/x',
  'ftp://127.0.0.1/x',
  'file:///etc/hostname',
  'data:text/plain,x',
  'javascript:0',
  'ws://127.0.0.1/x',
];

async function open(site: Site, address: string) {
  const requests: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await text(request);
    const { url = '' } = request;
    requests.push(url.split('?')[0]!);
    const json = (body: object): void => void response.end(JSON.stringify(body));
    if (url.startsWith('/oauth2') || url.startsWith('/services/oauth2')) {
      const isPlatform = url.startsWith('/oauth2');
      return json({
        access_token: 'access',
        refresh_token: 'next',
        ...(isPlatform && site === 'platform base' && { api_base_url_for_customer: address }),
        ...(!isPlatform && site === 'CRM base' && { instance_url: address }),
      });
    }
    if (url === '/v2/calls/extensive') return json({ calls: [{ media: { audioUrl: address } }] });
    if (url.startsWith('/v2/users')) return json({ users: [{ id: '1' }], records: {} });
    if (url.includes('ContentVersion%20'))
      return json({ totalSize: 1, done: true, records: [{ Title: 'a', ContentSize: 9 }] });
    if (url.includes('/query')) {
      const next = site === 'next page' ? { done: false, nextRecordsUrl: address } : { done: true };
      return json({ totalSize: 2, ...next, records: [{ Id: '001000000000001AAA' }] });
    }
    if (url.includes('/VersionData'))
      return void response.writeHead(302, { location: address }).end();
    response.writeHead(404).end('{}');
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = { refresh_token: 'first', client_id: 'id', client_secret: 'secret' };
  const service = await startAccountService({
    vendor: openVendorBackend({ file: ':memory:', key: Buffer.alloc(32, 7) }),
    accounts: {
      'call-analytics': { ...account, base_url: base, login_url: base },
      crm: { ...account, instance_url: base },
    },
    report: () => undefined,
  });
  const budget = { perSecond: null, perDay: null };
  const connector = createConnector({
    baseUrl: service.url,
    credential: { kind: 'token', token: service.token },
    instances: {
      'call-analytics': { id: service.instances.callAnalytics!, budget },
      crm: { id: service.instances.crm!, budget, locatorParam: 'locator' },
    },
    limits: unhurried,
  });
  const links = createMediaLinks({
    key: Buffer.alloc(32, 1),
    base: () => gateway.url,
    lifeSeconds: 600,
    now: Date.now,
  });
  const gateway = await startSmallServer({
    media: { links, connector: () => connector, share: { calls: 1_000 } },
  });
  onTestFinished(async () => {
    await gateway.close();
    await connector.close();
    await service.close();
    server.closeAllConnections();
    server.close();
  });
  const media = async (entity: string, id: string) => {
    const answer = await fetch(links.url({ tenant: 'default', entity, id }));
    const { errors } = (await answer.json()) as { errors: { extensions: { code: string } }[] };
    return [answer.status, errors[0]?.extensions.code];
  };
  const q = 'SELECT Id FROM Account';
  const rows = (locator?: string) =>
    connector.execute(accounts, 'list', { q }, { locator, cache: 'off' });
  const platform = () => connector.execute(users, 'list', {}, { cache: 'off' });
  return { requests, connector, media, rows, platform };
}

const code = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'rows',
    (error: { readonly code?: unknown }) => error.code,
  );

describe.each(refused)('%s', (address) => {
  it.each([
    ['recording', 'call_audio', '1234567890123456789'],
    ['file', 'content_versions', '068000000000001AAA'],
  ] as const)('is not opened for a %s', async (site, entity, id) => {
    const { media, requests, connector, platform, rows } = await open(site, address);
    // More than a breaker looks at: such a file must not shut the way to all others.
    for (let n = 0; n < 25; n += 1)
      expect(await media(entity, id)).toEqual([502, 'UPSTREAM_BAD_RESPONSE']);
    const system = site === 'recording' ? 'call-analytics' : 'crm';
    expect(connector.health(system)?.state).toBe('closed');
    expect(await code(site === 'recording' ? platform() : rows())).toBe('rows');
    // Each was tried once: it is the same next time.
    const path =
      site === 'recording'
        ? '/v2/calls/extensive'
        : requests.find((one) => one.includes('VersionData'))!;
    expect(requests.filter((one) => one === path).length).toBeLessThanOrEqual(25);
  });

  it.each([
    ['platform base', ({ platform }: Awaited<ReturnType<typeof open>>) => platform()],
    ['CRM base', ({ rows }: Awaited<ReturnType<typeof open>>) => rows()],
  ] as const)('is not opened as a %s', async (site, ask) => {
    const world = await open(site, address);
    for (let n = 0; n < 5; n += 1) expect(await code(ask(world))).toBe('UPSTREAM_BAD_RESPONSE');
    // One sign-in a minute, and nothing with its token.
    expect(world.requests).toHaveLength(1);
  });

  it('is not followed as the next page', async () => {
    const { rows, requests } = await open('next page', address);
    await rows();
    expect(await code(rows(address))).toMatch(/^(BAD_USER_INPUT|CURSOR_EXPIRED|UPSTREAM_BAD_RE)/);
    expect(requests.filter((one) => one.includes('/query'))).toHaveLength(1);
  });
});
