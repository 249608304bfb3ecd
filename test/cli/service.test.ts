import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, it } from 'vitest';
import { runFacade, runService, runServiceAs } from '../../src/cli/service-command.ts';
import { loadConfig } from '../../src/config.ts';
import type { DemoService } from '../../src/demo/service.ts';
import { openFacade } from '../support/facade.ts';
import { openSynthetic } from '../support/synthetic.ts';

const shell = promisify(execFile);

let service: DemoService | undefined;
let folder: string | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

/** The company of today, of which a service makes none. */
const company = openSynthetic({ now: () => new Date() });
afterAll(() => company.close());

async function run(...args: string[]): Promise<string> {
  let text = '';
  const port = args.includes('--port') ? [] : ['--port', '0'];
  service = await runService([...port, '--file', company.file, ...args], (part) => {
    text += part;
  });
  return text;
}

it('prints its address, token, instances, and curl lines that work', async () => {
  const text = await run();
  for (const part of [service?.url, service?.token, ...Object.values(service?.instances ?? {})]) {
    expect(text).toContain(part);
  }
  folder = mkdtempSync(join(tmpdir(), 'curl-'));
  const lines = text
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.startsWith('curl'));
  expect(lines).toHaveLength(3);
  const answers = await Promise.all(
    lines.map((line) => shell('sh', ['-c', line], { cwd: folder, maxBuffer: 2 ** 24 })),
  );
  expect(JSON.parse(answers[0]!.stdout).result.length).toBeGreaterThan(10);
  expect(JSON.parse(answers[1]!.stdout).result.records).toHaveLength(5);
  expect(statSync(join(folder, 'call-audio')).size).toBeGreaterThan(1000);
  expect(service?.calls().map((call) => call.status)).toEqual([200, 200, 200]);
});

it('prints a line that configures a gateway over it', async () => {
  const text = await run('--locator-param', 'locator');
  const line = text.split('\n').find((one) => one.startsWith('export '))!;
  const { stdout } = await shell('sh', ['-c', `${line}; env`]);
  const names = /^(CONNECTOR_|CRM_|CALL_ANALYTICS_)/;
  const settings = stdout
    .split('\n')
    .filter((one) => names.test(one))
    .map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string]);
  const { environment, connector } = loadConfig(Object.fromEntries(settings));
  expect(environment.CRM_LOCATOR_PARAM).toBe('locator');
  expect(connector).toMatchObject({
    kind: 'hosted',
    baseUrl: new URL(service!.url),
    credential: { kind: 'token', token: service!.token },
    instances: { 'call-analytics': service!.instances.callAnalytics, crm: service!.instances.crm },
  });
});

it('takes wrapper, latency, limits and token from its flags', async () => {
  const flags = ['--wrapper', 'newer', '--latency', '1-3', '--limited', '--token', 'abc'];
  await run(...flags);
  const call = () =>
    fetch(
      `${service?.url}/api/v1/connectors/instances/${service?.instances.callAnalytics}/execute`,
      {
        method: 'POST',
        headers: { authorization: 'Bearer abc', 'content-type': 'application/json' },
        body: JSON.stringify({ entity: 'users', action: 'list' }),
      },
    );
  expect(await (await call()).json()).toMatchObject({ status: 'success' });
  expect(service?.calls()[0]?.faults).toEqual(['latency']);
  expect(service?.admin.limiter.counts(service.instances.callAnalytics).limits).toEqual({
    perSecond: 3,
    perDay: 10_000,
  });
});

it('makes a key for the instances it keeps, readable by its owner alone', async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  const kept = ['--instances', join(folder, 'i.db'), '--key-file', join(folder, 'key')];
  await run(...kept);
  const first = service?.instances;
  await service?.close();
  expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
  await run(...kept);
  expect(service?.instances).toEqual(first);
});

it('speaks the vendors’ APIs in place of its own', async () => {
  let text = '';
  const facade = await runFacade(
    ['--as', 'vendors', '--port', '0', '--file', company.file],
    (part) => {
      text += part;
    },
  );
  try {
    const lines = text.split('\n').filter((line) => line.startsWith('curl'));
    const answers = await Promise.all(lines.map((line) => shell('sh', ['-c', line])));
    expect(JSON.parse(answers[0]!.stdout).users.length).toBeGreaterThan(10);
    expect(JSON.parse(answers[1]!.stdout).instance_url).toBe(facade.url);
    await expect(runFacade(['--as', 'vendors', '--token', 'x'])).rejects.toThrow('got --token.');
  } finally {
    await facade.close();
  }
});

