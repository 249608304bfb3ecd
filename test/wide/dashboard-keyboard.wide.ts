import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { isMatrix } from '../support/cases.ts';
import { type Dashboard, openDashboard, recordPaths } from '../support/dashboard.ts';

/** Where Tab leads: what it is, and what is wrong with it. */
interface Stop {
  readonly what: string;
  readonly wrong: readonly string[];
}

/** Runs in the page. Null at the end. */
const stopHere = `(() => {
  const here = document.activeElement;
  if (here === null || here === document.body) return null;
  const box = here.getBoundingClientRect();
  const style = getComputedStyle(here);
  const x = Math.max(0, box.left + Math.min(box.width / 2, 30));
  const shown = document.elementFromPoint(x, box.top + Math.min(box.height / 2, 20));
  const name = here.getAttribute('aria-label') ?? here.textContent ?? '';
  const wrong = [];
  if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) === 0) wrong.push('no outline');
  const fits = box.height <= innerHeight;
  if (fits && (shown === null || !(here.contains(shown) || shown.contains(here)))) wrong.push('covered');
  if (/^[A-Z][a-z]+[A-Z]/.test(here.getAttribute('aria-label') ?? '')) wrong.push('a name of the code');
  return { what: here.localName + ' ' + name.trim().slice(0, 40), wrong };
})()`;

async function stopsOf(page: Page, most: number): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < most) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop | null>(stopHere);
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
}

const focused = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `[...document.querySelectorAll('[data-row]')].findIndex((row) => row.contains(document.activeElement))`,
  );

describe.skipIf(!hasBrowser)('the dashboard without a mouse, in Chromium', () => {
  let dashboard: Dashboard;
  const paths = new Map<string, string>();
  const sizes = [
    [1280, 800],
    [360, 740],
    // A window at 400 %.
    [320, 256],
  ] as const;
  const lists = ['Deals', 'Deal', 'Account', 'Person', 'Team', 'Signals', 'Search', 'Browse'];

  beforeAll(async () => {
    dashboard = await openDashboard({ trackers: true });
    const records = await recordPaths(dashboard);
    for (const [name, path] of [
      ['Deals', '/deals'],
      ['Deal', records.Deal],
      ['Account', records.Account],
      ['Call', records.Call],
      ['Person', records.Person],
      ['Team', '/team'],
      ['Signals', '/signals'],
      ['Search', '/search?q=clover'],
      ['Browse', '/browse'],
    ] as const)
      paths.set(name, path);
  });
  afterAll(() => dashboard.close());

  it.each([...lists, 'Call'].map((name, turn) => ({ name, turn })))(
    '$name shows where Tab leads, on wide and narrow screens',
    async ({ name, turn }) => {
      const window = await dashboard.open();
      const { page } = window;
      // One of them each.
      const tried = sizes.filter((_, at) => isMatrix || at === turn % sizes.length);
      for (const [width, height] of tried) {
        await page.setViewportSize({ width, height });
        await dashboard.visit(paths.get(name)!, { window });
        const stops = await stopsOf(page, 40);
        expect(stops.length).toBeGreaterThan(12);
        expect([width, stops.filter(({ wrong }) => wrong.length > 0)]).toEqual([width, []]);
        // The way back leads below the head that stays.
        await page.keyboard.press('Shift+Tab');
        await expect.poll(() => page.evaluate<Stop>(stopHere)).toMatchObject({ wrong: [] });
      }
    },
  );

  it.each(lists)('j and k go through the rows of %s, and / to the search', async (name) => {
    const { page } = await dashboard.visit(paths.get(name)!, { width: 360, height: 740 });
    const at: number[] = [];
    for (const key of ['j', 'j', 'k']) {
      await page.keyboard.press(key);
      at.push(await focused(page));
      await expect.poll(() => page.evaluate<Stop>(stopHere)).toMatchObject({ wrong: [] });
    }
    expect(at).toEqual([0, 1, 0]);
    await page.keyboard.press('/');
    await page.keyboard.type('clover');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=clover/);
  });
});
