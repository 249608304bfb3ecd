/** How far behind the participant index is, as a scrape of the admin port tells it: by the clock, for each tenant, of what was read. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelOf } from '../../src/main/crm-model.ts';
import { startGateway } from '../../src/main/gateway.ts';
import { createKey } from '../../src/server/identity/api-key.ts';
import { createLog } from '../../src/server/log.ts';
import { manualClock } from '../support/clock.ts';
import { closing } from '../support/connect.ts';
import { startHere } from '../support/here.ts';
import { fillMs } from '../support/patience.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { today } from '../support/world.ts';

const dayMs = 86_400_000;
const intervalMs = 300_000;
const denied = { kind: 'denied', reason: 'rights', system: 'call-analytics' } as const;

const openService = async (): Promise<DemoService> =>
  closing(
    await startDemoService({
      backend: openSynthetic({ now: () => today }),
      clock: () => today.getTime(),
    }),
  );

/** Seconds by tenant. */
async function agesAt(adminUrl: URL | null): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(new URL('/metrics', adminUrl!))).text();
  expect(text).toContain('# TYPE switchboard_index_age_seconds gauge');
  const line = /^switchboard_index_age_seconds\{tenant="(\w+)"\} (\S+)$/gm;
  return Object.fromEntries([...text.matchAll(line)].map(([, name, age]) => [name, Number(age)]));
}

it('grows while nothing newer is read, is absent where nothing ever was, and costs no call', async () => {
  const [acme, globex] = [await openService(), await openService()];
  globex.admin.faults.add(denied);
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-index-age-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const key = createKey();
  const access = join(directory, 'access.json');
  const connector = {
    baseUrl: globex.url,
    token: { env: 'GLOBEX_TOKEN' },
    callAnalytics: globex.instances.callAnalytics,
    crm: globex.instances.crm,
  };
  writeFileSync(
    access,
    JSON.stringify({
      tenants: { acme: {}, globex: { connector } },
      keys: [{ name: 'dash', sha256: key.sha256, tenant: 'acme' }],
    }),
  );
  const config = loadConfig({
    PORT: '0',
    ADMIN_PORT: '0',
    DATA_DIR: directory,
    INDEX_HORIZON_MONTHS: '1',
    INDEX_INTERVAL_SECONDS: String(intervalMs / 1_000),
    ACCESS_FILE: access,
    GLOBEX_TOKEN: globex.token,
    CONNECTOR_BASE_URL: acme.url,
    CONNECTOR_TOKEN: acme.token,
    CALL_ANALYTICS_INSTANCE_ID: acme.instances.callAnalytics,
    CRM_INSTANCE_ID: acme.instances.crm,
    CALL_ANALYTICS_PER_SECOND: '1000',
  });
  const clock = manualClock(today.getTime());
  const lines: string[] = [];
  const { listening } = closing(
    await startGateway(
      config,
      startConnectorServices(config).services,
      crmModelOf(null, true),
      createLog('info', { write: (line: string) => void lines.push(line) }),
      clock,
    ),
  );
  const ages = () => agesAt(listening.adminUrl);
  const ended = (tenant: string, how: string) =>
    lines.filter((line) => line.includes(`"tenant":"${tenant}"`) && line.includes(how)).length;
  const [read, failed] = ['index synchronised', 'index synchronisation failed'];
  const isBegun = () => ended('acme', read) === 1 && ended('globex', failed) === 1;
  await expect.poll(isBegun, { timeout: fillMs }).toBe(true);
  await expect.poll(ages).toEqual({ acme: 0 });

  const passTo = async (isOver: () => boolean): Promise<void> => {
    clock.pass(intervalMs);
    // In steps that no answer of the index's database is late by.
    while (!isOver()) await clock.advance(10);
  };
  acme.admin.faults.add(denied);
  await passTo(() => ended('acme', failed) === 1);
  clock.pass(5 * dayMs);
  const callsBefore = acme.calls().length;
  await expect.poll(ages).toEqual({ acme: (clock.now() - today.getTime()) / 1_000 });
  expect(acme.calls().length).toBe(callsBefore);

  // A question about a day in between has that day read, and tells nothing of those since.
  acme.admin.faults.clear();
  const [from, to] = [4, 3].map((days) => new Date(clock.now() - days * dayMs).toISOString());
  const response = await fetch(new URL('/graphql', listening.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key.text}` },
    body: JSON.stringify({
      query: `{ contacts(first: 1, filter: { email: { isNull: false } }) { nodes {
        relatedCalls(from: "${from}", to: "${to}") { coverage { syncedAt } }
      } } }`,
    }),
  });
  const coverage = { syncedAt: new Date(clock.now()).toISOString() };
  expect(await response.json()).toMatchObject({
    data: { contacts: { nodes: [{ relatedCalls: { coverage } }] } },
  });
  expect(acme.calls().length).toBeGreaterThan(callsBefore);
  // A walk reads six hours ahead, and up to a whole second.
  await expect
    .poll(async () => (await ages()).acme)
    .toBeCloseTo((3 * dayMs) / 1_000 - 6 * 3_600, -1);

  globex.admin.faults.clear();
  await passTo(() => ended('acme', read) === 2 && ended('globex', read) === 1);
  const areCurrent = async () =>
    Object.entries(await ages()).map(([tenant, age]) => [tenant, age < intervalMs / 1_000]);
  await expect.poll(areCurrent).toEqual([
    ['acme', true],
    ['globex', true],
  ]);
});

it('is absent without an index, as all figures of it are', async () => {
  const service = await openService();
  const { adminUrl } = await startHere({
    ADMIN_PORT: '0',
    INDEX: 'off',
    CONNECTOR_BASE_URL: service.url,
    CONNECTOR_TOKEN: service.token,
    CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
    CRM_INSTANCE_ID: service.instances.crm,
  });
  expect(await agesAt(adminUrl)).toEqual({});
  // A share of 0 would be an alarm about an index that nobody wants.
  const text = await (await fetch(new URL('/metrics', adminUrl!))).text();
  expect(text).not.toMatch(/^switchboard_index_\w+(\{| )/m);
});
