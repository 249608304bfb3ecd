/** Discovery of custom fields over a hosted connector service, which answers statements alone. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { parseCustomSchema } from '../../src/contract/crm/custom-schema.ts';
import { startDemoService } from '../../src/demo/service.ts';
import { discoverSchema } from '../../src/main/schema-discovery.ts';
import { start } from '../../src/main/start.ts';
import { closing } from '../support/connect.ts';
import { openSynthetic } from '../support/synthetic.ts';

const example = JSON.parse(readFileSync('schema/custom.example.json', 'utf8')) as {
  objects: Record<string, { keyPrefix?: string; fields: Record<string, Record<string, unknown>> }>;
};

async function hosted() {
  const service = closing(
    await startDemoService({ backend: openSynthetic({ now: () => new Date() }) }),
  );
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-hosted-discovery-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const settings = {
    CONNECTOR_BASE_URL: service.url,
    CONNECTOR_TOKEN: service.token,
    CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
    CRM_INSTANCE_ID: service.instances.crm,
    CRM_CUSTOM_SCHEMA: 'discover',
    DATA_DIR: folder,
    INDEX: 'off',
    LOG_LEVEL: 'silent',
    PORT: '0',
  };
  return { service, settings, folder };
}

const shapeOf = ({ objects }: typeof example) =>
  Object.fromEntries(
    Object.entries(objects).map(([object, { keyPrefix, fields }]) => [
      object,
      {
        keyPrefix,
        fields: Object.fromEntries(
          Object.entries(fields).map(([name, { type, to, required }]) => [
            name,
            { type, to, required },
          ]),
        ),
      },
    ]),
  );

it('gives what the organisation has, with its lists of children, by a few statements', async () => {
  const { service, settings } = await hosted();
  const { schema, notes } = await discoverSchema(loadConfig(settings));
  expect(shapeOf(schema as unknown as typeof example)).toEqual(shapeOf(example));
  expect(notes).toEqual([]);
  const children = Object.entries(schema.objects).flatMap(([, { fields }]) =>
    Object.values(fields).flatMap(({ childRelationship }) => childRelationship ?? []),
  );
  expect(children).toContain('Accounts__r');
  expect(() => parseCustomSchema(schema)).not.toThrow();
  expect(service.calls().length).toBeLessThan(12);
});

it('is there at the start, and the next one asks nobody', async () => {
  const { service, settings, folder } = await hosted();
  const ask = async (): Promise<unknown> => {
    const silent = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const running = await start(loadConfig(settings));
    silent.mockRestore();
    const response = await fetch(new URL('/graphql', running.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `{ accounts(first: 1, filter: { arr: { gt: 0 } }) { nodes { arr territory { id accounts(first: 1) { nodes { id } } } } } }`,
      }),
    });
    const { data } = (await response.json()) as { data: unknown };
    await running.close();
    return data;
  };
  const described = () =>
    service
      .calls()
      .filter((call) => /FROM (?:EntityDefinition|EntityParticle)/.test(JSON.stringify(call)))
      .length;
  const first = await ask();
  expect(first).toMatchObject({ accounts: { nodes: [{ arr: expect.any(Number) }] } });
  const before = described();
  expect(before).toBeGreaterThan(0);
  expect(await ask()).toEqual(first);
  expect(described()).toBe(before);
  expect(readdirSync(folder).filter((name) => name.startsWith('custom-schema-'))).toHaveLength(1);
});

it('says what a CRM does not tell by statements, and why one tells nothing', async () => {
  const { service, settings } = await hosted();
  service.admin.faults.add({ kind: 'hidden', system: 'crm', names: ['RelationshipDomain'] });
  const { schema, notes } = await discoverSchema(loadConfig(settings));
  expect(shapeOf(schema as unknown as typeof example)).toEqual(shapeOf(example));
  expect(notes).toEqual([
    'Lists of children are left out: the CRM does not tell their names by a statement.',
  ]);
  service.admin.faults.add({ kind: 'hidden', system: 'crm', names: ['EntityDefinition'] });
  await expect(discoverSchema(loadConfig(settings))).rejects.toThrow(
    /^The CRM did not describe its objects\. /,
  );
});
