/** docs/dashboard.md as a reader follows it, to the letter, in copies of this tree. */

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hasBrowser } from '../support/browser.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/dashboard.md'), 'utf8');
const section = (heading: string): string => page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;

/** All that is committed, with the packages that are installed. */
function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const run = (folder: string, line: string): string =>
  execFileSync('sh', ['-c', line], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  });

/** Code blocks with the file that was named last before each. */
function* blocksOf(text: string): Generator<{ file: string; language: string; code: string }> {
  for (const match of text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)) {
    const [, indent, language, code] = match;
    const files = [...text.slice(0, match.index).matchAll(/`((?:src|test)\/[\w/.-]+\.tsx?)`/g)];
    yield {
      file: files.at(-1)![1]!,
      language: language!,
      code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  }
}

/** A change as the page shows it: its lines without a sign are in the file, once. */
function changed(before: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  const old = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  expect(before.split(`\n${old.join('\n')}\n`)).toHaveLength(2);
  return before.replace(old.join('\n'), () => lines.map((line) => line.slice(1)).join('\n'));
}

it.skipIf(!hasBrowser)('a new panel in five steps', () => {
  const steps = section('A new panel in five steps');
  const folder = copyOfTree();
  for (const { file, language, code } of blocksOf(steps)) {
    const target = join(folder, file);
    writeFileSync(target, language === 'diff' ? changed(readFileSync(target, 'utf8'), code) : code);
  }
  const commands = [...steps.matchAll(/`(np[mx] [^`]+)`/g)].map((match) => match[1]!);
  expect(commands).toEqual([
    'npm run codegen',
    'npm run dashboard',
    'npm run check:types',
    'npx vitest run --config vitest.wide.config.ts dashboard-contracts',
  ]);
  for (const command of commands) run(folder, command);
  // As the page shows it, it is as `npm run fix` would leave it.
  run(folder, 'npx biome check src/dashboard/account test/wide/dashboard-contracts.wide.ts');
});
