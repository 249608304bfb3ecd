/** Where tenants' data comes from, as configuration says it: the environment's connector, one of their own, or the synthetic company. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dataSources } from '../../src/config/data-source.ts';
import { ConfigError, loadConfig } from '../../src/config.ts';

const own = {
  baseUrl: 'https://connectors.example',
  token: { env: 'ACME_TOKEN' },
  callAnalytics: 'ca-1',
  crm: 'crm-1',
};
const hosted = {
  CONNECTOR_BASE_URL: 'https://environment.example',
  CONNECTOR_TOKEN: 'token',
  CALL_ANALYTICS_INSTANCE_ID: 'calls',
  CRM_INSTANCE_ID: 'crm',
};
const crm = {
  SALESFORCE_CLIENT_ID: 'id',
  SALESFORCE_CLIENT_SECRET: 'secret',
  SALESFORCE_LOGIN_URL: 'https://ours.my.salesforce.com',
};
const platform = { GONG_ACCESS_KEY: 'key', GONG_ACCESS_KEY_SECRET: 'secret' };

type Tenants = Readonly<Record<string, object>>;

/** @param tenants of the access file; null: there is none. */
function load(tenants: Tenants | null, source: Readonly<Record<string, string>> = {}) {
  if (tenants === null) return loadConfig(source);
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-source-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'access.json');
  writeFileSync(file, JSON.stringify({ tenants }));
  return loadConfig({ ...source, ACCESS_FILE: file, ACME_TOKEN: 'secret' });
}

function faultsOf(...[tenants, source]: Parameters<typeof load>): readonly string[] {
  try {
    load(tenants, source);
  } catch (error) {
    if (error instanceof ConfigError) return error.issues;
    throw error;
  }
  return [];
}

const kindsOf = (...[tenants, source]: Parameters<typeof load>): unknown =>
  Object.fromEntries(
    [...dataSources(load(tenants, source))].map(([name, { kind }]) => [name, kind]),
  );

describe('a tenant’s data', () => {
  it.each([
    [null, {}, { default: 'embedded' }],
    [null, hosted, { default: 'hosted' }],
    [null, platform, { default: 'vendor' }],
    [{ a: {}, b: {} }, {}, { a: 'embedded', b: 'embedded' }],
    [{ a: {}, b: { connector: 'embedded' } }, {}, { a: 'embedded', b: 'embedded' }],
    [{ a: {}, b: { connector: own } }, hosted, { a: 'hosted', b: 'hosted' }],
    [{ a: {}, b: { connector: own } }, platform, { a: 'vendor', b: 'hosted' }],
    [{ a: { connector: 'embedded' }, b: { connector: own } }, {}, { a: 'embedded', b: 'hosted' }],
    [{ a: { connector: 'embedded' }, b: {} }, platform, { a: 'embedded', b: 'vendor' }],
  ] as const)('%j comes, with %j, from %j', (tenants, source, kinds) => {
    expect(kindsOf(tenants, source)).toEqual(kinds);
  });

  it('is not the synthetic company’s because nobody said otherwise, beside tenants with their own', () => {
    const fault =
      'ACCESS_FILE: tenants.globex.connector: expected a connector, or "embedded" for the synthetic company, since the environment has none and acme has its own; got none';
    const tenants = { acme: { connector: own }, globex: {} };
    expect(faultsOf(tenants)).toEqual([fault]);
    expect(faultsOf(tenants, hosted)).toEqual([]);
    expect(faultsOf({ acme: { connector: own }, globex: { connector: 'embeded' } })).toEqual([
      'ACCESS_FILE: tenants.globex.connector: expected a connector, or "embedded"',
    ]);
  });

  it('says at its place what is wrong with a connector', () => {
    const { token: _, ...half } = own;
    expect(faultsOf({ acme: { connector: half } })).toEqual([
      'ACCESS_FILE: tenants.acme.connector: expected either token or client',
    ]);
    expect(faultsOf({ acme: { connector: { ...own, crm: '../x' } } })).toEqual([
      expect.stringMatching(/^ACCESS_FILE: tenants\.acme\.connector\.crm: /),
    ]);
  });

  it('may come from the synthetic company in one process alone', () => {
    const several = { WORKERS: '2', REDIS_URL: 'redis://127.0.0.1:1' };
    expect(faultsOf({ acme: { connector: own } }, several)).toEqual([]);
    for (const tenants of [null, { acme: {} }])
      expect(faultsOf(tenants, several)).toEqual([
        expect.stringMatching(/^CONNECTOR_BASE_URL: expected a value since WORKERS is 2/),
      ]);
    expect(
      faultsOf({ acme: { connector: own }, demo: { connector: 'embedded' } }, several),
    ).toEqual([
      expect.stringMatching(/^ACCESS_FILE: tenants\.demo\.connector: expected none that is/),
    ]);
  });
});

