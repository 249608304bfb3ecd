import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HttpError } from '../../src/server/error-response.ts';
import { openToAll } from '../../src/server/identity/authentication.ts';
import type { Identity } from '../../src/server/identity/identity.ts';
import { hasBrowser } from '../support/browser.ts';
import { type Dashboard, expectAccessible, openDashboard, settled } from '../support/dashboard.ts';

const everyone = openToAll.authenticate(undefined) as Identity;

describe.skipIf(!hasBrowser)('the dashboard of a server with keys and trusted documents', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard({
      server: {
        documents: { onlyTrusted: true },
        authenticator: {
          authenticate(authorization) {
            if (authorization !== 'Bearer swordfish')
              throw new HttpError(401, 'UNAUTHENTICATED', 'Expected a key; got another one.');
            return everyone;
          },
        },
      },
    });
  });
  afterAll(() => dashboard.close());

  it('asks for a key once, says when it was refused, and keeps it for the session of the tab', async () => {
    const visit = await dashboard.visit('/deals', { waits: false });
    const { page } = visit;
    const box = page.getByLabel('Key or token');
    await box.waitFor();
    await expectAccessible(visit);
    await page.keyboard.type('trout');
    await page.keyboard.press('Enter');
    await page.getByText('That one was refused.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    await box.fill('swordfish');
    await page.getByRole('button', { name: 'Continue' }).click();
    await settled(visit);
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(await page.locator('.deals tbody tr').count()).toBeGreaterThan(3);
    // The question that GraphiQL is opened with is one that is trusted, word for word.
    const link = await page.getByRole('link', { name: /in GraphiQL/ }).getAttribute('href');
    const question = Object.fromEntries(new URLSearchParams(link!.split('#')[1]));
    const answer = await fetch(new URL('/graphql', dashboard.world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer swordfish' },
      body: JSON.stringify({ ...question, variables: JSON.parse(question.variables!) }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^{"data"/)]);
    await page.reload();
    await settled(visit);
    expect(await page.evaluate('JSON.stringify(Object.keys(localStorage))')).not.toContain(
      'bearer',
    );
    await page.getByRole('button', { name: 'Sign out' }).click();
    await box.waitFor();
  });

  it('is where / leads those who have no key yet, and GraphiQL is at its own address', async () => {
    const { page } = await dashboard.visit('', { waits: false });
    await page.goto(dashboard.world.url.href);
    await page.getByLabel('Key or token').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/app/);
    const graphiql = await fetch(new URL('/graphql', dashboard.world.url), {
      headers: { accept: 'text/html' },
    });
    expect(await graphiql.text()).toContain('GraphiQL');
  });
});

describe.skipIf(!hasBrowser)('the dashboard of somebody without the right to private calls', () => {
  it('says that they are left out', async () => {
    const some: Identity = { ...everyone, leavesOutPrivate: true };
    const dashboard = await openDashboard({
      server: { authenticator: { authenticate: () => some } },
    });
    onTestFinished(() => dashboard.close());
    const { page } = await dashboard.visit('/team');
    await page.getByText('left out for you: private calls').waitFor();
    // Beside every figure that is smaller for it.
    const marked = async (path: string): Promise<readonly string[]> => {
      const visit = await dashboard.visit(path);
      return await visit.page.locator('.panel:has(.left-out) h2').allInnerTexts();
    };
    expect(await marked('/deals')).toEqual(['Longest silence', 'Open deals']);
    expect((await marked('/signals')).length).toBeGreaterThanOrEqual(3);
    const { data } = await dashboard.world.ask(
      '{ accounts(first: 1) { nodes { upstreamId contacts(first: 1) { nodes { upstreamId } } } } }',
    );
    const [account] = data.accounts.nodes;
    expect((await marked(`/account/${account.upstreamId}`)).toSorted()).toEqual([
      'Calls a week',
      'Last call with the account',
      'People',
      'What happened',
    ]);
    expect((await marked(`/person/${account.contacts.nodes[0].upstreamId}`)).toSorted()).toEqual([
      'Calls a week',
      'Colleagues on these calls',
      'What happened',
    ]);
  });
});
