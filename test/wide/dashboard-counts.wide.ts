/** Counts of calls and deals on screens: each leads to a list, which has as many of them. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsQuestion } from '../../src/dashboard/calls/calls-question.ts';
import { dealsQuestion } from '../../src/dashboard/deal/deals-question.ts';
import { callsHref } from '../../src/dashboard/shared/calls-link.ts';
import { dayOfUtc } from '../../src/dashboard/shared/day.ts';
import { firstWeek, weekOf, weeksOfYear } from '../../src/dashboard/shared/week.ts';
import { hasBrowser } from '../support/browser.ts';
import { share } from '../support/cases.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { today } from '../support/world.ts';

const texts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(
    new URL('../../src/dashboard/graphql/persisted-documents.json', import.meta.url),
    'utf8',
  ),
);
const textOf = (name: string): string =>
  Object.values(texts).find((text) => text.includes(`query ${name}(`))!;
const callsText = textOf('Calls');
const dealsText = textOf('Deals');

/** A way to the list, with the count that stands on it. */
interface Counted {
  readonly href: string;
  readonly count: number;
}

interface Change {
  readonly createdDate: string;
  readonly stageName: string;
  readonly stageNameBefore: string | null;
  readonly amount: number | null;
  readonly prevAmount: number | null;
  readonly closeDate: string;
  readonly prevCloseDate: string | null;
}

interface Row {
  readonly upstreamId: string;
  readonly opportunityHistories: { readonly nodes: readonly Change[] };
  readonly relatedCalls: { readonly totalCount: number };
  readonly callsPerPeriod: {
    readonly periods: readonly { readonly startsAt: string; readonly calls: number }[];
  };
}

