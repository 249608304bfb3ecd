/** What the doctor says of fields and objects that the CRM hides, and for machines. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Instead } from '../../src/connector-service/facade/answer-override.ts';
import type { FacadeOptions } from '../../src/connector-service/facade/facade.ts';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { accountGreeting } from '../../src/main/greeting.ts';
import { closing } from '../support/connect.ts';
import { openFacade } from '../support/facade.ts';
import { runHere, startHere } from '../support/here.ts';
import { drawPort } from '../support/port.ts';
import { startUpstream } from '../support/upstream.ts';

const json = (status: number, body: unknown): Instead => ({
  status,
  body: JSON.stringify(body),
  contentType: 'application/json',
});

/** A CRM whose user may not read some fields, and which describes itself to them or not. */
function hiding(hidden: readonly string[], describes: boolean) {
  return ({ url }: { readonly url: string }): Instead | null => {
    const q = new URL(url, 'http://a').searchParams.get('q') ?? '';
    const [, object = ''] = /FROM (\w+)/.exec(q) ?? [];
    if (object === 'EntityParticle') {
      if (!describes) return json(400, [{ errorCode: 'INVALID_TYPE', message: 'no' }]);
      const [, described = ''] = /QualifiedApiName = '(\w+)'/.exec(q) ?? [];
      const records = (buildCrmModel().object(described)?.fields ?? [])
        .filter(({ name }) => !hidden.includes(`${described}.${name}`))
        .map(({ name }) => ({ QualifiedApiName: name }));
      return json(200, { totalSize: records.length, done: true, records });
    }
    const field = hidden.find(
      (one) => one.startsWith(`${object}.`) && new RegExp(`\\b${one.split('.')[1]}\\b`).test(q),
    );
    if (field === undefined) return null;
    const message = `No such column '${field.split('.')[1]}' on entity '${object}'.`;
    return json(400, [{ errorCode: 'INVALID_FIELD', message }]);
  };
}

async function crmOf(instead: NonNullable<FacadeOptions['instead']> = () => null) {
  const client = closing(await openFacade({ instead }));
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
      const { client } = await crmOf(hiding(hidden, described));
      const { code, output } = await runHere(['doctor']);
      expect(output).toMatch(/^ {6}in part +accounts +Account$/m);
      expect(output).toMatch(
        /^ +Account\.AnnualRevenue: missing in screens account, signals; showcases account-360, /m,
      );
      expect(output).toMatch(/^ +Account\.Website: missing in /m);
      expect(output).toMatch(/^ {6}in part +contacts +Contact\n +Contact\.Title: missing in/m);
      expect(output.match(/: missing in/g)).toHaveLength(3);
      expect(output).not.toMatch(/failed|not permitted/);
      expect(code).toBe(0);
      expect(client.facade.requests.length).toBeLessThanOrEqual(described ? 22 : 45);
    },
  );

  it('go with their object, which is named once', async () => {
    const instead = ({ url }: { readonly url: string }) =>
      /FROM(\+|%20)(Case|EntityParticle)\b/.test(url)
        ? json(400, [
            { errorCode: 'INVALID_TYPE', message: "sObject type 'Case' is not supported." },
          ])
        : null;
    await crmOf(instead);
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
    const { settings } = await crmOf(hiding(['Account.AnnualRevenue'], false));
    const gateway = await startHere(settings);
    const text = accountGreeting((await gateway.accounts()) ?? []);
    expect(text).toMatch(/in part: accounts \(Account without AnnualRevenue\)/);
  });
});

describe('a right that is granted', () => {
  it('shows in a gateway that runs as soon as the doctor has looked', async () => {
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
          query: `{ accounts(first: ${1 + (asked % 50)}) { nodes { name annualRevenue } } }`,
        }),
      });
      return !('errors' in ((await response.json()) as object));
    };
    expect(await revenues()).toBe(false);
    await fetch(right, { method: 'PUT' });
    expect(await revenues()).toBe(false);
    expect((await runHere(['doctor'])).code).toBe(0);
    await expect.poll(revenues, { timeout: 60_000, interval: 200 }).toBe(true);
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
          problem: { state: 'not signed in', settings: ['SALESFORCE_CLIENT_SECRET'] },
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
