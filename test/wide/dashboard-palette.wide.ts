/** The command palette, by the keyboard alone. */

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

describe.skipIf(!hasBrowser)('the command palette, in Chromium', () => {
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

  const options = () => window.page.locator('[role=option]');
  const status = () => window.page.locator('.palette [role=status]');
  const found = () => status().filter({ hasText: /^\d/ }).waitFor();
  const active = () => window.page.locator('[role=option][aria-selected=true] .name').innerText();

  /** Opens it on a screen, and types. */
  async function open(path: string, text = ''): Promise<void> {
    await dashboard.visit(path, { window });
    await window.page.keyboard.press('Control+k');
    await window.page.getByRole('dialog').waitFor();
    if (text === '') return;
    await window.page.keyboard.type(text);
    await found();
  }

  it('is fetched when it is first wanted, and gives the focus back', async () => {
    const { page } = window;
    await dashboard.visit('/deals', { window });
    const scripts = () => window.requested.filter((url) => url.includes('command-palette'));
    expect(scripts()).toEqual([]);
    const button = page.getByRole('button', { name: 'Go to' });
    await button.click();
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    expect(scripts().length).toBeGreaterThan(0);
    expect(
      await page
        .getByRole('combobox', { name: 'Go to' })
        .evaluate((box) => box === box.ownerDocument.activeElement),
    ).toBe(true);
    await expectAccessible(window);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await button.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  });

  it('leads to screens, questions and what was pasted', async () => {
    const { page } = window;
    await open('/deals', 'tea');
    expect(await active()).toBe('Team');
    await page.keyboard.press('Enter');
    await settled(window);
    expect(new URL(page.url()).pathname).toBe('/app/team');
    await open('/deals', 'calls of the last');
    expect(await active()).toBe('Calls');
    await page.keyboard.press('Enter');
    await settled(window);
    expect(page.url()).toMatch(/\/app\/calls\?days=28$/);
    await open('/deals', 'champions gone');
    expect(await active()).toBe('Champions gone');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/questions/champions-gone');
    await open('/team', 'ada@lumenridge.example.com');
    expect(await active()).toBe('ada@lumenridge.example.com');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/person/ada%40lumenridge.example.com');
    await page.getByText('No contact, lead, user or call has the address').waitFor();
  });

  it('says what it finds and what the screens hold, before anything is typed', async () => {
    const { page } = window;
    await open('/deals');
    await status().filter({ hasText: 'find people, accounts, deals and calls' }).waitFor();
    expect(await options().first().innerText()).toContain('what is new since yesterday');
    await page.keyboard.type('c');
    // Of one letter nothing is searched for.
    await page.getByRole('option', { name: 'Calls' }).first().waitFor();
    expect(await page.getByRole('option', { name: /^Search/ }).count()).toBe(0);
    await expectAccessible(window);
  });

  it('finds records and calls, which the arrows go through in a circle', async () => {
    const { page } = window;
    await open('/team', 'clover');
    const { data } = await dashboard.world.ask(`{
      search(term: "clover", types: [ACCOUNT, OPPORTUNITY], first: 5) { __typename recordName }
      calls(first: 5, order: NEWEST, filter: { about: { title: "clover" } }) { nodes { title } }
    }`);
    const ofGroup = (name: string) =>
      page.getByRole('group', { name }).getByRole('option').locator('.name').allInnerTexts();
    const ofType = (type: string) =>
      data.search
        .filter(({ __typename }: { __typename: string }) => __typename === type)
        .map(({ recordName }: { recordName: string }) => recordName);
    expect(ofType('Account').length).toBeGreaterThan(0);
    expect(await ofGroup('Accounts')).toEqual(ofType('Account'));
    expect(await ofGroup('Deals')).toEqual(ofType('Opportunity'));
    expect(await ofGroup('Calls by title')).toEqual(
      data.calls.nodes.map(({ title }: { title: string }) => title),
    );
    const count = await options().count();
    const first = await active();
    await page.keyboard.press('ArrowUp');
    expect(await active()).toBe('Search calls and CRM for “clover”');
    for (let step = 0; step < count; step += 1) await page.keyboard.press('ArrowDown');
    expect(await active()).toBe('Search calls and CRM for “clover”');
    await page.keyboard.press('ArrowDown');
    expect(await active()).toBe(first);
    await expectAccessible(window);
    await page.keyboard.press('Enter');
    await settled(window);
    expect(await page.locator('h1').innerText()).toBe(first);
    expectClean(dashboard.world, { ...window, questions: () => 0 });
  });

  it('asks once the typing rests, and shows no answer to an older term', async () => {
    const { page } = window;
    await open('/team');
    const terms: string[] = [];
    await page.route('**/graphql', async (route) => {
      const { variables } = route.request().postDataJSON();
      terms.push(variables.term);
      // The first answer comes after the second.
      if (variables.term === 'clover') await page.waitForTimeout(1_000);
      await route.continue().catch(() => undefined);
    });
    // The page's time stands still while somebody types, however busy the machine is.
    const type = async (term: string): Promise<void> => {
      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000);
      await page.keyboard.type(term, { delay: 20 });
      await page.clock.runFor(1_000);
    };
    await type('clover');
    await expect.poll(() => terms).toEqual(['clover']);
    await page.keyboard.press('Control+a');
    await type('alder');
    await expect.poll(() => terms).toEqual(['clover', 'alder']);
    await page.clock.resume();
    await found();
    const shown = await options().locator('.name').allInnerTexts();
    expect(shown.some((name) => name.startsWith('Alder'))).toBe(true);
    await page.unroute('**/graphql', undefined);
    expect(shown.filter((name) => name.startsWith('Clover'))).toEqual([]);
    expect(await options().locator('.name').allInnerTexts()).toEqual(shown);
  });

  it('switches the theme, and copies the address of the screen below it', async () => {
    const { page } = window;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/deals?least=50000', 'theme');
    await page.keyboard.press('Enter');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await open('/deals?least=50000', 'copy link');
    await page.keyboard.press('Enter');
    await status().filter({ hasText: 'The link is copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(page.url());
    await expectAccessible(window);
  });

  it('says what could not be searched', async () => {
    const { page } = window;
    await open('/team');
    await page.route('**/graphql', (route) => route.abort());
    await page.keyboard.type('clover');
    await status().filter({ hasText: 'The server can’t be reached.' }).waitFor();
    expect(await options().last().innerText()).toContain('Search calls and CRM');
  });
});
