import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
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
      contacts(first: 50) { nodes { upstreamId id email name lastCall { startedAt } attended: lastCall(role: [ATTENDEE, HOST]) { startedAt } } }
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
      readonly upstreamId: string;
      readonly id: string;
      readonly email: string | null;
      readonly lastCall: { readonly startedAt: string | null };
      readonly attended: { readonly startedAt: string | null };
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
    await expect.poll(() => page.locator('h1').innerText()).toBe(busiest.name);
    await expect
      .poll(() => page.locator('.people tbody tr').count())
      .toBe(busiest.contacts.nodes.length);
    await expect.poll(() => page.locator('.timeline .item.call').count()).toBeGreaterThan(10);
    await page.locator('.last-call a.name').waitFor();
    await page.getByText('As a table').click();
    await expect.poll(() => page.locator('.columns tbody tr').count()).toBeGreaterThan(50);
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });

  it('names who has never been on a call before who was only invited, and both before all others', async () => {
    const { page } = await dashboard.visit(`/account/${partly.upstreamId}`);
    const rows = page.locator('.people tbody tr');
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => (row as unknown as { innerText: string }).innerText),
    );
    const kindOf = (text: string) =>
      /never on a call/.test(text) ? 0 : /invited, not there\n/.test(`${text}\n`) ? 1 : 2;
    const kinds = shown.map(kindOf);
    expect(kinds).toEqual([...kinds].sort());
    const ofKind = (kind: number) =>
      shown.filter((text) => kindOf(text) === kind).map((text) => text.split('\n')[0]);
    expect(ofKind(0).sort()).toEqual([...silent(partly)].sort());
    const absent = partly.contacts.nodes.filter(
      ({ lastCall, attended }) => lastCall.startedAt !== null && attended.startedAt === null,
    );
    expect(ofKind(1).length).toBe(absent.length);
  });

  it.each([360, 1280])(
    'keeps the month of what is in sight below the head, at %i',
    async (width) => {
      const path = `/account/${busiest.upstreamId}`;
      const { page } = await dashboard.visit(path, { width, height: 780 });
      const month = page.locator('.month', { has: page.locator('li:nth-child(5)') }).first();
      await month
        .locator('li')
        .nth(4)
        .evaluate((row) => row.scrollIntoView({ block: 'center' }));
      await month
        .locator('li')
        .first()
        .evaluate((row) => row.scrollIntoView({ block: 'start' }));
      await page.mouse.wheel(0, 120);
      const topOf = async (selector: string) =>
        (await (selector === 'h3' ? month.locator('h3') : page.locator(selector)).boundingBox())!;
      const head = await topOf('header.head');
      await expect
        .poll(async () => Math.abs((await topOf('h3')).y - (head.y + head.height)))
        .toBeLessThanOrEqual(2);
    },
  );

  it('is reached by a short id and a global id, and says what it expected instead of anything else', async () => {
    const { name, upstreamId, contacts } = busiest;
    const global = Buffer.from(`Account:${upstreamId}`).toString('base64url');
    const window = await dashboard.open();
    for (const id of [upstreamId.slice(0, 15), global]) {
      const { page } = await dashboard.visit(`/account/${id}`, { window });
      await expect.poll(() => page.locator('h1').innerText()).toBe(name);
    }
    const person = contacts.nodes.find(({ email }) => email !== null)!;
    for (const id of [person.upstreamId, person.id, person.email!]) {
      const { page } = await dashboard.visit(`/account/${id}`, { window });
      await page.waitForURL(new RegExp(`/app/person/${person.upstreamId}`));
      await expect.poll(() => page.locator('h1').innerText()).toContain(person.name);
    }
    const wrong = await dashboard.visit('/account/acme', { window, waits: false });
    await wrong.page
      .getByText(/Expected the id of an account: the CRM’s, 15 or 18 letters.*“acme”/)
      .waitFor();
    await expectAccessible(wrong);
    const nobody = await dashboard.visit('/person/nobody@nowhere.example', { window });
    await nobody.page.getByText('No contact, lead, user or call has the address nobody@').waitFor();
    await expectAccessible(nobody);
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

  it('has the meetings and tasks about its deals, too', async () => {
    const { data } = await dashboard.world.ask(`{
      events(first: 50, filter: { accountId: { isNull: false } }, orderBy: [{ field: START_DATE_TIME, direction: DESC }]) { nodes { subject accountId whatId } }
    }`);
    const { subject, accountId } = data.events.nodes.find(
      ({ whatId }: { readonly whatId: string | null }) => whatId?.startsWith('006'),
    );
    const { page } = await dashboard.visit(`/account/${accountId}?only=event`);
    expect(await page.locator('.timeline .item').allInnerTexts()).toContainEqual(
      expect.stringContaining(subject),
    );
  });

  it('calls nothing planned that is done, whatever its day is', async () => {
    const { page } = await dashboard.visit(`/account/${busiest.upstreamId}`);
    const planned = page.locator('.timeline .item', { hasText: 'planned' });
    expect(await planned.count()).toBeGreaterThan(0);
    expect(await planned.filter({ hasText: 'Completed' }).count()).toBe(0);
  });

  it('shows the one kind that was chosen, lists a week’s calls from its column, and leads on to a call', async () => {
    const visit = await dashboard.visit(`/account/${busiest.upstreamId}`);
    const { page } = visit;
    await page.locator('.timeline .item').first().waitFor();
    expect(await page.locator('.kinds [aria-pressed=true]').count()).toBe(0);
    await page.locator('.kinds button', { hasText: 'Call' }).click();
    await settled(visit);
    expect(await page.locator('.timeline .item:not(.call)').count()).toBe(0);
    await page.getByText('As a table').click();
    const column = page.locator('.columns tbody tr a.count').nth(3);
    const count = Number(await column.innerText());
    await column.click();
    await settled(visit);
    const params = new URL(page.url()).searchParams;
    const { data } = await dashboard.world.ask(
      `query ($id: ID!, $from: DateTime!, $to: DateTime!) { account(by: { upstreamId: $id }) {
        relatedCalls(first: 100, from: $from, to: $to) { nodes { upstreamId } } } }`,
      { id: busiest.upstreamId, from: params.get('from'), to: params.get('to') },
    );
    const ofWeek: string[] = data.account.relatedCalls.nodes.map(
      ({ upstreamId }: { upstreamId: string }) => upstreamId,
    );
    expect(ofWeek.length).toBe(count);
    const shown = await page
      .locator('.calls th a.name')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')!.split('/').at(-1)!));
    expect(shown).toEqual(ofWeek);
    await page.goBack();
    await settled(visit);
    await page.locator('.last-call a.name').click();
    await page.waitForURL(/\/app\/call\/\d+/);
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
      await expect.poll(() => visit.page.locator('.people tbody tr').count()).toBeGreaterThan(0);
      await expect
        .poll(() => visit.page.locator('.timeline .faults').innerText())
        .toContain('UPSTREAM_');
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

describe.skipIf(!hasBrowser)('the screen Account over a CRM whose archive is not read', () => {
  it('says once in the story what is missing from it, and on no page that it does not concern', async () => {
    const dashboard = await openDashboard({ crm: { lacksArchive: true }, index: 'copied' });
    onTestFinished(() => dashboard.close());
    const { data } = await dashboard.world.ask('{ accounts(first: 1) { nodes { upstreamId } } }');
    const path = `/account/${data.accounts.nodes[0].upstreamId}`;
    const { page } = await dashboard.visit(path);
    const note = page.getByText('without activities older than a year');
    await expect.poll(() => note.count()).toBe(1);
    expect(await page.locator('.timeline header').innerText()).toContain('which are archived');
    expect(await page.locator('main').innerText()).not.toContain('INCOMPLETE');
  });
});
