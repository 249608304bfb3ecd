/** Own accounts in processes of their own: what several workers say, what is left of tokens when a process is killed, and where no secret may be. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { memberAt } from '../../src/contract/member-at.ts';
import type { Facade, FacadeOptions } from '../../src/demo/vendor-api/vendor-api.ts';
import { isMatrix } from '../support/cases.ts';
import { closing } from '../support/connect.ts';
import { openFacade } from '../support/facade.ts';
import { runHere } from '../support/here.ts';
import { startMs } from '../support/patience.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { run, type Settings, startProcess } from '../support/process.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { seed } from '../support/seed.ts';
import { openSynthetic } from '../support/synthetic.ts';

const vendors = async (options: Partial<FacadeOptions> = {}): Promise<Facade> =>
  closing(
    await openFacade({
      backend: openSynthetic({ now: () => new Date() }),
      clock: Date.now,
      ...options,
    }),
  ).facade;

const ofKeys = ({ accounts, url }: Facade): Settings => ({
  GONG_ACCESS_KEY: accounts.accessKey,
  GONG_ACCESS_KEY_SECRET: accounts.accessKeySecret,
  GONG_BASE_URL: url,
  CALL_ANALYTICS_PER_SECOND: '1000',
  SALESFORCE_LOGIN_URL: url,
  SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
  SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
  INDEX: 'off',
});

const ofTokens = ({ accounts, url }: Facade): Settings => ({
  TOKEN_KEY: 'k'.repeat(32),
  GONG_REFRESH_TOKEN: accounts.platformRefreshToken,
  GONG_CLIENT_ID: accounts.platformApp.clientId,
  GONG_CLIENT_SECRET: accounts.platformApp.clientSecret,
  GONG_LOGIN_URL: url,
  GONG_BASE_URL: url,
  CALL_ANALYTICS_PER_SECOND: '1000',
  INDEX: 'off',
});

const folderOfTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'own-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const gatewayOf = async (settings: Settings) => {
  const gateway = await startProcess(['src/main.ts'], settings);
  onTestFinished(async () => void (await gateway.end('SIGKILL')));
  return gateway;
};

/** The round makes another question of it: what was asked may be in a cache that gateways share. */
const callsOf = async (url: URL, round = 1) => {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `{ calls(first: 3, filter: { lastDays: ${10 + round} }) { nodes { id } } }`,
    }),
  });
  return (await response.json()) as {
    readonly data: { readonly calls: { readonly nodes: readonly object[] } | null };
    readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
  };
};

it.runIf(hasRedis)('several workers name the accounts once', async () => {
  const facade = await vendors();
  const redis = await startRedis({ port: true });
  onTestFinished(() => redis.close());
  const gateway = await gatewayOf({ ...ofKeys(facade), WORKERS: '2', REDIS_URL: redis.url });
  await expect.poll(gateway.output, { timeout: startMs }).toMatch(/notes$/m);
  expect(gateway.output().match(/^Calls {6}Initial workspace/gm)).toHaveLength(1);
  expect(gateway.output().match(/^CRM {8}Synthetic Company$/gm)).toHaveLength(1);
  expect(facade.requests.filter(({ url }) => url.startsWith('/v2/workspaces'))).toHaveLength(1);
  expect(await gateway.end('SIGTERM')).toBe(0);
});

const stores = [
  ['SQLite', true, async () => ({})],
  [
    'Redis',
    hasRedis,
    async () => {
      const redis = await startRedis({ port: true });
      onTestFinished(() => redis.close());
      return { REDIS_URL: redis.url };
    },
  ],
  [
    'PostgreSQL',
    hasPostgres,
    async () => ({ INDEX_DATABASE_URL: await openDatabase(inject('runFolder')) }),
  ],
] as const;

const here = stores.filter(([, isHere]) => isHere);
/** The one in which the wide run loses a token; the others keep a pair. `test:matrix` does both in each. */
const losing = memberAt(here, seed % here.length);

describe('a gateway that is killed', () => {
  it.for(stores.filter((store) => isMatrix || here.length === 1 || store !== losing))(
    'after a pair was stored leaves it to the next one, with tokens in %s',
    async ([, isHere, open], { skip }) => {
      skip(!isHere);
      const facade = await vendors();
      const settings = { ...ofTokens(facade), ...(await open()), DATA_DIR: folderOfTest() };
      const signIns = () => facade.requests.filter(({ url }) => url.startsWith('/oauth2/')).length;
      // Each is killed with a pair that it stored, and the next one signs in with that; sessions end between.
      // Each start is five seconds of CPU: in the wide run one is killed, and in `test:matrix` the one after it, too.
      const rounds = isMatrix ? 2 : 1;
      for (let round = 1; round <= rounds; round += 1) {
        const gateway = await gatewayOf(settings);
        expect((await callsOf(gateway.url, round)).data.calls?.nodes).toHaveLength(3);
        await gateway.end('SIGKILL');
        expect(signIns()).toBe(round);
        facade.endSessions();
      }
      const last = await gatewayOf(settings);
      expect((await callsOf(last.url, rounds + 1)).data.calls?.nodes).toHaveLength(3);
      expect(signIns()).toBe(rounds + 1);
    },
  );

  it('between the answer and the store has lost a single-use token, and the next one says so', async () => {
    // At once: each waits for the lease of a lock, and starts three processes. In the wide run one of the stores that are here.
    const tried = isMatrix ? here : [losing];
    await Promise.all(tried.map(([, , open]) => loseToken(open)));
  });
});

