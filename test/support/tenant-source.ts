/** Gateways over each kind of data source, and the facts of their tenants: calls a second, place of the index, greeting, readiness. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import type { Backend } from '../../src/connector-service/backend.ts';
import type { Row } from '../../src/contract/wire/execute.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { type Running, start } from '../../src/main/start.ts';
import { greeting } from '../../src/main/startup-banner.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { createKey } from '../../src/server/identity/api-key.ts';
import { callId, memoryBackend } from './backend.ts';
import { openFacade } from './facade.ts';
import { fillMs } from './patience.ts';
import type { Settings } from './process.ts';
import { openSynthetic } from './synthetic.ts';

/** What the environment says of a connector, which tenants the access file has, and what is shared or lasting. */
export interface Cell {
  readonly environment: 'nothing' | 'hosted' | 'own accounts';
  readonly tenants: 'none' | 'all their own' | 'mixed';
  readonly place: 'DATA_DIR' | 'PostgreSQL' | 'Redis';
}

/** Calls a second that each account of the call platform takes. */
const perSecond = 8;
const callCount = 30;

/** An account of the call platform that counts the calls it gets. */
interface Account {
  /** Most calls of any one second. */
  readonly peak: () => number;
  readonly calls: () => number;
}

interface Upstream extends Account {
  readonly settings: Settings;
  /** Its connector in an access file; null for own accounts. */
  readonly connector: object | null;
}

/** A company of some calls of the last days, each with people in it. */
function companyBackend(): Backend {
  const backend = memoryBackend({ users: 20, accounts: 20 });
  const startOf = (n: number): string => new Date(Date.now() - (n + 1) * 3_600_000).toISOString();
  const rows = Array.from({ length: callCount }, (_, n): Row => {
    const person = { emailAddress: `person${n % 5}@example.com`, affiliation: 'External' };
    const started = startOf(n);
    const metaData = {
      id: callId(n),
      title: `Call ${n}`,
      started,
      scheduled: started,
      duration: 60,
    };
    return { metaData, parties: [{ id: `${n}`, speakerId: `${n}`, ...person }] };
  });
  return {
    ...backend,
    async execute(operation) {
      const { entity, action, params } = operation;
      if (entity !== 'calls_extensive' || action !== 'list') return backend.execute(operation);
      const {
        fromDateTime = '',
        toDateTime = '9',
        callIds,
      } = params.filter as Readonly<Record<string, string> & { callIds?: readonly string[] }>;
      const found = rows.filter(({ metaData }) => {
        const { id, started } = metaData as { readonly id: string; readonly started: string };
        return callIds?.includes(id) ?? (started >= fromDateTime && started < toDateTime);
      });
      const page = { pageNumber: 0, next: null, totalRecords: found.length };
      return { kind: 'cursor-page', rows: found, ...page };
    },
  };
}

async function openHosted(name: string): Promise<Upstream> {
  const service: DemoService = await startDemoService({ backend: companyBackend() });
  onTestFinished(() => service.close());
  const { callAnalytics, crm } = service.instances;
  const variable = `${name.toUpperCase()}_TOKEN`;
  return {
    settings: {
      [variable]: service.token,
      ...(name === 'environment' && {
        CONNECTOR_BASE_URL: service.url,
        CONNECTOR_TOKEN: service.token,
        CALL_ANALYTICS_INSTANCE_ID: callAnalytics,
        CRM_INSTANCE_ID: crm,
      }),
    },
    connector: { baseUrl: service.url, token: { env: variable }, callAnalytics, crm },
    peak: () => service.admin.limiter.counts(callAnalytics).peakPerSecond,
    calls: () => service.admin.limiter.counts(callAnalytics).calls,
  };
}

async function openOwnAccounts(): Promise<Upstream> {
  const times: number[] = [];
  const now = (): Date => new Date();
  const client = await openFacade({
    backend: openSynthetic({ now }),
    clock: Date.now,
    instead({ url }) {
      if (url.startsWith('/v2/')) times.push(performance.now());
      return null;
    },
  });
  onTestFinished(() => client.close());
  const { accounts, url } = client.facade;
  return {
    settings: {
      GONG_ACCESS_KEY: accounts.accessKey,
      GONG_ACCESS_KEY_SECRET: accounts.accessKeySecret,
      GONG_BASE_URL: url,
      // Else nobody is told how many calls the index has.
      PRIVATE_CALLS: 'shown',
      SALESFORCE_LOGIN_URL: url,
      SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
      SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
    },
    connector: null,
    peak: () =>
      Math.max(
        0,
        ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
      ),
    calls: () => times.length,
  };
}

