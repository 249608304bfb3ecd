/** A real Chromium for tests, when the machine has one. */

import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** The first that is here. The shell without a window of its own takes a quarter of the other's CPU for a page. */
export const chromiumPath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find(existsSync);

/** False where browser tests have to be skipped; says so once. */
export const hasBrowser = chromiumPath !== undefined;
if (!hasBrowser) console.log('SKIPPED: browser tests, since no Chromium is in /usr/bin');

/** Chromium's own address bar: half a second of a core for each window, of no use to a test. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright turns off. Its list would be forgotten: of several in a command line the last one counts. */
const ofPlaywright = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter'],
  ...['PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];

/** How Chromium is started, here and in the benchmark. */
export const chromiumArgs: readonly string[] = [
  '--no-sandbox',
  `--disable-features=${[...ofPlaywright, ...addressBar].join()}`,
];

export interface Window {
  readonly page: Page;
  /** Every URL the page asked for. */
  readonly requested: string[];
  /** Errors the page reported. */
  readonly complaints: string[];
  /** Ends the page and its profile. */
  close(): Promise<void>;
}

export interface Chromium {
  /** A fresh profile with a window of this size. */
  open(width: number, height: number): Promise<Window>;
  close(): Promise<void>;
}

export async function launchBrowser(): Promise<Chromium> {
  // Loaded by those who launch it: a second of work, and most who import this file only ask whether it is there.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumPath!,
    args: [...chromiumArgs, '--disable-gpu', '--disable-dev-shm-usage'],
  });
  return {
    async open(width, height) {
      const context = await browser.newContext({ viewport: { width, height } });
      context.setDefaultTimeout(15_000);
      const requested: string[] = [];
      const complaints: string[] = [];
      context.on('request', (request) => requested.push(request.url()));
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      return { page, requested, complaints, close: () => context.close() };
    },
    close: () => browser.close(),
  };
}
