/** Amounts befit what happened with the deals: the big ones are those that are talked about. */

import { describe, expect, it } from 'vitest';
import type { ExtensiveCallRecord } from '../../src/contract/calls/call.ts';
import { asker, makeCompany } from './ask.ts';

interface DealRow {
  readonly Id: string;
  readonly Name: string;
  readonly StageName: string;
  readonly Amount: number;
}

/** Open deals, the biggest first, each with its calls, the latest first. */
async function openDeals(seed: number) {
  const backend = makeCompany({ seed });
  const ask = asker(backend);
  const deals = (await ask.soql(
    `SELECT Id, Name, StageName, Amount FROM Opportunity
     WHERE IsClosed = FALSE AND Amount != NULL ORDER BY Amount DESC`,
  )) as unknown as DealRow[];
  const calls = (await ask.walk('calls_extensive list', {
    filter: {},
    contentSelector: { context: 'Extended', exposedFields: { content: { topics: true } } },
  })) as unknown as ExtensiveCallRecord[];
  backend.close();
  calls.sort((a, b) => Date.parse(b.metaData.started) - Date.parse(a.metaData.started));
  return deals.map((deal) => ({
    ...deal,
    calls: calls.filter(({ context = [] }) =>
      context.some(({ objects = [] }) => objects.some(({ objectId }) => objectId === deal.Id)),
    ),
  }));
}

const isPriced = ({ content }: ExtensiveCallRecord) =>
  content!.topics!.some(({ name, duration }) => name === 'Pricing' && duration > 0);
const meanOf = (deals: readonly DealRow[]) =>
  deals.reduce((sum, { Amount }) => sum + Amount, 0) / deals.length;

describe.each([1, 2, 3, 4])('the open deals of the company from seed %i', async (seed) => {
  const deals = await openDeals(seed);

  it('are the bigger, the more they are talked about', () => {
    for (const { calls, StageName, Name } of deals.slice(0, 5)) {
      expect(calls.length, Name).toBeGreaterThanOrEqual(3);
      expect(['Prospecting', 'Qualification'], Name).not.toContain(StageName);
    }
    const silent = deals.filter(({ calls }) => calls.length === 0);
    expect(silent.length).toBeGreaterThan(5);
    const talked = deals.filter(({ calls }) => calls.length >= 3);
    expect(meanOf(talked)).toBeGreaterThan(2 * meanOf(silent));
  });

  it('are talked about with their prices, the biggest in one of its latest calls', () => {
    expect(deals[0]!.calls.slice(0, 5).some(isPriced)).toBe(true);
  });

  it('are smaller where they renew', () => {
    const [renewals, others] = [true, false].map((isRenewal) =>
      deals.filter(({ Name }) => Name.includes('(renewal)') === isRenewal),
    );
    expect(meanOf(renewals!)).toBeLessThan(meanOf(others!));
  });
});
