import { once } from 'node:events';
import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import type { IndexWatch } from '../../src/server/metrics.ts';
import { cases } from '../support/cases.ts';
import { openSocket } from '../support/raw.ts';
import { roomyLimits, type SmallServer, startSmallServer } from '../support/small-server.ts';
import { openWorld } from '../support/world.ts';
import { lanes } from '../system/gateway.ts';

const admin = { host: '127.0.0.1', port: 0 };

let asked = 0;
/** Questions that differ: requests that ask the same share one turn. */
function hello(): { readonly query: string } {
  asked += 1;
  return { query: `{ hello(name: "${asked}") }` };
}

/** Sends a request that hangs in the graph until it is released. */
async function hang(server: SmallServer): Promise<{ readonly answer: Promise<Response> }> {
  const before = server.graph.waiting();
  const answer = server.post({ query: `query Held${before} { wait }` });
  // A test that ends with the request cut off looks at it itself.
  answer.catch(() => {});
  await expect.poll(() => server.graph.waiting()).toBe(before + 1);
  return { answer };
}

describe('the admin port', () => {
  it('answers at once while the index hangs or fails, with the figures it had and the age they have by now', async () => {
    const had = { tenant: 'default', complete: 0.5, calls: 7, readTo: 1_000, transcripts: null };
    let figures: IndexWatch['figures'] = async () => [had];
    let isUp = true;
    let now = 0;
    const server = await startSmallServer({
      admin,
      index: { figures: () => figures(), now: () => now, isUp: () => isUp },
    });
    const metrics = () => fetch(new URL('/metrics', server.adminUrl!)).then((r) => r.text());
    const ageIn = (text: string) => /^switchboard_index_age_seconds\{.*\} (.*)$/m.exec(text)?.[1];
    const known = /^switchboard_index_calls\{tenant="default"\} 7$/m;
    const first = await metrics();
    expect(first).toMatch(known);
    // The clock of whoever read it was ahead.
    expect(ageIn(first)).toBe('0');
    figures = async () => [{ ...had, readTo: null }];
    expect(ageIn(await metrics())).toBeUndefined();
    figures = async () => [had];
    await metrics();
    isUp = false;
    for (const next of [() => new Promise<never>(() => {}), () => Promise.reject(new Error('x'))]) {
      figures = next;
      now += 60_500;
      const text = await metrics();
      expect(text).toMatch(known);
      expect(ageIn(text)).toBe(String((now - 1_000) / 1_000));
      expect(text).toMatch(/^switchboard_index_up 0$/m);
      expect((await fetch(new URL('/readyz', server.adminUrl!))).status).toBe(200);
    }
    await server.close();
  });

  it('says whether the process lives, may get requests, and what its parts do', async () => {
    const server = await startSmallServer({
      admin,
      health: () => [{ name: 'redis', state: 'degraded' }],
    });
    const get = (path: string) => fetch(new URL(path, server.adminUrl!));
    expect((await get('/healthz')).status).toBe(200);
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      state: 'ready',
      parts: [{ name: 'redis', state: 'degraded' }],
    });
    expect((await get('/graphql')).status).toBe(404);
    expect((await fetch(new URL('/metrics', server.url))).status).toBe(404);
    await server.close();
  });

  it('counts requests, codes and upstream calls, in series that have an end', async () => {
    const server = await startSmallServer({ admin });
    await server.query('query Hello { hello }');
    await server.query('{ fail(how: "upstream") }');
    // No two documents, and no two names, are alike.
    const agent = new Agent({ connections: 16 });
    const invented = cases(150, 4);
    await lanes(invented, 16, async (n) => {
      const { statusCode, body } = await request(new URL('/graphql', server.url), {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `query Invented${n} { hello(name: "${n}") }` }),
      });
      const text = await body.text();
      if (statusCode !== 200 || !text.startsWith(`{"data":{"hello":"Hello ${n}"}`))
        throw new Error(`${statusCode} ${text}`);
    });
    await agent.destroy();
    const metrics = () => fetch(new URL('/metrics', server.adminUrl!)).then((r) => r.text());
    await expect
      .poll(metrics)
      .toContain(`switchboard_requests_total{status="200"} ${invented + 2}`);
    const text = await metrics();
    expect(text).toContain('switchboard_errors_total{code="RATE_LIMITED"} 1');
    expect(text).toContain('switchboard_request_seconds_count{operation="hello"} 1');
    expect(text).toContain(`switchboard_request_seconds_count{operation="other"} ${invented + 1}`);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toContain('Invented');
    expect(text.split('\n').length).toBeLessThan(400);
    await server.close();
  }, 60_000);
});

