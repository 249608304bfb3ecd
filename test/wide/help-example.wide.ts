/** Every example that a command's help shows works as it stands. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commands, helpOf } from '../../src/cli/command-line.ts';
import { share } from '../support/cases.ts';
import { compiled } from '../support/process.ts';
import { startSmallServer } from '../support/small-server.ts';

const root = join(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'examples-'));
for (const name of ['schema', 'queries']) symlinkSync(join(root, name), join(directory, name));
afterAll(() => rmSync(directory, { recursive: true }));

/** What a person who signs in has set; their browser is not waited for. */
const signIn = {
  SALESFORCE_CLIENT_ID: 'an-app',
  TOKEN_KEY: 'a key of thirty-two characters, at least',
};

/** The gateway that `usage` asks. */
const running = await startSmallServer({ admin: { host: '127.0.0.1', port: 0 } });
afterAll(() => running.close());

/** Runs a command to its end; one that serves, or waits for a person, is ended once it has said where. */
async function run(line: string): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(process.execPath, [join(root, 'src/cli/main.ts'), ...line.split(' ')], {
    cwd: directory,
    env: {
      ...process.env,
      ...compiled,
      ...(line.startsWith('login') && signIn),
      PORT: '0',
      ...(line.startsWith('usage') && { ADMIN_PORT: running.adminUrl!.port }),
      DATA_DIR: join(directory, 'data'),
      // Of how many months the index reads is not what they show.
      INDEX_HORIZON_MONTHS: '1',
    },
  });
  let output = '';
  const { promise: served, resolve } = Promise.withResolvers<number>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
      if (line.startsWith('serv') && /http:\/\/127/.test(output)) resolve(0);
      if (line.startsWith('login') && /Sign in .* browser/.test(output)) resolve(0);
    });
  const ended = once(child, 'exit').then(([code]) => code as number);
  const code = await Promise.race([served, ended]);
  child.kill();
  await ended;
  return { code, output };
}

const examples = Object.entries(commands).flatMap(([name, command]) =>
  command.examples.map((line) => ({ name, line, help: helpOf(command) })),
);

describe('the example of a command', () => {
  it('is there for each', () => {
    expect(new Set(examples.map(({ name }) => name))).toEqual(new Set(Object.keys(commands)));
  });

  // Each is a process of its own: half of them here, in turn, and all in `npm run test:matrix`.
  it.each(share(examples, 8))('switchboard $line', async ({ line, help }) => {
    expect(help).toContain(`switchboard ${line}\n`);
    const { code, output } = await run(line);
    expect([code, output]).toEqual([0, expect.any(String)]);
  });
});
