/** The preparation of a meeting: on one page of paper, with what the graph has, by few upstream calls, and one click away. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Window } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
  type Visit,
} from '../support/dashboard.ts';
import type { TruthRow } from '../support/truth.ts';
import { today } from '../support/world.ts';

const rich = `{
  accounts(first: 100) { nodes { upstreamId name
    relatedCalls(first: 0) { totalCount } contacts { totalCount } cases(filter: { isClosed: { eq: false } }) { totalCount } } }
  opportunities(first: 100, filter: { isClosed: { eq: false } }) { nodes { upstreamId name
    relatedCalls(first: 0) { totalCount } opportunityContactRoles { totalCount } } }
}`;

const content = `query ($id: ID!) { account(by: { upstreamId: $id }) {
  relatedCalls(first: 12) { nodes { title content { trackers { name count } highlights { title items { text } } } } }
  contacts(first: 100) { nodes { name } } } }`;

const panel = ({ page }: Pick<Visit, 'page'>, title: string) =>
  page.locator('.panel', { has: page.getByRole('heading', { name: title, exact: true }) });

/** A4 with a margin of 10 mm, in CSS pixels. */
const printed = { width: 718, height: 1047 };
const [top, side] = [(1123 - printed.height) / 2, (794 - printed.width) / 2];
const onPaper = { top, bottom: top, left: side, right: side };

/** How many of the last calls go on where paper ends them. */
const cutIn = ({ page }: Pick<Visit, 'page'>): Promise<number> =>
  page
    .locator('.last-calls li')
    .evaluateAll(
      (items) => items.filter((item) => item.scrollHeight > item.clientHeight + 1).length,
    );

