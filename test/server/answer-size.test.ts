import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openToAll } from '../../src/server/identity/authentication.ts';
import { AnswerSizes } from '../../src/server/limit/answer-size.ts';
import { RequestRecord } from '../../src/server/request-record.ts';
import { openSocket } from '../support/raw.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';

const servers: SmallServer[] = [];
async function start(...options: Parameters<typeof startSmallServer>): Promise<SmallServer> {
  const server = await startSmallServer(...options);
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const tooLarge = {
  data: null,
  errors: [
    {
      message:
        'Expected an answer of at most 10000 bytes; got more. Ask for smaller pages or fewer fields.',
      extensions: { code: 'QUERY_TOO_COSTLY', retryable: false },
    },
  ],
};

describe('an answer', () => {
  it.each([
    '{ items(first: 1000) { id } }',
    '{ items(first: 30) { items(first: 30) { id name } } }',
    'query ($v: JSON) { a: echo(value: $v) b: echo(value: $v) }',
    'query ($v: JSON) { echo(value: [$v, {deep: [$v, $v]}]) }',
    // Six bytes, three and four for what is one or two of a text's units.
    'query ($v: JSON) { a: echo(value: $v) b: echo(value: $v) c: echo(value: $v) } #\\u0000',
    'query ($v: JSON) { a: echo(value: $v) b: echo(value: [$v, $v]) } #\u20ac',
    'query ($v: JSON) { a: echo(value: $v) b: echo(value: {a: [$v, $v]}) } #\ud83d\ude00',
  ])('that becomes too large is an error, each time and by each method: %s', async (query) => {
    const answers = {
      maxBytes: 10_000_000,
      monotonic: () => 0,
      indexVersion: () => null,
    };
    const server = await start({ limits: { answerBytes: 10_000 }, answers });
    const unit = query.split('#')[1];
    const v =
      unit === undefined ? 'x'.repeat(6_000) : unit.replace('\\u0000', '\u0000').repeat(1_150);
    const variables = query.includes('$v') ? { v } : {};
    for (let time = 0; time < 3; time += 1)
      expect(await server.query(query, variables)).toMatchObject({ status: 200, ...tooLarge });
    const url = new URL('/graphql', server.url);
    url.search = new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString();
    const got = await fetch(url, { headers: { accept: 'application/json' } });
    expect(await got.json()).toMatchObject(tooLarge);
    const small = query.replace(/1000|30/g, '3').replace(/b: .*\)/, '');
    expect((await server.query(small, { v: 'x' })).errors).toBeUndefined();
  });

  it.each([
    '{ hello ... @defer { items(first: 1000) { id name } } }',
    '{ hello ... @defer { hello ... @defer { items(first: 1000) { id name } } } }',
    'query ($v: JSON) { hello ... @defer { echo(value: $v) } }',
    'query ($v: JSON) { hello ... @defer { a: echo(value: $v) } ... @defer { b: echo(value: $v) } }',
  ])('in parts ends where it becomes too large: %s', async (query) => {
    const server = await start({ limits: { answerBytes: 10_000 } });
    const variables = { v: '\u0001'.repeat(query.includes('b:') ? 1_000 : 3_000) };
    const response = await server.post({ query, variables }, { accept: 'multipart/mixed' });
    const text = await response.text().catch(() => '');
    expect(text.length).toBeLessThan(11_000);
    const last = JSON.parse(/\{.*\}(?=[^}]*$)/.exec(text)![0]);
    expect(last).toMatchObject({ errors: tooLarge.errors, hasNext: false });
    expect((await server.query('{ hello }')).data).toEqual({ hello: 'Hello you' });
  });

  it.each([
    '{ a: _service { sdl } b: _service { sdl } }',
    '{ _service { sdl again: sdl } }',
    '{ ...A ...B } fragment A on Query { _service { sdl } } fragment B on Query { c: _service { sdl } }',
    '{ __schema { types { name } } b: __schema { types { name } } }',
    '{ __schema { types { name } b: types { name } } }',
  ])('holds the whole schema once: %s', async (query) => {
    const server = await start();
    const { status, errors } = await server.query(query);
    expect(status).toBe(400);
    expect(errors![0]).toMatchObject({
      message: 'Expected a document that asks for the whole schema once; got 2 times.',
      extensions: { code: 'QUERY_TOO_COSTLY' },
    });
  });
});