it('has three currencies where it is told to, on either side, and no others', async () => {
  const three = openSynthetic({ now: () => new Date(), currencies: 'three' });
  const flags = ['--port', '0', '--currencies', 'three', '--file', three.file];
  const facade = await runFacade(['--as', 'vendors', ...flags], () => {});
  try {
    service = await runService(flags, () => {});
    const { url, token, instances } = service;
    const answer = await fetch(`${url}/api/v1/connectors/instances/${instances.crm}/execute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        entity: 'query',
        action: 'list',
        params: { q: 'SELECT IsoCode FROM CurrencyType ORDER BY IsoCode' },
      }),
    });
    const codes = [{ IsoCode: 'EUR' }, { IsoCode: 'JPY' }, { IsoCode: 'USD' }];
    expect(await answer.json()).toMatchObject({ result: { records: codes } });
    const { clientId, clientSecret } = facade.accounts.crmApp;
    const signedIn = await fetch(`${facade.url}/services/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    const { access_token } = (await signedIn.json()) as { access_token: string };
    const settings = await fetch(`${facade.url}/services/data/v65.0/connect/organization`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(await settings.json()).toMatchObject({ features: { multiCurrency: true } });
  } finally {
    await facade.close();
    three.close();
  }
  for (const as of ['connector-service', 'vendors'])
    await expect(runServiceAs(['--as', as, '--currencies', 'two'])).rejects.toThrow(
      /currencies.*one.*three/s,
    );
});

it('answers from own accounts where instances are kept, after a restart, too', async () => {
  const client = await openFacade({ crmRotation: true });
  folder = mkdtempSync(join(tmpdir(), 'own-'));
  const kept = ['--instances', join(folder, 'i.db'), '--key-file', join(folder, 'key')];
  const post = async (path: string, body: object) => {
    const response = await fetch(`${service?.url}/api/v1/connectors/instances${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service?.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const { crmApp, crmRefreshToken } = client.facade.accounts;
  try {
    await run(...kept);
    const created = await post('', {
      connector_definition_id: 'crm',
      name: 'our CRM',
      auth_config: {
        refresh_token: crmRefreshToken,
        client_id: crmApp.clientId,
        client_secret: crmApp.clientSecret,
        instance_url: client.facade.url,
      },
      configuration: { backend: 'vendor' },
    });
    for (let start = 0; start < 3; start += 1) {
      if (start > 0) {
        await service?.close();
        client.facade.endSessions();
        await run(...kept);
      }
      const call = {
        entity: 'query',
        action: 'list',
        params: { q: 'SELECT Id FROM User LIMIT 3' },
      };
      const answer = await post(`/${created.body.id}/execute`, call);
      expect([answer.status, answer.body.result?.records?.length]).toEqual([200, 3]);
    }
  } finally {
    await client.close();
  }
});

it.each<[string[], string]>([
  [['--size', 'huge'], '--size: expected small or large; got "huge"'],
  [['--port', 'x'], '--port: expected a whole number; got "x"'],
  [['--port', '65536'], '--port: expected a port from 0 to 65535; got "65536"'],
  ...['slow', '5-1', '-5', '5-', '80ms', '1.5', '1e3', '1-2-3', '99999999999'].map(
    (latency): [string[], string] => [
      [`--latency=${latency}`],
      `--latency: expected milliseconds, such as 80 or 50-200; got "${latency}"`,
    ],
  ),
  ...['-1', '1.5', '1e3', '0x1', '99999999999'].map((seed): [string[], string] => [
    [`--seed=${seed}`],
    `--seed: expected a whole number; got "${seed}"`,
  ]),
  ...['a b', 'a\nb', 'é'].map((token): [string[], string] => [
    [`--token=${token}`],
    '--token: expected a token: ASCII without spaces; got other',
  ]),
  [['--locator-param', 'a b'], '--locator-param: expected a name: letters, digits, dots'],
  [['--wrapper', 'old'], '--wrapper: expected older or newer; got "old"'],
  [['--instances', 'x'], 'expected both or neither'],
  [
    ['--instances', 'x', '--key-file', tmpdir()],
    `--key-file: Expected the key of an instance store, in the file ${tmpdir()}; got EISDIR`,
  ],
  [['--custom-schema', '/nowhere.json'], '--custom-schema: ENOENT'],
  [['--sice', 'small'], '--sice: expected --size'],
])('says what it expected: %j', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
});