describe.skipIf(!hasBrowser)('the preparation of a meeting, in Chromium', () => {
  let dashboard: Dashboard;
  let account: TruthRow;
  let deal: TruthRow;
  beforeAll(async () => {
    dashboard = await openDashboard({ trackers: true });
    const { data } = await dashboard.world.ask(rich);
    const most = (rows: readonly TruthRow[], weight: (row: TruthRow) => number): TruthRow =>
      rows.toSorted((a, b) => weight(b) - weight(a))[0]!;
    account = most(
      data.accounts.nodes,
      ({ relatedCalls, contacts, cases }) =>
        relatedCalls.totalCount + 3 * contacts.totalCount + 50 * cases.totalCount,
    );
    deal = most(
      data.opportunities.nodes,
      ({ relatedCalls, opportunityContactRoles }) =>
        relatedCalls.totalCount + 5 * opportunityContactRoles.totalCount,
    );
  });
  afterAll(() => dashboard.close());

  it.each(['account', 'deal'])(
    'of a rich %s is one page of paper, by four upstream calls',
    async (kind) => {
      const { upstreamId, name } = kind === 'account' ? account : deal;
      const visit = await dashboard.visit(`/prepare/${upstreamId}`);
      const { page } = visit;
      expect(visit.questions()).toBe(1);
      expect(await page.locator('h1').innerText()).toBe(name);
      const headings = await page.locator('.panel h2').allInnerTexts();
      expect(headings).toEqual([
        ...['Last calls', 'Promises', 'Competitors and objections', 'People'],
        ...(kind === 'account' ? ['Open deals'] : []),
        'Open cases',
      ]);
      expect(await panel(visit, 'Last calls').locator('li').count()).toBe(3);
      expect(await page.locator('footer.cost').innerText()).toMatch(/^4 upstream calls/);
      expectClean(dashboard.world, visit);
      await expectAccessible(visit);
      const paper = (await page.pdf({ format: 'A4', margin: onPaper })).toString('latin1');
      expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.setViewportSize(printed);
      await page.emulateMedia({ media: 'print' });
      const { y, height } = (await page.locator('.prepare').boundingBox())!;
      expect((y + height) / printed.height).toBeGreaterThan(0.7);
      // What came of the calls is whole, since the page has room for it.
      expect(await cutIn(visit)).toBe(0);
      await page.emulateMedia({ media: null });
      await page.setViewportSize({ width: 360, height: 800 });
      await expectAccessible(visit);
    },
  );

  it('fits one page where much came of the last calls, of which an ellipsis says that they go on', async () => {
    const before = ({ page }: Window) =>
      page.route('**/graphql', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(
          /"brief":"([^"\\]*)/g,
          (_, text: string) => `"brief":"${`${text} `.repeat(6)}`,
        );
        await route.fulfill({ response, body });
      });
    const visit = await dashboard.visit(`/prepare/${account.upstreamId}`, { before });
    const paper = (await visit.page.pdf({ format: 'A4', margin: onPaper })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await visit.page.setViewportSize(printed);
    await visit.page.emulateMedia({ media: 'print' });
    expect(await cutIn(visit)).toBe(3);
  });

  it('names a tracker only where its name is not that of its kind', async () => {
    const { upstreamId } = account;
    const visit = await dashboard.visit(`/prepare/${upstreamId}`);
    const heard = await panel(visit, 'Competitors and objections').innerText();
    expect(heard).toMatch(/^Competitors: \d+ × in \d+ calls?/m);
    expect(heard).toMatch(/^Objections: Price objection \d+ × in \d+ calls?/m);
  });

  it('says what the graph has: promises, trackers by their kind, and people', async () => {
    const { data } = await dashboard.world.ask(content, { id: account.upstreamId });
    const { relatedCalls, contacts } = data.account;
    const visit = await dashboard.visit(`/prepare/${account.upstreamId}`);
    const texts = relatedCalls.nodes.flatMap(({ content }: TruthRow) =>
      (content?.highlights ?? [])
        .filter(({ title }: TruthRow) => /next step/i.test(title))
        .flatMap(({ items }: TruthRow) => items.map(({ text }: TruthRow) => text)),
    );
    const promises = await panel(visit, 'Promises').locator('q').allInnerTexts();
    expect(promises.length).toBeGreaterThan(0);
    for (const promise of promises) expect(texts).toContain(promise.replace(/^“|”$/g, ''));
    const heard = await panel(visit, 'Competitors and objections').innerText();
    for (const [kind, word] of [
      ['Competitors', /competit/i],
      ['Objections', /objection/i],
    ] as const) {
      const times = relatedCalls.nodes
        .flatMap(({ content }: TruthRow) => content?.trackers ?? [])
        .filter(({ name }: TruthRow) => word.test(name))
        .reduce((sum: number, { count }: TruthRow) => sum + count, 0);
      const line = heard.split('\n').find((text) => text.startsWith(`${kind}:`))!;
      const said = [...line.matchAll(/(\d+) ×/g)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
      expect([kind, said]).toEqual([kind, times]);
    }
    const people = await panel(visit, 'People').locator('th a').allInnerTexts();
    const names = contacts.nodes.map(({ name }: TruthRow) => name);
    expect(people.length).toBe(Math.min(8, names.length));
    for (const person of people) expect(names).toContain(person);
  });

  it('shows the day of a promise as the deal’s screen does, one that is over without alarm and one that is near in bold', async () => {
    const { data } = await dashboard.world.ask(
      '{ opportunities(first: 1, filter: { lastCall: { after: "2026-10-29T00:00:00Z" }, callCount: { from: "2026-06-01T00:00:00Z", atLeast: 4 } }) { nodes { upstreamId } } }',
    );
    const { upstreamId } = data.opportunities.nodes[0];
    const daysOn = async (screen: string, now = today) => {
      const visit = await dashboard.visit(`/${screen}/${upstreamId}`, {
        before: ({ page }) => page.clock.setSystemTime(now),
      });
      return panel(visit, 'Promises')
        .locator('li')
        .evaluateAll((items) =>
          items.flatMap((item) => {
            const day = item.querySelector('.due');
            if (day === null) return [];
            const { color, fontWeight } = getComputedStyle(day);
            return {
              said: item.querySelector('q')!.textContent,
              day: day.textContent,
              isMuted: color === getComputedStyle(item.querySelector('.muted, .sub')!).color,
              isBold: Number(fontWeight) > 500,
            };
          }),
        );
    };
    const ofDeal = await daysOn('deal');
    const prepared = await daysOn('prepare');
    const over = prepared.filter(({ day }) => day.startsWith('was due '));
    expect(over.length).toBeGreaterThan(0);
    for (const day of prepared) {
      expect(ofDeal).toContainEqual(day);
      expect([day.day, day.isMuted]).toEqual([day.day, over.includes(day)]);
      expect(day.isBold).toBe(false);
    }
    const { day: ahead } = prepared.find(({ day }) => day.startsWith('due '))!;
    const due = Date.parse(`${ahead.slice('due '.length)} 2026 12:00Z`);
    for (const [time, text] of [
      [due, 'due today'],
      [due - 86_400_000, 'due tomorrow'],
    ] as const) {
      const near = (await daysOn('deal', new Date(time))).filter(({ day }) => day === text);
      expect(near.length).toBeGreaterThan(0);
      for (const { isBold, isMuted } of near) expect([isBold, isMuted]).toEqual([true, false]);
    }
  });

  it('is one click away from the account, the deal, and the next meetings of Today', async () => {
    const window = await dashboard.open();
    for (const [path, id] of [
      [`/account/${account.upstreamId}`, account.upstreamId],
      [`/deal/${deal.upstreamId}`, deal.upstreamId],
    ] as const) {
      const visit = await dashboard.visit(path, { window });
      await visit.page.getByRole('link', { name: 'Prepare a meeting' }).click();
      await visit.page.waitForURL(new RegExp(`/app/prepare/${id}$`));
      await settled(visit);
    }
    const next = await dashboard.visit('/today', { window });
    const link = next.page.getByRole('link', { name: /^Prepare the meeting/ }).first();
    await link.click();
    await next.page.waitForURL(/\/app\/prepare\/00[16]\w+$/);
    await settled(next);
    expect(await next.page.locator('.panel h2').first().innerText()).toBe('Last calls');
  });

  it('of an account names each meeting that Today has of it, about whatever deal, and whom it is with', async () => {
    const { data } = await dashboard.world.ask(
      `{ events(first: 12, filter: { startDateTime: { gt: "${today.toISOString()}" }, accountId: { isNull: false } }, orderBy: [{ field: START_DATE_TIME }]) {
        nodes { subject accountId whatId who { ... on CrmRecord { recordName } } } } }`,
    );
    const events: TruthRow[] = data.events.nodes;
    const ofDeals = events.filter(({ whatId }) => whatId?.startsWith('006'));
    expect(ofDeals.length).toBeGreaterThan(0);
    for (const { accountId, subject, who } of ofDeals) {
      const { page } = await dashboard.visit(`/prepare/${accountId}`);
      const ahead = await page.locator('.prepare > p', { hasText: 'Ahead: ' }).innerText();
      expect(ahead).toContain(who === null ? subject : `${subject}, with ${who.recordName}`);
    }
  });

  it('of a deal does not say that its account has no meeting ahead where these could not be read', async () => {
    const { data } = await dashboard.world.ask(
      `{ opportunities(first: 100) { nodes { upstreamId events(first: 1, filter: { startDateTime: { gt: "${today.toISOString()}" } }) { nodes { subject } } } } }`,
    );
    const { upstreamId }: TruthRow = data.opportunities.nodes.find(
      ({ events }: TruthRow) => events.nodes.length === 0,
    );
    const before = ({ page }: Window) =>
      page.route('**/graphql', async (route) => {
        const answer = await (await route.fetch()).json();
        const path = ['meetings'];
        const error = { message: 'Refused', path, extensions: { code: 'UPSTREAM_UNAVAILABLE' } };
        answer.data.meetings = null;
        await route.fulfill({ json: { ...answer, errors: [error] } });
      });
    const { page } = await dashboard.visit(`/prepare/${upstreamId}`, { before });
    const text = await page.locator('.prepare').innerText();
    expect(text).toContain('No meeting about this deal is ahead.');
    expect(text).not.toContain('The CRM has no meeting ahead');
    expect(await page.locator('.prepare > .faults').innerText()).toContain('UPSTREAM_UNAVAILABLE');
  });

  it('says what it expected of another id', async () => {
    const { page } = await dashboard.visit('/prepare/acme', { waits: false });
    await page.getByText('Expected the id of an account or a deal').waitFor();
    const none = await dashboard.visit('/prepare/006Sy00000zzzzzIAA');
    await none.page.getByText('There is no such deal').waitFor();
  });
});
