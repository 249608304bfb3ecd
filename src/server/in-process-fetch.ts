/** Fetch without a socket: a request of the web platform goes through an HTTP server of this process, and so through all it checks. */

import type { IncomingMessage, Server } from 'node:http';
import { duplexPair, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

// As in `http-server.ts`: an import would load all its exports.
const http = process.getBuiltinModule('node:http');

/** Statuses whose answers have no body: `Response` refuses one. */
const withoutBody = [204, 205, 304];

/** Of one connection and not of the answer. */
const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding'];

/**
 * @returns the answer as soon as its head is there; its body follows as it is written.
 * @throws the signal's reason, or Error when the server ends the connection without an answer.
 */
export async function fetchFrom(server: Server, request: Request): Promise<Response> {
  const { method, headers, signal, body } = request;
  const url = new URL(request.url);
  const [client, remote] = duplexPair();
  server.emit('connection', remote);
  const outgoing = http.request({
    createConnection: () => client,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...Object.fromEntries(headers), host: headers.get('host') ?? url.host },
    signal,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  // A server that answers before it has read all of the body ends its sending; what counts is the answer.
  const sent = pipeline(Readable.from(body ?? []), outgoing);
  sent.catch(() => {});
  const incoming = await answered.catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  const status = incoming.statusCode ?? 500;
  const hasBody = method !== 'HEAD' && !withoutBody.includes(status);
  if (!hasBody) incoming.resume();
  return new Response(hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null, {
    status,
    statusText: incoming.statusMessage ?? '',
    headers: answerHeaders(incoming),
  });
}

function answerHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!connectionHeaders.includes(name.toLowerCase()))
      headers.append(name, rawHeaders[at + 1] ?? '');
  }
  return headers;
}
