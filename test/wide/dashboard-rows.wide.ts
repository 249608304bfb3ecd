/** The dashboard of people who see some rows: whose they are stands in its head, nothing hidden looks like a failure, and an empty screen says why. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
} from '../support/dashboard.ts';
import { byPersonKey, keyOf } from '../support/row-access/key.ts';

const viewers = {
  ada: { level: 'own', person: 'ada.rousseau@lumenridge.example.com' },
  lin: { level: 'team', person: 'lin.thorsen@lumenridge.example.com' },
  stranger: { level: 'own', person: 'nobody@elsewhere.example' },
} as const;

describe.skipIf(!hasBrowser)('the dashboard of', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard({
      server: { authenticator: byPersonKey },
    });
  });
  afterAll(() => dashboard.close());

  const answers: string[] = [];
  const visit = (name: keyof typeof viewers, path: string) =>
    dashboard.visit(path, {
      async before({ page }) {
        await page.addInitScript(
          `sessionStorage.setItem('switchboard:bearer', '${keyOf(viewers[name])}')`,
        );
        page.on('response', (response) => {
          if (response.url().endsWith('/graphql'))
            response.text().then(
              (text) => answers.push(text),
              () => {},
            );
        });
      },
    });

  it('a representative says whose rows it shows, and has them', async () => {
    const seen = await visit('ada', '/deals');
    const { page } = seen;
    expect(await page.locator('header .who').innerText()).toBe('Ada Rousseau, own deals and calls');
    expect(await page.locator('.deals tbody tr').count()).toBeGreaterThan(3);
    expect(await page.locator('.faults').allInnerTexts()).toEqual([]);
    await expectAccessible(seen);
    expectClean(dashboard.world, seen);
  });

  it.each(['/deals', '/team', '/signals'])(
    'a manager shows a hidden parent as an empty place, and no failure: %s',
    async (path) => {
      const seen = await visit('lin', path);
      const { page } = seen;
      expect(await page.locator('header .who').innerText()).toMatch(
        /^Lin Thorsen, own deals and calls and those of \d+ people below$/,
      );
      expect(await page.locator('main').innerText()).not.toMatch(/FORBIDDEN|don't have the right/);
      expect(await page.locator('.faults').allInnerTexts()).toEqual([]);
      expectClean(dashboard.world, seen);
      // There is something to hide.
      if (path === '/deals') await expect.poll(() => answers.join()).toContain('"reason":"row"');
    },
  );

  it('somebody whom nobody knows is empty, and says why', async () => {
    const seen = await visit('stranger', '/deals');
    const { page } = seen;
    expect(await page.locator('header .who').innerText()).toBe(
      'nobody@elsewhere.example, own deals and calls',
    );
    expect(await page.locator('.not-found').allInnerTexts()).toEqual([
      expect.stringMatching(/^No active user of the CRM has your address/),
      expect.stringMatching(/^No user of the call platform has your address/),
    ]);
    expect(await page.locator('.deals tbody tr').count()).toBe(0);
    expect(await page.locator('.faults').allInnerTexts()).toEqual([]);
    await expectAccessible(seen);
  });
});
