/** No statement of a synchronisation reads a whole table: its time follows the page, not the index. */

import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { manualClock } from '../support/clock.ts';
import { makeCompany, now } from './company.ts';
import { fakePlatform } from './platform.ts';

const { calls, users } = makeCompany({ calls: 300, days: 30, people: 20 });
const settings = { horizonMonths: 2, walk: 'contents' as const, callsPerWalk: 100 };

it('the statements of a synchronisation in SQLite look rows up', async () => {
  const statements = new Set<string>();
  const database = await openStore({ onStatement: (sql) => void statements.add(sql) });
  onTestFinished(() => database.close());
  const platform = fakePlatform(calls, users);
  const syncer = new Syncer({
    tenant: 'acme',
    database,
    connector: platform,
    clock: manualClock(now),
    settings,
  });
  statements.clear();
  await syncer.run();
  // Seen again, changed and gone.
  platform.calls = calls.slice(5).map((call, n) => (n % 7 === 0 ? { ...call, duration: 1 } : call));
  await syncer.run({ reconcile: 'all' });
  const written = [...statements].filter((sql) => /^\s*(INSERT|UPDATE|DELETE|WITH)/.test(sql));
  expect(written.length).toBeGreaterThan(8);
  const scans: string[] = [];
  for (const sql of written)
    for (const row of await database.read(`EXPLAIN QUERY PLAN ${sql}`)) {
      const step = String(row.at(-1));
      // A search by tenant alone is all calls of a gateway.
      const isWhole = /^SCAN (?!.*VIRTUAL)|\(tenant=\?\)/.test(step);
      if (isWhole && /^\w+ (call|c|participation|p)\b/.test(step)) scans.push(`${step}: ${sql}`);
    }
  expect(scans).toEqual([]);
});
