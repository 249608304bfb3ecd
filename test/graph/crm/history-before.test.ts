/** What a deal's history says of the time before: each row against the row before it in the raw table. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSynthetic } from '../../support/synthetic.ts';
import { table } from '../../support/table.ts';
import { statement, type TruthRow } from '../../support/truth.ts';
import { customSchema, openWorld, today, type World } from '../../support/world.ts';

const backend = openSynthetic({ now: () => today, customSchema });
let world: World;
let rows: readonly TruthRow[];
let before: ReadonlyMap<string, TruthRow | null>;
/** The deal of most rows, two of which came at one moment. */
let longest: string;
beforeAll(async () => {
  world = await openWorld({ backend, index: false });
  const fields = 'OpportunityId, CreatedDate, StageName, ForecastCategory';
  const made = await table(world, 'OpportunityHistory', fields);
  const deals = [...Map.groupBy(made, ({ OpportunityId }) => OpportunityId)];
  const [deal, own] = deals.toSorted(([, a], [, b]) => b.length - a.length)[0]!;
  longest = deal;
  const twin = { StageName: 'Prospecting', ForecastCategory: 'Omitted' };
  backend.changes.copyRecord('OpportunityHistory', own.toSorted(byTime)[1]!.Id, twin);
  rows = await table(world, 'OpportunityHistory', fields);
  before = new Map(
    [...Map.groupBy(rows, ({ OpportunityId }) => OpportunityId).values()].flatMap((ofDeal) =>
      ofDeal.toSorted(byTime).map((row, at, all) => [row.Id, all[at - 1] ?? null] as const),
    ),
  );
});
afterAll(async () => {
  await world.close();
  backend.close();
});

const byTime = (a: TruthRow, b: TruthRow): number =>
  a.CreatedDate === b.CreatedDate
    ? Number(a.Id > b.Id) - Number(a.Id < b.Id)
    : a.CreatedDate < b.CreatedDate
      ? -1
      : 1;

const isLookup = (soql: string | undefined): boolean =>
  soql !== undefined &&
  /^SELECT Id, OpportunityId, CreatedDate, StageName, ForecastCategory FROM OpportunityHistory/.test(
    soql,
  );

const shown = 'upstreamId stageNameBefore forecastCategoryBefore';

function expectBefore(nodes: readonly TruthRow[]): void {
  for (const { upstreamId, stageNameBefore, forecastCategoryBefore } of nodes) {
    const row = before.get(upstreamId);
    expect([upstreamId, stageNameBefore, forecastCategoryBefore]).toEqual([
      upstreamId,
      row?.StageName ?? null,
      row?.ForecastCategory ?? null,
    ]);
  }
}

const history = (args: string, page = '') =>
  `{ opportunity(by: {upstreamId: "${longest}"}) { opportunityHistories${args} {
    nodes { ${shown} } ${page} } } }`;

it('the company has what is looked for', () => {
  const own = rows.filter(({ OpportunityId }) => OpportunityId === longest);
  expect(own.length).toBeGreaterThan(4);
  expect(new Set(own.map(({ CreatedDate }) => CreatedDate)).size).toBe(own.length - 1);
  expect([...before.values()].filter((row) => row === null).length).toBeGreaterThan(100);
});

it('a deal’s whole history takes no further call, in any order', async () => {
  const orders = ['', '(orderBy: [{ field: AMOUNT }])'];
  for (const direction of ['ASC', 'DESC'])
    orders.push(
      `(orderBy: [{ field: CREATED_DATE, direction: ${direction} }])`,
      `(orderBy: [{ field: CREATED_DATE, direction: ${direction} }, { field: ID, direction: DESC }])`,
    );
  for (const order of orders) {
    const { data, errors, calls } = await world.ask(history(order));
    expect(errors).toBeUndefined();
    const { nodes } = data.opportunity.opportunityHistories;
    expect(nodes).toHaveLength(
      rows.filter(({ OpportunityId }) => OpportunityId === longest).length,
    );
    expectBefore(nodes);
    // The CRM alone orders ids of one moment; by amount they don't come in that order.
    expect(calls.length, order).toBe(order.includes('AMOUNT') ? 2 : 1);
  }
});

it.each(['ASC', 'DESC'])(
  'a window by date, %s, takes a call only for the row before it',
  async (direction) => {
    const orderBy = `orderBy: [{ field: CREATED_DATE, direction: ${direction} }, { field: ID, direction: ${direction} }]`;
    let after = '';
    for (let page = 0; ; page += 1) {
      const { data, errors, calls } = await world.ask(
        history(`(first: 2, ${orderBy}${after})`, 'pageInfo { hasNextPage endCursor }'),
      );
      expect(errors).toBeUndefined();
      const { nodes, pageInfo } = data.opportunity.opportunityHistories;
      expectBefore(nodes);
      const isLookedUp = direction === 'ASC' ? page > 0 : pageInfo.hasNextPage;
      const lookups = calls.filter((call) => isLookup(statement(call)));
      expect(lookups).toHaveLength(isLookedUp ? 1 : 0);
      if (!pageInfo.hasNextPage) break;
      after = `, after: "${pageInfo.endCursor}"`;
    }
  },
);

