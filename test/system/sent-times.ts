/**
 * Loaded before a gateway (`node --import`): prints when each request's head is written to a
 * socket, on the machine's monotonic clock, which is one for all its processes.
 */

import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';

interface SendHeaders {
  readonly request: { readonly path: string };
}

subscribe('undici:client:sendHeaders', (message) => {
  const { path } = (message as SendHeaders).request;
  // At once, so that a gateway that is killed a moment later has said it.
  if (path.endsWith('/execute')) writeSync(1, `\nsent ${process.hrtime.bigint()} ${path}\n`);
});
