import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { growthFault, patterns, randomOf, sample } from '../support/growth.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';
import { seed } from '../support/seed.ts';
import { type StringSite, stringSites } from '../support/string-site.ts';
import { openWorld, schema, type World } from '../support/world.ts';

/** Another choice each time, of places and of patterns; the wide run takes more of them, and in growth.wide.ts all. */
const random = randomOf(seed);
const sites = stringSites(schema);
const isCursor = ({ leaf }: StringSite): boolean => /\.(before|after)$/.test(leaf);
const isStatement = ({ leaf }: StringSite): boolean =>
  /^Query\.(soql\.query|search\.term)$/.test(leaf);

describe(`the time of a request grows no faster than its text (seed ${seed})`, () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const askAt = (site: StringSite, text: string | readonly string[]) =>
    world.ask(site.document, site.variables(text));

  it('in every argument and variable of the schema', async () => {
    expect(sites.length).toBeGreaterThan(400);
    const faults: string[] = [];
    const cursors = sites.filter(isCursor);
    const others = sites.filter((site) => !isCursor(site) && !isStatement(site));
    for (const site of [
      ...sample(others, cases(8, 2), random),
      ...sample(cursors, cases(2, 2), random),
    ]) {
      const [pattern] = sample(patterns, 1, random);
      const length = 30_000;
      const one = await growthFault((n) => askAt(site, pattern!.text(n)), length);
      const many = site.isList
        ? await growthFault((n) => askAt(site, pattern!.texts(n)), length)
        : null;
      for (const fault of [one, many])
        if (fault !== null)
          faults.push(`${site.name} ${pattern!.name}: ${fault.half} → ${fault.whole} ms`);
    }
    expect(faults).toEqual([]);
  });

  it('in free queries and searches', async () => {
    const faults: string[] = [];
    for (const site of sites.filter(isStatement))
      for (const { text, name } of sample(patterns, cases(3, 2), random)) {
        const fault = await growthFault((n) => askAt(site, text(n)), 30_000);
        if (fault !== null) faults.push(`${site.name} ${name}: ${fault.half} → ${fault.whole} ms`);
      }
    expect(faults).toEqual([]);
  });

  /** What no client library would send; the answer does not matter. */
  const send = (text: string) => sendRaw(world.url, text);
  const post = (body: string) =>
    send(rawRequest('POST /graphql', { 'content-type': 'application/json' }, body));
  const visible = (text: string): string => text.replace(/[^\x21-\x7e]/g, '.');

  it('in bodies that are no JSON, and in documents that are none', async () => {
    const faults: string[] = [];
    const heads = ['', '{"query":"', '{"variables":{"v":"', '{"query":"{a(b:\\"'];
    const documents = ['', '{ ', '{ a(b: "', '{ a(b: """', '{ a @b', 'query ($v: ', '{ ...', '# '];
    for (const { text, name } of sample(patterns, cases(2, 3), random)) {
      for (const head of heads) {
        const fault = await growthFault((n) => post(head + text(n)), 100_000);
        if (fault !== null) faults.push(`body ${head} ${name}: ${fault.half} → ${fault.whole} ms`);
      }
      for (const document of documents) {
        const of = (n: number) => post(JSON.stringify({ query: document + text(n) }));
        const fault = await growthFault(of, 100_000);
        if (fault !== null)
          faults.push(`document ${document} ${name}: ${fault.half} → ${fault.whole} ms`);
      }
    }
    expect(faults).toEqual([]);
  });

  const headers: Readonly<Record<string, string>> = {
    authorization: 'Bearer ',
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'content-type': 'application/json; ',
    'content-encoding': '',
    'if-none-match': '"',
    host: 'localhost',
    origin: 'https://',
    range: 'bytes=0',
    'sec-fetch-site': '',
    traceparent: '00-',
    tracestate: 'a=',
    'x-request-id': 'a',
    'x-switchboard-explain': '1',
    cookie: 'a=',
  };
  const paths = [
    '/graphql?query=',
    '/graphql?variables=',
    '/graphql?query=%7Bhello%7D&extensions=',
    '/graphql?documentId=',
    '/media/',
    '/media/WyJkZWZhdWx0Il0.',
    '/graphiql/',
    '/',
  ];

  it('in headers and paths', async () => {
    const faults: string[] = [];
    // Together they may have 16 KB.
    const length = 12_000;
    for (const { text, name } of sample(patterns, cases(3, 3), random)) {
      for (const [header, head] of Object.entries(headers)) {
        const of = (n: number) =>
          send(rawRequest('POST /graphql', { [header]: head + visible(text(n)) }, '{}'));
        const fault = await growthFault(of, length);
        if (fault !== null) faults.push(`${header} ${name}: ${fault.half} → ${fault.whole} ms`);
      }
      for (const path of paths) {
        const of = (n: number) =>
          send(rawRequest(`GET ${path}${visible(text(n))}`, { accept: 'application/json' }));
        const fault = await growthFault(of, length);
        if (fault !== null) faults.push(`${path} ${name}: ${fault.half} → ${fault.whole} ms`);
      }
    }
    expect(faults).toEqual([]);
  });
});
