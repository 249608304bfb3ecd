/** A vendor of few words: an HTTP server that answers each request as told. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface VendorStub {
  readonly url: string;
  close(): Promise<void>;
}

interface StubAnswer {
  readonly status: number;
  /** A text goes out as a page, all else as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function startVendorStub(
  answer: (path: string, body: string) => StubAnswer,
): Promise<VendorStub> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { status, body, headers } = answer(request.url ?? '', text);
    const isPage = typeof body === 'string';
    response.writeHead(status, {
      'content-type': isPage ? 'text/html' : 'application/json',
      ...headers,
    });
    response.end(isPage ? body : JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
