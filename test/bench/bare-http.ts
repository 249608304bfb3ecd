/** The least a server can do: reads the body and sends the bytes that ORIGIN once answered to it. */

import { createServer } from 'node:http';
import { request } from 'undici';

const origin = process.env.ORIGIN!;
const known = new Map<string, Promise<Buffer>>();

async function fetchBytes(body: string, authorization = ''): Promise<Buffer> {
  const headers = { 'content-type': 'application/json', authorization };
  const answer = await request(origin, { method: 'POST', headers, body });
  return Buffer.from(await answer.body.arrayBuffer());
}

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', async () => {
    const body = Buffer.concat(chunks).toString();
    let bytes = known.get(body);
    if (bytes === undefined) {
      bytes = fetchBytes(body, incoming.headers.authorization);
      known.set(body, bytes);
    }
    const sent = await bytes;
    outgoing.writeHead(200, {
      'content-type': 'application/json',
      'content-length': sent.byteLength,
    });
    outgoing.end(sent);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`Graph http://127.0.0.1:${port}/graphql\n`);
});
