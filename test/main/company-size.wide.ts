import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startDemoService } from '../../src/demo/service.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelOf } from '../../src/main/crm-model.ts';
import { startGateway } from '../../src/main/gateway.ts';
import { createLog } from '../../src/server/log.ts';
import { memoryBackend } from '../support/backend.ts';

it('the first question of a company larger than is assumed is reckoned by its size, which the index has read', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-size-'));
  const service = await startDemoService({ backend: memoryBackend({ users: 4_950, calls: 0 }) });
  const config = loadConfig({
    ...{ PORT: '0', DATA_DIR: directory, CALL_ANALYTICS_PER_SECOND: '100000' },
    CONNECTOR_BASE_URL: service.url,
    CONNECTOR_TOKEN: service.token,
    CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
    CRM_INSTANCE_ID: service.instances.crm,
  });
  const gateway = await startGateway(
    config,
    startConnectorServices(config).services,
    crmModelOf(null, true),
    createLog('silent'),
  );
  onTestFinished(async () => {
    await gateway.close();
    await service.close();
    rmSync(directory, { recursive: true });
  });
  const usersRead = () => service.calls().filter(({ entity }) => entity === 'users').length;
  // Whoever asks for the second page has read the first, which tells the number.
  await expect.poll(usersRead).toBeGreaterThan(1);
  const response = await fetch(new URL('/graphql', gateway.listening.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: '{ users(first: 1) { nodes { directReports(first: 1) { nodes { id } } } } }',
    }),
  });
  const { errors, extensions } = (await response.json()) as {
    readonly errors?: unknown;
    readonly extensions: { readonly cost: { readonly requested: number; readonly actual: number } };
  };
  expect(errors).toBeUndefined();
  // The first page, then all 50: of a guess of 2,000 users no more than 25 would have been granted.
  const { requested, actual } = extensions.cost;
  expect(actual).toBeGreaterThanOrEqual(49);
  expect(requested).toBeGreaterThanOrEqual(actual);
  expect(requested).toBeLessThan(2 * actual);
});
