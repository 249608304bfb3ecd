/** The export of a connection: its columns, its pages, and what is left after a failure. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { errorLine } from '../../src/cli/answer-error.ts';
import type { Client } from '../../src/cli/client.ts';
import { type ExportOptions, exportRows } from '../../src/cli/export/export-rows.ts';
import type { ExportFormat } from '../../src/cli/export/format.ts';
import { PageFailure, rowPage, rowsOf } from '../../src/questions/row-page.ts';
import { readSelection } from '../../src/questions/table-shape.ts';
import { cases, sample } from '../support/cases.ts';
import { allColumns, allShapes, type SourceRow, sourceOf } from '../support/export-source.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchboard-export-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;
const newFile = (): string => join(directory, `out-${files++}`);

const run = (client: Client, options: Partial<ExportOptions> & Pick<ExportOptions, 'out'>) =>
  exportRows(client, {
    query: allShapes,
    variables: {},
    format: 'csv',
    isGzipped: false,
    selection: null,
    unnest: null,
    restart: false,
    force: false,
    log: () => {},
    ...options,
  });

async function exported(client: Client, format: ExportFormat, out = newFile()): Promise<string> {
  await run(client, { format, out });
  return readFileSync(out, 'utf8');
}

const person = (name: string | null, age: number | null = null) => ({
  __typename: 'Person',
  name,
  age,
});
const rows: readonly SourceRow[] = [
  { id: '1', name: 'Ana "A" Rey', owner: null, tags: ['x', null] },
  { id: '2', name: '=HYPERLINK("http://evil")', owner: null, tags: [], isOpen: false },
  { id: '3', name: 'two\nlines', owner: person(null, 40), boss: { id: '1', owner: null } },
  { id: '4', name: '-1', owner: { __typename: 'Queue', name: 'Zoë', size: 3 }, amount: -1 },
  { id: '5', name: null, anyone: person('@Cy'), kids: [{ name: 'K' }, null], isOpen: true },
];

describe('export', () => {
  it('has a column for each leaf that is selected, though it be null on every row so far', async () => {
    expect(await exported(sourceOf(rows), 'csv')).toBe(
      [
        allColumns,
        '1,"Ana ""A"" Rey",,,,,"[""x"",null]",,,,,,,',
        `2,"'=HYPERLINK(""http://evil"")",,,,,[],,false,,,,,`,
        '3,"two\nlines",Person,,40,,,,,,,,1,',
        `4,'-1,Queue,Zoë,,3,,-1,,,,,,`,
        `5,,,,,,,,true,'@Cy,,"[{""name"":""K""},null]",,`,
        '',
      ].join('\r\n'),
    );
    expect(await exported(sourceOf([]), 'csv')).toBe(`${allColumns}\r\n`);
  });

  it('writes one JSON value a line, or one JSON list, also of nothing', async () => {
    const { data } = await sourceOf(rows).execute(allShapes, { n: 100, after: null });
    const { nodes } = (data as { deep: { list: { nodes: unknown[] } } }).deep.list;
    const lines = (await exported(sourceOf(rows), 'ndjson')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(nodes);
    expect(JSON.parse(await exported(sourceOf(rows), 'json'))).toEqual(nodes);
    expect(JSON.parse(await exported(sourceOf([]), 'json'))).toEqual([]);
  });

  it('has a column of nulls where the CRM hides a field, and says so once', async () => {
    const message = 'Account.Site is not there, or not readable for this user.';
    const path = ['deep', 'list', 'nodes', 0, 'amount'];
    const errors = [
      { message, path, extensions: { code: 'UPSTREAM_FORBIDDEN', part: 'Account.Site' } },
    ];
    const out = newFile();
    const { incomplete } = await run(sourceOf(rows, undefined, { errors }), { out });
    expect(incomplete).toEqual([
      { path: ['deep', 'list', 'nodes', 'amount'], message, expected: null, received: null },
    ]);
    expect(readFileSync(out, 'utf8').split('\r\n').length).toBeGreaterThan(rows.length);
  });

  it('reads rows of edges, too', async () => {
    const query =
      'query ($after: String) { deep { list(after: $after) { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } } }';
    const out = newFile();
    await run(sourceOf(rows), { query, out });
    expect(readFileSync(out, 'utf8')).toBe('id\r\n1\r\n2\r\n3\r\n4\r\n5\r\n');
  });

  it('has columns of what edges say besides their nodes, and of their cursors none', () => {
    const world = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
    const selected = (edge: string) =>
      readSelection(
        world,
        `{ contact(by: { upstreamId: "003" }) { relatedCalls { edges { ${edge} } } } }`,
        {},
      );
    const { columns, ...place } = selected('cursor __typename matches { reason } node { title }');
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['title', 'text'],
      ['matches', 'json'],
    ]);
    const edge = { cursor: 'c', matches: [{ reason: 'EMAIL' }], node: { title: 'Demo' } };
    const edges = [edge, { ...edge, node: null }];
    const data = { contact: { relatedCalls: { edges } } };
    expect(rowsOf(data, place).rows).toEqual([{ title: 'Demo', matches: edge.matches }, null]);
    expect(() => selected('title: matches { reason } node { title }')).toThrow('under an alias');
  });

  const text = fc.option(fc.string({ maxLength: 8 }), { freq: 2 });
  const anyOwner = fc.option(
    fc.oneof(
      fc.record({ __typename: fc.constant('Person'), name: text, age: fc.integer() }),
      fc.record({ __typename: fc.constant('Queue'), name: text, size: fc.integer() }),
    ),
    { freq: 1 },
  );
  const anyRow = fc.record({
    id: fc.string({ maxLength: 6 }),
    name: text,
    owner: anyOwner,
    tags: fc.option(fc.array(text, { maxLength: 2 })),
    amount: fc.option(fc.integer()),
    anyone: anyOwner,
    boss: fc.option(fc.record({ id: fc.string(), owner: anyOwner })),
  });

  it.each(sample<ExportFormat>(['csv', 'ndjson', 'json'], 3))(
    'of %s is the same, byte for byte, at any page size and however often it fails',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyRow, { maxLength: 24 }),
          fc.integer({ min: 1, max: 9 }),
          fc.array(fc.boolean(), { maxLength: 6 }),
          fc.string({ maxLength: 20 }),
          async (all, n, failures, half) => {
            const whole = newFile();
            await run(sourceOf(all), { format, out: whole, variables: { n: 100 } });
            const out = newFile();
            const source = sourceOf(all, (ask) => failures[ask] === true);
            for (let runs = 0; ; runs += 1) {
              expect(runs).toBeLessThanOrEqual(failures.length);
              const failed = await run(source, { format, out, variables: { n } }).catch(
                (error: Error) => error,
              );
              if (!(failed instanceof Error)) {
                expect(failed.rows).toBe(all.length);
                break;
              }
              expect(failed.message).toContain('UPSTREAM_UNAVAILABLE');
              expect(existsSync(out)).toBe(false);
              // A kill between two writes leaves text that nothing vouches for.
              const part = `${out}.part`;
              if (existsSync(part)) writeFileSync(part, half, { flag: 'a' });
            }
            expect(readFileSync(out, 'utf8')).toBe(readFileSync(whole, 'utf8'));
            // Each page was asked for until it came, and none again.
            const pages = source.asked.filter((_after, ask) => failures[ask] !== true);
            expect(new Set(pages).size).toBe(pages.length);
          },
        ),
        { numRuns: cases(15, 4) },
      );
    },
  );

  it('leaves nothing under the final name when it fails, and no empty part', async () => {
    const out = newFile();
    const said: string[] = [];
    const log = (line: string) => void said.push(line);
    await expect(
      run(
        sourceOf(rows, () => true),
        { out, log },
      ),
    ).rejects.toThrow('UNAVAILABLE');
    expect(readdirSync(directory).filter((name) => join(directory, name).startsWith(out))).toEqual(
      [],
    );
    expect(said).toEqual([]);
    await expect(
      run(
        sourceOf(rows, (ask) => ask === 1),
        { out, log },
      ),
    ).rejects.toThrow();
    expect(said).toEqual([`2 rows in ${out}.part; the same command goes on from there.`]);
    expect(existsSync(out)).toBe(false);
    await run(sourceOf(rows), { out, log });
    expect(said[1]).toBe('Going on after 2 rows of an earlier run.');
    expect(existsSync(`${out}.part`) || existsSync(`${out}.part.json`)).toBe(false);
  });

  it('does not write over a file unasked, and what was there stays until the last row', async () => {
    const out = newFile();
    writeFileSync(out, 'kept');
    await expect(run(sourceOf(rows), { out })).rejects.toThrow('--force');
    await expect(run(sourceOf(rows), { out: dirname(out), force: true })).rejects.toThrow(
      '--out: expected the path of a file; got the directory',
    );
    const failing = sourceOf(rows, (ask) => ask === 1);
    await expect(run(failing, { out, force: true })).rejects.toThrow('UNAVAILABLE');
    expect(readFileSync(out, 'utf8')).toBe('kept');
    await run(failing, { out, force: true });
    expect(readFileSync(out, 'utf8')).toContain(allColumns);
  });

  it('is written by one process at a time, and says where none can', async () => {
    const out = newFile();
    const source = sourceOf(rows);
    const second = () =>
      expect(run(sourceOf(rows), { out })).rejects.toThrow(/is being written by process \d+/);
    await run(
      {
        ...source,
        async execute(query, variables) {
          if ('after' in variables) await second();
          return source.execute(query, variables);
        },
      },
      { out },
    );
    expect(existsSync(`${out}.part.pid`)).toBe(false);
    // One that was killed is in nobody's way.
    for (const pid of [999_999_999, process.pid]) {
      writeFileSync(`${out}.part.pid`, String(pid));
      await run(sourceOf(rows), { out, force: true });
    }
    await expect(run(sourceOf(rows), { out: join(out, 'no', 'a.csv') })).rejects.toThrow(
      /expected a path that can be written; there is no directory /,
    );
  });

  it('goes on from no other export, and begins anew when told to', async () => {
    const out = newFile();
    await expect(
      run(
        sourceOf(rows, (ask) => ask === 1),
        { out },
      ),
    ).rejects.toThrow();
    await expect(run(sourceOf(rows), { out, format: 'json' })).rejects.toThrow('--restart');
    await expect(run(sourceOf(rows), { out, variables: { n: 3 } })).rejects.toThrow('--restart');
    const anew = sourceOf(rows);
    await run(anew, { out, format: 'json', restart: true });
    expect(anew.asked[0]).toBeNull();
    expect(JSON.parse(readFileSync(out, 'utf8'))).toHaveLength(rows.length);

    const torn = newFile();
    await expect(
      run(
        sourceOf(rows, (ask) => ask === 1),
        { out: torn },
      ),
    ).rejects.toThrow();
    writeFileSync(`${torn}.part`, 'short');
    await expect(run(sourceOf(rows), { out: torn })).rejects.toThrow('--restart');
    writeFileSync(`${torn}.part.json`, '{');
    await expect(run(sourceOf(rows), { out: torn })).rejects.toThrow('--restart');
  });

  it('tells of rows whose lists may have ended early', async () => {
    const extensions = { cost: { withheld: 2 } };
    const client = () => sourceOf(rows, undefined, { extensions });
    const plain =
      'query ($after: String) { deep { list(after: $after) { nodes { id owner { name } } pageInfo { hasNextPage endCursor } } } }';
    // Pages whose rows hold no list are whole; the connection itself went on.
    expect(await run(client(), { out: newFile() })).toMatchObject({ rows: 5, doubtful: 3 });
    expect(await run(client(), { out: newFile(), query: plain })).toMatchObject({ doubtful: 0 });
  });

  it('remembers incomplete lists, those of an earlier run too', async () => {
    const entry = { path: ['deep', 'list'], message: 'short', expected: 4, received: 2 };
    const extensions = { incomplete: [entry] };
    const out = newFile();
    const failing = sourceOf(rows, (ask) => ask === 1, { extensions });
    await expect(run(failing, { out })).rejects.toThrow('UPSTREAM_UNAVAILABLE');
    expect((await run(sourceOf(rows), { out })).incomplete).toEqual([entry]);
  });

  it('leaves out a row that can’t be read, and names it', async () => {
    const errors = [
      {
        message: 'Expected an id.',
        path: ['deep', 'list', 'nodes', 0],
        extensions: { code: 'UPSTREAM_BAD_RESPONSE' },
      },
    ];
    const out = newFile();
    const source = sourceOf([null as never, ...rows.slice(1)], undefined, { errors });
    const { rows: written, incomplete } = await run(source, { out, variables: { n: 100 } });
    expect(written).toBe(4);
    expect(incomplete).toEqual([
      { path: errors[0]!.path, message: 'Expected an id.', expected: null, received: null },
    ]);
    expect(readFileSync(out, 'utf8')).toMatch(/\r\n2,/);
  });

  it('tells a value’s error in the graph’s words where it took the list along', () => {
    const path = ['deep', 'list', 'nodes', 0, 'id'];
    const error = {
      path,
      message: 'Expected an id.',
      extensions: { code: 'UPSTREAM_BAD_RESPONSE' },
    };
    const place = { path: ['deep', 'list'], kind: 'nodes', most: null } as const;
    for (const data of [null, { deep: null }, { deep: { list: null } }])
      expect(() => rowPage({ data, errors: [error] }, place)).toThrow(new PageFailure([error]));
    expect(errorLine(error)).toBe(
      'Error at deep.list.nodes.0.id: UPSTREAM_BAD_RESPONSE Expected an id.',
    );
  });

  it('says when to come back after a refusal that says so', () => {
    const extensions = { code: 'RATE_LIMITED', retryAfterMs: 7_200_000 };
    const error = { path: ['deep'], message: 'The upstream asked for a pause.', extensions };
    expect(errorLine(error)).toBe(
      'Error at deep: RATE_LIMITED The upstream asked for a pause. Again in 2 h 0 min.',
    );
  });

  it('says what is missing in the document', async () => {
    const refused = (query: string) => run(sourceOf(rows), { query, out: newFile() });
    const list = (inside: string, args = '(after: $after)') =>
      `query ($after: String) { deep { list${args} { ${inside} } } }`;
    await expect(refused('{ others { pageInfo { endCursor } } rows { id } }')).rejects.toThrow(
      'neither is selected',
    );
    await expect(refused('{ __typename }')).rejects.toThrow('Expected one connection');
    await expect(refused('{ others { nodes { id } } }')).rejects.toThrow('pageInfo');
    await expect(refused('{ rows { id } more: rows { id } }')).rejects.toThrow('got 2: rows, more');
    await expect(refused('{')).rejects.toThrow('Syntax Error');
    await expect(refused(list('nodes { id } pageInfo { endCursor }'))).rejects.toThrow(
      'hasNextPage',
    );
    await expect(refused(list('pageInfo { hasNextPage endCursor }'))).rejects.toThrow('neither');
    await expect(
      refused(list('nodes { id } pageInfo { hasNextPage endCursor }', '(first: 2)')),
    ).rejects.toThrow('after: $after');
    await expect(
      refused(list('rows: nodes { id } pageInfo { hasNextPage endCursor }')),
    ).rejects.toThrow('alias');
    await expect(refused(list('nodes { no } pageInfo { hasNextPage endCursor }'))).rejects.toThrow(
      '"no"',
    );
  });
});