describe('answers that nobody reads', () => {
  const value = 'x'.repeat(900_000);
  const aliases = Array.from({ length: 12 }, (_, n) => `a${n}: echo(value: $v)`).join(' ');
  const body = JSON.stringify({
    query: `query ($v: JSON) { ${aliases} }`,
    variables: { v: value },
  });
  const large = 12 * value.length;

  /** Asks for a large answer and reads nothing of it. */
  async function ignore(server: SmallServer): Promise<Socket> {
    const socket = await openSocket(server.url);
    socket.pause();
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    return socket;
  }
  const figure = async (server: SmallServer, name: string): Promise<number> => {
    const text = await (await fetch(new URL('/metrics', server.adminUrl!))).text();
    return Number(new RegExp(`^switchboard_${name} (\\d+)$`, 'm').exec(text)![1]);
  };
  const unread = (server: SmallServer): Promise<number> => figure(server, 'unread_bytes');

  it('are counted, and beyond the limit there are no more; small ones are not in the way', async () => {
    const server = await start({
      limits: { clientUnreadBytes: large * 2.5, values: 1_000_000 },
      admin: { host: '127.0.0.1', port: 0 },
    });
    const readers = [await ignore(server), await ignore(server)];
    await expect.poll(() => unread(server)).toBeGreaterThan(large * 2);
    expect(await unread(server)).toBeLessThan(large * 2.01);
    for (let n = 0; n < 3; n += 1) {
      const refused = await server.post(body);
      expect(await refused.json()).toMatchObject({
        data: null,
        errors: [{ extensions: { code: 'OVERLOADED', retryable: true, retryAfterMs: 1000 } }],
      });
      expect((await server.query('{ hello }')).data).toEqual({ hello: 'Hello you' });
    }
    for (const reader of readers) reader.destroy();
    await expect.poll(() => unread(server)).toBeLessThan(1_000);
    expect((await (await server.post(body)).text()).length).toBeGreaterThan(large);
  });

  it.each(['multipart/mixed', 'text/event-stream'])(
    'are counted in parts as they are made, not as they are read (%s)',
    async (accept) => {
      const server = await start({
        limits: { clientUnreadBytes: large * 1.5, values: 1_000_000 },
        admin: { host: '127.0.0.1', port: 0 },
      });
      const inParts = body.replace(aliases, (all) =>
        all.replace(/a\d+:.*?\)/g, '... @defer { $& }'),
      );
      const socket = await openSocket(server.url);
      socket.pause();
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: x\r\naccept: ${accept}\r\ncontent-type: application/json\r\ncontent-length: ${inParts.length}\r\n\r\n${inParts}`,
      );
      await expect.poll(() => unread(server)).toBeGreaterThan(large);
      const refused = await server.post(inParts, { accept });
      expect(await refused.text()).toContain('OVERLOADED');
      socket.destroy();
      await expect.poll(() => unread(server)).toBeLessThan(1_000);
    },
  );

  it.each(['application/json', 'multipart/mixed', 'text/event-stream'])(
    'are not counted where their client has left before they were made (%s)',
    async (accept) => {
      const server = await start({
        limits: { values: 1_000_000 },
        admin: { host: '127.0.0.1', port: 0 },
      });
      const query = 'query ($v: JSON) { hello ... @defer { wait echo(value: $v) } }';
      const leaving = new AbortController();
      const left = fetch(new URL('/graphql', server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ query, variables: { v: value } }),
        signal: leaving.signal,
      }).then((response) => response.text());
      await expect.poll(() => server.graph.waiting()).toBe(1);
      leaving.abort();
      await expect(left).rejects.toThrow();
      await expect.poll(() => figure(server, 'requests_running')).toBe(0);
      server.graph.release();
      for (let n = 0; n < 3; n += 1) await server.query('{ hello }');
      await expect.poll(() => unread(server)).toBe(0);
    },
  );

  it('keep their client out before any work is done for it', async () => {
    const server = await start({
      limits: { clientUnreadBytes: large, values: 1_000_000 },
      admin: { host: '127.0.0.1', port: 0 },
    });
    const reader = await ignore(server);
    await expect.poll(() => unread(server)).toBeGreaterThan(large);
    const before = server.graph.resolved();
    const refused = await server.post({ query: '{ hello }' });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(server.graph.resolved()).toBe(before);
    reader.destroy();
  });
});

describe('room for answers', () => {
  let time = 0;
  const cut: string[] = [];
  const record = (client: string): RequestRecord => {
    const begun = new RequestRecord(client, () => cut.push(client));
    begun.identity = { ...(openToAll.authenticate(undefined) as object), client } as never;
    return begun;
  };
  const answer = (sizes: AnswerSizes, client: string, bytes: number) => {
    const one = record(client);
    sizes.admit(one, bytes);
    return one;
  };
  const open = (): AnswerSizes => {
    time = 0;
    cut.length = 0;
    return new AnswerSizes(
      { answerBytes: 100, clientUnreadBytes: 100, unreadBytes: 250 },
      () => time,
    );
  };

  it('is made by whoever has been reading for long, the oldest first, each client for itself', () => {
    const sizes = open();
    for (const client of ['a', 'b', 'a']) answer(sizes, client, 50);
    expect(() => answer(sizes, 'a', 10)).toThrow('has not been read yet');
    expect(cut).toEqual([]);
    time = 6_000;
    answer(sizes, 'a', 10);
    expect(cut).toEqual(['a']);
    expect(sizes.unreadBytes).toBe(110);
    answer(sizes, 'c', 100);
    expect(cut).toEqual(['a']);
    // Too much in all: the oldest of anybody's.
    answer(sizes, 'd', 100);
    expect(cut).toEqual(['a', 'b', 'a']);
    expect(() => answer(sizes, 'e', 100)).toThrow('has not been read yet');
    expect(sizes.unreadBytes).toBe(210);
  });

  it('is had again by what is released, and by one answer always', () => {
    const sizes = open();
    const one = answer(sizes, 'a', 1_000);
    expect(() => answer(sizes, 'a', 0)).toThrow();
    sizes.release(one);
    sizes.release(one);
    expect(sizes.unreadBytes).toBe(0);
    answer(sizes, 'a', 60);
    expect(() => answer(sizes, 'a', 60)).toThrow();
    answer(sizes, 'a', 40);
    expect(() => answer(sizes, 'a', 0)).toThrow();
  });
});
