import fc from 'fast-check';
import { meros } from 'meros/browser';
import Negotiator from 'negotiator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';

let server: SmallServer;
beforeAll(async () => {
  server = await startSmallServer();
});
afterAll(() => server.close());

const json = 'application/json; charset=utf-8';
const graphqlJson = 'application/graphql-response+json; charset=utf-8';
const parts = 'multipart/mixed; boundary="-"';
const versionedParts = 'multipart/mixed; deferSpec=20220824; boundary="-"';
const events = 'text/event-stream';

const plain = '{ hello }';
const deferred = '{ item { id ... @defer { name } } }';

async function ask(method: string, query: string, headers: Record<string, string>) {
  const url = new URL('/graphql', server.url);
  if (method !== 'POST') url.searchParams.set('query', query);
  // A GET shows by a header that no foreign page sent it: some of these take no JSON.
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      'graphql-require-preflight': '1',
      ...headers,
    },
    ...(method === 'POST' && { body: JSON.stringify({ query }) }),
  });
  return { response, text: await response.clone().text() };
}

/** Each Accept, the type of a plain answer, and of one with a deferred part; null is 406. */
const forms: readonly [accept: string, plain: string | null, deferred?: string][] = [
  ['*/*', json, parts],
  ['', json, parts],
  [',', json, parts],
  ['application/*', json],
  ['application/json', json],
  ['APPLICATION/JSON', json],
  ['application/json; charset=utf-8', json],
  ['application/json;charset="UTF-8"', json],
  ['application/json; charset=utf-16', null],
  ['application/json; profile="a, b", application/graphql-response+json', graphqlJson],
  ['application/json; profile="a, b"', null],
  ['application/json, application/graphql-response+json', json],
  ['application/graphql-response+json, application/json', graphqlJson],
  [
    'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8',
    graphqlJson,
  ],
  ['application/json;q=0.5, application/graphql-response+json', graphqlJson],
  ['application/graphql-response+json;q=0.5, application/json;q=0.4', graphqlJson],
  ['application/graphql-response+json; q=0.001, application/json', json],
  ['application/json;q=0', null],
  ['application/json;Q=0.000', null],
  ['application/json;q=0, */*', graphqlJson, parts],
  ['application/json;q=0, application/*', graphqlJson],
  ['application/*;q=0, */*', parts, parts],
  ['*/*, application/json;q=0, application/graphql-response+json;q=0', parts, parts],
  ['*/*;q=0', null],
  ['*/*;q=0.1, application/*;q=0', parts, parts],
  ['application/json;q=high', null],
  ['application/json;q=high, */*;q=.2', json, parts],
  ['application/json;q=2, application/graphql-response+json;q=.2', graphqlJson],
  ['json, application/json', json],
  ['image/gif, *; q=.2, */*; q=.2', json, parts],
  // Parts where they are wanted as much as the whole, in whatever order.
  ['multipart/mixed', parts, parts],
  ['multipart/*', parts, parts],
  ['text/event-stream', events, events],
  ['application/json, multipart/mixed', json, parts],
  ['multipart/mixed, application/json', json, parts],
  ['multipart/mixed, application/json;charset=utf-8', json, parts],
  ['multipart/mixed;q=0.9, application/json', json],
  ['multipart/mixed, application/json;q=0.9', json, parts],
  ['multipart/mixed;q=0, application/json', json],
  ['multipart/mixed;q=0, text/event-stream, application/json', json, events],
  ['multipart/mixed;q=0.8, text/event-stream;q=0.9, application/json;q=0.1', json, events],
  [
    'application/graphql-response+json, application/json, text/event-stream, multipart/mixed',
    graphqlJson,
    parts,
  ],
  // A type that is named outweighs those that a wildcard covers.
  ['application/json, text/plain, */*', json],
  ['application/json, */*;q=0.1', json],
  ['application/json, multipart/*', json],
  ['*/*, application/graphql-response+json', graphqlJson],
  // Versions of incremental delivery.
  ['multipart/mixed; deferSpec=20220824, application/json', json, versionedParts],
  [
    'multipart/mixed;deferSpec="20220824", application/graphql-response+json, application/json;q=0.9',
    graphqlJson,
    versionedParts,
  ],
  ['multipart/mixed; boundary="-"; deferSpec=20220824, application/json', json, versionedParts],
  [
    'text/event-stream; deferSpec=20220824, application/json',
    json,
    `${events}; deferSpec=20220824`,
  ],
  ['multipart/mixed; deferSpec=20190101, application/json', json],
  ['multipart/mixed; incrementalSpec=v0.2, application/json', json],
  ['multipart/mixed; incrementalSpec=v0.2, application/graphql-response+json', graphqlJson],
  ['multipart/mixed; incrementalSpec=v0.2, */*', json],
  ['text/event-stream; incrementalSpec=v0.2, application/json', json],
  ['multipart/mixed; boundary=graphql; subscriptionSpec=1.0, application/json', json],
  ['multipart/mixed; incrementalSpec=v0.2', null],
];

