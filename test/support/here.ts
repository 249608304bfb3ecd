/** Switchboard in the test's own process, for what needs no process of its own. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { runCommand } from '../../src/cli/command.ts';
import { loadConfig } from '../../src/config.ts';
import { type Running, start } from '../../src/main/start.ts';
import { errorText } from '../../src/main/start-error.ts';
import type { Ended, Settings } from './process.ts';

/** Starts a gateway as these variables say, without index and log unless they say so; it ends with the test. */
export async function startHere(settings: Settings): Promise<Running> {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-'));
  const defaults = { PORT: '0', DATA_DIR: directory, INDEX: 'off', LOG_LEVEL: 'silent' };
  const running = await start(loadConfig({ ...defaults, ...settings }));
  onTestFinished(async () => {
    await running.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return running;
}

/**
 * Runs a command to its end: its exit code, and what it writes on either output. One at a time.
 * @param settings variables over those that are there.
 */
export async function runHere(args: readonly string[], settings: Settings = {}): Promise<Ended> {
  let output = '';
  const before = new Map(Object.keys(settings).map((name) => [name, process.env[name]]));
  Object.assign(process.env, settings);
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    }),
  );
  try {
    return { code: await runCommand(args), output };
  } catch (error) {
    return { code: 1, output: `${output}${errorText(error)}\n` };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}