describe('a limit, place or credential that no tenant uses', () => {
  const budgets = { callAnalytics: { perSecond: 1, perDay: 9 }, crm: { perSecond: 1, perDay: 9 } };
  const allOwn = { acme: { connector: own } };
  const limits = {
    CALL_ANALYTICS_PER_SECOND: '3',
    CALL_ANALYTICS_PER_DAY: '10',
    CRM_PER_SECOND: '2',
    CRM_PER_DAY: '10',
    CRM_CONCURRENT: '2',
  };
  const index = { INDEX_DATABASE_URL: 'postgres://localhost/x' };
  const key = { TOKEN_KEY: 'x'.repeat(32) };
  const rights = { PRIVATE_CALLS: 'shown', TRANSCRIPTS: 'shown' };
  const words = { TRANSCRIPTS_INDEX: 'on' };

  it.each<[string, Tenants | null, Record<string, string>, readonly string[]]>([
    ['nothing', null, {}, []],
    ['limits of the synthetic company', null, limits, ['CALL_ANALYTICS_PER_SECOND']],
    ['its index', { a: {} }, index, ['INDEX_DATABASE_URL']],
    ['limits of tenants', allOwn, { ...limits, ...index }, []],
    [
      'limits of tenants with their own',
      { acme: { connector: own, budgets } },
      limits,
      Object.keys(limits).slice(0, 4),
    ],
    ['limits of a missing CRM', null, { ...platform, ...limits }, Object.keys(limits).slice(2)],
    ['an index that is off', allOwn, { ...index, INDEX: 'off' }, ['INDEX_DATABASE_URL']],
    ['a database of tokens alone', null, { ...platform, ...index, ...key, INDEX: 'off' }, []],
    ['a hosted connector', allOwn, hosted, [Object.keys(hosted).join(', ')]],
    [
      'own accounts',
      allOwn,
      { ...platform, ...key },
      [Object.keys(platform).join(', '), 'TOKEN_KEY'],
    ],
    [
      'a CRM that describes itself to nobody',
      allOwn,
      { ...crm, CRM_CUSTOM_SCHEMA: 'discover' },
      [Object.keys(crm).toSorted().join(', '), 'CRM_CUSTOM_SCHEMA'],
    ],
    ['a key of no tokens', null, key, ['TOKEN_KEY']],
    [
      'rights beside an access file',
      { a: {} },
      { ...platform, ...rights },
      ['PRIVATE_CALLS, TRANSCRIPTS'],
    ],
    ['rights of a hosted service', null, { ...hosted, ...rights }, ['PRIVATE_CALLS, TRANSCRIPTS']],
    ['rights of own accounts', null, { ...platform, ...rights }, []],
    ['words of the synthetic company', null, words, []],
    ['words of own accounts', null, { ...platform, ...rights, ...words }, []],
    ['words that nobody may see', null, { ...platform, ...words }, ['TRANSCRIPTS_INDEX']],
    ['words that no role may see', allOwn, words, ['TRANSCRIPTS_INDEX']],
    ['words without an index', null, { ...words, INDEX: 'off' }, ['TRANSCRIPTS_INDEX']],
    [
      'all of it, used',
      { acme: { connector: own }, globex: {} },
      { ...hosted, ...limits, ...index },
      [],
    ],
    [
      'budgets above another’s of one account',
      {
        a: { budgets: { callAnalytics: { perSecond: 9, perDay: 5 } } },
        b: { budgets: { callAnalytics: { perSecond: 2 }, crm: { perDay: 5 } } },
        c: { connector: own, budgets: { callAnalytics: { perSecond: 9 } } },
      },
      hosted,
      ['ACCESS_FILE'],
    ],
    [
      'budgets of a missing CRM',
      { a: { budgets: { crm: { perDay: 5 } } } },
      platform,
      ['ACCESS_FILE'],
    ],
  ])('is named at the start: %s', (_what, tenants, source, names) => {
    const { unused = [] } = load(tenants, source);
    expect(unused.map((line) => line.split(':')[0])).toEqual(names);
    for (const line of unused) expect(line).toContain(': no tenant uses this: ');
  });

  it('says which budget, and whose is stricter', () => {
    const tenants = { a: { budgets: { callAnalytics: { perDay: 50 } } }, b: { budgets } };
    expect(load(tenants, hosted).unused).toEqual([
      'ACCESS_FILE: tenants.a.budgets.callAnalytics.perDay: no tenant uses this: b asks the same account, whose calls are counted together, and may send 9',
    ]);
  });
});
