import { describe, expect, it } from 'vitest';
import { readAccess } from '../../src/config/access-file.ts';
import { rowLevelOf } from '../../src/config/access-reference.ts';

const whole = {
  tenants: {
    acme: {
      connector: {
        baseUrl: 'https://connectors.example',
        token: { env: 'ACME_TOKEN' },
        callAnalytics: 'ca-1',
        crm: 'crm-1',
      },
      budgets: { crm: { perSecond: 5 } },
    },
    globex: {},
  },
  roles: { analyst: ['transcripts', 'free-soql'] },
  keys: [{ name: 'dashboard', sha256: 'a'.repeat(64), tenant: 'acme', roles: ['analyst'] }],
  issuers: [
    {
      issuer: 'https://id.example',
      audience: 'switchboard',
      jwksUrl: 'https://id.example/jwks.json',
      tenantClaim: 'org',
    },
  ],
};

function read(change: object, source: Record<string, string> = { ACME_TOKEN: 'secret-1' }) {
  const issues: string[] = [];
  const access = readAccess(JSON.stringify({ ...whole, ...change }), source, issues);
  return { access, issues };
}

describe('the access file', () => {
  it('gives tenants their connectors, keys and roles', () => {
    const { access, issues } = read({});
    expect(issues).toEqual([]);
    expect(access?.tenants.get('acme')?.connector).toMatchObject({
      credential: { kind: 'token', token: 'secret-1' },
      instances: { 'call-analytics': 'ca-1', crm: 'crm-1' },
    });
    expect(access?.tenants.get('globex')?.connector).toBeNull();
    expect(access?.keys[0]).toMatchObject({ requestsPerMinute: null });
    expect(access?.issuers[0]).toMatchObject({ rolesClaim: 'roles' });
  });

  it.each([
    ['https://id.example/jwks.json', true],
    ['https://10.0.0.1/jwks.json', true],
    ['http://127.0.0.1:8080/jwks.json', true],
    ['http://localhost/jwks.json', true],
    ['http://id.example/jwks.json', false],
    ['http://10.0.0.1/jwks.json', false],
    ['ftp://id.example/jwks.json', false],
    ['jwks.json', false],
  ])('fetches keys that sign for clients over https, or on this machine: %s', (jwksUrl, isGood) => {
    const { issues } = read({ issuers: [{ ...whole.issuers[0], jwksUrl }] });
    expect(issues).toEqual(
      isGood
        ? []
        : [expect.stringMatching(/^ACCESS_FILE: issuers\.0\.jwksUrl: expected an https URL/)],
    );
  });

  it('names the variable of a secret that is missing', () => {
    expect(read({}, {}).issues).toEqual([
      'ACME_TOKEN: expected a value since ACCESS_FILE names it at tenants.acme.connector.token; got none',
    ]);
  });

  it('finds names that lead nowhere, and names used twice', () => {
    const key = { name: 'one', sha256: 'b'.repeat(64), tenant: 'nobody', roles: ['king'] };
    expect(read({ keys: [key, { ...key, tenant: 'acme', roles: [] }] }).issues).toEqual([
      'ACCESS_FILE: keys.0.tenant: expected one of tenants; got "nobody"',
      'ACCESS_FILE: keys.0.roles: expected one of roles; got "king"',
      'ACCESS_FILE: keys: expected names that differ; got "one" twice',
    ]);
    const [issuer] = whole.issuers;
    expect(read({ issuers: [issuer, { ...issuer, audience: 'another' }] }).issues).toEqual([
      'ACCESS_FILE: issuers: expected issuers that differ; got "https://id.example" twice',
    ]);
  });

  it('says where a value is wrong', () => {
    const key = { name: 'one', sha256: 'not-a-hash', tenant: 'acme' };
    expect(read({ keys: [key], roles: { a: ['everything'] } }).issues).toEqual([
      expect.stringMatching(/^ACCESS_FILE: roles\.a\.0: /),
      'ACCESS_FILE: keys.0.sha256: expected a SHA-256 in small hex digits',
    ]);
    const issues: string[] = [];
    readAccess('{', {}, issues);
    expect(issues).toEqual([
      'ACCESS_FILE: expected JSON in the file; line 1, column 2, its end: expected a name in quotes or }',
    ]);
  });

  const rows = (level: string) => ({ permissions: ['media'], rows: level });
  const roles = { plain: ['media'], own: rows('own'), team: rows('team'), all: rows('all') };

  it.each([
    ['acme', ['own'], 'own'],
    ['acme', ['team', 'own'], 'own'],
    ['acme', ['all', 'team'], 'team'],
    ['acme', ['plain', 'team'], 'team'],
    ['acme', ['all'], 'all'],
    ['acme', ['all', 'unknown'], 'all'],
    // A role that says nothing of rows is known all the same: its client is not the tenant's.
    ['globex', ['plain'], 'all'],
    ['globex', ['unknown'], 'team'],
    ['globex', [], 'team'],
    ['acme', [], 'all'],
  ])('shows a client of %s with the roles %j the rows %s', (tenant, names, level) => {
    const tenants = { acme: {}, globex: { rows: 'team' } };
    const { access, issues } = read({ tenants, roles, keys: [] });
    expect(issues).toEqual([]);
    expect(rowLevelOf(access!, tenant, names)).toBe(level);
    expect(access?.roles.get('own')?.permissions).toEqual(['media']);
  });

  it('refuses a key that shows rows of a person and names none', () => {
    const key = { sha256: 'b'.repeat(64), tenant: 'acme', roles: ['own'] };
    const keys = [
      { ...key, name: 'nobody' },
      { ...key, name: 'ada', person: 'ada@example.com' },
      { ...key, name: 'odd', roles: ['plain'], person: 'ada' },
      { ...key, name: 'tenants', tenant: 'globex', roles: [] },
    ];
    const tenants = { acme: {}, globex: { rows: 'team' } };
    expect(read({ tenants, roles, keys: keys.toSpliced(2, 1) }).issues).toEqual([
      'ACCESS_FILE: keys.0.person: expected the e-mail address of a person, since the key shows their own rows ("rows": "own"); got none',
      'ACCESS_FILE: keys.2.person: expected the e-mail address of a person, since the key shows those of their team ("rows": "team"); got none',
    ]);
    expect(read({ roles, keys }).issues).toEqual([
      'ACCESS_FILE: keys.2.person: expected an e-mail address',
      expect.stringMatching(
        /^ACCESS_FILE: keys\.0\.person: expected the e-mail address of a person/,
      ),
    ]);
    expect(
      read({ roles: { own: rows('mine'), odd: { rows: 'own', right: [] } }, keys: [] }).issues,
    ).toEqual([
      'ACCESS_FILE: roles.own.rows: expected own, team, all; got "mine"',
      expect.stringMatching(/^ACCESS_FILE: roles\.odd: expected .*"right"/),
    ]);
  });

  const key = { name: 'one', sha256: 'b'.repeat(64), tenant: 'acme' };

  // What is wrong is one of each kind: a form, a name that leads nowhere, a secret, a person who lacks.
  it.each([
    [
      'a misspelt member',
      { keys: [{ ...key, persn: 'ada@a.example', roles: ['vewer'] }] },
      ['persn', 'vewer'],
    ],
    [
      'a wrong hash',
      { keys: [{ ...key, sha256: 'no', tenant: 'nobody', roles: ['vewer'] }] },
      ['keys.0.sha256', 'nobody', 'vewer'],
    ],
    [
      'a number in quotes',
      { keys: [{ ...key, requestsPerMinute: '5', roles: ['vewer'] }] },
      ['requestsPerMinute', 'vewer'],
    ],
    [
      'a role of a wrong form',
      { roles: { analyst: ['all'] }, keys: [{ ...key, roles: ['vewer'] }] },
      ['roles.analyst.0', 'vewer'],
    ],
    ['a name twice', { keys: [key, { ...key, sha256: 'no' }] }, ['keys.1.sha256', 'twice']],
    [
      'a person who lacks',
      { roles, keys: [{ ...key, sha256: 'no', roles: ['own'] }] },
      ['keys.0.sha256', 'keys.0.person: expected the e-mail address'],
    ],
    [
      'an issuer',
      { issuers: [{ issuer: 'a', audience: 1, jwksUrl: 'https://id.example/', tenant: 'nobody' }] },
      ['issuers.0.audience', 'issuers.0.tenant'],
    ],
    [
      'an issuer of no tenant',
      { issuers: [{ issuer: 'a', audience: 1, jwksUrl: 'x' }] },
      ['audience', 'jwksUrl', 'either tenant or tenantClaim'],
    ],
    [
      'a connector',
      {
        tenants: {
          acme: {
            connector: { ...whole.tenants.acme.connector, baseUrl: 'x', token: { env: 'LACKS' } },
          },
          globex: {},
        },
      },
      ['connector.baseUrl', 'LACKS: expected a value'],
    ],
    [
      'a connector without a credential',
      { tenants: { acme: { connector: { baseUrl: 'x', callAnalytics: 'a', crm: 'b' } } } },
      ['connector.baseUrl', 'either token or client'],
    ],
    [
      'a name of a tenant',
      { tenants: { acme: {}, ACME: { team: 'x' } }, keys: [{ ...key, roles: ['vewer'] }] },
      ['tenants.ACME.team', 'tenants.ACME: expected a name', 'vewer'],
    ],
    [
      'a tracker of both kinds, and one without a name',
      {
        tenants: {
          acme: { trackers: { competitor: ['Rivals'], objection: [' rivals'] } },
          globex: { trackers: { competitor: [''], rival: [] } },
        },
      },
      [
        'tenants.acme.trackers: expected each tracker under one of competitor and objection',
        'tenants.globex.trackers.competitor.0: expected the name of a tracker',
        'tenants.globex.trackers: expected',
      ],
    ],
  ])('names all that is wrong at once, beside %s', (_name, change, parts) => {
    const { issues } = read(change);
    for (const part of parts) expect(issues.join('\n')).toContain(part);
    expect(issues).toHaveLength(parts.length);
  });

  it('says of a misspelt table or member that alone, and nothing that follows from it', () => {
    const { roles: table, ...others } = whole;
    const issues: string[] = [];
    readAccess(JSON.stringify({ ...others, rolls: table }), { ACME_TOKEN: 'secret-1' }, issues);
    expect(issues).toEqual([
      'ACCESS_FILE: the file: expected roles, probably; got "rolls", which is no member here',
    ]);
    const persn = { ...key, roles: ['own'], persn: 'ada@acme.example' };
    const unknown = { ...key, name: 'two', tenant: 'globex', roles: ['vewer'] };
    const tenants = { acme: {}, globex: { rows: 'own' } };
    expect(read({ tenants, roles, keys: [persn, unknown] }).issues).toEqual([
      'ACCESS_FILE: keys.0: expected person, probably; got "persn", which is no member here',
      'ACCESS_FILE: keys.1.roles: expected one of roles; got "vewer"',
    ]);
  });

  it('takes no key in clear, and no instance id that would change a path', () => {
    const { issues } = read({
      keys: [{ name: 'one', key: 'sbk_abc', tenant: 'acme' }],
      tenants: { acme: { connector: { ...whole.tenants.acme.connector, crm: '../x' } } },
    });
    expect(issues.join('\n')).toContain('tenants.acme.connector.crm');
    expect(issues.join('\n')).toContain('keys.0');
  });
});
