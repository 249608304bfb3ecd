/** A port in front of a server that can be shut, as by a machine that is down, or held, so that nothing comes through for a while. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { drawPort } from '../support/port.ts';

export interface Gate {
  readonly url: string;
  /** Ends all connections and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Lets no request through until `release`. */
  hold(): void;
  release(): void;
  /** What waits at the gate. */
  waiting(): readonly string[];
}

export async function openGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const held: { readonly text: string; readonly go: () => void }[] = [];
  let isHeld = false;
  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      keep(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    outer.pipe(inner);
    inner.on('data', (bytes) => {
      const go = (): boolean => outer.write(bytes);
      if (isHeld) held.push({ text: bytes.toString(), go });
      else go();
    });
  });
  const own = await drawPort();
  const open = async (): Promise<void> => {
    server.listen(own, '127.0.0.1');
    await once(server, 'listening');
  };
  await open();
  return {
    url: `http://127.0.0.1:${own}`,
    open,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const { go } of held.splice(0)) go();
    },
    waiting: () => held.map(({ text }) => text),
    async shut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
