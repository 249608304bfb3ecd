/** What a question needs beyond its fields, by clicks alone: variables, conditions, what was lost, and the rows that somebody wants. */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Chromium, hasBrowser, launchBrowser, type Window } from '../support/browser.ts';
import { dashboardServer, expectAccessible, expectClean } from '../support/dashboard.ts';
import { createWindowPool } from '../support/window-pool.ts';
import { openWorld, type World } from '../support/world.ts';

const run = (page: Page) => page.getByRole('button', { name: '▶ Run' });
const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const fields = (page: Page) => page.getByRole('region', { name: 'Fields' });
const question = (page: Page) => page.getByRole('region', { name: 'Question' });
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Question' }).innerText();
const variablesOf = (page: Page) => page.getByRole('textbox', { name: 'Variables' }).innerText();

describe.skipIf(!hasBrowser)('GraphiQL by clicks, in Chromium', () => {
  let world: World;
  let browser: Chromium;
  beforeAll(async () => {
    [world, browser] = await Promise.all([
      openWorld({ cache: true, server: dashboardServer }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  const pool = createWindowPool(() => browser.open(1280, 900));

  async function open(query: string): Promise<Window> {
    const window = await pool.take();
    onTestFinished(() => pool.giveBack(window));
    await window.page.goto(
      `${new URL('/graphql', world.url).href}#query=${encodeURIComponent(query)}`,
    );
    await fields(window.page).getByRole('checkbox').first().waitFor();
    return window;
  }

  const isClean = (window: Window): void => expectClean(world, { ...window, questions: () => 0 });

  it('makes values variables, each with an input that changes what is asked, and takes each click back', async () => {
    const window = await open(
      '{ opportunities(first: 3, filter: { stageName: { eq: "Closed Won" } }) { nodes { stageName } } }',
    );
    const { page } = window;
    await fields(page).getByRole('button', { name: 'Make eq a variable' }).click();
    await fields(page).getByRole('button', { name: 'Make first a variable' }).click();
    await expect
      .poll(() => textOf(page))
      .toContain('query ($stageName: String = "Closed Won", $first: Int = 3)');
    await question(page).getByRole('textbox', { name: 'first' }).fill('2');
    await expect.poll(() => variablesOf(page)).toContain('"first": 2');
    // The words are those of the field that the variable is compared with.
    await question(page).getByRole('textbox', { name: 'stageName' }).focus();
    await question(page)
      .locator('datalist option[value="Closed Lost"]')
      .waitFor({ state: 'attached' });
    await question(page).getByRole('combobox', { name: 'stageName' }).fill('Closed Lost');
    await run(page).click();
    await answer(page).getByText('first 2 rows').waitFor();
    expect(await answer(page).getByRole('cell', { name: 'Closed Lost' }).count()).toBe(2);
    await expectAccessible(window);

    // The letters of one word are one change.
    await fields(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => variablesOf(page)).not.toContain('Closed');
    await fields(page)
      .getByRole('checkbox', { name: /^filter/ })
      .click();
    await fields(page).getByText('filter is out, with 2 arguments below it.').waitFor();
    await expect.poll(() => textOf(page)).toMatch(/query \(\$first: Int = 3\)/);
    await fields(page).getByRole('button', { name: 'Undo' }).click();
    await fields(page).getByRole('button', { name: 'Write the value of first here' }).click();
    await expect.poll(() => textOf(page)).toContain('opportunities(first: 2, filter');
    expect(await textOf(page)).toContain('query ($stageName: String = "Closed Won")');
    isClean(window);
  });

  it('begins with what most people mean, says when an answer is a former one, and why a text may match nothing', async () => {
    const window = await open('{ opportunities { nodes { name } } }');
    const { page } = window;
    await fields(page).getByRole('heading', { name: 'Fields' }).waitFor();
    await fields(page)
      .getByRole('button', { name: /\d arguments/ })
      .click();
    await fields(page).getByRole('checkbox', { name: /^last/ }).click();
    await fields(page).getByText('of one that begins with the newest, the oldest').waitFor();
    await fields(page).getByRole('checkbox', { name: /^last/ }).click();
    await fields(page)
      .getByRole('checkbox', { name: /^filter/ })
      .click();
    const condition = page.getByRole('searchbox', { name: 'Find a condition' });
    for (const name of ['isClosed', 'closeDate']) {
      await condition.fill(name);
      await fields(page)
        .getByRole('checkbox', { name: new RegExp(`^${name}`) })
        .first()
        .click();
    }
    await fields(page).getByRole('button', { name: '9 comparisons' }).click();
    await fields(page).getByRole('checkbox', { name: /^gte/ }).click();
    await page.getByRole('textbox', { name: 'gte' }).fill('2026-01-31');
    await expect
      .poll(() => textOf(page))
      .toContain('filter: { isClosed: { eq: false }, closeDate: { gte: "2026-01-31" } }');
    await run(page).click();
    await answer(page)
      .getByText(/\d rows/)
      .waitFor();
    expect(await answer(page).getByText('The question has changed since').count()).toBe(0);
    await condition.fill('stageName');
    await fields(page)
      .getByRole('checkbox', { name: /^stageName/ })
      .first()
      .click();
    await fields(page).locator('input[aria-label=eq]').fill('Prospect');
    await answer(page).getByText('The question has changed since').waitFor();
    await run(page).click();
    await answer(page).getByText('“contains” finds a part of it').waitFor();
    await expectAccessible(window);
    isClean(window);
  });

  it('finds conditions within conditions and fields near the rows, and says when there is none', async () => {
    const window = await open('{ opportunities(filter: {}) { nodes { name } } }');
    const { page } = window;
    const condition = page.getByRole('searchbox', { name: 'Find a condition' });
    await condition.fill('zzz');
    await fields(page).getByText('No other condition has these words').waitFor();
    await condition.fill('account industry');
    await fields(page)
      .getByRole('checkbox', { name: /^account › industry/ })
      .click();
    await expect
      .poll(() => textOf(page))
      .toContain('filter: { account: { industry: { eq: "" } } }');
    await page.getByRole('searchbox', { name: 'Find a field' }).fill('industry');
    await fields(page).getByText('opportunities › nodes › account › industry').click();
    await expect.poll(() => textOf(page)).toMatch(/nodes \{ name account \{ industry \} \}/);
    await expectAccessible(window);
    isClean(window);
    // Of a server that was given another version since.
    await page.route('**/table-view*', (route) => route.abort());
    await run(page).click();
    await answer(page).getByText('reload the page').waitFor();
  });

  it('never lets a page pass for all rows: says how many there are, and gets them', async () => {
    const { data } = await world.ask(
      '{ opportunities(first: 100) { totalCount nodes { name } pageInfo { hasNextPage } } }',
    );
    const { totalCount, nodes } = data.opportunities;
    expect(totalCount).toBeGreaterThan(100);
    const window = await open(
      '{ opportunities { totalCount nodes { name relatedCalls(first: 1) { nodes { title } } } } }',
    );
    const { page } = window;
    await run(page).click();
    const deals = answer(page).getByRole('region', { name: 'opportunities' });
    await deals.getByText(`first 20 of ${totalCount} rows`).waitFor();
    await deals.getByText(/^\d+ of 20 rows have more relatedCalls than are here/).waitFor();
    expect(await textOf(page)).not.toContain('pageInfo');
    await deals.getByRole('button', { name: '100 more' }).click();
    await deals.getByText(`first 120 of ${totalCount} rows`).waitFor();
    await deals.getByRole('button', { name: 'All rows' }).click();
    await deals.getByText(`${totalCount} rows`, { exact: true }).waitFor();
    expect(await deals.getByRole('button', { name: 'All rows' }).count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      deals.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(1 + totalCount);
    expect(lines[100]).toContain(nodes[99].name);
    await expectAccessible(window);
    isClean(window);
  });

  it('finds conditions of a list beside fields, keeps what is ticked in its place, and sorts and reads out what came', async () => {
    const window = await open('{ calls(first: 5) { nodes { id startedAt title } } }');
    const { page } = window;
    const search = page.getByRole('searchbox', { name: 'Find a field' });
    await search.fill('tracker');
    const condition = fields(page).getByRole('button', {
      name: /calls › filter › about › tracker/,
    });
    await condition.click();
    await expect.poll(() => textOf(page)).toContain('about: { tracker: ');
    await condition.getByText('✓ added').waitFor();
    await fields(page)
      .getByText(/tracker is in the question/)
      .waitFor();
    await fields(page).getByRole('button', { name: 'Undo' }).click();
    await search.fill('open');
    await fields(page).getByRole('listitem').first().waitFor();
    await search.fill('');
    await fields(page)
      .getByRole('button', { name: /filter, sort, page: \d+ arguments/ })
      .or(fields(page).getByRole('button', { name: /filter, sort: \d+ arguments/ }))
      .click();
    const names = () => fields(page).locator('.row .name').allInnerTexts();
    const before = await names();
    await fields(page)
      .getByRole('checkbox', { name: /^order/ })
      .click();
    await expect.poll(names).toEqual(before);
    await expect.poll(() => textOf(page)).toContain('order: ');
    await run(page).click();
    const table = answer(page).getByRole('table');
    await table
      .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
      .first()
      .waitFor();
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'startedAt',
      'title',
      'id',
    ]);
    await table.getByRole('button', { name: 'title' }).click();
    await answer(page).getByText('Of these rows alone').waitFor();
    const titles = await table.locator('tbody td:nth-child(2)').allInnerTexts();
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b)));
    await expectAccessible(window);
    isClean(window);
  });

  it('reads numbers as people write them, and does not run with a former value in place of what is none', async () => {
    const window = await open(
      'query ($least: Float = 50000) { opportunities(first: 1, filter: { amount: { gt: $least } }) { nodes { name } } }',
    );
    const { page } = window;
    const least = question(page).getByRole('textbox', { name: 'least' });
    await least.fill('75,000');
    await expect.poll(() => variablesOf(page)).toContain('"least": 75000');
    for (const typed of ['75.000', 'abc', '']) {
      await least.fill(typed);
      await least.blur();
      await question(page)
        .getByRole('status')
        .getByText(/^least: /)
        .waitFor();
      expect(await least.inputValue()).toBe(typed);
      expect(await run(page).isDisabled()).toBe(true);
    }
    await expectAccessible(window);
    await least.fill('80 000');
    await expect.poll(() => variablesOf(page)).toContain('"least": 80000');
    const first = fields(page).getByRole('textbox', { name: 'first' });
    await first.fill('1,000.5');
    await fields(page).getByText('expected a whole number').waitFor();
    await first.fill('2');
    await run(page).click();
    await answer(page).getByText('first 2 rows').waitFor();
    await least.fill('90,000');
    const asked = page.waitForRequest(
      (request) =>
        request.headers()['x-switchboard-explain'] !== 'estimate' &&
        request.postData()?.includes('90000') === true,
    );
    await least.press('Enter');
    await asked;
    isClean(window);
  });

  it('has groups by name, and the rows of an inner list, in the table and in CSV', async () => {
    const window = await open(
      '{ opportunitiesAggregate(groupBy: [{ field: OWNER_ID }]) { keys { value record { recordName } } count } accounts(first: 4) { nodes { name contacts(first: 1) { nodes { email } pageInfo { hasNextPage } } } } }',
    );
    const { page } = window;
    await run(page).click();
    const groups = answer(page).getByRole('region', { name: 'opportunitiesAggregate' });
    const { data } = await world.ask(
      '{ opportunitiesAggregate(groupBy: [{ field: OWNER_ID }]) { keys { record { recordName } } count } accounts(first: 4) { nodes { name contacts { nodes { email } } } } }',
    );
    const [first] = data.opportunitiesAggregate;
    const { recordName } = first.keys[0].record;
    await groups.getByRole('row', { name: `${recordName} ${first.count}` }).waitFor();
    const csv = async (region: ReturnType<typeof answer>): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        region.getByRole('button', { name: 'CSV' }).click(),
      ]);
      return readFileSync(await download.path(), 'utf8');
    };
    expect(await csv(groups)).toMatch(`ownerId,count\r\n${recordName},${first.count}\r\n`);

    const accounts = answer(page).getByRole('region', { name: 'accounts' });
    await accounts
      .getByRole('combobox', { name: 'What a row of accounts is' })
      .selectOption({ label: 'One row per contact' });
    const rows = data.accounts.nodes.map(({ name, contacts }: (typeof data)['accounts']) => [
      name,
      contacts.nodes[0]?.email ?? '',
    ]);
    await accounts.getByText(/^\d of 4 rows have more contacts/).waitFor();
    const text = await csv(accounts);
    for (const row of rows) expect(text).toContain(row.join());
    expect(text).toMatch(/^\ufeffname,contacts\.nodes\.email\r\n/);
    await expectAccessible(window);
    isClean(window);
  });
});
