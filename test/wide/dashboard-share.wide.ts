/** What is taken along from the dashboard: a link, a table as CSV, a screen as a brief. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv } from '../../src/questions/csv.ts';
import { hasBrowser, type Window } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  recordPaths,
} from '../support/dashboard.ts';

describe.skipIf(!hasBrowser)('taking along, in Chromium', () => {
  let dashboard: Dashboard;
  let window: Window;
  beforeAll(async () => {
    dashboard = await openDashboard({ index: 'copied' });
    window = await dashboard.open();
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(() => dashboard.close());

  const copied = () => window.page.evaluate<string>('navigator.clipboard.readText()');

  /** The file that a button of a panel saves. */
  async function saved(title: string) {
    const { page } = window;
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: `CSV: ${title}` }).click();
    const file = await saving;
    const [mark, ...text] = readFileSync(await file.path(), 'utf8');
    // By it Excel knows the file for UTF-8.
    expect(mark).toBe('\ufeff');
    return { name: file.suggestedFilename(), text: text.join('') };
  }

  it('saves all deals of the filters, those of other pages, too', async () => {
    const { data } = await dashboard.world.ask(`{
      opportunities(first: 100, filter: { isClosed: { eq: false } }, orderBy: [{ field: CLOSE_DATE }]) {
        totalCount
        nodes { upstreamId name stageName amount currencyIsoCode closeDate nextStep owner { name } account { upstreamId name } }
      }
    }`);
    const { totalCount, nodes } = data.opportunities;
    expect(totalCount).toBeGreaterThan(40);
    await dashboard.visit('/deals', { window });
    const { name, text } = await saved('Open deals');
    expect(name).toBe('deals.csv');
    const [head = '', ...lines] = text.trimEnd().split('\r\n');
    expect(head).toMatch(
      /^Deal,Deal id,Account,Account id,Owner,Stage,Next step,Amount,Currency,Closes,/,
    );
    // biome-ignore lint/suspicious/noExplicitAny: an answer
    const expected = nodes.map((deal: any) =>
      csv([
        [
          ...[deal.name, deal.upstreamId, deal.account?.name, deal.account?.upstreamId],
          ...[deal.owner?.name, deal.stageName, deal.nextStep, deal.amount],
          ...[deal.currencyIsoCode, deal.closeDate],
        ],
      ]).trimEnd(),
    );
    expect(lines).toHaveLength(totalCount);
    expect(lines.map((line, at) => line.startsWith(`${expected[at]},`))).toEqual(
      lines.map(() => true),
    );
    await window.page.getByText(`Saved ${totalCount} rows`).waitFor();
    // Of a filter, its rows alone.
    await dashboard.visit('/deals?least=200000', { window });
    const few = (await saved('Open deals')).text.trimEnd().split('\r\n');
    // biome-ignore lint/suspicious/noExplicitAny: an answer
    expect(few.length - 1).toBe(nodes.filter(({ amount }: any) => amount >= 200_000).length);
    expectClean(dashboard.world, { ...window, questions: () => 0 });
  });

  it('saves lists that are browsed from their first page to their last', async () => {
    const { data } = await dashboard.world.ask(
      '{ accounts(first: 100, orderBy: [{ field: NAME }]) { totalCount nodes { name upstreamId industry billingCity } } }',
    );
    await dashboard.visit('/browse', { window });
    const { name, text } = await saved('Accounts');
    expect(name).toBe('accounts.csv');
    const rows = data.accounts.nodes.map((account: Record<string, string>) => [
      ...[account.name, account.upstreamId, account.industry, account.billingCity],
    ]);
    const whole = csv([['Account', 'Account id', 'Industry', 'City'], ...rows]);
    expect(text.slice(0, whole.length)).toBe(whole);
    expect(text.trimEnd().split('\r\n')).toHaveLength(data.accounts.totalCount + 1);
  });

  it('says in the file’s name and beside the button where rows are missing', async () => {
    await dashboard.visit('/deals', { window });
    // Of the second page nothing comes.
    await window.page.route('**/graphql', (route) =>
      (route.request().postData() ?? '').includes('"onlyTable":true')
        ? route.abort()
        : route.continue(),
    );
    await window.page.getByRole('button', { name: 'CSV: Open deals' }).click();
    await window.page.getByText('Nothing saved').waitFor();
    await window.page.unroute('**/graphql');
    window.complaints.length = 0;
  });

  it('copies the address with its filters', async () => {
    const { page } = window;
    await dashboard.visit('/deals?least=50000&sort=amount', { window });
    await page.getByRole('button', { name: 'Share' }).click();
    expect(await page.getByRole('button', { name: 'Copy as brief' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The link is copied').waitFor();
    expect(await copied()).toBe(page.url());
    await expectAccessible(window);
  });

  it('copies screens of one thing as Markdown', async () => {
    const { page } = window;
    const paths = await recordPaths(dashboard);
    for (const path of Object.values(paths)) {
      await dashboard.visit(path, { window });
      const title = await page.locator('h1').evaluate((head) => head.firstChild?.textContent);
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Copy as brief' }).click();
      await page.getByText('The brief is copied').waitFor();
      const brief = await copied();
      expect(brief.replaceAll('\\', '').split('\n')[0]).toContain(`# ${title}`);
      for (const heading of await page.locator('.panel:not(.transcript) h2').allInnerTexts())
        expect(brief.replaceAll('\\', '')).toContain(`## ${heading}`);
      // Links lead here from anywhere.
      expect(brief).not.toContain('## Transcript');
      for (const [, address] of brief.matchAll(/\]\(([^)]*)\)/g))
        expect(address).toMatch(/^(?:https?:\/\/|mailto:|tel:)/);
      expect(brief).not.toContain('Copy as brief');
    }
    expectClean(dashboard.world, { ...window, questions: () => 0 });
  });
});
