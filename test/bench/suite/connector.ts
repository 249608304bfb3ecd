/** What the connector adds to a bare call, and what many slow readers of files cost. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { users } from '../../../src/contract/calls/user.ts';
import { findEntity } from '../../../src/contract/entity-catalogue.ts';
import { createConnector } from '../../../src/upstream/connector.ts';
import { figure, median } from '../statistic.ts';
import { atMost, type Setting, type Suite, type SuiteResult } from '../suite.ts';

/**
 * The upstream is a process of its own that sends a fixed page, so that only the client's side
 * differs between a bare undici call and one through the whole itinerary. Rounds alternate.
 */
export const connector: Suite = {
  name: 'connector',
  about:
    'The itinerary of a read over a bare undici call, identical reads, and slow readers of large files.',
  run: measureAll,
};

if (process.argv[2] === '--upstream') serve();

/** The upstream: a page of twenty users at once; a gigabyte, as fast as it is read, for downloads. */
function serve(): void {
  const row = { id: '9007199254740993123', emailAddress: 'a@example.com', active: true };
  const page = JSON.stringify({
    result: Array.from({ length: 20 }, () => row),
    connector_metadata: { pagination: { totalRecords: 20, currentPageNumber: 0 } },
  });
  const chunk = Buffer.alloc(65_536, 7);
  const size = 1_000_000_000;
  let calls = 0;
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end(String(calls));
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      calls += 1;
      if (!text.includes('"download"')) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(page);
        return;
      }
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
      let left = size;
      const pump = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= chunk.length;
          if (!response.write(left < 0 ? chunk.subarray(0, left) : chunk)) {
            response.once('drain', pump);
            return;
          }
        }
        response.end();
      };
      pump();
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

async function measureAll({ quick }: Setting): Promise<SuiteResult> {
  const child = fork(import.meta.filename, ['--upstream']);
  const [port] = (await once(child, 'message')) as [number];
  const baseUrl = `http://127.0.0.1:${port}`;
  const unlimited = { perSecond: null, perDay: null, concurrent: null };
  const connector = createConnector({
    baseUrl,
    credential: { kind: 'token', token: 'x' },
    instances: {
      'call-analytics': { id: 'calls', budget: unlimited },
      crm: { id: 'crm', budget: unlimited },
    },
  });
  const pool = new Pool(baseUrl, { connections: 1 });
  const received = async (): Promise<number> =>
    Number(await (await pool.request({ path: '/', method: 'GET' })).body.text());

  /** One call as a good client would make it by hand: sent, read, parsed. */
  const bare = async (n: number): Promise<void> => {
    const { body } = await pool.request({
      path: '/api/v1/connectors/instances/calls/execute',
      method: 'POST',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      body: JSON.stringify({ entity: 'users', action: 'list', params: { cursor: String(n) } }),
    });
    JSON.parse(await body.text());
  };
  const miss = async (n: number): Promise<void> => {
    await connector.execute(users, 'list', { cursor: `m${n}` });
  };
  const cached = async (): Promise<void> => {
    await connector.execute(users, 'list', { cursor: 'kept' });
  };

  const count = quick ? 300 : 3_000;
  const rounds = 6;
  const times = { bare: [] as number[], miss: [] as number[], cached: [] as number[] };
  let n = 0;
  const time = async (into: number[], run: (n: number) => Promise<void>): Promise<void> => {
    n += 1;
    const start = performance.now();
    await run(n);
    into.push(performance.now() - start);
  };
  for (let warm = 0; warm < 500; warm += 1) {
    await bare(warm);
    await miss(-warm - 1);
    await cached();
  }
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < count / rounds; at += 1) await time(times.bare, bare);
    for (let at = 0; at < count / rounds; at += 1) await time(times.miss, miss);
    for (let at = 0; at < count / rounds; at += 1) await time(times.cached, cached);
  }
  const bareMs = median(times.bare);
  const missMs = median(times.miss);
  const before = await received();
  await Promise.all(
    Array.from({ length: 1_000 }, () => connector.execute(users, 'list', { cursor: 'same' })),
  );
  const identicalCalls = (await received()) - before;

  const readers = quick ? 20 : 200;
  const reader = await measureReaders(connector, readers, quick ? 1 : 4);
  await connector.close();
  await pool.close();
  child.kill();
  const cachedMs = median(times.cached);
  return {
    tables: [
      {
        title: 'Connector',
        columns: ['', ''],
        rows: [
          ['bare undici call, p50 ms', bareMs.toFixed(3)],
          ['miss through the connector, p50 ms', missMs.toFixed(3)],
          ['kept answer, p50 ms', cachedMs.toFixed(4)],
          ['upstream calls of 1,000 identical reads', String(identicalCalls)],
          [`memory of each of ${readers} slow readers, MiB`, figure(reader.eachMiB)],
          ['a read beside them, p50 ms', reader.besideMs.toFixed(3)],
        ],
      },
    ],
    plots: [],
    verdicts: [
      atMost('the connector adds to a miss', missMs - bareMs, 0.3, 'ms'),
      atMost('a kept answer', cachedMs, 0.05, 'ms'),
      atMost('upstream calls of 1,000 identical reads', identicalCalls, 1),
      atMost('memory of a slow reader', reader.eachMiB, 1, 'MiB'),
    ],
  };
}

/** Opens many large files and reads each at 10 KB a second; what the process grew by, per file. */
async function measureReaders(
  connector: ReturnType<typeof createConnector>,
  readers: number,
  seconds: number,
) {
  const files = findEntity('crm', 'attachments')!;
  globalThis.gc?.();
  const start = process.memoryUsage();
  const open = await Promise.all(
    Array.from({ length: readers }, (_, n) => connector.download(files, { id: String(n) })),
  );
  const timers = open.map(({ body }) =>
    setInterval(() => body.read(Math.min(1_000, body.readableLength)), 100),
  );
  const beside: number[] = [];
  const end = performance.now() + seconds * 1_000;
  let peak = 0;
  for (let at = 0; performance.now() < end; at += 1) {
    const from = performance.now();
    await connector.execute(users, 'list', { cursor: `b${at}` });
    beside.push(performance.now() - from);
    await new Promise((done) => setTimeout(done, 20));
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  for (const timer of timers) clearInterval(timer);
  for (const { body } of open) body.destroy();
  return {
    eachMiB: Math.max(peak - start.rss, 0) / readers / 1024 / 1024,
    besideMs: median(beside),
  };
}