interface Tenant {
  readonly name: string;
  /** Null: the synthetic company, which needs no limit. */
  readonly account: Account | null;
  readonly key: ReturnType<typeof createKey>;
}

interface OpenCell {
  readonly settings: Settings;
  readonly tenants: readonly Tenant[];
  readonly hasOwnAccounts: boolean;
}

/** Opens the upstreams of a cell; they end with the test. */
async function openCell(
  { environment, tenants: kind, place }: Cell,
  shared: { readonly redis?: string; readonly postgres?: string } = {},
): Promise<OpenCell> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-source-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const usesEnvironment = kind !== 'all their own';
  const upstream = await {
    nothing: async () => null,
    hosted: () => openHosted('environment'),
    'own accounts': openOwnAccounts,
  }[environment]();
  const own = kind === 'none' ? [] : ['acme', ...(kind === 'mixed' ? [] : ['globex'])];
  const owned = await Promise.all(own.map(async (name) => ({ name, ...(await openHosted(name)) })));
  const tenant = (name: string, account: Account | null): Tenant => ({
    name,
    account,
    key: createKey(),
  });
  const plain = kind === 'none' ? 'default' : 'plain';
  const tenants = [
    ...owned.map((one) => tenant(one.name, one)),
    ...(usesEnvironment ? [tenant(plain, upstream)] : []),
  ];
  const access = {
    tenants: Object.fromEntries(
      tenants.map(({ name }) => {
        const connector = owned.find((one) => one.name === name)?.connector;
        if (connector) return [name, { connector }];
        return [name, environment === 'nothing' ? { connector: 'embedded' } : {}];
      }),
    ),
    roles: { all: ['private-calls', 'transcripts'] },
    keys: tenants.map(({ name, key }) => ({
      name,
      sha256: key.sha256,
      tenant: name,
      roles: ['all'],
    })),
  };
  const file = join(folder, 'access.json');
  writeFileSync(file, JSON.stringify(access));
  return {
    tenants,
    hasOwnAccounts: usesEnvironment && environment === 'own accounts',
    settings: {
      ...Object.assign({}, upstream?.settings, ...owned.map(({ settings }) => settings)),
      ...(kind !== 'none' && { ACCESS_FILE: file }),
      ...(place === 'PostgreSQL' && { INDEX_DATABASE_URL: shared.postgres }),
      ...(place === 'Redis' && {
        REDIS_URL: shared.redis,
        SIGNING_KEY: 'a signing key that all gateways share',
      }),
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: join(folder, 'data'),
      INDEX_HORIZON_MONTHS: '1',
      CALL_ANALYTICS_PER_SECOND: String(perSecond),
    },
  };
}

interface StartedCell extends Running {
  readonly greeting: string;
  ask(tenant: Tenant, query: string): Promise<{ readonly data: Row; readonly errors?: unknown }>;
  /** State by part. */
  parts(): Promise<Readonly<Record<string, string>>>;
  /** Waits until every tenant has a whole index. @returns the calls of each. */
  indexed(): Promise<readonly number[]>;
}

