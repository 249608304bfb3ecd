import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  boundedDocumentCache,
  boundedTexts,
  hashOf,
  textKey,
} from '../../src/server/document/document.ts';
import { type Answer, type SmallServer, startSmallServer } from '../support/small-server.ts';

const showcases = [
  { name: 'hello', query: '# A greeting.\nquery Hello { hello }\n', variables: null },
];
const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });

async function ask(server: SmallServer, body: object): Promise<Answer> {
  const response = await server.post(body);
  return { status: response.status, ...((await response.json()) as object) };
}
const code = (answer: Answer) => answer.errors?.[0]?.extensions.code;

describe('documents by their hash', () => {
  let server: SmallServer;
  beforeAll(async () => {
    server = await startSmallServer({ showcases });
  });
  afterAll(() => server.close());

  it('are registered once and then asked for without their text', async () => {
    const query = '{ items(first: 1) { id } }';
    const first = await ask(server, { extensions: persisted(hashOf(query)) });
    expect(first.errors![0]!.message).toBe('PersistedQueryNotFound');
    expect(code(first)).toBe('DOCUMENT_NOT_FOUND');
    expect((await ask(server, { query, extensions: persisted(hashOf(query)) })).status).toBe(200);
    const again = await ask(server, { extensions: persisted(hashOf(query)) });
    expect(again.data).toEqual({ items: [{ id: '0' }] });
    const url = new URL('/graphql', server.url);
    url.search = new URLSearchParams({
      extensions: JSON.stringify(persisted(hashOf(query))),
    }).toString();
    const get = await fetch(url, { headers: { accept: 'application/json' } });
    expect(await get.json()).toMatchObject({ data: { items: [{ id: '0' }] } });
  });

  it('are refused, and not registered, when the hash is another’s', async () => {
    const evil = { query: '{ items { id } }', extensions: persisted(hashOf('{ hello }')) };
    expect(await ask(server, evil)).toMatchObject({ status: 400 });
    const after = await ask(server, { extensions: persisted(hashOf('{ hello }')) });
    expect(code(after)).toBe('DOCUMENT_NOT_FOUND');
    const stolen = { query: '{ items { id } }', documentId: 'hello' };
    expect((await ask(server, stolen)).status).toBe(400);
  });

  it('are asked for anew when what is stored has another hash: cut off, or put there by others', async () => {
    const query = '{ hello }';
    const stored = new Map([[hashOf(query), '{ items { id } }']]);
    const own = await startSmallServer({
      documents: {
        onlyTrusted: false,
        persisted: {
          get: (hash) => stored.get(hash) ?? null,
          set: (hash, text) => void stored.set(hash, text),
        },
      },
    });
    onTestFinished(() => own.close());
    const body = { extensions: persisted(hashOf(query)) };
    expect((await ask(own, body)).errors![0]!.message).toBe('PersistedQueryNotFound');
    expect((await ask(own, { ...body, query })).status).toBe(200);
    expect((await ask(own, body)).data).toEqual({ hello: expect.any(String) });
  });

  it('are known by name where they are trusted', async () => {
    expect((await ask(server, { documentId: 'hello' })).data).toEqual({ hello: 'Hello you' });
    const hash = hashOf(showcases[0]!.query);
    expect((await ask(server, { documentId: `sha256:${hash}` })).status).toBe(200);
    expect((await ask(server, { extensions: persisted(hash) })).status).toBe(200);
  });
});

describe('trusted documents only', () => {
  let server: SmallServer;
  beforeAll(async () => {
    server = await startSmallServer({
      showcases,
      graphiql: false,
      documents: { onlyTrusted: true, manifest: { 'deploy-7': '{ items(first: 1) { id } }' } },
    });
  });
  afterAll(() => server.close());

  it('are executed, by text, hash, name or manifest id', async () => {
    for (const body of [
      { query: showcases[0]!.query },
      { query: 'query Hello {\n  hello\n}' },
      { query: 'query Hello{hello}' },
      { query: '\n# Mine.\nquery   Hello { hello, }' },
      { documentId: 'hello' },
      { documentId: 'deploy-7' },
      { extensions: persisted(hashOf('{ items(first: 1) { id } }')) },
    ])
      expect((await ask(server, body)).status, JSON.stringify(body)).toBe(200);
  });

  it('keep all others out, and nothing is stored', async () => {
    const query = '{ items { id } }';
    const before = server.graph.resolved();
    const refused = await ask(server, { query, extensions: persisted(hashOf(query)) });
    expect(refused).toMatchObject({ status: 403 });
    expect(code(refused)).toBe('DOCUMENT_NOT_FOUND');
    expect(code(await ask(server, { extensions: persisted(hashOf(query)) }))).toBe(
      'DOCUMENT_NOT_FOUND',
    );
    expect((await ask(server, { query: '{ __schema { types { name } } }' })).status).toBe(403);
    expect(server.graph.resolved()).toBe(before);
  });
});

