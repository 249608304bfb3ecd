/** The socket side: timeouts, request ids, routes, and an end that drops nobody. */

import {
  createServer as createHttpServer,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type Server,
  ServerResponse,
} from 'node:http';
import { isIPv6 } from 'node:net';
import { watchConnections } from './connections.ts';
import { type HostRule, refuseMisdirected } from './host.ts';
import { Refusal, sendRefusal } from './refusal.ts';
import { beginRequest, currentRequest, type RequestRecord, requestId } from './request.ts';

/** Answers one request; whatever it throws is answered with 500. */
export type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  record: RequestRecord,
) => void | Promise<void>;

export interface HttpOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly maxConnections?: number;
  /** The route of a path (without the query string). */
  readonly route: (path: string) => Route | null;
  /** Names the server answers to. Default: any. */
  readonly allowsHost?: HostRule | null;
  /** Paths that are answered under any name: probes come by address. */
  readonly underAnyHost?: (path: string) => boolean;
  /** Called once for each request, before its route. */
  readonly begun?: (request: IncomingMessage, record: RequestRecord) => void;
  /** Called once for each request, when its answer is out or its client is gone. */
  readonly finished?: (
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
  ) => void;
  /** Called with what a route threw. */
  readonly failed: (error: unknown) => void;
}

export interface HttpServer {
  listen(): Promise<URL>;
  /**
   * Asks clients to let their connections go for `delayMs`, then takes no new ones, lets running
   * requests finish for at most `patienceMs`, and ends.
   */
  close(patienceMs: number, delayMs?: number): Promise<void>;
  /** Requests whose answer is not out yet. */
  running(): number;
}

/**
 * Names its request in the header that every answer carries. Set beforehand, one header would send
 * all others the long way, through names and values checked one by one and put into a map.
 */
class NamedResponse extends ServerResponse {
  /** Absent where Node answers by itself, before anybody has seen a request: to one without a Host, say. */
  declare requestId?: string;

  override writeHead(status: number, ...rest: unknown[]): this {
    if (this.requestId === undefined) return super.writeHead(status, ...(rest as []));
    const headers = rest[0] as OutgoingHttpHeaders;
    if (rest.length !== 1 || typeof headers !== 'object' || Array.isArray(headers)) {
      this.setHeader('x-request-id', this.requestId);
      return super.writeHead(status, ...(rest as []));
    }
    const pairs: OutgoingHttpHeader[] = ['x-request-id', this.requestId];
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) pairs.push(name, value);
    }
    return super.writeHead(status, pairs);
  }
}

export function createHttp(options: HttpOptions): HttpServer {
  const { allowsHost = null } = options;

  const server = createHttpServer(
    {
      ServerResponse: NamedResponse,
      // Node refuses a time for the headers that is longer than that for the whole request.
      headersTimeout: Math.min(options.headersTimeoutMs, options.requestTimeoutMs),
      requestTimeout: options.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, options.headersTimeoutMs),
      keepAliveTimeout: 65_000,
      // A second of grace after the client has been told when the connection ends.
      keepAliveTimeoutBuffer: 1000,
      noDelay: true,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      connections.begin(response);
      const record = beginRequest(requestId(request.headers['x-request-id']), () =>
        request.socket.destroy(),
      );
      response.requestId = record.id;
      response.once('close', () => {
        connections.finish(response);
        if (!response.writableFinished) record.stop();
        options.finished?.(request, response, record);
      });
      options.begun?.(request, record);
      currentRequest.run(record, answer, request, response, record);
    },
  );
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections;
  const connections = watchConnections(server);

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
  ): Promise<void> {
    const path = pathOf(request.url);
    try {
      refuseMisdirected(request, options.underAnyHost?.(path) ? null : allowsHost);
      const route = options.route(path);
      if (route === null)
        end(response, 404, `Nothing is at this path. The graph is at /graphql.\n`);
      else await route(request, response, record);
    } catch (error) {
      if (error instanceof Refusal) return sendRefusal(request, response, error);
      options.failed(error);
      if (response.headersSent) response.destroy();
      else end(response, 500, 'Something went wrong on our side.\n');
    }
  }

  return {
    listen: () => listen(server, options.host, options.port),
    running: () => connections.running(),
    close: (patienceMs, delayMs = 0) => connections.drain(patienceMs, delayMs),
  };
}

export function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

function pathOf(url: string | undefined): string {
  const target = url ?? '/';
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** Connections that wait to be taken. With Node's 511, a crowd that comes at once waits for repeated SYNs, up to 15 s. */
const backlog = 4_096;

function listen(server: Server, host: string, port: number): Promise<URL> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string')
        throw new TypeError(`Expected an internet address to listen on; got ${address}`);
      const name = isIPv6(address.address) ? `[${address.address}]` : address.address;
      resolve(new URL(`http://${name}:${address.port}`));
    });
  });
}
