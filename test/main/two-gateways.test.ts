/** Two gateways with one signing key are one to a client: a window from either goes on where the other's ended. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { alternating, windowedLists } from '../support/alternate.ts';
import { type Companies, openCompanies } from '../support/gateway-pair.ts';

let companies: Companies;
beforeAll(async () => {
  companies = await openCompanies();
});
afterAll(() => companies.close());

const unsteady = [{ kind: 'early-end', rows: 30, share: 0.3 }] as const;

it('a list with windows is whole, its windows taken from either', async () => {
  const walk = await alternating(companies, [
    await companies.open('cached'),
    await companies.open('cached'),
  ]);
  const failed: string[] = [];
  for (const [at, list] of windowedLists.entries()) {
    if (at % 11 !== 0) continue;
    const size = [13, 70, 100][(at % 4) % 3]!;
    const way = list.windows === 'both' && at % 2 === 0 ? 'backward' : 'forward';
    const faults = at % 4 === 0 ? [] : unsteady;
    const verdict = await walk({ list, faults, size, way, seed: at });
    if (verdict.kind !== 'complete') failed.push(`${list.name} by ${size} ${way}: ${verdict.how}`);
  }
  expect(windowedLists.length).toBeGreaterThan(25);
  expect(failed).toEqual([]);
});
