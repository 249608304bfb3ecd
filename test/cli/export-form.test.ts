/** What an export's files hold, read back by others: Parquet by readers in JavaScript and in Rust, gzip by zlib, lists that are unnested, lists without pages. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { buildSchema, graphql } from 'graphql';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { readParquet } from 'parquet-wasm';
import { afterAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/cli/client.ts';
import { type ExportOptions, exportRows } from '../../src/cli/export/export-rows.ts';
import { formOf } from '../../src/cli/export/format.ts';
import { writeParquet } from '../../src/cli/export/parquet.ts';
import type { ColumnType, TableColumn } from '../../src/questions/column-expression.ts';
import { anyText } from '../support/any-text.ts';
import { cases } from '../support/cases.ts';
import { allShapes, type SourceRow, sourceOf } from '../support/export-source.ts';
import { seed } from '../support/seed.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchboard-form-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;
const newFile = (ending: string): string => join(directory, `out-${files++}.${ending}`);

const run = (client: Client, options: Partial<ExportOptions> & Pick<ExportOptions, 'out'>) =>
  exportRows(client, {
    ...{ query: allShapes, variables: {}, selection: null, unnest: null },
    ...{ restart: false, force: false, log: () => {} },
    ...formOf(options.out, undefined),
    ...options,
  });

const readBack = async (path: string) =>
  parquetReadObjects({ file: await asyncBufferFromFile(path) });

/** By Arrow's own reader: instants and days are milliseconds there, JSON is text. */
const readByArrow = (path: string): unknown[] =>
  tableFromIPC(readParquet(readFileSync(path)).intoIPCStream())
    .toArray()
    .map((row) => row.toJSON());

const types: readonly ColumnType[] = [
  'text',
  'integer',
  'number',
  'boolean',
  'time',
  'date',
  'json',
];
const columns: readonly TableColumn[] = types.map((type) => ({
  ...{ name: `a.${type}`, path: ['a', type], over: null, type, about: '' },
}));

