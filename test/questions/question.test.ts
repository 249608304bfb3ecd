/** Saved questions: what their headers may say, how faults are named, and where the server shows them. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema as buildSchemaFromText } from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { buildSchema } from '../../src/graph/schema.ts';
import { cellOf, unnested } from '../../src/questions/column-expression.ts';
import { readQuestions } from '../../src/questions/saved-question.ts';
import { readSelection } from '../../src/questions/table-shape.ts';
import { hashOfKey } from '../../src/server/identity/api-key.ts';
import { createAuthenticator } from '../../src/server/identity/authentication.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { startSmallServer } from '../support/small-server.ts';

const schema = buildSchemaFromText(/* GraphQL */ `
  scalar DateTime
  type Query { hello: String deals(first: Int = 2, after: String): DealConnection groups(first: Int = 3): [Group!] }
  type DealConnection { nodes: [Deal]! edges: [DealEdge!]! pageInfo: PageInfo! totalCount: Int }
  type DealEdge { node: Deal }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Deal { name: String at: DateTime tags: [String] people: [Person!] won: Int all: Int }
  type Person { name: String calls: [Deal!] }
  type Group { keys: [Key!]! count: Int! }
  type Key { value: String number: Float }
`);

function folder(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-queries-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

const good = `# title: Deals by name
# description: All of them,
#   however many.
#
# variable first: how many a page holds
# column deal = name: its name
# column rate = won / all: a share, from 0 to 1
query Deals($first: Int = 5, $after: String) {
  deals(first: $first, after: $after) { nodes { name won all } pageInfo { hasNextPage endCursor } }
}
`;

describe('a folder of saved questions', () => {
  it('gives each file with its title, variables and columns, by name', () => {
    const directory = folder({
      'b.graphql': good,
      'a.graphql': '# title: A\n{ hello }',
      'c.txt': '',
    });
    const [plain, deals] = readQuestions(directory, schema);
    expect(plain).toEqual({
      name: 'a',
      title: 'A',
      description: '',
      query: '# title: A\n{ hello }',
      variables: [],
      rows: { path: [], kind: 'answer', unpaged: null, most: null, mostVariable: null },
      columns: [{ name: 'hello', path: ['hello'], over: null, type: 'text', about: '' }],
    });
    expect(deals).toMatchObject({
      description: 'All of them, however many.',
      variables: [
        {
          name: 'first',
          type: 'Int',
          isRequired: false,
          default: 5,
          description: 'how many a page holds',
        },
      ],
      rows: { path: ['deals'], kind: 'nodes', unpaged: null, most: 5, mostVariable: 'first' },
      columns: [
        { name: 'deal', path: ['name'], type: 'text' },
        {
          name: 'rate',
          path: ['won'],
          over: ['all'],
          type: 'number',
          about: 'a share, from 0 to 1',
        },
      ],
    });
  });

  it('tells with which field a text is compared, and may leave parts of an argument to required variables', () => {
    const directory = folder({
      'a.graphql': `# title: A
# variable stages: of a deal
# variable tracker: heard
# variable at: of a linked deal, then
# variable owner: its name
# variable least: an amount
# variable more: conditions
query ($stages: [String!], $tracker: String!, $at: [String!], $owner: String!, $least: Float!, $more: OpportunityFilter!) {
  opportunities(filter: { stageName: { in: $stages }, amount: { gte: $least }, account: { owner: { name: { eq: $owner } } }, and: [$more] }) {
    nodes {
      name
      relatedCalls(about: { tracker: [{ name: [$tracker] }], stage: $at }) { totalCount }
    }
  }
}`,
    });
    const [question] = readQuestions(directory, buildSchema(buildCrmModel()));
    const compared = question!.variables.map(({ name, compared }) => [name, compared]);
    expect(Object.fromEntries(compared)).toEqual({
      stages: { type: 'Opportunity', field: 'stageName' },
      tracker: { type: 'Tracker', field: 'name' },
      at: { type: 'Opportunity', field: 'stageName' },
      owner: { type: 'CrmUser', field: 'name' },
      least: null,
      more: null,
    });
  });

  it.each([
    ['{ hello }', 1, 'expected "# title: …"; got none'],
    ['# title: A\n# titel: B\n{ hello }', 2, 'expected "title:", "description:"'],
    ['# title: A\n# title: B\n{ hello }', 2, 'expected one title; got another'],
    ['# title:\n{ hello }', 1, 'expected a text after "title:"; got none'],
    ['# title: A\n# variable x: y\n{ hello }', 2, 'expected a variable of the document; got "x"'],
    ['# title: A\n# variable: y\n{ hello }', 2, 'expected "variable NAME:"; got "variable:"'],
    [
      '# title: A\n\nquery (\n  $n: Int) { deals(first: $n) { nodes { name } } }',
      4,
      'expected "# variable n: …" in the header',
    ],
    ['# title: A\n# column a: b\n{ hello }', 2, 'expected "column NAME = PATH:"; got "column a:"'],
    ['# title: A\n# column a = b.c: d\n{ hello }', 2, 'got "b.c"'],
    ['# title: A\n# column a = 1 + 2: d\n{ hello }', 2, 'Expected a path (a.b, a.0.b)'],
    ['# title: A\n# column a = hello: d\n# column a = hello: d\n{ hello }', 3, 'column a once'],
    ['# title: A\n# column a = deals.nodes: d\n{ groups { keys { value } } }', 2, 'deals.nodes'],
    ['# title: A\n# column a = keys.value: d\n{ groups { keys { value } } }', 2, 'keys.value'],
    ['# title: A\n{ hello\n  no }', 3, 'Cannot query field "no"'],
    ['# title: A\n{ hello', 2, 'Syntax Error'],
    ['# title: A\nquery A { hello } query B { hello }', 1, 'Expected one operation; got 2.'],
    ['# title: A\n{ groups { count } g: groups { count } }', 1, 'got 2: groups, g'],
    ['# title: A\n{ ...F } fragment F on Query { ...F }', 2, 'Cannot spread fragment'],
    [
      `# title: A\n${'{a'.repeat(501)}${'}'.repeat(501)}`,
      1,
      'Expected a document nested at most 500',
    ],
  ])('names a fault with its file and line: %s', (text, line, message) => {
    const directory = folder({ 'x.graphql': text, 'ok.graphql': good });
    const read = () => readQuestions(directory, schema);
    expect(read).toThrow(`${join(directory, 'x.graphql')}:${line}: `);
    expect(read).toThrow(message);
  });

  it('names all faults of all files at once, and a folder that is not there', () => {
    const directory = folder({ 'x.graphql': '{ hello }', 'y.graphql': '{ no }' });
    expect(() => readQuestions(directory, schema)).toThrow(
      /have 3 faults:\n(.*\n){2}.*y.graphql:1/,
    );
    expect(() => readQuestions(directory, schema, ['y'])).toThrow('y.graphql:1: expected a name');
    expect(() => readQuestions(join(directory, 'no'), schema)).toThrow('Expected a folder');
  });

  it('has the currency of each amount beside it, or beside the next of the same row', () => {
    const model = buildCrmModel();
    const amounts = new Set(
      model.objects.flatMap(({ fields }) =>
        fields.flatMap(({ spec, graphName }) => (spec.type === 'currency' ? [graphName] : [])),
      ),
    );
    expect(amounts).toContain('amount');
    const shown = readQuestions('queries', buildSchema(model)).flatMap(({ name, columns }) =>
      columns.flatMap(({ path }, at) => {
        if (!amounts.has(path.at(-1)!)) return [];
        const beside = columns.slice(at + 1, at + 3).map((column) => column.path.join('.'));
        expect(beside, name).toContain([...path.slice(0, -1), 'currencyIsoCode'].join('.'));
        return [name];
      }),
    );
    expect(shown.length).toBeGreaterThan(6);
  });

  it('comes with Switchboard, for an organisation that declares nothing of its own', () => {
    const questions = readQuestions('queries', buildSchema(buildCrmModel()));
    expect(questions).toHaveLength(readdirSync('queries').length);
    const page = readFileSync('docs/ask/saved-questions.md', 'utf8');
    for (const { name, description, columns } of questions) {
      expect(page).toContain(`npx switchboard run ${name}`);
      expect(page).toContain(`](plots/${name}.svg)`);
      expect(description, name).not.toBe('');
      expect(
        columns.every(({ about }) => about !== ''),
        name,
      ).toBe(true);
    }
  });
});

describe('a table of an answer', () => {
  const columns = (query: string, options = {}) =>
    readSelection(schema, query, {}, options).columns.map(({ name, type }) => `${name}: ${type}`);

  it('has a typed column for each leaf, and a list is one', () => {
    expect(
      columns('{ deals { nodes { name at tags won people { name } } pageInfo { endCursor } } }'),
    ).toEqual(['name: text', 'at: time', 'tags: json', 'won: integer', 'people: json']);
  });

  it('opens the list that is unnested, through others', () => {
    const query =
      '{ deals { nodes { name tags people { name calls { won } } } pageInfo { endCursor } } }';
    expect(columns(query, { unnest: ['tags'] })).toContain('tags: text');
    expect(columns(query, { unnest: ['people'] })).toEqual([
      'name: text',
      'tags: json',
      'people.name: text',
      'people.calls: json',
    ]);
    expect(columns(query, { unnest: ['people', 'calls'] })).toContain('people.calls.won: integer');
    for (const unnest of [['name'], ['no'], ['people', 'name']])
      expect(() => columns(query, { unnest })).toThrow('--unnest: expected the path of a list');
  });

  it('knows how many items a plain list was asked for', () => {
    const most = (query: string, variables = {}) => readSelection(schema, query, variables).most;
    expect(most('{ groups { count } }')).toBe(3);
    expect(most('query ($n: Int = 7) { groups(first: $n) { count } }')).toBe(7);
    expect(most('query ($n: Int = 7) { groups(first: $n) { count } }', { n: 9 })).toBe(9);
    expect(most('{ deals { nodes { name } pageInfo { endCursor } } }')).toBe(2);
    expect(most('{ deals(first: 4) { nodes { name } } }')).toBe(4);
  });

  it('reads values through objects, lists and quotients', () => {
    const row = { a: { b: null }, keys: [{ value: 'x' }], won: 3, all: 4, none: 0 };
    const cell = (path: string, over?: string) =>
      cellOf(row, { path: path.split('.'), over: over?.split('.') ?? null });
    expect([cell('a.b.c'), cell('keys.0.value'), cell('keys.1.value')]).toEqual([null, 'x', null]);
    expect([cell('won', 'all'), cell('won', 'none'), cell('a.b', 'all')]).toEqual([
      0.75,
      null,
      null,
    ]);
  });

  it('gets a row for each item, and keeps rows that have none', () => {
    const open = (row: unknown, path: string) => [...unnested(row, path.split('.'))];
    expect(open({ a: 1, l: [{ b: 1 }, { b: 2 }] }, 'l')).toEqual([
      { a: 1, l: { b: 1 } },
      { a: 1, l: { b: 2 } },
    ]);
    expect(open({ a: 1, l: [] }, 'l')).toEqual([{ a: 1, l: null }]);
    expect(open({ a: 1, l: null }, 'l.m')).toEqual([{ a: 1, l: null }]);
    expect(open({ l: [{ m: [1, 2] }, { m: [] }, null] }, 'l.m')).toEqual([
      { l: { m: 1 } },
      { l: { m: 2 } },
      { l: { m: null } },
      { l: null },
    ]);
  });
});

describe('the address of saved questions', () => {
  it('lists them to whoever may ask and to nobody else, and trusts their documents', async () => {
    const directory = folder({ 'greeting.graphql': '# title: Greeting\nquery G { hello }' });
    const questions = readQuestions(directory, schema);
    const rowScope = RowScope.ofConnectedUser('default');
    const identity = {
      ...{ tenant: 'default', client: 'board', roles: [], permissions: new Set() },
      rowScope,
    };
    const authenticator = createAuthenticator({
      keys: [{ sha256: hashOfKey('k'), identity: identity as never }],
      issuers: [],
      tenants: new Set(['default']),
      roles: new Map(),
      now: Date.now,
    });
    const server = await startSmallServer({
      questions,
      authenticator,
      documents: { onlyTrusted: true },
    });
    onTestFinished(() => server.close());
    const authorization = 'Bearer k';
    const list = (init: RequestInit) => fetch(new URL('/queries', server.url), init);
    const accept = 'application/json';
    const answer = await list({ headers: { accept, authorization } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ queries: questions });
    expect((await list({ headers: { accept } })).status).toBe(401);
    expect((await list({ headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await list({ method: 'POST', body: '{}' })).status).toBe(405);
    // The page opens before anybody has given a key.
    const page = await (await fetch(server.url, { headers: { accept: 'text/html' } })).text();
    expect(page).not.toContain('Greeting');
    const asked = await server.post({ documentId: 'greeting' }, { authorization });
    expect(await asked.json()).toMatchObject({ data: { hello: expect.any(String) } });
    expect((await server.post({ query: '{ hello }' }, { authorization })).status).toBe(403);
  });
});
