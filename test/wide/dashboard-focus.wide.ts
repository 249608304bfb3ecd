import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { share } from '../support/cases.ts';
import { type Dashboard, openDashboard, recordPaths, settled } from '../support/dashboard.ts';

/** What can be pressed without leaving the screen: one of each kind, and its place among all. */
interface Pressable {
  readonly kind: string;
  readonly at: number;
}

const all = '#main button, #main summary, #main a[href], footer button';

/** Runs in the page. Rows, and lines of a transcript, are of one kind each. */
const pressables = `(() => {
  const found = new Map();
  [...document.querySelectorAll('${all}')].forEach((one, at) => {
    // A mark of a plot has its href as an object.
    const href = one.getAttribute('href');
    if (one.disabled || (href && new URL(href, location.href).pathname !== location.pathname)) return;
    const panel = one.closest('.panel')?.querySelector('h2')?.textContent ?? '';
    const text = one.textContent.trim().replace(/\\d+/g, 'n');
    const name = one.closest('li, td, [data-row]') ? 'in a row' : text.length > 20 ? 'a text' : text;
    const kind = [panel.replace(/\\d+/g, 'n'), one.localName, name].join(' ');
    if (!found.has(kind)) found.set(kind, at);
  });
  return [...found].map(([kind, at]) => ({ kind, at }));
})()`;

const isLost = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.activeElement === document.body');

describe.skipIf(!hasBrowser)('the focus in the dashboard, in Chromium', () => {
  let dashboard: Dashboard;
  const paths = new Map<string, string>();
  beforeAll(async () => {
    dashboard = await openDashboard({ trackers: true });
    for (const [name, path] of Object.entries(await recordPaths(dashboard))) paths.set(name, path);
  });
  afterAll(() => dashboard.close());

  const screens = [
    ...['Account', 'Call', 'Deal', 'Person'],
    ...['/today', '/deals', '/team', '/signals', '/search?q=co', '/browse'],
  ];
  it.each(share(screens, 4))('is never lost with what was pressed on %s', async (screen) => {
    const window = await dashboard.open();
    const { page } = window;
    const tried = new Set<string>();
    const lost: string[] = [];
    // What a press leads to may show more that can be pressed.
    const addresses = [paths.get(screen) ?? screen];
    for (const address of addresses) {
      const visit = await dashboard.visit(address, { window });
      const fresh = (shown: readonly Pressable[]) => shown.filter(({ kind }) => !tried.has(kind));
      const here = await page.evaluate<Pressable[]>(pressables);
      while (fresh(here).length > 0) {
        // What was pressed before may have taken the others away: then the address is opened anew.
        let [pressed] = fresh(await page.evaluate<Pressable[]>(pressables));
        if (pressed === undefined) {
          await dashboard.visit(address, { window });
          [pressed] = fresh(await page.evaluate<Pressable[]>(pressables));
        }
        const { kind, at } = pressed!;
        tried.add(kind);
        await page.locator(all).nth(at).focus();
        await page.keyboard.press('Enter');
        await settled(visit);
        if (await isLost(page)) lost.push(kind);
        const next = page.url().split('/app')[1]!;
        if (!addresses.includes(next)) addresses.push(next);
      }
    }
    expect(tried.size).toBeGreaterThan(1);
    expect(lost).toEqual([]);
  });

  it('goes from a colleague’s panel that is closed to the row of the colleague', async () => {
    const visit = await dashboard.visit('/team?days=60&sort=won', { width: 360, height: 740 });
    const { page } = visit;
    const link = page.locator('[data-row] th a').nth(20);
    const name = await link.innerText();
    await link.click();
    await settled(visit);
    await page.getByRole('link', { name: 'Close' }).press('Enter');
    await page.waitForURL(/\/team\?days=60&sort=won$/);
    await settled(visit);
    const row = page.locator('[data-row] a:focus');
    expect(await row.innerText()).toBe(name);
    const { y = -1 } = (await row.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(740);
    await page.keyboard.press('j');
    expect(await page.locator('[data-row] th a').nth(21).innerText()).toBe(
      await page.locator('a:focus').innerText(),
    );
  });
});
