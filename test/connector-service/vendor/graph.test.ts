import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVendorBackend } from '../../../src/connector-service/vendor/open.ts';
import { classifyFailure } from '../../../src/contract/wire/failure.ts';
import { isWide } from '../../support/cases.ts';
import { type FacadeClient, openFacade } from '../../support/facade.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { comparableData } from '../../support/vendor-difference.ts';
import { customSchema, openWorld, today, type World } from '../../support/world.ts';

const root = join(import.meta.dirname, '../../..');
const operations = join(root, 'schema/operations');
const names = readdirSync(operations)
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => file.replace('.graphql', ''));

describe('the graph over the vendors', () => {
  let client: FacadeClient;
  let world: World;
  beforeAll(async () => {
    client = await openFacade({
      backend: openSynthetic({ now: () => today, customSchema }),
      clock: () => today.getTime(),
    });
    const { accounts, url } = client.facade;
    const credentials = {
      'call-analytics': {
        access_key: accounts.accessKey,
        access_key_secret: accounts.accessKeySecret,
        base_url: url,
      },
      crm: {
        client_id: accounts.crmApp.clientId,
        client_secret: accounts.crmApp.clientSecret,
        instance_url: url,
      },
    };
    const vendor = openVendorBackend({ clock: () => today.getTime() });
    world = await openWorld({
      trackers: true,
      // The vendors' calls are the company's: only the wide runs synchronise through them.
      index: isWide ? true : 'copied',
      backend: {
        execute: (operation) =>
          vendor.execute({
            ...operation,
            instance: { id: operation.system, credentials: () => credentials[operation.system] },
          }),
        close: () => vendor.close(),
      },
    });
  });
  afterAll(async () => {
    await world.close();
    await client.close();
  });

  it.each(names)('%s gives the recorded data with the recorded calls', async (name) => {
    const query = readFileSync(join(operations, `${name}.graphql`), 'utf8');
    const golden = JSON.parse(readFileSync(join(root, `test/golden/${name}.json`), 'utf8'));
    const answer = await world.ask(query);
    expect(answer.errors).toBeUndefined();
    expect(comparableData(answer.data)).toEqual(comparableData(golden.data));
    expect(answer.calls.length).toBeLessThanOrEqual(golden.calls.length);
  });

  it('names the scope that a key lacks', async () => {
    const call = { status: 401, header: () => null, kind: 'rows', params: {}, now: 0 } as const;
    const site = { service: 'call-analytics', entity: 'workspaces', action: 'list' } as const;
    const own = await openFacade({ scopes: ['api:users:read'] });
    const body = await (await own.platform('/v2/workspaces')).text();
    await own.close();
    const failure = classifyFailure({ ...call, site, body: JSON.stringify({ message: body }) });
    expect(failure).toMatchObject({
      code: 'UPSTREAM_FORBIDDEN',
      message:
        'The upstream credential lacks the right to use workspaces list (api:workspaces:read).',
    });
  });
});
