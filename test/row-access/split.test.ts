/** Lists of somebody whose rows hang on more accounts and deals than one statement names: exact all the same, and for as many calls as it takes statements. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { Oracle, openTables } from '../support/row-access/oracle.ts';
import { type FixedViewer, fixedViewer } from '../support/row-access/viewer.ts';
import { openSynthetic } from '../support/synthetic.ts';
import type { TruthRow } from '../support/truth.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

const backend = openSynthetic({ now: () => today, customSchema });
let oracle: Oracle;
let viewer: FixedViewer;
let world: World;
beforeAll(async () => {
  oracle = new Oracle(await openTables(backend));
  viewer = fixedViewer(oracle, { count: 4_000, people: 3, accounts: 0.1 });
  const { rowAccess } = viewer;
  world = await openWorld({ backend, index: false, context: { rowAccess } });
});
afterAll(async () => {
  await world.close();
  backend.close();
});

const rowsOf = (object: string): readonly TruthRow[] =>
  oracle
    .rows(object)
    .filter(({ Id, IsDeleted }) => IsDeleted !== 1 && viewer.visible.sees(object, Id));
const idsOf = (rows: readonly TruthRow[]): string[] => rows.map(({ Id }) => Id);
const byId = (a: TruthRow, b: TruthRow): number => (a.Id < b.Id ? -1 : 1);

it('a list is walked in the CRM’s order, both ways, with its total', async () => {
  const expected = idsOf([...rowsOf('Task')].sort(byId));
  const selection = 'totalCount pageInfo { hasNextPage endCursor } nodes { upstreamId }';
  const walked: string[] = [];
  let after: string | null = null;
  for (let hasNext = true; hasNext; ) {
    const { data, errors, calls } = await world.ask(
      `query ($after: String) { tasks(first: 100, after: $after) { ${selection} } }`,
      { after },
    );
    expect(errors).toBeUndefined();
    expect(data.tasks.totalCount).toBe(expected.length);
    walked.push(...data.tasks.nodes.map(({ upstreamId }: TruthRow) => upstreamId));
    expect(calls.length).toBeLessThanOrEqual(20);
    after = data.tasks.pageInfo.endCursor;
    hasNext = data.tasks.pageInfo.hasNextPage;
    expect(hasNext).toBe(walked.length < expected.length);
  }
  expect(walked).toEqual(expected);
  const { data } = await world.ask('{ tasks(last: 30) { nodes { upstreamId } } }');
  expect(data.tasks.nodes.map(({ upstreamId }: TruthRow) => upstreamId)).toEqual(
    expected.slice(-30),
  );
});
