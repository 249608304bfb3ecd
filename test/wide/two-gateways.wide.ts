/** Two gateways with one signing key, under pages that end anywhere and tokens that die: no window of either loses a row. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { alternating, windowedLists } from '../support/alternate.ts';
import { isMatrix } from '../support/cases.ts';
import { type Companies, openCompanies } from '../support/gateway-pair.ts';
import { seed } from '../support/seed.ts';

let companies: Companies;
beforeAll(async () => {
  companies = await openCompanies();
});
afterAll(() => companies.close());

const faults: Readonly<Record<string, readonly Fault[]>> = {
  none: [],
  'rows 7 share 0.3': [{ kind: 'early-end', rows: 7, share: 0.3 }],
  'rows 200 share 0.5': [{ kind: 'early-end', rows: 200, share: 0.5 }],
  'tokens die': [
    { kind: 'early-end', rows: 30 },
    { kind: 'cursor', change: 'expired', share: 0.2 },
  ],
};

const sizes = [13, 70, 100];

/** Of each list one size under a fault, another under the next. */
const cases = Object.keys(faults).map((name, number) => ({ name, number }));

it.each(cases)('every list is whole or says that it is not: $name', async ({ name, number }) => {
  const walk = await alternating(companies, [
    await companies.open('cached'),
    await companies.open('cached'),
  ]);
  const failed: string[] = [];
  for (const [at, list] of windowedLists.entries())
    for (const [turn, size] of sizes.entries()) {
      if (!isMatrix && turn !== (at + number + seed) % sizes.length) continue;
      const way = list.windows === 'both' && (at + turn) % 2 === 0 ? 'backward' : 'forward';
      const verdict = await walk({ list, faults: faults[name]!, size, way, seed: at + turn });
      // It is ordered by calls of all time, and says so where the index has not read them.
      const saysIndex = list.name === 'Query.opportunitiesBySilence';
      const isWholeHere = verdict.kind === 'complete' || saysIndex;
      if (verdict.kind === 'silent' || (name === 'none' && !isWholeHere))
        failed.push(`${list.name} by ${size} ${way}: ${verdict.how}`);
    }
  expect(failed).toEqual([]);
});
