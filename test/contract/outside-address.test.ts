/** Addresses from outside: which are opened, and that there is one door. */

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { vendorHttp } from '../../src/connector-service/vendor/http.ts';
import { addressFault, isSafeAddress } from '../../src/contract/outside-address.ts';

const hosts = {
  public: [
    'api.vendor.example',
    '203.0.113.9',
    '[2600:1f18::1]',
    'xn--bcher-kva.example',
    'a.b.c.',
  ],
  private: [
    ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '0', '[::]', '[fd00::1]', '[fe80::1]', '[::ffff:10.0.0.1]', '[::ffff:a00:1]'],
    ...['0xa.1', '167772161', '012.0.0.1', 'intranet', 'metadata.google.internal', 'printer.local'],
  ],
  loopback: [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', 'localhost', 'LOCALHOST.'],
    ...['a.localhost', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ],
} as const;
type Network = keyof typeof hosts;
const networks = Object.keys(hosts) as Network[];

const bases = {
  public: 'https://api.vendor.example',
  private: 'https://10.20.30.40',
  loopback: 'http://127.0.0.1:4020',
} as const;

describe('an address that is named', () => {
  const pairs = networks.flatMap((from) => networks.map((to) => [from, to] as const));
  it.each(pairs)('from a %s one at a %s one', (from, to) => {
    for (const host of hosts[to]) {
      const open = (scheme: string, rest = '') =>
        addressFault(`${scheme}://${rest}${host}:8443/recording?a=b`, bases[from]) === null;
      expect([host, open('https')]).toEqual([host, to === 'public' || to === from]);
      // In the clear only from this machine to this machine.
      expect([host, open('http')]).toEqual([host, to === 'loopback' && from === 'loopback']);
      for (const scheme of ['ftp', 'ws', 'wss', 'gopher', 'file', 'data', 'blob', 'javascript'])
        expect([scheme, host, open(scheme)]).toEqual([scheme, host, false]);
      for (const rest of ['user@', 'user:password@', ':password@'])
        expect([rest, host, open('https', rest)]).toEqual([rest, host, false]);
    }
  });

  it.each([
    '',
    '/recording',
    '//',
    '//host/recording',
    'https://',
    'https:',
    'host/recording',
    '\0',
  ])('is refused where it is none: %j', (address) => {
    for (const base of Object.values(bases)) expect(addressFault(address, base)).not.toBeNull();
  });
});

describe('an address that is configured', () => {
  it.each(networks)('at a %s host is https, or http on this machine', (network) => {
    for (const host of hosts[network]) {
      expect([host, isSafeAddress(new URL(`https://${host}`))]).toEqual([host, true]);
      expect([host, isSafeAddress(new URL(`http://${host}`))]).toEqual([
        host,
        network === 'loopback',
      ]);
    }
  });
});

describe('the door to the vendors', () => {
  it.each(['send', 'open'] as const)('stays shut: %s', async (method) => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end('a secret of this machine');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const http = vendorHttp({});
    onTestFinished(async () => {
      await http.close();
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])
      for (const from of [bases.public, bases.private, '', 'no address'])
        await expect(
          http[method]({ method: 'GET', url: `http://${host}:${port}/`, from }),
        ).rejects.toMatchObject({ status: 502, body: { errorCode: 'ADDRESS_REFUSED' } });
    expect(requests).toBe(0);
  });
});

/** Files of src that open connections, each with the addresses it opens. */
const doors: Readonly<Record<string, string>> = {
  'cli/client.ts': 'the server that a person names',
  'cli/doctor-command.ts': 'the configured database, and this gateway',
  'cli/login-command.ts': 'the vendor’s page, by the person’s browser',
  'connector-service/vendor/http.ts': 'the vendors, and what they name: the door',
  'connector-service/vendor/sign-in/token-postgres.ts': 'the configured database',
  'connector-service/vendor/sign-in/token-redis.ts': 'the configured Redis',
  'dashboard/data/client.ts': 'the page’s own server, by the browser',
  'dashboard/data/early-answer.ts': 'the page’s own server, by the browser',
  'dashboard/data/saved-question.ts': 'the page’s own server, by the browser',
  'dashboard/question/question-rows.ts': 'the page’s own server, by the browser',
  'graphiql/frame/chooser.tsx': 'the page’s own server, by the browser',
  'graphiql/graph/ask.ts': 'the page’s own server, by the browser',
  'participants/store/postgres.ts': 'the configured database',
  'server/identity/issuer-key.ts': 'the configured key set, https; a redirect is not followed',
  'server/in-process-fetch.ts': 'this process’s own server, over a pair of streams: no address',
  'server/tracing.ts': 'the configured collector',
  'upstream/bearer-token-provider.ts': 'the configured token address; a redirect is not followed',
  'upstream/shared-store.ts': 'the configured Redis',
  'upstream/transport.ts': 'the configured connector service; a redirect is not followed',
};

