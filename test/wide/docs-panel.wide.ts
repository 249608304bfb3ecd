/** docs/build/panel.md as a reader follows it: its files in an empty folder, typed, compiled, and run against a gateway. */

import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { unauthenticated } from '../../src/server/error-response.ts';
import { type Authenticator, openToAll } from '../../src/server/identity/authentication.ts';
import { commandsOf } from '../docs/command.ts';
import { blocksOf, root, textOf } from '../docs/page.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { startMs } from '../support/patience.ts';
import type { TruthRow } from '../support/truth.ts';
import { openWorld, type World } from '../support/world.ts';

const page = 'docs/build/panel.md';

/** The page's files: each block of TypeScript or JavaScript is the file that was named last before it. */
function filesOfPage(): [name: string, text: string][] {
  const text = textOf(page);
  return blocksOf(page)
    .filter(({ language }) => language === 'ts' || language === 'js')
    .map((block) => {
      const before = text.slice(0, text.indexOf(block.text));
      const names = [...before.matchAll(/`([\w/-]+\.[jt]s)`/g)];
      return [names.at(-1)?.[1] ?? '', block.text];
    });
}

const blockOf = (language: string): string =>
  blocksOf(page).find((block) => block.language === language)?.text ?? '';

function folderOf(world: World): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-panel-'));
  for (const [name, text] of filesOfPage()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text.replace('http://127.0.0.1:4000', world.url.origin));
  }
  cpSync(join(root, 'schema/cache-keys.json'), join(folder, 'cache-keys.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), blockOf('json'));
  writeFileSync(join(folder, 'index.html'), blockOf('html'));
  return folder;
}

/** A document as far as the page's `src/main.ts` uses one; its elements by their tag. */
function stubDocument(): ReadonlyMap<string, StubElement> {
  const elements = new Map<string, StubElement>();
  const createElement = (tag: string): StubElement => {
    const element: StubElement = {
      children: [],
      replaceChildren: (...children) => element.children.splice(0, Infinity, ...children),
      addEventListener() {},
    };
    elements.set(tag, element);
    return element;
  };
  vi.stubGlobal('document', {
    createElement,
    body: { appendChild: (element: StubElement) => element },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return elements;
}

interface StubElement {
  readonly children: unknown[];
  readonly replaceChildren: (...children: unknown[]) => void;
  readonly addEventListener: () => void;
  textContent?: string;
  hidden?: boolean;
  disabled?: boolean;
}

/** Refuses a token that has expired; everybody else may ask. */
const unlessStale: Authenticator = {
  authenticate(authorization) {
    if (authorization === 'Bearer stale')
      throw unauthenticated('Expected a token that has not expired.');
    return openToAll.authenticate(undefined);
  },
};

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld({ index: 'copied', server: { authenticator: unlessStale } });
  folder = folderOf(world);
  const env = {
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    SWITCHBOARD_KEY: 'key',
  };
  const commands = commandsOf(page).filter(({ text }) => text.startsWith('npx '));
  expect(commands.map(({ text }) => text)).toEqual([
    'npx graphql-codegen',
    'npx tsc',
    'npx vite build',
  ]);
  for (const { text } of commands) {
    const options = { cwd: folder, env, timeout: startMs };
    const command = promisify(execFile)('sh', ['-ec', text.replace('npx ', '')], options);
    // A compiler writes what is wrong to standard output.
    expect(
      await command.then(
        () => '',
        ({ stdout }) => String(stdout),
      ),
      text,
    ).toBe('');
  }
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => world.service.admin.faults.clear());

it('shows rows, loads more, renews its token and says what is missing', async () => {
  const load = (name: string) => import(pathToFileURL(join(folder, 'src', name)).href);
  const { createClient } = await load('client.ts');
  const { loadMore, askAgain, missingOf } = await load('account-list.ts');
  const namesOf = (pages: readonly { rows: readonly TruthRow[] | null }[]) =>
    pages.flatMap(({ rows }) => (rows ?? []).map(({ name }) => name));
  const renewed: string[] = [];
  const client = createClient(new URL('/graphql', world.url).href, async () => {
    const token = renewed.length === 0 ? 'stale' : 'fresh';
    renewed.push(token);
    return token;
  });
  const first = await loadMore(client, []);
  expect(renewed).toEqual(['stale', 'fresh']);
  expect(first).toMatchObject([{ missing: [], retryAfterMs: 0 }]);
  expect(namesOf(first)).toHaveLength(10);

  // A page that fails leaves the list where it was, and the next attempt goes on from there.
  const { faults } = world.service.admin;
  faults.add({ kind: 'status', status: 503, retryAfter: 2, entity: 'accounts' });
  const failed = await loadMore(client, first);
  expect(namesOf(failed)).toEqual(namesOf(first));
  expect(missingOf(failed)).toEqual([expect.stringMatching(/^accounts: /)]);
  expect(failed.at(-1).retryAfterMs).toBeGreaterThan(0);
  const unreachable = await loadMore(createClient('http://127.0.0.1:1/graphql'), failed);
  expect(namesOf(unreachable)).toEqual(namesOf(first));
  expect(missingOf(unreachable)).toHaveLength(1);
  expect(unreachable.at(-1).retryAfterMs).toBeGreaterThan(0);
  faults.clear();
  const second = await loadMore(client, unreachable);
  expect(missingOf(second)).toEqual([]);
  expect(new Set(namesOf(second)).size).toBe(20);

  // What a page lacks is said until that page is asked for again, and one that fails then keeps its rows.
  faults.add({ kind: 'rows', change: 'short', entity: 'accounts' });
  const short = await loadMore(client, second);
  const lacks = [expect.stringMatching(/^accounts: .* announced more rows/)];
  expect(missingOf(short)).toEqual(lacks);
  faults.clear();
  const further = await loadMore(client, short);
  expect(missingOf(further)).toEqual(lacks);
  const away = await askAgain(createClient('http://127.0.0.1:1/graphql'), further);
  expect(namesOf(away)).toEqual(namesOf(further));
  expect(missingOf(away)).toHaveLength(1);
  const complete = await askAgain(client, away);
  expect(missingOf(complete)).toEqual([]);
  expect(namesOf(complete).slice(0, 30)).toEqual(namesOf(await loadMore(client, second)));

  // One outage is one sentence, whatever rows and pages it took values from.
  const outage = [0, 1].map((row) => ({
    path: ['accounts', 'nodes', row, 'lastCall'],
    message: 'Away.',
    extensions: {},
  }));
  const data = { accounts: { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'next' } } };
  const answer = { data, error: { graphQLErrors: outage } };
  const lossy = { query: () => ({ toPromise: async () => answer }) };
  const lost = await loadMore(lossy, await loadMore(lossy, []));
  expect(lost).toHaveLength(2);
  expect(missingOf(lost)).toEqual(['accounts.nodes.lastCall: Away.']);

  // Without keys: no `renew`.
  const buttons = stubDocument();
  await load('main.ts');
  await vi.waitFor(() => expect(buttons.get('ul')?.children).toHaveLength(10));
  expect(buttons.get('p')?.textContent).toBe('');
  expect(buttons.get('button')).toMatchObject({ textContent: 'Load more', hidden: false });
});

const hasApollo = existsSync(join(root, 'node_modules/@apollo/client/package.json'));
if (!hasApollo) process.stderr.write('SKIPPED: no @apollo/client; run `npm ci`\n');

/** A page around the hook of the document, which a reader writes as their own. */
const apolloMain = `
import { ApolloProvider } from '@apollo/client/react';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from './apollo.js';
import { useAccounts } from './use-accounts.js';

const tokens = ['stale'];
const client = createClient('/graphql', async () => tokens.pop() ?? 'fresh');
function Accounts() {
  const { rows, hasMore, missing, loadMore, askAgain } = useAccounts();
  return h('main', null,
    ...rows.map(({ id, name, lastCall }) => h('li', { key: id }, name, ': ', lastCall?.startedAt ?? '')),
    ...missing.map(({ path, message, extensions }, at) => h('p', { key: at }, [path?.join('.'), message, extensions?.retryAfterMs].join('|'))),
    h('button', { onClick: askAgain }, 'Ask again'),
    h('button', { onClick: loadMore, disabled: !hasMore }, 'Load more'));
}
createRoot(document.body).render(h(ApolloProvider, { client }, h(Accounts)));
`;

/** The page's script, bundled as its reader's would be. */
async function bundledApollo(): Promise<string> {
  writeFileSync(join(folder, 'src/apollo-main.js'), apolloMain);
  const { build } = await import('vite');
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: 'src/apollo-main.js', formats: ['iife'], name: 'panel' },
    },
  });
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }];
  return output[0].code;
}

