/** docs/build/panel.md as a reader follows it: its files in an empty folder, typed, compiled, and run against a gateway. */

import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { unauthenticated } from '../../src/server/error-response.ts';
import { type Authenticator, openToAll } from '../../src/server/identity/authentication.ts';
import { commandsOf } from '../docs/command.ts';
import { blocksOf, root, textOf } from '../docs/page.ts';
import { startMs } from '../support/patience.ts';
import type { TruthRow } from '../support/truth.ts';
import { openWorld, type World } from '../support/world.ts';

const page = 'docs/build/panel.md';

/** The page's files: each TypeScript block is the file that was named last before it. */
function filesOfPage(): [name: string, text: string][] {
  const text = textOf(page);
  return blocksOf(page)
    .filter(({ language }) => language === 'ts')
    .map((block) => {
      const before = text.slice(0, text.indexOf(block.text));
      const names = [...before.matchAll(/`([\w/-]+\.ts)`/g)];
      return [names.at(-1)?.[1] ?? '', block.text];
    });
}

function folderOf(world: World): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-panel-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of filesOfPage()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text.replace('http://127.0.0.1:4000', world.url.origin));
  }
  cpSync(join(root, 'schema/cache-keys.json'), join(folder, 'cache-keys.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...compilerOptions,
        types: [],
        lib: ['esnext', 'dom'],
        resolveJsonModule: true,
      },
      include: ['src'],
    }),
  );
  return folder;
}

/** Refuses a token that has expired; everybody else may ask. */
const unlessStale: Authenticator = {
  authenticate(authorization) {
    if (authorization === 'Bearer stale')
      throw unauthenticated('Expected a token that has not expired.');
    return openToAll.authenticate(undefined);
  },
};

it('shows rows, loads more, renews its token and says what is missing', async () => {
  const world = await openWorld({ index: 'copied', server: { authenticator: unlessStale } });
  onTestFinished(() => world.close());
  const folder = folderOf(world);
  const env = {
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    SWITCHBOARD_KEY: 'key',
  };
  const commands = commandsOf(page).filter(({ text }) => text.startsWith('npx '));
  expect(commands.map(({ text }) => text)).toEqual(['npx graphql-codegen', 'npx tsc']);
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

  const load = (name: string) => import(pathToFileURL(join(folder, 'src', name)).href);
  const { createClient } = await load('client.ts');
  const { loadMore, emptyList } = await load('account-list.ts');
  const renewed: string[] = [];
  const client = createClient(new URL('/graphql', world.url).href, async () => {
    const token = renewed.length === 0 ? 'stale' : 'fresh';
    renewed.push(token);
    return token;
  });
  const first = await loadMore(client, emptyList);
  expect(renewed).toEqual(['stale', 'fresh']);
  expect(first).toMatchObject({ missing: [], retryAfterMs: null });
  expect(first.rows).toHaveLength(10);
  const second = await loadMore(client, first);
  expect(new Set(second.rows.map(({ name }: TruthRow) => name)).size).toBe(20);

  world.service.admin.faults.add({
    kind: 'status',
    status: 503,
    retryAfter: 2,
    entity: 'accounts',
  });
  const third = await loadMore(client, second);
  expect(third.rows).toHaveLength(20);
  expect(third.missing[0]).toMatch(/^accounts: /);
  expect(third.retryAfterMs).toBeGreaterThan(0);
});
