import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
} from '../support/dashboard.ts';

describe.skipIf(!hasBrowser)('the screen Deals, in Chromium', () => {
  let dashboard: Dashboard;
  let caches = true;
  beforeAll(async () => {
    dashboard = await openDashboard({ cache: () => caches });
  });
  afterAll(() => dashboard.close());

  it('shows all open deals by one question, with the totals of their stages', async () => {
    const { data } = await dashboard.world.ask(
      '{ opportunities(first: 1, filter: { isClosed: { eq: false } }) { totalCount } }',
    );
    const { totalCount } = data.opportunities;
    const visit = await dashboard.visit('/deals');
    expect(visit.questions()).toBe(1);
    expect(await visit.page.locator('.deals tbody tr').count()).toBe(totalCount);
    const counts = await visit.page.locator('.stages td.muted').allInnerTexts();
    expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(totalCount);
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });

  it('keeps its filters in the address, and shows the longest silence first where that is asked for', async () => {
    const visit = await dashboard.visit('/deals?quiet=60&sort=silence');
    const days = (await visit.page.locator('.deals .quiet').allInnerTexts()).map((text) =>
      text === 'never' ? Number.POSITIVE_INFINITY : Number.parseInt(text, 10),
    );
    expect(days.length).toBeGreaterThan(2);
    expect(days.every((count) => count >= 60)).toBe(true);
    expect(days).toEqual([...days].sort((a, b) => (b > a ? 1 : b < a ? -1 : 0)));
    await visit.page.getByRole('combobox', { name: 'Stage' }).selectOption('Prospecting');
    await settled(visit);
    expect(new URL(visit.page.url()).searchParams.get('stage')).toBe('Prospecting');
    await visit.page.goBack();
    await settled(visit);
    expect(await visit.page.locator('.deals .quiet').count()).toBe(days.length);
    await visit.page.goto(new URL('/app/deals?least=99999999', dashboard.world.url).href);
    await visit.page.getByText('No open deal is like that.').waitFor();
    expectClean(dashboard.world, visit);
  });

  it('is gone through by keyboard, and leads on to the account of a deal', async () => {
    const visit = await dashboard.visit('/deals');
    const focused = () => visit.page.locator('.deals tbody tr:focus-within');
    const names = await visit.page.locator('.deals tbody th .name').allInnerTexts();
    for (const [key, at] of [
      ['j', 0],
      ['j', 1],
      ['j', 2],
      ['k', 1],
    ] as const) {
      await visit.page.keyboard.press(key);
      expect(await focused().locator('th .name').innerText()).toBe(names[at]);
    }
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(/\/app\/account\/\w+\?deal=/);
    await settled(visit);
    expect(await visit.page.locator('#main:focus').count(), 'focus on the new screen').toBe(1);
    await visit.page.keyboard.press('/');
    expect(await visit.page.locator('search input:focus').count()).toBe(1);
  });

  it('shows the CRM’s deals while the call platform is down, with the fault in its place', async () => {
    const { faults } = dashboard.world.service.admin;
    faults.add({ kind: 'status', status: 503, entity: 'calls_extensive' });
    caches = false;
    try {
      const visit = await dashboard.visit('/deals?least=50000');
      expect(await visit.page.locator('.deals tbody tr').count()).toBeGreaterThan(3);
      expect(await visit.page.locator('.deals .faults').innerText()).toContain('UPSTREAM_');
      // The index knows who was on no call at all; of all others the last call could not be read.
      const silences = await visit.page.locator('.deals .quiet').allInnerTexts();
      expect(silences.filter((text) => text !== 'never')).toEqual([]);
      expect(await visit.page.locator('.deals').innerText()).toContain('not known');
      expect(await visit.page.locator('.silence').innerText()).toMatch(
        /Not known(\.| of \d+ deals)/,
      );
      await expectAccessible(visit);
    } finally {
      faults.clear();
      caches = true;
    }
  });

  it('does not take what the CRM did not answer for an absence of deals', async () => {
    const { faults } = dashboard.world.service.admin;
    faults.add({ kind: 'status', status: 503, system: 'crm' });
    caches = false;
    try {
      const visit = await dashboard.visit('/deals');
      for (const panel of ['.stages', '.silence'])
        expect(await visit.page.locator(panel).innerText(), panel).toContain('Not known.');
      expect(await visit.page.locator('main').innerText()).not.toMatch(/No open deal|\b0 deals/);
      await expectAccessible(visit);
    } finally {
      faults.clear();
      caches = true;
    }
  });

  it.each([
    ['dark', { dark: true }],
    ['narrow', { width: 375, height: 800 }],
  ])('is readable %s', async (_, how) => {
    const visit = await dashboard.visit('/deals', how);
    await expectAccessible(visit);
    expectClean(dashboard.world, visit);
  });
});
