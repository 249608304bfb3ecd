import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readShowcases } from '../../src/server/example-operation.ts';
import { createAuthenticator, openToAll } from '../../src/server/identity/authentication.ts';
import type { Identity } from '../../src/server/identity/identity.ts';
import { type Chromium, hasBrowser, launchBrowser } from '../support/browser.ts';
import { isWide } from '../support/cases.ts';
import { openWorld, type World } from '../support/world.ts';

const showcases = readShowcases(new URL('../../schema/operations/', import.meta.url));

const execute = (page: Page) => page.getByRole('button', { name: /Execute query/ });
const panelOf = (page: Page) => page.getByRole('region', { name: 'Upstream calls' });

/** Nothing lies beside the window: nobody has to scroll sideways for it, nor for the panel. */
async function expectInside(page: Page, width: number): Promise<void> {
  const beside = () =>
    page.evaluate(() => {
      const { document, innerWidth } = globalThis as unknown as {
        document: { documentElement: { scrollWidth: number } };
        innerWidth: number;
      };
      return document.documentElement.scrollWidth - innerWidth;
    });
  // A window that was just made narrower is laid out a moment later.
  await expect.poll(beside).toBeLessThanOrEqual(0);
  const box = (await panelOf(page).boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
}

/** Opens a showcase by its title, in a tab of its own. */
async function choose(page: Page, title: string): Promise<void> {
  const tabs = await page.locator('.graphiql-tab').count();
  await page.getByRole('button', { name: 'Questions' }).click();
  await page.getByRole('searchbox', { name: 'Find a question' }).fill(title);
  await page.getByRole('dialog').getByText(title, { exact: true }).last().click();
  await expect.poll(() => page.locator('.graphiql-tab').count()).toBe(tabs + 1);
}

/** By the mouse, as people do: the tab must stay under it between press and release. */
async function chooseTab(page: Page, at: number): Promise<void> {
  const tab = page.locator('.graphiql-tab').nth(at);
  await tab.click();
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
}

const colourOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle(of: unknown): { color: string; backgroundColor: string };
      };
      const { color, backgroundColor } = getComputedStyle(element);
      return `${color} on ${backgroundColor}`;
    });

