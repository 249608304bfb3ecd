/** Nobody is answered from what was kept for somebody else. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { type Companies, openCompanies } from '../support/gateway-pair.ts';
import { expectNoLeak } from '../support/leak.ts';

let companies: Companies;
beforeAll(async () => {
  companies = await openCompanies();
});
afterAll(() => companies.close());

it('clients, tenants and roles get with all caches what they get with none', async () => {
  const [cached, uncached] = [await companies.open('cached'), await companies.open('uncached')];
  const { requests, refused } = await expectNoLeak(cached, uncached, {
    requests: cases(20, 2),
    seed: 41,
  });
  // Both kinds are there: what is answered, and what is refused for want of a right or a foreign cursor.
  expect(refused).toBeGreaterThan(requests / 20);
  expect(refused).toBeLessThan(requests / 2);
});
