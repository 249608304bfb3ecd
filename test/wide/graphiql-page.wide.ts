/** The GraphiQL page in a browser: whose saved questions it offers. */

import { expect, it, onTestFinished } from 'vitest';
import { HttpError } from '../../src/server/error-response.ts';
import { openToAll } from '../../src/server/identity/authentication.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { startSmallServer } from '../support/small-server.ts';

const questions = [
  { name: 'canary', title: 'Canary', description: 'Ours alone', query: '{ hello }' },
] as never;

it.skipIf(!hasBrowser)(
  'offers the saved questions to whoever has a key, and from the start where nobody needs one',
  async () => {
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const chooser = async (options: Parameters<typeof startSmallServer>[0], key?: string) => {
      const server = await startSmallServer({ graphiql: true, questions, ...options });
      onTestFinished(() => server.close());
      const { page } = await browser.open(1280, 800);
      await page.goto(server.url.href);
      if (key !== undefined) {
        await page.getByRole('textbox', { name: 'Key' }).fill(key);
        await Promise.all([page.waitForEvent('load'), page.keyboard.press('Tab')]);
      }
      await page.getByRole('button', { name: 'Questions' }).click();
      await page.locator('.chooser[open]').waitFor();
      return page.locator('.chooser');
    };
    const authenticator = {
      authenticate(authorization: string | undefined) {
        if (authorization === 'Bearer swordfish') return openToAll.authenticate(undefined);
        throw new HttpError(401, 'UNAUTHENTICATED', 'Expected a key.');
      },
    };
    await (await chooser({})).getByText('Canary').waitFor();
    await (await chooser({ authenticator }, 'swordfish')).getByText('Canary').waitFor();
    expect(await (await chooser({ authenticator })).innerText()).not.toContain('Canary');
  },
);