describe.skipIf(!hasBrowser || !isWide)('GraphiQL over the whole graph, in Chromium', () => {
  let world: World;
  let browser: Chromium;
  beforeAll(async () => {
    [world, browser] = await Promise.all([
      openWorld({ cache: true, server: { graphiql: true, explain: 'header', showcases } }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  it('runs a showcase and explains it in a wide window and in a narrow one, shows documentation and the explorer, and keeps headers for the next visit', async () => {
    const { page, requested, complaints } = await browser.open(1360, 850);
    await page.goto(world.url.href);
    await page.getByLabel('Explain').check();
    await execute(page).click();
    const panel = panelOf(page);
    await panel.waitFor();
    await expectInside(page, 1360);
    const first = await panel.innerText();
    expect(first).toMatch(/^[1-9]\d* upstream calls\n/);
    expect(first).toContain('SELECT');
    expect(first).toContain('for accounts');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectInside(page, 390);
    await page.setViewportSize({ width: 1360, height: 850 });
    // What a cache answers is no upstream call.
    await expect
      .poll(
        async () => {
          const shown = await panel.innerText();
          // A click may meet a button that a busy machine is still moving.
          if (!shown.startsWith('0 ')) await execute(page).click();
          return shown;
        },
        { interval: 3_000 },
      )
      .toMatch(/^0 upstream calls, \d+ from cache/);
    const text = await panel.innerText();
    await choose(page, 'Quiet accounts');
    await expect.poll(() => panel.isVisible()).toBe(false);
    await chooseTab(page, 0);
    await expect.poll(() => panel.innerText()).toBe(text);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => panel.isVisible()).toBe(false);
    expect(complaints).toEqual([]);

    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('Root Types').waitFor();
    await page.getByRole('button', { name: 'Show GraphiQL Explorer' }).click();
    await page.getByText('accountsAggregate').first().waitFor();
    const strangers = requested.filter(
      (url) => /^(https?|wss?):/.test(url) && !url.startsWith(world.url.href),
    );
    expect(strangers).toEqual([]);

    await page.getByRole('button', { name: 'Headers' }).click();
    await page.getByRole('region', { name: 'Headers' }).getByRole('code').click();
    await page.keyboard.type('{"authorization": "Bearer kept"}');
    await expect
      .poll(() =>
        page.evaluate(() =>
          JSON.stringify({ ...(globalThis as { localStorage?: object }).localStorage }),
        ),
      )
      .toContain('Bearer kept');
    await page.reload();
    const kept = page.getByRole('region', { name: 'Headers' }).getByText('Bearer kept');
    await expect
      .poll(async () => {
        // A click on a page that is still being drawn again may be lost; a second one would close what the first opens.
        await page.getByRole('button', { name: 'Headers' }).click();
        return await kept.waitFor({ timeout: 4_000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
  });

  it('runs its tabs in a narrow window and knows the schema where only trusted documents are executed', async () => {
    const strict = await openWorld({
      server: { graphiql: true, explain: 'header', showcases, documents: { onlyTrusted: true } },
      index: false,
    });
    try {
      const { page, complaints } = await browser.open(390, 844);
      await page.goto(strict.url.href);
      await page.getByText('Trusted only').waitFor();
      await execute(page).click();
      await page.locator('.graphiql-response').getByText('annualRevenue').first().waitFor();
      await choose(page, 'Quiet accounts');
      await chooseTab(page, 0);
      expect(complaints).toEqual([]);
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      await page.getByText('Root Types').waitFor();
    } finally {
      await strict.close();
    }
  });

  it('follows the theme of GraphiQL and of the system, while it is looked at', async () => {
    const { page } = await browser.open(1000, 750);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(world.url.href);
    await page.getByLabel('Explain').check();
    await execute(page).click();
    await panelOf(page).waitFor();
    const colours = async () => [
      await colourOf(page, '#explain'),
      await colourOf(page, '.graphiql-query-editor .monaco-editor'),
    ];
    const light = await colours();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect
      .poll(async () => (await colours()).every((one, at) => one !== light[at]))
      .toBe(true);
    const dark = await colours();
    await page.getByRole('button', { name: 'Open settings dialog' }).click();
    await page.getByRole('button', { name: 'Light', exact: true }).click();
    await expect.poll(colours).toEqual(light);
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(colours).toEqual(dark);
  });

  it('asks with one key in all tabs, and remembers what was run, without the key', async () => {
    const closed = await openWorld({
      index: false,
      server: {
        graphiql: true,
        explain: 'header',
        showcases,
        authenticator: createAuthenticator({
          keys: [{ sha256: createHash('sha256').update('the-key').digest('hex'), identity }],
          issuers: [],
          tenants: new Set(['default']),
          roles: new Map(),
          now: Date.now,
        }),
      },
    });
    try {
      const { page, complaints } = await browser.open(1000, 750);
      await page.goto(closed.url.href);
      await page.locator('.graphiql-response').getByText('Enter your key').first().waitFor();
      await page.getByRole('textbox', { name: 'Key' }).fill('the-key');
      await page.getByRole('textbox', { name: 'Key' }).press('Enter');
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      await page.getByText('Which calls did a person').first().waitFor();
      await execute(page).click();
      await page.locator('.graphiql-response').getByText('annualRevenue').first().waitFor();
      await choose(page, 'Pipeline by stage');
      // The editor reads a document a moment after it was given one.
      await page.locator('.graphiql-tab').getByText('PipelineByStage').waitFor();
      await execute(page).click();
      await page.locator('.graphiql-response').getByText('byStage').first().waitFor();
      await page.getByRole('button', { name: 'Questions' }).click();
      await page.getByText('Run lately').waitFor();
      const kept = await page.evaluate(() =>
        JSON.stringify((globalThis as { localStorage?: object }).localStorage),
      );
      expect(kept).toContain('Account360');
      expect(kept).not.toContain('the-key');
      expect(complaints).toEqual([]);
    } finally {
      await closed.close();
    }
  });
});

const identity = { ...(openToAll.authenticate(undefined) as Identity), client: 'page' };
