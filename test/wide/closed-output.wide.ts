/** Commands whose output nobody reads, or that find no room for it: they end their work, and their exit code tells. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../support/process.ts';
import { hasSmallDisk, openSmallDisk } from '../support/small-disk.ts';
import { openWorld, type World } from '../support/world.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchboard-output-'));
let world: World;
beforeAll(async () => {
  world = await openWorld({ index: false });
});
afterAll(async () => {
  await world.close();
  rmSync(directory, { recursive: true });
});

const file = (name: string, text: string): string => {
  writeFileSync(join(directory, name), text);
  return join(directory, name);
};
const list = file(
  'list.graphql',
  'query ($after: String) { accounts(first: 50, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } } }',
);

const commands = {
  help: () => ['help'],
  'schema print': () => ['schema', 'print'],
  query: () => ['query', list, '--url', world.url.href],
};
const names = Object.keys(commands) as (keyof typeof commands)[];

const main = 'src/cli/main.ts';

it.each(names)('%s says that its output did not fit', async (name) => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [main, ...commands[name]()], {
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  let told = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(told).toMatch(/^Expected room on standard output; got ENOSPC\./m);
  expect(told).not.toMatch(/^\s+at /m);
});

it.each(names)('%s ends in silence where its reader has left', async (name) => {
  const child = spawn(process.execPath, [main, ...commands[name]()], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout!.destroy();
  let told = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(told).toBe('');
});

it.runIf(hasSmallDisk)(
  'export says that the disk is full, and goes on when it has room',
  async () => {
    const disk = openSmallDisk();
    const exported = [
      ...[main, 'export', list, '--out', join(disk.folder, 'full.csv')],
      ...['--url', world.url.href],
    ];
    // Room for the claim of the process, and for no row.
    disk.fillUp(1);
    const { code, output } = await run(exported);
    expect(code).toBe(1);
    expect(output.split('\n')).toEqual([
      'Expected a disk with room for what is written; got ENOSPC: no space left on device, write.',
      '',
    ]);
    disk.free();
    expect(await run(exported)).toMatchObject({ code: 0 });
  },
);

it('export writes its file, and says so by its code, where nobody reads how far it is', async () => {
  const exported = (out: string): string[] => [
    ...[main, 'export', list, '--out', join(directory, out)],
    ...['--url', world.url.href],
  ];
  expect(await run(exported('read.csv'))).toMatchObject({ code: 0 });
  const child = spawn(process.execPath, exported('unread.csv'), {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr!.destroy();
  expect(await once(child, 'close')).toEqual([0, null]);
  const [read, unread] = ['read.csv', 'unread.csv'].map((out) =>
    readFileSync(join(directory, out), 'utf8'),
  );
  expect(unread).toBe(read);
});