it.skipIf(!hasBrowser || !hasApollo)(
  'shows, loads and says the same with Apollo Client',
  async () => {
    const script = await bundledApollo();
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const { page: tab, complaints } = await browser.open(800, 600);
    await tab.route('**/panel', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }),
    );
    await tab.goto(new URL('/panel', world.url).href);
    await tab.addScriptTag({ content: script });
    const rows = async () => tab.locator('li').allTextContents();
    const missing = async () => tab.locator('p').allTextContents();
    const more = tab.getByRole('button', { name: 'Load more' });
    const again = tab.getByRole('button', { name: 'Ask again' });
    await expect.poll(rows).toHaveLength(10);
    const first = await rows();
    // The first token had expired, which the browser notes.
    expect(complaints).toEqual([expect.stringContaining('401')]);
    await more.click();
    await expect.poll(rows).toHaveLength(20);
    expect(new Set(await rows()).size).toBe(20);
    expect((await rows()).slice(0, 10)).toEqual(first);
    expect(await missing()).toEqual([]);

    const { faults } = world.service.admin;
    faults.add({ kind: 'status', status: 503, retryAfter: 2, entity: 'accounts' });
    await more.click();
    await expect.poll(missing).toEqual([expect.stringMatching(/^accounts\|.*503.*\|\d+$/)]);
    expect(await rows()).toHaveLength(20);
    faults.clear();
    await more.click();
    await expect.poll(rows).toHaveLength(30);
    expect(await missing()).toEqual([]);

    faults.add({ kind: 'rows', change: 'short', entity: 'accounts' });
    await more.click();
    await expect
      .poll(missing)
      .toEqual([expect.stringMatching(/^accounts\|.* announced more rows/)]);
    const short = await rows();
    expect(short.length).toBeGreaterThan(30);
    faults.clear();

    // What a page lacks is said until that page is asked for again.
    await more.click();
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(short.length);
    expect(await missing()).toEqual([expect.stringMatching(/^accounts\|/)]);
    await again.click();
    await expect.poll(missing).toEqual([]);
    expect((await rows()).slice(0, 30)).toEqual(short.slice(0, 30));
    expect(new Set(await rows()).size).toBe((await rows()).length);

    await tab.route('**/graphql', (route) => route.abort());
    const before = await rows();
    await more.click();
    await expect.poll(missing).toEqual([expect.stringMatching(/fetch/)]);
    expect(await rows()).toEqual(before);
  },
);
