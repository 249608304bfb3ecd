/** What the doctor says of fields and objects that the CRM hides, and for machines. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import type { Instead } from '../../src/demo/vendor-api/answer-override.ts';
import type { FacadeOptions } from '../../src/demo/vendor-api/vendor-api.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelFor } from '../../src/main/crm-model.ts';
import { startGateway } from '../../src/main/gateway.ts';
import { accountGreeting } from '../../src/main/startup-banner.ts';
import { createLog } from '../../src/server/log.ts';
import { horizon } from '../support/company.ts';
import { closing } from '../support/connect.ts';
import { rightsIn } from '../support/doctor-report.ts';
import { openFacade } from '../support/facade.ts';
import { runHere, startHere } from '../support/here.ts';
import { answerMs } from '../support/patience.ts';
import { drawPort } from '../support/port.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { startUpstream } from '../support/upstream.ts';
import { customSchema } from '../support/world.ts';

const json = (status: number, body: unknown): Instead => ({
  status,
  body: JSON.stringify(body),
  contentType: 'application/json',
});

/** A CRM that does not describe itself. */
const silent = ({ url }: { readonly url: string }): Instead | null =>
  url.includes('/composite/batch') ? json(400, [{ errorCode: 'NOT_FOUND', message: 'no' }]) : null;

async function crmOf(options: Partial<FacadeOptions> = {}, hidden: readonly string[] = []) {
  const client = closing(await openFacade(options));
  for (const name of hidden)
    await fetch(`${client.facade.url}/admin/rights/${name}`, { method: 'DELETE' });
  const { accounts, url } = client.facade;
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const settings: Record<string, string> = {
    PORT: '0',
    DATA_DIR: folder,
    SALESFORCE_LOGIN_URL: url,
    SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
    SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return { client, settings };
}

describe('fields that the CRM hides', () => {
  it.each([true, false])(
    'are named with what will lack them (described: %s)',
    async (described) => {
      const hidden = ['Account.AnnualRevenue', 'Account.Website', 'Contact.Title'];
      const { client } = await crmOf({ instead: described ? undefined : silent }, hidden);
      const before = client.facade.requests.length;
      const { code, output } = await runHere(['doctor']);
      expect(output).toMatch(/^ {6}in part +accounts +Account$/m);
      expect(output).toMatch(
        /^ +Account\.AnnualRevenue: missing in screens account, prepare; showcases account-360, /m,
      );
      expect(output).toMatch(/^ +Account\.Website: missing in /m);
      expect(output).toMatch(/^ {6}in part +contacts +Contact\n +Contact\.Title: missing in/m);
      expect(output.match(/: missing in/g)).toHaveLength(3);
      expect(output).not.toMatch(/failed|not permitted/);
      expect(code).toBe(0);
      // Beside one for each right: to sign in, to describe, and without that to find which fields are hidden.
      const most = rightsIn(output).length + (described ? 3 : 26);
      expect(client.facade.requests.length - before).toBeLessThanOrEqual(most);
    },
  );

  it('go with their object, which is named once', async () => {
    const instead = ({ url }: { readonly url: string }) =>
      /FROM(\+|%20)Case\b/.test(url)
        ? json(400, [
            { errorCode: 'INVALID_TYPE', message: "sObject type 'Case' is not supported." },
          ])
        : null;
    await crmOf({ instead });
    const { code, output } = await runHere(['doctor', '--json']);
    const found = JSON.parse(output);
    expect(found).toMatchObject({ ok: true, accounts: [{ system: 'crm', problem: null }] });
    const cases = found.accounts[0].rights.find(({ right }: { right: string }) => right === 'Case');
    expect(cases).toMatchObject({
      state: 'not permitted',
      hidden: [{ field: null, missingIn: expect.arrayContaining(['screen account']) }],
    });
    expect(code).toBe(0);
  });

  it('are in the greeting, too', async () => {
    const { settings } = await crmOf({ instead: silent }, ['Account.AnnualRevenue']);
    const gateway = await startHere(settings);
    const text = accountGreeting((await gateway.accounts()) ?? []);
    expect(text).toMatch(/in part: accounts \(Account without AnnualRevenue\)/);
  });
});

it('declared fields and objects that are not there, or hidden, are named by the log of a start and by the doctor', async () => {
  const backend = openSynthetic({ now: () => horizon, customSchema });
  const { settings } = await crmOf({ backend }, ['Account.Segment__c']);
  const file = join(settings.DATA_DIR!, 'custom.json');
  const example = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../schema/custom.example.json'), 'utf8'),
  );
  example.objects.Account.fields.Misspelt__c = { type: 'string', label: 'Misspelt' };
  example.objects.Ghost__c = { label: 'Ghost', keyPrefix: 'a9Z', fields: {} };
  writeFileSync(file, JSON.stringify(example));
  vi.stubEnv('CRM_CUSTOM_SCHEMA', file);
  const { code, output } = await runHere(['doctor']);
  const lines = output.match(
    /^ +\S+: declared in CRM_CUSTOM_SCHEMA; not there, or not readable.*$/gm,
  );
  expect(lines?.map((line) => line.trim().split(':')[0]).sort()).toEqual([
    'Account.Misspelt__c',
    'Account.Segment__c',
    'Ghost__c',
  ]);
  expect(code).toBe(0);

  const config = loadConfig({ ...settings, INDEX: 'off', CRM_CUSTOM_SCHEMA: file });
  const services = startConnectorServices(config);
  onTestFinished(() => services.close());
  const logged: string[] = [];
  const log = createLog('warn', { write: (line: string) => void logged.push(line) });
  const gateway = await startGateway(config, services.services, crmModelFor(config), log);
  onTestFinished(() => gateway.close());
  const text = accountGreeting((await gateway.accounts()) ?? []);
  expect(text).toMatch(/in part: accounts \(Account without .*Misspelt__c/);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    {
      parts: expect.arrayContaining(['Account.Misspelt__c', 'Account.Segment__c', 'Ghost__c']),
      msg: 'CRM_CUSTOM_SCHEMA declares what is not there, or not readable for this user',
    },
  ]);
});

