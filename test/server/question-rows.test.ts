/** The rows of a saved question by its address: what programs send, and what they must be told. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SwitchboardError } from '../../src/errors.ts';
import { readQuestions } from '../../src/questions/saved-question.ts';
import { hashOfKey } from '../../src/server/identity/api-key.ts';
import { createAuthenticator } from '../../src/server/identity/authentication.ts';
import { maxQuestionRows } from '../../src/server/question-rows-route.ts';
import type { RequestRecord } from '../../src/server/request-record.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { type SmallServer, smallContext, startSmallServer } from '../support/small-server.ts';

const sdl = /* GraphQL */ `
  scalar Date
  enum Stage { OPEN WON LOST }
  input Period { stage: Stage!, n: Int }
  type Query {
    deals(first: Int, after: String, stages: [Stage!], during: Period, named: String, since: Date, isBig: Boolean, least: Float): Deals
    whoami: String
    broken: String
  }
  type Deals { nodes: [Deal] pageInfo: Page! totalCount: Int }
  type Page { hasNextPage: Boolean! endCursor: String }
  type Deal { name: String amount: Int asked: String long: String }
`;

const directory = mkdtempSync(join(tmpdir(), 'switchboard-address-'));
const deals = `# title: Deals
# variable first: how many a page holds
# variable stages: their stages
# variable during: a period
# variable named: a name
# variable since: a day
# variable isBig: whether they are big
# variable least: the least amount
# column deal = name: its name
# column amount = amount: how much
# column asked = asked: what was asked
query Deals($first: Int! = 2, $after: String, $stages: [Stage!], $during: Period, $named: String, $since: Date, $isBig: Boolean, $least: Float) {
  deals(first: $first, after: $after, stages: $stages, during: $during, named: $named, since: $since, isBig: $isBig, least: $least) {
    nodes { name amount asked } pageInfo { hasNextPage endCursor }
  }
}`;
const files: Readonly<Record<string, string>> = {
  deals,
  counted: `# title: Counted
# variable first: how many
query C($first: Int!, $after: String) { deals(first: $first, after: $after) { totalCount nodes { name } pageInfo { hasNextPage endCursor } } }`,
  window:
    '# title: Window\n{ deals(first: 2) { nodes { name } pageInfo { hasNextPage endCursor } } }',
  long: `# title: Long\nquery L($after: String) { deals(first: 100, after: $after) { nodes { name long } pageInfo { hasNextPage endCursor } } }`,
  whoami: '# title: Who\n{ whoami }',
  broken: '# title: Broken\n{ broken }',
  'a "b"; ü': '# title: Odd name\n{ whoami }',
};

/** What the graph does; a test sets it. */
const world = { rows: 5, failsAt: Infinity, lacks: '', asked: 0, stopped: 0, hangs: false };

function dealsSchema(): GraphQLSchema {
  const schema = buildSchema(sdl);
  const fields = schema.getQueryType()!.getFields();
  fields.whoami!.resolve = (_s, _a, context) => context.viewer.client;
  fields.broken!.resolve = () => {
    throw new SwitchboardError('UPSTREAM_TIMEOUT', 'No answer in time.', true);
  };
  fields.deals!.resolve = async (_s, { first, after, ...args }, context) => {
    const from = Number(after ?? 0);
    world.asked += 1;
    if (world.hangs)
      await new Promise<void>((resolve) =>
        (context.notes as RequestRecord).signal.addEventListener('abort', () => {
          world.stopped += 1;
          resolve();
        }),
      );
    if (from >= world.failsAt)
      throw new SwitchboardError('UPSTREAM_UNAVAILABLE', 'The upstream failed.', true);
    if (world.lacks !== '')
      context.incomplete.add(['deals'], { message: world.lacks, expected: null, received: null });
    const count = Math.max(0, Math.min(first, world.rows - from));
    const nodes = Array.from({ length: count }, (_, at) => ({
      name: from + at === 1 ? '=HYPERLINK("x")' : `Deal ${from + at}`,
      amount: from + at,
      asked: Object.keys(args).length === 0 ? null : JSON.stringify(args),
      long: 'ü'.repeat(2_500),
    }));
    const end = from + count;
    return {
      nodes,
      totalCount: world.rows,
      pageInfo: { hasNextPage: end < world.rows, endCursor: String(end) },
    };
  };
  return schema;
}

