/** Whatever a start reads, and what may stand in its place: refused in one sentence that names the file, without a stack. */

import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runService } from '../../src/cli/service-command.ts';
import { loadConfig } from '../../src/config.ts';
import { start } from '../../src/main/start.ts';
import { errorText } from '../../src/main/start-error.ts';
import { openSynthetic } from '../support/synthetic.ts';

type Settings = Readonly<Record<string, string>>;
const nowhere = 'http://127.0.0.1:1';
const common = { PORT: '0', LOG_LEVEL: 'silent', INDEX: 'off', GRAPHIQL: 'off', DASHBOARD: 'off' };
const hosted = {
  ...common,
  CONNECTOR_BASE_URL: nowhere,
  CONNECTOR_TOKEN: 'token',
  CALL_ANALYTICS_INSTANCE_ID: 'calls',
  CRM_INSTANCE_ID: 'crm',
};
const ownAccounts = {
  ...common,
  GONG_ACCESS_KEY: 'key',
  GONG_ACCESS_KEY_SECRET: 'secret',
  GONG_BASE_URL: nowhere,
  TOKEN_KEY: 'a key of tokens that is long enough to be one',
};
const company = openSynthetic({ now: () => new Date() });

const gateway =
  (settings: (folder: string) => Settings) =>
  async (folder: string): Promise<void> => {
    const running = await start(loadConfig({ DATA_DIR: folder, ...settings(folder) }));
    await running.close();
  };
const service =
  (...args: readonly string[]) =>
  async (folder: string): Promise<void> => {
    const named = args.map((arg) => (arg.startsWith('--') ? arg : join(folder, arg)));
    const running = await runService(
      ['--port', '0', ...(args.includes('--file') ? [] : ['--file', company.file]), ...named],
      () => {},
    );
    await running.close();
  };
const pem = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString();
/** Deeper than any stack: frames of the parser are smaller once it is compiled. */
const deep = `{ ${'a { '.repeat(200_000)}a${' }'.repeat(200_000)} }`;
const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

interface Read {
  readonly begin: (folder: string) => Promise<void>;
  readonly file: string;
  /** Stored by the start itself: a first start makes it, so nothing is missing. */
  readonly isStored?: true;
  /** Only one of its kind, by its name, so that nothing but its text can be wrong. */
  readonly others?: Readonly<Record<string, string>>;
  /** Wrong of its own. */
  readonly wrong?: Readonly<Record<string, string>>;
}

const reads: Readonly<Record<string, Read>> = {
  ACCESS_FILE: {
    file: 'access.json',
    begin: gateway((folder) => ({ ...hosted, ACCESS_FILE: join(folder, 'access.json') })),
    wrong: { nested },
  },
  CALL_ANALYTICS_WEBHOOK_KEY_FILE: {
    file: 'webhook.pem',
    begin: gateway((folder) => ({
      ...hosted,
      PUBLIC_URL: 'https://graph.example',
      CALL_ANALYTICS_WEBHOOK_KEY_FILE: join(folder, 'webhook.pem'),
    })),
    wrong: { 'a weak key': pem(1024), 'half of a key': pem(2048).slice(0, 200) },
  },
  CRM_CUSTOM_SCHEMA: {
    file: 'schema.json',
    begin: gateway((folder) => ({ ...hosted, CRM_CUSTOM_SCHEMA: join(folder, 'schema.json') })),
    wrong: { nested },
  },
  DOCUMENT_MANIFEST: {
    file: 'manifest.json',
    begin: gateway((folder) => ({ ...hosted, DOCUMENT_MANIFEST: join(folder, 'manifest.json') })),
    wrong: { nested, 'a deep document': JSON.stringify({ deep }) },
  },
  SALESFORCE_PRIVATE_KEY_FILE: {
    file: 'crm.pem',
    begin: gateway((folder) => ({
      ...ownAccounts,
      SALESFORCE_CLIENT_ID: 'app',
      SALESFORCE_USERNAME: 'user@example.test',
      SALESFORCE_PRIVATE_KEY_FILE: join(folder, 'crm.pem'),
    })),
    wrong: {
      'a weak key': generateKeyPairSync('rsa', { modulusLength: 1024 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    },
  },
  'a saved question': {
    file: 'queries/question.graphql',
    begin: gateway((folder) => ({ ...hosted, QUERIES_DIR: join(folder, 'queries') })),
    wrong: { 'a deep question': `# title: Deep\nquery Question ${deep}` },
  },
  'the signing key': { file: 'signing.key', isStored: true, begin: gateway(() => hosted) },
  'the accounts': { file: 'accounts.db', isStored: true, begin: gateway(() => ownAccounts) },
  'the instances': {
    file: 'instances.db',
    isStored: true,
    begin: service('--instances', 'instances.db', '--key-file', 'instances.key'),
  },
  'the key of instances': {
    file: 'instances.key',
    isStored: true,
    begin: service('--instances', 'instances.db', '--key-file', 'instances.key'),
  },
  'the company': { file: 'company.db', isStored: true, begin: service('--file', 'company.db') },
};

const foreign = (path: string): void => {
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('bread')");
  database.close();
};
const states: Readonly<Record<string, (path: string) => void>> = {
  missing: (path) => rmSync(path, { force: true, recursive: true }),
  empty: (path) => writeFileSync(path, ''),
  'of one byte': (path) => writeFileSync(path, '{'),
  'cut off': (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  noise: (path) => writeFileSync(path, Buffer.from(Array.from({ length: 999 }, (_, n) => n * 37))),
  'a folder': (path) => {
    rmSync(path, { force: true, recursive: true });
    mkdirSync(path);
  },
  'another program’s database': (path) => {
    rmSync(path, { force: true });
    foreign(path);
  },
};

async function refusal({ begin, file, isStored }: Read, change: (path: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'start-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, file);
  mkdirSync(join(path, '..'), { recursive: true });
  if (isStored) await begin(folder);
  else writeFileSync(path, '{}');
  change(path);
  const text = await begin(folder).then(() => 'it started', errorText);
  return { path, text };
}

/** One sentence; of a file with several faults one for each. */
function expectSentence({ path, text }: { readonly path: string; readonly text: string }): void {
  expect(text).not.toMatch(/\n\s+at /);
  const [heading = '', ...lines] = text.split('\n');
  for (const sentence of lines.length > 0 ? lines : [heading]) {
    expect(sentence).toContain(path);
    expect(sentence).toMatch(/expected/i);
  }
}

describe.each(Object.entries(reads))('%s', (name, read) => {
  const cases = Object.entries(states).filter(
    ([state]) =>
      // A folder of saved questions without one is a folder of none.
      !(state === 'missing' && (read.isStored || name === 'a saved question')) &&
      !(state === 'cut off' && !read.isStored) &&
      // Any 32 bytes are a key.
      !(/key$|key of/.test(name) && /noise|database|cut off/.test(state)),
  );
  it.each(cases)('%s', async (_state, change) => expectSentence(await refusal(read, change)));

  const wrong = Object.entries(read.wrong ?? {});
  if (wrong.length > 0)
    it.each(wrong)('%s', async (_what, content) =>
      expectSentence(await refusal(read, (path) => writeFileSync(path, content))),
    );
});
