import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { hostRuleOf } from '../../src/main/host-rule.ts';
import { createMediaLinks } from '../../src/server/media-link.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';

const links = createMediaLinks({
  key: Buffer.alloc(32),
  base: () => new URL('http://x'),
  lifeSeconds: 60,
  now: Date.now,
});
const media = new URL(links.url({ tenant: 'gone', entity: 'call_audio', id: '1' })).pathname;

const start = (allowsHost: ReturnType<typeof hostRuleOf>) =>
  startSmallServer({
    allowsHost,
    admin: { host: '127.0.0.1', port: 0 },
    media: { links, connector: () => null, share: { calls: 1 } },
  });

const post = { 'content-type': 'application/json' };
const body = '{"query":"{ hello }"}';
/** Everything that can be asked, and what it answers to whoever may ask. */
const doors: readonly (readonly [
  port: 'url' | 'adminUrl',
  line: string,
  status: number,
  body: string,
])[] = [
  ['url', 'POST /graphql', 200, body],
  ['url', 'GET /graphql?query=%7Bhello%7D', 200, ''],
  ['url', 'OPTIONS /graphql', 204, ''],
  ['url', 'GET /', 200, ''],
  ['url', 'GET /graphiql/assets/x.js', 404, ''],
  ['url', `GET ${media}`, 403, ''],
  ['url', 'GET /nothing', 404, ''],
  ['adminUrl', 'GET /nothing', 404, ''],
];
const probes = ['GET /healthz', 'GET /readyz', 'GET /metrics'];

const own = [
  'localhost',
  'LOCALHOST:4000',
  'localhost.',
  'graph.localhost:1',
  '127.0.0.1:80',
].concat(['127.9.8.7', '[::1]', '[::1]:4000']);
const foreign = [
  'evil.example',
  'evil.example:4000',
  'localhost.evil.example',
  'evil-localhost',
  '127.0.0.1.evil.example',
  '128.0.0.1',
  '0.0.0.0',
  '[::2]',
  'evil.example@localhost',
  'localhost/evil.example',
  '127.0.0.256',
  '127.999.1.1',
  'localhost evil.example',
  'localhost:80:80',
  '',
];

const ask = async (
  server: SmallServer,
  [port, line, , text]: (typeof doors)[number],
  host: string,
) =>
  (
    await sendRaw(
      server[port]!,
      rawRequest(line, { ...post, accept: 'application/json', host }, text),
    )
  ).status;

describe('a server that asks nobody who he is', () => {
  let server: SmallServer;
  beforeAll(async () => {
    server = await start(hostRuleOf(loadConfig({})));
  });
  afterAll(() => server.close());

  it.each(own)('answers to %s', async (host) => {
    for (const door of doors)
      expect([door[1], await ask(server, door, host)]).toEqual([door[1], door[2]]);
  });

  it.each(foreign)('does not answer to "%s", and resolves nothing for it', async (host) => {
    const before = server.graph.resolved();
    for (const door of doors) {
      const status = await ask(server, door, host);
      // What is no host at all Node refuses by itself.
      expect([door[1], [400, 421].includes(status)]).toEqual([door[1], true]);
    }
    expect(server.graph.resolved()).toBe(before);
  });

  it('answers probes and figures under any name', async () => {
    for (const host of [...own, 'evil.example', '10.1.2.3:9090'])
      for (const line of probes)
        expect((await sendRaw(server.adminUrl!, rawRequest(line, { host }))).status).toBe(200);
  });

  it('refuses requests that name no server, or that leave open which', async () => {
    for (const url of [server.url, server.adminUrl!])
      for (const text of [
        'GET /healthz HTTP/1.1\r\nhost: localhost\r\nHost: localhost\r\nconnection: close\r\n\r\n',
        'GET /healthz HTTP/1.1\r\nhost: localhost\r\nHOST: evil.example\r\nconnection: close\r\n\r\n',
        'GET http://localhost/healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
        'GET http://evil.example/healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
        'GET healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
        'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n',
      ])
        expect((await sendRaw(url, text)).status).toBe(400);
    expect((await sendRaw(server.url, 'GET / HTTP/1.0\r\n\r\n')).status).toBe(421);
  });
});

describe('names that are configured', () => {
  it.each([
    ['', 'http://graph.example:8080', ['graph.example', 'localhost'], ['evil.example']],
    [
      'graph.example, [fd00::1]',
      '',
      ['Graph.Example:443', '[fd00::1]:80', '127.0.0.1'],
      ['[fd00::2]'],
    ],
    ['*', '', ['evil.example'], []],
  ])('ALLOWED_HOSTS=%s and PUBLIC_URL=%s', async (ALLOWED_HOSTS, PUBLIC_URL, answered, refused) => {
    const server = await start(hostRuleOf(loadConfig({ ALLOWED_HOSTS, PUBLIC_URL })));
    for (const host of answered) expect(await ask(server, doors[0]!, host)).toBe(200);
    for (const host of refused) expect(await ask(server, doors[0]!, host)).toBe(421);
    await server.close();
  });

  it('are not needed where a credential is', () => {
    const config = loadConfig({});
    const guarded = {
      ...config,
      access: { tenants: new Map(), roles: new Map(), keys: [], issuers: [] },
    };
    expect(hostRuleOf(guarded)).toBeNull();
    const named = loadConfig({ ALLOWED_HOSTS: 'graph.example' });
    expect(hostRuleOf({ ...guarded, environment: named.environment })!('evil.example')).toBe(false);
  });

  it.each(['https://graph.example', 'graph.example:80', 'a b'])('may not be "%s"', (text) => {
    expect(() => loadConfig({ ALLOWED_HOSTS: text })).toThrow(/ALLOWED_HOSTS: expected host names/);
  });
});
