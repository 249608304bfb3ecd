import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type Running, start } from '../../src/main/start.ts';
import { greeting } from '../../src/main/startup-banner.ts';
import { createKey } from '../../src/server/identity/api-key.ts';
import { closing } from '../support/connect.ts';
import { openFacade } from '../support/facade.ts';
import { runHere } from '../support/here.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { signToken, startTokenIssuer, type TokenIssuer } from '../support/token-issuer.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

const at = (name: string): string => `${name}@lumenridge.example.com`;
const directory = mkdtempSync(join(tmpdir(), 'switchboard-'));
const keys = {
  ada: createKey(),
  jana: createKey(),
  everybody: createKey(),
  nobody: createKey(),
};

const question = `{ viewer { rows person name crmUsersBelow usersBelow notFound
  crmUser { email } user { emailAddress } } }`;

describe('viewer', () => {
  let world: World;
  let issuer: TokenIssuer;
  let gateway: Running;
  const variables = (roles: object) => {
    const key = (name: keyof typeof keys, role: string, person?: string) => ({
      ...{ name, sha256: keys[name].sha256, tenant: 'acme', roles: [role] },
      ...(person && { person }),
    });
    const file = {
      tenants: {
        acme: {
          connector: {
            baseUrl: world.service.url,
            token: { env: 'ACME_TOKEN' },
            callAnalytics: world.service.instances.callAnalytics,
            crm: world.service.instances.crm,
          },
        },
      },
      roles,
      keys: [
        key('ada', 'rep', at('Ada.Rousseau')),
        key('jana', 'lead', at('jana.reinholt')),
        key('everybody', 'analyst'),
        key('nobody', 'rep', 'nobody@elsewhere.example'),
      ],
      issuers: [issuer.entry],
    };
    const path = join(directory, 'access.json');
    writeFileSync(path, JSON.stringify(file));
    return {
      ...{ ACCESS_FILE: path, ACME_TOKEN: world.service.token, DATA_DIR: directory },
      ...{ PORT: '0', INDEX: 'off', LOG_LEVEL: 'silent' },
    };
  };
  const roles = {
    rep: { permissions: ['transcripts'], rows: 'own' },
    lead: { permissions: [], rows: 'team' },
    analyst: ['transcripts'],
  };

  beforeAll(async () => {
    world = await openWorld({ index: false });
    issuer = await startTokenIssuer();
    gateway = await start(loadConfig(variables(roles)));
  });
  afterAll(async () => {
    await gateway.close();
    issuer.close();
    await world.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const ask = async (credential: string, query = question) => {
    const response = await fetch(new URL('/graphql', gateway.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors, extensions } = await response.json();
    expect(errors).toBeUndefined();
    return { ...data.viewer, extensions };
  };

  it('is the person of a key, whose search is paid by no request', async () => {
    const ada = await ask(keys.ada.text, '{ viewer { rows person name notFound } }');
    expect(ada).toMatchObject({ rows: 'OWN', person: at('ada.rousseau'), name: 'Ada Rousseau' });
    expect(ada.notFound).toEqual([]);
    expect(ada.extensions).not.toHaveProperty('notFound');
    expect(ada.extensions.cost).toMatchObject({ requested: 0, actual: 0 });
    expect(await ask(keys.ada.text)).toMatchObject({
      crmUsersBelow: 0,
      crmUser: { email: at('ada.rousseau') },
      user: { emailAddress: at('ada.rousseau') },
    });
  });

  it('has everybody below with a role that says so', async () => {
    const jana = await ask(keys.jana.text);
    expect(jana).toMatchObject({ rows: 'TEAM', crmUsersBelow: 39, usersBelow: 39 });
  });

  it('is nobody where all rows are shown, so that such viewers share answers', async () => {
    const everybody = { rows: 'ALL', person: null, name: null, crmUser: null, notFound: [] };
    expect(await ask(keys.everybody.text)).toMatchObject(everybody);
    const token = await signToken('eve', 'acme', ['analyst'], {
      ...{ email: at('ada.rousseau'), email_verified: true },
    });
    expect(await ask(token)).toMatchObject(everybody);
  });

  it('is the person of a token’s verified address, and without one nobody, never everybody', async () => {
    const claims = { email: at('jana.reinholt'), email_verified: true };
    const jana = await ask(await signToken('jana', 'acme', ['analyst', 'rep'], claims));
    expect(jana).toMatchObject({ rows: 'OWN', name: 'Jana Reinholt', crmUsersBelow: 0 });
    for (const unproven of [{}, { email: at('jana.reinholt') }]) {
      const nobody = await ask(await signToken('x', 'acme', ['lead'], unproven));
      expect(nobody).toMatchObject({ rows: 'TEAM', person: null, name: null, crmUser: null });
      expect(nobody.notFound).toEqual([
        'Your key or token names no person, so nothing is shown that belongs to somebody.',
      ]);
    }
  });

  it('says in each answer why nothing of a system is shown', async () => {
    const nobody = await ask(keys.nobody.text);
    expect(nobody).toMatchObject({ crmUser: null, user: null, crmUsersBelow: 0 });
    expect(nobody.notFound).toEqual([
      expect.stringMatching(/^No active user of the CRM has your address/),
      expect.stringMatching(/^No user of the call platform has your address/),
    ]);
    const { extensions } = await ask(keys.nobody.text, '{ viewer { rows } }');
    expect(extensions.notFound).toEqual(nobody.notFound);
  });

  it('is told beforehand by the doctor what they will see, and why not more', async () => {
    for (const [name, value] of Object.entries(variables(roles))) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const ada = await runHere(['doctor', '--as', at('Ada.Rousseau')]);
    expect(ada.output).toMatch(/^ada\.rousseau@\S+ in acme\n {2}CRM {5}Ada Rousseau \(005/);
    expect(ada.output).toMatch(
      /^ {2}own {5}8 accounts and 14 deals \(3 by a team\) .* calls of 1/m,
    );
    expect(ada.output).toContain('key ada shows own rows, not those of people below');
    expect(ada.output).toContain('a token without a known role shows all rows');
    expect(ada.code).toBe(0);
    const nobody = await runHere(['doctor', '--as', 'nobody@elsewhere.example', '--json']);
    expect(nobody.code).toBe(1);
    expect(JSON.parse(nobody.output)).toMatchObject({
      ok: false,
      tenants: [{ tenant: 'acme', isFound: false }],
    });
    expect((await runHere(['doctor', '--as', 'ada'])).output).toContain(
      'expected an e-mail address',
    );
  });

  it('is told the same over own accounts', async () => {
    const backend = openSynthetic({ now: () => today, customSchema });
    const { facade } = closing(await openFacade({ backend, clock: Date.now }));
    const { accounts, url } = facade;
    const settings = {
      ...{ GONG_ACCESS_KEY: accounts.accessKey, GONG_ACCESS_KEY_SECRET: accounts.accessKeySecret },
      ...{ GONG_BASE_URL: url, CALL_ANALYTICS_PER_SECOND: '1000', SALESFORCE_LOGIN_URL: url },
      SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
      SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
      ...{ DATA_DIR: directory, LOG_LEVEL: 'silent' },
    };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { output, code } = await runHere(['doctor', '--as', at('ada.rousseau')]);
    expect(output).toMatch(/^ {2}CRM {5}Ada Rousseau \(005\w+\), nobody below$/m);
    expect(output).toMatch(/^ {2}Calls {3}Ada Rousseau \(\d+\), nobody below$/m);
    expect(output).toMatch(/^ {2}own {5}8 accounts and 14 deals \(3 by a team\) .* calls of 1/m);
    expect(output).toContain('there is no access file: whoever asks sees all rows');
    expect(code).toBe(0);
  });

  it('is told at the start how many see all rows, or that everybody does', () => {
    const addresses = { url: gateway.url, adminUrl: null, serviceUrl: null };
    const text = (ofRoles: object) => greeting(loadConfig(variables(ofRoles)), addresses);
    expect(text(roles)).toContain(
      '\n           of which 1 key shows all rows that the connected user sees: everybody\n',
    );
    expect(text({ rep: ['media'], lead: [], analyst: { rows: 'all' } })).toContain(
      '\n           whoever may ask sees all rows that the connected user sees\n',
    );
    expect(greeting(loadConfig({}), addresses)).toContain(
      'may ask everything that the connected user sees\n',
    );
  });
});
