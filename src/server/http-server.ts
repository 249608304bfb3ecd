/** HTTP server: timeouts, request ids, routes, open connections, and a shutdown that drops no request. */

import { once } from 'node:events';
import type {
  IncomingMessage,
  OutgoingHttpHeader,
  OutgoingHttpHeaders,
  Server,
  ServerResponse,
} from 'node:http';
import { isIPv6, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { HttpError, internalMessage, sendHttpError } from './error-response.ts';
import { fetchFrom } from './in-process-fetch.ts';
import { type HostRule, refuseMisdirected } from './origin-policy.ts';
import { currentRequest, RequestRecord, requestId, requestIdHeader } from './request-record.ts';

// An import would read all its exports, and with them load Node's own copy of undici: 40 ms of CPU at each start.
const http = process.getBuiltinModule('node:http');

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
  /** Called with an error that a route threw. */
  readonly failed: (error: unknown) => void;
}

export interface HttpServer {
  listen(): Promise<URL>;
  /**
   * Sends `connection: close` for `delayMs`, then takes no new ones, lets running
   * requests finish for at most `patienceMs`, and ends.
   */
  close(patienceMs: number, delayMs?: number): Promise<void>;
  /** Requests whose answer is not out yet. */
  running(): number;
  /** Answers a request of another server of this process, whose body nobody has read. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Answers a request without a socket. */
  fetch(request: Request): Promise<Response>;
}

/**
 * Names its request in the header that every answer carries. Set beforehand, one header would send
 * all others the long way, through names and values checked one by one and put into a map.
 */
class NamedResponse extends http.ServerResponse {
  /** Absent where Node answers by itself before there is a request: to one without a Host, say. */
  declare requestId?: string;

  override writeHead(status: number, ...args: unknown[]): this {
    if (this.requestId === undefined) return super.writeHead(status, ...(args as []));
    const headers = args[0] as OutgoingHttpHeaders;
    if (args.length !== 1 || typeof headers !== 'object' || Array.isArray(headers)) {
      this.setHeader(requestIdHeader, this.requestId);
      return super.writeHead(status, ...(args as []));
    }
    const pairs: OutgoingHttpHeader[] = [requestIdHeader, this.requestId];
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) pairs.push(name, value);
    }
    return super.writeHead(status, pairs);
  }
}

