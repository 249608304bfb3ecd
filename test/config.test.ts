import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { variables } from '../src/config/variable.ts';
import { environmentExample } from '../src/config/variable-example.ts';
import { ConfigError, loadConfig } from '../src/config.ts';

const hosted = {
  CONNECTOR_BASE_URL: 'https://connectors.example',
  CONNECTOR_TOKEN: 'a-token',
  CALL_ANALYTICS_INSTANCE_ID: 'ca-1',
  CRM_INSTANCE_ID: 'crm-1',
};

function faultsOf(source: Record<string, string>): readonly string[] {
  try {
    loadConfig(source);
  } catch (error) {
    if (error instanceof ConfigError) return error.issues;
    throw error;
  }
  return [];
}

describe('configuration', () => {
  it('needs nothing: an empty environment means the embedded service on loopback', () => {
    const { connector, environment } = loadConfig({});
    expect(connector).toEqual({
      kind: 'embedded',
      size: 'small',
      currencies: 'one',
    });
    expect(environment.PORT).toBe(4000);
    expect(environment.HOST).toBe('127.0.0.1');
    expect(environment.ADMIN_PORT).toBeUndefined();
  });

  it('takes a hosted service with a token', () => {
    expect(loadConfig(hosted).connector).toEqual({
      kind: 'hosted',
      baseUrl: new URL('https://connectors.example'),
      credential: { kind: 'token', token: 'a-token' },
      instances: { 'call-analytics': 'ca-1', crm: 'crm-1' },
    });
  });

  it('takes a hosted service with a client id and secret', () => {
    const { CONNECTOR_TOKEN: _, ...rest } = hosted;
    const { connector } = loadConfig({
      ...rest,
      CONNECTOR_CLIENT_ID: 'id',
      CONNECTOR_CLIENT_SECRET: 'secret',
      CONNECTOR_TOKEN_URL: 'https://connectors.example/token',
    });
    expect(connector).toMatchObject({ credential: { kind: 'client', clientId: 'id' } });
  });

  it.each(['/proc', '/proc/x', '/tmp/../proc/x'])('takes no directory of files in %s', (path) => {
    expect(faultsOf({ DATA_DIR: path })).toEqual([
      `DATA_DIR: expected a path outside /proc, without control characters; got "${path}"`,
    ]);
    expect(faultsOf({ DATA_DIR: '/process' })).toEqual([]);
  });

  it('lists every fault with its variable, and says what was expected and what came', () => {
    expect(
      faultsOf({ PORT: 'abc', INDEX: 'maybe', CRM_INSTANCE_ID: '../x', REDIS_URL: 'http://x' }),
    ).toEqual([
      'PORT: expected a port from 0 to 65535; got "abc"',
      'CRM_INSTANCE_ID: expected an instance id: letters, digits, dots, dashes, underscores, a letter or digit first; got "../x"',
      'REDIS_URL: expected a URL that begins with redis:// or rediss://; got something else',
      'INDEX: expected one of on, off; got "maybe"',
    ]);
  });

  it('names a variable that is probably misspelt with the one that was meant, and no other program’s', () => {
    const other = {
      HOME: '/',
      PATH: '/',
      LANG: 'C',
      HOSTNAME: 'a',
      PORTS: '1',
      POST: '1',
      GHOST: '1',
      HOSTS: '1',
      port: '1',
      CI: '1',
      NO_COLOR: '1',
    };
    const { misspelt } = loadConfig({
      ...other,
      CONECTOR_BASE_URL: 'x',
      REDIS_URI: 'y',
      log_level: 'z',
      PORTT: '1',
      HSOT: '1',
      INDEXX: '1',
    });
    expect(misspelt).toEqual([
      { name: 'CONECTOR_BASE_URL', meant: 'CONNECTOR_BASE_URL' },
      { name: 'REDIS_URI', meant: 'REDIS_URL' },
      { name: 'log_level', meant: 'LOG_LEVEL' },
      { name: 'PORTT', meant: 'PORT' },
      { name: 'HSOT', meant: 'HOST' },
      { name: 'INDEXX', meant: 'INDEX' },
    ]);
    expect(() => loadConfig({ PORT: '-1', GRAPHIQLL: 'on' })).toThrow(
      /GRAPHIQLL: expected GRAPHIQL/,
    );
  });

  it.each([
    [
      { CONNECTOR_TOKEN: 'a b' },
      'CONNECTOR_TOKEN: expected a token: ASCII without spaces; got something else',
    ],
    [
      { CONNECTOR_TOKEN: 'tök' },
      'CONNECTOR_TOKEN: expected a token: ASCII without spaces; got something else',
    ],
    [
      { CONNECTOR_BASE_URL: 'connectors.example' },
      'CONNECTOR_BASE_URL: expected a URL that begins',
    ],
    [{ CRM_INSTANCE_ID: 'a/b' }, 'CRM_INSTANCE_ID: expected an instance id'],
  ])('names a wrong value once: %j', (settings, message) => {
    expect(faultsOf({ ...hosted, ...settings })).toEqual([expect.stringContaining(message)]);
  });

  it('names a wrong value of an own account once', () => {
    const app = { SALESFORCE_CLIENT_ID: 'a', SALESFORCE_CLIENT_SECRET: 'b' };
    expect(faultsOf({ ...app, SALESFORCE_LOGIN_URL: 'ours.my.salesforce.com' })).toEqual([
      expect.stringMatching(/^SALESFORCE_LOGIN_URL: expected a URL that begins with https/),
    ]);
  });

  it.each([
    'ATTEMPT_TIMEOUT_MS',
    'REQUEST_TIMEOUT_MS',
    'HEADERS_TIMEOUT_MS',
    'DRAIN_DELAY_MS',
    'DRAIN_TIMEOUT_MS',
    'INDEX_INTERVAL_SECONDS',
  ])('takes no longer %s than a timer can wait', (name) => {
    expect(faultsOf({ [name]: String(2 ** 31) })).toEqual([
      expect.stringMatching(`^${name}: expected a whole number from \\d+ to 20{6}`),
    ]);
  });

  it('takes two ports, and an address of links without a path, which they would not have', () => {
    expect(faultsOf({ ADMIN_PORT: '4000' })).toEqual([
      'ADMIN_PORT: expected another port than PORT; got 4000, too',
    ]);
    expect(faultsOf({ ADMIN_PORT: '0', PORT: '0' })).toEqual([]);
    for (const path of ['/sub', '/?a', '/#a'])
      expect(faultsOf({ PUBLIC_URL: `https://graph.example${path}` })).toEqual([
        expect.stringMatching(/^PUBLIC_URL: expected a URL .* without a path; got/),
      ]);
    for (const url of ['https://graph.example', 'https://graph.example:8443/'])
      expect(faultsOf({ PUBLIC_URL: url })).toEqual([]);
  });

  it('counts the faults', () => {
    expect(() => loadConfig({ PORT: '-1' })).toThrow(/^Configuration has 1 fault:\n/);
    expect(() => loadConfig({ PORT: '-1', INDEX: '', GRAPHIQL: 'x' })).toThrow(/has 2 faults:\n/);
  });

  it.each(['../x', '%2f', 'a?b', 'a/b', '.', 'a b'])('refuses the instance id %s', (id) => {
    expect(faultsOf({ ...hosted, CRM_INSTANCE_ID: id })).toHaveLength(1);
  });

  it('refuses half a hosted service', () => {
    expect(faultsOf({ CONNECTOR_TOKEN: 'a-token' })).toEqual([
      'CONNECTOR_BASE_URL: expected a value since CONNECTOR_TOKEN is set; got none',
    ]);
    expect(faultsOf({ CONNECTOR_BASE_URL: 'https://connectors.example' })).toEqual([
      'CONNECTOR_TOKEN: expected a value since CONNECTOR_BASE_URL is set; got none',
      'CALL_ANALYTICS_INSTANCE_ID: expected a value since CONNECTOR_BASE_URL is set; got none',
      'CRM_INSTANCE_ID: expected a value since CONNECTOR_BASE_URL is set; got none',
    ]);
  });

  it('refuses two credentials at once', () => {
    expect(faultsOf({ ...hosted, CONNECTOR_CLIENT_ID: 'id' })).toEqual([
      'CONNECTOR_TOKEN: expected either it or CONNECTOR_CLIENT_ID, not both; got both',
    ]);
  });

  it('refuses to be open to everyone on a public address', () => {
    expect(faultsOf({ HOST: '0.0.0.0' })[0]).toMatch(/^HOST: expected a loopback address/);
    expect(faultsOf({ HOST: '127.0.0.2' })).toEqual([]);
  });

  it('tells of variables that are read no more, and of nothing like them', () => {
    const { unused, misspelt } = loadConfig({
      MAX_JSON_DEPTH: '64',
      COMPANY_SEED: ' ',
      MAX_ERRORS: '9',
    });
    expect(unused).toEqual([
      'MAX_ERRORS: is read no more since 0.1.0: an answer names 1,000 errors at most',
      'MAX_JSON_DEPTH: is read no more since 0.1.0: a request’s JSON may nest 32 deep',
    ]);
    expect(misspelt).toEqual([]);
  });

  it('reads every file that a variable names, and says which one it can’t read', () => {
    const files = [
      'ACCESS_FILE',
      'CALL_ANALYTICS_WEBHOOK_KEY_FILE',
      'CRM_CUSTOM_SCHEMA',
      'DOCUMENT_MANIFEST',
    ];
    const named = (path: string) =>
      faultsOf({
        PUBLIC_URL: 'http://127.0.0.1',
        ...Object.fromEntries(files.map((name) => [name, path])),
      });
    for (const [path, code] of [
      ['no/such', 'ENOENT'],
      ['test', 'EISDIR'],
    ] as const)
      expect(named(path)).toEqual(
        files.map(
          (name) => `${name}: expected a file that can be read at ${resolve(path)}; got ${code}`,
        ),
      );
    expect(named('LICENSE').map((fault) => fault.split(':')[0])).toEqual(files);
    expect(faultsOf({ DOCUMENT_MANIFEST: 'package.json' })).toEqual([
      'DOCUMENT_MANIFEST: expected an object of texts in package.json; got something else',
    ]);
  });

  it('holds the documents of a manifest to the nesting that requests are held to', () => {
    const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'manifest.json');
    const deep = (levels: number): string => '{a'.repeat(levels) + '}'.repeat(levels);
    writeFileSync(path, JSON.stringify({ most: deep(500), more: deep(501) }));
    expect(faultsOf({ DOCUMENT_MANIFEST: path })).toEqual([
      `DOCUMENT_MANIFEST: "more" in ${path}: Expected a document nested at most 500 deep; got more.`,
    ]);
  });

  it('never shows a secret', () => {
    const canary = 'canary-5f3a';
    const secrets = Object.entries(variables).filter(([, variable]) => variable.secret);
    const issues = faultsOf(Object.fromEntries(secrets.map(([name]) => [name, `${canary}\u0000`])));
    expect(issues.length).toBeGreaterThan(3);
    expect(issues.join()).not.toContain(canary);
  });
});

describe('.env.example', () => {
  it('is what the table of variables says', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(environmentExample());
  });

  it('sets nothing as it stands, and with all its comments taken off what holds without it', () => {
    const lines = readFileSync('.env.example', 'utf8').split('\n');
    expect(lines.filter((line) => !line.startsWith('#') && line !== '')).toEqual([]);
    const assignments = lines
      .filter((line) => /^# [A-Z_]+=/.test(line))
      .map((line) => line.slice(2).split(/=(.*)/s).slice(0, 2) as [string, string]);
    expect(assignments.map(([name]) => name)).toEqual(Object.keys(variables));
    // What is said and not used is named, even where it says no more than holds without it.
    const { unused: _, ...said } = loadConfig(Object.fromEntries(assignments));
    expect(said).toEqual({ ...loadConfig({}), unused: undefined });
  });
});
