/** Saved questions on the command line, and what an answer looks like in a terminal. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/command-line.ts';
import { tablesOf } from '../../src/cli/table.ts';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { buildSchema } from '../../src/graph/schema.ts';
import type { ColumnType } from '../../src/questions/column-expression.ts';
import { readQuestions } from '../../src/questions/saved-question.ts';
import type { RowSelection } from '../../src/questions/table-shape.ts';
import { runHere } from '../support/here.ts';
import { openWorld, today, type World } from '../support/world.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchboard-run-'));
const saved = join(directory, 'queries');

const question = `# title: Accounts by name
# description: Of an industry.
# variable industry: which
# variable first: how many a page holds
# variable names: only these
# column account = name: what it is called
# column revenue = annualRevenue: a year
query Accounts($industry: String!, $first: Int = 3, $names: [String!], $after: String) {
  accounts(first: $first, after: $after, orderBy: [{field: NAME}], filter: {industry: {eq: $industry}, name: {in: $names}}) {
    nodes { name annualRevenue }
    pageInfo { hasNextPage endCursor }
  }
}
`;

const groups = `# title: Deals by owner
# variable first: how many owners
query Owners($first: Int = 500) {
  opportunitiesAggregate(groupBy: [{field: OWNER_ID}], first: $first) { count }
}
`;

describe('switchboard run', () => {
  let world: World;
  let url: string;
  beforeAll(async () => {
    mkdirSync(saved);
    writeFileSync(join(saved, 'accounts.graphql'), question);
    writeFileSync(join(saved, 'owners.graphql'), groups);
    const schema = buildSchema(buildCrmModel());
    const questions = [...readQuestions(saved, schema), ...readQuestions('queries', schema)];
    world = await openWorld({ index: 'copied', server: { questions } });
    url = new URL('/graphql', world.url).href;
  });
  afterAll(async () => {
    await world.close();
    rmSync(directory, { recursive: true });
  });
  const run = (...args: string[]) => runHere(['run', ...args, '--url', url]);

  it('lists questions with their variables', async () => {
    const gap = ' '.repeat('forecast-against-activity'.length + 2 - 'accounts'.length);
    const { code, output } = await run();
    expect(code).toBe(0);
    expect(output).toContain(
      [
        `accounts${gap}Accounts by name`,
        `        ${gap}  --var industry=…  which (String!: required)`,
        `        ${gap}  --var first=…  how many a page holds (Int: 3)`,
        `        ${gap}  --var names=…  only these ([String!]: null)`,
        '',
      ].join('\n'),
    );
  });

  it('asks one with its variables, as a table, CSV or JSON, and writes all its rows', async () => {
    const table = await run('accounts', '--var', 'industry=Retail', '--var', 'first=2');
    expect(table.code).toBe(0);
    const lines = table.output.split('\n');
    expect(lines[0]).toMatch(/^account +revenue$/);
    expect(lines.slice(3)).toEqual(['More rows follow: this is the first page.', '']);
    const csv = await run('accounts', '--var', 'industry=Retail', '--format', 'csv');
    expect(csv.output.split('\r\n')).toHaveLength(5);
    const json = await run('accounts', '--var', 'industry=Retail', '--format', 'json');
    const { nodes } = JSON.parse(json.output).data.accounts;
    expect(csv.output).toContain(`${nodes[1].name},${nodes[1].annualRevenue ?? ''}\r\n`);
    const names = JSON.stringify([nodes[0].name]);
    const one = await run('accounts', '--var', 'industry=Retail', '--var', `names=${names}`);
    expect(one.output.trimEnd().split('\n')).toHaveLength(2);
    const out = join(directory, 'all.csv');
    const all = await run('accounts', '--var', 'industry=Retail', '--out', out);
    const rows = readFileSync(out, 'utf8').trimEnd().split('\r\n');
    expect(rows[0]).toBe('account,revenue');
    expect(rows.length).toBeGreaterThan(5);
    expect(all.output).toBe(`${rows.length - 1} rows in ${out}\n`);
    const text = join(directory, 'all.txt');
    await run('accounts', '--var', 'industry=Retail', '--out', text, '--format', 'ndjson');
    expect(readFileSync(text, 'utf8').trimEnd().split('\n')).toHaveLength(rows.length - 1);
  });

  it('says where a list is cut whose size is left to a variable', async () => {
    expect((await run('owners')).output).not.toMatch(/more/);
    const few = await run('owners', '--var', 'first=3');
    expect(few.output).toContain('A page of at most 3; there may be more.');
    const out = join(directory, 'owners.csv');
    const file = await run('owners', '--var', 'first=3', '--out', out);
    expect(file).toMatchObject({ code: 1, output: expect.stringContaining('at most 3') });
  });

  it('shows a page of no rows, too', async () => {
    const none = await run('accounts', '--var', 'industry=Retail', '--var', 'first=0');
    expect(none).toEqual({
      code: 0,
      output: 'account  revenue\nMore rows follow: this is the first page.\n',
    });
  });

  it.each([
    [['nope'], 'Expected a saved question (accounts, owners, calls-before-close, '],
    [['accounts'], '--var: expected industry=… (String!: which); got none.'],
    [['accounts', '--var', 'x=1'], 'NAME=VALUE of one of industry, first, names; got "x=1"'],
    [['accounts', '--var', 'industry'], 'got "industry"'],
    [['accounts', '--var', 'first=a'], '--var first: expected Int as JSON; got "a".'],
    [['accounts', '--format', 'xml'], '--format: expected one of table, csv, json; got "xml".'],
    [['accounts', 'more'], 'Expected one name; got 2.'],
    [
      ['accounts', '--var', 'industry=a', '--var', 'industry=b'],
      '--var industry: expected one value; got more.',
    ],
    [
      ['accounts', '--out', 'a.txt'],
      '--out: expected a path that ends in .csv, .ndjson, .json, .parquet, or --format; got "a.txt".',
    ],
    [
      ['accounts', '--out', '/nowhere/a.csv'],
      '--out: expected a path that can be written; there is no directory /nowhere.',
    ],
    [['accounts', '--out', '-', '--format', 'csv'], '--out: expected the path of a file; got "-".'],
    [
      [
        'accounts',
        '--var',
        'industry=Retail',
        '--var',
        'first=0',
        '--out',
        join(directory, 'none.csv'),
      ],
      'Expected rows on a page, since there are some; got none, and no cursor: "first" may be 0.',
    ],
  ])('tells misuse in words: %j', async (args, message) => {
    const { code, output } = await run(...args);
    expect(code).toBe(1);
    expect(output).toContain(message);
  });

  it('takes no cursor for an export, whose pages set it', async () => {
    const out = join(directory, 'after.csv');
    const variables = JSON.stringify({ industry: 'Retail', after: 'x' });
    const file = join(saved, 'accounts.graphql');
    const asked = ['export', file, '--out', out, '--variables', variables, '--url', url];
    expect(await runHere(asked)).toEqual({
      code: 1,
      output:
        '--variables: expected no value of "after", which the pages of an export set; got one.\n',
    });
  });

  it('answers a document from a file as a table, too, with the columns of its header', async () => {
    const file = join(directory, 'plain.graphql');
    writeFileSync(file, '{ accounts(first: 2) { nodes { name owner { name } } } }');
    const query = (...args: string[]) => runHere(['query', ...args, '--url', url]);
    const { output } = await query(file, '--format', 'csv');
    expect(output.split('\r\n').slice(0, 1)).toEqual(['name,owner.name']);
    const variables = ['--variables', '{"industry":"Retail"}'];
    const own = await query(join(saved, 'accounts.graphql'), '--format', 'table', ...variables);
    expect(own.output).toMatch(/^account +revenue\n/);
  });

  it.each([
    [
      '{ opportunitiesAggregate(groupBy: [{ field: OWNER_ID }], first: 2) { count } }',
      'at most 2; there may be more.',
    ],
    ['{ accounts(first: 2) { nodes { name } } }', 'at most 2; there may be more.'],
    ['{ accounts(first: 2) { totalCount nodes { name } } }', 'at most 2; there are '],
    [
      '{ accounts(first: 2) { nodes { name } pageInfo { hasNextPage } } }',
      'More rows follow: this is the first page.',
    ],
    [
      '{ accounts(first: 1, filter: { id: { eq: "0011x000002aaaaAAA" } }) { nodes { name } } }',
      null,
    ],
    ['{ opportunitiesAggregate(groupBy: [{ field: IS_WON }], first: 9) { count } }', null],
    ['{ users(first: 100) { totalCount nodes { name } } }', null],
  ])('says of the table of %s where its list is cut', async (query, expected) => {
    const file = join(directory, 'cut.graphql');
    writeFileSync(file, query);
    const { code, output } = await runHere(['query', file, '--format', 'table', '--url', url]);
    expect(code).toBe(0);
    if (expected !== null) expect(output).toContain(expected);
    else expect(output).not.toMatch(/more/i);
  });

  it.each(['query', 'export', 'run'] as const)('%s shows examples that work', async (name) => {
    for (const line of commands[name].examples) {
      const args = line
        .split(' ')
        .map((word) =>
          /^[\w-]+\.(csv|csv\.gz|parquet)$/.test(word) ? join(directory, word) : word,
        );
      const { code, output } = await runHere([...args, '--url', url]);
      expect({ line, code, output: code === 0 ? '' : output }).toEqual({
        line,
        code: 0,
        output: '',
      });
    }
  });

  describe('of an answer without its list', () => {
    const fault =
      /^Error at callsAggregate: BAD_USER_INPUT Expected the name of a tracker .*got "Nope"/;
    const faultJson =
      /^\{\s+"errors": \[\s+\{\s+"message": "Expected the name of a tracker .*got \\"Nope\\"/;
    const competitors = ['run', 'competitor-by-stage', '--var', 'tracker=Nope'];
    const file = join(directory, 'tracker.graphql');
    const out = ['a.csv', 'a.ndjson', 'a.json', 'a.parquet', 'a.csv.gz'];
    const cases = [
      ...['table', 'csv', 'json'].flatMap((format) => [
        [...competitors, '--format', format],
        ['query', file, '--format', format],
      ]),
      ...out.flatMap((name) => [
        [...competitors, '--out', join(directory, name)],
        ['export', file, '--out', join(directory, name)],
      ]),
    ];
    it.each(cases.map((args) => ({ args })))(
      'the graph’s own error comes first: $args',
      async ({ args }) => {
        writeFileSync(
          file,
          '{ callsAggregate(filter: { about: { tracker: [{ name: ["Nope"] }] } }) { groups { count } } }',
        );
        const { code, output } = await runHere([...args, '--url', url]);
        expect({ code, output }).toEqual({
          code: 1,
          output: expect.stringMatching(args.includes('json') ? faultJson : fault),
        });
        expect(output).not.toContain('Expected a list');
      },
    );
  });

  it('prints what could be read and names the rest', async () => {
    const file = join(directory, 'partly.graphql');
    writeFileSync(
      file,
      '{ accounts(first: 1) { nodes { name opportunities(last: 0, first: 1) { totalCount } } } }',
    );
    const { code, output } = await runHere(['query', file, '--format', 'csv', '--url', url]);
    expect(code).toBe(1);
    expect(output).toContain('name,opportunities.totalCount\r\n');
    expect(output).toMatch(/Error at accounts.nodes.0.opportunities: BAD_USER_INPUT /);
  });
});

describe('a table in a terminal', () => {
  const columnsOf = (types: Readonly<Record<string, ColumnType>>): RowSelection => ({
    ...{ path: ['l'], kind: 'list', unpaged: null, most: null, mostVariable: null },
    columns: Object.entries(types).map(([name, type]) => ({
      ...{ name, path: [name], over: null, type, about: '' },
    })),
  });

  it('aligns numbers to the right, shortens what is long, and hands no commands to the terminal', () => {
    const selection = columnsOf({ a: 'text', n: 'number', z: 'json' });
    const l = [
      { a: 'x\u001b[2Jy\nz\u202eq', n: 1 / 3, z: [1, 'é'] },
      { a: null, n: 12_345, z: null },
      { a: 'w'.repeat(80), n: null, z: { b: true } },
    ];
    const { text } = tablesOf({ data: { l } }, [selection], 'table');
    expect(text.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([
      'a  n  z',
      'x [2Jy z q  0.333  1, é',
      '  12345',
      `${'w'.repeat(59)}…  b true`,
      '',
    ]);
  });

  it('counts the places that letters take: two of East Asia, none of marks', () => {
    const selection = columnsOf({ a: 'text', b: 'text' });
    const names = ['東京精密', 'Ｓony', 'e\u0301te\u0301', '한국', '🙂', '工'.repeat(31)];
    const { text } = tablesOf(
      { data: { l: names.map((a) => ({ a, b: 'x' })) } },
      [selection],
      'table',
    );
    // Places before the second column: 59 of the longest, which is cut to 29 letters and the dots, and two between.
    const places = [8, 5, 3, 4, 2, 59];
    expect(text.split('\n').slice(1, -1)).toEqual(
      [...names.slice(0, -1), `${'工'.repeat(29)}…`].map(
        (name, at) => `${name}${' '.repeat(61 - places[at]!)}x`,
      ),
    );
  });
});

describe('an index that is half filled', () => {
  const day = 86_400_000;
  const at = (days: number): string => new Date(today.getTime() - days * day).toISOString();
  let world: World;
  beforeAll(async () => {
    mkdirSync(directory, { recursive: true });
    world = await openWorld({
      index: (syncer) =>
        syncer.fill(
          { from: today.getTime() - 90 * day, to: today.getTime() },
          {},
          { walk: 'people' },
        ),
    });
  });
  afterAll(() => world.close());

  const known = new RegExp(
    `Incomplete: contacts\\.nodes\\.\\w+, contacts\\.nodes\\.\\w+: The participant index knows calls since ${at(90).slice(0, 10)}T.* only; earlier ones may be missing`,
    'g',
  );
  const rows =
    'query ($after: String) { contacts(first: 100, after: $after) { nodes { name relatedCallsARGS { totalCount } lastCallARGS { startedAt } } pageInfo { hasNextPage endCursor } } }';
  it('is said to have rows that tell of calls, when they are exported', async () => {
    const file = join(directory, 'counts.graphql');
    const run = async (args: string) => {
      writeFileSync(file, rows.replaceAll('ARGS', args));
      const out = join(directory, 'counts.csv');
      return runHere(['export', file, '--out', out, '--force', '--url', world.url.href]);
    };
    for (const args of ['', `(from: "${at(120)}")`]) {
      const { code, output } = await run(args);
      expect(code).toBe(1);
      expect(output).toMatch(known);
      expect(output.match(/Incomplete|known since/g)).toHaveLength(1);
    }
    const later = await run(`(from: "${at(60)}")`);
    expect(later).toEqual({ code: 0, output: expect.not.stringMatching(/Incomplete|known since/) });
  });
});
