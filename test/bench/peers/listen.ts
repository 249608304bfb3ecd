/** `node:http` and nothing around it, for peers that bring no server: reads a body, sends JSON. */

import { createServer } from 'node:http';
import type { Row } from './upstream.ts';

export function listen(answer: (body: Row) => Promise<object>): void {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', async () => {
      try {
        const sent = JSON.stringify(await answer(JSON.parse(text)));
        response.writeHead(200, { 'content-type': 'application/json' }).end(sent);
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address() as { port: number };
    process.stdout.write(`Graph http://127.0.0.1:${address.port}/graphql\n`);
  });
}
