/** A port in front of a server that can be shut: connections are then refused, as by a machine that is down. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Gate {
  readonly url: string;
  /** Ends all connections and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

export async function openGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      keep(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  let own = 0;
  const open = async (): Promise<void> => {
    server.listen(own, '127.0.0.1');
    await once(server, 'listening');
    own = (server.address() as AddressInfo).port;
  };
  await open();
  return {
    url: `http://127.0.0.1:${own}`,
    open,
    async shut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