async function loseToken(open: () => Promise<Record<string, string>>): Promise<void> {
  let kill = (): void => {};
  let lost = 0;
  const facade = await vendors({
    // The pair is given out, and nobody is left to store it.
    instead: ({ url }) => {
      if (!url.startsWith('/oauth2/') || lost > 0) return null;
      lost += 1;
      kill();
      return { status: 200, body: '{}', cut: true, afterwards: true };
    },
  });
  const settings = { ...ofTokens(facade), ...(await open()), DATA_DIR: folderOfTest() };
  const first = await gatewayOf(settings);
  kill = () => void first.child.kill('SIGKILL');
  await callsOf(first.url).catch(() => null);
  expect(lost).toBe(1);
  // The dead one's lock stands for its lease; then the account has to be connected again.
  const second = await gatewayOf(settings);
  const codes = async () => (await callsOf(second.url)).errors?.[0]?.extensions.code;
  await expect.poll(codes, { timeout: 240_000, interval: 5_000 }).toBe('UPSTREAM_AUTH');
  const asked = facade.requests.length;
  for (let n = 0; n < 3; n += 1) expect(await codes()).toBe('UPSTREAM_AUTH');
  expect(facade.requests.length).toBeLessThanOrEqual(asked + 1);
  const doctor = await run(['src/cli/main.ts', 'doctor'], settings);
  expect(doctor.code).toBe(1);
  expect(doctor.output).toMatch(
    /not signed in: Signing in was refused: invalid_grant\. Look at GONG_REFRESH_TOKEN\.$/m,
  );
}

/** Files below a folder, as text. */
const textsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'));

it('no secret is in what a gateway prints, serves, stores or is called, nor in what commands print', async () => {
  const facade = await vendors();
  const folder = folderOfTest();
  const tokenKey = 'canary-key-of-tokens-'.padEnd(40, 'x');
  const { accounts } = facade;
  const settings: Settings = {
    ...ofKeys(facade),
    TOKEN_KEY: tokenKey,
    SIGNING_KEY: 'canary-signing-key-'.padEnd(40, 'x'),
    DATA_DIR: folder,
    ADMIN_PORT: '0',
    EXPLAIN: 'on',
    LOG_LEVEL: 'trace',
    INDEX: 'on',
    INDEX_HORIZON_MONTHS: '1',
  };
  const gateway = await gatewayOf(settings);
  await expect.poll(gateway.output, { timeout: startMs }).toContain('may read organisation');
  const admin = new URL(/^Admin +(\S+\/)/m.exec(gateway.output())![1]!);
  const pages = ['/app', '/graphql', '/app/nothing', '/no/such/page'].map(
    (path) => new URL(path, gateway.url),
  );
  const figures = ['metrics', 'readyz', 'healthz', 'nothing'].map((path) => new URL(path, admin));
  const seen: string[] = [];
  for (const page of [...pages, ...figures]) {
    const answer = await fetch(page, { headers: { accept: 'text/html' } });
    seen.push(JSON.stringify([...answer.headers]), await answer.text());
  }
  for (const query of [
    '{ users(first: 2) { nodes { id } } accounts(first: 2) { nodes { name } } }',
    '{ accounts(first: 2, filter: { name: { like: "%" } }) { nodes { nonsense } } }',
    '{ calls(first: 2) { nodes { title media { audioUrl } transcript { monologues { topic } } } } }',
  ])
    seen.push(
      await (
        await fetch(new URL('/graphql', gateway.url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        })
      ).text(),
    );
  // What other users of the machine see of the process; its environment is its owner's alone.
  const { pid } = gateway.child;
  for (const file of ['cmdline', 'comm', 'status'])
    seen.push(readFileSync(`/proc/${pid}/${file}`, 'utf8'));
  for (const args of [
    ['--help'],
    ['service', '--help'],
    ['doctor', '--help'],
    ['config', 'check'],
    ['config', 'example'],
    ['index', 'status'],
    ['nonsense'],
  ])
    seen.push((await runHere(args, settings)).output);
  const recorded = ['doctor', '--record', join(folder, 'recording.json')];
  seen.push((await run(['src/cli/main.ts', ...recorded], settings)).output);
  // A start that fails, and a process that ends by a fault of its own.
  seen.push((await run(['src/main.ts'], { ...settings, GONG_BASE_URL: 'canary' })).output);
  seen.push((await run(['src/main.ts'], { ...settings, DATA_DIR: '/dev/null/nowhere' })).output);
  facade.endSessions();
  await gateway.end('SIGTERM');
  seen.push(gateway.output(), ...textsBelow(folder));

  const sessions = facade.requests.map(
    ({ headers }) => String(headers.authorization).split(' ')[1],
  );
  const secrets = new Set([
    ...[accounts.accessKeySecret, accounts.crmApp.clientSecret, tokenKey],
    ...[settings.SIGNING_KEY!, ...sessions],
  ]);
  secrets.delete(undefined as never);
  expect(secrets.size).toBeGreaterThan(5);
  for (const secret of secrets)
    for (const text of seen) expect(text.includes(String(secret)), text.slice(0, 200)).toBe(false);
});