describe('an exported Parquet file', () => {
  const instant = fc
    .date({ min: new Date('1700-01-01'), max: new Date('2400-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const json = fc.oneof(
    { weight: 9, arbitrary: fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null) },
    {
      weight: 1,
      arbitrary: fc.constant(JSON.parse('[{ "__proto__": { "a": [{ "__proto__": 1 }] } }, null]')),
    },
  );
  const anyRow = fc.record({
    a: fc.option(
      fc.record({
        text: fc.option(fc.oneof(anyText(), fc.constant('\u2028\u2029\r\n,"'))),
        integer: fc.option(fc.integer()),
        number: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
        boolean: fc.option(fc.boolean()),
        time: fc.option(instant),
        date: fc.option(instant.map((text) => text.slice(0, 10))),
        json: fc.option(json),
      }),
      { freq: 9 },
    ),
  });

  it('is read back equal by two other readers, in any row groups', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 20, max: 2_000 }),
        async (rows, most, characters) => {
          const [from, to] = [newFile('ndjson'), newFile('parquet')];
          const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
          writeFileSync(from, lines.join(''));
          await writeParquet(from, to, columns, { rows: most, characters });
          // As JSON has them: -0 is 0 there.
          const plain = lines.map((line) => JSON.parse(line) as (typeof rows)[number]);
          expect(await readBack(to)).toEqual(
            plain.map(({ a }) => ({
              'a.text': a?.text ?? null,
              'a.integer': a?.integer ?? null,
              'a.number': a?.number ?? null,
              'a.boolean': a?.boolean ?? null,
              'a.time': a?.time ? new Date(a.time) : null,
              'a.date': a?.date ? new Date(a.date) : null,
              'a.json': a?.json ?? null,
            })),
          );
          const ms = (text: string | null | undefined) => (text ? Date.parse(text) : null);
          expect(readByArrow(to)).toEqual(
            plain.map(({ a }) => ({
              'a.text': a?.text ?? null,
              'a.integer': a?.integer ?? null,
              'a.number': a?.number ?? null,
              'a.boolean': a?.boolean ?? null,
              'a.time': ms(a?.time),
              'a.date': ms(a?.date),
              'a.json':
                a?.json === undefined || a.json === null
                  ? null
                  : expect.toSatisfy((text: string) => isDeepStrictEqual(JSON.parse(text), a.json)),
            })),
          );
          const { row_groups: groups } = await parquetMetadataAsync(await asyncBufferFromFile(to));
          for (const { num_rows: size } of groups) expect(Number(size)).toBeLessThanOrEqual(most);
        },
      ),
      { seed, numRuns: cases(40) },
    );
  });

  it('has the same rows as the text of the same export, failures on the way or not', async () => {
    const rows: SourceRow[] = Array.from({ length: 23 }, (_, at) => ({
      id: String(at),
      name: at % 3 === 0 ? null : `n${at}`,
      tags: at % 2 === 0 ? null : ['x', null],
      amount: at - 5,
      isOpen: at % 4 === 0,
      kids: [],
    }));
    const out = newFile('parquet');
    const source = sourceOf(rows, (ask) => ask % 3 === 1);
    for (let runs = 0; !existsSync(out); runs += 1) {
      expect(runs).toBeLessThan(12);
      await run(source, { out }).catch(() => {});
    }
    expect(await readBack(out)).toMatchObject(
      rows.map(({ id, name, tags, amount, isOpen }) => ({
        ...{ id, title: name, tags, amount, open: isOpen, kids: [], 'boss.owner.name': null },
      })),
    );
    for (const left of ['part', 'part.json', 'part.packed', 'part.pid'])
      expect(existsSync(`${out}.${left}`)).toBe(false);
  });

  it('of nothing has its columns', async () => {
    const out = newFile('parquet');
    await run(sourceOf([]), { out });
    expect(await readBack(out)).toEqual([]);
    const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(out));
    expect(schema.slice(1).map(({ name, converted_type: type }) => [name, type])).toContainEqual([
      'kids',
      'JSON',
    ]);
  });

  it('that could not be packed leaves its rows for the next run', async () => {
    const out = newFile('parquet');
    const said: string[] = [];
    // A folder of that name can't be written.
    mkdirSync(`${out}.part.packed`);
    const source = sourceOf([{ id: '1' }, { id: '2' }, { id: '3' }]);
    const failed = run(source, { out, log: (line) => void said.push(line) });
    await expect(failed).rejects.toThrow();
    expect(said).toEqual([`3 rows in ${out}.part; the same command goes on from there.`]);
    rmSync(`${out}.part.packed`, { recursive: true, force: true });
    await run(source, { out });
    expect(source.asked).toHaveLength(2);
    expect((await readBack(out)).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });
});

