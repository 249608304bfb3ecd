/** Entry files of a checkout: a Node that is too old, and packages that are not there, are told of in a sentence. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'entry-'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
beforeAll(() => {
  for (const name of ['bin', 'src', 'package.json'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.includes('dashboard'),
    });
});
/** Makes this Node say that it is older. */
const old = join(copy, 'old.cjs');
beforeAll(() =>
  writeFileSync(old, `Object.defineProperty(process, 'versions', { value: { node: '20.19.5' } });`),
);
afterAll(() => rmSync(copy, { recursive: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

it.each(['bin/start.cjs', 'bin/switchboard.cjs'])(
  '%s refuses an old Node before it loads anything',
  (entry) => {
    expect(run('--require', old, join(root, entry), '--help')).toEqual({
      status: 1,
      output: `Expected Node 24 or newer; got 20.19.5 at ${process.execPath}. \`npm ci\` brings one that \`npm start\` and \`npx switchboard\` use.\n`,
    });
    expect(manifest.engines.node).toBe('>=24');
  },
);

/** A Node of the machine that is older, as Debian's is. */
const oldNode = ['/usr/bin/node', '/usr/bin/nodejs'].find(
  (path) =>
    Number(/^v(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]) <
    24,
);
if (oldNode === undefined)
  process.stderr.write('SKIPPED: no older Node at /usr/bin/node to refuse\n');

it
  .skipIf(oldNode === undefined)
  .each(['bin/start.cjs', 'bin/switchboard.cjs', 'package/switchboard.js'])(
  '%s is refused by a real one',
  (entry) => {
    const { status, stdout, stderr } = spawnSync(oldNode ?? '', [join(root, entry), '--help'], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Expected Node 24 or newer; got \d+\.\d+\.\d+ at \S+\..*\n$/);
  },
);

it("the package's command refuses an old Node, too", () => {
  expect(run('--require', old, join(root, 'package/switchboard.js'), '--help')).toEqual({
    status: 1,
    output: `Expected Node 24 or newer; got 20.19.5 at ${process.execPath}.\n`,
  });
});

it('names a package that is missing, of none or of a broken install', () => {
  const said = (name: string) => ({
    status: 1,
    output: `Expected the packages of package-lock.json in node_modules; got none for ${name}. \`npm ci\` installs them.\n`,
  });
  expect(run(join(copy, 'bin/start.cjs'))).toEqual(said('zod'));
  const cut = join(copy, 'node_modules/zod');
  mkdirSync(cut, { recursive: true });
  writeFileSync(join(cut, 'package.json'), '{ "name": "zod", "exports": "./index.js" }');
  expect(run(join(copy, 'bin/start.cjs'))).toEqual(said(join('zod', 'index.js')));
  rmSync(join(copy, 'node_modules'), { recursive: true });
});

it('leaves another failure as it is', () => {
  rmSync(join(copy, 'src/main/compile-cache.ts'));
  const { status, output } = run(join(copy, 'bin/start.cjs'));
  expect(status).toBe(1);
  expect(output).toMatch(/Cannot find module .*compile-cache/);
});

it('is what npm start and npx switchboard run', () => {
  expect(manifest.scripts.start).toMatch(/ bin\/start\.cjs$/);
  expect(manifest.bin.switchboard).toBe('./bin/switchboard.cjs');
  expect(run(join(root, manifest.bin.switchboard), '--version')).toEqual({
    status: 0,
    output: `${manifest.version}\n`,
  });
});