export function createHttp(options: HttpOptions): HttpServer {
  const { allowsHost = null } = options;

  const server = http.createServer(
    {
      ServerResponse: NamedResponse,
      // Node refuses a time for the headers that is longer than that for the whole request.
      headersTimeout: Math.min(options.headersTimeoutMs, options.requestTimeoutMs),
      requestTimeout: options.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, options.headersTimeoutMs),
      keepAliveTimeout: 65_000,
      // A second of grace after the announced end of the connection.
      keepAliveTimeoutBuffer: 1000,
      noDelay: true,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => receive(request, response),
  );
  const connections = new Connections(server);

  function receive(request: IncomingMessage, response: ServerResponse): void {
    connections.begin(response);
    const record = new RequestRecord(requestId(request.headers[requestIdHeader]), () =>
      request.socket.destroy(),
    );
    if (response instanceof NamedResponse) response.requestId = record.id;
    else response.setHeader(requestIdHeader, record.id);
    response.once('close', () => {
      connections.finish(response);
      if (response.writableFinished) record.isOver = true;
      else record.stop();
      options.finished?.(request, response, record);
    });
    options.begun?.(request, record);
    currentRequest.run(record, answer, request, response, record);
  }

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
      if (error instanceof HttpError) return sendHttpError(request, response, error);
      options.failed(error);
      const unread = !request.complete;
      sendHttpError(request, response, new HttpError(500, 'INTERNAL', internalMessage, { unread }));
    }
  }

  return {
    listen: () => listen(server, options.host, options.port),
    running: () => connections.running,
    handle: receive,
    fetch: (request) => fetchFrom(server, request),
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

/** A route of what can only be read. */
export const readOnly =
  (route: Route): Route =>
  (request, response, record) => {
    if (request.method === 'GET' || request.method === 'HEAD')
      return route(request, response, record);
    const message = `Expected GET or HEAD; got ${request.method}. The graph is at /graphql.`;
    throw new HttpError(405, 'BAD_USER_INPUT', message, {
      headers: { allow: 'GET, HEAD' },
      unread: true,
    });
  };

function pathOf(url: string | undefined): string {
  const target = url ?? '/';
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** Connections that wait to be taken. With Node's 511, a crowd that comes at once waits for repeated SYNs, up to 15 s. */
const backlog = 4_096;

async function listen(server: Server, host: string, port: number): Promise<URL> {
  server.listen({ port, host, backlog });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new TypeError(`Expected an internet address to listen on; got ${address}`);
  const name = isIPv6(address.address) ? `[${address.address}]` : address.address;
  return new URL(`http://${name}:${address.port}`);
}

interface Connection {
  /** Those whose answer is not out yet. */
  readonly running: ServerResponse[];
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
  // Bytes that have arrived meanwhile are read before this.
  await nextTurn();
}

/** The open connections of a server, and how they end: none is closed under a request on its way. */
class Connections {
  readonly #server: Server;
  readonly #open = new Map<Socket, Connection>();
  #running = 0;
  /** Requests of another server, whose connections are that server's. */
  readonly #mounted = new Set<ServerResponse>();
  #onIdle: () => void = () => {};
  #isDraining = false;
  #linger: number | null = null;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, { running: [], read: 0 });
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  /** Requests whose answer is not out yet. */
  get running(): number {
    return this.#running;
  }

  /** A request has come on the connection. */
  begin(response: ServerResponse): void {
    this.#running += 1;
    const connection = this.#open.get(response.req.socket);
    if (connection === undefined) this.#mounted.add(response);
    else connection.running.push(response);
    if (this.#isDraining) response.setHeader('connection', 'close');
  }

  /** Its answer is out, or the client is gone. */
  finish(response: ServerResponse): void {
    this.#running -= 1;
    this.#mounted.delete(response);
    if (this.#running === 0) this.#onIdle();
    const { socket } = response.req;
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.running.splice(connection.running.indexOf(response), 1);
    const settle = (): void => {
      connection.read = socket.bytesRead;
      // Only this one: looking for idle ones at every answer took minutes with ten thousand clients.
      const ms = this.#linger;
      if (ms !== null) void waitTurns(ms).then(() => this.#endIdle(socket, ms));
    };
    settle();
    // The rest of a body that was refused unread is no further request.
    if (!response.req.complete) response.req.once('end', settle);
  }

  async drain(patienceMs: number, delayMs: number): Promise<void> {
    const server = this.#server;
    this.#isDraining = true;
    for (const running of [this.#mounted, ...this.#open.values().map((each) => each.running)])
      for (const response of running)
        if (!response.headersSent) response.setHeader('connection', 'close');
    if (delayMs > 0) await wait(delayMs);
    // Not the method of the HTTP server, which destroys idle connections at once.
    const ended = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    const lingered = Math.min(lingerMs, patienceMs * lingerShare);
    this.#linger = lingered;
    void waitTurns(lingered).then(() => {
      for (const socket of this.#open.keys()) this.#endIdle(socket, lingered);
    });
    const patience = setTimeout(() => {
      server.closeAllConnections();
      for (const response of this.#mounted) response.destroy();
    }, patienceMs);
    await ended;
    // Those of another server have no connection here.
    if (this.running > 0)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    clearTimeout(patience);
    // Stops looking for slow headers.
    server.close();
  }

  /** Half-closes an idle connection; a client that does not close in turn is cut off. */
  #endIdle(socket: Socket, ms: number): void {
    const connection = this.#open.get(socket);
    if (connection === undefined || connection.running.length > 0) return;
    if (socket.bytesRead !== connection.read || socket.writableEnded) return;
    socket.end();
    setTimeout(() => socket.destroy(), ms).unref();
  }
}