it.each(['first: 1', 'first: 3', 'last: 1', 'last: 3'])(
  'windows of many deals, %s: one further call for all',
  async (window) => {
    for (const args of [
      window,
      `${window}, orderBy: [{ field: CREATED_DATE }]`,
      `${window}, orderBy: [{ field: CREATED_DATE, direction: DESC }]`,
      `${window}, orderBy: [{ field: AMOUNT, direction: DESC }]`,
      `${window}, filter: { stageName: { ne: "Qualification" } }, orderBy: [{ field: CREATED_DATE }]`,
    ]) {
      const { data, errors, calls, extensions } = await world.ask(
        `{ opportunities(first: 20) { nodes { opportunityHistories(${args}) { nodes { ${shown} } } } } }`,
      );
      expect(errors).toBeUndefined();
      for (const { opportunityHistories } of data.opportunities.nodes)
        expectBefore(opportunityHistories.nodes);
      expect(calls.length, args).toBeLessThanOrEqual(2);
      const { requested } = (extensions as { cost: { requested: number } }).cost;
      expect(calls.length).toBeLessThanOrEqual(requested);
    }
  },
);

it.each([
  ['', 2],
  ['orderBy: [{ field: CREATED_DATE, direction: DESC }]', 2],
  ['filter: { stageName: { ne: "Closed Won" } }', 2],
  ['filter: { not: { stageName: { eq: "Prospecting" } } }, orderBy: [{ field: CREATED_DATE }]', 2],
  ['orderBy: [{ field: CREATED_DATE }]', 1],
])('the root list, %s', async (args, most) => {
  const { data, errors, calls } = await world.ask(
    `{ opportunityHistories(first: 100${args && `, ${args}`}) { nodes { ${shown} } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.opportunityHistories.nodes).toHaveLength(100);
  expectBefore(data.opportunityHistories.nodes);
  expect(calls).toHaveLength(most);
});

it('the root list of one deal takes no further call', async () => {
  const { data, errors, calls } = await world.ask(
    `{ opportunityHistories(filter: { opportunityId: { eq: "${longest}" } }) { nodes { ${shown} } } }`,
  );
  expect(errors).toBeUndefined();
  expectBefore(data.opportunityHistories.nodes);
  expect(calls).toHaveLength(1);
});

it('rows by id, of one deal and of several', async () => {
  const chosen = rows.filter((_row, at) => at % 29 === 0).slice(0, 20);
  const one = chosen.map(
    ({ Id }, at) => `r${at}: opportunityHistory(by: { upstreamId: "${Id}" }) { ${shown} }`,
  );
  const { data, errors, calls } = await world.ask(`{ ${one.join(' ')} }`);
  expect(errors).toBeUndefined();
  expect(Object.keys(data)).toHaveLength(20);
  expectBefore(Object.values(data));
  expect(calls).toHaveLength(2);
});

it('the rows that a deal names', async () => {
  const { data, errors, calls } = await world.ask(
    `{ opportunities(first: 50) { nodes { lastAmountChangedHistory { ${shown} } } } }`,
  );
  expect(errors).toBeUndefined();
  const named = data.opportunities.nodes.flatMap(
    ({ lastAmountChangedHistory: row }: TruthRow) => row ?? [],
  );
  expect(named.length).toBeGreaterThan(3);
  expectBefore(named);
  expect(calls).toHaveLength(2);
});

it('whoever sees some deals alone is shown what was before in those', async () => {
  const viewer = world.as({ level: 'own', person: 'esther.rousseau@lumenridge.example.net' });
  const args = 'first: 100, filter: { stageName: { ne: "Prospecting" } }';
  const { data, errors } = await viewer.ask(
    `{ opportunityHistories(${args}) { totalCount nodes { ${shown} } } }`,
  );
  expect(errors).toBeUndefined();
  const { nodes, totalCount } = data.opportunityHistories;
  expect(totalCount).toBeGreaterThan(3);
  expect(totalCount).toBeLessThan(rows.length / 2);
  expectBefore(nodes);
  const seen = await viewer.ask('{ opportunities(first: 100) { nodes { upstreamId } } }');
  const deals = new Set(seen.data.opportunities.nodes.map((row: TruthRow) => row.upstreamId));
  const hidden = rows.find((row) => before.get(row.Id) && !deals.has(row.OpportunityId))!;
  const byId = await viewer.ask(
    `{ opportunityHistory(by: { upstreamId: "${hidden.Id}" }) { ${shown} } }`,
  );
  expect(byId.data.opportunityHistory).toBeNull();
  expect(byId.calls.filter((call) => isLookup(statement(call)))).toEqual([]);
});

it('a field whose rows before don’t all come fails, and says so', async () => {
  const [id] = [...before].find(([, row]) => row !== null)!;
  const read = `{ opportunityHistory(by: { upstreamId: "${id}" }) { ${shown} stageName } }`;
  const { faults } = world.service.admin;
  for (const fault of [
    { kind: 'rows', change: 'short' },
    { kind: 'fields', change: 'missing', field: 'OpportunityId' },
    { kind: 'status', status: 503 },
  ]) {
    faults.add({ ...fault, system: 'crm', after: 1 } as never);
    const { data, errors = [] } = await world.ask(read);
    faults.clear();
    expect(data.opportunityHistory).toMatchObject({ upstreamId: id, stageNameBefore: null });
    expect(errors.map(({ path }) => path?.at(-1))).toContain('stageNameBefore');
  }
});
