/** Every kind of environment, with every kind of tenants, at every place: a tenant's facts follow from its own data source. */

import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { type Cell, checkCell } from '../support/tenant-source.ts';

let redis: TestRedis | null = null;
beforeAll(async () => {
  if (hasRedis) redis = await startRedis({ port: true });
});
afterAll(() => redis?.close());

const environments: readonly Cell['environment'][] = ['nothing', 'hosted', 'own accounts'];
const kinds: readonly Cell['tenants'][] = ['none', 'all their own', 'mixed'];

describe.each(environments)('with %s in the environment', (environment) => {
  // Their limits make the gateways wait, so that the three places cost little more than one.
  it.each(kinds)('and tenants: %s', async (tenants) => {
    const cells = [checkCell({ environment, tenants, place: 'DATA_DIR' })];
    if (hasPostgres) {
      const postgres = await openDatabase(inject('runFolder'));
      cells.push(checkCell({ environment, tenants, place: 'PostgreSQL' }, { postgres }));
    }
    if (redis !== null)
      cells.push(checkCell({ environment, tenants, place: 'Redis' }, { redis: redis.url }));
    await Promise.all(cells);
  });
});
