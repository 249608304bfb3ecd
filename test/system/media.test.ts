/** Files through a real gateway: cut off in the middle, and read by many at a crawl. */

import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Client, clientOf, type Gateway, startGateway, until } from './gateway.ts';
import { lastMonth, someAccounts } from './question.ts';
import { openRemoteService, type RemoteService } from './service.ts';

let service: RemoteService;
let gateway: Gateway;
let client: Client;

beforeAll(async () => {
  service = await openRemoteService();
  gateway = await startGateway(service, { INDEX: 'off' });
  client = clientOf(gateway.url);
});
afterEach(() => service.calm());
afterAll(async () => {
  await client.close();
  await gateway.end('SIGKILL');
  await service.close();
});

const readerCount = 12;

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('a recording that is cut off is visibly short, and goes on where it ended', async () => {
  const { data } = await client.ask(
    'query ($from: DateTime!, $to: DateTime!) { calls(first: 20, filter: { from: $from, to: $to }) { nodes { media { audioUrl } } } }',
    lastMonth,
  );
  const urls: (string | undefined)[] = data.calls.nodes.map(
    ({ media }: { media: { audioUrl?: string } }) => media.audioUrl,
  );
  const url = urls.find((one) => one !== null)!;
  const whole = await fetch(url);
  const length = Number(whole.headers.get('content-length'));
  const bytes = new Uint8Array(await whole.arrayBuffer());
  expect(bytes).toHaveLength(length);

  await service.fault({ kind: 'cut-stream', at: 0.5, times: 1 });
  const cut = await fetch(url);
  expect([cut.status, Number(cut.headers.get('content-length'))]).toEqual([200, length]);
  const got: Uint8Array[] = [];
  await expect(
    (async () => {
      for await (const chunk of cut.body!) got.push(chunk);
    })(),
  ).rejects.toThrow();
  const first = Buffer.concat(got);
  expect(first.length).toBeLessThan(length);
  const rest = await fetch(url, { headers: { range: `bytes=${first.length}-` } });
  expect(rest.status).toBe(206);
  const second = Buffer.from(await rest.arrayBuffer());
  expect(digest(Buffer.concat([first, second]))).toBe(digest(bytes));
});

it('readers of a gigabyte, at a crawl, cost what they read and a little more, and nobody else', async () => {
  const { data } = await client.ask(
    '{ contentVersions(first: 1, orderBy: [{ field: CONTENT_SIZE, direction: DESC }]) { nodes { contentSize downloadUrl } } }',
  );
  const [file] = data.contentVersions.nodes;
  expect(file.contentSize).toBe(1_000_000_000);
  const { pathname, port } = new URL(file.downloadUrl);
  const readers: Socket[] = [];
  let begun = 0;
  let read = 0;
  try {
    for (let n = 0; n < readerCount; n += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      readers.push(socket);
      socket.write(`GET ${pathname} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      socket.once('readable', () => {
        begun += 1;
      });
    }
    await until(
      'all to begin',
      () => begun,
      (count) => count === readers.length,
    );
    // What is not read waits in the sockets, then upstream.
    for (let n = 0; n < 10 || read <= readerCount * 1_024; n += 1) {
      for (const socket of readers) read += (socket.read(1_024) as Buffer | null)?.length ?? 0;
      const reply = await client.ask(someAccounts, { first: 1 + (n % 100) });
      expect(reply.errors).toEqual([]);
    }
  } finally {
    for (const socket of readers) socket.destroy();
  }
  // Their upstream halves end with them.
  const ended = await until(
    'the downloads to end',
    async () =>
      (await service.calls()).filter(({ action, aborted }) => action === 'download' && aborted),
    ({ length }) => length >= readerCount,
  );
  // What the system's sockets hold, of a gigabyte each: the gateway took no more than it could pass on.
  for (const { bytes } of ended) expect(bytes).toBeLessThan(2 ** 26);
});
