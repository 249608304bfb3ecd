/** Processes under test: started with a probe in them, held on one core, and asked what they have used. */

import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Usage } from './probe.ts';

export const root = join(import.meta.dirname, '../..');
const probe = join(import.meta.dirname, 'probe.ts');

export interface Child {
  readonly process: ChildProcess;
  output(): string;
  /** What it has used; `collect` takes out the garbage first. */
  usage(ask?: 'usage' | 'collect'): Promise<Usage>;
  end(): Promise<void>;
}

export type Settings = Readonly<Record<string, string>>;

/** The server under test has a core of its own; the upstream and the load share another. */
export const cores = { server: '0', others: '1' } as const;
export type Core = keyof typeof cores;

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** What `fork` starts in place of Node, and the arguments before the module: Node held on one core. */
export function pinned(
  core: Core,
  execArgv: readonly string[] = [],
): { execPath?: string; execArgv: string[] } {
  if (!canPin) return { execArgv: [...execArgv] };
  return { execPath: 'taskset', execArgv: ['-c', cores[core], process.execPath, ...execArgv] };
}

/** Starts a module with a probe in it. Its environment holds the settings and nothing else of ours. */
export function startChild(
  module: string,
  args: readonly string[],
  settings: Settings,
  options: { readonly core?: Core; readonly execArgv?: readonly string[] } = {},
): Child {
  const child = fork(module, [...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    ...pinned(options.core ?? 'server', [
      '--expose-gc',
      '--import',
      probe,
      ...(options.execArgv ?? []),
    ]),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  const keep = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-100_000);
  };
  child.stdout!.on('data', keep);
  child.stderr!.on('data', keep);
  let asked = 0;
  const waiting = new Map<number, (usage: Usage) => void>();
  child.on('message', (message) => {
    const { id, usage } = message as { id?: number; usage?: Usage };
    if (id === undefined || usage === undefined) return;
    waiting.get(id)?.(usage);
    waiting.delete(id);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    process: child,
    output: () => text,
    usage(ask = 'usage') {
      asked += 1;
      const id = asked;
      return new Promise((resolve, reject) => {
        waiting.set(id, resolve);
        void ended.then(() => reject(new Error(`It ended before it told its usage:\n${text}`)));
        child.send({ ask, id });
      });
    },
    end() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
      return ended.then(() => clearTimeout(late));
    },
  };
}

/** Waits for a line of the child's output. @throws Error with the output when it ends before. */
export function line(child: Child, form: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = form.exec(child.output())?.[1];
      if (found !== undefined) resolve(found);
    };
    child.process.stdout!.on('data', look);
    child.process.once('exit', (code) =>
      reject(new Error(`It ended with ${code}:\n${child.output()}`)),
    );
    look();
  });
}
