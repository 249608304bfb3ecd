/** Takes the pictures of README.md and docs/start/ anew: `npx node test/support/picture.ts`, after `npm run dashboard`. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '../../src/config.ts';
import { start } from '../../src/main/start.ts';
import { launchBrowser } from './browser.ts';

interface Call {
  readonly upstreamId: string;
  readonly media: { readonly videoUrl: string | null };
  readonly parties: readonly unknown[];
  readonly opportunities: readonly unknown[];
}

const directory = mkdtempSync(join(tmpdir(), 'switchboard-picture-'));
const gateway = await start(
  loadConfig({ PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'silent', TZ: 'UTC' }),
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

async function take(path: string, file: string, height: number): Promise<void> {
  const { page, close } = await browser.open(1240, height);
  await page.goto(new URL(`/app${path}`, gateway.url).href);
  await page.locator('footer.cost [role=status]:has-text("upstream call")').waitFor();
  await page.locator('.skeleton, [aria-busy=true]').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: new URL(`../../docs/start/${file}`, import.meta.url).pathname });
  await close();
}

try {
  await indexed();
  await take('/deals', 'dashboard.png', 1060);
  const { calls } = await ask<{ calls: { nodes: readonly Call[] } }>(`{
    calls(first: 100, order: NEWEST, filter: { about: { title: "pricing" } }) {
      nodes { upstreamId media { videoUrl } parties { speakerId } opportunities { record { id } } }
    }
  }`);
  const call = calls.nodes.find(
    ({ media, parties, opportunities }) =>
      media.videoUrl !== null && parties.length === 4 && opportunities.length === 1,
  );
  await take(`/call/${call?.upstreamId}?t=420`, 'dashboard-call.png', 860);
} finally {
  await browser.close();
  await gateway.close();
  rmSync(directory, { recursive: true });
}
