/** Fails at once where a port is taken, before anything is made for the server that is to listen on it. */

import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Listens on the port for a moment. The server that listens in earnest may still find it taken.
 * @param port 0 is always free.
 * @throws Error what `listen` says of an address it can't have.
 */
export async function expectFree(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer().listen({ host, port, exclusive: true });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