describe('trusted documents where there is GraphiQL', () => {
  it('go with questions about the schema, and with nothing that hides in them', async () => {
    const server = await startSmallServer({ showcases, documents: { onlyTrusted: true } });
    for (const query of [
      getIntrospectionQuery(),
      '{ __typename }',
      '{ __type(name: "Item") { name } }',
    ])
      expect((await ask(server, { query })).status, query).toBe(200);
    const before = server.graph.resolved();
    for (const query of [
      '{ __typename hello }',
      '{ __schema { types { name } } ...F } fragment F on Query { hello }',
      '{ ... { __typename hello } }',
      '{ __typename: hello }',
      'query A { __typename } query B { hello }',
      'mutation { __typename }',
      '{ __schema { ',
    ])
      expect(await ask(server, { query }), query).toMatchObject({
        status: 403,
        errors: [{ extensions: { code: 'DOCUMENT_NOT_FOUND' } }],
      });
    expect(server.graph.resolved()).toBe(before);
    await server.close();
  });
});

describe('what is kept of documents', () => {
  it('stays within its bytes, however many documents come and however long', () => {
    const maxBytes = 2 ** 24;
    const cache = boundedDocumentCache(maxBytes);
    const { valid, refused } = cache;
    const texts = boundedTexts();
    for (let n = 0; n < 20_000; n += 1) {
      const text = `{ hello(name: "${n}") }`;
      valid.set(text, { kind: 'Document', definitions: [] } as never);
      refused.set(text, new Error('no'));
      void texts.set(String(n), text);
    }
    expect(cache.bytes()).toBeGreaterThan(maxBytes * 0.9);
    expect(cache.bytes()).toBeLessThanOrEqual(maxBytes);
    const long = (n: number): string => `${n}${'x'.repeat(10_000)}`;
    for (let n = 0; n < 100; n += 1)
      valid.set(long(n), { kind: 'Document', definitions: [] } as never);
    expect(cache.bytes()).toBeLessThanOrEqual(maxBytes);
    expect(valid.get(long(0))).toBeUndefined();
    expect(valid.get(long(99))).toBeDefined();
    expect(texts.get('0')).toBeNull();
    expect(texts.get('19999')).not.toBeNull();
  });

  it('is their text and its verdict, but no tree, where they are refused', async () => {
    const documentBytes = 2 ** 20;
    const server = await startSmallServer({
      documentBytes,
      admin: { host: '127.0.0.1', port: 0 },
    });
    const refusal = async (query: string): Promise<unknown> => {
      const { errors } = (await ask(server, { query })) as unknown as { errors: object[] };
      return errors.map((error) => ({ ...error, extensions: {} }));
    };
    for (let n = 0; n < 10; n += 1) {
      const query = `{ ${'hello '.repeat(400)} wrong${n} }`;
      const first = await refusal(query);
      expect(first).toMatchObject([{ locations: [{ line: 1, column: 2404 }] }]);
      expect(await refusal(query)).toEqual(first);
    }
    const metrics = await (await fetch(new URL('/metrics', server.adminUrl!))).text();
    const [, bytes] = /cache_bytes\{cache="documents"\} (\d+)/.exec(metrics)!;
    expect(Number(bytes)).toBeLessThan(documentBytes / 8);
    await server.close();
  });
});

describe('the key of a text', () => {
  it('is the text, or for a long one its hash', () => {
    const short = 'x'.repeat(16_383);
    expect(textKey(short)).toBe(short);
    const [a, b] = [`${short}a`, `${short}b`];
    expect([textKey(a), textKey(b), textKey(a)]).toEqual([hashOf(a), hashOf(b), hashOf(a)]);
  });
});
