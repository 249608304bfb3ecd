/** A way to a PostgreSQL that can be refused, silent or cut off in the middle of an answer. */

import { connect, createServer, type Socket } from 'node:net';

export interface PostgresProxy {
  readonly url: string;
  /** `cut`: the connection ends with the first bytes of the next answer. */
  mode: 'open' | 'refused' | 'silent' | 'cut';
  close(): Promise<void>;
}

/** @param url of the server behind it, on loopback. */
export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  const target = new URL(url);
  const behindPort = Number(target.port);
  const sockets = new Set<Socket>();
  let mode: PostgresProxy['mode'] = 'open';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (mode === 'refused') {
      socket.resetAndDestroy();
      return;
    }
    const behind = connect(behindPort, target.hostname);
    behind.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => behind.destroy());
    socket.on('data', (data) => void (mode !== 'silent' && behind.write(data)));
    behind.on('data', (data: Buffer) => {
      if (mode === 'silent') return;
      if (mode === 'cut') socket.write(data.subarray(0, 3), () => socket.resetAndDestroy());
      else socket.write(data);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  target.port = String(typeof address === 'object' ? address?.port : 0);
  return {
    url: target.href,
    get mode() {
      return mode;
    },
    set mode(next) {
      mode = next;
      if (next === 'refused') for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
