/** Runs the commands of an example's README as a reader pastes them, against a gateway of the test. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { commandsOf } from '../docs/command.ts';
import { root } from '../docs/page.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where commands of the README lead, in place of the addresses it shows. */
export type Addresses = Readonly<Record<string, string>>;

/** The commands of `sh` blocks, and how one of them is run from the root. */
export function exampleOf(name: string) {
  const commands = commandsOf(`examples/${name}/README.md`).map(({ text }) => text);
  return {
    commands,
    /** @param number of the command, from 0. */
    run(number: number, addresses: Addresses, env: Readonly<Record<string, string>> = {}) {
      let line = commands[number] ?? expect.fail(`no command ${number} in ${name}`);
      for (const [shown, real] of Object.entries(addresses)) line = line.replaceAll(shown, real);
      const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
      return new Promise<Ended>((resolve) =>
        execFile(
          'sh',
          ['-c', line],
          { cwd: root, env: { PATH, HOME: process.env.HOME, ...env } },
          (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
        ),
      );
    },
  };
}
