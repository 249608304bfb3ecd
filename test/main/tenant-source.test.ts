/** What is a tenant's follows from where its data comes from, whatever the environment has: limits, index, greeting, readiness. */

import { expect, it } from 'vitest';
import {
  burst,
  type Cell,
  openCell,
  perSecond,
  startCell,
  storedIndexes,
} from '../support/tenant-source.ts';

it('tenants that all have their own connectors are nobody’s synthetic company', async () => {
  const cell: Cell = { environment: 'nothing', tenants: 'all their own', place: 'DATA_DIR' };
  const open = await openCell(cell);
  const first = await startCell(open);
  const calls = await first.indexed();
  expect(first.greeting).not.toContain('synthetic');
  await Promise.all(open.tenants.map((tenant) => burst([first], tenant)));
  for (const { account } of open.tenants) expect(account?.peak()).toBeLessThanOrEqual(perSecond);
  await first.close();
  expect(await storedIndexes(open)).toEqual([
    expect.stringMatching(/^acme@./),
    expect.stringMatching(/^globex@./),
  ]);
  const before = open.tenants.map(({ account }) => account?.calls());
  const again = await startCell(open);
  expect(await again.indexed()).toEqual(calls);
  expect(open.tenants.map(({ account }) => account?.calls())).toEqual(before);
});
