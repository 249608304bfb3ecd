import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema, type GraphQLResolveInfo } from 'graphql';
import { meros } from 'meros/browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IncompleteLists } from '../../src/fetch/incomplete-list.ts';
import { reportIncomplete } from '../../src/graph/connection-type.ts';
import { createServer } from '../../src/server/server.ts';
import { runHere } from '../support/here.ts';
import { bareServer, smallContext } from '../support/small-server.ts';

interface Context {
  readonly incomplete: IncompleteLists;
  readonly rowAccess: null;
}

/** Whether lists end early, and how often one was read. */
let isShort = true;
let reads = 0;

const schema = buildSchema(
  'type Query { parents: [Parent!] rows: [Int!] } type Parent { rows: [Int!] }',
);
const rows = (_source: unknown, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
  reads += 1;
  if (isShort)
    reportIncomplete(context, info, { message: 'One is missing.', expected: 3, received: 2 });
  return [1, 2];
};
schema.getQueryType()!.getFields().rows!.resolve = rows;
schema.getQueryType()!.getFields().parents!.resolve = () => [{}, {}];
(schema.getType('Parent') as ReturnType<typeof schema.getQueryType>)!.getFields().rows!.resolve =
  rows;

const entry = (...path: (string | number)[]) => ({
  path,
  message: 'One is missing.',
  expected: 3,
  received: 2,
});

const server = createServer({
  ...bareServer,
  schema,
  createContext: ({ incomplete }) => smallContext({ incomplete }),
  answers: {
    maxBytes: 2 ** 20,
    monotonic: () => 0,
    indexVersion: () => null,
  },
});
let url: URL;
beforeAll(async () => {
  ({ url } = await server.listen());
});
afterAll(() => server.close(0));

const post = (query: string, accept = 'application/json') =>
  fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ query }),
  });

describe('an answer with an incomplete list', () => {
  it('names each of them, however it is executed, and is never kept', async () => {
    isShort = true;
    // The first time compiled, later as it was.
    for (let time = 0; time < 4; time += 1) {
      reads = 0;
      const answer = await (await post('{ rows parents { rows } }')).json();
      expect(answer.data).toEqual({ rows: [1, 2], parents: [{ rows: [1, 2] }, { rows: [1, 2] }] });
      expect(answer.extensions.incomplete).toEqual([
        entry('rows'),
        entry('parents', 0, 'rows'),
        entry('parents', 1, 'rows'),
      ]);
      expect(reads).toBe(3);
    }
  });

  it('is kept once it is whole, and says nothing then', async () => {
    isShort = false;
    for (let time = 0; time < 4; time += 1) {
      reads = 0;
      const answer = await (await post('{ rows parents { rows } }')).json();
      expect(answer.extensions).not.toHaveProperty('incomplete');
    }
    expect(reads).toBe(0);
  });

  it('says so in the last part of an answer in parts', async () => {
    isShort = true;
    const response = await post('{ parents { ... @defer { rows } } }', 'multipart/mixed');
    const parts: { hasNext: boolean; extensions?: { incomplete?: unknown } }[] = [];
    const stream = await meros<(typeof parts)[number]>(response);
    if (stream instanceof Response) throw new Error('Expected parts');
    for await (const part of stream) if (part.json) parts.push(part.body);
    expect(parts.at(-1)).toMatchObject({
      hasNext: false,
      extensions: { incomplete: [entry('parents', 0, 'rows'), entry('parents', 1, 'rows')] },
    });
    expect(parts[0]!.extensions?.incomplete).toBeUndefined();
  });

  it('is shown by the command line, which fails', async () => {
    isShort = true;
    const directory = mkdtempSync(join(tmpdir(), 'switchboard-incomplete-'));
    const file = join(directory, 'rows.graphql');
    writeFileSync(file, '{ rows }');
    const { code, output } = await runHere(['query', file, '--url', url.href]);
    rmSync(directory, { recursive: true });
    expect(code).toBe(1);
    expect(output).toContain('"incomplete": [');
    expect(output).toContain('Incomplete: rows (2 of 3 rows): One is missing.');
  });
});

describe('a report of incomplete lists', () => {
  it('is bounded: lists beyond it are counted', () => {
    const lists = new IncompleteLists();
    const shortfall = { message: 'Short.', expected: null, received: null };
    for (let n = 0; n < 150; n += 1) lists.add(['list', n], shortfall);
    lists.add(['list', 0], shortfall);
    expect(lists.count).toBe(150);
    const entries = lists.entries();
    expect(entries).toHaveLength(101);
    expect(entries.at(-1)).toMatchObject({ path: [], message: expect.stringContaining('50 ') });
  });
});