describe('load', () => {
  it('beyond what is worked on waits its turn, and beyond the queue is shed at once', async () => {
    const server = await startSmallServer({ limits: { concurrent: 2, queued: 1 } });
    const running = [await hang(server), await hang(server)];
    const waiting = server.post(hello());
    // The waiting request has to be in the queue before the next one comes.
    await expect.poll(async () => (await server.post(hello())).status).toBe(503);
    // Nothing goes on before the release below: whatever is answered now waited for nobody.
    const shed = await server.post(hello());
    expect(shed.headers.get('retry-after')).toBe('1');
    expect(await shed.json()).toMatchObject({
      errors: [{ extensions: { code: 'OVERLOADED', retryable: true, retryAfterMs: 1000 } }],
    });
    server.graph.release();
    expect((await waiting).status).toBe(200);
    for (const { answer } of running) expect((await answer).status).toBe(200);
    await server.close();
  });

  it.each(['multipart/mixed', 'text/event-stream'])(
    'of answers in parts has a turn each until its last part is made (%s)',
    async (accept) => {
      const server = await startSmallServer({ limits: { concurrent: 1, queued: 0 } });
      const query = '{ hello ... @defer { wait } }';
      const parts = await server.post({ query }, { accept });
      const reader = parts.body!.getReader();
      await reader.read();
      for (let n = 0; n < 3; n += 1) {
        const shed = await server.post({ query }, { accept });
        expect([shed.status, await shed.text()]).toEqual([
          503,
          expect.stringMatching('OVERLOADED'),
        ]);
      }
      server.graph.release();
      while (!(await reader.read()).done);
      expect((await server.query('{ hello }')).status).toBe(200);
      await server.close();
    },
  );

  it('of hundreds of clients at once is answered or shed, and nobody is lost', async () => {
    const server = await startSmallServer({ limits: { concurrent: 4, queued: 50 } });
    const agent = new Agent({ connections: 200 });
    const held = [await hang(server), await hang(server), await hang(server), await hang(server)];
    const url = new URL('/graphql', server.url);
    const options = {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    } as const;
    let shed = 0;
    const ask = async (): Promise<string> => {
      const { statusCode, headers, body } = await request(url, {
        ...options,
        body: JSON.stringify(hello()),
      });
      const text = await body.text();
      if (statusCode !== 503) return `${statusCode} ${text}`;
      shed += 1;
      return `503 ${headers['retry-after']} ${JSON.parse(text).errors[0].extensions.code}`;
    };
    const replies = Array.from({ length: 200 }, ask);
    await expect.poll(() => shed).toBe(150);
    server.graph.release();
    const counts: Record<string, number> = {};
    for (const reply of await Promise.all(replies)) {
      const kind = reply.startsWith('200 {"data":{"hello":"Hello ') ? 'answered' : reply;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    expect(counts).toEqual({ answered: 50, '503 1 OVERLOADED': 150 });
    for (const { answer } of held) expect((await answer).status).toBe(200);
    // The same connections, kept: all are let in, one after another.
    const again = await Promise.all(Array.from({ length: 50 }, ask));
    expect(again.every((reply) => reply.startsWith('200 '))).toBe(true);
    await agent.destroy();
    await server.close();
  });

  it('of a client that left is dropped from the queue', async () => {
    const server = await startSmallServer({ limits: { concurrent: 1, queued: 5 } });
    const { answer: running } = await hang(server);
    const leaving = new AbortController();
    const left = fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ hello(name: \\"left\\") }"}',
      signal: leaving.signal,
    }).catch(() => 'left');
    const resolved = server.graph.resolved();
    leaving.abort();
    expect(await left).toBe('left');
    server.graph.release();
    expect((await running).status).toBe(200);
    expect((await server.query('{ hello }')).status).toBe(200);
    expect(server.graph.resolved()).toBe(resolved + 1);
    await server.close();
  });
});

