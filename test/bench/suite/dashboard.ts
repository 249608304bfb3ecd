/** The dashboard's screens: their first view in Chromium over a slow upstream, and five hundred of the same at once. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { chromiumArgs, chromiumPath } from '../../support/browser.ts';
import { ask, type Contestant, startSwitchboard } from '../contestant.ts';
import { type ServiceStage, startServiceStage } from '../service-stage.ts';
import { waitForIndex } from '../stand.ts';
import { figure, median } from '../statistic.ts';
import { atMost, type Setting, type Suite, type SuiteResult } from '../suite.ts';
import { countWaves } from './cold.ts';

const latencyMs = 80;
const graceMs = 300;
const seenMs = 100;
const copies = 500;

interface Screen {
  readonly name: string;
  readonly path: string;
}

interface Viewed extends Screen {
  /** What the page sent, word for word. */
  readonly body: string;
  readonly questions: number;
  readonly calls: number;
  readonly waves: number;
  readonly ms: number[];
  /** In another tab of the same browser, which has the scripts already. */
  readonly tabMs: number[];
  /** Gone back to, from another screen. */
  readonly backMs: number[];
}

export const dashboard: Suite = {
  name: 'dashboard',
  about: `Each screen of the dashboard in Chromium, nothing kept, ${latencyMs} ms of latency on each upstream call: from the address to its last part; then in another tab, whose scripts the browser has; then gone back to from another screen. At last ${copies} of the same question at once, of a server that knows nothing yet.`,
  async run(setting) {
    if (chromiumPath === undefined) {
      setting.say('SKIPPED: no Chromium is in /usr/bin');
      return { tables: [], plots: [], verdicts: [] };
    }
    const service = await startServiceStage('small', setting.companyFile);
    const folder = mkdtempSync(join(tmpdir(), 'screens-bench-'));
    const months = setting.quick ? 2 : 24;
    const start: Start = (caching) => startOver(service, folder, months, caching);
    try {
      const viewed = await view(setting, service, start);
      const times = setting.quick ? 10 : copies;
      return present(viewed, times, await shared(setting, service, viewed, times, start));
    } finally {
      await service.end();
      rmSync(folder, { recursive: true });
    }
  },
};

type Start = (caching: boolean) => Promise<Contestant>;

/** A gateway that knows nothing but the index in the folder, which the first one fills. */
async function startOver(
  service: ServiceStage,
  folder: string,
  months: number,
  caching: boolean,
): Promise<Contestant> {
  const settings = {
    INDEX: 'on',
    INDEX_INTERVAL_SECONDS: '1000000',
    INDEX_HORIZON_MONTHS: String(months),
    DATA_DIR: folder,
  };
  const gateway = await startSwitchboard(service, { caching, settings });
  await waitForIndex(gateway);
  return gateway;
}

/** Of each kind, the first there is. */
async function screensOf(gateway: Contestant): Promise<readonly Screen[]> {
  const query = `{
    accounts(first: 1) { nodes { upstreamId contacts(first: 1) { nodes { upstreamId } } relatedCalls(first: 1) { nodes { upstreamId } } } }
  }`;
  const { data } = await ask(gateway, { name: 'Ids', about: '', query });
  const ids = [...JSON.stringify(data).matchAll(/"upstreamId":"(\w+)"/g)].map((match) => match[1]!);
  const [account, contact, call] = ids;
  return [
    { name: 'Deals', path: '/deals' },
    { name: 'Account', path: `/account/${account}` },
    { name: 'Call', path: `/call/${call}` },
    { name: 'Person', path: `/person/${contact}` },
    { name: 'Team', path: '/team' },
    { name: 'Signals', path: '/signals' },
    { name: 'Search', path: '/search?q=clover' },
    { name: 'Browse', path: '/browse' },
    { name: 'Calls', path: '/calls' },
  ];
}

async function view(
  { quick, say }: Setting,
  service: ServiceStage,
  start: Start,
): Promise<readonly Viewed[]> {
  const gateway = await start(false);
  const browser = await chromium.launch({ executablePath: chromiumPath!, args: [...chromiumArgs] });
  const devtools = await browser.newBrowserCDPSession();
  try {
    const all = await screensOf(gateway);
    // The others differ in their question and their parts, which tests try.
    const screens = quick ? all.slice(0, 2) : all;
    const viewed: Viewed[] = [];
    for (const screen of screens) {
      say(screen.name);
      // The program and its scripts are warm, its data are not.
      const visit = () => once(gateway, service, { browser, devtools }, screen);
      if (!quick) await visit();
      await service.latency(latencyMs);
      const first = await visit();
      const visits = [first];
      for (let round = 1; round < (quick ? 1 : 5); round += 1) visits.push(await visit());
      await service.latency(0);
      viewed.push({
        ...screen,
        questions: first.questions,
        body: first.body,
        calls: first.calls.length,
        waves: countWaves(first.calls),
        ms: visits.map((one) => one.ms),
        tabMs: visits.map((one) => one.tabMs),
        backMs: visits.map((one) => one.backMs),
      });
    }
    return viewed;
  } finally {
    await browser.close();
    await gateway.end();
  }
}

