/**
 * Loaded before a gateway (`node --import`): prints when each request's head is written to a
 * socket, on the machine's monotonic clock, which is one for all its processes; and when the
 * machine gave the gateway no turn for longer than gateways allow each other.
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

const tickMs = 100;
/** Below the life of a lock, of a place in the window and of the notice that a store is back. */
const longestMs = 500;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  if (now - last > tickMs + longestMs) writeSync(1, `\nstalled ${Math.round(now - last)}\n`);
  last = now;
}, tickMs).unref();
