import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readQuestions } from '../../src/questions/saved-question.ts';
import { hasBrowser, type Window } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
} from '../support/dashboard.ts';
import { schema } from '../support/world.ts';

describe.skipIf(!hasBrowser)('the questions, in Chromium', () => {
  let dashboard: Dashboard;
  let window: Window;
  beforeAll(async () => {
    dashboard = await openDashboard({
      index: 'copied',
      server: { questions: readQuestions('queries', schema) },
    });
    window = await dashboard.open();
  });
  afterAll(() => dashboard.close());

  const rowsAt = async (address: string) => {
    const headers = { accept: 'application/json' };
    const response = await fetch(new URL(`/queries/${address}`, dashboard.world.url), { headers });
    return (await response.json()).rows as { deal: string; amount: number }[];
  };

  it.each([
    ['/questions', 390, true],
    ['/questions/quiet-deals?days=60', 1280, true],
    ['/questions/champions-gone?days=300', 390, false],
  ])('%s is accessible at %i', async (path, width, dark) => {
    const visit = await dashboard.visit(path, { width, dark });
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });

  it('are a card for each row on a phone, beside which nothing lies', async () => {
    const path = '/questions/quiet-deals?days=60';
    const { page } = await dashboard.visit(path, { width: 360, height: 780 });
    const table = page.locator('.scroll');
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    );
    const labels = await page
      .locator('.rows tbody tr:first-child td')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-label')));
    const heads = await page.locator('.rows thead th').allTextContents();
    expect(heads).toEqual(expect.arrayContaining(labels));
    expect(labels.length).toBe(heads.length - 1);
  });

  it('have a form each, whose address has the variables, and the rows of that address', async () => {
    const { page } = window;
    await dashboard.visit('/questions', { window });
    const list = page.locator('.hit-list');
    await list.getByRole('link', { name: 'Quiet deals' }).click();
    await settled(window);
    expect(await page.title()).toBe('Quiet deals · Switchboard');
    expect(await page.getByLabel('days').inputValue()).toBe('30');
    await page.getByLabel('days').fill('60');
    await page.getByLabel('least').fill('50000');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await settled(window);
    expect(new URL(page.url()).pathname).toBe('/app/questions/quiet-deals');
    expect(new URL(page.url()).search).toBe('?days=60&least=50000');
    const expected = await rowsAt('quiet-deals?days=60&least=50000');
    expect(expected.length).toBeGreaterThan(3);
    expect(await page.locator('.rows tbody th').allInnerTexts()).toEqual(
      expected.map(({ deal }) => deal),
    );
    // A bar for each amount, of its share of the greatest.
    expect(await page.locator('.rows tbody .bar').count()).toBe(expected.length);
    const link = await page.getByRole('link', { name: /in GraphiQL/ }).getAttribute('href');
    const asked = new URLSearchParams(link!.split('#')[1]);
    expect(JSON.parse(asked.get('variables')!)).toEqual({ days: 60, least: 50_000 });
    await page.goBack();
    await settled(window);
    expect(await page.getByLabel('days').inputValue()).toBe('30');
  });

  it('save the table as a file that spreadsheets read', async () => {
    const { page } = window;
    await dashboard.visit('/questions/quiet-deals?days=60', { window });
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('quiet-deals.csv');
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toMatch(/^\ufeff\w/);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength((await rowsAt('quiet-deals?days=60')).length + 1);
  });

  it('ask for periods by their members, and offer the words of a picklist and of trackers', async () => {
    const { page } = window;
    await dashboard.visit('/questions/forecast-against-activity', { window });
    const closing = page.getByRole('group', { name: 'closing' });
    expect(await closing.getByLabel('period').inputValue()).toBe('NEXT_N_DAYS');
    await closing.getByLabel('n', { exact: true }).fill('20');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await settled(window);
    const params = new URL(page.url()).searchParams;
    expect(JSON.parse(params.get('closing')!)).toEqual({ n: 20, period: 'NEXT_N_DAYS' });
    await dashboard.visit('/questions/champions-gone', { window });
    const roles = page.getByRole('group', { name: 'roles' });
    await roles.getByLabel('Decision Maker', { exact: true }).uncheck();
    await roles.getByLabel('Economic Buyer').uncheck();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await settled(window);
    expect(new URL(page.url()).searchParams.getAll('roles').toSorted()).toEqual([
      'Champion',
      'Executive Sponsor',
    ]);
    // A value that is not in the CRM's list is among them.
    await dashboard.visit('/questions/champions-gone?roles=Neighbour', { window });
    expect(await roles.getByRole('checkbox', { checked: true }).count()).toBe(1);
    expect(await roles.getByLabel('Neighbour').isChecked()).toBe(true);
    await dashboard.visit('/questions/win-rate-by-tracker', { window });
    await expect.poll(() => page.locator('datalist option').count()).toBeGreaterThan(3);
  });

  it('say what is wrong with an address, and keep the form', async () => {
    const { page } = window;
    await dashboard.visit('/questions/quiet-deals?days=soon', { window });
    await page.locator('main').getByText('days: expected Int; got "soon".').first().waitFor();
    expect(await page.getByLabel('least').count()).toBe(1);
    expect(await page.getByText('No row answers this').count()).toBe(0);
    await dashboard.visit('/questions/quiet', { window });
    await page.getByText('None is called “quiet”').waitFor();
  });
});
