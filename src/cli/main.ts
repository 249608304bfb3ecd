#!/usr/bin/env node

/** `switchboard`: one command, its subcommands each in a file of their own, loaded when asked for. */

import { ConfigError } from '../config.ts';
import { SwitchboardError } from '../errors.ts';
import { CustomSchemaError } from '../records/crm/custom-config.ts';

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
      const { runService } = await import('./service.ts');
      return async (args) => {
        await runService(args);
        return null;
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
  return (await command.load())(args);
}

/** Faults of use and configuration are told in words; anything else with where it came from. */
function report(error: unknown): void {
  const expected =
    error instanceof SwitchboardError ||
    error instanceof ConfigError ||
    error instanceof CustomSchemaError;
  const text = error instanceof Error ? (expected ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
}

try {
  const code = await main(process.argv.slice(2));
  if (code !== null) process.exitCode = code;
} catch (error) {
  report(error);
  process.exitCode = 1;
}