describe('a right that is granted', () => {
  it('shows in a gateway that runs as soon as the doctor has looked, as does another currency', async () => {
    const { client, settings } = await crmOf();
    const right = `${client.facade.url}/admin/rights/Account.AnnualRevenue`;
    await fetch(right, { method: 'DELETE' });
    const gateway = await startHere(settings);
    let asked = 0;
    const revenues = async (): Promise<boolean> => {
      asked += 1;
      const response = await fetch(new URL('/graphql', gateway.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        // Another window each time, which no cache has.
        body: JSON.stringify({
          query: `{ accounts(first: ${1 + (asked % 50)}) { nodes { name annualRevenue currencyIsoCode } } }`,
        }),
      });
      return !('errors' in ((await response.json()) as object));
    };
    const lookups = (): number =>
      client.facade.requests.filter(({ url }) => url.endsWith('/connect/organization')).length;
    expect(await revenues()).toBe(false);
    await fetch(right, { method: 'PUT' });
    expect(await revenues()).toBe(false);
    expect(lookups()).toBe(1);
    expect((await runHere(['doctor'])).code).toBe(0);
    await expect.poll(revenues, { timeout: answerMs, interval: 200 }).toBe(true);
    expect(lookups()).toBe(2);
  });
});

describe('the doctor for machines', () => {
  it('names the problem of an account with its settings', async () => {
    await crmOf();
    vi.stubEnv('SALESFORCE_CLIENT_SECRET', 'canary');
    const { code, output } = await runHere(['doctor', '--json']);
    expect(JSON.parse(output)).toMatchObject({
      ok: false,
      checks: expect.arrayContaining([{ name: 'Node', ok: true, finding: expect.any(String) }]),
      accounts: [
        {
          system: 'crm',
          problem: {
            state: 'not signed in',
            settings: ['SALESFORCE_CLIENT_ID', 'SALESFORCE_CLIENT_SECRET'],
          },
          rights: [],
        },
      ],
    });
    expect(output).not.toContain('canary');
    expect(code).toBe(1);
  });
});

describe('a hosted connector service', () => {
  const hosted = (url: string) => ({
    CONNECTOR_BASE_URL: url,
    CONNECTOR_TOKEN: 'canary-token',
    CALL_ANALYTICS_INSTANCE_ID: 'calls-1',
    CRM_INSTANCE_ID: 'crm-1',
  });
  /** A service that answers so, by the path. */
  const that = async (answer: (path: string) => number) => {
    const upstream = closing(
      await startUpstream(({ path }) => {
        const status = answer(path);
        return { status, body: status === 200 ? { result: [] } : { message: 'no' } };
      }),
    );
    return hosted(upstream.baseUrl);
  };

  it.each([
    ['a wrong token', () => that(() => 401), /CONNECTOR_TOKEN/, 2],
    [
      'a wrong instance id',
      () => that((path) => (path.includes('crm-1') ? 404 : 200)),
      /CRM_INSTANCE_ID, CONNECTOR_BASE_URL/,
      1,
    ],
    [
      'a wrong address, once',
      async () => hosted(`http://127.0.0.1:${await drawPort()}`),
      /CONNECTOR_BASE_URL/,
      1,
    ],
  ] as const)('with %s: doctor and greeting name the setting', async (_, make, names, times) => {
    const settings = await make();
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const [name, value] of Object.entries({ PORT: '0', ...settings })) vi.stubEnv(name, value);
    const { code, output } = await runHere(['doctor']);
    const wrong = output.split('\n').filter((line) => line.startsWith('WRONG'));
    expect(wrong).toHaveLength(times);
    for (const line of wrong) expect(line).toMatch(names);
    expect(output).not.toContain('canary');
    expect(code).toBe(1);
    const gateway = await startHere(settings);
    const text = accountGreeting((await gateway.accounts()) ?? []);
    expect(text.match(/Look at/g)).toHaveLength(times);
    expect(text).toMatch(names);
    expect(text).not.toContain('canary');
  });
});
