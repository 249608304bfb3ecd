/** HTTP server of the service: routes by path, and errors to answers. */

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../../contract/loopback.ts';
import { type Exchange, sendServiceError } from './json-exchange.ts';
import { ServiceHttpError } from './service-error.ts';

// An import would read all its exports, and with them load Node's own copy of undici: 40 ms of CPU at each start.
const http = process.getBuiltinModule('node:http');

interface Routes {
  readonly execute: (exchange: Exchange, instanceId: string) => Promise<void>;
  readonly createInstance: (exchange: Exchange) => Promise<void>;
  readonly issueToken: (exchange: Exchange) => Promise<void>;
  /** Null where the admin side does not exist. */
  readonly admin: ((exchange: Exchange) => Promise<void>) | null;
}

interface ServiceListener {
  readonly url: string;
  /** Ends every connection, answered or not. */
  close(): Promise<void>;
}

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly report: (error: unknown) => void;
}

const instances = '/api/v1/connectors/instances';
const execute = /^\/api\/v1\/connectors\/instances\/([^/]+)\/execute$/;

export async function listen(
  routes: Routes,
  { host, port, report }: ListenOptions,
): Promise<ServiceListener> {
  const server = http.createServer((request, response) => {
    // Writing to a client that has just left is no fault; unheard, it would end the process.
    response.on('error', () => undefined);
    handle(routes, request, response).catch((error: unknown) => {
      if (error instanceof ServiceHttpError && !response.headersSent)
        return sendServiceError(response, error);
      if (!(error instanceof ServiceHttpError)) report(error);
      // Too late for a status when the answer has begun: a cut connection is the only honest end.
      if (response.headersSent) response.destroy();
      else
        sendServiceError(response, new ServiceHttpError(500, { message: 'Internal server error' }));
    });
  });
  // Longer than clients keep idle connections, so that the service is never the one to close first.
  server.keepAliveTimeout = 120_000;
  return bind(server, host, port);
}

/** Binds a server to the port, 0 for one that the system chooses. @throws Error when it is taken. */
export async function bind(server: Server, host: string, port: number): Promise<ServiceListener> {
  server.listen(port, host);
  await once(server, 'listening');
  return { url: urlOf(server, host), close: () => closed(server) };
}

async function handle(
  routes: Routes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = '/', search = ''] = (request.url ?? '/').split('?', 2);
  const exchange: Exchange = { request, response, path, query: new URLSearchParams(search) };
  const target = execute.exec(path)?.[1];
  if (target !== undefined) return posted(request, () => routes.execute(exchange, target));
  if (path === instances) return posted(request, () => routes.createInstance(exchange));
  if (path === '/api/v1/token') return posted(request, () => routes.issueToken(exchange));
  if (path.startsWith('/admin/') && routes.admin !== null) {
    mustBeLocal(request);
    return routes.admin(exchange);
  }
  throw new ServiceHttpError(404, { message: 'Not found' });
}

function posted(request: IncomingMessage, run: () => Promise<void>): Promise<void> {
  if (request.method === 'POST') return run();
  throw new ServiceHttpError(405, { message: 'Expected POST' }, { allow: 'POST' });
}

/** Rejects other machines, and web pages that reach this one through a name of theirs. @throws ServiceHttpError 403 */
export function mustBeLocal(request: IncomingMessage): void {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '');
  const foreign = request.headers.origin !== undefined;
  if (!isLoopback(request.socket.remoteAddress ?? '') || !isLoopback(name) || foreign) {
    throw new ServiceHttpError(403, { message: 'The admin side answers on loopback only' });
  }
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await done;
}
