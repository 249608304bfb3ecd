#!/usr/bin/env node

/** `switchboard`: one command, its subcommands each in a file of their own, loaded when asked for. */

import { faultText } from '../main/fault.ts';

/** Runs a subcommand. @returns the exit code, or null while it goes on serving. */
export type Run = (args: readonly string[]) => Promise<number | null>;

interface Command {
  readonly about: string;
  readonly load: () => Promise<Run>;
}

const commands: Readonly<Record<string, Command>> = {
  serve: {
    about: 'start the gateway, with the embedded service unless another is configured',
    load: async () => (await import('./serve.ts')).runServe,
  },
  service: {
    about: 'start the embedded connector service alone',
    load: async () => {
      const { runService, serviceHelp } = await import('./service.ts');
      return async (args) => {
        if (asksHelp(args)) process.stdout.write(serviceHelp);
        else await runService(args);
        return asksHelp(args) ? 0 : null;
      };
    },
  },
  query: {
    about: 'ask one question: query FILE [--variables JSON] [--url URL] [--key KEY] [--explain]',
    load: async () => (await import('./query.ts')).runQuery,
  },
  export: {
    about: 'follow a connection to its end: export FILE --out PATH [--format csv|ndjson|json]',
    load: async () => (await import('./export.ts')).runExport,
  },
  index: {
    about: 'the participant index: index sync | status | verify',
    load: async () => (await import('./index.ts')).runIndex,
  },
  schema: {
    about: 'schema print | check | diff [OTHER.graphql]',
    load: async () => (await import('./schema.ts')).runSchema,
  },
  config: {
    about: 'config check | example',
    load: async () => (await import('./config.ts')).runConfig,
  },
  key: {
    about: 'make an API key, and the hash that goes into the access file',
    load: async () => (await import('./key.ts')).runKey,
  },
  doctor: {
    about: 'look whether everything Switchboard needs is there and answers',
    load: async () => (await import('./doctor.ts')).runDoctor,
  },
};

function help(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, { about }]) => `  ${name.padEnd(width)}  ${about}`,
  );
  return `switchboard COMMAND\n\n${lines.join('\n')}\n\nConfiguration comes from the environment; see .env.example.\n`;
}

const asksHelp = (args: readonly string[]): boolean =>
  args.some((arg) => arg === '--help' || arg === '-h');

async function main([name = 'help', ...args]: readonly string[]): Promise<number | null> {
  if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(help());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`Expected a command; got "${name}".\n\n${help()}`);
    return 2;
  }
  if (asksHelp(args) && name !== 'service') {
    process.stdout.write(`switchboard ${name}: ${command.about}\n`);
    return 0;
  }
  return (await command.load())(args);
}

try {
  const code = await main(process.argv.slice(2));
  if (code !== null) process.exitCode = code;
} catch (error) {
  process.stderr.write(`${faultText(error)}\n`);
  process.exitCode = 1;
}
