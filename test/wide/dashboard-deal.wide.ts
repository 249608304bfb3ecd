import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
  type Visit,
} from '../support/dashboard.ts';
import { openSynthetic } from '../support/synthetic.ts';
import type { TruthRow } from '../support/truth.ts';
import { customSchema, today } from '../support/world.ts';

const wanted = `{ opportunities(first: 65, filter: { isClosed: { eq: false } }) { nodes {
  upstreamId id name
  own: relatedCalls(first: 0) { totalCount }
  all: relatedCalls(first: 0, viaContactRoles: true) { totalCount }
  opportunityContactRoles(first: 50) { nodes { contact { name upstreamId email attended: lastCall(role: [ATTENDEE, HOST]) { startedAt } } } }
  opportunityHistories(first: 50) { totalCount }
} } }`;

const contents = `query ($id: ID!) { opportunity(by: { upstreamId: $id }) {
  relatedCalls(first: 30) { nodes { upstreamId content { trackers { name count } highlights { title items { text } } } } }
} }`;

const neverMet = (deal: TruthRow): string[] =>
  deal.opportunityContactRoles.nodes
    .filter(({ contact }: TruthRow) => contact.attended.startedAt === null)
    .map(({ contact }: TruthRow) => contact.name)
    .sort();

const panel = ({ page }: Pick<Visit, 'page'>, title: string) =>
  page.locator('.panel', { has: page.getByRole('heading', { name: title, exact: true }) });

