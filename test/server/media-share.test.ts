/** Media links need no credential, so none of them spends the day: what is known costs nothing, and each has a share of its own. */

import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { OutsideFileError } from '../../src/contract/wire/failure.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { openShared } from '../../src/main/redis-state.ts';
import { createMediaLinks, type MediaLinks } from '../../src/server/media-link.ts';
import type { MediaOptions } from '../../src/server/media-route.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import { openRedis } from '../../src/upstream/shared-store.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';
import { openSynthetic } from '../support/synthetic.ts';

const today = new Date('2026-11-02T12:00:00Z');
let service: DemoService;
let connector: UpstreamConnector;
let links: MediaLinks;
let callIds: readonly string[];
let now = today.getTime();

beforeAll(async () => {
  service = await startDemoService({
    backend: openSynthetic({ now: () => today }),
    clock: () => today.getTime(),
  });
  const { callAnalytics, crm } = service.instances;
  const budget = { perSecond: null, perDay: null };
  connector = createConnector({
    baseUrl: service.url,
    credential: { kind: 'token', token: service.token },
    instances: { 'call-analytics': { id: callAnalytics, budget }, crm: { id: crm, budget } },
  });
  links = createMediaLinks({
    key: Buffer.alloc(32, 1),
    base: () => new URL('http://switchboard.example'),
    lifeSeconds: 600,
    now: () => now,
  });
  const response = await fetch(
    `${service.url}/api/v1/connectors/instances/${callAnalytics}/execute`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${service.token}` },
      body: JSON.stringify({ entity: 'calls', action: 'list' }),
    },
  );
  const { result } = (await response.json()) as { result: { id: string; media: string }[] };
  callIds = result.filter(({ media }) => media === 'Audio').map(({ id }) => id);
});
afterAll(async () => {
  await connector.close();
  await service.close();
});
beforeEach(() => {
  now = today.getTime();
  service.admin.faults.clear();
});

async function serve(share: MediaOptions['share'], upstream = connector): Promise<SmallServer> {
  const server = await startSmallServer({
    media: { links, connector: () => upstream, share },
  });
  onTestFinished(() => server.close());
  return server;
}

const pathOf = (id: string): string =>
  new URL(links.url({ tenant: 'default', entity: 'call_audio', id })).pathname;

/** A request of a link: its status, and the upstream calls it took. */
async function ask(server: SmallServer, path: string, init: RequestInit = {}) {
  const before = service.calls().length;
  const answer = await fetch(new URL(path, server.url), init);
  const bytes = (await answer.arrayBuffer()).byteLength;
  return { status: answer.status, bytes, calls: service.calls().length - before, answer };
}

const head = { method: 'HEAD' };
const under = (headers: Record<string, string>, method = 'GET'): RequestInit => ({
  headers,
  method,
});
/** Requests that send no byte of the file. */
const bare: readonly (readonly [name: string, status: number, init: RequestInit])[] = [
  ['HEAD', 200, head],
  ['HEAD with a range', 200, under({ range: 'bytes=0-9' }, 'HEAD')],
  ['304', 304, under({ 'if-none-match': '*' })],
  ['304 to a HEAD', 304, under({ 'if-none-match': '*' }, 'HEAD')],
  ['412', 412, under({ 'if-match': '"v1"' })],
  ['412 with a range', 412, under({ 'if-match': '"v1"', range: 'bytes=0-9' })],
  ['416', 416, under({ range: 'bytes=999999999-' })],
  [
    '304 with a range that there is not',
    304,
    under({ range: 'bytes=999999999-', 'if-none-match': '*' }),
  ],
];

describe('what sends no byte of a file', () => {
  it.each(bare)('costs one call of a link, however often it is asked for: %s', async (...row) => {
    const [, status, init] = row;
    const server = await serve({ calls: 300 });
    const path = pathOf(callIds[0]!);
    const many = await Promise.all(Array.from({ length: 20 }, () => ask(server, path, init)));
    expect(new Set(many.map((one) => one.status))).toEqual(new Set([status]));
    // Those that came at once may each have met a file of which nothing was known.
    const first = service.calls().length;
    for (let n = 0; n < 20; n += 1) expect((await ask(server, path, init)).status).toBe(status);
    expect(service.calls().length).toBe(first);
    for (const [, other, request] of bare)
      expect((await ask(server, path, request)).status).toBe(other);
    expect(service.calls().length - first).toBeLessThanOrEqual(1);
  });

  it('costs nothing after the file itself was sent, and tells the same of it', async () => {
    const server = await serve({ calls: 300 });
    const path = pathOf(callIds[0]!);
    const whole = await ask(server, path);
    expect([whole.status, whole.calls]).toEqual([200, 1]);
    for (const [name, status, init] of bare) {
      const one = await ask(server, path, init);
      expect([name, one.status, one.calls, one.bytes]).toEqual([
        name,
        status,
        0,
        // The error of a range has a body.
        status === 416 ? expect.any(Number) : 0,
      ]);
      if (status === 416)
        expect(one.answer.headers.get('content-range')).toBe(`bytes */${whole.bytes}`);
      if (status !== 200) continue;
      for (const name of ['content-length', 'content-type', 'content-disposition'])
        expect(one.answer.headers.get(name)).toBe(whole.answer.headers.get(name));
    }
  });

  it('costs one call of all that ask at once', async () => {
    const server = await serve({ calls: 300 });
    const path = pathOf(callIds[1]!);
    const before = service.calls().length;
    await Promise.all(Array.from({ length: 50 }, () => ask(server, path, head)));
    expect(service.calls().length - before).toBe(1);
  });

  it.each(['GET', 'HEAD'])('costs one call where there is no file: %s', async (method) => {
    const server = await serve({ calls: 300 });
    const path = pathOf('1');
    const before = service.calls().length;
    for (let n = 0; n < 10; n += 1)
      for (const headers of [{}, { 'if-match': '"v1"' }, { range: 'bytes=0-9' }])
        expect(
          (await ask(server, path, under(headers as Record<string, string>, method))).status,
        ).toBe(404);
    expect(service.calls().length - before).toBe(1);
  });
});

describe('an empty file', () => {
  it.each(bare)('is a file, of which all is known after the second call: %s', async (...row) => {
    const [, status, init] = row;
    const calls: (string | undefined)[] = [];
    const download: UpstreamConnector['download'] = async (_entity, _params, options) => {
      const range = options?.range;
      calls.push(range);
      const site = { service: 'crm', entity: 'attachments', action: 'download' } as const;
      if (range !== undefined) throw new OutsideFileError(site, { status: 416 }, 0);
      const about = { contentType: 'text/plain', contentLength: 0, fileName: 'empty.txt' };
      return { ...about, status: 200, contentRange: null, body: Readable.from([]) };
    };
    const server = await serve({ calls: 300 }, { ...connector, download });
    const path = pathOf(callIds[0]!);
    for (let n = 0; n < 3; n += 1) {
      const { answer, bytes } = await ask(server, path, init);
      expect([answer.status, bytes]).toEqual([status, status === 416 ? expect.any(Number) : 0]);
      if (status === 200) expect(answer.headers.get('content-length')).toBe('0');
      if (status === 416) expect(answer.headers.get('content-range')).toBe('bytes */0');
    }
    expect(calls.length).toBeLessThanOrEqual(2);
    const whole = await ask(server, path);
    expect([whole.status, whole.bytes]).toEqual([200, 0]);
    expect(whole.answer.headers.get('content-type')).toBe('text/plain');
  });
});

describe('the share of a link', () => {
  const share = 5;

  it('ends with it, and others go on', async () => {
    const server = await serve({ calls: share });
    const path = pathOf(callIds[0]!);
    const statuses: number[] = [];
    for (let n = 0; n < share + 3; n += 1) statuses.push((await ask(server, path)).status);
    expect(statuses).toEqual([...Array.from({ length: share }, () => 200), 429, 429, 429]);
    const refused = await ask(server, path, under({ range: 'bytes=0-9' }));
    expect([refused.status, refused.calls]).toEqual([429, 0]);
    // What is known of the file is known still.
    for (const [, status, init] of bare)
      expect((await ask(server, path, init)).status).toBe(status);
    expect((await ask(server, pathOf(callIds[1]!))).status).toBe(200);
    now += 60_000;
    expect((await ask(server, pathOf(callIds[0]!))).status).toBe(200);
  });

  it('says so with a code', async () => {
    const server = await serve({ calls: 1 });
    const path = pathOf(callIds[0]!);
    await ask(server, path);
    const answer = await fetch(new URL(path, server.url));
    expect(await answer.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('Expected at most 1 upstream calls for one link'),
          extensions: { code: 'RATE_LIMITED' },
        },
      ],
    });
  });

  it('counts every attempt of calls that fail', async () => {
    const server = await serve({ calls: share });
    service.admin.faults.add({ kind: 'status', status: 503, retryAfter: 0 });
    const path = pathOf(callIds[0]!);
    const before = service.calls().length;
    for (let n = 0; n < 20; n += 1) await ask(server, path, n % 2 === 0 ? head : {});
    // The last call may be tried three times.
    expect(service.calls().length - before).toBeLessThanOrEqual(share + 2);
    expect((await ask(server, path)).status).toBe(429);
  });

  it.runIf(hasRedis)('is one for all gateways that share Redis', async () => {
    const redis = await startRedis();
    const connections = [1, 2].map(() => openRedis(redis.url, systemClock));
    const shared = await Promise.all(connections.map((connection) => openShared(connection)));
    onTestFinished(async () => {
      for (const one of [...shared, ...connections]) one.close();
      await redis.close();
    });
    const { client } = connections[0]!;
    const servers = await Promise.all(
      shared.map(({ linkCounter }) => serve({ calls: share, counter: linkCounter(share, 600) })),
    );
    const path = pathOf(callIds[0]!);
    const statuses: number[] = [];
    for (let n = 0; n < share + 3; n += 1) statuses.push((await ask(servers[n % 2]!, path)).status);
    expect(statuses).toEqual([...Array.from({ length: share }, () => 200), 429, 429, 429]);
    const names = await client.keys('switchboard:media-link*');
    expect(names).toHaveLength(1);
    expect(names[0]).not.toContain(path.slice(-20));
    expect(await client.ttl(names[0]!)).toBeGreaterThan(500);
  });
});
