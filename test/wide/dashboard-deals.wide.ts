import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Join, readEverything } from '../graph/links/everything.ts';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
} from '../support/dashboard.ts';
import { table } from '../support/table.ts';
import type { TruthRow } from '../support/truth.ts';
import { today, type World } from '../support/world.ts';

async function readDeals(world: World) {
  const all = await readEverything(world);
  const rows = await table(
    world,
    'Opportunity',
    'Name, Amount, IsClosed, CloseDate, LastActivityDate, CreatedDate',
  );
  return { all, join: new Join(all), rows };
}

const day = 86_400_000;

/** By a plain loop over the raw tables: open deals that pass, the longest silence first. */
function silentDeals(
  { all, join, rows }: Awaited<ReturnType<typeof readDeals>>,
  filter: URLSearchParams,
) {
  const least = Number(filter.get('least') ?? 0);
  const quiet = filter.get('quiet');
  const dayOf = (at: number) => Math.floor(at / day);
  return rows
    .filter((deal) => !deal.IsClosed && (least === 0 || deal.Amount >= least))
    .filter(
      ({ CloseDate }) => !filter.has('closes') || CloseDate < today.toISOString().slice(0, 10),
    )
    .map((deal) => {
      const own = all.opportunities.find(({ Id }) => Id === deal.Id)!;
      const isContact = filter.get('by') === 'contact';
      const calls = join.callsOf(isContact ? join.dealWithPeople(own) : join.deal(own));
      const activity = isContact ? Date.parse(deal.LastActivityDate ?? '') || -1 : -1;
      const at = Math.max(calls[0]?.startedAt ?? -1, activity);
      const made = Date.parse(deal.CreatedDate);
      return { id: deal.Id as string, name: deal.Name as string, at, made };
    })
    .filter(
      ({ at }) => quiet === null || at < 0 || dayOf(today.getTime()) - dayOf(at) > Number(quiet),
    )
    .sort((a, b) => a.at - b.at || (a.at < 0 ? a.made - b.made : 0) || (a.id < b.id ? -1 : 1));
}