describe.skipIf(!hasBrowser)('the screen Deal, in Chromium', () => {
  let dashboard: Dashboard;
  let deals: readonly TruthRow[];
  /** With the most calls of its own, and one where somebody was never met. */
  let busiest: TruthRow;
  let partly: TruthRow;
  beforeAll(async () => {
    dashboard = await openDashboard({ index: 'copied' });
    deals = (await dashboard.world.ask(wanted)).data.opportunities.nodes;
    busiest = deals.toSorted((a, b) => b.own.totalCount - a.own.totalCount)[0]!;
    partly = deals.find((deal) => neverMet(deal).length > 0)!;
  });
  afterAll(() => dashboard.close());

  it('shows by one question what the graph has: calls, promises, trackers and changes', async () => {
    const visit = await dashboard.visit(`/deal/${busiest.upstreamId}`);
    const { page } = visit;
    expect(visit.questions()).toBe(1);
    expect(await page.locator('h1').innerText()).toBe(busiest.name);
    const { own, all } = busiest;
    const { data } = await dashboard.world.ask(contents, { id: busiest.upstreamId });
    const { nodes: calls } = data.opportunity.relatedCalls;
    const figures = (title: string) => panel(visit, title).locator('.figures').innerText();
    expect(await figures('Calls about this deal')).toBe(`${own.totalCount} in all`);
    expect(await figures('Other calls with its contacts')).toBe(
      `${all.totalCount - own.totalCount} in all`,
    );
    await panel(visit, 'Calls about this deal').getByRole('button', { name: /older/ }).click();
    const hrefs = await panel(visit, 'Calls about this deal')
      .locator('a.name')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(calls.map(({ upstreamId }: TruthRow) => `/app/call/${upstreamId}`));
    const promised = new Set<string>();
    const heard = new Map<string, number>();
    for (const { upstreamId, content } of calls) {
      for (const { title, items } of content?.highlights ?? [])
        if (title === 'Next steps')
          for (const { text } of items) promised.add(`${upstreamId} ${text}`);
      for (const { name, count } of content?.trackers ?? [])
        if (count > 0) heard.set(name, (heard.get(name) ?? 0) + count);
    }
    await panel(visit, 'Promises').getByRole('button', { name: /older/ }).click();
    expect(await panel(visit, 'Promises').locator('li q').count()).toBe(promised.size);
    const shown = await panel(visit, 'Heard in calls about this deal')
      .locator('li')
      .evaluateAll((items) =>
        items.map((item) => [
          item.querySelector('.name')!.textContent,
          Number.parseInt(item.querySelector('.figure')!.textContent!.replaceAll(',', ''), 10),
        ]),
      );
    expect(new Map(shown as [string, number][])).toEqual(heard);
    expect(shown[0]![0]).toBe('Competitors');
    expect(await panel(visit, 'Stage history').locator('li').count()).toBe(
      busiest.opportunityHistories.totalCount,
    );
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });

  it('shows its products, the largest first and ten until more are wanted, and reads them with the deal', async () => {
    const backend = openSynthetic({ now: () => today, customSchema });
    const own = await openDashboard({ index: 'copied', backend });
    onTestFinished(() => own.close());
    const { world } = own;
    const found = await world.ask(
      '{ opportunities(first: 1, filter: { opportunityLineItems: { some: {} } }) { nodes { upstreamId opportunityLineItems(first: 1) { nodes { upstreamId } } } } }',
    );
    const [{ upstreamId: id, opportunityLineItems }] = found.data.opportunities.nodes;
    backend.changes.together(() => {
      for (let count = 1; count <= 12; count += 1)
        backend.changes.copyRecord(
          'OpportunityLineItem',
          opportunityLineItems.nodes[0].upstreamId,
          {
            ...{ Quantity: count + 0.5, UnitPrice: 100, TotalPrice: 100 * count + 50 },
          },
        );
    });
    const before = world.service.calls().length;
    const visit = await own.visit(`/deal/${id}`);
    const entities = world.service
      .calls()
      .slice(before)
      .map(({ entity }) => entity);
    // Events are those of its account, deals it and those that other calls are about.
    expect(entities.toSorted()).toEqual([
      ...['calls_extensive', 'events', 'opportunities', 'opportunities', 'users'],
    ]);
    const { data } = await world.ask(
      'query ($id: ID!) { opportunity(by: { upstreamId: $id }) { currencyIsoCode opportunityLineItems(first: 50) { nodes { quantity unitPrice totalPrice product2 { upstreamId name } } } } }',
      { id },
    );
    const { currencyIsoCode, opportunityLineItems: list } = data.opportunity;
    const lines: TruthRow[] = list.nodes.toSorted(
      (a: TruthRow, b: TruthRow) => b.totalPrice - a.totalPrice,
    );
    expect(lines.length).toBeGreaterThan(12);
    const text = (value: number): string => `$${value.toLocaleString('en-US')}`;
    const products = panel(visit, 'Products');
    const rows = () =>
      products
        .locator('li')
        .evaluateAll((items) =>
          items.map((item) => [...item.children].map(({ textContent }) => textContent)),
        );
    const expected = lines.map(({ product2, quantity, unitPrice, totalPrice }) => [
      ...[product2.name, text(totalPrice), `${quantity} × ${text(unitPrice)}`],
    ]);
    expect(await rows()).toEqual(expected.slice(0, 10));
    const sum = lines.reduce((total, { totalPrice }) => total + totalPrice, 0);
    expect(await products.locator('.figures').innerText()).toBe(`${text(sum)} in all`);
    const saving = visit.page.waitForEvent('download');
    await products.getByRole('button', { name: 'CSV: Products' }).click();
    const [head, first, ...others] = readFileSync(await (await saving).path(), 'utf8').split(
      '\r\n',
    );
    expect(head).toBe('\ufeffProduct,Product id,Quantity,Unit price,Total,Currency');
    const [{ product2, quantity, unitPrice, totalPrice }] = lines as [TruthRow];
    expect(first?.split(',')).toEqual(
      [product2.name, product2.upstreamId, quantity, unitPrice, totalPrice, currencyIsoCode].map(
        String,
      ),
    );
    expect(others).toHaveLength(lines.length);
    await products.getByRole('button', { name: `${lines.length - 10} more` }).click();
    expect(await rows()).toEqual(expected);
    expectClean(world, visit);
    await expectAccessible(visit);
  });

  it('says that the CRM lists no products in it', async () => {
    const { data } = await dashboard.world.ask(
      '{ opportunities(first: 1, filter: { opportunityLineItems: { none: {} } }) { nodes { upstreamId } } }',
    );
    const visit = await dashboard.visit(`/deal/${data.opportunities.nodes[0].upstreamId}`);
    const products = panel(visit, 'Products');
    expect(await products.locator('.empty').innerText()).toBe(
      'The CRM lists no products in this deal.',
    );
    expect(await products.locator('.figures, .takeaway, li').count()).toBe(0);
  });

  it('names who was never met before all others, on a narrow screen', async () => {
    const visit = await dashboard.visit(`/deal/${partly.upstreamId}`, { width: 375, height: 800 });
    const people = panel(visit, 'People with a role');
    const never = neverMet(partly);
    expect(await people.locator('.figures').innerText()).toBe(`${never.length} never met`);
    const first = await people.locator('tbody th .name').allInnerTexts();
    expect(first.slice(0, never.length).sort()).toEqual(never);
    await expectAccessible(visit);
  });

  it('names the next meeting of its account that is not linked to it, where none is, as its preparation does', async () => {
    const { world } = dashboard;
    const ahead = `events(first: 1, filter: { startDateTime: { gt: "${today.toISOString()}" } }, orderBy: [{ field: START_DATE_TIME }]) { nodes { subject startDateTime } }`;
    const { data } = await world.ask(
      `{ accounts(first: 100) { nodes { name ${ahead} opportunities(first: 10) { nodes { upstreamId ${ahead} planned: relatedCalls(first: 0, from: "${today.toISOString()}", viaContactRoles: true) { totalCount } } } } } }`,
    );
    const [{ id, name, subject, startDateTime }] = data.accounts.nodes.flatMap(
      (account: TruthRow) =>
        account.events.nodes.flatMap((event: TruthRow) =>
          account.opportunities.nodes
            .filter((deal: TruthRow) => deal.events.nodes.length + deal.planned.totalCount === 0)
            .map(({ upstreamId }: TruthRow) => ({ ...event, id: upstreamId, name: account.name })),
        ),
    );
    const visit = await dashboard.visit(`/deal/${id}`);
    const next = panel(visit, 'Next meeting');
    expect(await next.locator('.empty').innerText()).toContain(
      'Nothing is planned about this deal',
    );
    expect(await next.locator('.of-account .name').innerText()).toBe(subject);
    expect(await next.locator('.of-account time').getAttribute('datetime')).toBe(
      new Date(startDateTime).toISOString(),
    );
    expect(await next.locator('.of-account .sub').innerText()).toContain(
      `, with ${name}; not linked to this deal`,
    );
    expectClean(world, visit);
    await expectAccessible(visit);
    const { page } = await dashboard.visit(`/prepare/${id}`);
    expect(await page.locator('.prepare').innerText()).toContain(
      'No meeting about this deal is ahead; with its account: ',
    );
  });

  it('names the other deals that calls with its contacts are about', async () => {
    const { data } = await dashboard.world.ask(`{ opportunities(first: 60) { nodes { upstreamId
      relatedCalls(first: 6, viaContactRoles: true, ownCalls: false) { nodes { upstreamId opportunities { record { upstreamId name } } } } } } }`);
    const deal: TruthRow = data.opportunities.nodes.find(({ relatedCalls }: TruthRow) =>
      relatedCalls.nodes.some(({ opportunities }: TruthRow) => opportunities.length > 0),
    );
    const visit = await dashboard.visit(`/deal/${deal.upstreamId}`);
    const rows = await panel(visit, 'Other calls with its contacts')
      .locator('li')
      .evaluateAll((items) =>
        items.map((item) =>
          [...item.querySelectorAll('a')].map((link) => [
            link.getAttribute('href'),
            link.textContent,
          ]),
        ),
      );
    expect(rows.map(([, ...deals]) => deals)).toEqual(
      deal.relatedCalls.nodes.map(({ opportunities }: TruthRow) =>
        opportunities.map(({ record }: TruthRow) => [
          `/app/deal/${record.upstreamId}`,
          record.name,
        ]),
      ),
    );
    expectClean(dashboard.world, visit);
  });

  it('plays a call from where a tracker heard something, in the dark', async () => {
    const visit = await dashboard.visit(`/deal/${busiest.upstreamId}`, { dark: true });
    await expectAccessible(visit);
    await panel(visit, 'Heard in calls about this deal').locator('a.moment').first().click();
    await visit.page.waitForURL(/\/app\/call\/\d+\?t=\d+/);
    await settled(visit);
    expect(visit.complaints).toEqual([]);
  });

  it('is reached by a short id and a global id, and says what else it expected', async () => {
    const window = await dashboard.open();
    for (const id of [busiest.upstreamId.slice(0, 15), busiest.id]) {
      const { page } = await dashboard.visit(`/deal/${id}`, { window });
      expect(await page.locator('h1').innerText()).toBe(busiest.name);
    }
    const [{ contact }] = partly.opportunityContactRoles.nodes;
    const other = await dashboard.visit(`/deal/${contact.upstreamId}`, { window });
    expect(other.page.url()).toContain(`/app/person/${contact.upstreamId}`);
    const wrong = await dashboard.visit('/deal/acme', { window, waits: false });
    await wrong.page.getByText(/Expected the id of a deal: the CRM’s, 15 or 18/).waitFor();
    const none = await dashboard.visit('/deal/006Sy00000zzzzzIAA', { window });
    await none.page.getByText('There is no such deal').waitFor();
    await expectAccessible(none);
  });
});
