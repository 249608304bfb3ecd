/** The open connections of a server, and how they end at shutdown: none is closed under a request on its way. */

import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

export interface Connections {
  /** A request has come on the connection. */
  begin(response: ServerResponse): void;
  /** Its answer is out, or the client is gone. */
  finish(response: ServerResponse): void;
  /** Requests whose answer is not out yet. */
  running(): number;
  /**
   * Asks clients to let their connections go for `delayMs`, then takes no new ones, lets running
   * requests finish for at most `patienceMs`, and ends.
   */
  drain(patienceMs: number, delayMs: number): Promise<void>;
}

interface Connection {
  requests: number;
  /** Bytes that had come when the last answer was out: more of them are a request under way. */
  read: number;
}

/**
 * How long an idle connection waits for one more request while the server drains. A client that
 * sends just when the connection ends loses its request, so a busy pool gets the time to use each
 * of its connections once more: that answer says that it is the last.
 */
const lingerMs = 1_000;
/** Short patience means a short wait, too. */
const lingerShare = 0.1;
/** The wait is cut into so many: while this process was too busy to read, no client was slow to send. */
const lingerTurns = 10;

async function waitTurns(ms: number): Promise<void> {
  for (let turn = 0; turn < lingerTurns; turn += 1)
    await wait(ms / lingerTurns, undefined, { ref: false });
  // What has come meanwhile is read before this.
  await nextTurn();
}

export function watchConnections(server: Server): Connections {
  const connections = new Map<Socket, Connection>();
  const running = new Set<ServerResponse>();
  let isDraining = false;
  let linger: number | null = null;

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { requests: 0, read: 0 });
    socket.once('close', () => connections.delete(socket));
  });

  /** Half-closes what has no request; whoever does not let go in turn is cut off. */
  const endIdle = (socket: Socket, lingerMs: number): void => {
    const connection = connections.get(socket);
    if (connection === undefined || connection.requests > 0) return;
    if (socket.bytesRead !== connection.read || socket.writableEnded) return;
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

  return {
    running: () => running.size,
    begin(response) {
      running.add(response);
      const connection = connections.get(response.req.socket);
      if (connection !== undefined) connection.requests += 1;
      if (isDraining) response.setHeader('connection', 'close');
    },
    finish(response) {
      running.delete(response);
      const { socket } = response.req;
      const connection = connections.get(socket);
      if (connection === undefined) return;
      connection.requests -= 1;
      connection.read = socket.bytesRead;
      // Only this one: looking for idle ones at every answer took minutes with ten thousand clients.
      const ms = linger;
      if (ms !== null) void waitTurns(ms).then(() => endIdle(socket, ms));
    },
    async drain(patienceMs, delayMs) {
      isDraining = true;
      for (const response of running)
        if (!response.headersSent) response.setHeader('connection', 'close');
      if (delayMs > 0) await wait(delayMs);
      // Not the method of the HTTP server, which destroys idle connections at once.
      const ended = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      const lingered = Math.min(lingerMs, patienceMs * lingerShare);
      linger = lingered;
      void waitTurns(lingered).then(() => {
        for (const socket of connections.keys()) endIdle(socket, lingered);
      });
      const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
      await ended;
      clearTimeout(patience);
      // Stops looking for slow headers.
      server.close();
    },
  };
}