describe('an export', () => {
  const people: readonly SourceRow[] = [
    { id: '1', tags: ['a', 'b'], kids: [{ name: 'K' }, { name: null }] },
    { id: '2', tags: [], kids: null },
    { id: '3', tags: null, kids: [null, { name: 'L' }] },
  ];
  const query =
    'query ($after: String) { deep { list(after: $after) { nodes { id tags kids { name } } pageInfo { hasNextPage endCursor } } } }';

  it('is compressed by the name of its file, and goes on after a failure all the same', async () => {
    const plain = newFile('csv');
    await run(sourceOf(people), { query, out: plain });
    const out = newFile('csv.gz');
    await expect(
      run(
        sourceOf(people, (ask) => ask === 1),
        { query, out },
      ),
    ).rejects.toThrow();
    expect(existsSync(out)).toBe(false);
    await run(sourceOf(people), { query, out });
    expect(gunzipSync(readFileSync(out))).toEqual(readFileSync(plain));
    expect(() => formOf('a.parquet.gz', undefined)).toThrow('without .gz');
    expect(() => formOf('a.gz', undefined)).toThrow('--out: expected a path that ends in .csv');
    expect(formOf('a.gz', 'json')).toEqual({ format: 'json', isGzipped: true });
  });

  it('unnests a list: a row for each item, the rest repeated, and no record lost', async () => {
    const text = async (unnest: string[], ending: string) => {
      const out = newFile(ending);
      const { rows, records } = await run(sourceOf(people), { query, out, unnest });
      expect({ rows, records }).toEqual({ rows: 5, records: 3 });
      return readFileSync(out, 'utf8');
    };
    expect(await text(['kids'], 'csv')).toBe(
      'id,tags,kids.name\r\n1,"[""a"",""b""]",K\r\n1,"[""a"",""b""]",\r\n2,[],\r\n3,,\r\n3,,L\r\n',
    );
    const lines = (await text(['kids'], 'ndjson')).trim().split('\n');
    expect(JSON.parse(lines[0]!)).toEqual({ id: '1', tags: ['a', 'b'], kids: { name: 'K' } });
    const out = newFile('csv');
    await run(sourceOf(people), { query, out, unnest: ['tags'] });
    expect(readFileSync(out, 'utf8')).toMatch(/^id,tags,kids\r\n1,a,.*\r\n1,b,.*\r\n2,,\r\n3,,/);
  });

  const schema = buildSchema(/* GraphQL */ `
    type Query { groups(first: Int = 3): [Group] counted(first: Int = 2): Groups accounts(after: String): AccountConnection }
    type Group { keys: [Key!]! count: Int }
    type Key { value: String }
    type Groups { groups: [Group!]! totalCount: Int! }
    type AccountConnection { nodes: [Account]! pageInfo: PageInfo! }
    type Account { name: String contacts(first: Int): ContactConnection }
    type ContactConnection { nodes: [Contact]! pageInfo: PageInfo! }
    type Contact { email: String }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
  `);
  const clientOf = (rootValue: object): Client => ({
    async execute(source, variableValues) {
      const answer = await graphql({ schema, source, variableValues, rootValue });
      return JSON.parse(JSON.stringify(answer));
    },
    close: async () => {},
  });

  it('writes a list without pages, with columns of the document’s header, and says where it may be cut', async () => {
    const groups = ['x', 'y'].map((value, at) => ({ keys: [{ value }], count: at }));
    const header = '# title: G\n# column name = keys.0.value: n\n# column n = count: c\n';
    const out = newFile('csv');
    const ask = (rows: readonly object[], options: object) =>
      run(clientOf({ groups: rows }), {
        query: `${header}{ groups { count keys { value } } }`,
        out,
        ...options,
      });
    expect(await ask(groups, {})).toMatchObject({ rows: 2, incomplete: [] });
    expect(readFileSync(out, 'utf8')).toBe('name,n\r\nx,0\r\ny,1\r\n');
    expect(await ask([...groups, ...groups].slice(1), { force: true })).toMatchObject({
      incomplete: [
        { path: ['groups'], received: 3, message: expect.stringContaining('at most 3') },
      ],
    });
  });

  it('goes by the count beside a list, where there is one', async () => {
    const said = async (totalCount: number, inside: string) => {
      const counted = { groups: [{ count: 1 }, { count: 2 }], totalCount };
      const query = `{ counted { groups { count } ${inside} } }`;
      const out = newFile('csv');
      return (await run(clientOf({ counted }), { query, out })).incomplete;
    };
    const path = ['counted', 'groups'];
    expect(await said(2, 'totalCount')).toEqual([]);
    expect(await said(5, 'totalCount')).toMatchObject([{ path, expected: 5, received: 2 }]);
    expect(await said(5, '')).toMatchObject([{ path, expected: null, received: 2 }]);
  });

  it('unnests through a connection only where this says whether it has more', async () => {
    const contacts = (emails: string[], hasNextPage: boolean) => ({
      nodes: emails.map((email) => ({ email })),
      pageInfo: { hasNextPage },
    });
    const nodes = [
      { name: 'A', contacts: contacts(['a', 'b'], true) },
      { name: 'B', contacts: contacts([], false) },
    ];
    const client = clientOf({ accounts: { nodes, pageInfo: { hasNextPage: false } } });
    const text = (inside: string) =>
      `query ($after: String) { accounts(after: $after) { nodes { name contacts { nodes { email } ${inside} } } pageInfo { hasNextPage endCursor } } }`;
    const unnest = ['contacts', 'nodes'];
    const out = newFile('csv');
    await expect(run(client, { query: text(''), out, unnest: ['contacts'] })).rejects.toThrow(
      'a list that is selected (contacts.nodes); got "contacts"',
    );
    await expect(run(client, { query: text(''), out, unnest })).rejects.toThrow(
      'expected pageInfo { hasNextPage } in "contacts"',
    );
    const done = await run(client, { query: text('pageInfo { hasNextPage }'), out, unnest });
    expect(done).toMatchObject({ rows: 3, incomplete: [{ path: [0, 'contacts'] }] });
    expect(readFileSync(out, 'utf8')).toMatch(
      /^name,contacts.nodes.email,.*\r\nA,a,.*\r\nA,b,.*\r\nB,,/,
    );
  });
});
