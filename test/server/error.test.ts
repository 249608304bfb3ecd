import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createHttp } from '../../src/server/http-server.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';

let server: SmallServer;
beforeAll(async () => {
  server = await startSmallServer();
});
afterAll(() => server.close());

const fail = async (how: string) => {
  const { data, errors } = await server.query(`{ hello fail(how: "${how}") }`);
  expect(data).toEqual({ hello: 'Hello you', fail: null });
  expect(errors).toHaveLength(1);
  expect(errors![0]!.path).toEqual(['fail']);
  const { requestId, ...extensions } = errors![0]!.extensions;
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  return { message: errors![0]!.message, extensions };
};

describe('a failed field', () => {
  it('of an upstream says which, and when to come back', async () => {
    expect(await fail('upstream')).toEqual({
      message: 'The CRM allows no more calls just now.',
      extensions: {
        code: 'RATE_LIMITED',
        service: 'crm',
        entity: 'accounts',
        action: 'list',
        retryable: true,
        retryAfterMs: 1500,
      },
    });
  });

  it('that the caller has to mend says what was expected', async () => {
    expect(await fail('input')).toEqual({
      message: 'Expected a, got b.',
      extensions: { code: 'BAD_USER_INPUT', retryable: false },
    });
  });

  it('that nobody expected says nothing but an id to find it by', async () => {
    const lines = server.log.length;
    expect(await fail('unexpected')).toEqual({
      message: 'Something went wrong on our side.',
      extensions: { code: 'INTERNAL', retryable: false },
    });
    const line = server.log.slice(lines).find(({ msg }) => msg === 'unexpected failure');
    expect(line).toMatchObject({ level: 50, err: { type: 'Error' } });
    expect((line!.err as { stack: string[] }).stack[0]).toContain('small-graph.ts');
    expect(JSON.stringify(line)).not.toMatch(/hunter2|10\.0\.0\.1/);
  });

  it('whose upstream value has the wrong type does not repeat the value', async () => {
    const { data, errors } = await server.query('{ hello count }');
    expect(data).toEqual({ hello: 'Hello you', count: null });
    expect(errors![0]!.extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
    expect(JSON.stringify(errors)).not.toContain('canary');
  });

  it('never carries a cause, a stack or an original error', async () => {
    for (const how of ['upstream', 'unexpected', 'input', 'graphql', 'cancelled'])
      expect(JSON.stringify(await fail(how))).not.toMatch(/stack|cause|token=|originalError/);
  });
});

describe('a document or variables that are wrong', () => {
  it.each([
    ['{ hello', undefined],
    ['{ nothing }', undefined],
    ['query ($n: Int!) { items(first: $n) { id } }', {}],
    ['query ($n: Int) { items(first: $n) { id } }', { n: 'many' }],
    ['query ($n: Boolean = true) { hello @include(if: $n) }', { n: null }],
    ['query ($n: Boolean = true) { ... @skip(if: $n) { hello } }', { n: null }],
    ['query ($n: Boolean = true) { ... @defer { hello @skip(if: $n) } }', { n: null }],
    ['query ($n: Boolean) { ... @defer(if: $n) { hello } }', { n: null }],
    ['query ($n: Boolean) { items @stream(if: $n) { id } }', { n: null }],
    ['query ($n: Int) { items @stream(initialCount: $n) { id } }', { n: -5 }],
    ['query ($n: Int = 1) { items @stream(initialCount: $n) { id } }', { n: null }],
    ['{ items @stream(initialCount: -1) { id } }', undefined],
    ['{ items @stream(initialCount: null) { id } }', undefined],
  ])('%s is BAD_USER_INPUT', async (query, variables) => {
    const before = server.graph.resolved();
    const answer = await server.query(query, variables);
    expect(answer).not.toHaveProperty('data');
    expect(server.graph.resolved()).toBe(before);
    const inParts = await server.post({ query, variables }, { accept: 'multipart/mixed' });
    expect([inParts.status, await inParts.text()]).toEqual([
      400,
      expect.stringContaining('BAD_USER_INPUT'),
    ]);
    expect(answer.errors![0]!.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      retryable: false,
    });
    expect(answer.errors![0]!.extensions.requestId).toBeDefined();
  });
});

