/** Commands of the documentation as a reader pastes them: in the order of the pages, beside a gateway over the synthetic company. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { allCommands, here, runnerOf } from '../docs/command.ts';
import { blocksOf, root } from '../docs/page.ts';
import { startMs } from '../support/patience.ts';
import { drawPort } from '../support/port.ts';

/** Where the reader stands: what a clone has, and room for what commands write. */
const folder = mkdtempSync(join(tmpdir(), 'docs-command-'));
const env: Record<string, string> = {};
let gateway: ChildProcess;
let port: number;

beforeAll(async () => {
  for (const name of ['schema', 'queries', 'src', 'package.json', 'node_modules'])
    symlinkSync(join(root, name), join(folder, name));
  // A clone has a link for npx; this stands for it where there was no `npm ci`.
  writeFileSync(
    join(folder, 'npx'),
    `#!/bin/sh\nshift\nexec node ${join(root, 'src/cli/main.ts')} "$@"\n`,
  );
  chmodSync(join(folder, 'npx'), 0o755);
  // A page has the reader save its question.
  const question = blocksOf('docs/ask/tables.md').find(({ language }) => language === 'graphql');
  writeFileSync(join(folder, 'deals-with-calls.graphql'), question?.text ?? '');
  port = await drawPort();
  Object.assign(env, {
    PATH: [folder, join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    HOME: folder,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
  });
  gateway = spawn('npm', ['start'], {
    cwd: root,
    env: { ...env, PORT: String(port) },
    detached: true,
    stdio: 'ignore',
  });
  // Before its index is full, commands say that calls are missing, and end with 1.
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/graphql?query={indexStatus{completeShare}}`, {
      headers: { accept: 'application/json' },
    })
      .then((response) => response.json())
      .then(
        ({ data }) => data.indexStatus.completeShare === 1,
        () => false,
      );
  await vi.waitUntil(isReady, { timeout: startMs, interval: 200 });
});

afterAll(async () => {
  const ended = once(gateway, 'close');
  process.kill(-gateway.pid!, 'SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

it.each(
  allCommands().flatMap((command) => {
    const runner = runnerOf(command);
    return runner?.by === here
      ? [{ at: `${command.block.page}:${command.block.line}`, text: command.text, runner }]
      : [];
  }),
)('$at $text', async ({ text, runner }) => {
  // Questions go to the gateway that is there: one of its own for each would take ten seconds, and test/cli/ starts those.
  const url = /^npx switchboard (?:run|query|export)\b/.test(text)
    ? ` --url http://127.0.0.1:${port}`
    : '';
  const line = text.replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`) + url;
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) =>
    execFile('sh', ['-c', line], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    ),
  );
  expect(code, output).toBe(runner.exit ?? 0);
  expect(output).toMatch(runner.prints ?? /^/);
});