/** Starts a gateway; it ends with the test, if not before. */
async function startCell({ settings, tenants }: OpenCell): Promise<StartedCell> {
  const config = loadConfig(settings);
  const running = await start(config);
  onTestFinished(() => running.close());
  const ask: StartedCell['ask'] = async ({ key }, query) => {
    const response = await fetch(new URL('/graphql', running.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key.text}` },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as { readonly data: Row; readonly errors?: unknown };
  };
  const callsOf = (tenant: Tenant): Promise<number> =>
    vi.waitFor(
      async () => {
        const { data } = await ask(tenant, '{ indexStatus { completeShare state calls } }');
        expect(data.indexStatus).toMatchObject({ completeShare: 1, state: 'IDLE' });
        return (data.indexStatus as { readonly calls: number }).calls;
      },
      { interval: 50, timeout: fillMs },
    );
  return {
    ...running,
    greeting: greeting(config, running),
    ask,
    async parts() {
      const response = await fetch(new URL('/readyz', running.adminUrl ?? undefined));
      const { parts } = (await response.json()) as { parts: { name: string; state: string }[] };
      return Object.fromEntries(parts.map(({ name, state }) => [name, state]));
    },
    indexed: () => Promise.all(tenants.map(callsOf)),
  };
}

/** Asks for more calls than a second has. */
async function burst(cells: readonly StartedCell[], tenant: Tenant): Promise<void> {
  const questions = Array.from(
    { length: perSecond + 4 },
    (_, n) =>
      `{ calls(first: 1, filter: { from: "2026-01-01T00:00:${10 + n}Z" }) { nodes { title } } }`,
  );
  await Promise.all(
    questions.map(async (question, n) => {
      const { errors } = await cells[n % cells.length]!.ask(tenant, question);
      expect(errors).toBeUndefined();
    }),
  );
}

/** Names of the indexes in the lasting database of a cell. */
async function storedIndexes({ settings }: OpenCell): Promise<readonly string[]> {
  const { INDEX_DATABASE_URL: url, DATA_DIR: directory } = settings;
  const sql = 'SELECT name FROM tenant ORDER BY name';
  const store = await openStore({ url, directory });
  try {
    return (await store.read(sql)).map(([name]) => String(name));
  } finally {
    await store.close();
  }
}

/**
 * Starts a gateway twice over a cell (with Redis the second beside the first) and holds each tenant's facts against
 * what its data source alone decides.
 */
export async function checkCell(
  cell: Cell,
  shared: Parameters<typeof openCell>[1] = {},
): Promise<void> {
  const open = await openCell(cell, shared);
  const { tenants, settings, hasOwnAccounts } = open;
  const real = tenants.filter(({ account }) => account !== null);
  const isSynthetic = real.length < tenants.length;
  const first = await startCell(open);
  const calls = await first.indexed();
  expect(Math.min(...calls)).toBeGreaterThan(0);
  const isShared = cell.place === 'Redis';
  if (!isShared && real.length > 0) {
    await Promise.all(real.map((tenant) => burst([first], tenant)));
    await first.close();
  }
  const before = real.map(({ account }) => account?.calls());
  const again = real.length === 0 ? first : await startCell(open);
  expect(await again.indexed()).toEqual(calls);
  expect(real.map(({ account }) => account?.calls())).toEqual(before);
  if (isShared) await Promise.all(real.map((tenant) => burst([first, again], tenant)));
  for (const { account } of real) {
    expect(account?.peak()).toBeGreaterThan(1);
    expect(account?.peak()).toBeLessThanOrEqual(perSecond);
  }
  expect(await storedIndexes(open)).toEqual(
    real.map(({ name }) => expect.stringMatching(new RegExp(`^${name}@.`))),
  );
  expect(await again.parts()).toEqual({
    ...Object.fromEntries(
      tenants.flatMap(({ name }) => [
        [`${name}/call-analytics`, 'ok'],
        [`${name}/crm`, 'ok'],
      ]),
    ),
    index: 'ok',
    ...(isShared && { redis: 'ok' }),
    ...(isShared && 'ACCESS_FILE' in settings && { revocations: 'ok' }),
    ...(hasOwnAccounts && { tokens: 'ok' }),
  });
  const lineOf = (name: string): string =>
    new RegExp(`^${name} +(.*)$`, 'm').exec(again.greeting)?.[1] ?? '';
  const place = cell.place === 'PostgreSQL' ? 'PostgreSQL (INDEX_DATABASE_URL)' : 'SQLite in ';
  expect([
    lineOf('Data').includes('a synthetic company, served at http'),
    lineOf('Data').includes('your own account at the call platform and the CRM'),
    lineOf('Index').includes('in memory'),
    lineOf('Index').includes(place),
  ]).toEqual([isSynthetic, hasOwnAccounts, isSynthetic, real.length > 0]);
  // A field of the example's custom schema, which no real CRM would know.
  const schema = '{ __type(name: "Account") { fields { name } } }';
  const { fields } = (await again.ask(tenants[0]!, schema)).data.__type as { fields: Row[] };
  expect(fields.some(({ name }) => name === 'healthScore')).toBe(real.length === 0);
}
