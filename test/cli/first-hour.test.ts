/** Likely mistakes of the first hour: each is answered by sentences that say what to do, as the command line prints them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { errorText } from '../../src/main/start-error.ts';
import { runHere } from '../support/here.ts';
import { startSmallServer } from '../support/small-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'first-hour-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs());
const file = join(folder, 'access.json');

type Settings = Readonly<Record<string, string>>;

/** What is said of these variables before anything starts; an access file is written first. */
function check(settings: Settings, access?: unknown): string {
  if (access !== undefined)
    writeFileSync(file, typeof access === 'string' ? access : JSON.stringify(access));
  try {
    loadConfig(settings);
    return '';
  } catch (error) {
    const text = `${errorText(error)}\n`;
    return text.replace(/^Configuration has \d+ faults?:\n/, '').replaceAll(/^ {2}/gm, '');
  }
}

const sha256 = 'a'.repeat(64);
const acme = { tenants: { acme: {} } };
const key = { name: 'one', sha256, tenant: 'acme' };
const issuer = {
  ...{ issuer: 'https://id.example', audience: 'switchboard', tenant: 'acme' },
  jwksUrl: 'https://id.example/keys',
};

/** By what was written into the access file: what is said behind `ACCESS_FILE: `. */
const accessMistakes: readonly (readonly [written: unknown, said: string])[] = [
  ['', `expected JSON in ${file}; line 1, column 1, its end: expected a value\n`],
  [
    '{\n  "tenants": { "acme": {} },\n}',
    `expected JSON in ${file}; line 3, column 1: expected a name in quotes\n`,
  ],
  [
    '{\n  "tenants": { "acme": {} }\n  "keys": []\n}',
    `expected JSON in ${file}; line 3, column 3: expected , or }\n`,
  ],
  [
    '{ "tenants": { "acme": {} }, // one\n}',
    `expected JSON in ${file}; line 1, column 30: expected a name in quotes\n`,
  ],
  [
    "{ 'tenants': {} }",
    `expected JSON in ${file}; line 1, column 3: expected a name in quotes or }\n`,
  ],
  ['tenants:\n  acme: {}\n', `expected JSON in ${file}; line 1, column 1: expected a value\n`],
  ['[]', `${file}: expected an object; got a list\n`],
  [{ tenants: [] }, 'tenants: expected an object; got a list\n'],
  [{ keys: [key] }, 'tenants: expected an object; got none\n'],
  [
    { ...acme, kyes: [key] },
    `${file}: expected keys, probably; got "kyes", which is no member here\n`,
  ],
  [
    { ...acme, keys: [{ ...key, role: ['reader'] }] },
    'keys.0: expected roles, probably; got "role", which is no member here\n',
  ],
  [
    { ...acme, colour: 'red' },
    `${file}: expected no member "colour"; there is none of that name here\n`,
  ],
  [
    { ...acme, keys: [{ ...key, tenant: undefined }] },
    'keys.0.tenant: expected a text; got none\n',
  ],
  [
    { ...acme, keys: [{ ...key, sha256: 'sb-a-key-in-the-place-of-its-hash' }] },
    'keys.0.sha256: expected a SHA-256 in small hex digits\n',
  ],
  [
    { ...acme, keys: [{ ...key, tenant: 'acne' }] },
    'keys.0.tenant: expected one of tenants; got "acne"\n',
  ],
  [
    { ...acme, keys: [{ ...key, requestsPerMinute: 0 }] },
    'keys.0.requestsPerMinute: expected 1 or more; got 0\n',
  ],
  [
    { ...acme, keys: [{ ...key, requestsPerMinute: '60' }] },
    'keys.0.requestsPerMinute: expected a number; got a text\n',
  ],
  [
    { tenants: { 'Acme Inc': {} } },
    'tenants.Acme Inc: expected a name of small letters, digits and dashes\n',
  ],
  [
    { ...acme, issuers: [{ ...issuer, jwksUrl: undefined }] },
    'issuers.0.jwksUrl: expected a text; got none\n',
  ],
  [
    { ...acme, issuers: [{ ...issuer, tenantClaim: 'org' }] },
    'issuers.0: expected either tenant or tenantClaim\n',
  ],
  [
    {
      tenants: {
        acme: { connector: { baseUrl: 'x', token: 'a secret', callAnalytics: 'a', crm: 'b' } },
      },
    },
    'tenants.acme.connector.baseUrl: expected an http or https URL\nACCESS_FILE: tenants.acme.connector.token: expected an object; got a text\n',
  ],
];

describe('a mistake in the access file', () => {
  it.each(accessMistakes)('%j', (written, said) => {
    expect(check({ ACCESS_FILE: file }, written)).toBe(`ACCESS_FILE: ${said}`);
  });

  it('is what the command prints', async () => {
    check({}, '{');
    vi.stubEnv('ACCESS_FILE', file);
    const { code, output } = await runHere(['config', 'check']);
    expect({ code, output }).toEqual({
      code: 1,
      output: `Configuration has 1 fault:\n  ACCESS_FILE: expected JSON in ${file}; line 1, column 2, its end: expected a name in quotes or }\n`,
    });
  });

  it('is its path', () => {
    const said = `ACCESS_FILE: expected a file that can be read at ${join(process.cwd(), 'no/such.json')}; got ENOENT\n`;
    expect(check({ ACCESS_FILE: 'no/such.json' })).toBe(said);
  });

  it('quotes nothing of a file that may hold secrets', () => {
    const secret = 'hunter2-Secret!';
    for (const written of [
      `{ "a": ${secret} }`,
      { ...acme, keys: secret },
      { ...acme, roles: { a: [secret] } },
      { ...acme, keys: [{ ...key, sha256: secret, tenant: secret }] },
    ])
      expect(check({ ACCESS_FILE: file }, written)).not.toContain(secret);
  });
});

describe('a name that is nearly one that closes something', () => {
  it.each([
    ['ACESS_FILE', 'ACCESS_FILE'],
    ['ACCESS_FLIE', 'ACCESS_FILE'],
    ['access_file', 'ACCESS_FILE'],
    ['DOCUMENT', 'DOCUMENTS'],
    ['PRIVATE_CALL', 'PRIVATE_CALLS'],
    ['TRANSCRIPT', 'TRANSCRIPTS'],
  ])('%s refuses the start', (name, meant) => {
    expect(check({ [name]: 'off' })).toBe(
      `${name}: expected ${meant}, probably; there is no such variable\n`,
    );
  });

  it('is a line of the greeting where the right one is set, or it closes nothing', () => {
    expect(loadConfig({ DOCUMENTS: 'trusted', DOCUMENT: 'x', GRAPHIQLL: 'off' }).misspelt).toEqual([
      { name: 'DOCUMENT', meant: 'DOCUMENTS' },
      { name: 'GRAPHIQLL', meant: 'GRAPHIQL' },
    ]);
  });
});

it('an address with a slash behind it is the graph’s, by every method', async () => {
  const server = await startSmallServer({ graphiql: true });
  const at = new URL('/graphql/', server.url);
  const json = { accept: 'application/json', 'content-type': 'application/json' };
  const post = await fetch(at, { method: 'POST', headers: json, body: '{"query":"{ hello }"}' });
  expect(await post.json()).toMatchObject({ data: { hello: 'Hello you' } });
  const get = await fetch(`${at}?query={hello}`, { headers: json });
  expect(await get.json()).toMatchObject({ data: { hello: 'Hello you' } });
  const page = await fetch(at, { headers: { accept: 'text/html' } });
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect((await fetch(new URL('/graphql//', server.url))).status).toBe(404);
  await server.close();
});
