/** Commands of a person who sees some rows: tables and exports hold the visible ones, and a hidden parent is an empty cell and no failure. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere } from '../support/here.ts';
import { byPersonKey, keyOf } from '../support/row-access/key.ts';
import { Oracle, openTables, type Visible } from '../support/row-access/oracle.ts';
import { openSynthetic } from '../support/synthetic.ts';
import type { TruthRow } from '../support/truth.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

const who = { level: 'team', person: 'lin.thorsen@lumenridge.example.com' } as const;
const directory = mkdtempSync(join(tmpdir(), 'switchboard-rows-'));
const document = join(directory, 'deals.graphql');
let world: World;
let visible: Visible;
let deals: readonly TruthRow[];
let accounts: ReadonlyMap<string, string>;
beforeAll(async () => {
  const backend = openSynthetic({ now: () => today, customSchema });
  world = await openWorld({ backend, index: false, server: { authenticator: byPersonKey } });
  const tables = await openTables(backend);
  const oracle = new Oracle(tables);
  visible = oracle.visible(who);
  deals = oracle
    .rows('Opportunity')
    .filter(({ Id, IsDeleted }) => IsDeleted !== 1 && visible.sees('Opportunity', Id));
  accounts = new Map(oracle.rows('Account').map(({ Id, Name }) => [Id, Name]));
  tables.db.close();
  writeFileSync(
    document,
    'query Deals($after: String) { opportunities(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { upstreamId account { name } } } }',
  );
});
afterAll(async () => {
  await world.close();
  rmSync(directory, { recursive: true });
});

const run = (...args: string[]) =>
  runHere([...args, '--url', new URL('/graphql', world.url).href, '--key', keyOf(who)]);

const nameOf = ({ AccountId }: TruthRow): string | null =>
  visible.sees('Account', AccountId) ? (accounts.get(AccountId) ?? null) : null;

it('an export has all visible rows, with an empty cell for a hidden parent', async () => {
  const out = join(directory, 'deals.ndjson');
  const { code, output } = await run('export', document, '--format', 'ndjson', '--out', out);
  expect([code, output]).toEqual([0, expect.stringContaining(`${deals.length} rows`)]);
  expect(output).not.toMatch(/right to see|Incomplete/);
  const rows = readFileSync(out, 'utf8').trim().split('\n');
  const expected = deals.map((deal) => [deal.Id, nameOf(deal)]);
  expect(expected.filter(([, name]) => name === null).length).toBeGreaterThan(0);
  expect(
    rows
      .map((row) => JSON.parse(row) as TruthRow)
      .map((row) => [row.upstreamId, row['account.name'] ?? row.account?.name ?? null])
      .sort(),
  ).toEqual(expected.sort());
});

it('a table shows a hidden parent as an empty cell, and the answer itself says why', async () => {
  const csv = await run('query', document, '--format', 'csv');
  expect(csv.output).not.toMatch(/right to see|Incomplete/);
  expect(csv.code).toBe(0);
  const json = await run('query', document);
  expect(json.code).toBe(0);
  expect(json.output).toContain('"reason": "row"');
});
