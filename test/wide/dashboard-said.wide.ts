/** What was said, in the dashboard: calls are found by it, each sentence plays from its second, and where it can't be looked for a line says so. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasBrowser, type Window } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  settled,
  type Visit,
} from '../support/dashboard.ts';

interface Sentence {
  readonly text: string;
}

interface SpokenCall {
  readonly upstreamId: string;
  readonly transcript: {
    readonly monologues: readonly {
      readonly speaker: { readonly affiliation: string } | null;
      readonly sentences: readonly Sentence[];
    }[];
  } | null;
}

/** Comes with this bearer: rights, and whose rows. */
const withBearer =
  (bearer: string) =>
  ({ page }: Window): Promise<unknown> =>
    page.addInitScript(`sessionStorage.setItem('switchboard:bearer', ${JSON.stringify(bearer)})`);

const panelOf = ({ page }: Pick<Visit, 'page'>) => page.locator('.panel.said');
const hrefs = (visit: Visit): Promise<(string | null)[]> =>
  panelOf(visit)
    .locator('a.name')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));

const ada = 'ada.rousseau@lumenridge.example.com';

describe.skipIf(!hasBrowser)('what was said, in Chromium', () => {
  let dashboard: Dashboard;
  let hasWords = true;
  beforeAll(async () => {
    dashboard = await openDashboard({
      trackers: true,
      // Enough for the time that Signals shows, and little enough to read.
      words: 4,
      watch: (participants) => ({
        ...participants,
        indexesWords: (tenant) => hasWords && participants.indexesWords(tenant),
        async status(tenant) {
          const status = await participants.status(tenant);
          return hasWords ? status : { ...status, transcripts: null };
        },
      }),
    });
  });
  afterAll(() => dashboard.close());

  /** Addresses of the newest calls of which a turn passes, as many as a page has. */
  const callsWith = async (
    passes: (turn: string, affiliation: string | undefined) => boolean,
  ): Promise<string[]> => {
    const { data } = await dashboard.world.ask(
      '{ calls(first: 60, order: NEWEST) { nodes { upstreamId transcript { monologues { speaker { affiliation } sentences { text } } } } } }',
    );
    const calls: readonly SpokenCall[] = data.calls.nodes;
    return calls
      .filter(({ transcript }) =>
        transcript?.monologues.some(({ sentences, speaker }) =>
          passes(sentences.map(({ text }) => text).join(' '), speaker?.affiliation),
        ),
      )
      .slice(0, 5)
      .map(({ upstreamId }) => `/app/call/${upstreamId}`);
  };

  it('is found beside the records by one question, with its words marked, page by page', async () => {
    const before = dashboard.world.service.calls().length;
    const visit = await dashboard.visit('/search?q=price');
    const sent = dashboard.world.service.calls().slice(before);
    expect(visit.questions()).toBe(1);
    expect(sent.filter(({ entity }) => entity === 'call_transcripts')).toHaveLength(1);
    const panel = panelOf(visit);
    expect(await hrefs(visit)).toEqual(await callsWith((turn) => /\bprice\b/i.test(turn)));
    const marked = await panel.locator('mark').allInnerTexts();
    expect(marked.length).toBeGreaterThanOrEqual(5);
    expect(new Set(marked.map((word) => word.toLowerCase()))).toEqual(new Set(['price']));
    // Words are known of less time than calls, which is a note and no failure.
    expect(await panel.locator('.coverage').innerText()).toMatch(/^What was said is known since /);
    expect(await visit.page.locator('.faults, .fill-line').count()).toBe(0);
    await expectAccessible(visit);
    const firstPage = await hrefs(visit);
    await panel.getByRole('button', { name: 'Next page' }).click();
    await settled(visit);
    const nextPage = await hrefs(visit);
    expect(nextPage.filter((href) => firstPage.includes(href))).toEqual([]);
    expectClean(dashboard.world, visit);
  });

  it('is found by a phrase, and by whose side said it', async () => {
    const visit = await dashboard.visit(`/search?q=${encodeURIComponent('“the price”')}`);
    await visit.page.getByRole('button', { name: 'By them' }).click();
    await settled(visit);
    expect(new URL(visit.page.url()).searchParams.get('by')).toBe('THEIRS');
    expect(await hrefs(visit)).toEqual(
      await callsWith((turn, side) => /\bthe price\b/i.test(turn) && side === 'External'),
    );
    const voices = panelOf(visit).locator('.voice');
    expect(await voices.count()).toBeGreaterThan(0);
    expect(await voices.count()).toBe(await panelOf(visit).locator('.voice.theirs').count());
    expectClean(dashboard.world, visit);
  });

  it('plays from the second at which it was said', async () => {
    const visit = await dashboard.visit('/search?q=price');
    const { page } = visit;
    const moment = panelOf(visit).locator('.said-time').first();
    const [minutes = 0, seconds = 0] = (await moment.innerText()).split(':').map(Number);
    await moment.click();
    await page.locator('.play:text("Pause")').waitFor();
    const slider = page.getByRole('slider');
    await expect
      .poll(async () => Number(await slider.getAttribute('aria-valuenow')))
      .toBeGreaterThanOrEqual(minutes * 60 + seconds);
    // Whoever comes back to this address finds it standing.
    expect(new URL(page.url()).search).toBe(`?t=${minutes * 60 + seconds}`);
    expectClean(dashboard.world, visit);
  });

  it('is looked for in the calls of a deal, and in all of its account', async () => {
    const { data } = await dashboard.world.ask(`{ opportunities(first: 60) { nodes {
      upstreamId
      account { upstreamId relatedCalls(first: 5, about: { said: { text: "price" } }) { totalCount } }
      relatedCalls(first: 5, about: { said: { text: "price" } }) { totalCount nodes { upstreamId } }
    } } }`);
    const deal = data.opportunities.nodes.find(
      (row: { relatedCalls: { totalCount: number } }) => row.relatedCalls.totalCount > 0,
    );
    const visit = await dashboard.visit(`/deal/${deal.upstreamId}`);
    const { page } = visit;
    await page.getByRole('searchbox', { name: 'Words that somebody said' }).fill('price');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await settled(visit);
    await page.getByRole('heading', { name: 'Said in calls about this deal' }).waitFor();
    expect(await hrefs(visit)).toEqual(
      deal.relatedCalls.nodes.map(
        ({ upstreamId }: { upstreamId: string }) => `/app/call/${upstreamId}`,
      ),
    );
    await dashboard.visit(`/account/${deal.account.upstreamId}?said=price`, { window: visit });
    await page.getByRole('heading', { name: 'Said in these calls' }).waitFor();
    await expect
      .poll(() => panelOf(visit).locator('.figures').innerText())
      .toBe(String(deal.account.relatedCalls.totalCount));
    await expectAccessible(visit);
    await panelOf(visit).locator('.figures a').click();
    await page.waitForURL(/\/app\/calls\?/);
    await settled(visit);
    await expect
      .poll(() => page.locator('.screen-head .figures b').innerText())
      .toMatch(new RegExp(`^${deal.account.relatedCalls.totalCount} calls?$`));
    expectClean(dashboard.world, visit);
  });

  it('is a tracker of one’s own, by week and by stage, which the browser keeps', async () => {
    const { data } = await dashboard.world.ask(`{
      callsAggregate(
        filter: { from: "2026-08-17T00:00:00Z", scope: ["External"], about: { said: { text: "price" } } }
      ) { groups { count } }
    }`);
    const [{ count }] = data.callsAggregate.groups;
    const visit = await dashboard.visit('/signals');
    const { page } = visit;
    await page.getByRole('searchbox', { name: 'Words that somebody said' }).fill('price');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await settled(visit);
    const row = page.locator('tr[aria-current]');
    expect(await row.locator('th').innerText()).toBe('“price”');
    expect(await row.locator('td').nth(1).innerText()).toBe(String(count));
    await page.getByRole('heading', { name: '“price”, by week' }).waitFor();
    await page.getByRole('heading', { name: '“price”, by stage of the deal' }).waitFor();
    await page.getByRole('button', { name: 'Save these words' }).click();
    await expectAccessible(visit);
    await page.goto(new URL('/app/signals', dashboard.world.url).href);
    await settled(visit);
    await page.getByRole('link', { name: '“price”' }).click();
    await settled(visit);
    await page.getByRole('heading', { name: '“price”, by week' }).waitFor();
    await page.getByRole('button', { name: 'Remove “price”' }).click();
    await expect.poll(() => page.getByRole('list', { name: 'Saved words' }).count()).toBe(0);
    expectClean(dashboard.world, visit);
  });

  it('is of the viewer’s own calls for whoever sees those alone', async () => {
    const { data } = await dashboard.world
      .as({ level: 'own', person: ada })
      .ask(
        '{ calls(first: 5, order: NEWEST, filter: { about: { said: { text: "price" } } }) { nodes { upstreamId } } }',
      );
    const mine = data.calls.nodes.map(
      ({ upstreamId }: { upstreamId: string }) => `/app/call/${upstreamId}`,
    );
    const visit = await dashboard.visit('/search?q=price', {
      before: withBearer(`transcripts; Rows own ${ada}`),
    });
    expect(mine.length).toBeGreaterThan(0);
    expect(await hrefs(visit)).toEqual(mine);
    expect(mine).not.toEqual(await callsWith((turn) => /\bprice\b/i.test(turn)));
    expectClean(dashboard.world, visit);
  });

  it.each(['/search?q=price', '/signals', '/account/ID'])(
    'is one line, and no failure, for those who may not read transcripts: %s',
    async (path) => {
      const { data } = await dashboard.world.ask('{ accounts(first: 1) { nodes { upstreamId } } }');
      const address = path.replace('ID', data.accounts.nodes[0].upstreamId);
      const visit = await dashboard.visit(address, { before: withBearer('media'), width: 390 });
      await visit.page.getByText('searched for those who may read transcripts').waitFor();
      expect(await panelOf(visit).count()).toBe(0);
      const field = visit.page.getByRole('searchbox', { name: 'Words that somebody said' });
      expect(await field.count()).toBe(0);
      expect(await visit.page.locator('.faults').count()).toBe(0);
      await expectAccessible(visit);
      expectClean(dashboard.world, visit);
    },
  );

  it.each([
    ['/search?q=price', 1],
    ['/signals?said=price', 1],
    ['/account/ID?said=price', 1],
    ['/account/ID', 0],
    ['/signals', 0],
  ])(
    'is one line where no words are indexed and some are looked for, and no failure: %s',
    async (path, lines) => {
      hasWords = false;
      onTestFinished(() => {
        hasWords = true;
      });
      const { data } = await dashboard.world.ask('{ accounts(first: 1) { nodes { upstreamId } } }');
      const visit = await dashboard.visit(path.replace('ID', data.accounts.nodes[0].upstreamId));
      const line = visit.page.getByText('“price” is not looked for in what was said');
      expect(await line.count()).toBe(lines);
      expect(await panelOf(visit).count()).toBe(0);
      expect(await visit.page.locator('.faults').count()).toBe(0);
      expectClean(dashboard.world, visit);
    },
  );
});
