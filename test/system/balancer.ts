/** A round-robin balancer: asks in turn those whose /readyz says so, repeats nothing, hides nothing. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import type { Gateway } from './gateway.ts';

export interface Balancer {
  readonly url: URL;
  /** How many requests each gateway was given. */
  readonly given: readonly number[];
  /** Gateways in turn at the moment. */
  inTurn(): number;
  close(): Promise<void>;
}

/** How often readiness is asked. */
const lookMs = 100;

export async function startBalancer(gateways: readonly Gateway[]): Promise<Balancer> {
  const given = gateways.map(() => 0);
  let ready = gateways.map(() => true);
  const broken = new Set<number>();
  let turn = 0;
  let closing = false;
  const dispatcher = new Agent({ connections: 1_000 });

  const look = async (): Promise<void> => {
    while (!closing) {
      broken.clear();
      const states = await Promise.all(gateways.map((gateway) => gateway.ready()));
      // What was said before a connection broke is out of date.
      ready = states.map(({ status }, n) => status === 200 && !broken.has(n));
      await new Promise((turned) => setTimeout(turned, lookMs));
    }
  };
  const looking = look();

  const choose = (): number => {
    for (let tried = 0; tried < gateways.length; tried += 1) {
      turn = (turn + 1) % gateways.length;
      if (ready[turn]) return turn;
    }
    return turn;
  };

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chosen = choose();
    given[chosen]! += 1;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const answer = await dispatcher.request({
        origin: gateways[chosen]!.url.origin,
        path: request.url ?? '/',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: request,
        signal: gone.signal,
      });
      const text = await answer.body.text();
      response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(text);
    } catch {
      // Its connection broke: it is not asked again before it says that it is ready.
      ready[chosen] = false;
      broken.add(chosen);
      if (!response.destroyed) response.writeHead(502).end('{"errors":[]}');
    }
  };

  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/graphql`),
    given,
    inTurn: () => ready.filter(Boolean).length,
    async close() {
      closing = true;
      server.closeAllConnections();
      server.close();
      await dispatcher.destroy();
      await looking;
    },
  };
}