/** Files of src whose `fetch` is a function of their own. */
const ownFetch = [
  ...['dashboard/data/screen-code.ts', 'fetch/group-list.ts', 'upstream/connector.ts'],
  ...['graph/calls/answered-scorecard-loader.ts', 'graph/calls/statistic-loader.ts'],
  'upstream/single-flight.ts',
];

const opens: readonly RegExp[] = [
  /^import \{[^}]*\b(?:Agent|Client|Pool|request|stream|pipeline|fetch|connect|WebSocket|EventSource|ProxyAgent|RetryAgent|EnvHttpProxyAgent|getGlobalDispatcher)\b[^}]*\} from 'undici'/m,
  // Under a name of its own a whole module is opened by members that no pattern knows.
  /^import (?!type)(?:\w+|\* as \w+)[^;]* from '(?:undici|node:(?:http|net|dns|child_process)|node:dns\/promises)'/m,
  /from 'node:(?:https|tls|dgram|http2)'|(?:import|require|getBuiltinModule)\('(?:undici|pg|ioredis|node:(?!http'))|(?:import|require)\('node:http'/,
  // Both servers take the module at run time.
  /\bhttp\.(?:request|get|Agent|ClientRequest)\b/,
  /^import (?!type)[^;]*\b(?:request|get|Agent|ClientRequest)\b[^;]* from 'node:http'/m,
  /^import (?!type)[^;]*\b(?:connect|createConnection|Socket)\b[^;]* from 'node:net'/m,
  /^import (?!type)[^;]*\b(?:exec|execFile|spawn|fork)(?:Sync)?\b[^;]* from 'node:child_process'/m,
  /\bnew (?:Redis|Cluster|Client|Pool|pg\.\w+|WebSocket|WebSocketStream|EventSource|XMLHttpRequest|OTLP\w+Exporter)\(/,
  /\bcreateRemoteJWKSet\(|\bsendBeacon\(|\bimportScripts\(/,
  /\b(?:globalThis|window|self)(?:\.fetch\b|\[['"`]fetch)/,
];

/** Whether a file's text opens a connection. */
function opensConnection(file: string, text: string): boolean {
  const values = text
    .replaceAll(/^import type .*$/gm, '')
    .replaceAll(/\btype \w+,?/g, '')
    .replaceAll(/\/\*\*?[\s\S]*?\*\/|^ *\/\/.*$/gm, '');
  // Calls without a receiver; with a body behind the parameters it is a method's declaration.
  const calls = /(?<![.\w#]|async )fetch\((?![^()]*\)(?::|[^;\n]*\{))/;
  const givesAway = /[=(,:?] *fetch *[,;)}]/;
  const fetches = calls.test(values) || givesAway.test(values);
  return fetches !== ownFetch.includes(file) || opens.some((pattern) => pattern.test(values));
}

describe('connections are opened', () => {
  const src = resolve(import.meta.dirname, '../../src');

  it('at one door, and at those that are named here', () => {
    const opening = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('dashboard/graphql/'))
      .filter((file) => opensConnection(file, readFileSync(join(src, file), 'utf8')));
    expect(opening.sort()).toEqual(Object.keys(doors));
  });

  it.each([
    ...['await fetch(url)', 'const answer = fetch(url, { method })', 'void fetch(`/a`).then(b)'],
    ...[
      'globalThis.fetch(url)',
      "window['fetch'](url)",
      'const get = fetch;',
      'run({ get: fetch })',
    ],
    ...['use(fetch)', 'use(url, fetch)', 'const { get = fetch } = options;'],
    ...'http https http2 net tls dgram'
      .split(' ')
      .map((name) => `import ${name} from 'node:${name}';`),
    ...'http net dns child_process undici'
      .split(' ')
      .map((name) => `import * as all from '${name === 'undici' ? '' : 'node:'}${name}';`),
    "import { get } from 'node:http';",
    "import { createServer, request } from 'node:http';",
    "import {\n  createServer,\n  request as open,\n} from 'node:http';",
    "import { createConnection } from 'node:net';",
    "import { request } from 'undici';",
    "import { type Dispatcher, Agent } from 'undici';",
    "import { execFile } from 'node:child_process';",
    "const { request } = await import('node:http');",
    "const undici = await import('undici');",
    "process.getBuiltinModule('node:https').get(url)",
    'http.request(url)',
    'const open = http.get;',
    ...['new WebSocket(url)', 'new EventSource(url)', 'new XMLHttpRequest()', 'new Redis(url)'],
    ...['navigator.sendBeacon(url)', 'createRemoteJWKSet(new URL(url))', 'new pg.Pool({})'],
  ])('would be found: %s', (text) => {
    expect(opensConnection('a.ts', text)).toBe(true);
  });

  it.each([
    ...['cache.fetch(key)', 'this.#fetch(open)', 'async fetch(key) {', 'fetch(key: string): Rows;'],
    ...["import type { Agent } from 'undici';", "import { createServer } from 'node:http';"],
    ...["import { type Dispatcher, errors } from 'undici';", "import { isIP } from 'node:net';"],
  ])('would not be taken for one: %s', (text) => {
    expect(opensConnection('a.ts', text)).toBe(false);
  });
});
