/** HTTP by hand, byte by byte, for what no client library would send. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function openSocket(url: URL): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends these bytes and reads until the server closes the connection. */
export async function sendRaw(url: URL, text: string): Promise<RawAnswer> {
  const socket = await openSocket(url);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(text, 'latin1');
  await once(socket, 'close');
  const [head = '', ...body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    ),
    body: body.join('\r\n\r\n'),
  };
}

/** A request as text; the connection ends after its answer. */
export function rawRequest(
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers });
  return [
    `${line} HTTP/1.1`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body, 'latin1')}`]),
    '',
    body,
  ].join('\r\n');
}
