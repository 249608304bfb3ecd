/** The GraphiQL page in a browser: a question is built by clicks, run, taken along, and asked with one key in all tabs. */

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readQuestions } from '../../src/questions/saved-question.ts';
import { createAuthenticator, openToAll } from '../../src/server/identity/authentication.ts';
import type { Identity } from '../../src/server/identity/identity.ts';
import { type Chromium, hasBrowser, launchBrowser } from '../support/browser.ts';
import { dashboardServer, expectAccessible, expectClean } from '../support/dashboard.ts';
import { openWorld, schema, type World } from '../support/world.ts';

const questions = [
  { name: 'canary', title: 'Canary', description: 'Ours alone', query: '{ hello }', variables: [] },
] as never;

const run = (page: Page) => page.getByRole('button', { name: '▶ Run' });
const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const fields = (page: Page) => page.getByRole('region', { name: 'Fields' });
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Question' }).innerText();
const pageOf = ({ url }: World): string => new URL('/graphql', url).href;

/** Content of what a click downloads. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<[string, string]> {
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    click(),
  ]);
  return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
}

describe.skipIf(!hasBrowser)('GraphiQL over the whole graph, in Chromium', () => {
  let world: World;
  let browser: Chromium;
  beforeAll(async () => {
    [world, browser] = await Promise.all([
      openWorld({ cache: true, server: { ...dashboardServer, questions } }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  it('builds a question by clicks, says what it may cost and what it took, and gives the answer along', async () => {
    const window = await browser.open(1280, 800);
    const { page } = window;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(pageOf(world));
    await expect.poll(() => answer(page).getByRole('listitem').count()).toBe(5);
    await page.getByRole('searchbox', { name: 'Find a field' }).fill('stage');
    await fields(page).getByText('opportunities › nodes › stageName').click();
    await page.getByRole('searchbox', { name: 'Find a field' }).fill('');
    // A filter has hundreds of conditions; one is found by its name, and its words are the CRM's.
    await fields(page)
      .getByRole('button', { name: /\d arguments/ })
      .first()
      .click();
    await fields(page)
      .getByRole('checkbox', { name: /^filter/ })
      .click();
    await page.getByRole('searchbox', { name: 'Find a condition' }).fill('stageName');
    await fields(page)
      .getByRole('checkbox', { name: /^stageName/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'eq' }).focus();
    await fields(page)
      .locator('datalist option[value="Closed Won"]')
      .waitFor({ state: 'attached' });
    await page.getByRole('combobox', { name: 'eq' }).fill('Closed Won');
    await expect.poll(() => textOf(page)).toContain('filter: { stageName: { eq: "Closed Won" } }');
    await page.getByText('Up to 3 requests to the CRM').first().click();
    await page.getByText('Dearest fields').waitFor();

    await run(page).click();
    await answer(page).getByRole('cell', { name: 'Closed Won' }).first().waitFor();
    await answer(page)
      .getByText(/^1 request · /)
      .waitFor();
    const [name, csv] = await downloaded(page, () =>
      answer(page).getByRole('button', { name: 'CSV' }).click(),
    );
    expect(name).toBe('opportunities.csv');
    expect(csv).toMatch(/^\ufeffstageName\r\n(?:Closed Won\r\n)+$/);
    await answer(page).getByRole('tab', { name: 'Upstream' }).click();
    await page.getByText('SELECT').first().waitFor();
    await answer(page).getByRole('tab', { name: 'JSON' }).click();
    await answer(page).getByText('"stageName"').first().waitFor();
    await expectAccessible(window);

    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Won deals, by stage');
    const [file, question] = await downloaded(page, () =>
      page.getByRole('button', { name: /^Save won-deals/ }).click(),
    );
    expect(file).toBe('won-deals-by-stage.graphql');
    const folder = mkdtempSync(join(tmpdir(), 'question-'));
    writeFileSync(join(folder, file), question);
    expect(readQuestions(folder, schema)).toMatchObject([{ title: 'Won deals, by stage' }]);

    const other = await browser.open(1280, 800);
    await other.page.goto(link);
    await expect.poll(() => textOf(other.page)).toContain('"Closed Won"');
    expect(other.requested.join()).not.toContain('Closed');
    await other.page.goto(`${pageOf(world)}#query={deals{id}}`);
    await other.page.locator('.cm-lintRange-error').hover();
    await other.page.getByText('Did you mean "opportunities"').waitFor();
    expectClean(world, { ...window, questions: () => 0 });
  });

  it('has its parts one at a time in a narrow window, in both colours, and opens there with what was left', async () => {
    const window = await browser.open(390, 844);
    const { page } = window;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(pageOf(world));
    await page.getByText('How does my team').click();
    await page.getByRole('button', { name: 'Question', exact: true }).click();
    await run(page).click();
    await answer(page).getByText('users').first().waitFor();
    await expectAccessible(window);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(window);
    await page.reload();
    await page.getByRole('button', { name: 'TeamActivity', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Fields', exact: true }).click();
    await expect
      .poll(() =>
        fields(page)
          .getByRole('checkbox', { name: /^users/ })
          .isChecked(),
      )
      .toBe(true);
    await expectAccessible(window);
    expectClean(world, { ...window, questions: () => 0 });
  });

  it('asks with one key in all tabs, which is gone with the last of them, and shows saved questions to whoever has it', async () => {
    const closed = await openWorld({
      index: false,
      server: {
        ...dashboardServer,
        questions,
        documents: { onlyTrusted: true },
        authenticator: createAuthenticator({
          keys: [{ sha256: createHash('sha256').update('the-key').digest('hex'), identity }],
          issuers: [],
          tenants: new Set(['default']),
          roles: new Map(),
          now: Date.now,
        }),
      },
    });
    onTestFinished(() => closed.close());
    const { page, complaints } = await browser.open(1280, 800);
    await page.goto(pageOf(closed));
    await page.getByText('Trusted only').waitFor();
    await page.getByText('Enter your key above').waitFor();
    await page.getByRole('button', { name: 'Questions' }).click();
    await page.getByText('Pipeline by stage', { exact: true }).waitFor();
    expect(await page.getByRole('dialog').innerText()).not.toContain('Canary');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('textbox', { name: 'Key' }).fill('the-key');
    await page.getByRole('textbox', { name: 'Key' }).press('Enter');
    await fields(page).getByText('opportunities', { exact: true }).waitFor();

    const second = await page.context().newPage();
    await second.goto(pageOf(closed));
    await fields(second).getByText('opportunities', { exact: true }).waitFor();
    await second.getByRole('button', { name: 'Questions' }).click();
    await second.getByText('Canary').waitFor();
    await second.getByText('Pipeline by stage', { exact: true }).click();
    await run(second).click();
    await answer(second).getByText('byStage').first().waitFor();
    const third = await page.context().newPage();
    await third.goto(new URL('/app', closed.url).href);
    await third.getByRole('button', { name: 'Sign out' }).waitFor();
    const kept = 'JSON.stringify([{ ...localStorage }, document.cookie])';
    expect(await second.evaluate(kept)).toContain('PipelineByStage');
    expect(await second.evaluate(kept)).not.toContain('the-key');

    const context = page.context();
    for (const open of context.pages()) await open.close();
    const later = await context.newPage();
    await later.goto(pageOf(closed));
    await later.getByText('Enter your key above').waitFor();
    expect(complaints).toEqual([]);
  });
});

const identity = { ...(openToAll.authenticate(undefined) as Identity), client: 'page' };
