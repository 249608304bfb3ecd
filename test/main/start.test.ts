import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { errorText } from '../../src/main/start-error.ts';
import { greeting } from '../../src/main/startup-banner.ts';
import { isWide, sample } from '../support/cases.ts';
import { runHere, startHere } from '../support/here.ts';
import { startMs } from '../support/patience.ts';
import { drawPort } from '../support/port.ts';
import { launch, run, type Settings, startProcess } from '../support/process.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';
import { seed } from '../support/seed.ts';

const query = '{ accounts(first: 2) { nodes { name contacts(first: 1) { nodes { email } } } } }';

const cli = 'src/cli/main.ts';

const hosted = {
  CONNECTOR_BASE_URL: 'http://127.0.0.1:1',
  CONNECTOR_TOKEN: 'token',
  CALL_ANALYTICS_INSTANCE_ID: 'calls',
  CRM_INSTANCE_ID: 'crm',
};

/** Rights on a file; null where it is not there. */
const modeOf = (path: string): number | null => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : stat.mode & 0o777;
};

const several = {
  ...hosted,
  REDIS_URL: 'redis://127.0.0.1:1',
  WORKERS: '2',
};

/** Whoever is to listen on a taken port says so and ends, before a company is made. */
async function isTaken(port: string): Promise<void> {
  const starts: readonly (readonly [args: string[], settings: Record<string, string>])[] = [
    [['src/main.ts'], { PORT: port }],
    [[cli, 'serve'], { ...several, PORT: port }],
    [[cli, 'serve'], { PORT: '0', ADMIN_PORT: port }],
    [[cli, 'service', '--port', port], {}],
  ];
  const fault = `Expected port ${port} of 127.0.0.1 to be free; something listens there already. PORT or ADMIN_PORT (of \`service\`: --port) chooses another, and 0 any that is free.\n`;
  const tried = sample(starts, 4, seed);
  const ends = await Promise.all(tried.map(([args, settings]) => run(args, settings)));
  expect(ends).toEqual(tried.map(() => ({ code: 1, output: fault })));
}

describe('the greeting', () => {
  it.each(['http://0.0.0.0:4000', 'http://[::]:4000'])(
    'says that links to %s lead nowhere',
    (at) => {
      const addresses = { url: new URL(at), adminUrl: null, serviceUrl: null };
      expect(greeting(loadConfig({}), addresses)).toContain(
        `begin with ${at}, where no other machine`,
      );
      const named = loadConfig({ PUBLIC_URL: 'https://graph.example' });
      expect(greeting(named, addresses)).not.toContain('Links');
    },
  );

  it.each([
    [1, '1 API key, 1 token issuer, 1 tenant'],
    [2, '2 API keys, 2 token issuers, 2 tenants'],
  ])('counts what the access file has: %i', (count, words) => {
    const list = Array.from({ length: count }, (_, at) => [`${at}`, {}] as const);
    const access = { keys: list, issuers: list, tenants: new Map(list), roles: new Map() };
    const addresses = { url: new URL('http://127.0.0.1:4000'), adminUrl: null, serviceUrl: null };
    expect(greeting({ ...loadConfig({}), access } as never, addresses)).toContain(
      `Access     ${words}\n`,
    );
  });

  it.each([
    [2, '2 keys show all rows that the connected user sees: key-0, key-1\n'],
    [5, '5 keys show all rows that the connected user sees: key-0, key-1, key-2 and 2 more\n'],
  ])('names keys that show all rows, up to three: %i', (count, words) => {
    const keys = Array.from({ length: count }, (_, at) => ({
      ...{ name: `key-${at}`, tenant: 'acme', roles: ['plain'] },
    }));
    const access = {
      ...{ keys: [...keys, { name: 'own', tenant: 'acme', roles: [] }], issuers: [] },
      tenants: new Map([['acme', { rows: 'own' }]]),
      roles: new Map([['plain', { permissions: [], rows: null }]]),
    };
    const addresses = { url: new URL('http://127.0.0.1:4000'), adminUrl: null, serviceUrl: null };
    expect(greeting({ ...loadConfig({}), access } as never, addresses)).toContain(words);
  });

  it('asks its first query with a key where an access file takes no other', () => {
    const url = new URL('http://127.0.0.1:4000/');
    const access = { keys: [], issuers: [], tenants: new Map(), roles: new Map() };
    const config = { ...loadConfig({ REDIS_URI: 'redis://localhost' }), access };
    const text = greeting(config as never, { url, adminUrl: null, serviceUrl: null });
    expect(text).toContain('-H "Authorization: Bearer $KEY" \\\n    -d ');
    expect(text).toContain('index status --url http://127.0.0.1:4000 --key "$KEY"`');
    expect(text).toContain('Ignored    REDIS_URI: expected REDIS_URL');
    const open = greeting(loadConfig({}), { url, adminUrl: null, serviceUrl: null });
    expect(open).not.toContain('KEY');
    expect(open).toContain('`npx switchboard index status --url http://127.0.0.1:4000`');
  });
});

