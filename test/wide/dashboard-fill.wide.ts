/** The dashboard over a company whose index is still being filled: one line for the screen, and no box in each panel. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { type Dashboard, expectAccessible, openDashboard } from '../support/dashboard.ts';
import { today } from '../support/world.ts';

const dayMs = 86_400_000;

describe.skipIf(!hasBrowser)('a dashboard whose index fills, in Chromium', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    const now = today.getTime() + 10 * 3_600_000;
    dashboard = await openDashboard({
      index: (syncer) =>
        syncer.fill({ from: now - 9 * dayMs, to: now + dayMs }, {}, { walk: 'contents' }),
    });
  });
  afterAll(() => dashboard.close());

  it('says once since when calls are read, and takes what is older for not read', async () => {
    const visit = await dashboard.visit('/deals');
    const { page } = visit;
    const line = page.locator('.fill-line');
    await expect.poll(() => line.count()).toBe(1);
    await expect.poll(() => line.innerText()).toMatch(/^Calls since .+ are read; the rest /);
    const text = await page.locator('main').innerText();
    expect(text).not.toContain('INCOMPLETE');
    expect(text).not.toMatch(/\d\d:\d\d\.\d{3}Z/);
    expect(text).not.toContain('none known');
    expect(text).toContain('not read yet');
    // The line of the screen is the only one that says since when.
    expect(text).not.toContain('Calls are known since');
    const contacts = await page.locator('td[data-label="Last call"]').allInnerTexts();
    for (const contact of contacts) {
      const days = Number(/^(\d+) days/.exec(contact)?.[1] ?? 0);
      // A contact before the calls that are read may not be the last.
      expect(days).toBeLessThanOrEqual(10);
    }
    await expectAccessible(visit);
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT, fullPage: true });
  });

  it('marks the figures of an account that rest on less', async () => {
    const { data } = await dashboard.world.ask(
      '{ opportunities(first: 1, filter: { isClosed: { eq: false } }) { nodes { account { upstreamId } } } }',
    );
    const visit = await dashboard.visit(
      `/account/${data.opportunities.nodes[0].account.upstreamId}`,
    );
    await expect.poll(() => visit.page.locator('.fill-line').count()).toBe(1);
    const text = await visit.page.locator('main').innerText();
    expect(text.toLowerCase()).toContain('of the calls read so far');
    expect(text).not.toContain('INCOMPLETE');
    expect(text).not.toContain('never on a call');
    expect(text).not.toContain('Calls are known since');
    for (const title of ['What happened', 'People'])
      expect(await visit.page.locator('.panel', { hasText: title }).first().innerText()).toContain(
        'of the calls read so far',
      );
  });

  it('says once that there is no index, where none is kept', async () => {
    const scanning = await openDashboard({ index: 'off', shared: dashboard.world.service });
    onTestFinished(() => scanning.close());
    const { page } = await scanning.visit('/deals');
    const line = page.locator('.fill-line');
    await expect.poll(() => line.count()).toBe(1);
    await expect.poll(() => line.innerText()).toMatch(/^Older calls are not read: .* no index/);
    const text = await page.locator('main').innerText();
    expect(text).not.toContain('INCOMPLETE');
    expect(text).not.toMatch(/\d\d:\d\d\.\d{3}Z/);
    if (process.env.SHOT)
      await page.screenshot({ path: `${process.env.SHOT}.off.png`, fullPage: true });
  });
});
