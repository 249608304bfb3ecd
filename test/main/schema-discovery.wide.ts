/** Discovery of custom fields: from an own account's CRM to a file, and to the graph. */

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { parseCustomSchema } from '../../src/contract/crm/custom-schema.ts';
import { start } from '../../src/main/start.ts';
import { share } from '../support/cases.ts';
import { closing } from '../support/connect.ts';
import { type FacadeClient, openFacade } from '../support/facade.ts';
import { runHere } from '../support/here.ts';
import { openSynthetic } from '../support/synthetic.ts';

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'switchboard-discovery-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

async function crmAccount(): Promise<{
  readonly client: FacadeClient;
  readonly settings: Readonly<Record<string, string>>;
}> {
  const client = closing(
    await openFacade({ backend: openSynthetic({ now: () => new Date() }), clock: Date.now }),
  );
  const { accounts, url } = client.facade;
  const settings = {
    SALESFORCE_LOGIN_URL: url,
    SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
    SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
    DATA_DIR: folder(),
    INDEX: 'off',
    LOG_LEVEL: 'silent',
    PORT: '0',
  };
  return { client, settings };
}

/** Runs a command with these variables. */
async function run(settings: Readonly<Record<string, string>>, ...words: readonly string[]) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  try {
    return await runHere(words);
  } finally {
    vi.unstubAllEnvs();
  }
}

const described = ({ facade }: FacadeClient): number =>
  facade.requests.filter(({ url }) => /\/sobjects\/?$/.test(url)).length;

const example = JSON.parse(readFileSync('schema/custom.example.json', 'utf8')) as {
  readonly objects: Readonly<Record<string, { readonly fields: Readonly<Record<string, object>> }>>;
};

it('writes the custom schema file: the types, picklists and references that the CRM has', async () => {
  const { settings } = await crmAccount();
  const out = join(folder(), 'custom.json');
  const ended = await run(settings, 'schema', 'discover', '--out', out);
  expect(ended).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^\d+ custom fields and /m),
  });
  const written: typeof example = JSON.parse(readFileSync(out, 'utf8'));
  const typesOf = ({ objects }: typeof example) =>
    Object.entries(objects).flatMap(([object, { fields }]) =>
      Object.entries(fields).map(([name, field]) => {
        const { type, values, to, childRelationship } = field as Readonly<Record<string, unknown>>;
        return [`${object}.${name}`, { type, values, to, childRelationship }];
      }),
    );
  const sorted = (entries: readonly unknown[][]) =>
    Object.fromEntries([...entries].sort(([a], [b]) => String(a).localeCompare(String(b))));
  // What the example leaves to a rule, the description spells out.
  for (const [name, field] of typesOf(example) as [string, Record<string, unknown>][])
    expect(sorted(typesOf(written))[name]).toMatchObject(
      Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)),
    );
  expect(typesOf(written)).toHaveLength(typesOf(example).length);
  expect(() => parseCustomSchema(written)).not.toThrow();

  const again = await run(settings, 'schema', 'discover', '--out', out);
  expect(again).toEqual({
    code: 1,
    output: `--out: expected a path where nothing is yet; ${out} is there\n`,
  });
});

it('--object names what is described, and --used leaves out what no record has filled', async () => {
  const { settings } = await crmAccount();
  const of = async (...flags: readonly string[]) => {
    const { code, output } = await run(settings, 'schema', 'discover', ...flags);
    expect(code).toBe(0);
    return JSON.parse(output.slice(output.indexOf('{'))) as typeof example;
  };
  const accounts = await of('--object', 'Account');
  expect(Object.keys(accounts.objects)).toEqual(['Account']);
  const used = await of('--object', 'Account', '--used');
  const names = Object.keys(used.objects.Account!.fields);
  expect(names.length).toBeGreaterThan(0);
  expect(Object.keys(accounts.objects.Account!.fields)).toEqual(expect.arrayContaining(names));

  expect(await run(settings, 'schema', 'discover', '--object', 'Acount')).toEqual({
    code: 1,
    output:
      'Expected objects of the CRM that this user may read and the graph can have; got Acount\n',
  });
});

it('CRM_CUSTOM_SCHEMA=discover has them in the graph; the next start asks nobody', async () => {
  const { client, settings } = await crmAccount();
  const ask = async () => {
    const silent = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const running = await start(loadConfig({ ...settings, CRM_CUSTOM_SCHEMA: 'discover' }));
    const said = silent.mock.calls.map(([text]) => String(text)).join('');
    silent.mockRestore();
    const response = await fetch(new URL('/graphql', running.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: '{ accounts(first: 1, filter: { arr: { gt: 0 } }) { nodes { arr } } }',
      }),
    });
    // Without the budget's rest, which other calls of the day take from.
    const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
    await running.close();
    return { answer: { data, errors }, said };
  };
  const first = await ask();
  expect(first.answer).toMatchObject({
    data: { accounts: { nodes: [{ arr: expect.any(Number) }] } },
  });
  expect(first.said).toMatch(/custom fields and \d+ custom objects discovered/);
  expect(described(client)).toBeGreaterThan(0);
  const before = described(client);
  const second = await ask();
  expect(second.answer).toEqual(first.answer);
  expect(second.said).toBe('');
  expect(described(client)).toBe(before);
  const stored = readdirSync(settings.DATA_DIR!).filter((name) =>
    name.startsWith('custom-schema-'),
  );
  expect(stored).toHaveLength(1);
  const file = join(settings.DATA_DIR!, stored[0]!);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  // What is cut off, or of another form, is asked for again, and made whole.
  const text = readFileSync(file, 'utf8');
  const broken = ['', '{', text.slice(0, -1), '{"at":1}', '{"at":1,"schema":{}}'];
  for (const damaged of share([...broken, '{"at":1,"schema":{"objects":{"Account":5}}}'], 4)) {
    const asked = described(client);
    writeFileSync(file, damaged);
    chmodSync(file, 0o644);
    expect([damaged, (await ask()).answer]).toEqual([damaged, first.answer]);
    expect([damaged, described(client)]).toEqual([damaged, expect.toSatisfy((n) => n > asked)]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('schema.objects');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});

it('a CRM that is away leaves the standard objects, and says so', async () => {
  const { client, settings } = await crmAccount();
  await client.close();
  const silent = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const running = await start(loadConfig({ ...settings, CRM_CUSTOM_SCHEMA: 'discover' }));
  onTestFinished(() => running.close());
  const said = silent.mock.calls.map(([text]) => String(text)).join('');
  silent.mockRestore();
  expect(said).toMatch(/^The CRM's custom fields were not discovered, and are not in the graph: /);
  expect(existsSync(settings.DATA_DIR!)).toBe(true);
});

it('the embedded company is not described: it is refused with what to give in its place', () => {
  expect(() => loadConfig({ CRM_CUSTOM_SCHEMA: 'discover' })).toThrow(
    /CRM_CUSTOM_SCHEMA: expected a file, .*got "discover"/,
  );
});
