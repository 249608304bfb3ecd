/** Commands that pages show: a test runs each, or the page says why none does. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeBlocks, codeRunnerOf, codeRunners } from './code.ts';
import { allCommands, here, runnerOf, runners } from './command.ts';
import { blocksOf, pages, root } from './page.ts';

it('are run by a test, each', () => {
  const commands = allCommands();
  const strays = commands.filter((command) => runnerOf(command) === undefined);
  expect(strays.map(({ block, text }) => `${block.page}:${block.line}: ${text}`)).toEqual([]);
});

it('have no entry that stands for none, nor one whose test is not there', () => {
  const used = new Set(allCommands().map(runnerOf));
  const idle = runners.filter((runner) => !used.has(runner));
  expect(idle.map(({ command }) => String(command))).toEqual([]);
  const files = [here, ...runners.map(({ by }) => by)];
  expect(files.filter((file) => !existsSync(join(root, file.split(' ')[0] ?? '')))).toEqual([]);
});

it('are left out with a reason, and few are', () => {
  const reasons = pages.flatMap(blocksOf).flatMap(({ notRun }) => notRun ?? []);
  expect(reasons.filter((reason) => reason.trim().split(' ').length < 3)).toEqual([]);
  expect(reasons.length).toBeLessThanOrEqual(24);
});

it('and so is each block of code, by a test that is there', () => {
  const blocks = codeBlocks();
  const strays = blocks.filter((block) => codeRunnerOf(block) === undefined);
  expect(strays.map(({ page, line, language }) => `${page}:${line}: ${language}`)).toEqual([]);
  const used = new Set(blocks.map(codeRunnerOf));
  expect(codeRunners.filter((runner) => !used.has(runner)).map(({ page }) => String(page))).toEqual(
    [],
  );
  expect(codeRunners.filter(({ by }) => !existsSync(join(root, by)))).toEqual([]);
});
