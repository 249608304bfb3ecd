import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type SmallServer, startSmallServer } from '../../support/small-server.ts';

let server: SmallServer;
beforeAll(async () => {
  server = await startSmallServer();
});
afterAll(() => server.close());

/** Sends a document that has to be turned away: 400, coded, with nothing resolved. How much work that may be is for `limit/measure.test.ts`. */
async function refused(body: unknown): Promise<Answer> {
  const before = server.graph.resolved();
  const response = await server.post(body);
  const answer = { status: response.status, ...((await response.json()) as object) } as Answer;
  expect(answer.status).toBe(400);
  expect(answer).not.toHaveProperty('data');
  expect(answer.errors!.length).toBeLessThanOrEqual(10);
  for (const { extensions } of answer.errors!)
    expect(['QUERY_TOO_COSTLY', 'BAD_USER_INPUT']).toContain(extensions.code);
  expect(server.graph.resolved()).toBe(before);
  expect((await server.query('{ hello }')).data).toEqual({ hello: 'Hello you' });
  return answer;
}

const nest = (depth: number, inner: string) =>
  `${'{ items '.repeat(depth)}${inner}${' }'.repeat(depth)}`;

describe('documents that are too much', () => {
  it('a selection as deep as allowed passes, one level more does not', async () => {
    const deepest = nest(23, '{ id }');
    expect((await server.query(deepest.replaceAll('items', 'items(first: 0)'))).status).toBe(200);
    const { errors } = await refused({ query: nest(24, '{ id }') });
    expect(errors![0]!.message).toBe('Expected a document of at most 24 levels deep; got 25.');
    expect(errors![0]!.extensions.code).toBe('QUERY_TOO_COSTLY');
  });

  it('depth that hides in fragments', async () => {
    const fragments = Array.from(
      { length: 12 },
      (_, n) =>
        `fragment F${n} on Item { items { items { ${n === 11 ? 'id' : `...F${n + 1}`} } } }`,
    );
    const { errors } = await refused({ query: `{ items { ...F0 } } ${fragments.join(' ')}` });
    expect(errors![0]!.message).toContain('got 26');
  });

  it('brackets of any kind 501 deep, counted before they are parsed', async () => {
    const deep = (depth: number): readonly string[] => {
      const [open, close] = ['['.repeat(depth - 2), ']'.repeat(depth - 2)];
      return [
        `${'{a'.repeat(depth)}${'}'.repeat(depth)}`,
        `{ echo(value: ${open}${close}) }`,
        `{ echo(value: ${'{a: '.repeat(depth - 2)}1${'}'.repeat(depth - 2)}) }`,
        `query ($v: [${open}Int${close}]) { hello }`,
      ];
    };
    for (const query of [...deep(501), ...deep(900)]) {
      const { errors } = await refused({ query });
      expect(errors).toMatchObject([
        {
          message: 'Expected a document nested at most 500 deep; got more.',
          extensions: { code: 'QUERY_TOO_COSTLY' },
        },
      ]);
    }
    // One level less, and as many brackets beside each other or in a text, are answered, one way or the other.
    const beside = `${'[]'.repeat(600)}`;
    for (const query of [
      ...deep(500),
      `{ echo(value: [${beside}]) }`,
      `{ echo(value: "${'['.repeat(600)}") } # ${'['.repeat(600)}`,
    ]) {
      const { status, errors } = await server.query(query);
      expect(status).toBeLessThan(500);
      expect(JSON.stringify(errors ?? [])).not.toContain('nested');
    }
  });

  it('JSON 5,000 deep in variables and extensions', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    for (const name of ['variables', 'extensions'])
      await refused(`{"query":"query($v: JSON) { echo(value: $v) }","${name}":{"v":${deep}}}`);
    const url = new URL('/graphql', server.url);
    url.search = new URLSearchParams({
      query: '{ hello }',
      variables: `${'['.repeat(2000)}${']'.repeat(2000)}`,
    }).toString();
    const response = await fetch(url, { headers: { accept: 'application/json' } });
    expect(response.status).toBe(400);
    await response.body?.cancel();
  });

  it('a query string whose variables or extensions are deep or no JSON, wherever it seems to begin', async () => {
    const deep = `{"v":${'['.repeat(2000)}${']'.repeat(2000)}}`;
    for (const name of ['variables', 'extensions'])
      for (const text of [deep, '{', '%', 'undefined', '{"v":1}}'])
        for (const begin of ['', '?', 'a=?&', '?a?b&']) {
          const rest = new URLSearchParams({ query: '{ hello }', [name]: text });
          const url = new URL(`/graphql?${begin === '?' ? '?&' : begin}${rest}`, server.url);
          const response = await fetch(url, { headers: { accept: 'application/json' } });
          const { errors } = (await response.json()) as Answer;
          expect([url.search.slice(0, 20), response.status]).toEqual([expect.any(String), 400]);
          expect(errors![0]!.message).toMatch(/^Expected (variables|extensions) (in JSON|nested)/);
        }
  });

  it('more values than arguments may have, each variable counted wherever it is used', async () => {
    const list = (length: number) => Array.from({ length }, (_, n) => n);
    const aliases = Array.from({ length: 90 }, (_, n) => `a${n}: echo(value: $v)`).join(' ');
    for (const [query, variables] of [
      ['query ($v: JSON) { echo(value: $v) }', { v: list(10_000) }],
      [`query ($v: JSON) { ${aliases} }`, { v: list(120) }],
      [`query ($v: JSON) { ${aliases} }`, { v: 'x'.repeat(3_600) }],
      [`query ($v: JSON) { ${aliases} }`, { v: { a: list(60), b: [list(60)] } }],
      [`query ($v: JSON = [${list(120).join(' ')}]) { ${aliases} }`, {}],
      [
        `query ($v: JSON) { ...A ...B } fragment A on Query { ${aliases} } fragment B on Query { hello }`,
        { v: list(120) },
      ],
    ] as const) {
      const { errors } = await refused({ query, variables });
      expect(errors![0]).toMatchObject({
        message: expect.stringMatching(/^Expected arguments of at most 10000 values/),
        extensions: { code: 'QUERY_TOO_COSTLY' },
      });
    }
    const most = await server.query(`query ($v: JSON) { ${aliases} }`, { v: list(110) });
    expect(most.errors).toBeUndefined();
  });

  it('variables that are wrong in many places are told of in a few words', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `v${n}`);
    const query = `query (${names.map((name) => `$${name}: Int!`).join(' ')}) { ${names.map((name) => `${name}: items(first: $${name}) { id }`).join(' ')} }`;
    for (const value of [
      Object.fromEntries(names.map((name) => [name, 'x'.repeat(60)])),
      names.map((name) => ({ [name]: 1 })),
      'x'.repeat(3_000),
    ]) {
      const variables = Object.fromEntries(names.map((name) => [name, value]));
      const { errors } = await refused({ query, variables });
      expect(JSON.stringify(errors).length).toBeLessThan(6_000);
    }
  });

  it('101 aliases of a list, the same field 3,000 times', async () => {
    const aliases = Array.from({ length: 101 }, (_, n) => `a${n}: items { id }`).join(' ');
    expect((await refused({ query: `{ ${aliases} }` })).errors![0]!.message).toBe(
      'Expected a document of at most 100 aliases; got 101.',
    );
    await refused({ query: `{ ${'hello '.repeat(3000)} }` });
  });

  it.each([
    ['an alias', (name: string) => `{ ${name}: hello }`],
    ['a field', (name: string) => `{ ${name} }`],
    ['a variable', (name: string) => `query ($${name}: String) { hello(name: $${name}) }`],
    ['a fragment', (name: string) => `{ ...${name} } fragment ${name} on Query { hello }`],
    ['an operation', (name: string) => `query ${name} { hello }`],
    ['an argument', (name: string) => `{ hello(${name}: "x") }`],
    ['a directive', (name: string) => `{ hello @${name} }`],
    ['a type', (name: string) => `{ ... on ${name} { hello } }`],
  ])('%s of more than 256 characters', async (_what, document) => {
    for (const length of [257, 60_000]) {
      const { errors } = await refused({ query: document('n'.repeat(length)) });
      expect(errors).toMatchObject([
        {
          message: `Expected names and aliases of at most 256 characters; got one of ${length}.`,
          extensions: { code: 'QUERY_TOO_COSTLY' },
        },
      ]);
    }
    // Up to there it is the parser's and the rules' to judge; texts and comments are no names.
    const { errors = [] } = await server.query(document('n'.repeat(256)));
    expect(JSON.stringify(errors)).not.toContain('256 characters');
    const run = 'n'.repeat(3_000);
    const query = `{ hello(name: "${run}") again: hello(name: """${run}""") } #${run}`;
    expect((await server.query(query)).data).toMatchObject({ again: `Hello ${run}` });
  });

  it('paths that an explanation would repeat a thousand times', async () => {
    const alias = 'n'.repeat(256);
    const chain = (leaves: number): string => {
      const below = Array.from({ length: leaves }, () => 'id').join(' ');
      return `{ ${`${alias}: items(first: 0) { `.repeat(23)}${below}${' }'.repeat(23)} }`;
    };
    expect((await server.query(chain(100))).data).toEqual({ [alias]: [] });
    const { errors } = await refused({ query: chain(1_900) });
    expect(errors![0]!.message).toMatch(
      /^Expected a document whose fields’ paths are at most 1024000 characters together; got 11\d{6}\./,
    );
  });

  it('twenty layers of fragments, each spread twice', async () => {
    const layers = Array.from(
      { length: 20 },
      (_, n) => `fragment L${n} on Query { ${n === 19 ? 'hello' : `...L${n + 1} ...L${n + 1}`} }`,
    );
    const { errors } = await refused({ query: `{ ...L0 } ${layers.join(' ')}` });
    expect(errors![0]!.message).toBe('Expected a document of at most 2000 fields; got 524288.');
  });

  it('texts longer than their tokens could need', async () => {
    const { errors } = await refused({ query: `{ hello } #${'x'.repeat(300_000)}` });
    expect(errors![0]!.message).toBe(
      'Expected a document of at most 128000 characters; got 300011.',
    );
  });

  it('fields asked for twice at every level: merged when they are the same, else refused', async () => {
    let below = 'items { id }';
    for (let level = 0; level < 7; level += 1) below = `items { ${below} ${below} }`;
    const same = `items(first: 0) { ${below} }`;
    expect((await server.query(`{ ${same} }`)).data).toEqual({ items: [] });
    const { errors } = await refused({
      query: `{ ${same} hello hello(name: "another") }`,
    });
    expect(errors![0]!.message).toMatch(/^Expected a document of at most 200 fields where /);
    const few = await server.query('{ items { a: id } items { a: name } }');
    expect(few.errors![0]!.message).toContain('conflict');
  });

  it('fragments that spread each other in a circle', async () => {
    await refused({
      query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    });
    await refused({ query: '{ hello } fragment C on Query { ...C }' });
  });

  it('5,000 directives on one field', async () => {
    await refused({ query: `{ hello ${'@skip(if: false) '.repeat(700)} }` });
    await refused({ query: `{ hello ${'@a '.repeat(5000)} }` });
  });

  it('batches', async () => {
    await refused([{ query: '{ hello }' }]);
    await refused(Array.from({ length: 1000 }, () => ({ query: '{ hello }' })));
  });

  it('introspection that goes in circles, while the usual one passes', async () => {
    await refused({
      query:
        '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    });
    await refused({
      query:
        '{ __type(name: "Item") { ...T } } fragment T on __Type { fields { type { interfaces { possibleTypes { inputFields { name } } } } } }',
    });
    const usual = await server.query(
      getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, specifiedByUrl: true }),
    );
    expect(usual.status).toBe(200);
    expect(usual.errors).toBeUndefined();
  });

  it('two operations without a name, and a name there is not', async () => {
    await refused({ query: 'query A { hello } query B { hello }' });
    await refused({ query: 'query A { hello }', operationName: 'B' });
  });

  it('names where the document goes wrong, a few times at most', async () => {
    const { status, errors } = await server.query(
      `{ ${Array.from({ length: 90 }, (_, n) => `wrong${n}`).join(' ')} }`,
    );
    expect(status).toBe(200);
    expect(errors!.length).toBeLessThanOrEqual(11);
    expect(errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('limits', () => {
  it('count the largest operation, fragments and inline fragments expanded', async () => {
    const small = await startSmallServer({
      limits: { depth: 4, aliases: 2, directives: 2, fields: 6, tokens: 100 },
    });
    const status = async (query: string) => (await small.query(query)).status;
    expect(await status('{ items { items { items { id } } } }')).toBe(200);
    expect(await status('{ items { ... { ... on Item { items { items { id } } } } } }')).toBe(200);
    expect(await status('{ items { items { items { items { id } } } } }')).toBe(400);
    expect(await status('{ a: hello b: hello }')).toBe(200);
    expect(await status('{ a: hello ...F ...F } fragment F on Query { b: hello }')).toBe(400);
    expect(await status('query @a { hello @skip(if: false) @include(if: true) }')).toBe(400);
    expect(await status('{ hello hello hello hello hello hello }')).toBe(200);
    expect(await status('{ hello hello hello hello hello hello hello }')).toBe(400);
    expect(await status(`{ ${'hello '.repeat(99)}}`)).toBe(400);
    await small.close();
  });

  it('turn one document after another away', async () => {
    const worst = `{ ${'a: items(first: 1) { b: id } '.repeat(300)} }`;
    for (let n = 0; n < 20; n += 1) await refused({ query: `${worst}#${n}` });
  });
});