describe('a client that breaks off in the middle of its body', () => {
  it('is no failure of the server', async () => {
    const server = await startSmallServer({ admin });
    const metrics = () => fetch(new URL('/metrics', server.adminUrl!)).then((r) => r.text());
    const socket = await openSocket(server.url);
    socket.write(
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    );
    await expect.poll(metrics).toContain('switchboard_requests_running 1');
    socket.resetAndDestroy();
    await expect.poll(() => server.log).not.toEqual([]);
    await server.query('{ hello }');
    await server.close();
    expect(server.log).toMatchObject([{ msg: 'request', left: true }, { msg: 'request' }]);
  });
});

describe('an operation that takes longer than any may', () => {
  it('is answered with TIMEOUT, and neither holds a turn nor says anything later', async () => {
    const server = await startSmallServer({
      limits: { operationTimeoutMs: 150, concurrent: 1, queued: 5 },
    });
    const { answer } = await hang(server);
    const stopped = await answer;
    expect(stopped.status).toBe(504);
    expect(await stopped.json()).toMatchObject({
      errors: [
        {
          message: 'Expected an operation of at most 150 ms.',
          extensions: { code: 'TIMEOUT', retryable: true, requestId: expect.any(String) },
        },
      ],
    });
    // There is one turn, and what was stopped still waits in the graph.
    expect(server.graph.waiting()).toBe(1);
    expect((await server.query('{ hello }')).data).toEqual({ hello: 'Hello you' });
    server.graph.release();
    expect((await server.query('{ hello }')).data).toEqual({ hello: 'Hello you' });
    const told = server.log.filter(({ msg }) => msg !== 'request');
    expect(told).toEqual([]);
    await server.close();
  });

  it.each(['multipart/mixed', 'text/event-stream'])(
    'ends in the midst of its parts, as what is visibly cut off (%s)',
    async (accept) => {
      const server = await startSmallServer({
        limits: { operationTimeoutMs: 150, concurrent: 1, queued: 0 },
      });
      const parts = await server.post({ query: '{ hello ... @defer { wait } }' }, { accept });
      await expect(parts.text()).rejects.toThrow();
      expect(server.graph.waiting()).toBe(1);
      expect((await server.query('{ hello }')).data).toEqual({ hello: 'Hello you' });
      server.graph.release();
      await server.close();
    },
  );

  it('takes its upstream calls along', async () => {
    const world = await openWorld({
      index: false,
      server: { limits: { ...roomyLimits, operationTimeoutMs: 400 } },
    });
    try {
      world.service.admin.faults.add({ kind: 'black-hole' });
      const { errors } = await world.ask('{ accounts(first: 1) { nodes { name } } }');
      expect(errors).toMatchObject([{ extensions: { code: 'TIMEOUT' } }]);
      await expect.poll(() => world.service.calls()).toMatchObject([{ aborted: true }]);
    } finally {
      await world.close();
    }
  });
});

describe('the end', () => {
  it('is unready at once, answers what runs, and takes nothing new', async () => {
    const server = await startSmallServer({ admin });
    const { answer: running } = await hang(server);
    const idle = await openSocket(server.url);
    const idleClosed = new Promise((resolve) => idle.once('close', resolve));
    let closed = false;
    const closing = server.close().then(() => {
      closed = true;
    });
    expect((await fetch(new URL('/readyz', server.adminUrl!))).status).toBe(503);
    await idleClosed;
    await expect(fetch(new URL('/graphql', server.url))).rejects.toThrow();
    expect(closed).toBe(false);
    server.graph.release();
    const answer = await running;
    expect(answer.status).toBe(200);
    await answer.text();
    await closing;
  });

  it('comes after its patience even when a request never ends', async () => {
    const server = await startSmallServer();
    const { answer } = await hang(server);
    await server.close();
    await expect(answer).rejects.toThrow();
  });
});

describe('connections', () => {
  it('kept alive serve one request after another', async () => {
    const server = await startSmallServer();
    const socket = await openSocket(server.url);
    const body = '{"query":"{ hello }"}';
    for (let n = 0; n < 3; n += 1) {
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      expect(chunk.toString()).toMatch(/^HTTP\/1\.1 200 /);
    }
    socket.destroy();
    await server.close();
  });
});