describe('an Accept header', () => {
  it.each(forms)('of %j', async (accept, type, inParts = type ?? undefined) => {
    for (const method of ['POST', 'GET', 'HEAD'])
      for (const [query, expected] of [
        [plain, type],
        [deferred, type === null ? null : inParts],
      ] as const) {
        const { response, text } = await ask(method, query, { accept });
        const { headers, status } = response;
        expect([method, query, status], accept).toEqual([
          method,
          query,
          expected === null ? 406 : 200,
        ]);
        expect(headers.get('content-type')).toBe(expected ?? json);
        expect(headers.get('vary')).toBe('Accept');
        if (method === 'HEAD') expect(text).toBe('');
        else if (expected === json || expected === graphqlJson)
          expect(JSON.parse(text)).toMatchObject({
            data: query === plain ? { hello: 'Hello you' } : { item: { id: '1', name: 'Item 1' } },
          });
      }
  });

  it('is read as by another reader of RFC 9110, whatever it holds', async () => {
    const range = fc.constantFrom(
      ...['*/*', 'application/*', 'application/json', 'application/graphql-response+json'],
      ...['text/html', 'text/*', 'text/event-stream', 'multipart/mixed', 'multipart/*'],
      ...['multipart/mixed;deferSpec=20220824', 'multipart/mixed;incrementalSpec="v0.2"'],
      'image/png;a="b,c"',
    );
    const weight = fc.constantFrom(
      '',
      ';q=0',
      ';q=0.1',
      '; q=0.5',
      ' ;q=1',
      ';Q=0.999',
      ';q=1.000',
    );
    const header = fc
      .array(fc.tuple(range, weight), { minLength: 1, maxLength: 5 })
      .map((ranges) => ranges.map((range) => range.join('')).join(', '));
    const whole = [json, graphqlJson];
    const all = [...whole, 'multipart/mixed; deferSpec=20220824', 'text/event-stream'];
    await fc.assert(
      fc.asyncProperty(header, async (accept) => {
        const negotiator = new Negotiator({ headers: { accept } });
        const [best] = negotiator.mediaTypes(whole);
        const takesSome = negotiator.mediaTypes(all).length > 0;
        const { response } = await ask('POST', plain, { accept });
        expect(response.status).toBe(takesSome ? 200 : 406);
        if (best !== undefined) expect(response.headers.get('content-type')).toBe(best);
      }),
      { numRuns: cases(60) },
    );
  });

  it('decides the form of what is refused, too', async () => {
    for (const [accept, type] of [
      ['application/json, application/graphql-response+json', json],
      ['application/json;q=0.1, application/graphql-response+json', graphqlJson],
      ['application/graphql-response+json;q=0, application/json', json],
    ] as const) {
      const response = await server.post('{', { accept });
      expect([response.status, response.headers.get('content-type')]).toEqual([400, type]);
      expect(response.headers.get('vary')).toBe('Accept');
      await response.text();
    }
  });
});

