import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { buildSchema } from '../../src/graph/schema.ts';
import { readQuestions } from '../../src/questions/saved-question.ts';
import { rawCalls, startedAt } from '../graph/links/raw-call.ts';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
} from '../support/dashboard.ts';

describe.skipIf(!hasBrowser)('the screen Search and the frame of all screens, in Chromium', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    const questions = readQuestions('queries', buildSchema(buildCrmModel()));
    dashboard = await openDashboard({ trackers: true, server: { questions } });
  });
  afterAll(() => dashboard.close());

  it('finds records and calls from everywhere, by one question, and leads on', async () => {
    const visit = await dashboard.visit('/deals');
    const { page } = visit;
    await page.keyboard.press('/');
    await page.keyboard.type('clover');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/search\?q=clover/);
    await settled(visit);
    expect(visit.questions()).toBe(2);
    for (const title of ['Accounts', 'Contacts', 'Calls'])
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
    // The first of the accounts.
    await page.locator('body').press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/account\//);
  });

  it('finds calls by title over all the index knows, page by page, and says how far it looked', async () => {
    const word = 'review';
    const wanted = (await rawCalls(dashboard.world))
      .filter(({ metaData }) => metaData.title.toLowerCase().includes(word))
      .sort((a, b) => startedAt(b) - startedAt(a) || b.metaData.id - a.metaData.id)
      .map(({ metaData }) => `/app/call/${metaData.id}`);
    const visit = await dashboard.visit(`/search?q=${word}`);
    const panel = visit.page.locator('.panel').filter({
      has: visit.page.getByRole('heading', { name: 'Calls', exact: true }),
    });
    expect(await panel.locator('.figures').innerText()).toBe(wanted.length.toLocaleString('en'));
    expect(await panel.locator('.note').innerText()).toMatch(
      /titles with “review” of all calls since/,
    );
    const found: (string | null)[] = [];
    for (;;) {
      const links = panel.locator('a.name');
      found.push(...(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))));
      const next = panel.getByRole('button', { name: 'Next page' });
      if (found.length >= wanted.length || !(await next.isEnabled())) break;
      await next.click();
      await settled(visit);
    }
    expect(wanted.length).toBeGreaterThan(40);
    expect(found).toEqual(wanted);
    expectClean(dashboard.world, visit);
  });

  it('says that nothing was found, and what it needs', async () => {
    const visit = await dashboard.visit('/search?q=zzqqxx');
    await visit.page.getByText('None.').first().waitFor();
    await visit.page.goto(new URL('/app/search', dashboard.world.url).href);
    await visit.page.getByText('at least two letters').waitFor();
    // Saved questions are there, and each opens in GraphiQL.
    const saved = visit.page.getByRole('link', { name: 'Quiet deals' });
    await saved.waitFor();
    expect(await saved.getAttribute('href')).toMatch(/^\/graphql#query=/);
    await expectAccessible(visit);
    expectClean(dashboard.world, visit);
  });

  it('opens a screen’s question in GraphiQL, with its variables', async () => {
    const { page } = await dashboard.visit('/search?q=clover');
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /Open the question/ }).click(),
    ]);
    await opened.locator('.graphiql-tab').first().waitFor();
    await expect.poll(() => opened.locator('.graphiql-tab').allInnerTexts()).toContain('Search');
    await opened.getByRole('button', { name: /Execute query/ }).click();
    await expect
      .poll(() => opened.locator('.graphiql-response').innerText())
      .toContain('primaryUser');
  });

  it('is switched to dark and stays so, and shows an address that leads nowhere as such', async () => {
    const visit = await dashboard.visit('/deals');
    const { page } = visit;
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Light' }).waitFor();
    await page.goto(new URL('/app/nowhere', dashboard.world.url).href);
    await page.getByText('No such screen').waitFor();
    await page.goto(new URL('/', dashboard.world.url).href);
    await page.waitForURL(/\/app\/deals/);
    expectClean(dashboard.world, visit);
  });
});
