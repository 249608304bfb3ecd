import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Window } from '../support/browser.ts';
import { isMatrix } from '../support/cases.ts';
import { type Dashboard, openDashboard, settled } from '../support/dashboard.ts';

/** Answers of the graph as they would be of another company. */
const changeAnswers = (window: Window, change: (text: string) => string): Promise<unknown> =>
  window.page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    // Parts of an answer say how long they are.
    const body = change(await response.text()).replace(
      /content-length: \d+(\r\n\r\n)([\s\S]*?)(?=\r\n--)/gi,
      (_, gap, part) => `content-length: ${Buffer.byteLength(part)}${gap}${part}`,
    );
    await route.fulfill({ response, body });
  });

describe.skipIf(!hasBrowser)('how the screens come and are printed, in Chromium', () => {
  let dashboard: Dashboard;
  /** Windows that tell how far things move, one for each width. */
  const moving = new Map<number, Window>();
  let paper: Window;
  const paths = new Map<string, string>();
  const names = [
    'Today',
    'Deals',
    'Deal',
    'Account',
    'Call',
    'Person',
    'Prepare',
    'Team',
    'Signals',
    'Search',
    'Browse',
    'Calls',
  ];

  beforeAll(async () => {
    dashboard = await openDashboard({ trackers: true });
    paper = await dashboard.open();
    await paper.page.setViewportSize({ width: 720, height: 900 });
    for (const width of [390, 1400]) {
      const window = await dashboard.open();
      await window.page.setViewportSize({ width, height: 900 });
      await window.page.addInitScript(`
        globalThis.shifted = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) globalThis.shifted += value;
        }).observe({ type: 'layout-shift', buffered: true });`);
      moving.set(width, window);
    }
    const { data } = await dashboard.world.ask(`{
      accounts(first: 30) { nodes { upstreamId contacts(first: 1) { nodes { upstreamId } } relatedCalls(first: 1) { nodes { upstreamId isPrivate } } } }
      opportunities(first: 1, filter: { opportunityContactRoles: { some: {} } }) { nodes { upstreamId } }
    }`);
    const account = data.accounts.nodes.find(
      (one: { relatedCalls: { nodes: { isPrivate: boolean }[] } | null }) =>
        one.relatedCalls?.nodes[0]?.isPrivate === false,
    );
    for (const [name, path] of [
      ['Deals', '/deals'],
      ['Deal', `/deal/${data.opportunities.nodes[0].upstreamId}`],
      ['Account', `/account/${account.upstreamId}`],
      ['Call', `/call/${account.relatedCalls.nodes[0].upstreamId}`],
      ['Person', `/person/${account.contacts.nodes[0].upstreamId}`],
      ['Prepare', `/prepare/${account.upstreamId}`],
      ['Team', '/team'],
      ['Signals', '/signals'],
      ['Today', '/today?since=2026-10-20'],
      ['Search', '/search?q=clover'],
      ['Browse', '/browse'],
      ['Calls', '/calls'],
    ] as const)
      paths.set(name, path);
  });
  afterAll(() => dashboard.close());

  it.each(names)(
    '%s is asked for before it is drawn, once, and moves nothing when it comes',
    async (name) => {
      for (const [width, window] of moving) {
        const visit = await dashboard.visit(paths.get(name)!, { window });
        const shifted = await visit.page.evaluate<number>('globalThis.shifted');
        expect([width, shifted <= 0.1 ? 'stands' : shifted]).toEqual([width, 'stands']);
        expect(visit.questions()).toBe(1);
        // What is closed, or lies beyond the window of a long list, is not made.
        const most = { Deals: 1500, Team: 1650 }[name] ?? 1200;
        await expect.poll(() => visit.page.locator('*').count()).toBeLessThan(most);
      }
    },
  );

  describe('with words that are longer than its window', () => {
    const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    let window: Window;
    beforeAll(async () => {
      window = await dashboard.open();
      await changeAnswers(window, (text) =>
        text.replace(
          /"(name|title|subject|masterLabel|text)":"([^"\\]{3,})"/g,
          `"$1":"$2 ${word}"`,
        ),
      );
    });
    afterAll(() => window.close());

    it.each(names)('%s breaks them', async (name) => {
      const { page } = window;
      await page.setViewportSize({ width: 390, height: 900 });
      await dashboard.visit(paths.get(name)!, { window });
      await expect.poll(() => page.locator('main').innerText()).toContain(word);
      for (const width of [390, 720, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(window);
        const beside = 'document.documentElement.scrollWidth - innerWidth';
        expect([width, await page.evaluate<number>(beside)]).toEqual([width, 0]);
      }
    });
  });

  describe('with counts of hundreds of thousands', () => {
    const counts = new Set<string>();
    let window: Window;
    beforeAll(async () => {
      window = await dashboard.open();
      await changeAnswers(window, (text) =>
        text.replace(/"(\w*count|calls|companies|people)":([1-9]\d*)/gi, (_, name, count) => {
          const large = Number(count) * 12_347;
          counts.add(String(large));
          return `"${name}":${large}`;
        }),
      );
    });
    afterAll(() => window.close());

    const widths = [390, 1280];
    it.each(names.map((name, turn) => ({ name, turn })))(
      '$name writes them with separators, and cuts no label of a plot',
      async ({ name, turn }) => {
        const { page } = window;
        // One of them each.
        for (const width of widths.filter((_, at) => isMatrix || at === turn % 2)) {
          await page.setViewportSize({ width, height: 900 });
          await dashboard.visit(paths.get(name)!, { window });
          await settled(window);
          const text = await page.locator('main').innerText();
          expect([width, (text.match(/\d+/g) ?? []).filter((run) => counts.has(run))]).toEqual([
            width,
            [],
          ]);
          const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('main svg text')]
          .filter((label) => {
            const [inner, outer] = [label, label.ownerSVGElement].map((one) => one.getBoundingClientRect());
            return inner.left < outer.left - 1 || inner.right > outer.right + 1;
          }).map((label) => label.textContent)`);
          expect([width, cut]).toEqual([width, []]);
          const beside = 'document.documentElement.scrollWidth - innerWidth';
          expect([width, await page.evaluate<number>(beside)]).toEqual([width, 0]);
        }
      },
    );
  });

  it.each(names)(
    '%s is printed light, whole and without what only a screen can do',
    async (name) => {
      const { page } = paper;
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await dashboard.visit(paths.get(name)!, { window: paper });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.locator('header.head').waitFor({ state: 'hidden' });
      await expect
        .poll(() => page.evaluate('getComputedStyle(document.documentElement).backgroundColor'))
        .toBe('rgb(255, 255, 255)');
      // Nothing has a window of its own, behind whose edge something may be cut off; a text of so many lines says with an ellipsis that it goes on.
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('main, main *')]
      .filter((one) => getComputedStyle(one).overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 2 && one.clientHeight > 4)
      .filter((one) => getComputedStyle(one).webkitLineClamp === 'none')
      .map((one) => one.tagName + '.' + one.className)`);
      expect(cut).toEqual([]);
      // Nothing to choose from, but what was chosen.
      const framed = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('.filters select, .filters summary, .only button')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).borderTopWidth !== '0px').map((one) => one.outerHTML)`);
      expect(framed).toEqual([]);
      if (name === 'Deals') await page.locator('.filters .several summary').waitFor();
      if (name === 'Signals')
        await expect.poll(() => page.locator('.only').innerText()).toContain('12 weeks');
      if (name !== 'Call') return;
      const { data } = await dashboard.world.ask(
        'query ($id: ID!) { call(by: { upstreamId: $id }) { transcript { monologues { topic } } } }',
        { id: paths.get(name)!.split('/')[2] },
      );
      await expect
        .poll(() => page.locator('.monologue').count())
        .toBe(data.call.transcript.monologues.length);
    },
  );
});