it('is ready over an upstream that is down, and says that it is', async () => {
  const { url, adminUrl, close } = await startHere({ ...hosted, ADMIN_PORT: '0' });
  const parts = async () => (await (await fetch(new URL('/readyz', adminUrl!))).json()).parts;
  const at = (crm: string) => [
    { name: 'default/call-analytics', state: 'ok' },
    { name: 'default/crm', state: crm },
  ];
  expect(await parts()).toEqual(at('ok'));
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query });
  await fetch(new URL('/graphql', url), { method: 'POST', headers, body });
  expect(await parts()).toEqual(at('degraded'));
  await close();
});

describe('npm start', () => {
  it.runIf(isWide)(
    'makes the large company in a folder that is not there, and says how far it is',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'switchboard-new-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const DATA_DIR = join(folder, 'never/started');
      const { child, output } = launch(['src/main.ts'], { COMPANY_SIZE: 'large', DATA_DIR });
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = once(child, 'close');
      await vi.waitFor(() => expect(output()).toContain('Making the large company, once    0%'), {
        timeout: startMs,
      });
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(output()).not.toContain('Expected');
    },
  );

  it.runIf(isWide)(
    'needs nothing, says where it is, answers its own first query, and by SIGINT, too, ends gracefully',
    async () => {
      const started = await startProcess(['src/main.ts'], { ADMIN_PORT: '0' });
      onTestFinished(async () => void (await started.end('SIGKILL')));
      const output = started.output();
      expect(output).toMatch(/^GraphiQL +http:\/\/127\.0\.0\.1:\d+\/graphql in a browser$/m);
      expect(output).toContain('synthetic company');
      expect(output).toContain('Access     open');
      const names: string[] = [];
      const suggested = /-d '(.*)'/.exec(output)![1]!;
      for (const body of [suggested, JSON.stringify({ query })]) {
        const response = await fetch(started.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        const { data, errors } = (await response.json()) as {
          data: { accounts: { nodes: unknown[] } };
          errors?: unknown;
        };
        expect(errors).toBeUndefined();
        expect(data.accounts.nodes.length).toBeGreaterThan(1);
        names.push(...JSON.stringify(data).match(/(?<=:")[^"]+/g)!);
      }
      expect(names.some((name) => name.includes('@'))).toBe(true);
      const adminUrl = /^Admin +(http:\S+?\/)metrics/m.exec(output)![1]!;
      for (const path of ['healthz', 'readyz', 'metrics']) {
        const line = rawRequest(`GET /${path}`, { host: 'evil.example' });
        const { status, body } = await sendRaw(new URL(adminUrl), line);
        expect(status).toBe(200);
        for (const name of names) expect(body).not.toContain(name);
      }
      for (const [url, line] of [
        [started.url, 'GET /'],
        [started.url, 'GET /graphql?query=%7B__typename%7D'],
        [adminUrl, 'GET /graphql'],
      ] as const)
        expect(
          (await sendRaw(new URL(url), rawRequest(line, { host: 'evil.example' }))).status,
        ).toBe(421);
      await isTaken(started.url.port);
      expect(await started.end('SIGINT')).toBe(0);
    },
  );

  it('lists every fault of a bad configuration and exits with 1', async () => {
    const { code, output } = await run(['src/main.ts'], {
      PORT: 'http',
      CONNECTOR_TOKEN: 'canary-token',
      INDEX: 'perhaps',
    });
    expect(code).toBe(1);
    expect(output).toContain('PORT: expected a port from 0 to 65535; got "http"');
    expect(output).toContain('INDEX: expected one of on, off; got "perhaps"');
    expect(output).toContain('CONNECTOR_BASE_URL: expected a value since CONNECTOR_TOKEN is set');
    expect(output).not.toContain('canary-token');
  });

  it('says which address or directory is not to be had', async () => {
    const told = (settings: Settings) => startHere(settings).catch(errorText);
    expect(await told({ ...hosted, DATA_DIR: 'package.json' })).toMatch(
      /^Expected a file or directory .* at \S*package.json; got EEXIST\. DATA_DIR, or /,
    );
    expect(await told({ ...hosted, DATA_DIR: 'x'.repeat(300) })).toMatch(
      /x; got ENAMETOOLONG\. DATA_DIR, or /,
    );
    // An address of documentation, which no machine has.
    expect(await told({ ADMIN_HOST: '192.0.2.1', ADMIN_PORT: `${await drawPort()}` })).toBe(
      'Expected an address of this machine; got 192.0.2.1 (EADDRNOTAVAIL). HOST or ADMIN_HOST chooses another.',
    );
    const service = await runHere(['service', '--port', '0', '--file', 'no/such/company.db']);
    expect(service).toEqual({
      code: 1,
      output:
        'Expected a file or directory that can be read and written at no/such; got ENOENT. DATA_DIR, or the flag or variable that names it, chooses another.\n',
    });
  });

  it('keeps what it stores from other users of the machine', async () => {
    const shared = mkdtempSync(join(tmpdir(), 'switchboard-'));
    onTestFinished(() => rmSync(shared, { recursive: true }));
    chmodSync(shared, 0o755);
    const own = join(shared, 'own');
    for (const directory of [shared, own])
      await startHere({ ...hosted, INDEX: 'on', DATA_DIR: directory });
    const files = ['signing.key', 'participants.db'];
    for (const directory of [shared, own]) {
      for (const file of files) await expect.poll(() => modeOf(join(directory, file))).toBe(0o600);
      for (const file of readdirSync(directory).filter((name) => name !== 'own')) {
        // A journal may be gone since the folder was read.
        const mode = modeOf(join(directory, file));
        if (mode !== null) expect([file, mode]).toEqual([file, 0o600]);
      }
    }
    expect(modeOf(own)).toBe(0o700);
  });

  it('refuses words that it has no use for', async () => {
    const { code, output } = await runHere(['serve', '--prot', '1']);
    expect(code).toBe(1);
    expect(output).toContain(
      'Expected nothing after it; got "--prot 1".\n\nUsage: switchboard serve',
    );
    expect(await run(['src/main.ts', '--port', '1'], {})).toEqual({
      code: 1,
      output: expect.stringContaining(
        'Expected settings in the environment alone; got "--port 1".',
      ),
    });
  });

  it.runIf(isWide)('says which file it can’t read', async () => {
    const { code, output } = await run(['src/main.ts'], { ACCESS_FILE: 'no/such.json' });
    expect(code).toBe(1);
    expect(output).toContain(
      `ACCESS_FILE: expected a file that can be read at ${resolve('no/such.json')}; got ENOENT`,
    );
  });
});