describe('parts of the version that is spoken', () => {
  interface Chunk {
    readonly data?: Record<string, unknown>;
    readonly incremental?: readonly {
      readonly data?: object;
      readonly items?: readonly object[];
      readonly path: readonly (string | number)[];
    }[];
  }

  it('merge to the whole answer as that version has it', async () => {
    const query =
      '{ item { id ... @defer { name } } items(first: 3) @stream(initialCount: 1) { id } }';
    const { response } = await ask('POST', query, {
      accept: 'multipart/mixed; deferSpec=20220824, application/json',
    });
    const data: Record<string, unknown> = {};
    for await (const part of (await meros<Chunk>(response)) as AsyncIterable<{ body: Chunk }>) {
      Object.assign(data, part.body.data);
      for (const { data: fields, items, path } of part.body.incremental ?? []) {
        const parent = (items === undefined ? path : path.slice(0, -1)).reduce(
          (value, key) => (value as Record<string, never>)[key] as never,
          data as unknown,
        );
        if (items === undefined) Object.assign(parent as object, fields);
        else (parent as object[]).splice(path.at(-1) as number, 0, ...items);
      }
    }
    const whole = await ask('POST', query, { accept: 'application/json' });
    expect(data).toEqual(JSON.parse(whole.text).data);
  });
});

describe('the type of a body', () => {
  it.each([
    ['application/json', 200],
    ['Application/JSON', 200],
    ['application/json;charset=utf-8', 200],
    ['application/json ; charset=UTF-8', 200],
    ['application/json; charset="utf-8"', 200],
    ['application/json; profile="a;charset=utf-16"', 200],
    ['application/graphql+json; charset="UTF-8"', 200],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset="utf-16"', 415],
    ['application/json; Charset=UTF-16LE', 415],
    ['application/json; profile=x; charset=iso-8859-1', 415],
    ['application/jsonp', 415],
    ['application', 415],
    ['application/json, text/plain', 415],
    ['text/plain; application/json', 415],
  ])('%s is answered with %i', async (type, status) => {
    // The second goes through Yoga.
    for (const query of [plain, '{ nothing }']) {
      const response = await server.post({ query }, { 'content-type': type });
      expect(response.status).toBe(status);
      const { errors } = (await response.json()) as { errors?: { extensions: object }[] };
      if (status === 415) expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
      else
        expect(errors?.map(({ extensions }) => extensions) ?? []).toHaveLength(
          query === plain ? 0 : 1,
        );
    }
  });
});

describe('a HEAD', () => {
  it.each([plain, '{', '{ nothing }', '{ fail(how: "unexpected") }', deferred])(
    'has status and headers of its GET, and no body: %s',
    async (query) => {
      for (const accept of ['application/json', 'application/graphql-response+json']) {
        const [head, get] = [
          await ask('HEAD', query, { accept }),
          await ask('GET', query, { accept }),
        ];
        expect(head.response.status).toBe(get.response.status);
        const namesOf = ({ headers }: Response) =>
          [...headers.keys()].filter((name) => name !== 'keep-alive').sort();
        expect(namesOf(head.response)).toEqual(namesOf(get.response));
        for (const name of ['content-type', 'content-length', 'vary'])
          expect(head.response.headers.get(name)).toBe(get.response.headers.get(name));
        expect(head.text).toBe('');
      }
      await expect.poll(() => server.log.map((line) => line.method)).toContain('HEAD');
    },
  );

  it('of a foreign page is refused as its GET is', async () => {
    const url = new URL(`/graphql?query=${encodeURIComponent(plain)}`, server.url);
    const headers = { 'sec-fetch-site': 'cross-site', accept: 'application/json' };
    const before = server.graph.resolved();
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(url, { method, headers })).status).toBe(403);
    expect(server.graph.resolved()).toBe(before);
  });

  it('stands among the methods that are allowed', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { response } = await ask(method, plain, {});
      expect(response.status).toBe(method === 'OPTIONS' ? 204 : 405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    }
  });
});

describe('a browser', () => {
  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['application/json, text/html;q=0.1', false],
    ['text/html;q=0, application/json', false],
    ['*/*', false],
  ])('that sends %s gets the page: %s', async (accept, isPage) => {
    const { response } = await ask('GET', plain, { accept });
    expect(response.headers.get('content-type')).toMatch(isPage ? /^text\/html/ : /json/);
    expect(response.headers.get('vary')).toMatch(/^Accept/);
  });
});

describe('an answer that pages of other origins may read', () => {
  it('differs by Origin, too', async () => {
    const open = await startSmallServer({ corsOrigins: ['https://dashboard.example'] });
    for (const body of [{ query: plain }, { query: '{ nothing }' }, '{'])
      expect((await open.post(body)).headers.get('vary')).toBe('Accept, Origin');
    await open.close();
  });
});
