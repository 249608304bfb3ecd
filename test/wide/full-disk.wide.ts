/** A disk that is full while the index synchronises: coverage and /readyz say so, answers go on, and room cures it. */

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startDemoService } from '../../src/demo/service.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelOf } from '../../src/main/crm-model.ts';
import { startGateway } from '../../src/main/gateway.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { createLog } from '../../src/server/log.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { hasSmallDisk, openSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { openSynthetic } from '../support/synthetic.ts';

interface Part {
  readonly name: string;
  readonly state: string;
  readonly reason?: string;
}

/** A gateway with an index of its own, over a synthetic company behind a service. */
async function start(settings: Readonly<Record<string, string>>) {
  const backend = openSynthetic({ now: () => new Date() });
  const service = await startDemoService({ backend });
  onTestFinished(() => service.close());
  const config = loadConfig({
    PORT: '0',
    ADMIN_PORT: '0',
    SIGNING_KEY: 'a key that is long enough to sign',
    INDEX_INTERVAL_SECONDS: '1',
    // Fewer calls than the disk has room for.
    INDEX_HORIZON_MONTHS: '2',
    CALL_ANALYTICS_PER_SECOND: '1000',
    CONNECTOR_BASE_URL: service.url,
    CONNECTOR_TOKEN: service.token,
    CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
    CRM_INSTANCE_ID: service.instances.crm,
    ...settings,
  });
  const log = createLog('silent');
  const { services } = startConnectorServices(config);
  const gateway = await startGateway(config, services, crmModelOf(null, true), log);
  onTestFinished(() => gateway.close());
  const { url, adminUrl } = gateway.listening;
  const readJson = async (address: URL, body?: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(
      address,
      body === undefined ? {} : { method: 'POST', headers, body },
    );
    return await answer.json();
  };
  return {
    async index(): Promise<Part | undefined> {
      const { parts } = (await readJson(new URL('/readyz', adminUrl!))) as {
        readonly parts: readonly Part[];
      };
      return parts.find(({ name }) => name === 'index');
    },
    ask: (query: string) => readJson(new URL('/graphql', url), JSON.stringify({ query })),
  };
}

/** The fill gives way to whoever asks the graph, for half a second after. */
const patience = { interval: 700 };
const coverage = '{ callsAggregate { totalCount coverage { lastError } } }';
const status = '{ indexStatus { lastError } }';

/** @param location of an index that is made before the disk fills up. */
async function expectTold(
  location: Parameters<typeof openStore>[0],
  settings: Readonly<Record<string, string>>,
  disk: SmallDisk,
) {
  const store = await openStore(location);
  await store.close();
  disk.fillUp(60);
  const gateway = await start(settings);
  await expect.poll(gateway.index, patience).toMatchObject({
    state: 'degraded',
    reason: expect.stringMatching(/^Participant index .* is full/),
  });
  // Twice: an answer that is kept must not be the one from before.
  for (let n = 0; n < 2; n += 1)
    await expect
      .poll(() => gateway.ask(coverage), patience)
      .toMatchObject({
        data: { callsAggregate: { coverage: { lastError: 'INDEX_FULL' } } },
      });
  expect(await gateway.ask(status)).toMatchObject({
    data: { indexStatus: { lastError: 'INDEX_FULL' } },
  });
  disk.free();
  await expect.poll(gateway.index, patience).toEqual({ name: 'index', state: 'ok' });
  await expect
    .poll(() => gateway.ask(coverage), patience)
    .toMatchObject({
      data: { callsAggregate: { coverage: { lastError: null }, totalCount: expect.any(Number) } },
    });
  expect(await gateway.ask(status)).toMatchObject({ data: { indexStatus: { lastError: null } } });
}

describe.skipIf(!hasSmallDisk)('a full disk under the index', () => {
  it('in SQLite', async () => {
    const disk = openSmallDisk();
    await expectTold({ directory: disk.folder }, { DATA_DIR: disk.folder }, disk);
  }, 60_000);

  it.skipIf(!hasPostgres)(
    'in PostgreSQL',
    async () => {
      const url = new URL(await openDatabase(inject('runFolder')));
      const disk = openSmallDisk();
      const folder = join(disk.folder, 'tables');
      mkdirSync(folder);
      chmodSync(disk.folder, 0o755);
      execFileSync('chown', ['postgres', folder]);
      const client = new Client(url.href);
      await client.connect();
      const name = `full_${url.pathname.slice(1)}`;
      await client.query(`CREATE TABLESPACE ${name} LOCATION '${folder}'`);
      await client.query(`CREATE DATABASE ${name} TABLESPACE ${name}`);
      onTestFinished(async () => {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await client.query(`DROP TABLESPACE ${name}`);
        await client.end();
      });
      const { href } = new URL(`/${name}`, url);
      await expectTold({ url: href }, { INDEX_DATABASE_URL: href }, disk);
    },
    60_000,
  );
});
