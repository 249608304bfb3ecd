import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayText } from '../../src/dashboard/shared/format.ts';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
} from '../support/dashboard.ts';
import type { TruthRow } from '../support/truth.ts';

describe.skipIf(!hasBrowser)('the screen of a person, in Chromium', () => {
  let dashboard: Dashboard;
  let contact: { readonly upstreamId: string; readonly name: string };
  let lead: { readonly upstreamId: string; readonly name: string };
  beforeAll(async () => {
    dashboard = await openDashboard();
    const { data } = await dashboard.world.ask(
      `{
        calls(first: 60, filter: { lastDays: 30, scope: ["External"] }) {
          nodes { contacts { record { upstreamId name } } leads { record { upstreamId name } } }
        }
      }`,
    );
    const nodes: {
      contacts: { record: typeof contact }[];
      leads: { record: typeof lead }[];
    }[] = data.calls.nodes;
    contact = nodes.flatMap(({ contacts }) => contacts)[0]!.record;
    lead = nodes.flatMap(({ leads }) => leads)[0]!.record;
  });
  afterEach(() => dashboard.world.service.admin.faults.clear());
  afterAll(() => dashboard.close());

  it.each(['contact', 'lead'])(
    'tells a %s’s story in both systems by one question, and leads on',
    async (kind) => {
      const person = kind === 'contact' ? contact : lead;
      const visit = await dashboard.visit(`/person/${person.upstreamId}`);
      const { page } = visit;
      expect(visit.questions()).toBe(1);
      await expect.poll(() => page.locator('h1').innerText()).toContain(person.name);
      await expect.poll(() => page.locator('.entry.of-call').count()).toBeGreaterThan(0);
      await expect.poll(() => page.locator('.columns rect').count()).toBeGreaterThan(50);
      // Whoever hosted it may not have been there.
      const calls = (await page.locator('.entry.of-call').allInnerTexts()).join('\n');
      expect(calls).toContain('hosted by ');
      expect(calls).not.toMatch(/· with /);
      expectClean(dashboard.world, visit);
      await expectAccessible(visit);
      await page.getByRole('button', { name: /^Call \d/ }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get('only')).toBe('call');
      await settled(visit);
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Who was there' }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/app\/call\/\d+$/);
    },
  );

  it('was last on a call when they were there, not when they were only invited, on all screens alike', async () => {
    const { data } = await dashboard.world.ask(`{
      events(first: 100, orderBy: [{ field: ACTIVITY_DATE_TIME }]) { nodes { activityDateTime isAllDayEvent who { ... on Contact {
        upstreamId name email account { upstreamId } opportunityContactRoles(first: 1) { nodes { opportunity { upstreamId } } }
        attended: lastCall(role: [ATTENDEE, HOST]) { startedAt }
        invited: lastCall(role: [INVITEE]) { startedAt } } } } } }`);
    const met = (data.events.nodes as TruthRow[]).filter(
      ({ activityDateTime, who }) =>
        activityDateTime !== null &&
        typeof who?.attended?.startedAt === 'string' &&
        who.invited.startedAt > who.attended.startedAt,
    );
    const rolesOf = ({ who }: TruthRow): number => who.opportunityContactRoles.nodes.length;
    const people = [...new Map(met.map((event) => [event.who.upstreamId, event])).values()].sort(
      (a, b) => rolesOf(b) - rolesOf(a),
    );
    expect(people.length).toBeGreaterThan(1);
    const window = await dashboard.open();
    let deals = 0;
    for (const { activityDateTime, who } of people.slice(0, 3)) {
      const { upstreamId, account, opportunityContactRoles } = who;
      await window.page.clock.setSystemTime(new Date(`${activityDateTime.slice(0, 10)}T00:00:00Z`));
      const deal = opportunityContactRoles.nodes[0]?.opportunity.upstreamId;
      const ofPerson = `:has(a.name[href$="/person/${upstreamId}"])`;
      for (const [path, row, says] of [
        ['/today', `li${ofPerson}`, 'Last spoken with on '],
        [`/search?q=${encodeURIComponent(who.name)}`, `li${ofPerson}`, 'last on a call '],
        [`/person/${upstreamId}`, 'dl > div:has(dt:text-is("Last on a call"))', ''],
        [`/account/${account.upstreamId}`, `.people tr${ofPerson}`, ''],
        [`/prepare/${account.upstreamId}`, `.people tr${ofPerson}`, ''],
        ...(deal === undefined ? [] : [[`/deal/${deal}`, `.people tr${ofPerson}`, '']]),
      ] as const) {
        const { page } = await dashboard.visit(path!, { window });
        const now = await page.evaluate(() => Date.now());
        const day = dayText(new Date(who.attended.startedAt), new Date(now));
        const text = await page.locator(row!).first().innerText();
        expect([path, text]).toEqual([path, expect.stringContaining(`${says}${day}`)]);
        if (path!.startsWith('/deal')) deals += 1;
      }
    }
    expect(deals).toBeGreaterThan(0);
  });

  it('fits a narrow dark screen, says who is gone, and shows the CRM’s side while the call platform is away', async () => {
    const narrow = await dashboard.visit(`/person/${contact.upstreamId}`, {
      width: 390,
      height: 844,
      dark: true,
    });
    await expectAccessible(narrow);
    const gone = await dashboard.visit('/person/003Sy0000000zzzIAA');
    await expect
      .poll(() => gone.page.locator('main').innerText())
      .toContain('There is no such person');
    await expectAccessible(gone);
    dashboard.world.service.admin.faults.add({ kind: 'reset', system: 'call-analytics' });
    const { data } = await dashboard.world.ask(
      '{ contacts(first: 40, orderBy: [{ field: LAST_NAME }]) { nodes { upstreamId } } }',
    );
    const half = await dashboard.visit(`/person/${data.contacts.nodes[39].upstreamId}`);
    await expect.poll(() => half.page.locator('h1').count()).toBe(1);
    await expectAccessible(half);
  });
});

describe.skipIf(!hasBrowser)('the screen Team, in Chromium', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(() => dashboard.close());

  it('sets each colleague against the average, sorts, and opens one of them', async () => {
    const visit = await dashboard.visit('/team');
    const { page } = visit;
    expect(visit.questions()).toBe(1);
    await expect.poll(() => page.locator('.team tbody tr').count()).toBeGreaterThan(5);
    await expect.poll(() => page.locator('.spread').count()).toBeGreaterThan(10);
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
    await page.getByRole('button', { name: 'Talk ratio' }).click();
    await settled(visit);
    const ratios = (await page.locator('.team tbody td:nth-child(3)').allInnerTexts())
      .map((text) => Number.parseInt(text, 10))
      .filter(Number.isFinite);
    expect(ratios).toEqual([...ratios].sort((left, right) => right - left));
    await page.locator('.team tbody a').first().click();
    await page.locator('.member').waitFor();
    await page.waitForURL(/sort=talkRatio/);
    await page.waitForURL(/user=/);
    await expectAccessible(visit);
  });

  it('fits a narrow dark screen', async () => {
    const visit = await dashboard.visit('/team?days=90', { width: 390, height: 844, dark: true });
    await expectAccessible(visit);
  });
});
