import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, rawRequest, sendRaw } from '../../support/raw.ts';
import { type SmallServer, startSmallServer } from '../../support/small-server.ts';

let server: SmallServer;
beforeAll(async () => {
  server = await startSmallServer({ corsOrigins: ['https://dashboard.example'] });
});
afterAll(() => server.close());

const hello = JSON.stringify({ query: '{ hello }' });
const json = { 'content-type': 'application/json' };
const codeIn = (body: string): unknown => JSON.parse(body).errors[0].extensions.code;

describe('requests that Node itself turns away', () => {
  it.each([
    ['without a Host', 'GET /graphql HTTP/1.1\r\n\r\n', 400],
    [
      'of an unknown expectation',
      'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: magic\r\n\r\n',
      417,
    ],
    ['of an unknown method', 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ])('%s are answered, and those after them, too', async (_what, text, status) => {
    expect((await sendRaw(server.url, text)).status).toBe(status);
    const response = await fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: json,
      body: hello,
    });
    expect(response.status).toBe(200);
  });
});

describe('bodies', () => {
  it('of ten megabytes are refused before they are read', async () => {
    const announced = await sendRaw(
      server.url,
      rawRequest('POST /graphql', { ...json, 'content-length': '10000000' }),
    );
    expect(announced.status).toBe(413);
    // Whoever goes on writing can do so, and reads the answer afterwards.
    const socket = await openSocket(server.url);
    const failures: Error[] = [];
    socket.on('error', (error) => failures.push(error));
    const answer = once(socket, 'data') as Promise<[Buffer]>;
    socket.write(
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10000000\r\n\r\n',
    );
    await new Promise((written) => socket.write('x'.repeat(1e7), written));
    expect((await answer)[0].toString()).toMatch(/^HTTP\/1\.1 413 /);
    expect(failures).toEqual([]);
    socket.destroy();
  });

  it('without a length are refused once they are too long', async () => {
    const socket = await openSocket(server.url);
    const answer = once(socket, 'data') as Promise<[Buffer]>;
    socket.write(
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    for (let n = 0; n < 40; n += 1) socket.write(chunk);
    expect((await answer)[0].toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('that are compressed are refused, whatever they would become', async () => {
    const response = await fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(50_000_000)),
    });
    expect(response.status).toBe(415);
  });

  it.each(['', '{', 'null', '[]', '{}', '"{ hello }"', '1', '{"query": 1}', '{"variables": {}}'])(
    '%j is refused with 400',
    async (body) => {
      const response = await server.post(body);
      expect(response.status).toBe(400);
      expect(codeIn(await response.text())).toBe('BAD_USER_INPUT');
    },
  );
});

describe('slow clients', () => {
  it('are cut off when their headers take too long, and hold nobody up', async () => {
    const strict = await startSmallServer({ limits: { headersTimeoutMs: 300 } });
    const socket = await openSocket(strict.url);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('POST /graphql HTTP/1.1\r\nhost: x\r\nx-slow: ');
    const drip = setInterval(() => socket.write('a'), 50);
    expect((await strict.query('{ hello }')).status).toBe(200);
    await closed;
    clearInterval(drip);
    await strict.close();
  });
});

describe('slow bodies', () => {
  it('are cut off when they take too long, and hold nobody up', async () => {
    const strict = await startSmallServer({ limits: { requestTimeoutMs: 300 } });
    const socket = await openSocket(strict.url);
    const answer = once(socket, 'data') as Promise<[Buffer]>;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    );
    const drip = setInterval(() => socket.write(' '), 50);
    expect((await strict.query('{ hello }')).status).toBe(200);
    expect((await answer)[0].toString()).toMatch(/^HTTP\/1\.1 408 /);
    await closed;
    clearInterval(drip);
    await strict.close();
  });
});