describe.skipIf(!hasBrowser)('the screen Deals, in Chromium', () => {
  let dashboard: Dashboard;
  let raw: Awaited<ReturnType<typeof readDeals>>;
  let caches = true;
  beforeAll(async () => {
    dashboard = await openDashboard({ cache: () => caches });
    raw = await readDeals(dashboard.world);
  });
  afterAll(() => dashboard.close());

  it('shows the open deals in pages by one question each, with the totals of their stages', async () => {
    const { data } = await dashboard.world.ask(
      '{ opportunities(first: 1, filter: { isClosed: { eq: false } }) { totalCount } }',
    );
    const { totalCount } = data.opportunities;
    const visit = await dashboard.visit('/deals');
    expect(visit.questions()).toBe(1);
    const rows = visit.page.locator('.deals tbody tr');
    expect(totalCount).toBeGreaterThan(40);
    // Those below the window are rendered after the first paint.
    await expect.poll(() => rows.count()).toBe(40);
    await visit.page.getByText(`40 deals of ${totalCount} on this page.`).waitFor();
    expect(await visit.page.locator('.deals .legend li').allInnerTexts()).toEqual([
      ...[
        'calls about the deal',
        'other calls with its contacts',
        'meetings',
        'e-mails',
        'other tasks',
        'not all known',
      ],
    ]);
    const counts = await visit.page.locator('.stages td.muted').allInnerTexts();
    expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(totalCount);
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });

  it('keeps its filters in the address, and shows the longest silence first where that is asked for', async () => {
    const visit = await dashboard.visit('/deals?quiet=60&sort=silence');
    const days = (await visit.page.locator('.deals .quiet').allInnerTexts()).map((text) =>
      text === 'none known' ? Number.POSITIVE_INFINITY : Number.parseInt(text, 10),
    );
    expect(days.length).toBeGreaterThan(2);
    expect(days.every((count) => count > 60)).toBe(true);
    expect(days).toEqual([...days].sort((a, b) => (b > a ? 1 : b < a ? -1 : 0)));
    await visit.page.locator('.filters .several summary').click();
    await visit.page.getByRole('checkbox', { name: 'Prospecting' }).check();
    await settled(visit);
    await expect
      .poll(() => new URL(visit.page.url()).searchParams.get('stage'))
      .toBe('Prospecting');
    await visit.page.goBack();
    await settled(visit);
    await expect.poll(() => visit.page.locator('.deals .quiet').count()).toBe(days.length);
    await visit.page.goto(new URL('/app/deals?least=99999999', dashboard.world.url).href);
    await visit.page.getByText('No open deal is like that.').first().waitFor();
    expectClean(dashboard.world, visit);
  });

  it.each([false, true])(
    'draws calls about a deal filled and other calls with its contacts hollow, dark: %s',
    async (dark) => {
      const visit = await dashboard.visit('/deals', { dark });
      const both = visit.page.locator('.deals tbody tr', {
        has: visit.page.locator('.strip .call + .contact-call, .strip .contact-call + .call'),
      });
      const href = (await both.first().locator('th a').getAttribute('href'))!;
      const id = href.split('/').at(-1);
      const strip = visit.page.locator(`.deals tbody tr:has(a[href="${href}"]) .strip`);
      const { data } = await dashboard.world.ask(
        'query ($id: ID!) { opportunity(by: { upstreamId: $id }) { relatedCalls(first: 6) { nodes { upstreamId } } all: relatedCalls(first: 6, viaContactRoles: true) { nodes { upstreamId } } } }',
        { id },
      );
      const { relatedCalls, all } = data.opportunity;
      const about = new Set(relatedCalls.nodes.map(({ upstreamId }: TruthRow) => upstreamId));
      await expectAccessible(visit);
      await strip.hover();
      const marks = strip.locator('a');
      await expect.poll(() => marks.count()).toBeGreaterThan(1);
      const drawn = await marks.evaluateAll((links) =>
        links.map((link) => {
          const { fill, stroke } = getComputedStyle(link.querySelector('path')!);
          return {
            id: link.getAttribute('href')!.split('/').at(-1),
            isFilled: fill !== 'rgba(0, 0, 0, 0)' && stroke === 'none',
            title: link.querySelector('title')!.textContent!.split(':')[0],
          };
        }),
      );
      expect(drawn).toEqual(
        all.nodes.slice(0, drawn.length).map(({ upstreamId }: TruthRow) => ({
          id: upstreamId,
          isFilled: about.has(upstreamId),
          title: about.has(upstreamId) ? 'Call about the deal' : 'Other call with its contacts',
        })),
      );
      const legend = await visit.page.locator('.legend').innerText();
      expect(legend).toContain('calls about the deal');
      expect(legend).toContain('other calls with its contacts');
      expect(await strip.getAttribute('aria-label')).toMatch(
        /^\d+ calls? about the deal, \d+ other calls? with its contacts/,
      );
    },
  );

  it('counts in each caption the deals that pass all filters, several stages at once among them', async () => {
    const window = await dashboard.open();
    for (const search of [
      '?stage=Prospecting&stage=Qualification',
      '?stage=Prospecting&least=100000',
      '?quiet=30&stage=Prospecting&stage=Qualification',
    ]) {
      const stages = new URLSearchParams(search).getAll('stage');
      const stageOf = new Map(
        (await table(dashboard.world, 'Opportunity', 'StageName')).map((deal) => [
          deal.Id,
          deal.StageName,
        ]),
      );
      const found = silentDeals(raw, new URLSearchParams(search)).filter(({ id }) =>
        stages.includes(stageOf.get(id)),
      ).length;
      const { page } = await dashboard.visit(`/deals${search}`, { window });
      expect(found).toBeGreaterThan(1);
      await page.locator('.stages .figures').getByText(`${found} deals`).waitFor();
      await page.locator('.silence .note').getByText(`Of all ${found} open deals`).waitFor();
      await page
        .locator('.deals > .note')
        .getByText(new RegExp(`^(40 deals of )?${found}\\b`))
        .waitFor();
      if (search.includes('quiet')) continue;
      const owners = await page
        .locator('.filters select')
        .first()
        .locator('option')
        .allInnerTexts();
      const counts = owners.slice(1).map((text) => Number(/\((\d+)\)/.exec(text)![1]));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(found);
    }
  });

  it('adds up by stage the deals that are so silent, and says so where they are too many', async () => {
    const window = await dashboard.open();
    const ofDeal = new Map(
      (await table(dashboard.world, 'Opportunity', 'StageName, Amount')).map((deal) => [
        deal.Id,
        deal,
      ]),
    );
    for (const search of ['?quiet=30', '?quiet=14&by=contact&least=25000']) {
      const silent = silentDeals(raw, new URLSearchParams(search)).map(({ id }) => ofDeal.get(id)!);
      const { page } = await dashboard.visit(`/deals${search}`, { window });
      const shown = await page.locator('.stages tbody tr').evaluateAll((rows) =>
        rows.flatMap((row) => {
          const [stage, , , count] = [...row.children].map(({ textContent }) => textContent);
          return count === '0' ? [] : [[stage, Number(count)]];
        }),
      );
      const byStage = Map.groupBy(silent, ({ StageName }) => StageName as string);
      expect(byStage.size).toBeGreaterThan(2);
      expect(new Map(shown as [string, number][])).toEqual(
        new Map([...byStage].map(([stage, deals]) => [stage, deals.length])),
      );
      const amount = silent.reduce((sum, { Amount }) => sum + Number(Amount ?? 0), 0);
      const text = new Intl.NumberFormat('en-US', {
        ...{ style: 'currency', currency: 'USD', notation: 'compact' },
        maximumSignificantDigits: 3,
      }).format(amount);
      expect(await page.locator('.stages .figures').innerText()).toBe(
        `${silent.length} deals, ${text} in all`,
      );
    }
    const { page } = await dashboard.visit('/deals?quiet=30&moved=2024-12-01', { window });
    await page.getByText('More than 100 silent deals are not added up by stage.').waitFor();
    const listed = await page.locator('.deals > .note').first().innerText();
    expect(listed).toContain(
      `of ${parseInt(await page.locator('.stages .figures').innerText(), 10)} on`,
    );
  });

  it('says of deals that moved what stood there before, as their history does', async () => {
    const since = '2026-10-20';
    const { data } = await dashboard.world.ask(
      'query ($since: DateTime!) { opportunities(first: 40, filter: { opportunityHistories: { some: { createdDate: { gte: $since } } } }, orderBy: [{ field: CLOSE_DATE }]) { nodes { name opportunityHistories(first: 10, filter: { createdDate: { gte: $since } }, orderBy: [{ field: CREATED_DATE, direction: DESC }]) { nodes { stageName stageNameBefore } } } } }',
      { since: `${since}T00:00:00Z` },
    );
    const { page } = await dashboard.visit(`/deals?moved=${since}`);
    const rows = await page.locator('.deals tbody tr').all();
    expect(rows.length).toBe(data.opportunities.nodes.length);
    let stages = 0;
    for (const [at, { name, opportunityHistories }] of data.opportunities.nodes.entries()) {
      const changes = rows[at]!.locator('.changes li');
      expect(await rows[at]!.locator('th .name').innerText()).toBe(name);
      expect(await changes.count()).toBe(opportunityHistories.nodes.length);
      for (const [line, change] of opportunityHistories.nodes.entries()) {
        const { stageName, stageNameBefore } = change;
        if (stageNameBefore === null || stageName === stageNameBefore) continue;
        stages += 1;
        const text = await changes.nth(line).innerText();
        expect(text.replace(/\s+/g, ' ')).toContain(`${stageNameBefore} → now ${stageName}`);
      }
    }
    expect(stages).toBeGreaterThan(2);
    const { page: open } = await dashboard.visit('/deals');
    expect(await open.locator('.changes').count()).toBe(0);
  });

  it('reproaches no closed deal for silence, in a list of what moved, on its screen and prepared', async () => {
    const moved = (isClosed: boolean) =>
      `filter: { isClosed: { eq: ${isClosed} }, opportunityHistories: { some: { createdDate: { gte: "2026-08-01T00:00:00Z" } } } }`;
    const { data } = await dashboard.world.ask(
      `{ open: opportunities(first: 0, ${moved(false)}) { totalCount }
        closed: opportunities(first: 100, ${moved(true)}) { nodes { upstreamId name lastCall { startedAt } } } }`,
    );
    const closed: readonly TruthRow[] = data.closed.nodes;
    const silent = closed.find(
      ({ lastCall }) => Date.parse(lastCall.startedAt) < today.getTime() - 61 * day,
    )!;
    const { page } = await dashboard.visit('/deals?moved=2026-08-01');
    await page
      .locator('.silence .note')
      .getByText(`Of all ${data.open.totalCount} open deals`)
      .waitFor();
    const names = await page.locator('.silence li .name').allInnerTexts();
    expect(names.length).toBe(4);
    for (const { name } of closed) expect(names).not.toContain(name);
    for (const path of [`/deal/${silent.upstreamId}`, `/prepare/${silent.upstreamId}`]) {
      const { page } = await dashboard.visit(path);
      const text = await page.locator('.deal-silence dd').innerText();
      expect(text).toMatch(/^\d+ days\n/);
      expect(await page.locator('.deal-silence .quiet').count()).toBe(0);
      const stage = page.locator('.record-head dl > div:has(dt:text-is("Stage")) dd');
      expect((await stage.innerText()).match(/won|lost/gi)).toHaveLength(1);
    }
  });

  it.each([
    ['', 'by close date'],
    ['?quiet=14', 'silent for two weeks'],
    ['?quiet=30&sort=silence', 'silent for a month, by silence'],
    ['?quiet=30&sort=silence&by=contact', 'without any contact for a month, by silence'],
    ['?sort=silence', 'by silence'],
    ['?sort=amount&least=50000', 'large ones'],
    ['?quiet=60&least=25000&sort=amount', 'large and silent ones'],
    ['?closes=overdue', 'overdue ones'],
    ['?closes=overdue&least=50000&quiet=14', 'overdue, large and silent ones'],
  ])('shows the deals of a loop over both systems, %s', async (search) => {
    const filter = new URLSearchParams(search);
    const expected = silentDeals(raw, filter);
    const visit = await dashboard.visit(`/deals${search}`);
    const shown: string[] = [];
    for (;;) {
      shown.push(...(await visit.page.locator('.deals tbody th .name').allInnerTexts()));
      const next = visit.page.getByRole('button', { name: 'Next page' });
      if ((await next.count()) === 0 || !(await next.isEnabled())) break;
      await next.click();
      await settled(visit);
    }
    const names = expected.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect([...shown].sort()).toEqual([...names].sort());
    if (filter.get('sort') === 'silence') expect(shown).toEqual(names);
    const silence = await visit.page.locator('.silence li').allInnerTexts();
    expect(silence.map((text) => text.split('\n')[0])).toEqual(names.slice(0, 4));
    // Days since what the order goes by.
    const days = await visit.page.locator('.silence li .figure:not(.muted)').allInnerTexts();
    const midnight = Math.floor(today.getTime() / day);
    expect(days.map((text) => parseInt(text, 10) || null)).toEqual(
      expected.slice(0, 4).map(({ at }) => (at < 0 ? null : midnight - Math.floor(at / day))),
    );
    const last = filter.get('by') === 'contact' ? 'Last contact' : 'Last call';
    expect(await visit.page.locator('.deals thead').innerText()).toContain(last);
  });

  it('is gone through by keyboard, and leads on to a deal', async () => {
    const visit = await dashboard.visit('/deals');
    const focused = () => visit.page.locator('.deals tbody tr:focus-within');
    const names = await visit.page.locator('.deals tbody th .name').allInnerTexts();
    for (const [key, at] of [
      ['j', 0],
      ['j', 1],
      ['j', 2],
      ['k', 1],
    ] as const) {
      await visit.page.keyboard.press(key);
      await expect.poll(() => focused().locator('th .name').innerText()).toBe(names[at]);
    }
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(/\/app\/deal\/\w+$/);
    await settled(visit);
    await expect
      .poll(() => visit.page.locator('#main:focus').count(), { message: 'focus on the new screen' })
      .toBe(1);
    await visit.page.keyboard.press('/');
    await expect.poll(() => visit.page.locator('search input:focus').count()).toBe(1);
  });

  it('shows the CRM’s deals while the call platform is down, with the fault in its place', async () => {
    const { faults } = dashboard.world.service.admin;
    faults.add({ kind: 'status', status: 503, entity: 'calls_extensive' });
    caches = false;
    try {
      const visit = await dashboard.visit('/deals?least=50000');
      await expect.poll(() => visit.page.locator('.deals tbody tr').count()).toBeGreaterThan(3);
      await expect
        .poll(() => visit.page.locator('.deals .faults').innerText())
        .toContain('UPSTREAM_');
      // The index knows when the last call was, and not what was said in it.
      await expect.poll(() => visit.page.locator('.silence ol li').count()).toBe(4);
      const competitors = await visit.page
        .locator('.deals td[data-label=Competitors]')
        .allInnerTexts();
      expect(competitors.filter((text) => text !== '–')).toContain('not known');
      const strips = await visit.page
        .locator('.deals .strip')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      expect(strips.filter((text) => text?.includes('not known')).length).toBeGreaterThan(3);
      await expectAccessible(visit);
    } finally {
      faults.clear();
      caches = true;
    }
  });

  it('does not take what the CRM did not answer for an absence of deals', async () => {
    const { faults } = dashboard.world.service.admin;
    faults.add({ kind: 'status', status: 503, system: 'crm' });
    caches = false;
    try {
      const visit = await dashboard.visit('/deals');
      for (const panel of ['.stages', '.silence'])
        await expect
          .poll(() => visit.page.locator(panel).innerText(), { message: panel })
          .toContain('Not known.');
      await expect
        .poll(() => visit.page.locator('main').innerText())
        .not.toMatch(/No open deal|\b0 deals/);
      await expectAccessible(visit);
    } finally {
      faults.clear();
      caches = true;
    }
  });

  it.each([
    [1440, 900, 3],
    [1240, 900, 3],
    [1024, 768, 1],
  ])(
    'shows the first deals of its list without scrolling at %i by %i, below months that stand apart',
    async (width, height, rows) => {
      const { page } = await dashboard.visit('/deals?quiet=30&by=contact&least=50000', {
        width,
        height,
      });
      const row = await page
        .locator('.deals tbody th a')
        .nth(rows - 1)
        .boundingBox();
      expect(row!.y + row!.height).toBeLessThan(height);
      const [axis, ...texts] = await page
        .locator('.deals thead .strip, .deals thead .strip text')
        .evaluateAll((all) =>
          all.map((each) => {
            const { left, right, top, height } = each.getBoundingClientRect();
            return { left, right, top, height, text: each.textContent };
          }),
        );
      // The month that began yesterday, too.
      expect(texts.map(({ text }) => text)).toEqual(['Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'now']);
      for (const line of Map.groupBy(texts, ({ top }) => Math.round(top)).values()) {
        let end = axis!.left;
        for (const { left, right, height } of line.toSorted((a, b) => a.left - b.left)) {
          expect(height).toBeGreaterThan(10);
          expect(left).toBeGreaterThan(end);
          end = right;
        }
      }
      // Names of quiet deals are whole where there is room.
      const cut = await page
        .locator('.silence .name')
        .evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).length);
      if (width > 1180) expect(cut).toBe(0);
      const next = await page.locator('.deals thead th').nth(5).boundingBox();
      expect(axis!.right).toBeLessThanOrEqual(next!.x);
    },
  );

  it.each([
    ['dark', { dark: true }],
    ['narrow', { width: 375, height: 800 }],
  ])('is readable %s', async (_, how) => {
    const visit = await dashboard.visit('/deals', how);
    await expectAccessible(visit);
    expectClean(dashboard.world, visit);
  });
});
