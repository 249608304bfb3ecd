#!/usr/bin/env node

/** `switchboard`: runs the command line and prints an error as one message. */

import { startCompileCache } from '../main/compile-cache.ts';

startCompileCache();
const [{ runCommand }, { errorText }] = await Promise.all([
  import('./command.ts'),
  import('../main/start-error.ts'),
]);
/** Whether all of the output could be written so far. */
let isWhole = true;
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  isWhole = false;
  // A reader that has seen enough (`| head`) is no fault to tell of.
  if (code !== 'EPIPE')
    process.stderr.write(`Expected room on standard output; got ${code}. The output is cut.\n`);
});
// Work goes on when nobody reads about it: an export writes its file to the end.
process.stderr.on('error', () => {});
try {
  const code = await runCommand(process.argv.slice(2));
  if (code !== null) {
    process.exitCode = code;
    // Node's own tear-down takes signal listeners away first: a signal in it would kill a command that is done.
    process.once('exit', () => (isWhole ? process.exit() : process.exit(1)));
  }
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`);
  // Parts that were started beside the failed one would keep the process alive.
  process.exit(1);
}