describe('requests a foreign page could send', () => {
  const get = '/graphql?query=%7B__typename%7D';

  it('as a GET without a header that needs permission', async () => {
    const plain = await sendRaw(server.url, rawRequest(`GET ${get}`, { accept: '*/*' }));
    expect(plain.status).toBe(403);
    expect(codeIn(plain.body)).toBe('FORBIDDEN');
    const foreign: Record<string, string>[] = [
      { accept: 'application/json', 'sec-fetch-site': 'cross-site' },
      { accept: 'application/json', 'sec-fetch-site': 'same-site' },
      { accept: 'application/json', origin: 'https://evil.example' },
      { accept: 'image/avif,image/webp,*/*' },
    ];
    for (const headers of foreign)
      expect((await sendRaw(server.url, rawRequest(`GET ${get}`, headers))).status).toBe(403);
  });

  it('but not one that only a program or our own page sends', async () => {
    const own: Record<string, string>[] = [
      { accept: 'application/json' },
      { accept: '*/*', 'graphql-require-preflight': '1' },
      { accept: '*/*', 'sec-fetch-site': 'same-origin' },
      { accept: 'application/json', origin: 'https://dashboard.example' },
    ];
    for (const headers of own)
      expect((await sendRaw(server.url, rawRequest(`GET ${get}`, headers))).status).toBe(200);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'query=%7Bhello%7D'],
    ['text/plain', hello],
    ['application/graphql', '{ hello }'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"{hello}"}\r\n--x--',
    ],
  ])('as a POST of type %s', async (type, body) => {
    const answer = await sendRaw(
      server.url,
      rawRequest('POST /graphql', { 'content-type': type }, body),
    );
    expect(answer.status).toBe(415);
  });

  it('as a preflight: strangers get no permission, configured origins theirs', async () => {
    const ask = (origin: string) =>
      fetch(new URL('/graphql', server.url), {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const stranger = await ask('https://evil.example');
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
    expect(stranger.headers.get('access-control-allow-credentials')).toBeNull();
    const friend = await ask('https://dashboard.example');
    expect(friend.headers.get('access-control-allow-origin')).toBe('https://dashboard.example');
    expect(friend.headers.get('access-control-allow-credentials')).toBeNull();
    expect(friend.headers.get('vary')).toBe('Origin');
    const answer = await server.post({ query: '{ hello }' }, { origin: 'https://evil.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('request ids', () => {
  it('of a proxy are kept, and stand in errors and log', async () => {
    const response = await server.post(
      { query: '{ fail(how: "unexpected") }' },
      { 'x-request-id': 'edge-0123456789' },
    );
    expect(response.headers.get('x-request-id')).toBe('edge-0123456789');
    const { errors } = (await response.json()) as { errors: { extensions: object }[] };
    expect(errors[0]!.extensions).toMatchObject({
      code: 'INTERNAL',
      requestId: 'edge-0123456789',
    });
    await expect
      .poll(() => server.log.filter((line) => line.requestId === 'edge-0123456789'))
      .toHaveLength(1);
  });

  it.each([
    ['with a line break', 'abcdefgh\\r\\nx-evil: 1'],
    ['of ten kilobytes', 'a'.repeat(10_000)],
    ['with quotes', '"},{"level":50'],
  ])('%s are replaced', async (_, id) => {
    const before = server.log.length;
    const response = await server.post({ query: '{ hello }' }, { 'x-request-id': id });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('x-evil')).toBeNull();
    await response.text();
    await expect.poll(() => server.log.length).toBe(before + 1);
    expect(JSON.stringify(server.log.at(-1))).not.toContain('evil');
  });
});

describe('methods and paths', () => {
  it('that there are not', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect((await fetch(new URL('/graphql', server.url), { method })).status).toBe(405);
    expect((await fetch(new URL('/nothing', server.url))).status).toBe(404);
    expect((await fetch(new URL('/media/nothing', server.url))).status).toBe(404);
    expect((await sendRaw(server.url, rawRequest('GET //evil.example/graphql'))).status).toBe(404);
  });
});