describe.skipIf(!hasBrowser)('counts of calls and deals, in Chromium', () => {
  let dashboard: Dashboard;
  let window: Awaited<ReturnType<Dashboard['open']>>;
  beforeAll(async () => {
    dashboard = await openDashboard({ trackers: true });
    window = await dashboard.open();
  });
  afterAll(async () => {
    await window.close();
    await dashboard.close();
  });

  /** All rows of a list of the graph. */
  async function rowsOf(list: string, selection: string) {
    const rows: Row[] = [];
    for (let after: string | null = null; ; ) {
      const { data, errors } = await dashboard.world.ask(
        `query ($after: String) { ${list}(first: 100, after: $after) { nodes { ${selection} } pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      expect(errors).toBeUndefined();
      rows.push(...data[list].nodes);
      if (!data[list].pageInfo.hasNextPage) return rows;
      after = data[list].pageInfo.endCursor;
    }
  }

  /** Columns that lead somewhere, and figures. */
  const countedOn = async (path: string): Promise<readonly Counted[]> => {
    await dashboard.visit(path, { window });
    for (const details of await window.page.locator('details.linked summary').all())
      await details.click().then(() => window.page.locator('.linked li').first().waitFor());
    const lists = window.page.locator('main :is(a[href*="/app/calls?"], a[href*="/app/deals?"])');
    const links = await lists.evaluateAll((all) =>
      all.map((link) => ({
        href: link.getAttribute('href')!,
        text: (link.querySelector('title') ?? link).textContent!,
      })),
    );
    return links.flatMap(({ href, text }) => {
      const count = /(?:: |^)([\d,]+)(?: (?:call|deal)s?)?$/.exec(text)?.[1];
      return count === undefined ? [] : [{ href, count: Number(count.replaceAll(',', '')) }];
    });
  };

  /** The first row of the list of an address and how many it has, of its own operation with its own variables. */
  async function pageOf(href: string) {
    const { pathname, searchParams } = new URL(href, 'http://dashboard');
    const [text, question] = pathname.endsWith('/deals')
      ? [dealsText, dealsQuestion]
      : [callsText, callsQuestion];
    const location = {
      ...{ id: '', get: (name: string) => searchParams.get(name) },
      all: (name: string) => searchParams.getAll(name),
    };
    const { data, errors } = await dashboard.world.ask(text, {
      ...question.variablesAt(location, new Date(today)),
      ...{ rows: 1, onlyTable: true },
    });
    expect([href, errors]).toEqual([href, undefined]);
    const { related } = data;
    return related?.ofDeal ?? related?.relatedCalls ?? data.calls ?? data.opportunities;
  }

  const listed = async (href: string): Promise<number> => (await pageOf(href)).totalCount;

  async function expectExact(counted: readonly Counted[]): Promise<void> {
    const lists = await Promise.all(counted.map(({ href }) => listed(href)));
    expect(counted.map(({ href }, at) => [href, lists[at]])).toEqual(
      counted.map(({ href, count }) => [href, count]),
    );
  }

  it('every week of all accounts, contacts and leads has as many as its list', async () => {
    const from = firstWeek(new Date(today), weeksOfYear);
    let weeks = 0;
    for (const list of ['accounts', 'contacts', 'leads']) {
      const rows = await rowsOf(
        list,
        `upstreamId callsPerPeriod(bucket: WEEK, from: "${from}") { periods { startsAt calls } }`,
      );
      for (const { upstreamId: related, callsPerPeriod } of share(rows, 10)) {
        const counted = callsPerPeriod.periods
          .filter(({ calls }) => calls > 0)
          .map(({ startsAt, calls }) => ({
            href: callsHref({ related, ...weekOf(dayOfUtc(startsAt)) }),
            count: calls,
          }));
        weeks += counted.length;
        await expectExact(counted);
      }
    }
    expect(weeks).toBeGreaterThan(200);
  }, 300_000);

  it.each([
    ['accounts', 'account', 50],
    ['contacts', 'person', 200],
    ['leads', 'person', 20],
    ['opportunities', 'deal', 60],
  ] as const)('all that %s show lead to as many', async (list, screen, every) => {
    const counted: Counted[] = [];
    const rows = await rowsOf(list, 'upstreamId relatedCalls(first: 0) { totalCount }');
    const called = rows.filter(({ relatedCalls }) => relatedCalls.totalCount > 0);
    for (const { upstreamId } of share(called, every))
      counted.push(...(await countedOn(`/${screen}/${upstreamId}`)));
    expect(counted.length).toBeGreaterThan(1);
    await expectExact(counted);
  });

  it('those of each colleague, of a time and the one before, lead to as many', async () => {
    const counted = await countedOn('/team?period=last-month');
    expect(counted.length).toBeGreaterThan(60);
    await expectExact(counted);
  });

  it('those of Today, of everybody’s deals and of one owner’s, and of Signals lead to as many', async () => {
    const { data } = await dashboard.world.ask(
      `{ calls(first: 20, order: NEWEST, filter: { scope: ["External"], about: { opportunity: { opportunityHistories: { some: { createdDate: { gte: "2026-10-01T00:00:00Z" } } } } } }) {
          nodes { opportunities { record { ownerId } } } } }`,
    );
    const owner = data.calls.nodes[0].opportunities[0].record.ownerId;
    for (const [path, least] of [
      ['/today?since=monday', 2],
      [`/today?since=2026-10-01&owner=${owner}`, 2],
      ['/signals', 30],
    ] as const) {
      const counted = await countedOn(path);
      expect(counted.length).toBeGreaterThanOrEqual(least);
      await expectExact(counted);
    }
  });

  it('calls about each deal of Deals, and those in which competitors were heard, lead to as many, as those of each deal’s own screen', async () => {
    const counted: Counted[] = [];
    for (const search of ['', '?moved=2026-09-01'])
      counted.push(...(await countedOn(`/deals${search}`)));
    const heard = counted.filter(({ href }) => href.includes('tracker='));
    expect([heard.length, counted.length - heard.length].every((count) => count > 10)).toBe(true);
    await expectExact(counted);
    // Of a deal whose newest own calls are all of them, its own screen lists the same ones for each tracker.
    const deals = new Map(
      heard.map(({ href }) => [new URLSearchParams(href.split('?')[1]).get('related')!, href]),
    );
    for (const [id, href] of [...deals].slice(0, 3)) {
      const ofDeal = await countedOn(`/deal/${id}`);
      await expectExact(ofDeal);
      const trackers = new URLSearchParams(href.split('?')[1]).getAll('tracker');
      const hrefs = ofDeal.map((figure) => figure.href);
      for (const tracker of trackers)
        expect(hrefs).toContain(`/app/calls?related=${id}&tracker=${tracker}`);
    }
  });

  it('those of calls found by title, and of the accounts that calls are linked to, lead to as many', async () => {
    for (const [path, least] of [
      ['/search?q=review', 1],
      ['/search?q=onboarding', 1],
      ['/calls?days=90&scope=External', 30],
      ['/calls?title=onboarding', 5],
    ] as const) {
      const counted = await countedOn(path);
      expect([path, counted.length >= least]).toEqual([path, true]);
      await expectExact(counted);
    }
  });

  it('deals that moved are those whose history says so, by what moved', async () => {
    const since = '2026-10-20';
    const rows = await rowsOf(
      'opportunities',
      'upstreamId opportunityHistories(first: 50) { nodes { createdDate stageName stageNameBefore amount prevAmount closeDate prevCloseDate } }',
    );
    const changesOf = ({ opportunityHistories: { nodes } }: Row) =>
      nodes.filter(({ createdDate }) => createdDate >= since);
    const moves = {
      '': () => true,
      '&move=stage': ({ stageName, stageNameBefore }) =>
        stageNameBefore !== null && stageName !== stageNameBefore,
      '&move=amount': ({ amount, prevAmount }) => prevAmount !== null && amount !== prevAmount,
      '&move=close': ({ closeDate, prevCloseDate }) =>
        prevCloseDate !== null && closeDate !== prevCloseDate,
    } satisfies Record<string, (change: Change) => boolean>;
    for (const [move, isMove] of Object.entries(moves)) {
      const moved = rows.filter((row) => changesOf(row).some(isMove));
      expect(moved.length).toBeGreaterThan(3);
      expect([move, await listed(`/app/deals?moved=${since}${move}`)]).toEqual([
        move,
        moved.length,
      ]);
    }
  });

  it('the later call of a deal’s people is the first of the list that stands beside it, and marks of calls lead to them', async () => {
    await dashboard.visit('/deals?sort=silence', { window });
    const beside = await window.page.locator('.silence li .sub').evaluateAll((all) =>
      all.flatMap((sub) => {
        const [list, call] = [...sub.querySelectorAll('a')].map((link) =>
          link.getAttribute('href'),
        );
        return call === undefined ? [] : [{ list: list!, call: call! }];
      }),
    );
    expect(beside.length).toBeGreaterThan(1);
    for (const { list, call } of beside)
      expect(`/app/call/${(await pageOf(list)).nodes[0].upstreamId}`).toBe(call);
    const row = window.page.locator('.deals tbody tr', {
      has: window.page.locator('.strip .call'),
    });
    const id = (await row.first().locator('th a').getAttribute('href'))!.split('/').at(-1);
    await row.first().locator('.strip').hover();
    const { data } = await dashboard.world.ask(
      `{ opportunity(by: { upstreamId: "${id}" }) { relatedCalls(first: 6, viaContactRoles: true) { nodes { upstreamId } } } }`,
    );
    const { nodes } = data.opportunity.relatedCalls;
    const marks = row.first().locator('.strip a');
    await expect.poll(() => marks.count()).toBeGreaterThan(0);
    const hrefs = await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('href')));
    // Calls of before the line of time are no marks.
    expect(hrefs).toEqual(
      nodes.slice(0, hrefs.length).map((each: Row) => `/app/call/${each.upstreamId}`),
    );
  });
});
