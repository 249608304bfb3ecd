/** Nobody is answered from what was kept for somebody else: some thousand requests of several seeds. */

import { afterAll, beforeAll, it } from 'vitest';
import { type Companies, openCompanies } from '../support/gateway-pair.ts';
import { expectNoLeak } from '../support/leak.ts';

let companies: Companies;
beforeAll(async () => {
  companies = await openCompanies();
});
afterAll(() => companies.close());

it.each([1, 2, 3])(
  'clients, tenants and roles get with all caches what they get with none, seed %i',
  async (seed) => {
    const [cached, uncached] = [await companies.open('cached'), await companies.open('uncached')];
    await expectNoLeak(cached, uncached, { requests: 1_000, seed });
  },
);
