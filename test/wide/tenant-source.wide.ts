/** Every kind of environment, with every kind of tenants, at every place: a tenant's facts follow from its own data source. */

import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { isMatrix } from '../support/cases.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { type Cell, checkCell } from '../support/tenant-source.ts';

let redis: TestRedis | null = null;
beforeAll(async () => {
  if (hasRedis) redis = await startRedis({ port: true });
});
afterAll(() => redis?.close());

const environments: readonly Cell['environment'][] = ['nothing', 'hosted', 'own accounts'];
const places: readonly Cell['place'][] = ['DATA_DIR', 'PostgreSQL', 'Redis'];
const kinds: readonly Cell['tenants'][] = ['none', 'all their own', 'mixed'];

/** Of each two of environment, tenants and place every pair is among these: the places of the cells of a square in turn. */
const placesOf = (environment: Cell['environment'], tenants: Cell['tenants']) =>
  isMatrix ? places : [places[(environments.indexOf(environment) + kinds.indexOf(tenants)) % 3]!];

describe.each(environments)('with %s in the environment', (environment) => {
  // Their limits make the gateways wait, so that three places cost little more than one.
  it.each(kinds)('and tenants: %s', async (tenants) => {
    await Promise.all(
      placesOf(environment, tenants).map(async (place) => {
        if (place === 'PostgreSQL' && !hasPostgres) return;
        if (place === 'Redis' && redis === null) return;
        await checkCell(
          { environment, tenants, place },
          {
            ...(place === 'PostgreSQL' && { postgres: await openDatabase(inject('runFolder')) }),
            ...(place === 'Redis' && { redis: redis?.url }),
          },
        );
      }),
    );
  });
});
