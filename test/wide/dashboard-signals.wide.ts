import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
} from '../support/dashboard.ts';

describe.skipIf(!hasBrowser)('the screen Signals, in Chromium', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard({ trackers: true });
  });
  afterAll(() => dashboard.close());

  it('counts what the index heard, and leads to one tracker and to the deals gone quiet', async () => {
    const visit = await dashboard.visit('/signals');
    const { page } = visit;
    expect(visit.questions()).toBe(1);
    const { data } = await dashboard.world.ask(
      '{ callsAggregate(filter: { from: "2026-08-17T00:00:00Z", scope: ["External"] }, groupBy: [TRACKER], first: 100) { groups { count keys { value tracker { name } } } } }',
    );
    const groups: { count: number; keys: { value: string | null; tracker: { name: string } }[] }[] =
      data.callsAggregate.groups;
    const heard = groups
      .filter(({ keys }) => keys[0]!.value !== null)
      .map(({ count, keys }) => [keys[0]!.tracker.name, String(count)]);
    const rows = page.locator('table:has-text("Tracker") tbody tr');
    const shown = await Promise.all(
      (await rows.all()).map(async (row) => [
        await row.locator('th').innerText(),
        await row.locator('td').nth(1).innerText(),
      ]),
    );
    expect(shown).toEqual(heard);
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
    await rows.nth(1).locator('th a').click();
    await expect.poll(() => new URL(page.url()).searchParams.has('tracker')).toBe(true);
    await page.getByRole('heading', { name: `${shown[1]![0]}, by stage of the deal` }).waitFor();
    const lost = page
      .locator('.note', { hasText: 'Their deals are by now' })
      .getByRole('link')
      .last();
    const { data: results } = await dashboard.world.ask(
      `{ callsAggregate(filter: { from: "2026-08-17T00:00:00Z", scope: ["External"], about: { tracker: [{ id: ["${groups.filter(({ keys }) => keys[0]!.value !== null)[1]!.keys[0]!.value}"] }], opportunity: { isClosed: { eq: true }, isWon: { eq: false } } } }) { calls } }`,
    );
    expect(parseInt(await lost.innerText(), 10)).toBe(results.callsAggregate.calls);
    await page.locator('.panel:has-text("No call for a month") tbody a').first().click();
    await page.waitForURL(/\/app\/deal\//);
  });

  it('draws as many weeks as it says, the running one last and unfinished, with the numbers of its lists', async () => {
    for (const [search, weeks] of [
      ['?days=28', 4],
      ['', 12],
      ['?days=182', 26],
    ] as const) {
      const { page } = await dashboard.visit(`/signals${search}`);
      const pressed = page.locator('.only button[aria-pressed=true]');
      expect(await pressed.innerText()).toBe(`${weeks} weeks`);
      const drawn = page.locator('.columns rect.column');
      expect(await drawn.count()).toBe(weeks);
      expect(await drawn.last().getAttribute('class')).toContain('running');
      const panel = page.locator('.panel', { has: page.locator('.columns') });
      await panel.getByText('As a table').click();
      const counts = await panel.locator('tbody td.figure').allInnerTexts();
      const sum = counts.reduce((total, count) => total + Number(count), 0);
      expect(await panel.locator('.figures b').innerText()).toBe(`${sum} calls`);
    }
  });

  it('fits a narrow dark screen', async () => {
    const visit = await dashboard.visit('/signals?days=182', {
      width: 390,
      height: 844,
      dark: true,
    });
    await expectAccessible(visit);
  });

  it('says where no tracker is counted, and shows the rest where the CRM is away', async () => {
    const other = await openDashboard();
    try {
      other.world.service.admin.faults.add({ kind: 'reset', system: 'crm' });
      const visit = await other.visit('/signals');
      const text = await visit.page.locator('main').innerText();
      // What the index has not read is no absence.
      expect(text).toMatch(/Heard on calls\s+of the calls read so far[\s\S]*?Not read yet\./i);
      expect(text).toContain('UPSTREAM_UNAVAILABLE');
      await expectAccessible(visit);
    } finally {
      await other.close();
    }
  });
});
