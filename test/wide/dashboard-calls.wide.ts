/** The list of calls: what its filters say and what bars of other screens lead to, against the graph's own counts and a loop over all calls. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
  type Visit,
} from '../support/dashboard.ts';

interface OneCall {
  readonly upstreamId: string;
  readonly startedAt: string;
  readonly title: string | null;
  readonly scope: string;
  readonly primaryUser: {
    readonly id: string;
    readonly manager: { readonly id: string } | null;
  } | null;
  readonly parties: readonly {
    readonly emailAddress: string | null;
    readonly affiliation: string;
  }[];
  readonly content: {
    readonly trackers: readonly {
      readonly trackerId: string;
      readonly name: string;
      readonly count: number;
    }[];
    readonly topics: readonly { readonly name: string; readonly durationSeconds: number }[];
  } | null;
  readonly opportunities: readonly {
    readonly record: { readonly isWon: boolean; readonly isClosed: boolean };
  }[];
}

/** Everything the company said, newest first. */
async function readCalls({ world }: Dashboard): Promise<readonly OneCall[]> {
  const calls: OneCall[] = [];
  for (let after: string | null = null; ; ) {
    const { data, errors } = await world.ask(
      `query ($after: String) { calls(first: 100, after: $after, order: NEWEST, filter: { about: {} }) {
        nodes { upstreamId title startedAt scope primaryUser { id manager { id } } parties { emailAddress affiliation }
          content { trackers { trackerId name count } topics { name durationSeconds } }
          opportunities { record { isWon isClosed } } }
        pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    expect(errors).toBeUndefined();
    calls.push(...data.calls.nodes);
    if (!data.calls.pageInfo.hasNextPage) return calls;
    after = data.calls.pageInfo.endCursor;
  }
}

const trackersOf = (calls: readonly OneCall[]) =>
  calls.flatMap(({ content }) => content?.trackers.filter(({ count }) => count > 0) ?? []);

const topicsOf = (calls: readonly OneCall[]): readonly string[] =>
  calls.flatMap(
    ({ content }) =>
      content?.topics.flatMap((topic) => (topic.durationSeconds > 0 ? topic.name : [])) ?? [],
  );

const since = (calls: readonly OneCall[], day: string): readonly OneCall[] =>
  calls.filter(({ startedAt }) => Date.parse(startedAt) >= Date.parse(`${day}T00:00:00Z`));

const countOn = async ({ page }: Pick<Visit, 'page'>): Promise<number> =>
  Number((await page.locator('.screen-head .figures b').innerText()).replace(/\D/g, ''));

const idsOn = ({ page }: Pick<Visit, 'page'>): Promise<string[]> =>
  page
    .locator('.calls th a.name')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')!.split('/').at(-1)!));

describe.skipIf(!hasBrowser)('the screen Calls, in Chromium', () => {
  let dashboard: Dashboard;
  let all: readonly OneCall[];
  beforeAll(async () => {
    dashboard = await openDashboard({ trackers: true });
    all = await readCalls(dashboard);
  });
  afterAll(() => dashboard.close());

  it('lists all calls by one question, the newest first, and turns its pages', async () => {
    const visit = await dashboard.visit('/calls');
    expect(visit.questions()).toBe(1);
    expect(await countOn(visit)).toBe(all.length);
    const shown = await idsOn(visit);
    await visit.page.getByRole('button', { name: 'Next page' }).click();
    await settled(visit);
    shown.push(...(await idsOn(visit)));
    expect(shown).toEqual(all.slice(0, 50).map(({ upstreamId }) => upstreamId));
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });

  it('names what stands in a card, has room for choices that never change, and ends its accounts at a whole line', async () => {
    const window = await dashboard.open();
    const { page } = await dashboard.visit('/calls?with=example', { window });
    const cut = await page.locator('.calls-filters .constant select').evaluateAll((all) => {
      const { document, getComputedStyle } = globalThis as unknown as {
        document: {
          createElement(name: 'canvas'): {
            getContext(name: '2d'): { font: string; measureText(text: string): { width: number } };
          };
        };
        getComputedStyle(element: unknown): { font: string };
      };
      const context = document.createElement('canvas').getContext('2d');
      return all.map((select) => {
        context.font = getComputedStyle(select).font;
        const texts = [...select.querySelectorAll('option')].map(({ textContent }) => textContent);
        return (
          Math.max(...texts.map((text) => context.measureText(text).width)) >
          select.clientWidth - 30
        );
      });
    });
    expect(cut).toEqual([false, false]);
    await dashboard.visit('/calls', { window });
    await page.locator('.linked summary').click();
    const list = await page.locator('.linked ul').evaluate((box) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle(element: unknown): { lineHeight: string };
      };
      const line = parseFloat(getComputedStyle(box).lineHeight);
      const lines = (height: number): number => Math.round((height / line) * 10) / 10;
      return {
        scrolls: box.scrollHeight > box.clientHeight,
        heights: [box, ...box.children].map((each) => lines(each.getBoundingClientRect().height)),
      };
    });
    expect(list.scrolls).toBe(true);
    expect(list.heights.filter((lines) => !Number.isInteger(lines))).toEqual([]);
    await page.setViewportSize({ width: 820, height: 900 });
    const kinds = {
      account: 'td:has(a[href*="/account/"]):not(:has(a[href*="/deal/"]))',
      deal: 'td:has(a[href*="/deal/"])',
    };
    for (const [kind, label] of [
      ['account', 'Account'],
      ['deal', 'Deal'],
    ] as const) {
      const labels = await page
        .locator(`.calls tbody ${kinds[kind]}`)
        .evaluateAll((all) => all.map((cell) => cell.getAttribute('data-label')));
      expect([...new Set(labels)]).toEqual([label]);
    }
  });

  it('is opened by the navigation with the calls of 28 days, and shows those of any time', async () => {
    const visit = await dashboard.visit('/browse');
    const { page } = visit;
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('link', { name: 'Calls' }).click();
    await page.waitForURL('**/app/calls?days=28');
    await settled(visit);
    const recent = since(all, '2026-10-05');
    expect(await countOn(visit)).toBe(recent.length);
    expect(recent.length).toBeLessThan(all.length);
    const time = page.getByRole('combobox', { name: 'Time' });
    expect(await time.locator('option:checked').innerText()).toBe('Last 28 days');
    expect(await page.locator('optgroup').count()).toBe(0);
    expect(await page.locator('.figures').innerText()).toContain('in the last 28 days');
    await page.getByRole('link', { name: 'at any time' }).click();
    await settled(visit);
    expect(new URL(page.url()).search).toBe('');
    expect(await time.inputValue()).toBe('');
    expect(await page.getByRole('link', { name: 'at any time' }).count()).toBe(0);
    expect(await countOn(visit)).toBe(all.length);
    expectClean(dashboard.world, visit);
  });

  it('offers what was heard in twelve weeks where no beginning is chosen, and shows by name what the address has of older calls', async () => {
    const firstDay = all[3]!.startedAt.slice(0, 10);
    const recent = since(all, firstDay);
    const [heard, touched] = [trackersOf(recent), new Set(topicsOf(recent))];
    const recentNames = new Set(heard.map(({ name }) => name));
    // One of the older calls has both, which no recent one has.
    const [tracker, topic] = all
      .flatMap((call) =>
        topicsOf([call]).map((name) => [
          trackersOf([call]).find((hit) => !recentNames.has(hit.name)),
          name,
        ]),
      )
      .find(([hit, name]) => hit !== undefined && !touched.has(name as string))! as [
      (typeof heard)[number],
      string,
    ];
    const { trackerId, name } = tracker;
    const visit = await dashboard.visit(
      `/calls?${new URLSearchParams({ tracker: trackerId, topic })}`,
      {
        before: ({ page }) =>
          page.clock.setSystemTime(Date.parse(`${firstDay}T12:00:00Z`) + 84 * 86_400_000),
      },
    );
    const { page } = visit;
    expect(visit.questions()).toBe(1);
    expect(await countOn(visit)).toBe(
      all.filter(
        (call) =>
          topicsOf([call]).includes(topic) &&
          trackersOf([call]).some((hit) => hit.trackerId === trackerId),
      ).length,
    );
    for (const heardIn of await page.locator('td[data-label="Heard"]').allInnerTexts())
      expect(heardIn.startsWith(name)).toBe(true);
    const topics = page.getByRole('combobox', { name: 'Topic' });
    expect(await topics.inputValue()).toBe(topic);
    const group = topics.locator('optgroup[label="Of the last 12 weeks"]');
    expect(new Set(await group.locator('option').allInnerTexts())).toEqual(touched);
    await page.getByLabel(`Tracker: ${name}`).click();
    const trackers = page.getByRole('group', { name: 'Tracker' });
    await trackers.getByText('Of the last 12 weeks').waitFor();
    const [first, ...others] = await trackers.locator('label').allInnerTexts();
    expect(first!.trim()).toBe(name);
    expect(new Set(others.map((text) => text.trim()))).toEqual(recentNames);
    await expectAccessible(visit);
    await trackers.getByRole('checkbox', { name }).click();
    await settled(visit);
    expect(new URL(page.url()).searchParams.toString()).toBe(`${new URLSearchParams({ topic })}`);
    expectClean(dashboard.world, visit);
  });

  it('shows the calls of each filter, and of several together, as a loop over all calls finds them', async () => {
    const tracked = all.find(({ content }) => content?.trackers.some(({ count }) => count > 0))!;
    const tracker = tracked.content!.trackers.find(({ count }) => count > 0)!.trackerId;
    const topic = all
      .flatMap(({ content }) => content?.topics ?? [])
      .find(({ durationSeconds }) => durationSeconds > 0)!.name;
    const owner = all.find(({ primaryUser }) => primaryUser != null)!.primaryUser!.id;
    const email = all
      .flatMap(({ parties }) => parties)
      .find(({ affiliation, emailAddress }) => affiliation === 'External' && emailAddress !== null)!
      .emailAddress!;
    const from = all[Math.floor(all.length / 3)]!.startedAt;
    const hears = ({ content }: OneCall) =>
      content?.trackers.some(({ trackerId, count }) => trackerId === tracker && count > 0) === true;
    const isLost = ({ opportunities }: OneCall) =>
      opportunities.some(({ record }) => record.isClosed && !record.isWon);
    const cases: readonly [Record<string, string>, (call: OneCall) => boolean][] = [
      [
        { from: new Date(from).toISOString() },
        ({ startedAt }) => Date.parse(startedAt) >= Date.parse(from),
      ],
      [{ tracker }, hears],
      [{ title: 'REVIEW' }, ({ title }) => /review/i.test(title ?? '')],
      [{ tracker, result: 'LOST' }, (call) => hears(call) && isLost(call)],
      [{ owner }, ({ primaryUser }) => primaryUser?.id === owner],
      [
        { with: email },
        ({ parties }) => parties.some(({ emailAddress }) => emailAddress === email),
      ],
      [
        { topic },
        ({ content }) =>
          content?.topics.some(
            ({ name, durationSeconds }) => name === topic && durationSeconds > 0,
          ) === true,
      ],
    ];
    const window = await dashboard.open();
    for (const [filter, matches] of cases) {
      const visit = await dashboard.visit(`/calls?${new URLSearchParams(filter)}`, { window });
      const expected = all.filter(matches);
      expect(expected.length).toBeGreaterThan(0);
      expect([filter, await countOn(visit)]).toEqual([filter, expected.length]);
      expect(await idsOn(visit)).toEqual(expected.slice(0, 25).map(({ upstreamId }) => upstreamId));
    }
  });

  it('takes filters by clicking: several stages, and a team as its people', async () => {
    const visit = await dashboard.visit('/calls?days=365');
    const { page } = visit;
    const before = await countOn(visit);
    await page.locator('.several summary').first().click();
    const boxes = page.locator('.several input');
    const counts: number[] = [];
    for (const at of [0, 1]) {
      await boxes.nth(at).check();
      await settled(visit);
      counts.push(await countOn(visit));
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.several details[open]').count()).toBe(0);
    expect(new URL(page.url()).searchParams.getAll('stage').length).toBe(2);
    expect(counts[1]).toBeGreaterThan(counts[0]!);
    expect(counts[1]).toBeLessThan(before);
    const owners = page.getByRole('combobox', { name: 'Owner' });
    const team = owners.locator('option', { hasText: 'Direct reports of' }).first();
    const text = await team.innerText();
    await owners.selectOption(text);
    await settled(visit);
    expect(await countOn(visit)).toBe(Number(/\((\d+)\)/.exec(text)![1]));
    await page.getByRole('button', { name: 'Without filters' }).click();
    await settled(visit);
    expect(await countOn(visit)).toBe(all.length);
    expect(new URL(page.url()).search).toBe('');
  });

  it('closes a menu of several by a click elsewhere and by Escape, also when a box that was cleared is gone', async () => {
    const visit = await dashboard.visit('/calls?days=365&stage=Gone');
    const { page } = visit;
    const menu = page.locator('.several').first();
    const isOpen = async () => (await menu.locator('details[open]').count()) > 0;
    for (const act of [() => page.mouse.click(3, 700), () => page.keyboard.press('Escape')]) {
      await menu.locator('summary').click();
      await menu.getByRole('checkbox').nth(1).check();
      await settled(visit);
      await menu.getByRole('checkbox', { name: 'Gone' }).click();
      await settled(visit);
      expect(await menu.getByRole('checkbox', { name: 'Gone' }).count()).toBe(0);
      expect(await isOpen()).toBe(true);
      await act();
      expect(await isOpen()).toBe(false);
      expect(await page.locator('summary:focus').count()).toBe(1);
      await page.goto(new URL('/app/calls?days=365&stage=Gone', dashboard.world.url).href);
      await settled(visit);
    }
  });

  it('lists the calls of a record and its people by one question, with the filters that these have', async () => {
    const { data } = await dashboard.world.ask(
      '{ accounts(first: 30) { nodes { upstreamId name relatedCalls(first: 100) { totalCount nodes { upstreamId scope startedAt primaryUser { id name manager { id } } } } } } }',
    );
    interface Account {
      readonly upstreamId: string;
      readonly name: string;
      readonly relatedCalls: {
        readonly totalCount: number;
        readonly nodes: readonly {
          readonly upstreamId: string;
          readonly startedAt: string;
          readonly primaryUser: { readonly name: string } & NonNullable<OneCall['primaryUser']>;
        }[];
      };
    }
    const account = (data.accounts.nodes as readonly Account[]).find(
      ({ relatedCalls: { totalCount } }) => totalCount > 25 && totalCount <= 100,
    )!;
    const ofAccount = account.relatedCalls.nodes.map(({ upstreamId }) => upstreamId);
    const visit = await dashboard.visit(`/calls?related=${account.upstreamId}`);
    const { page } = visit;
    expect(visit.questions()).toBe(1);
    expect(await countOn(visit)).toBe(ofAccount.length);
    await expectAccessible(visit);
    const shown = await idsOn(visit);
    await page.getByRole('button', { name: 'Next page' }).click();
    await settled(visit);
    shown.push(...(await idsOn(visit)));
    expect(shown).toEqual(ofAccount.slice(0, 50));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const rows = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(rows.length).toBe(ofAccount.length + 1);
    await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 84 days');
    await settled(visit);
    const firstDay = Date.parse('2026-08-10T00:00:00Z');
    const recent = account.relatedCalls.nodes.filter(
      ({ startedAt }) => Date.parse(startedAt) >= firstDay,
    );
    expect(await countOn(visit)).toBe(recent.length);
    const owners = page.getByRole('combobox', { name: 'Owner' });
    const { id, name, manager } = recent.find(
      ({ primaryUser }) => primaryUser.manager,
    )!.primaryUser;
    const ofOwner = recent.filter(({ primaryUser }) => primaryUser.id === id);
    expect(ofOwner.length).toBeLessThan(recent.length);
    await owners.selectOption(name);
    await settled(visit);
    expect(await countOn(visit)).toBe(ofOwner.length);
    expect(await idsOn(visit)).toEqual(ofOwner.slice(0, 25).map(({ upstreamId }) => upstreamId));
    // All whom the calls of everybody name: whoever hosted one of the record's is among them.
    const teams = await owners
      .locator('option')
      .evaluateAll((all) => all.map((one) => [one.textContent, (one as HTMLOptionElement).value]));
    const [, team] = teams.find(
      ([text, value]) => text!.startsWith('Direct reports of ') && value!.split(' ').includes(id),
    )!;
    await owners.selectOption(team!);
    await settled(visit);
    expect(await countOn(visit)).toBe(
      recent.filter(({ primaryUser }) => primaryUser.manager?.id === manager!.id).length,
    );
    await owners.selectOption('Everybody');
    await settled(visit);
    expect(await countOn(visit)).toBe(recent.length);
    await page.getByRole('button', { name: 'Calls of everybody' }).click();
    await settled(visit);
    expect(await countOn(visit)).toBe(since(all, '2026-08-10').length);
    expect(new URL(page.url()).search).toBe('?days=84');
    expectClean(dashboard.world, visit);
    const nobody = await dashboard.visit('/calls?related=001Sy00000zzzzzIAA');
    await nobody.page.getByText('no account, person or deal of this id').waitFor();
    await expectAccessible(nobody);
  });

  it('is what counts of Signals lead to, each with as many calls as it says', async () => {
    const window = await dashboard.open();
    const visit = await dashboard.visit('/signals', { window });
    const links = await visit.page
      .locator('main a.count')
      .evaluateAll((found) =>
        found.map((one) => ({ href: one.getAttribute('href')!, text: one.textContent! })),
      );
    expect(links.length).toBeGreaterThan(30);
    const counted = links.filter(({ text }) => !text.includes('%'));
    // One of each kind, and of the columns one.
    const tried = [0, 7, counted.length - 1].map((at) => counted[at]!);
    for (const { href, text } of tried) {
      const list = await dashboard.visit(href.replace('/app', ''), { window });
      expect([href, await countOn(list)]).toEqual([
        href,
        Number.parseInt(text.replace(/\D/g, ''), 10),
      ]);
    }
  });

  it.each([
    ['dark', { dark: true }],
    ['narrow', { width: 390, height: 844 }],
  ])('is readable %s, with its filters', async (_, how) => {
    const visit = await dashboard.visit('/calls?days=84&result=WON&scope=External', how);
    const { page } = visit;
    const fold = page.getByRole('button', { name: 'Filters: 3 chosen' });
    const kind = page
      .locator('label', { has: page.getByText('Kind', { exact: true }) })
      .locator('select');
    const isNarrow = page.viewportSize()!.width < 500;
    expect([await fold.isVisible(), await kind.isVisible()]).toEqual([isNarrow, !isNarrow]);
    await expectAccessible(visit);
    if (isNarrow) {
      // They stay in sight while somebody chooses.
      await fold.click();
      await kind.selectOption('Internal');
      await settled(visit);
      expect(await kind.isVisible()).toBe(true);
      await expectAccessible(visit);
    }
    expectClean(dashboard.world, visit);
  });
});
