/** Subcommands by name, each in a file of its own that is loaded when it runs. */

import { nearest } from '../config/name-suggestion.ts';
import { takeMemoryFlags } from '../main/memory-flag.ts';
import { programVersion } from '../main/program-version.ts';
import { stderr, stdout } from '../main/terminal.ts';
import { commands, helpOf, listOfCommands } from './command-line.ts';
import { misuse } from './flag.ts';

/** Runs a subcommand. @returns the exit code, or null while it goes on serving. */
type RunCommand = (args: readonly string[]) => Promise<number | null>;

const runs: Readonly<Record<keyof typeof commands, () => Promise<RunCommand>>> = {
  serve: async () => {
    takeMemoryFlags();
    const [{ loadConfig }, { serve }] = await Promise.all([
      import('../config.ts'),
      import('../main/start.ts'),
    ]);
    return (args) => {
      if (args.length > 0)
        throw misuse(commands.serve, `Expected nothing after it; got "${args.join(' ')}".`);
      return serve(loadConfig()).then(() => null);
    };
  },
  service: async () => {
    const { runServiceAs } = await import('./service-command.ts');
    return async (args) => {
      await runServiceAs(args);
      return null;
    };
  },
  query: async () => (await import('./query-command.ts')).runQuery,
  run: async () => (await import('./run-command.ts')).runQuestion,
  export: async () => (await import('./export-command.ts')).runExport,
  index: async () => (await import('./index-command.ts')).runIndex,
  schema: async () => (await import('./schema-command.ts')).runSchema,
  usage: async () => (await import('./usage-command.ts')).runUsage,
  config: async () => (await import('./config-command.ts')).runConfig,
  login: async () => (await import('./login-command.ts')).runLogin,
  key: async () => (await import('./key-command.ts')).runKey,
  doctor: async () => (await import('./doctor-command.ts')).runDoctor,
};

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

const wantsHelp = (args: readonly string[]): boolean =>
  args.some((arg) => arg === '--help' || arg === '-h');

/**
 * Runs a command line, without the program's name.
 * @returns the exit code, or null while it goes on serving.
 */
export async function runCommand([name = 'serve', ...args]: readonly string[]): Promise<
  number | null
> {
  if (['help', '--help', '-h'].includes(name)) {
    const [topic] = args;
    if (topic !== undefined && !isCommand(topic)) return refuseName(topic);
    stdout.write(topic === undefined ? listOfCommands() : helpOf(commands[topic]));
    return 0;
  }
  if (['--version', '-v', 'version'].includes(name)) {
    stdout.write(`${programVersion()}\n`);
    return 0;
  }
  if (!isCommand(name)) return refuseName(name);
  if (wantsHelp(args)) {
    stdout.write(helpOf(commands[name]));
    return 0;
  }
  expectNoEmptyArgument(name, args);
  const run = await runs[name]();
  return run(args);
}

function refuseName(name: string): number {
  const meant = nearest(name, Object.keys(commands));
  const expected = meant === null ? 'a command' : `${meant}, probably`;
  stderr.write(`Expected ${expected}; got "${name}".\n\n${listOfCommands()}`);
  return 1;
}

/** In a shell a variable that is not set arrives as an empty text, which never means anything here. */
function expectNoEmptyArgument(name: keyof typeof commands, args: readonly string[]): void {
  const at = args.findIndex((arg) => /^(--[\w-]+=)?\s*$/.test(arg));
  if (at === -1) return;
  const [flag = ''] = (args[at] ?? '').split('=', 1);
  const before = flag.trim() || args[at - 1] || name;
  throw misuse(commands[name], `Expected a value after ${before}; got an empty text.`);
}
