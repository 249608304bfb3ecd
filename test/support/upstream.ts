import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly entity: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Milliseconds, monotonic. */
  readonly at: number;
}

export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
  /** Takes the answer into its own hands. */
  | ((response: ServerResponse, request: IncomingMessage) => void);

export interface Upstream {
  readonly baseUrl: string;
  readonly received: Received[];
  /** Requests whose connection ended before the answer did. */
  readonly aborted: number[];
  close(): Promise<void>;
}

/** A connector service that says what `answer` says, over a real socket. Strings go out as they are, all else as JSON. */
export async function startUpstream(
  answer: (received: Received, index: number) => Reply | Promise<Reply>,
): Promise<Upstream> {
  const received: Received[] = [];
  const aborted: number[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const at = performance.now();
    const body = text === '' ? {} : JSON.parse(text);
    const index = received.length;
    const one = { path: request.url ?? '', headers: request.headers, params: {}, ...body, at };
    received.push(one);
    response.on('close', () => {
      if (!response.writableFinished) aborted.push(performance.now());
    });
    const reply = await answer(one, index);
    if (typeof reply === 'function') return reply(response, request);
    const raw = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    response.writeHead(reply.status ?? 200, {
      'content-type': 'application/json',
      ...reply.headers,
    });
    response.end(raw);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    aborted,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The older service's wrapper. */
export const older = (result: unknown, connector_metadata: unknown = null) => ({
  body: { result, connector_metadata },
});
