import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readShowcases } from '../../src/server/showcase.ts';
import { type Chromium, hasBrowser, launchBrowser } from '../support/browser.ts';
import { openWorld, type World } from '../support/world.ts';

const showcases = readShowcases(new URL('../../schema/operations/', import.meta.url));

describe.skipIf(!hasBrowser)('GraphiQL over the whole graph, in Chromium', () => {
  let world: World;
  let browser: Chromium;
  beforeAll(async () => {
    [world, browser] = await Promise.all([
      openWorld({ server: { graphiql: true, explain: 'header', showcases } }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  it.each([
    ['wide', 1360, 850],
    ['narrow', 390, 844],
  ])('runs a showcase and explains it in a %s window', async (name, width, height) => {
    const { page, requested, complaints } = await browser.open(width, height);
    await page.goto(world.url.href);
    await page.getByLabel('Explain').check();
    await page.getByRole('button', { name: /Execute query/ }).click();
    const panel = page.getByRole('region', { name: 'Upstream calls' });
    await panel.waitFor();
    await page.screenshot({ path: `.switchboard/explain-${name}.png` });
    // Nothing lies beside the window: nobody has to scroll sideways for it.
    const beside = await page.evaluate(() => {
      const { document, innerWidth } = globalThis as unknown as {
        document: { documentElement: { scrollWidth: number } };
        innerWidth: number;
      };
      return document.documentElement.scrollWidth - innerWidth;
    });
    expect(beside).toBeLessThanOrEqual(0);
    const box = (await panel.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    const text = await panel.innerText();
    expect(text).toMatch(/^\d+ upstream calls/);
    expect(text).toContain('SELECT');
    expect(text).toContain('for accounts');
    expect(requested.filter((url) => /^http/.test(url) && !url.startsWith(world.url.href))).toEqual(
      [],
    );
    expect(complaints).toEqual([]);
    await panel.getByRole('button', { name: 'Close' }).click();
    expect(await panel.isVisible()).toBe(false);
  });

  it('runs its tabs and knows the schema where only trusted documents are executed', async () => {
    const strict = await openWorld({
      server: { graphiql: true, explain: 'header', showcases, documents: { onlyTrusted: true } },
      index: false,
    });
    try {
      const { page, complaints } = await browser.open(390, 844);
      await page.goto(strict.url.href);
      await page.getByText('Trusted only').waitFor();
      await page.getByRole('button', { name: /Execute query/ }).click();
      await page.locator('.graphiql-response').getByText('annualRevenue').first().waitFor();
      expect(complaints).toEqual([]);
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      await page.getByText('Root Types').waitFor();
      await page.screenshot({ path: '.switchboard/trusted-narrow.png' });
    } finally {
      await strict.close();
    }
  });

  it('shows documentation and the explorer, and keeps headers for the next visit', async () => {
    const { page } = await browser.open(1360, 850);
    await page.goto(world.url.href);
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('Root Types').waitFor();
    await page.screenshot({ path: '.switchboard/docs.png' });
    await page.getByRole('button', { name: 'Show GraphiQL Explorer' }).click();
    await page.getByText('accountsAggregate').first().waitFor();
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
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.getByRole('region', { name: 'Headers' }).getByText('Bearer kept').waitFor();
  });
});
