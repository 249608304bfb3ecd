/**
 * Takes pictures of the dashboard:
 * - `npm run pictures` those of README.md and docs/start/ anew;
 * - `npm run pictures FOLDER [URL]` all screens, at three widths in both modes, into a folder: of the synthetic company,
 *   or of a gateway that runs, say one with `COMPANY_SIZE=large`.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '../../src/config.ts';
import { start } from '../../src/main/start.ts';
import { launchBrowser, type Window } from './browser.ts';
import { startMs } from './patience.ts';

interface Call {
  readonly upstreamId: string;
  readonly media: { readonly videoUrl: string | null };
  readonly parties: readonly unknown[];
  readonly opportunities: readonly unknown[];
}

const [folder, url] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'switchboard-picture-'));
const gateway = url
  ? { url: new URL(url), close: async () => {} }
  : await start(
      loadConfig({
        PORT: '0',
        DATA_DIR: directory,
        LOG_LEVEL: 'silent',
        TZ: 'UTC',
        ...process.env,
      }),
    );
const browser = await launchBrowser();

async function ask<Data>(query: string): Promise<Data> {
  const response = await fetch(new URL('/graphql', gateway.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return ((await response.json()) as { data: Data }).data;
}

/** The index knows all calls: before that the pictures would say what is not known yet. */
async function indexed(): Promise<void> {
  const { indexStatus } = await ask<{ indexStatus: { completeShare: number } }>(
    '{ indexStatus { completeShare } }',
  );
  if (indexStatus.completeShare < 0.99) await wait(200).then(indexed);
}

/** Opens a screen and waits until all of it is there. */
async function show({ page }: Window, path: string): Promise<void> {
  await page.goto(new URL(`/app${path}`, gateway.url).href);
  await page
    .locator('footer.cost [role=status]:not(:has-text("Asking"))')
    .waitFor({ timeout: startMs });
  await page.locator('.skeleton, [aria-busy=true]').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

async function callToShow(): Promise<string | undefined> {
  const { calls } = await ask<{ calls: { nodes: readonly Call[] } }>(`{
    calls(first: 100, order: NEWEST, filter: { about: { title: "pricing" } }) {
      nodes { upstreamId media { videoUrl } parties { speakerId } opportunities { record { id } } }
    }
  }`);
  const call = calls.nodes.find(
    ({ media, parties, opportunities }) =>
      media.videoUrl !== null && parties.length === 4 && opportunities.length === 1,
  );
  return (call ?? calls.nodes[0])?.upstreamId;
}

async function takeForDocs(): Promise<void> {
  const take = async (path: string, file: string, height: number): Promise<void> => {
    const window = await browser.open(1240, height);
    await show(window, path);
    const { pathname } = new URL(`../../docs/start/${file}`, import.meta.url);
    await window.page.screenshot({ path: pathname });
    await window.close();
  };
  await take('/deals', 'dashboard.png', 1060);
  await take(`/call/${await callToShow()}?t=250`, 'dashboard-call.png', 860);
}

interface Records {
  readonly opportunities: {
    readonly nodes: readonly {
      readonly upstreamId: string;
      readonly account: {
        readonly upstreamId: string;
        readonly contacts: { readonly nodes: readonly { readonly upstreamId: string }[] };
      };
    }[];
  };
}

/** Each screen by its name, of the largest open deal, its account and its first contact. */
async function screens(): Promise<Readonly<Record<string, string>>> {
  const { opportunities } = await ask<Records>(`{
    opportunities(first: 1, filter: { isClosed: { eq: false }, accountId: { isNull: false } }, orderBy: [{ field: AMOUNT, direction: DESC, nulls: LAST }]) {
      nodes { upstreamId account { upstreamId contacts(first: 1) { nodes { upstreamId } } } }
    }
  }`);
  const deal = opportunities.nodes[0]!;
  const { account } = deal;
  return {
    ...{ today: '/today', deals: '/deals', deal: `/deal/${deal.upstreamId}` },
    ...{ account: `/account/${account.upstreamId}`, prepare: `/prepare/${account.upstreamId}` },
    ...{ person: `/person/${account.contacts.nodes[0]?.upstreamId}` },
    ...{ calls: '/calls', call: `/call/${await callToShow()}`, team: '/team', signals: '/signals' },
    ...{ questions: '/questions', browse: '/browse', search: '/search?q=pricing' },
  };
}

async function takeAll(into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  const paths = Object.entries(await screens());
  for (const width of [390, 768, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      const window = await browser.open(width, 900);
      await window.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const [name, path] of paths) {
        await show(window, path).catch((error: unknown) => console.error(`${name}: ${error}`));
        const file = `${name}-${width}-${colorScheme}.png`;
        await window.page.screenshot({ path: join(into, file), fullPage: true });
      }
      for (const complaint of window.complaints) console.error(complaint);
      await window.close();
    }
}

try {
  if (!url) await indexed();
  await (folder === undefined ? takeForDocs() : takeAll(folder));
} finally {
  await browser.close();
  await gateway.close();
  rmSync(directory, { recursive: true });
}
