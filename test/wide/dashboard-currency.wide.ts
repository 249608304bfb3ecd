/** The dashboard of an organisation with three currencies, in Chromium: each amount with its own sign and decimals, and no sum across them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  type Visit,
} from '../support/dashboard.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { customSchema, today } from '../support/world.ts';

interface Deal {
  readonly name: string;
  readonly amount: number | null;
  readonly currencyIsoCode: string;
  readonly account: { readonly upstreamId: string } | null;
}

const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', JPY: '¥' };

/** As the screens write it: the company's amounts are whole. */
const textOf = ({ amount, currencyIsoCode }: Deal): string =>
  amount === null ? '–' : `${signs[currencyIsoCode]}${amount.toLocaleString('en-US')}`;

describe.skipIf(!hasBrowser)('the dashboard of a company with three currencies', () => {
  let dashboard: Dashboard;
  let deals: readonly Deal[];
  beforeAll(async () => {
    dashboard = await openDashboard({
      index: 'copied',
      currencies: 'unknown',
      backend: openSynthetic({ now: () => today, customSchema, currencies: 'three' }),
    });
    const { data } = await dashboard.world.ask(
      '{ opportunities(first: 100, filter: { isClosed: { eq: false } }) { nodes { name amount currencyIsoCode account { upstreamId } } } }',
    );
    deals = data.opportunities.nodes;
  });
  afterAll(() => dashboard.close());

  /** Amounts of the table by the names of their deals: a name may come twice. */
  const shownDeals = ({ page }: Visit) =>
    page
      .locator('.deals tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector('.name')?.textContent ?? '',
          row.querySelector('[data-label=Amount]')?.textContent ?? '',
        ]),
      );

  it('shows each deal in its own, and totals in that into which the CRM converted them', async () => {
    const visit = await dashboard.visit('/deals');
    const rows = await shownDeals(visit);
    expect(rows).toHaveLength(40);
    for (const [name, text] of rows)
      expect(deals.filter((deal) => deal.name === name).map(textOf)).toContain(text);
    for (const sign of Object.values(signs)) expect(rows.join()).toContain(sign);
    expect(rows.join()).not.toMatch(/¥[\d,]+\.\d/);
    const { data } = await dashboard.world.ask(
      '{ opportunitiesAggregate(filter: { isClosed: { eq: false } }) { currencyIsoCode sum { amount } } }',
    );
    const [{ currencyIsoCode, sum }] = data.opportunitiesAggregate;
    expect(currencyIsoCode).toBe('USD');
    const stages = visit.page.locator('.stages');
    const total = `$${(sum.amount / 1e6).toPrecision(3)}M`;
    await stages.getByText(total, { exact: true }).waitFor();
    await stages.getByText('The CRM has converted these sums into USD').waitFor();
    expect(await stages.locator('tbody td.figure:not(.muted)').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\$/)]),
    );
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });

  const choice = '.filters label:has(> span:text-is("Amount")) select';

  it('filters amounts in a currency that it names, and keeps it in the address', async () => {
    const { page } = await dashboard.visit('/deals?sort=amount');
    await page.locator(choice).selectOption({ label: '≥ $100,000' });
    await page.waitForURL(/least=100000&in=USD|in=USD&least=100000/);
    const { data } = await dashboard.world.ask(
      '{ opportunities(first: 1, filter: { isClosed: { eq: false }, amount: { gte: 100000, currency: "USD" } }) { totalCount } }',
    );
    const shown = Math.min(40, data.opportunities.totalCount);
    await expect.poll(() => page.locator('.deals tbody tr').count()).toBe(shown);
    const old = await dashboard.visit('/deals?least=50000');
    const chosen = old.page.locator(`${choice} option:checked`);
    expect(await chosen.innerText()).toBe('≥ 50,000 in its own currency');
  });

  it('counts silent deals by stage, and adds up no amounts of several currencies', async () => {
    const { page } = await dashboard.visit('/deals?quiet=60');
    const stages = page.locator('.stages');
    await stages.getByText('Amounts of silent deals in several currencies are not added').waitFor();
    expect(await stages.locator('.figures').innerText()).toMatch(/^[1-9]\d* deals$/);
    expect(new Set(await stages.locator('td.figure:not(.muted)').allInnerTexts())).toEqual(
      new Set(['–']),
    );
  });

  it('shows the products of a deal in its own', async () => {
    const { data } = await dashboard.world.ask(
      '{ opportunities(first: 1, filter: { currencyIsoCode: { eq: "JPY" }, opportunityLineItems: { some: {} } }) { nodes { upstreamId } } }',
    );
    const { page } = await dashboard.visit(`/deal/${data.opportunities.nodes[0].upstreamId}`);
    const products = page.locator('.deal-products');
    expect(await products.locator('.figures').innerText()).toMatch(/^¥[\d,]+ in all$/);
    expect(await products.innerText()).toMatch(/× ¥/);
    expect(await products.innerText()).not.toMatch(/[$€]/);
  });

  it('shows those of an account and what was won in theirs', async () => {
    const yen = deals.find(
      ({ currencyIsoCode, account, amount }) =>
        currencyIsoCode === 'JPY' && account !== null && amount !== null,
    );
    const { page } = await dashboard.visit(`/account/${yen?.account?.upstreamId}`);
    const figures = await page.locator('.account-deals .figure:not(.sub)').allInnerTexts();
    expect(figures).toContain(textOf(yen!));
    expect(figures.join('')).not.toMatch(/[$€]/);
    const team = await dashboard.visit('/team?days=90&sort=won');
    await team.page.getByText('it has converted their sums into USD').waitFor();
    expect(await team.page.locator('.team tbody tr:first-child td:last-child').innerText()).toMatch(
      /^\$[\d.]+[KM]/,
    );
  });
});
