import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { buildSchema } from '../../src/graph/schema.ts';
import { readQuestions } from '../../src/questions/saved-question.ts';
import { rawCalls, startedAt } from '../graph/links/raw-call.ts';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
} from '../support/dashboard.ts';

describe.skipIf(!hasBrowser)('the screen Search and the frame of all screens, in Chromium', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    const questions = readQuestions('queries', buildSchema(buildCrmModel()));
    dashboard = await openDashboard({ trackers: true, server: { questions } });
  });
  afterAll(() => dashboard.close());

  it('finds records and calls from everywhere, by one question, and leads on', async () => {
    const visit = await dashboard.visit('/deals');
    const { page } = visit;
    await page.keyboard.press('/');
    await page.keyboard.type('clover');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/search\?q=clover/);
    await settled(visit);
    expect(visit.questions()).toBe(2);
    for (const title of ['Accounts', 'Contacts', 'Calls by title'])
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
    // The first of the accounts.
    await page.locator('body').press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/account\//);
  });

  it.each(['/search?q=a', '/search?q=%20a%20', '/deals'])(
    'says that one letter is too few, and keeps it: %s',
    async (path) => {
      const visit = await dashboard.visit(path);
      const { page } = visit;
      const field = page.getByRole('searchbox');
      if (path === '/deals') {
        // The field itself takes it for two.
        await field.fill('a ');
        await field.press('Enter');
      }
      await page.waitForURL(/\/app\/browse\?q=a$/);
      await settled(visit);
      expect(await field.inputValue()).toBe('a');
      await page
        .getByText('“a” is too short to search for: press / and type at least two')
        .waitFor();
      expectClean(dashboard.world, visit);
      await expectAccessible(visit);
    },
  );

  it('leads from an e-mail address to the contact, the colleague, or the calls of a guest', async () => {
    const { data } = await dashboard.world.ask(`{
      contacts(first: 1, filter: { email: { isNull: false } }) { nodes { upstreamId email } }
      calls(first: 100, order: NEWEST) { nodes { parties { emailAddress contact { id } lead { id } user { id emailAddress emailAliases } } } }
    }`);
    const [contact] = data.contacts.nodes;
    type Party = (typeof data)['calls'];
    const parties: Party[] = data.calls.nodes.flatMap(({ parties }: Party) => parties);
    const { user } = parties.find((party) => party.user !== null)!;
    const guest = parties.find(
      ({ emailAddress, user, contact, lead }) =>
        emailAddress !== null && user === null && contact === null && lead === null,
    )!.emailAddress;
    const visit = await dashboard.visit('/deals');
    const { page } = visit;
    const search = async (email: string): Promise<void> => {
      const field = page.getByRole('searchbox', { name: 'Search calls and CRM' });
      await field.fill(email);
      await field.press('Enter');
    };
    await search(contact.email);
    await page.waitForURL(`**/app/person/${contact.upstreamId}`);
    for (const email of [user.emailAddress, ...user.emailAliases]) {
      await dashboard.visit('/deals', { window: visit });
      await search(email);
      await page.waitForURL(`**/app/team?user=${encodeURIComponent(user.id)}`);
    }
    await settled(visit);
    await page.getByText('Against the average').waitFor();
    await search(guest.toUpperCase());
    await page.waitForURL(`**/app/calls?with=${encodeURIComponent(guest.toUpperCase())}`);
    await settled(visit);
    const { data: found } = await dashboard.world.ask(
      `{ calls(filter: { about: {}, participants: { email: ["${guest}"] } }) { totalCount } }`,
    );
    expect(await page.locator('.panel a[href^="/app/call/"]').count()).toBeGreaterThan(0);
    expect(found.calls.totalCount).toBeGreaterThan(0);
    const before = dashboard.world.service.calls().length;
    await search('nobody@nowhere.example');
    await page
      .getByText('No contact, lead, user or call has the address nobody@nowhere.example')
      .waitFor();
    await page.getByText('Nobody joined or was invited to a call with it').waitFor();
    await page.getByText(/^Calls are known since /).waitFor();
    // Contacts, leads and users; the index knows of no call.
    expect(dashboard.world.service.calls().slice(before)).toHaveLength(3);
    await page.getByRole('link', { name: 'Search all text for this address' }).click();
    await page.waitForURL(/\/app\/search\?q=nobody/);
    await settled(visit);
    await page.getByRole('link', { name: 'Who has this address, and their calls' }).click();
    await page.getByText('No contact, lead, user or call has the address').waitFor();
    expectClean(dashboard.world, visit);
  });

  it('finds calls by title over all the index knows, page by page, and says how far it looked', async () => {
    const word = 'review';
    const wanted = (await rawCalls(dashboard.world))
      .filter(({ metaData }) => metaData.title.toLowerCase().includes(word))
      .sort((a, b) => startedAt(b) - startedAt(a) || b.metaData.id - a.metaData.id)
      .map(({ metaData }) => `/app/call/${metaData.id}`);
    const visit = await dashboard.visit(`/search?q=${word}`);
    const panel = visit.page.locator('.panel').filter({
      has: visit.page.getByRole('heading', { name: 'Calls by title', exact: true }),
    });
    await expect
      .poll(() => panel.locator('.figures').innerText())
      .toBe(wanted.length.toLocaleString('en'));
    await expect
      .poll(() => panel.locator('.note').innerText())
      .toMatch(/titles with “review” of all calls since/);
    const found: (string | null)[] = [];
    for (;;) {
      const links = panel.locator('a.name');
      found.push(...(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))));
      const next = panel.getByRole('button', { name: 'Next page' });
      if (found.length >= wanted.length || !(await next.isEnabled())) break;
      await next.click();
      await settled(visit);
    }
    expect(wanted.length).toBeGreaterThan(40);
    expect(found).toEqual(wanted);
    expectClean(dashboard.world, visit);
  });

  it('lists what there is for those who know no name, by one question, each list in pages', async () => {
    const { data } = await dashboard.world.ask(
      '{ accounts(first: 45, orderBy: [{ field: NAME }]) { totalCount nodes { upstreamId } } }',
    );
    const { totalCount, nodes } = data.accounts as {
      totalCount: number;
      nodes: { upstreamId: string }[];
    };
    const visit = await dashboard.visit('/deals');
    const { page } = visit;
    await page.getByRole('link', { name: 'Browse' }).click();
    await page.waitForURL(/\/app\/browse$/);
    await settled(visit);
    expect(visit.questions()).toBe(2);
    const panel = (title: string | RegExp) =>
      page.locator('.panel').filter({ has: page.getByRole('heading', { name: title }) });
    for (const title of ['Contacts', 'Leads'])
      await expect.poll(() => panel(title).locator('a.name').count()).toBe(15);
    const accounts = panel('Accounts');
    await expect
      .poll(() => accounts.locator('.figures').innerText())
      .toBe(totalCount.toLocaleString('en'));
    const found: (string | null)[] = [];
    const contacts = await panel('Contacts').locator('a.name').allInnerTexts();
    for (let turn = 1; ; turn += 1) {
      const links = accounts.locator('a.name');
      found.push(...(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))));
      if (turn === 3) break;
      await accounts.getByRole('button', { name: 'Next page' }).click();
      await settled(visit);
    }
    expect(found).toEqual(nodes.map(({ upstreamId }) => `/app/account/${upstreamId}`));
    // The other lists stay where they were, and the address leads to this state.
    await expect.poll(() => panel('Contacts').locator('a.name').allInnerTexts()).toEqual(contacts);
    const again = await dashboard.visit(page.url().split('/app')[1]!);
    expect(again.questions()).toBe(1);
    await expect.poll(() => again.page.locator(`a[href="${found.at(-1)}"]`).count()).toBe(1);
    expectClean(dashboard.world, again);
    await expectAccessible(again);
    // By j to the first account, which opens.
    await again.page.locator('body').press('j');
    await again.page.keyboard.press('Enter');
    await again.page.waitForURL(/\/app\/account\//);
  });

  it('says of wrong ids what was expected on each screen, and leads from those of something else', async () => {
    const window = await dashboard.open();
    for (const [path, expected, got] of [
      ['/account/nonsense', 'begin with 001', 'nonsense'],
      ['/account/005Sy0000000001IAA', 'begin with 001', '005Sy0000000001IAA'],
      ['/person/clover', 'begin with 003 or 00Q', 'clover'],
      ['/person/005Sy0000000001IAA', 'begin with 003 or 00Q', '005Sy0000000001IAA'],
      ['/deal/lumen', 'begin with 006', 'lumen'],
      ['/call/abc', 'a number of up to 20 digits', 'abc'],
      ['/call/123456789012345678901', 'a number of up to 20 digits', '123456789012345678901'],
      [`/call/${Buffer.from('User:1').toString('base64url')}`, 'a number of up to 20', 'VXNl'],
    ] as const) {
      const visit = await dashboard.visit(path, { window, waits: false });
      const main = visit.page.locator('main');
      await main.getByText(expected).waitFor();
      await expect.poll(() => main.innerText()).toContain(`Got “${got}`);
      expect([path, visit.questions()]).toEqual([path, 0]);
      await main.getByRole('link', { name: 'browse' }).waitFor();
      expectClean(dashboard.world, visit);
    }
    const { data } = await dashboard.world.ask(
      '{ contacts(first: 1) { nodes { id upstreamId } } calls(first: 1) { nodes { id upstreamId } } }',
    );
    const [contact] = data.contacts.nodes;
    const [call] = data.calls.nodes;
    for (const [path, leadsTo] of [
      [`/account/${contact.upstreamId}`, `/app/person/${contact.upstreamId}`],
      [`/call/${contact.id}`, `/app/person/${contact.upstreamId}`],
      [`/person/${call.id}`, `/app/call/${call.upstreamId}`],
      [`/account/${call.upstreamId}`, `/app/call/${call.upstreamId}`],
    ] as const) {
      const { page } = await dashboard.visit(path, { window });
      await expect.poll(() => new URL(page.url()).pathname).toBe(leadsTo);
    }
  });

  it('finds names and titles without their accents, and says so', async () => {
    const named = async (term: string): Promise<readonly (readonly string[])[]> => {
      const { page } = await dashboard.visit(`/search?q=${encodeURIComponent(term)}`);
      await page.getByText('whatever the case and accents. Calls of a person').waitFor();
      const panelOf = (name: string) =>
        page.locator('.panel').filter({ has: page.getByRole('heading', { name, exact: true }) });
      return Promise.all(
        ['Accounts', 'Calls by title'].map((name) =>
          panelOf(name).locator('a.name').allInnerTexts(),
        ),
      );
    };
    const plain = await named('muller');
    for (const names of plain) expect(names.join()).toContain('Müller');
    expect(await named('MÜLLER')).toEqual(plain);
  });

  it('shows no nought where it can’t tell', async () => {
    dashboard.world.service.admin.faults.add({ kind: 'status', status: 503 });
    onTestFinished(() => dashboard.world.service.admin.faults.clear());
    const { page } = await dashboard.visit('/search?q=zzqqyy');
    const panels = page.locator('.panel').filter({ has: page.getByText('Not known.') });
    await expect.poll(() => panels.count()).toBeGreaterThan(0);
    await expect.poll(() => panels.locator('.figures').count()).toBe(0);
  });

  it('says that nothing was found, and what it needs', async () => {
    const visit = await dashboard.visit('/search?q=zzqqxx');
    await visit.page.getByText('None.').first().waitFor();
    await visit.page.goto(new URL('/app/search', dashboard.world.url).href);
    await visit.page.getByText('at least two letters').waitFor();
    // Saved questions are there, each with its form.
    const saved = visit.page.getByRole('link', { name: 'Quiet deals' });
    await saved.waitFor();
    await expect.poll(() => saved.getAttribute('href')).toBe('/app/questions/quiet-deals');
    await expectAccessible(visit);
    expectClean(dashboard.world, visit);
  });

  it('opens a screen’s question in GraphiQL, with its variables', async () => {
    const { page } = await dashboard.visit('/search?q=clover');
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /Open the question/ }).click(),
    ]);
    await opened.getByRole('button', { name: 'Search', exact: true }).waitFor();
    await opened.getByRole('button', { name: '▶ Run' }).click();
    await expect
      .poll(() => opened.getByRole('region', { name: 'Answer' }).innerText())
      .toContain('primaryUser');
  });

  it('is switched to dark and stays so, and shows an address that leads nowhere as such', async () => {
    const visit = await dashboard.visit('/deals');
    const { page } = visit;
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Light' }).waitFor();
    await page.goto(new URL('/app/nowhere', dashboard.world.url).href);
    await page.getByText('No such screen').waitFor();
    await page.goto(new URL('/', dashboard.world.url).href);
    await page.waitForURL(/\/app\/today/);
    expectClean(dashboard.world, visit);
  });
});
