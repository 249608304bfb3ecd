#!/usr/bin/env node

/** `switchboard`: runs the command line and prints an error as one message. */

import { startCompileCache } from '../main/compile-cache.ts';

startCompileCache();
const [{ runCommand }, { errorText }] = await Promise.all([
  import('./command.ts'),
  import('../main/start-error.ts'),
]);
try {
  const code = await runCommand(process.argv.slice(2));
  if (code !== null) {
    process.exitCode = code;
    // Node's own tear-down takes signal listeners away first: a signal in it would kill a command that is done.
    process.once('exit', () => process.exit());
  }
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`);
  // Parts that were started beside the failed one would keep the process alive.
  process.exit(1);
}