const identity = (client: string, requestsPerMinute: number | null = null) => ({
  sha256: hashOfKey(client),
  identity: {
    ...{ tenant: 'default', client, roles: [], permissions: new Set() },
    ...{ rowScope: RowScope.ofConnectedUser('default'), requestsPerMinute },
  } as never,
});

describe('the address of a question', () => {
  let server: SmallServer;
  const get = (path: string, init: RequestInit & { key?: string } = {}) =>
    fetch(new URL(`/queries/${path}`, server.url), {
      ...init,
      headers: { authorization: `Bearer ${init.key ?? 'ada'}`, ...init.headers },
    });
  const set = (changes: Partial<typeof world>) =>
    Object.assign(
      world,
      { rows: 5, failsAt: Infinity, lacks: '', asked: 0, stopped: 0, hangs: false },
      changes,
    );
  const messageOf = async (answer: Response) =>
    ((await answer.json()) as { errors: { message: string }[] }).errors[0]!.message;

  beforeAll(async () => {
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(directory, `${name}.graphql`), text);
    const schema = dealsSchema();
    server = await startSmallServer({
      schema,
      questions: readQuestions(directory, schema),
      documents: { onlyTrusted: true },
      corsOrigins: ['https://board.example'],
      createContext: (record) => {
        const members = { viewer: record.identity!, incomplete: record.incomplete, notes: record };
        return smallContext(members);
      },
      authenticator: createAuthenticator({
        keys: [identity('ada'), identity('eve'), identity('poor', 2)],
        issuers: [],
        tenants: new Set(['default']),
        roles: new Map(),
        now: Date.now,
      }),
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  });

  it('answers all pages as JSON, CSV and NDJSON, a column each', async () => {
    set({});
    const json = await get('deals');
    expect([json.status, json.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const body = (await json.json()) as { rows: Record<string, unknown>[] };
    expect(body).toMatchObject({ complete: true, incomplete: [] });
    expect(body.rows).toHaveLength(5);
    expect(body.rows[2]).toEqual({ deal: 'Deal 2', amount: 2, asked: null });
    expect(world.asked).toBe(3);
    const csv = await get('deals?format=csv&first=100');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toContain('attachment; filename="deals.csv"');
    expect((await csv.text()).split('\r\n').slice(0, 3)).toEqual([
      'deal,amount,asked',
      'Deal 0,0,',
      `"'=HYPERLINK(""x"")",1,`,
    ]);
    const ndjson = await get('deals?format=ndjson');
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = (await ndjson.text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).amount)).toEqual([0, 1, 2, 3, 4]);
  });

  it('has an ETag, and answers 304 and HEAD by it', async () => {
    set({});
    const first = await get('deals');
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await get('deals', { headers: { 'if-none-match': `"x", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await get('deals', { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    set({ rows: 6 });
    const changed = await get('deals', { headers: { 'if-none-match': etag } });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  });

  it('reads variables by their types', async () => {
    set({});
    const search = `stages=WON&stages=LOST&during=${encodeURIComponent('{"stage":"OPEN","n":3}')}&named=a%26b+c&since=2026-01-02&isBig=true&least=1.5`;
    const { rows } = (await (await get(`deals?${search}`)).json()) as { rows: { asked: string }[] };
    expect(JSON.parse(rows[0]!.asked)).toEqual({
      ...{ stages: ['WON', 'LOST'], during: { stage: 'OPEN', n: 3 }, named: 'a&b c' },
      ...{ since: '2026-01-02', isBig: true, least: 1.5 },
    });
  });

  it.each([
    ['nmed=x', 'got "nmed". Did you mean "named"?'],
    ['after=x', 'got "after"'],
    ['first=two', 'first: expected Int!; got "two".'],
    ['first=1&first=2', 'first: expected one value; got 2.'],
    ['first=99999999999', 'first: expected Int!'],
    ['first=', 'first: expected Int!; got "".'],
    ['isBig=yes', 'isBig: expected true or false; got "yes".'],
    ['stages=WUN', 'stages: expected WON (one of 3); got "WUN".'],
    ['during={"stage":"WON","m":1}', 'Did you mean "n"?'],
    ['during=WON', 'during: expected Period as JSON'],
    ['during={"__proto__":{"n":1}}', 'during: expected Period as JSON'],
    ['format=xml', 'format: expected one of json, csv, ndjson; got "xml".'],
    ['format=csv&format=json', 'format: expected one value; got 2.'],
    ['partial=yes', 'partial: expected 1, or nothing; got "yes".'],
    ['named=%ff', 'Expected a query string of UTF-8'],
    ['__proto__=1', 'got "__proto__"'],
    [`${'x'.repeat(8_000)}=1`, `got "${'x'.repeat(60)}"`],
  ])('refuses ?%s before the graph is asked', async (search, message) => {
    set({});
    const answer = await get(`deals?${search}`);
    expect(answer.status).toBe(400);
    expect(await messageOf(answer)).toContain(message);
    expect(world.asked).toBe(0);
  });

  it('says which variable is missing', async () => {
    const answer = await get('counted');
    expect([answer.status, await messageOf(answer)]).toEqual([
      400,
      'first: expected Int! (how many); got none.',
    ]);
  });

  it.each([
    ['deal', 'Did you mean "deals"?'],
    ['..%2f..%2fetc%2fpasswd', 'got "../../etc/passwd"'],
    ['deals/', 'got "deals/"'],
    ['deals.graphql', 'got "deals.graphql"'],
    ['__proto__', 'got "__proto__"'],
    ['%ff', 'Expected the name of a saved question'],
    ['deals%0d%0aset-cookie:x', 'got "deals\\r\\nset-cookie:x"'],
  ])('knows no question %s', async (name, message) => {
    const answer = await get(name);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([404, null]);
    expect(await messageOf(answer)).toContain(message);
  });

  it('puts an odd name into a header that can hold it', async () => {
    const answer = await get(`${encodeURIComponent('a "b"; ü')}?format=csv`);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="a _b_; _.csv"; filename*=UTF-8''a%20%22b%22%3B%20%C3%BC.csv`,
    );
    expect(await answer.text()).toBe('whoami\r\nada\r\n');
  });

  it('says what is missing in a header and inside; CSV, which cannot, is refused unless a part is asked for', async () => {
    const message = 'The index’s calls begin in June.';
    set({ lacks: message });
    const header = "The index's calls begin in June.";
    const json = await get('deals');
    expect(json.headers.get('x-switchboard-incomplete')).toBe(header);
    expect(await json.json()).toMatchObject({
      complete: false,
      incomplete: [{ path: ['deals'], message, expected: null, received: null }],
    });
    const lines = (await (await get('deals?format=ndjson')).text()).trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(JSON.parse(lines[5]!)).toMatchObject({ 'x-switchboard-incomplete': [{ message }] });
    set({ lacks: message });
    const csv = await get('deals?format=csv');
    expect([csv.status, csv.headers.get('x-switchboard-incomplete'), world.asked]).toEqual([
      ...[502, header, 1],
    ]);
    expect(await messageOf(csv)).toContain(message);
    const part = await get('deals?format=csv&partial=1');
    expect([part.status, part.headers.get('x-switchboard-incomplete')]).toEqual([200, header]);
    expect((await part.text()).split('\r\n')).toHaveLength(7);
  });

  it('is an error where the first page is one, and short with a word where a later one is', async () => {
    set({ failsAt: 0 });
    const failed = await get('deals');
    expect([failed.status, await messageOf(failed)]).toEqual([502, 'The upstream failed.']);
    expect((await get('broken')).status).toBe(504);
    set({ failsAt: 4 });
    expect(await (await get('deals')).json()).toMatchObject({
      rows: { length: 4 },
      incomplete: [{ message: expect.stringContaining('The upstream failed.') }],
    });
    expect((await get('deals?format=csv')).status).toBe(502);
  });

  it('spends the quota of its client page by page', async () => {
    set({});
    const poor = { key: 'poor' };
    expect(await (await get('deals', poor)).json()).toMatchObject({
      rows: { length: 4 },
      incomplete: [{ message: expect.stringContaining('at most 2 requests a minute') }],
    });
    const spent = await get('deals', poor);
    expect([spent.status, Number(spent.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  it('has a bound, which it says; a list that counts itself is refused as CSV from its first page on', async () => {
    set({ rows: maxQuestionRows + 1 });
    const json = await get('deals?first=3000');
    const { rows, incomplete } = (await json.json()) as Record<'rows' | 'incomplete', unknown[]>;
    expect([rows.length, json.headers.get('x-switchboard-incomplete')]).toEqual([
      maxQuestionRows,
      expect.stringContaining('at most 10000 rows'),
    ]);
    expect(incomplete).toMatchObject([{ received: maxQuestionRows }]);
    set({ rows: maxQuestionRows + 1 });
    const counted = await get('counted?first=100&format=csv');
    expect([counted.status, world.asked]).toEqual([502, 1]);
    set({ rows: maxQuestionRows });
    expect((await get('deals?first=5000&format=csv')).status).toBe(200);
  });

  it('says that a document which can’t go on has more rows', async () => {
    set({});
    expect(await (await get('window')).json()).toMatchObject({
      rows: { length: 2 },
      incomplete: [{ message: expect.stringContaining('take after: $after') }],
    });
    set({ rows: 2 });
    expect(await (await get('window')).json()).toMatchObject({ complete: true });
  });

  it('sends a long answer as it is made, and cuts a CSV that would be short', async () => {
    set({ rows: 400 });
    const long = await get('long');
    expect([long.headers.get('etag'), long.headers.get('content-length')]).toEqual([null, null]);
    expect(((await long.json()) as { rows: unknown[] }).rows).toHaveLength(400);
    expect((await get('long', { method: 'HEAD' })).status).toBe(200);
    set({ rows: 400, failsAt: 300 });
    expect(await (await get('long')).json()).toMatchObject({ complete: false });
    await expect((await get('long?format=csv')).text()).rejects.toThrow();
  });

  it('stops when its client goes away', async () => {
    set({ hangs: true });
    const gone = new AbortController();
    const asking = get('deals', { signal: gone.signal });
    await expect.poll(() => world.asked).toBe(1);
    gone.abort();
    await expect(asking).rejects.toThrow();
    await expect.poll(() => world.stopped).toBe(1);
    set({});
    expect((await get('deals')).status).toBe(200);
  });

  it('asks as whoever asks it', async () => {
    for (const key of ['ada', 'eve'])
      expect(await (await get('whoami', { key })).json()).toMatchObject({
        rows: [{ whoami: key }],
      });
    expect((await get('whoami', { key: 'nobody' })).status).toBe(401);
  });

  it('refuses foreign pages, which can’t send a key', async () => {
    const plain = (headers: Record<string, string>) =>
      fetch(new URL('/queries/whoami', server.url), { headers });
    const foreign = { 'sec-fetch-site': 'cross-site', accept: '*/*' };
    expect((await plain(foreign)).status).toBe(403);
    expect((await plain({ ...foreign, authorization: 'Basic YTpi' })).status).toBe(403);
    expect((await plain({ accept: 'application/json' })).status).toBe(401);
    // As Grafana's data sources of JSON and CSV ask: by their server, with a header of their settings.
    const grafana = { authorization: 'Bearer ada', accept: 'application/json;q=0.9,text/plain' };
    expect((await plain(grafana)).status).toBe(200);
    const board = { origin: 'https://board.example', authorization: 'Bearer ada' };
    expect((await plain(board)).headers.get('access-control-expose-headers')).toContain(
      'x-switchboard-incomplete',
    );
  });

  it('has no variable of a name that the address takes', () => {
    const own = mkdtempSync(join(tmpdir(), 'switchboard-address-'));
    writeFileSync(
      join(own, 'x.graphql'),
      '# title: X\n# variable format: f\nquery ($format: String) { deals(named: $format) { nodes { name } } }',
    );
    expect(() => readQuestions(own, buildSchema(sdl))).toThrow(
      /x\.graphql:3: expected another name than "\$format", which the question's address/,
    );
    rmSync(own, { recursive: true });
  });
});
