/** Switchboard as its own process, as a person or an init system starts it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Started {
  readonly child: ChildProcess;
  /** Milliseconds from the start to the greeting. */
  readonly readyMs: number;
  readonly url: URL;
  output(): string;
  /** Sends the signal and waits for the end. @returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const root = join(import.meta.dirname, '../..');

/**
 * Where processes keep what they compiled, for the next one: some hundred of them load the same
 * modules. Node goes by the modules' content, so nothing in it is ever out of date.
 */
export const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') } as const;

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Environment variables over an otherwise unset configuration. */
export type Settings = Readonly<Record<string, string>>;

/** Starts a command; what it prints is collected. */
export function launch(args: readonly string[], settings: Settings) {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-'));
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...compiled, DATA_DIR: directory, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const add = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  child.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return { child, output: () => text };
}

/** Runs a command to its end. */
export async function run(args: readonly string[], settings: Settings = {}): Promise<Ended> {
  const { child, output } = launch(args, settings);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

/** Starts a server and waits until it says where its graph is. */
export async function startProcess(
  args: readonly string[],
  settings: Settings = {},
): Promise<Started> {
  const began = performance.now();
  const { child, output } = launch(args, settings);
  const url = await new Promise<URL>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /^Graph +(\S+)$/m.exec(output())?.[1];
      if (address !== undefined) resolve(new URL(address));
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${output()}`)));
  });
  return {
    child,
    url,
    output,
    readyMs: performance.now() - began,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await ended)[0];
    },
  };
}