/** A visit in a profile that knows nothing, from the address to the screen's last part; then one in another tab. */
async function once(
  gateway: Contestant,
  service: ServiceStage,
  { browser, devtools }: { readonly browser: Browser; readonly devtools: CDPSession },
  { path }: Screen,
) {
  const context = await browser.newContext();
  const address = new URL(`/app${path}`, gateway.url).href;
  try {
    const page = await context.newPage();
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/graphql') bodies.push(request.postData() ?? '');
    });
    await resting(devtools);
    const before = await service.received();
    const ms = await open(page, address);
    const calls = await service.callsAfter(before);
    const [questions, body] = [bodies.length, bodies[0] ?? ''];
    const backMs = await page.evaluate(goAndComeBack);
    await page.close();
    const tab = await context.newPage();
    await resting(devtools);
    const tabMs = await open(tab, address);
    return { ms, questions, body, calls, backMs, tabMs };
  } finally {
    await context.close();
  }
}

/** Milliseconds from the address to the screen's last part. */
async function open(page: Page, address: string): Promise<number> {
  await page.addInitScript(noteWhenAnswered, note);
  // The page says it by itself: to look into it would cost its main thread 15 ms.
  const answered = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(note),
    // CI runs this beside the tests.
    timeout: 120_000,
  });
  await page.goto(address, { waitUntil: 'commit' });
  return Number((await answered).text().slice(note.length));
}

const note = 'answered after ';

/**
 * Waits until Chromium does nothing: what it does for each window of a new profile is no part of the screen, and whoever
 * enters an address there has the window before them.
 */
async function resting(devtools: CDPSession): Promise<void> {
  const seconds = async (): Promise<number> => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  for (let before = -1, now = await seconds(); now - before > 0.02; now = await seconds()) {
    before = now;
    await setTimeout(200);
  }
}

/** Runs in the page, by its own clock: writes the milliseconds from its navigation until its answer's last part was drawn. */
function noteWhenAnswered(text: string): void {
  const observer = new MutationObserver(() => {
    const status = document.querySelector('footer.cost [role=status]')?.textContent;
    if (!status || status.startsWith('Asking')) return;
    observer.disconnect();
    requestAnimationFrame(() => console.info(text + performance.now()));
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page: to the address of no screen and back, timed until the screen's heading is drawn again. */
async function goAndComeBack(): Promise<number> {
  const turn = () => new Promise((done) => requestAnimationFrame(done));
  const heading = document.querySelector('main h1')?.textContent;
  const isHere = () => document.querySelector('main:not(.loading) h1')?.textContent === heading;
  history.pushState(null, '', '/app/elsewhere');
  while (isHere()) await turn();
  const start = performance.now();
  history.back();
  while (!isHere()) await turn();
  return performance.now() - start;
}

/** Upstream calls of each screen's question, asked once and asked by many at the same moment. */
async function shared(
  { say }: Setting,
  service: ServiceStage,
  viewed: readonly Viewed[],
  most: number,
  start: Start,
) {
  const counts = async (times: number): Promise<readonly number[]> => {
    const gateway = await start(true);
    try {
      const all: number[] = [];
      for (const { name, body } of viewed) {
        say(`${name}, ${times} at once`);
        const before = await service.received();
        await Promise.all(Array.from({ length: times }, () => send(gateway, body)));
        all.push((await service.received()) - before);
      }
      return all;
    } finally {
      await gateway.end();
    }
  };
  const [one, many] = [await counts(1), await counts(most)];
  return viewed.map((_, at) => ({ one: one[at]!, many: many[at]! }));
}

async function send({ url }: Pick<Contestant, 'url'>, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'multipart/mixed, application/graphql-response+json, application/json',
    },
    body,
  });
  const text = await response.text();
  // So many unread answers of one client are more than a server keeps: it says when to come again.
  if (response.status === 503) {
    await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000);
    return send({ url }, body);
  }
  if (!response.ok)
    throw new Error(`Expected an answer; got ${response.status} ${text.slice(0, 200)}`);
}

function present(
  viewed: readonly Viewed[],
  times: number,
  crowd: readonly { readonly one: number; readonly many: number }[],
): SuiteResult {
  return {
    tables: [
      {
        title: `First view, nothing kept, ${latencyMs} ms of latency`,
        columns: [
          '',
          'questions',
          'calls',
          'waves',
          'ms',
          'ms, in another tab',
          'ms, gone back to',
          `calls of ${times} at once / of one`,
        ],
        rows: viewed.map(({ name, questions, calls, waves, ms, tabMs, backMs }, at) => [
          name,
          String(questions),
          String(calls),
          String(waves),
          figure(median(ms)),
          figure(median(tabMs)),
          figure(median(backMs)),
          `${crowd[at]!.many} / ${crowd[at]!.one}`,
        ]),
      },
    ],
    plots: [],
    verdicts: viewed.flatMap(({ name, questions, waves, ms, tabMs, backMs }, at) => [
      atMost(`${name}: questions of its first view`, questions, 1),
      atMost(`${name}: first view beyond its waves`, median(ms) - waves * latencyMs, graceMs, 'ms'),
      atMost(
        `${name}: in another tab beyond its waves`,
        median(tabMs) - waves * latencyMs,
        graceMs,
        'ms',
      ),
      atMost(`${name}: gone back to`, median(backMs), seenMs, 'ms'),
      atMost(`${name}: calls of ${times} beyond those of one`, crowd[at]!.many - crowd[at]!.one, 0),
    ]),
  };
}
