/** The products of a deal, in Chromium: as the raw rows have them, in the deal's currency, and nothing for a deal without any. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  type Visit,
} from '../support/dashboard.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { table } from '../support/table.ts';
import { type TruthRow, tally } from '../support/truth.ts';
import { customSchema, today } from '../support/world.ts';

const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', JPY: '¥' };

const textOf = (value: number): string => value.toLocaleString('en-US');

const panel = ({ page }: Pick<Visit, 'page'>) =>
  page.locator('.panel', { has: page.getByRole('heading', { name: 'Products', exact: true }) });

describe.skipIf(!hasBrowser)('the products of a deal', () => {
  let dashboard: Dashboard;
  let lines: ReadonlyMap<string, readonly TruthRow[]>;
  let deals: readonly TruthRow[];
  /** In yen, with a line whose quantity has decimals and whose product is gone. */
  let odd: TruthRow;
  let bare: TruthRow;
  beforeAll(async () => {
    const backend = openSynthetic({ now: () => today, customSchema, currencies: 'three' });
    // Without a cache: what a question costs shows each time.
    dashboard = await openDashboard({
      index: 'copied',
      currencies: 'unknown',
      cache: false,
      backend,
    });
    const { world } = dashboard;
    deals = await table(world, 'Opportunity', 'Name, CurrencyIsoCode');
    const readLines = async () =>
      Map.groupBy(
        await table(
          world,
          'OpportunityLineItem',
          'Name, OpportunityId, Product2.Name, Quantity, UnitPrice, TotalPrice, SortOrder',
        ),
        ({ OpportunityId }) => OpportunityId as string,
      );
    const before = await readLines();
    odd = deals.find(({ Id, CurrencyIsoCode }) => CurrencyIsoCode === 'JPY' && before.has(Id))!;
    bare = deals.find(({ Id }) => !before.has(Id))!;
    backend.changes.copyRecord('OpportunityLineItem', before.get(odd.Id)![0]!.Id, {
      Name: 'Advice by the day',
      Product2Id: null,
      Quantity: 2.5,
      UnitPrice: 90_000,
      TotalPrice: 200_000,
      SortOrder: null,
    });
    lines = await readLines();
  });
  afterEach(() => dashboard.world.service.admin.faults.clear());
  afterAll(() => dashboard.close());

  /** By place, those without one last. */
  const expectedOf = ({ Id, CurrencyIsoCode }: TruthRow): readonly string[][] => {
    const amount = (value: number) => `${signs[CurrencyIsoCode]}${textOf(value)}`;
    return lines
      .get(Id)!
      .toSorted((a, b) => (a.SortOrder ?? Infinity) - (b.SortOrder ?? Infinity))
      .map(({ Name, Product2, Quantity, UnitPrice, TotalPrice }) => [
        Product2?.Name ?? Name,
        textOf(Quantity),
        amount(UnitPrice),
        amount(TotalPrice),
      ]);
  };

  const shownIn = (visit: Visit): Promise<(string | null)[][]> =>
    panel(visit)
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
      );

  it('are those of the raw rows, in each currency, by the screen’s one question of three calls, as many as without them', async () => {
    const { world } = dashboard;
    const inEach = Object.keys(signs).map(
      (code) =>
        deals.find(
          ({ Id, CurrencyIsoCode }) => CurrencyIsoCode === code && lines.get(Id)?.length === 3,
        )!,
    );
    for (const deal of [...inEach, odd]) {
      const before = world.service.calls().length;
      const visit = await dashboard.visit(`/deal/${deal.Id}`);
      expect(visit.questions()).toBe(1);
      // Beside it the gateway reads which currencies there are, here each time.
      const { 'query list': ofCurrencies, ...own } = tally(world.service.calls().slice(before));
      expect([ofCurrencies, own]).toEqual([
        2,
        { 'opportunities list': 1, 'calls_extensive list': 1, 'users list': 1 },
      ]);
      expect([deal.Id, await shownIn(visit)]).toEqual([deal.Id, expectedOf(deal)]);
      expectClean(world, visit);
      await expectAccessible(visit);
    }
    expect(expectedOf(odd).at(-1)).toEqual(['Advice by the day', '2.5', '¥90,000', '¥200,000']);
  });

  it('fit a narrow screen, in the dark', async () => {
    const visit = await dashboard.visit(`/deal/${odd.Id}`, { width: 320, height: 800, dark: true });
    expect(await shownIn(visit)).toEqual(expectedOf(odd));
    await expectAccessible(visit);
  });

  it('are nothing at all for a deal without any', async () => {
    const visit = await dashboard.visit(`/deal/${bare.Id}`);
    await visit.page.getByRole('heading', { name: 'People with a role' }).waitFor();
    expect(await panel(visit).count()).toBe(0);
    expectClean(dashboard.world, visit);
  });

  it('are not known, and not none, where the CRM hides them', async () => {
    dashboard.world.service.admin.faults.add({
      kind: 'hidden',
      system: 'crm',
      names: ['OpportunityLineItem'],
    });
    // What the reserve could not pay at first is there when the screen is opened again.
    await dashboard.visit(`/deal/${bare.Id}`);
    await dashboard.visit(`/deal/${bare.Id}`);
    const visit = await dashboard.visit(`/deal/${bare.Id}`);
    expect(await panel(visit).locator('.empty').innerText()).toBe('Not known.');
    expectClean(dashboard.world, visit);
  });
});
