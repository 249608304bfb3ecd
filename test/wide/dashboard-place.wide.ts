/** Where a reader is in a screen, which nothing but the reader moves. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { type Dashboard, openDashboard, recordPaths, settled } from '../support/dashboard.ts';

const scrolled = (page: Page): Promise<number> => page.evaluate<number>('Math.round(scrollY)');

/** Scrolls to a share of the page that the window can show. @returns where that is. */
async function scrollTo(page: Page, share: number): Promise<number> {
  await page.evaluate(
    `scrollTo(0, Math.round(${share} * (document.documentElement.scrollHeight - innerHeight)))`,
  );
  const at = await scrolled(page);
  expect(at).toBeGreaterThan(0);
  return at;
}

const elementCount = (page: Page): Promise<number> =>
  page.evaluate<number>("document.querySelectorAll('*').length");

/** How often functions of the dashboard were called meanwhile, which takes as long as the machine lets it. */
async function callsDuring(page: Page, run: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true });
  await run();
  const { result } = await session.send('Profiler.takePreciseCoverage');
  await session.detach();
  return result
    .filter(({ url }) => url.includes('/app/assets/'))
    .flatMap(({ functions }) => functions)
    .reduce((sum, { ranges }) => sum + ranges[0]!.count, 0);
}

describe.skipIf(!hasBrowser)('the place in a screen, in Chromium', () => {
  let dashboard: Dashboard;
  const paths = new Map<string, string>();
  const height = 700;

  beforeAll(async () => {
    dashboard = await openDashboard({ trackers: true });
    const records = await recordPaths(dashboard);
    for (const [name, path] of [
      ['Deals', '/deals'],
      ['Account', records.Account],
      ['Person', records.Person],
      ['Team', '/team'],
      ['Signals', '/signals'],
      ['Browse', '/browse'],
      ['Today', '/today'],
      ['Calls', '/calls'],
      ['Search', '/search?q=clover'],
      ['Deal', records.Deal],
      ['Prepare', records.Prepare],
      ['Call', records.Call],
    ] as const)
      paths.set(name, path);
  });
  afterAll(() => dashboard.close());

  it.each(['Deals', 'Account', 'Person', 'Team', 'Signals', 'Browse'])(
    'is where it was in %s for whoever returns, and types into the search',
    async (name) => {
      const visit = await dashboard.visit(paths.get(name)!, { height });
      const { page } = visit;
      for (const share of [0.5, 0.95]) {
        const at = await scrollTo(page, share);
        const before = page.url();
        const href = await page
          .locator('main [data-row] a[href*="/app/"]')
          .last()
          .evaluate((link) => {
            (link as HTMLElement).focus({ preventScroll: true });
            (link as HTMLElement).click();
            return (link as HTMLAnchorElement).href;
          });
        await expect.poll(() => page.url()).not.toBe(before);
        await settled(visit);
        await page.goBack();
        await settled(visit);
        await expect.poll(() => scrolled(page)).toBe(at);
        await expect.poll(() => page.evaluate('document.activeElement.href')).toBe(href);
      }
      const at = await scrolled(page);
      await page.keyboard.press('/');
      await page.keyboard.type('clover');
      expect(await scrolled(page)).toBe(at);
    },
  );

  it('is there at once for whoever returns: drawn one time, of the answer that was there before', async () => {
    const window = await dashboard.open();
    const { page } = window;
    const answered = page.locator('footer.cost span', { hasText: /nswered at/ });
    const returns: object[] = [];
    for (const [name, path] of paths) {
      const visit = await dashboard.visit(path, { window });
      const before = await answered.innerText();
      // Signals have a table, too, of which returning takes down as much.
      await page
        .getByRole('link', { name: name === 'Team' ? 'Signals' : 'Team', exact: true })
        .click();
      await expect.poll(() => page.url()).not.toContain(path);
      await settled(visit);
      const questions = visit.questions();
      const elements = await elementCount(page);
      await page.clock.fastForward('01:00:00');
      const calls = await callsDuring(page, async () => {
        await page.goBack();
        await settled(visit);
      });
      const perElement = calls / (elements + (await elementCount(page)));
      returns.push({
        name,
        asks: visit.questions() - questions,
        isOld: (await answered.innerText()) === before,
        // About twenty. Drawn twice, with links that listen to the address, it takes fifty.
        isDrawnOnce: perElement < 32 || perElement,
      });
    }
    expect(returns).toEqual(
      [...paths.keys()].map((name) => ({ name, asks: 0, isOld: true, isDrawnOnce: true })),
    );
  });

  it('is a colleague’s panel once he is opened, however far down the team, and his row once it is closed by going back', async () => {
    const visit = await dashboard.visit(paths.get('Team')!, { height });
    const { page } = visit;
    const row = page.locator('.team tbody th a').last();
    const name = await row.innerText();
    await row.click();
    await settled(visit);
    const heading = page.locator('.member h2');
    await expect.poll(() => page.locator('.member h2:focus').innerText()).toBe(name);
    const { y } = (await heading.boundingBox())!;
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(height);
    await page.goBack();
    await settled(visit);
    await expect.poll(() => page.locator('.team tbody th a:focus').innerText()).toBe(name);
    // Of an address that is opened, the focus stays where the browser begins.
    const member = await dashboard.visit(
      `/team?user=${new URL(await row.evaluate((link) => (link as HTMLAnchorElement).href)).searchParams.get('user')}`,
    );
    expect(await member.page.locator('.member h2:focus').count()).toBe(0);
  });

  it.each([
    ['Deals', 'Pages', 'Open deals'],
    ['Browse', 'Pages of accounts', 'Accounts'],
    ['Browse', 'Pages of leads', 'Leads'],
  ])('in %s is the heading of the list whose page was turned: %s', async (name, pages, heading) => {
    const visit = await dashboard.visit(paths.get(name)!, { width: 390, height });
    const { page } = visit;
    const buttons = page.getByRole('navigation', { name: pages, exact: true });
    for (const button of ['Next page', 'First page']) {
      await buttons.getByRole('button', { name: button }).focus();
      await page.keyboard.press('Enter');
      await settled(visit);
      await expect
        .poll(() => page.evaluate<string>('document.activeElement.textContent'))
        .toBe(heading);
      const top = await page.evaluate<number>('document.activeElement.getBoundingClientRect().top');
      expect(top).toBeGreaterThan(0);
      expect(top).toBeLessThan(height);
    }
  });
});