describe('a number that JSON readers would change', () => {
  const query = '{ hello }';
  it.each(['2980997853975139083', '-9007199254740992', '1e999', '-1E+999', '9'.repeat(400)])(
    'is refused, wherever it stands, and no other is taken for it: %.30s',
    async (number) => {
      for (const variables of [
        `{"id":${number}}`,
        `{"id": [ ${number} ]}`,
        `{"a":{"b":[1,${number}]}}`,
      ]) {
        const url = new URL('/graphql', server.url);
        const body = `{"query":"{ hello }","variables":${variables}}`;
        const params = new URLSearchParams({ query, variables });
        const headers = { 'content-type': 'application/json', accept: 'application/json' };
        for (const response of [
          await fetch(url, { method: 'POST', headers, body }),
          await fetch(`${url}?${params}`, { headers }),
        ]) {
          const { errors } = (await response.json()) as {
            errors: { message: string; extensions: object }[];
          };
          expect([body, response.status]).toEqual([body, 400]);
          expect(errors[0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
          expect(errors[0]!.message).toContain('long ids as text');
        }
      }
    },
  );

  it.each([
    '9007199254740991',
    '1e22',
    '0.12345678901234567890',
    '1.7976931348623157e308',
    '"2980997853975139083"',
    '"1e999"',
  ])('is none of %s', async (value) => {
    const response = await fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"query":"{ hello }","variables":{"a":${value}}}`,
    });
    expect(response.status).toBe(200);
  });
});

describe('a client that takes no form of answer there is', () => {
  it.each(['text/html', 'image/png', 'application/json;charset=latin1', 'a/b;q=0.1,'.repeat(700)])(
    'hears so with a code, in an answer whose size does not hang on the header: %.40s',
    async (accept) => {
      const before = server.graph.resolved();
      const response = await fetch(new URL('/graphql', server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: '{"query":"{ hello }"}',
      });
      expect(response.status).toBe(406);
      expect([...response.headers].join().length).toBeLessThan(1_000);
      const { errors } = (await response.json()) as { errors: { extensions: object }[] };
      expect(errors[0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
      expect(server.graph.resolved()).toBe(before);
    },
  );

  it.each(['*/*', 'application/*', 'text/html, */*;q=0.1', 'multipart/mixed', 'text/event-stream'])(
    'is no client that takes %s',
    async (accept) => {
      const response = await fetch(new URL('/graphql', server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: '{"query":"{ hello }"}',
      });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('Hello you');
    },
  );
});

describe('the log', () => {
  it('has one line a request, with what operators look for and nothing of what was asked', async () => {
    const before = server.log.length;
    await server.query('query Secret { hello(name: "canary-name") fail(how: "upstream") }');
    await expect.poll(() => server.log.length).toBe(before + 1);
    const line = server.log.at(-1)!;
    expect(line).toMatchObject({
      msg: 'request',
      method: 'POST',
      path: '/graphql',
      status: 200,
      tenant: 'default',
      client: 'anonymous',
      upstreamCalls: 0,
      codes: ['RATE_LIMITED'],
    });
    expect(JSON.stringify(line)).not.toContain('canary');
    expect(line.ms).toBeGreaterThan(0);
  });

  it('tells a document by the first letters of its hash, each time it comes', async () => {
    const query = '{ hello(name: "canary-hash") }';
    const letters = createHash('sha256').update(query).digest('hex').slice(0, 12);
    const before = server.log.length;
    for (let time = 0; time < 3; time += 1) await server.query(query);
    await expect.poll(() => server.log.length).toBe(before + 3);
    for (const line of server.log.slice(before)) expect(line.document).toBe(letters);
  });

  it('names trusted operations, and no others', async () => {
    await server.query('query Hello { hello }');
    await server.query('query Invented { hello }');
    await expect.poll(() => server.log.at(-1)?.operation).toBeUndefined();
    expect(server.log.at(-2)?.operation).toBe('hello');
  });

  it('says when a client left before its answer', async () => {
    const leaving = new AbortController();
    const asked = fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ wait }"}',
      signal: leaving.signal,
    }).catch(() => null);
    await expect.poll(() => server.graph.waiting()).toBe(1);
    leaving.abort();
    await asked;
    await expect.poll(() => server.log.at(-1)?.left).toBe(true);
    server.graph.release();
  });
});

it('a fault outside of any operation is JSON with a code, as all else, and the connection goes on', async () => {
  const faults: unknown[] = [];
  const http = createHttp({
    host: '127.0.0.1',
    port: 0,
    headersTimeoutMs: 5_000,
    requestTimeoutMs: 5_000,
    failed: (error) => faults.push(error),
    route: () => () => {
      throw new RangeError('Invalid string length of hunter2');
    },
  });
  const url = await http.listen();
  onTestFinished(() => http.close(0));
  for (const init of [{}, { method: 'POST', body: 'x'.repeat(100_000) }]) {
    const response = await fetch(url, init);
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toMatch(/json/);
    expect(await response.json()).toMatchObject({
      errors: [{ message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL' } }],
    });
  }
  expect(faults).toHaveLength(2);
});
