/** Counts of calls on screens: each leads to the list of calls, which has as many of them. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsQuestion } from '../../src/dashboard/calls/calls-question.ts';
import { callsHref } from '../../src/dashboard/shared/calls-link.ts';
import { dayOfUtc } from '../../src/dashboard/shared/day.ts';
import { weekBefore, weekOf } from '../../src/dashboard/shared/week.ts';
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
const callsText = Object.values(texts).find((text) => text.includes('query Calls('))!;

/** A way to the list, with the count that stands on it. */
interface Counted {
  readonly href: string;
  readonly count: number;
}

interface Row {
  readonly upstreamId: string;
  readonly relatedCalls: { readonly totalCount: number };
  readonly callsPerPeriod: {
    readonly periods: readonly { readonly startsAt: string; readonly calls: number }[];
  };
}

describe.skipIf(!hasBrowser)('counts of calls, in Chromium', () => {
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
    const links = await window.page.locator('main a[href*="/app/calls?"]').evaluateAll((all) =>
      all.map((link) => ({
        href: link.getAttribute('href')!,
        text: (link.querySelector('title') ?? link).textContent!,
      })),
    );
    return links.flatMap(({ href, text }) => {
      const count = /(?:: |^)([\d,]+)(?: calls?)?$/.exec(text)?.[1];
      return count === undefined ? [] : [{ href, count: Number(count.replaceAll(',', '')) }];
    });
  };

  /** How many calls the list of an address has, of its own operation with its own variables. */
  async function listed(href: string): Promise<number> {
    const params = new URL(href, 'http://dashboard').searchParams;
    const variables = callsQuestion.variablesAt(
      { id: '', get: (name) => params.get(name), all: (name) => params.getAll(name) },
      new Date(today),
    );
    const { data, errors } = await dashboard.world.ask(callsText, {
      ...variables,
      ...{ rows: 1, onlyTable: true },
    });
    expect([href, errors]).toEqual([href, undefined]);
    return (data.related?.relatedCalls ?? data.calls).totalCount;
  }

  async function expectExact(counted: readonly Counted[]): Promise<void> {
    const lists = await Promise.all(counted.map(({ href }) => listed(href)));
    expect(counted.map(({ href }, at) => [href, lists[at]])).toEqual(
      counted.map(({ href, count }) => [href, count]),
    );
  }

  it('every week of all accounts, contacts and leads has as many as its list', async () => {
    const from = weekBefore(new Date(today), 364);
    let weeks = 0;
    for (const list of ['accounts', 'contacts', 'leads']) {
      const rows = await rowsOf(
        list,
        `upstreamId callsPerPeriod(bucket: WEEK, from: "${from}") { periods { startsAt calls } }`,
      );
      for (const { upstreamId: related, callsPerPeriod } of share(rows, 5)) {
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
    expect(weeks).toBeGreaterThan(400);
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

  it('those of Today and Signals lead to as many', async () => {
    for (const [path, least] of [
      ['/today?since=monday', 1],
      ['/signals', 30],
    ] as const) {
      const counted = await countedOn(path);
      expect(counted.length).toBeGreaterThanOrEqual(least);
      await expectExact(counted);
    }
  });
});
