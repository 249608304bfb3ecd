import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Client } from 'undici';
import { describe, expect, it } from 'vitest';
import { sample } from '../support/cases.ts';
import { openSocket } from '../support/raw.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';

const ask = {
  path: '/graphql',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"query":"{ hello }"}',
} as const;
/** What a client hears once the server takes no new connections; anything else was a request lost. */
const notTaken = 'ECONNREFUSED';

/** Sends requests over connections until the server is gone. @returns how many each had answered, and what else was heard. */
function visit(server: SmallServer, lanes: number) {
  const heard: Record<string, number> = {};
  const answered: number[] = Array(lanes).fill(0);
  const lane = async (_: unknown, at: number): Promise<void> => {
    const client = new Client(server.url);
    for (;;) {
      try {
        const { statusCode, body } = await client.request(ask);
        if (statusCode !== 200 || !(await body.text()).includes('Hello you')) throw statusCode;
        answered[at]! += 1;
        if (answered[at]! % 3 === 0) await turn();
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? String(error);
        heard[code] = (heard[code] ?? 0) + 1;
        return client.destroy();
      }
    }
  };
  return { heard, answered, over: Promise.all(Array.from({ length: lanes }, lane)) };
}

describe('a server that ends', () => {
  it.each(sample([1, 2, 3], 3))('resets no request of a busy pool (%i)', async () => {
    const server = await startSmallServer();
    const { heard, answered, over } = visit(server, 50);
    // A connection that the server has not yet taken is reset by the system, not by the server.
    await expect.poll(() => Math.min(...answered)).toBeGreaterThan(5);
    // With less patience, a busy machine takes as long to bring a request as the server waits for it.
    await server.close(10_000);
    await over;
    expect(heard).toEqual({ [notTaken]: 50 });
  });

  /** A kept connection that has had one answer. */
  async function visited(server: SmallServer): Promise<{ socket: Socket; heard: () => string }> {
    const socket = await openSocket(server.url);
    let heard = '';
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
    });
    send(socket);
    await expect.poll(() => heard).toContain('Hello you');
    return { socket, heard: () => heard };
  }
  const send = (socket: Socket): void =>
    void socket.write(
      `POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${ask.body.length}\r\n\r\n${ask.body}`,
    );

  it('answers what comes on a kept connection, and says that it is the last', async () => {
    const server = await startSmallServer();
    const visitor = await visited(server);
    expect(visitor.heard()).not.toMatch(/connection: close/i);
    const failures: Error[] = [];
    visitor.socket.on('error', (error) => failures.push(error));
    const closed = server.close();
    send(visitor.socket);
    await Promise.all([once(visitor.socket, 'close'), closed]);
    expect(visitor.heard().match(/Hello you/g)).toHaveLength(2);
    expect(visitor.heard()).toMatch(/connection: close/i);
    expect(failures).toEqual([]);
  });

  it('lets idle connections go in order, and waits for the half of a request that is there', async () => {
    const server = await startSmallServer();
    const [idle, slow] = [await visited(server), await visited(server)];
    const untouched = await openSocket(server.url);
    const ends = [idle.socket, untouched].map((socket) => once(socket.resume(), 'end'));
    const failures: Error[] = [];
    for (const socket of [idle.socket, untouched, slow.socket])
      socket.on('error', (error) => failures.push(error));
    slow.socket.write(
      `POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${ask.body.length}\r\n`,
    );
    await turn();
    const closed = server.close();
    await Promise.all(ends);
    slow.socket.write(`\r\n${ask.body}`);
    await Promise.all([once(slow.socket, 'close'), closed]);
    expect(slow.heard().match(/Hello you/g)).toHaveLength(2);
    expect(failures).toEqual([]);
  });
});
