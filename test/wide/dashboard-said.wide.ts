/** What was said, in the dashboard: where it can't be looked for a line says so. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasBrowser, type Window } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  type Visit,
} from '../support/dashboard.ts';

/** Comes with this bearer: rights, and whose rows. */
const withBearer =
  (bearer: string) =>
  ({ page }: Window): Promise<unknown> =>
    page.addInitScript(`sessionStorage.setItem('switchboard:bearer', ${JSON.stringify(bearer)})`);

const panelOf = ({ page }: Pick<Visit, 'page'>) => page.locator('.panel.said');
describe.skipIf(!hasBrowser)('what was said, in Chromium', () => {
  let dashboard: Dashboard;
  let hasWords = true;
  beforeAll(async () => {
    dashboard = await openDashboard({
      trackers: true,
      watch: (participants) => ({
        ...participants,
        indexesWords: () => hasWords,
        async status(tenant) {
          const status = await participants.status(tenant);
          const transcripts = { horizon: 0, knownFrom: null, read: 0, unread: 0, lastError: null };
          return { ...status, transcripts: hasWords ? transcripts : null };
        },
      }),
    });
  });
  afterAll(() => dashboard.close());

  it.each(['/search?q=price', '/signals?said=price'])(
    'is one line, and no failure, for those who may not read transcripts: %s',
    async (path) => {
      const visit = await dashboard.visit(path, { before: withBearer('media'), width: 390 });
      await visit.page.getByText('searched for those who may read transcripts').waitFor();
      expect(await panelOf(visit).count()).toBe(0);
      expect(await visit.page.locator('.faults').count()).toBe(0);
      await expectAccessible(visit);
      expectClean(dashboard.world, visit);
    },
  );

  it.each(['/search?q=price', '/signals?said=price', '/account/ID?said=price', '/account/ID'])(
    'is one line, and no failure, where no words are indexed: %s',
    async (path) => {
      hasWords = false;
      onTestFinished(() => {
        hasWords = true;
      });
      const { data } = await dashboard.world.ask('{ accounts(first: 1) { nodes { upstreamId } } }');
      const visit = await dashboard.visit(path.replace('ID', data.accounts.nodes[0].upstreamId));
      await visit.page.getByText('What was said in calls is not searched here.').waitFor();
      expect(await panelOf(visit).count()).toBe(0);
      expect(await visit.page.locator('.faults').count()).toBe(0);
      expectClean(dashboard.world, visit);
    },
  );
});
