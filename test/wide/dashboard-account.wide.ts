import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
} from '../support/dashboard.ts';

/** The account with the most calls, and one where somebody has never been on any. */
const wanted = `{
  accounts(first: 100) {
    nodes {
      upstreamId
      name
      relatedCalls(first: 1) { totalCount }
      contacts(first: 50) { nodes { name lastCall { startedAt } } }
    }
  }
}`;

interface Wanted {
  readonly upstreamId: string;
  readonly name: string;
  readonly relatedCalls: { readonly totalCount: number };
  readonly contacts: {
    readonly nodes: readonly {
      readonly name: string;
      readonly lastCall: { readonly startedAt: string | null };
    }[];
  };
}

const silent = ({ contacts }: Wanted): readonly string[] =>
  contacts.nodes.filter(({ lastCall }) => lastCall.startedAt === null).map(({ name }) => name);

describe.skipIf(!hasBrowser)('the screen Account, in Chromium', () => {
  let dashboard: Dashboard;
  let busiest: Wanted;
  let partly: Wanted;
  let caches = true;
  beforeAll(async () => {
    dashboard = await openDashboard({ cache: () => caches });
    const accounts: readonly Wanted[] = (await dashboard.world.ask(wanted)).data.accounts.nodes;
    busiest = accounts.toSorted(
      (a, b) => b.relatedCalls.totalCount - a.relatedCalls.totalCount,
    )[0]!;
    partly = accounts.find((account) => silent(account).length > 0)!;
  });
  afterAll(() => dashboard.close());

  it('shows people, deals, the last call and what happened by one question', async () => {
    const visit = await dashboard.visit(`/account/${busiest.upstreamId}`);
    const { page } = visit;
    expect(visit.questions()).toBe(1);
    expect(await page.locator('h1').innerText()).toBe(busiest.name);
    expect(await page.locator('.people tbody tr').count()).toBe(busiest.contacts.nodes.length);
    expect(await page.locator('.timeline .item.call').count()).toBeGreaterThan(10);
    await page.locator('.last-call a.name').waitFor();
    await page.getByText('As a table').click();
    expect(await page.locator('.columns tbody tr').count()).toBeGreaterThan(50);
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });

  it('names who has never been on a call, before all others', async () => {
    const { page } = await dashboard.visit(`/account/${partly.upstreamId}`);
    const never = page.locator('.people tr:has(.quiet) .name');
    expect((await never.allInnerTexts()).sort()).toEqual([...silent(partly)].sort());
    expect(await page.locator('.people tbody tr').first().locator('.quiet').count()).toBe(1);
  });

  it('walks back through everything that happened, without leaving a call out', async () => {
    const visit = await dashboard.visit(`/account/${busiest.upstreamId}`);
    const { page } = visit;
    const calls = async () =>
      page
        .locator('.timeline .item.call a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const seen = new Set(await calls());
    const older = page.getByRole('button', { name: 'Older' });
    while (await older.isEnabled()) {
      await older.click();
      await settled(visit);
      const found = await calls();
      expect(found.filter((href) => seen.has(href))).toEqual([]);
      for (const href of found) seen.add(href);
    }
    expect(seen.size).toBe(busiest.relatedCalls.totalCount);
    expectClean(dashboard.world, visit);
  });

  it('leaves out kinds that are switched off, and leads on to a call', async () => {
    const visit = await dashboard.visit(`/account/${busiest.upstreamId}?without=task`);
    expect(await visit.page.locator('.timeline .item.task').count()).toBe(0);
    await visit.page.locator('.last-call a.name').click();
    await visit.page.waitForURL(/\/app\/call\/\d+/);
  });

  it('says so where the CRM knows no such account', async () => {
    const { page } = await dashboard.visit('/account/001Sy00000zzzzzIAA');
    await page.getByText(/no account of this id/).waitFor();
  });

  it('keeps the CRM’s half while the call platform is down', async () => {
    const { faults } = dashboard.world.service.admin;
    faults.add({ kind: 'status', status: 503, entity: 'calls_extensive' });
    caches = false;
    try {
      const visit = await dashboard.visit(`/account/${partly.upstreamId}`);
      expect(await visit.page.locator('.people tbody tr').count()).toBeGreaterThan(0);
      expect(await visit.page.locator('.timeline .faults').innerText()).toContain('UPSTREAM_');
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
    const visit = await dashboard.visit(`/account/${busiest.upstreamId}`, how);
    await expectAccessible(visit);
    expectClean(dashboard.world, visit);
  });
});
