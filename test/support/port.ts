/** Ports for programs that take nothing but a number. */

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that nothing listens on. It lies below the ports that systems hand out by themselves, so
 * that no connection and no `listen(0)` takes it before its program does, nor while that program is
 * down. Another test may draw the same one: whoever starts a program on it tries again with the next.
 */
export async function drawPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const probe = createServer().listen({ host: '127.0.0.1', port, exclusive: true });
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
