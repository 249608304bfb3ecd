/** PostgreSQL plans by statistics, which it takes anew minutes later: a filled index would be planned for as an empty one. */

import { expect, inject, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { manualClock } from '../support/clock.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { makeCompany, now } from './company.ts';
import { fakePlatform } from './platform.ts';

it.skipIf(!hasPostgres)('PostgreSQL knows how many calls a run has brought', async () => {
  const database = await openStore({ url: await openDatabase(inject('runFolder')) });
  onTestFinished(() => database.close());
  const { calls, users } = makeCompany({ calls: 150, days: 10, people: 9 });
  const connector = fakePlatform(calls, users);
  const clock = manualClock(now);
  await new Syncer({ tenant: 'one', database, connector, clock, settings: {} }).run();
  const counted = "SELECT reltuples::bigint FROM pg_class WHERE oid = 'call'::regclass";
  expect(await database.read(counted)).toEqual([[calls.length]]);
});
