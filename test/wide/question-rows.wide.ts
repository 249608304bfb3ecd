/** Saved questions by their addresses, over the synthetic company: the rows of the graph to whoever asks, for pandas and Grafana as these ask. */

import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cellOf } from '../../src/questions/column-expression.ts';
import { csv } from '../../src/questions/csv.ts';
import { type Question, readQuestions } from '../../src/questions/saved-question.ts';
import { blocksOf } from '../docs/page.ts';
import { byRights, openWorld, schema, type World } from '../support/world.ts';

/** Debian's pandas is of its own Python, which need not be the first in the path. */
const python = ['/usr/bin/python3', 'python3'].find(
  (name) => spawnSync(name, ['-c', 'import pandas']).status === 0,
);
if (python === undefined)
  process.stderr.write('SKIPPED: no Python with pandas; no question is read by it\n');

const page = 'docs/ask/saved-questions.md';
const questions = readQuestions('queries', schema);
const guarded: Question = {
  ...questions[0]!,
  name: 'guarded',
  query: '{ calls(first: 1) { nodes { transcript { monologues { sentences { text } } } } } }',
  rows: { path: ['calls'], kind: 'nodes', unpaged: '', most: 1, mostVariable: null },
  variables: [],
};
/** A key with all rights, as the test's authenticator reads it. */
const all = 'Bearer transcripts media';
const personOf = (name: string): string =>
  `Bearer transcripts; Rows own ${name}@lumenridge.example.com`;

let world: World;
beforeAll(async () => {
  world = await openWorld({
    index: 'copied',
    server: { questions: [...questions, guarded], authenticator: byRights },
  });
});
afterAll(() => world.close());

const get = (path: string, authorization = all) =>
  fetch(new URL(`/queries/${path}`, world.url), { headers: { authorization } });

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
type Json = any;

/** Cells of all pages, asked of the graph one by one. */
async function cellsOf({ query, rows: place, columns }: Question, authorization: string) {
  const cells: unknown[][] = [];
  for (let after: string | null = null; ; ) {
    const response: Response = await fetch(new URL('/graphql', world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query, variables: { after } }),
    });
    const { data } = (await response.json()) as { data: Json };
    const list = place.path.reduce<Json>((value, key) => value[key], data);
    const rows: unknown[] = place.kind === 'nodes' ? list.nodes : list;
    cells.push(...rows.map((row) => columns.map((column) => cellOf(row, column))));
    if (place.kind !== 'nodes' || !list.pageInfo.hasNextPage) return cells;
    after = list.pageInfo.endCursor;
  }
}

it.each(questions.map(({ name }) => name))('%s has the rows of the graph', async (name) => {
  const question = questions.find((question) => question.name === name)!;
  const cells = await cellsOf(question, all);
  const head = question.columns.map((column) => column.name);
  const table = await get(`${name}?format=csv&partial=1`);
  expect(await table.text()).toBe(csv([head, ...cells]));
  // This index has no contents of calls, and the company one case of high priority before a renewal.
  const isOfContents = /competitor-by-stage|CallFacts|callFact/.test(name + question.query);
  const least = name === 'cases-before-renewal' ? 1 : 2;
  expect(cells.length).toBeGreaterThanOrEqual(isOfContents ? 0 : least);
  const { rows } = (await (await get(name)).json()) as { rows: Record<string, unknown>[] };
  expect(rows.map((row) => head.map((column) => row[column]))).toEqual(cells);
});

it('has the rows of the person who asks', async () => {
  const question = questions.find(({ name }) => name === 'forecast-against-activity')!;
  const texts = await Promise.all(
    ['ada.rousseau', 'jana.reinholt', 'nobody'].map(async (person) => {
      const authorization = personOf(person);
      const answer = await get('forecast-against-activity?format=ndjson', authorization);
      const lines = (await answer.text()).trimEnd().split('\n').filter(Boolean);
      const rows = lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((row) => !('x-switchboard-incomplete' in row));
      expect(rows.map(Object.values)).toEqual(await cellsOf(question, authorization));
      return JSON.stringify(rows);
    }),
  );
  expect(new Set(texts).size).toBe(3);
  expect(texts[2]).toBe('[]');
  const nobody = await get('quiet-deals?format=csv', personOf('nobody'));
  expect(nobody.status).toBe(502);
  expect(nobody.headers.get('x-switchboard-incomplete')).toContain('No active user of the CRM');
});

it('needs the rights of the fields', async () => {
  expect((await get('guarded')).status).toBe(200);
  const refused = await get('guarded', 'Bearer media');
  expect([refused.status, (await refused.json()).errors[0].extensions.code]).toEqual([
    ...[403, 'FORBIDDEN'],
  ]);
});

it('is read by Grafana’s Infinity source, whose server sends the key of its settings', async () => {
  const response = await fetch(new URL('/queries/forecast-against-activity?first=20', world.url), {
    headers: {
      ...{ authorization: all, 'user-agent': 'Grafana/12.0.0' },
      accept: 'application/json;q=0.9,text/plain',
    },
  });
  const answer = (await response.json()) as Record<string, Record<string, unknown>[]>;
  // Root selector and column selectors, as a panel has them.
  expect(answer.rows!.length).toBeGreaterThan(20);
  for (const row of answer.rows!)
    expect([typeof row.deal, typeof row.calls]).toEqual(['string', 'number']);
});

it.skipIf(python === undefined)('is read by pandas, as the page has it', async () => {
  const [{ text } = { text: '' }] = blocksOf(page).filter(({ language }) => language === 'python');
  const lines = text
    .replace('http://127.0.0.1:4000/', world.url.href)
    .replace('Bearer …', all)
    .replace('pandas.read_csv', 'print(pandas.read_csv')
    .replace(/\)\s*$/, ').to_json(orient="records"))');
  const { stdout } = await promisify(execFile)(python!, ['-c', `import pandas\n${lines}`]);
  const rows = JSON.parse(stdout) as { deal: string; amount: number }[];
  const { rows: expected } = (await (await get('quiet-deals?days=60')).json()) as {
    rows: typeof rows;
  };
  expect(rows.map(({ deal, amount }) => [deal, amount])).toEqual(
    expected.map(({ deal, amount }) => [deal, amount]),
  );
  expect(rows.length).toBeGreaterThan(2);
});
