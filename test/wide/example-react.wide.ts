/** The example of a React page, built by the commands of its README and looked at in Chromium over a gateway with keys. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpError } from '../../src/server/error-response.ts';
import { openToAll } from '../../src/server/identity/authentication.ts';
import type { Identity } from '../../src/server/identity/identity.ts';
import { root } from '../docs/page.ts';
import { type Chromium, hasBrowser, launchBrowser } from '../support/browser.ts';
import { exampleOf } from '../support/example.ts';
import { drawPort } from '../support/port.ts';
import { openWorld, type World } from '../support/world.ts';

const everyone = openToAll.authenticate(undefined) as Identity;
const { commands, run } = exampleOf('react-page');

describe.skipIf(!hasBrowser)('the React page', () => {
  let world: World;
  let browser: Chromium;
  let address: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    world = await openWorld({
      index: 'copied',
      server: {
        authenticator: {
          authenticate(authorization) {
            if (authorization !== 'Bearer swordfish')
              throw new HttpError(401, 'UNAUTHENTICATED', 'Expected a key; got another one.');
            return everyone;
          },
        },
      },
    });
    for (const [number, command] of commands.entries()) {
      if (command.startsWith('npx vite preview')) continue;
      const { code, stdout, stderr } = await run(number, {});
      expect(code, `${command}\n${stdout}${stderr}`).toBe(0);
    }
    const { preview } = await import('vite');
    const server = await preview({
      root: join(root, 'examples/react-page'),
      logLevel: 'warn',
      preview: {
        host: '127.0.0.1',
        port: await drawPort(),
        proxy: { '/graphql': world.url.href },
      },
    });
    close = () => server.close();
    address = server.resolvedUrls!.local[0]!;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await close?.();
    await world?.close();
  });

  const namesOf = async (first: number, after?: string) => {
    const response = await fetch(new URL('/graphql', world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer swordfish' },
      body: JSON.stringify({
        query: `query ($first: Int, $after: String) {
          opportunities(first: $first, after: $after, filter: { isClosed: { eq: false } }, orderBy: [{ field: NAME }]) { nodes { name } }
        }`,
        variables: { first, after },
      }),
    });
    const { data } = (await response.json()) as {
      data: { opportunities: { nodes: { name: string }[] } };
    };
    return data.opportunities.nodes.map(({ name }) => name);
  };

  it('asks for a key once, loads pages, and shows a partial answer beside what it lacks', async () => {
    const { page, close: leave } = await browser.open(900, 700);
    await page.goto(address);
    await page.getByLabel('Key').fill('trout');
    await page.keyboard.press('Enter');
    await page.getByText('That key was refused.').waitFor();
    await page.getByLabel('Key').fill('swordfish');
    await page.keyboard.press('Enter');

    const rows = page.locator('li b');
    const more = page.getByRole('button', { name: 'Load more' });
    await more.waitFor();
    expect(await rows.allTextContents()).toEqual(await namesOf(10));
    await more.click();
    await rows.nth(19).waitFor();
    expect(await rows.allTextContents()).toEqual(await namesOf(20));
    expect(await page.getByRole('alert').count()).toBe(0);

    // The key is kept by the tab; a field that the CRM hides takes nothing else away.
    world.service.admin.faults.add({
      kind: 'hidden',
      system: 'crm',
      names: ['Opportunity.NextStep'],
    });
    await page.reload();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/^Not all is here: .*NextStep/);
    expect(await rows.allTextContents()).toEqual(await namesOf(10));
    world.service.admin.faults.clear();
    await page.getByRole('button', { name: 'Again' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await expect.poll(() => rows.count()).toBe(10);
    await leave();
  });
});
