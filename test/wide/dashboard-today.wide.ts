import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
} from '../support/dashboard.ts';
import type { TruthRow } from '../support/truth.ts';

describe.skipIf(!hasBrowser)('the screen Today, in Chromium', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard({ trackers: true });
  });
  afterAll(() => dashboard.close());

  const ask = async (query: string): Promise<TruthRow> => {
    const { data, errors } = await dashboard.world.ask(query);
    expect(errors).toBeUndefined();
    return data;
  };

  it('shows what has happened since a day, as the graph has it', async () => {
    const visit = await dashboard.visit('/today?since=2026-10-20');
    const { page } = visit;
    expect(visit.questions()).toBe(1);
    const since = '2026-10-20T00:00:00Z';
    const { calls, changes, moved, quiet } = await ask(`{
      calls(first: 15, order: NEWEST, filter: { from: "${since}", scope: ["External"], about: {} }) {
        totalCount nodes { title } }
      changes: opportunityHistories(first: 20, filter: { createdDate: { gte: "${since}" } }) { totalCount nodes { upstreamId } }
      moved: opportunities(filter: { opportunityHistories: { some: { createdDate: { gte: "${since}" } } } }) { totalCount }
      quiet: opportunities(first: 10, filter: { isClosed: { eq: false }, lastCall: { after: "2026-09-20T00:00:00Z", before: "2026-10-03T00:00:00Z" } }, orderBy: [{ field: AMOUNT, direction: DESC, nulls: LAST }]) { nodes { name } }
    }`);
    const panel = (title: string) => page.locator(`.panel:has(h2:text-is("${title}"))`);
    expect(await panel('New calls').locator('.figures').innerText()).toBe(String(calls.totalCount));
    const titles = await panel('New calls').locator('li > a.name').allInnerTexts();
    expect(titles.toSorted()).toEqual(calls.nodes.map(({ title }: TruthRow) => title).toSorted());
    expect(changes.totalCount).toBeGreaterThan(10);
    expect(await panel('Deals that moved').locator('.figures').innerText()).toBe(
      `${moved.totalCount} deals`,
    );
    expect(await panel('Deals that moved').locator('li').count()).toBe(changes.nodes.length);
    const names = await panel('Gone quiet').locator('li .name').allInnerTexts();
    expect(names).toEqual(quiet.nodes.map(({ name }: TruthRow) => name));
    expect(names.length).toBeGreaterThan(0);
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });

  it('takes the deals of one owner, and plays what was promised', async () => {
    const visit = await dashboard.visit('/today?since=2026-10-01');
    const { page } = visit;
    const [owner] = (
      await ask(
        '{ opportunities(first: 1, filter: { isClosed: { eq: false }, lastCall: { after: "2026-10-10T00:00:00Z" } }) { nodes { owner { ... on CrmUser { upstreamId name } } } } }',
      )
    ).opportunities.nodes.map((deal: TruthRow) => deal.owner);
    await page.getByLabel('Deals of').selectOption({ label: owner.name });
    await expect.poll(() => new URL(page.url()).searchParams.get('owner')).toBe(owner.upstreamId);
    const { calls } = await ask(
      `{ calls(filter: { from: "2026-10-01T00:00:00Z", scope: ["External"], about: { opportunity: { ownerId: { eq: "${owner.upstreamId}" } } } }) { totalCount } }`,
    );
    expect(calls.totalCount).toBeGreaterThan(0);
    const figures = page.locator('.panel:has(h2:text-is("New calls")) .figures');
    await expect.poll(() => figures.innerText()).toBe(String(calls.totalCount));
    await page.getByLabel('Deals of').selectOption({ label: 'Everybody' });
    await page.locator('.promises a[href*="t="]').first().click();
    await page.waitForURL(/\/app\/call\/\d+\?t=\d+&play=on/);
  });

  it('leads from days without a call to the last day that had one', async () => {
    const of = 'scope: ["External"], about: {}';
    const { newest } = await ask(
      `{ newest: calls(first: 1, order: NEWEST, filter: { ${of} }) { nodes { startedAt } } }`,
    );
    const last: string = newest.nodes[0].startedAt.slice(0, 10);
    // Midnight UTC is that of the browser, which has its time zone.
    const after = new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    const visit = await dashboard.visit(`/today?since=${after}`, {
      before: ({ page }) => page.clock.setSystemTime(new Date(`${after}T12:00:00Z`)),
    });
    const { page } = visit;
    const panel = page.locator('.new-calls');
    await panel.getByText('No call with people from outside.').waitFor();
    expect(await panel.locator('.figures').innerText()).toBe('0');
    await expectAccessible(visit);
    await panel.getByRole('button', { name: /^Show what is new since / }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('since')).toBe(last);
    const { calls } = await ask(
      `{ calls(filter: { from: "${last}T00:00:00Z", ${of} }) { totalCount } }`,
    );
    expect(calls.totalCount).toBeGreaterThan(0);
    await expect.poll(() => panel.locator('.figures').innerText()).toBe(String(calls.totalCount));
    expect(await panel.getByRole('button', { name: /^Show what is new/ }).count()).toBe(0);
  });

  it('leaves out an outcome that the platform does not know, in lists and on the call', async () => {
    const { calls } = await ask(
      '{ calls(first: 100, order: NEWEST, filter: { about: { opportunity: {} } }) { nodes { upstreamId content { outcome { name } } opportunities { record { upstreamId } } } } }',
    );
    const call = calls.nodes.find(
      ({ content, opportunities }: TruthRow) =>
        content?.outcome?.name === 'Unknown' && opportunities.length > 0,
    );
    const window = await dashboard.open();
    const { page } = await dashboard.visit('/today?since=2026-10-20', { window });
    const details = await page.locator('.new-calls li > .sub').allInnerTexts();
    expect(details.join('\n')).toMatch(/ · (Meeting scheduled|Follow-up agreed)/);
    expect(details.join('\n')).not.toContain('Unknown');
    await dashboard.visit(`/deal/${call.opportunities[0].record.upstreamId}`, { window });
    const row = page.locator('.deal-calls li', {
      has: page.locator(`a[href$="/call/${call.upstreamId}"]`),
    });
    expect(await row.innerText()).not.toContain('Unknown');
    await dashboard.visit(`/call/${call.upstreamId}`, { window });
    const panel = page.locator('.panel:has(h2:text-is("What came of it"))');
    expect(await panel.innerText()).not.toContain('Unknown');
  });

  it('fits a narrow dark screen', async () => {
    const visit = await dashboard.visit('/today?since=2026-10-20', {
      ...{ width: 390, height: 844, dark: true },
    });
    await expectAccessible(visit);
  });
});
