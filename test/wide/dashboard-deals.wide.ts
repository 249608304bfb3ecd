import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
} from '../support/dashboard.ts';

describe.skipIf(!hasBrowser)('the screen Deals, in Chromium', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(() => dashboard.close());

  it('shows open deals by one question', async () => {
    const visit = await dashboard.visit('/deals');
    expect(visit.questions()).toBe(1);
    expect(await visit.page.locator('main li').count()).toBeGreaterThan(3);
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });
});
