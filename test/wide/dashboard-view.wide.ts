/** Saved views: addresses by names, of one browser and one person. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Window } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
} from '../support/dashboard.ts';
import { byPersonKey, keyOf } from '../support/row-access/key.ts';

const ada = keyOf({ level: 'own', person: 'ada.rousseau@lumenridge.example.com' });
const lin = keyOf({ level: 'team', person: 'lin.thorsen@lumenridge.example.com' });

describe.skipIf(!hasBrowser)('saved views, in Chromium', () => {
  let dashboard: Dashboard;
  let window: Window;
  beforeAll(async () => {
    dashboard = await openDashboard({ server: { authenticator: byPersonKey } });
    window = await dashboard.open();
    // A window keeps its first key.
    await window.page.addInitScript(
      `sessionStorage['switchboard:bearer'] ??= new URLSearchParams(location.search).has('lin') ? '${lin}' : '${ada}'`,
    );
  });
  afterAll(() => dashboard.close());

  const views = async () => {
    await window.page.getByRole('button', { name: 'Views', exact: true }).click();
    return window.page.locator('#views');
  };

  it('are saved under a name without the page of a list, and say where they are kept', async () => {
    const { page } = window;
    await dashboard.visit('/deals?least=50000&sort=amount', { window });
    const menu = await views();
    await menu.getByText('in this browser only, for Ada Rousseau').waitFor();
    await menu.getByLabel('Name of this view').fill('Large <deals>');
    await page.keyboard.press('Enter');
    await menu.getByText('“Large <deals>” is saved.').waitFor();
    await expectAccessible(window);
    const stored = await page.evaluate<string>(
      `localStorage['switchboard:views:ada.rousseau@lumenridge.example.com']`,
    );
    expect(JSON.parse(stored)).toEqual([
      { name: 'Large <deals>', address: '/deals?least=50000&sort=amount' },
    ]);
    // Of the same name another.
    await dashboard.visit('/team?days=60&after=c29', { window });
    const again = await views();
    // The field has the focus as soon as the menu is open.
    await expect
      .poll(() => page.evaluate('document.activeElement.ariaLabel'))
      .toBe('Name of this view');
    await page.keyboard.type('Team of 60 days');
    await page.keyboard.press('Enter');
    await again.getByRole('link', { name: 'Large <deals>' }).click();
    await settled(window);
    expect(page.url()).toMatch(/\/app\/deals\?least=50000&sort=amount$/);
    expect(await again.isVisible()).toBe(false);
    expectClean(dashboard.world, { ...window, questions: () => 0 });
  });

  it('are in the command palette', async () => {
    const { page } = window;
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('60 days');
    await page.getByRole('option', { name: 'Team of 60 days' }).waitFor();
    await page.keyboard.press('Enter');
    await settled(window);
    expect(page.url()).toMatch(/\/app\/team\?days=60$/);
  });

  it('are of one person, and removed by their name', async () => {
    const { page } = window;
    await page.evaluate('sessionStorage.clear()');
    await dashboard.visit('/deals?lin=1', { window });
    const menu = await views();
    await menu.getByText('in this browser only, for Lin Thorsen').waitFor();
    expect(await menu.getByRole('listitem').count()).toBe(0);
    await page.evaluate('sessionStorage.clear()');
    await dashboard.visit('/deals', { window });
    const own = await views();
    await own.getByRole('button', { name: 'Remove Large <deals>' }).click();
    expect(await own.getByRole('link').allInnerTexts()).toEqual(['Team of 60 days']);
    // What somebody else stored there breaks nothing.
    await page.evaluate(
      `localStorage['switchboard:views:ada.rousseau@lumenridge.example.com'] = '[{"name": 1}, null, {"name":"x","address":"javascript:alert(1)"}]'`,
    );
    await dashboard.visit('/deals', { window });
    expect(await (await views()).getByRole('listitem').count()).toBe(0);
  });
});
