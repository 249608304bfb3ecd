/** The dashboard for tests: built once, served over the synthetic company, and looked at in Chromium. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, TestRunner } from 'vitest';
import { newerSource } from '../../src/dashboard/build/newer-source.ts';
import { readDashboardDocuments } from '../../src/server/dashboard.ts';
import { readShowcases } from '../../src/server/example-operation.ts';
import { type Chromium, launchBrowser, type Window } from './browser.ts';
import { answerMs } from './patience.ts';
import { createWindowPool, type WindowPool } from './window-pool.ts';
import { openWorld, today, type World, type WorldOptions } from './world.ts';

const root = new URL('../../', import.meta.url);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const built = new URL('dist/dashboard/index.html', root);
const sources = new URL('src/dashboard/', root);

/** What is looked at is what the sources say now. Nothing is built here: several workers would do it at once. */
export function expectBuilt(): void {
  const newer = newerSource(built, [sources]);
  if (newer !== null)
    throw new Error(
      `Expected a build of these sources (npm run dashboard); newer: ${newer.pathname}.`,
    );
}

export const dashboardServer = {
  graphiql: true,
  explain: 'header',
  showcases: readShowcases(new URL('schema/operations/', root)),
  dashboard: {
    files: new URL('dist/dashboard/', root),
    documents: readDashboardDocuments(
      new URL('src/dashboard/graphql/persisted-documents.json', root),
    ),
    frameAncestors: [],
  },
} as const;

export interface Visit extends Window {
  /** How often the graph was asked since. */
  questions(): number;
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** One of `Dashboard.open`. Default: one that nobody else has, where nothing is stored. */
  readonly window?: Window;
  /** False where no answer will come. Default: waits for it. */
  readonly waits?: boolean;
  /** Changes the page before it is opened: answers of its own, say. */
  readonly before?: (window: Window) => Promise<unknown>;
}

export interface Dashboard {
  readonly world: World;
  /** Opens an address below `/app` and waits until all parts of its answer are there. A test's visits end with it. */
  visit(path: string, options?: VisitOptions): Promise<Visit>;
  /** Opens a window for visits one after the other: it loads and compiles the scripts once. A test's windows end with it. */
  open(): Promise<Window>;
  close(): Promise<void>;
}

export async function openDashboard(options: WorldOptions = {}): Promise<Dashboard> {
  expectBuilt();
  const [world, browser] = await Promise.all([
    openWorld({
      cache: true,
      media: true,
      ...options,
      server: { ...dashboardServer, ...options.server },
    }),
    launchBrowser(),
  ]);
  const pool = createWindowPool(() => openWindow(browser));
  return {
    world,
    visit: (path, how = {}) => visit(world, pool, path, how),
    open: () => windowOf(pool, {}),
    async close() {
      await browser.close();
      await world.close();
    },
  };
}

async function openWindow(browser: Chromium): Promise<Window> {
  const window = await browser.open(1280, 900);
  const { page } = window;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // The company ends on that day, whatever this machine's clock says.
  await page.clock.install({ time: today });
  return window;
}

/** A window that nobody else has until the test is over. A page that nobody looks at any more would still draw and ask. */
async function windowOf(pool: WindowPool, options: VisitOptions): Promise<Window> {
  const { width = 1280, height = 900, dark = false } = options;
  const window = await pool.take();
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => pool.giveBack(window));
  await window.page.setViewportSize({ width, height });
  await window.page.emulateMedia({ media: null, colorScheme: dark ? 'dark' : 'light' });
  return window;
}

async function visit(
  world: World,
  pool: WindowPool,
  path: string,
  options: VisitOptions,
): Promise<Visit> {
  const { waits = true, before } = options;
  const window = options.window ?? (await windowOf(pool, options));
  const { page, complaints, requested } = window;
  await before?.(window);
  const earlier = requested.length;
  await page.goto(new URL(`/app${path}`, world.url).href);
  if (waits)
    await settled(window).catch((error: unknown) => {
      throw new Error(`The screen ${path} is not complete: ${complaints.join('; ')}`, {
        cause: error,
      });
    });
  return {
    ...window,
    questions: () =>
      requested.slice(earlier).filter((url) => new URL(url).pathname === '/graphql').length,
  };
}

/** Screens of records with something to show: of an account with a contact and three calls, of that contact, one of the calls, and a deal with people. */
export async function recordPaths({ world }: Pick<Dashboard, 'world'>) {
  const { data } = await world.ask(`{
    accounts(first: 30) { nodes { upstreamId contacts(first: 1) { nodes { upstreamId } } relatedCalls(first: 3) { nodes { upstreamId } } } }
    opportunities(first: 1, filter: { opportunityContactRoles: { some: {} } }) { nodes { upstreamId } }
  }`);
  const account = data.accounts.nodes.find(
    (one: { relatedCalls: { nodes: unknown[] } }) => one.relatedCalls.nodes.length === 3,
  );
  return {
    Account: `/account/${account.upstreamId}`,
    Deal: `/deal/${data.opportunities.nodes[0].upstreamId}`,
    Call: `/call/${account.relatedCalls.nodes[0].upstreamId}`,
    Person: `/person/${account.contacts.nodes[0].upstreamId}`,
    Prepare: `/prepare/${account.upstreamId}`,
  };
}

/** All parts of the screen's answer are there, and drawn: its cost is known, and nothing is left to render. */
export async function settled({ page }: Pick<Window, 'page'>): Promise<void> {
  // What a key or a click sets off begins first.
  await rendered(page);
  await page
    .locator('footer.cost [role=status]:not(:has-text("Asking"))')
    .waitFor({ timeout: answerMs });
  for (const unfinished of ['.skeleton', '[aria-busy=true]'])
    await page.locator(unfinished).first().waitFor({ state: 'detached', timeout: answerMs });
  await rendered(page);
}

/** What is rendered when there is time for it, like rows below the window, is there: background tasks come after all others. */
const rendered = (page: Page): Promise<unknown> =>
  page.evaluate('scheduler.postTask(() => {}, { priority: "background" })');

/** No request left this machine, nothing broke the page's policy, nothing was logged as an error. */
export function expectClean(world: World, { requested, complaints }: Visit): void {
  expect(complaints).toEqual([]);
  expect(requested.filter((url) => new URL(url).origin !== world.url.origin)).toEqual([]);
}

/** axe finds nothing, and nothing lies beside the window. */
export async function expectAccessible({ page }: Pick<Window, 'page'>): Promise<void> {
  // A document that was looked at before has it already.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const here = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
        }>;
      };
    };
    const { violations } = await here.axe.run({
      // What passes is not described, and no selectors are sought, which was half of the work. Style sheets are loaded for rules that are experiments alone.
      resultTypes: ['violations'],
      selectors: false,
      elementRef: false,
      preload: { assets: ['media'] },
    });
    return violations.map(({ id, nodes }) => [
      id,
      ...nodes.slice(0, 3).map((n) => `${n.html} ${n.failureSummary}`),
    ]);
  });
  expect(found).toEqual([]);
  const beside = await page.evaluate(() => {
    const { document, innerWidth } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number } };
      innerWidth: number;
    };
    return document.documentElement.scrollWidth - innerWidth;
  });
  expect(beside).toBeLessThanOrEqual(0);
}
