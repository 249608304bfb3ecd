import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../../src/cli/client.ts';
import { type ExportFormat, exportRows } from '../../src/cli/export/walk.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchboard-export-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;
const newFile = (): string => join(directory, `out-${files++}`);

/** A connection of these rows, two a page; `fails` makes one page fail. */
function pages(rows: readonly unknown[], fails = -1): Client & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    async ask(_query, { after }): Promise<Answer> {
      asked.push(after);
      const from = after === null ? 0 : Number(after);
      if (from / 2 === fails)
        return { errors: [{ message: 'no', extensions: { code: 'INTERNAL' } }] };
      return {
        data: {
          deep: {
            list: {
              nodes: rows.slice(from, from + 2),
              totalCount: rows.length,
              pageInfo: { hasNextPage: from + 2 < rows.length, endCursor: String(from + 2) },
            },
          },
        },
      };
    },
    close: async () => {},
  };
}

async function exported(
  client: Client,
  format: ExportFormat,
  out = newFile(),
  restart = false,
): Promise<string> {
  await exportRows(client, { query: '{ q }', variables: {}, out, format, restart });
  return readFileSync(out, 'utf8');
}

describe('export', () => {
  const rows = [
    { id: '1', name: 'Ana "A" Rey', owner: { name: 'Bo' }, tags: ['x'] },
    { id: '2', name: '=HYPERLINK("http://evil")', owner: null, tags: [] },
    { id: '3', name: 'two\nlines', owner: { name: null }, tags: null },
    { id: '4', name: '-1', owner: { name: 'Zoë' }, tags: null, amount: -1 },
    { id: '5', name: null, owner: { name: 'Cy' }, tags: null },
  ];

  it('writes one JSON value a line', async () => {
    const text = await exported(pages(rows), 'ndjson');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rows);
  });

  it('writes one JSON list, also of nothing', async () => {
    expect(JSON.parse(await exported(pages(rows), 'json'))).toEqual(rows);
    expect(JSON.parse(await exported(pages([]), 'json'))).toEqual([]);
  });

  it('writes CSV that a spreadsheet neither breaks nor runs', async () => {
    expect(await exported(pages(rows), 'csv')).toBe(
      [
        'id,name,owner.name,tags,owner',
        '1,"Ana ""A"" Rey",Bo,"[""x""]",',
        `2,"'=HYPERLINK(""http://evil"")",,[],`,
        '3,"two\nlines",,,',
        `4,'-1,Zoë,,`,
        '5,,Cy,,',
        '',
      ].join('\r\n'),
    );
  });

  it.each<ExportFormat>(['csv', 'ndjson', 'json'])(
    'of %s goes on where it was broken off, byte for byte',
    async (format) => {
      const whole = await exported(pages(rows), format);
      const out = newFile();
      await expect(exported(pages(rows, 1), format, out)).rejects.toThrow('INTERNAL');
      // A kill between two writes leaves a page that nothing vouches for.
      writeFileSync(out, `${readFileSync(out, 'utf8')}half a page`);
      const rest = pages(rows);
      expect(await exported(rest, format, out)).toBe(whole);
      expect(rest.asked).toEqual(['2', '4']);
    },
  );

  it('tells of rows whose lists may have ended early', async () => {
    const page = (nodes: readonly unknown[], withheld: number | undefined): Client => ({
      ask: async () => ({
        data: { list: { nodes, pageInfo: { hasNextPage: false, endCursor: 'x' } } },
        extensions: {
          cost: { requested: 3, actual: 3, ...(withheld !== undefined && { withheld }) },
        },
      }),
      close: async () => {},
    });
    const run = (client: Client) =>
      exportRows(client, {
        ...{ query: '{ q }', variables: {}, out: newFile(), format: 'json', restart: false },
      });
    const nested = [
      { id: '1', contacts: { nodes: [{ name: 'a' }] } },
      { id: '2', contacts: null },
    ];
    expect(await run(page(nested, 2))).toEqual({ rows: 2, doubtful: 2, incomplete: [] });
    expect(await run(page(nested, undefined))).toEqual({ rows: 2, doubtful: 0, incomplete: [] });
    // A row that holds no list is whole; the connection itself went on.
    expect(await run(page([{ id: '1', owner: { name: 'b' } }], 2))).toEqual({
      rows: 1,
      doubtful: 0,
      incomplete: [],
    });
  });

  it('remembers which lists of its pages were incomplete, also when it goes on', async () => {
    const out = newFile();
    const list = { path: ['deep', 'list'], message: 'Short.', expected: 3, received: 2 };
    const short = (client: Client): Client => ({
      ...client,
      async ask(query, variables) {
        const answer = await client.ask(query, variables);
        return { ...answer, extensions: { incomplete: [list] } };
      },
    });
    const options = { query: '{ q }', variables: {}, out, format: 'json', restart: false } as const;
    await expect(exportRows(short(pages(rows, 1)), options)).rejects.toThrow('INTERNAL');
    expect((await exportRows(pages(rows), options)).incomplete).toEqual([list]);
  });

  it('begins anew when told to', async () => {
    const out = newFile();
    await expect(exported(pages(rows, 2), 'ndjson', out)).rejects.toThrow();
    const client = pages(rows);
    await exported(client, 'ndjson', out, true);
    expect(client.asked[0]).toBeNull();
  });

  it('says what is missing', async () => {
    const answers = (data: Record<string, unknown>): Client => ({
      ask: async () => ({ data }),
      close: async () => {},
    });
    await expect(exported(answers({ a: 1 }), 'json')).rejects.toThrow('Expected one connection');
    await expect(exported(answers({ a: { pageInfo: {}, nodes: [] } }), 'json')).rejects.toThrow(
      'hasNextPage',
    );
    const loop = { pageInfo: { hasNextPage: true, endCursor: 'x' }, nodes: [] };
    await expect(exported(answers({ loop }), 'json')).rejects.toThrow('same cursor');
  });
});
