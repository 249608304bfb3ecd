/** A proxy that puts bytes into answers which no JSON writer would write. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Replacement {
  /** ASCII text of an answer; all of it is replaced, wherever it stands. */
  readonly text: string;
  /** Hexadecimal of the bytes in its place. */
  readonly hex: readonly string[];
}

export async function startByteProxy(target: string) {
  let replacement: Replacement | null = null;
  const server = createServer(async (request, response) => {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const body = await buffer(request);
    const answer = await fetch(new URL(request.url ?? '/', target), {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    let text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    for (const hex of replacement?.hex ?? [])
      text = text.replace(replacement?.text ?? '', Buffer.from(hex, 'hex').toString('latin1'));
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    });
    response.end(text, 'latin1');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Replaces in later answers the first places that hold the text, each by the next of these bytes. */
    replace(text: string, ...hex: readonly string[]): void {
      replacement = { text, hex };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
