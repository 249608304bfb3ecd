/** Questions of somebody whose rows hang on more accounts and deals than one statement names: exact all the same, and for as many calls as it takes statements. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { Oracle, openTables } from '../support/row-access/oracle.ts';
import { type FixedViewer, fixedViewer } from '../support/row-access/viewer.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { statement, type TruthRow } from '../support/truth.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

const backend = openSynthetic({ now: () => today, customSchema });
/** What collations order in ways of their own, in no order. */
const subjects = ['zz b', 'zz-a', 'ZZ_c', 'zz', 'Zz á', 'zzb', 'zz B', 'zzä', 'zz ab', 'zz-b'];
let oracle: Oracle;
let viewer: FixedViewer;
let world: World;
let everybodys: World;
beforeAll(async () => {
  const deals = new Oracle(await openTables(backend)).rows('Opportunity');
  const [task] = new Oracle(await openTables(backend)).rows('Task');
  backend.changes.together(() => {
    for (const [at, Subject] of subjects.entries())
      for (const { Id } of [deals[at * 5], deals[at * 5 + 1]])
        backend.changes.copyRecord('Task', task.Id, { Subject, WhatId: Id, AccountId: null });
  });
  oracle = new Oracle(await openTables(backend));
  viewer = fixedViewer(oracle, { count: 1_500, people: 3, accounts: 0.1 });
  const { rowAccess } = viewer;
  world = await openWorld({ backend, index: false, context: { rowAccess } });
  everybodys = await openWorld({ shared: world.service, index: false });
});
afterAll(async () => {
  await everybodys.close();
  await world.close();
  backend.close();
});

const sees = (object: string, id: string): boolean => viewer.visible.sees(object, id);
const rowsOf = (object: string): readonly TruthRow[] =>
  oracle.rows(object).filter(({ Id, IsDeleted }) => IsDeleted !== 1 && sees(object, Id));
const idsOf = (rows: readonly TruthRow[]): string[] =>
  rows.map(({ upstreamId, Id }) => upstreamId ?? Id);
const costOf = ({ extensions }: Awaited<ReturnType<World['ask']>>) =>
  extensions?.cost as { readonly requested: number; readonly actual: number };

/** 1,500 ids as what a task is about, and 160 as its account, of 27 bytes in statements of 16,000; and one for what the people own. */
const statements = 5;

it('a list is walked in its order, forwards and backwards, with its total', async () => {
  const expected = idsOf(rowsOf('Task')).sort();
  const walked: string[] = [];
  let after: string | null = null;
  for (let hasNext = true; hasNext; ) {
    const isFirst = after === null;
    const answer = await world.ask(
      `query ($after: String) { tasks(first: 100, after: $after) { ${isFirst ? 'totalCount' : ''} pageInfo { hasNextPage endCursor } nodes { upstreamId } } }`,
      { after },
    );
    expect(answer.errors).toBeUndefined();
    const { totalCount, nodes, pageInfo } = answer.data.tasks;
    walked.push(...idsOf(nodes));
    expect(answer.calls).toHaveLength((isFirst ? 2 : 1) * statements);
    if (isFirst) {
      expect(totalCount).toBe(expected.length);
      const requested = 2 * (statements + 1) + 3;
      expect(costOf(answer)).toMatchObject({ requested, actual: 2 * statements });
    }
    ({ endCursor: after, hasNextPage: hasNext } = pageInfo);
    expect(hasNext).toBe(walked.length < expected.length);
  }
  expect(walked).toEqual(expected);
  const { data } = await world.ask('{ tasks(last: 30) { nodes { upstreamId } } }');
  expect(idsOf(data.tasks.nodes)).toEqual(expected.slice(-30));
});

it('what is first of two texts that only the CRM compares, the CRM is asked', async () => {
  const question = (first: number, order: string, after = '') =>
    `{ tasks(first: ${first}${after}, filter: { subject: { startsWith: "zz" } }, orderBy: [{ field: SUBJECT, direction: ${order} }]) { totalCount pageInfo { endCursor } nodes { upstreamId subject } } }`;
  for (const order of ['ASC', 'DESC']) {
    const all = await everybodys.ask(question(100, order));
    const expected = all.data.tasks.nodes.filter((row: TruthRow) => sees('Task', row.upstreamId));
    expect(expected.length).toBeGreaterThanOrEqual(subjects.length);
    const first = await world.ask(question(4, order));
    expect(first.data.tasks.nodes).toEqual(expected.slice(0, 4));
    expect(first.data.tasks.totalCount).toBe(expected.length);
    const asked = first.calls.filter((call) =>
      /^SELECT Id FROM Task WHERE Id IN/.test(statement(call)),
    );
    expect(asked).toHaveLength(1);
    const { endCursor } = first.data.tasks.pageInfo;
    const second = await world.ask(question(100, order, `, after: "${endCursor}"`));
    expect(second.data.tasks.nodes).toEqual(expected.slice(4));
  }
});

it('figures are put together: groups in their order, sums, means and extremes', async () => {
  const { data, errors, calls } = await world.ask(`{
    opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }], having: { count: { gt: 2 } }) {
      count keys { value } sum { amount } avg { amount } min { closeDate } max { amount } countDistinct { upstreamId } }
    tasksAggregate(groupBy: [{ field: STATUS }]) { count keys { value } }
    all: tasksAggregate { count }
    different: opportunitiesAggregate(first: 200, groupBy: [{ field: TYPE }]) { count keys { value } countDistinct { stageName amount createdDate } } }`);
  const deals = rowsOf('Opportunity');
  const groups = [...Map.groupBy(deals, ({ StageName }) => StageName).values()]
    .filter((group) => group.length > 2)
    .sort((a, b) => b.length - a.length);
  expect(data.opportunitiesAggregate.map(({ count }: TruthRow) => count)).toEqual(
    groups.map((group) => group.length),
  );
  for (const { count, keys, ...figures } of data.opportunitiesAggregate) {
    const group = deals.filter(({ StageName }) => StageName === keys[0].value);
    const amounts = group.flatMap(({ Amount }) => Amount ?? []).sort((a, b) => a - b);
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    expect(figures.sum.amount ?? 0).toBeCloseTo(sum, 4);
    expect(figures.avg.amount ?? 0).toBeCloseTo(sum / Math.max(1, amounts.length), 4);
    expect(figures.max.amount).toBe(amounts.at(-1) ?? null);
    expect(figures.min.closeDate).toBe(group.map(({ CloseDate }) => CloseDate).sort()[0]);
    expect([group.length, figures.countDistinct.upstreamId]).toEqual([count, count]);
  }
  const tasks = rowsOf('Task');
  expect(data.all).toEqual([{ count: tasks.length }]);
  for (const { count, keys } of data.tasksAggregate)
    expect(count).toBe(tasks.filter(({ Status }) => Status === keys[0].value).length);
  const sorts = Map.groupBy(deals, ({ Type }) => Type);
  expect(data.different).toHaveLength(sorts.size);
  for (const { keys, countDistinct } of data.different) {
    const values = (field: string) =>
      new Set(sorts.get(keys[0].value)!.flatMap((row) => row[field] ?? [])).size;
    const [stageName, amount, createdDate] = ['StageName', 'Amount', 'CreatedDate'].map(values);
    expect(countDistinct).toEqual({ stageName, amount, createdDate });
  }
  expect(errors).toBeUndefined();
  expect(calls.length).toBeLessThanOrEqual(8 * statements);
});

it('records are found by children that they have or lack, and by parents that may be hidden', async () => {
  const cases = rowsOf('Case');
  const withCase = new Set(cases.map(({ ContactId }) => ContactId));
  const contacts = rowsOf('Contact');
  const visible = new Map(contacts.map((row) => [row.Id, row]));
  for (const [list, filter, matches] of [
    ['contacts', 'cases: { some: {} }', contacts.filter(({ Id }) => withCase.has(Id))],
    ['contacts', 'cases: { none: {} }', contacts.filter(({ Id }) => !withCase.has(Id))],
    [
      'cases',
      'contact: { firstName: { ne: "Maeve" } }',
      // A hidden contact has no first name.
      cases.filter(({ ContactId }) => visible.get(ContactId)?.FirstName !== 'Maeve'),
    ],
  ] as const) {
    const question = (window: string, total = '') =>
      world.ask(
        `{ list: ${list}(${window}, filter: { ${filter} }) { ${total} pageInfo { endCursor startCursor hasNextPage } nodes { upstreamId } } }`,
      );
    const expected = idsOf(matches).sort();
    const first = await question('first: 20', 'totalCount');
    expect(first.errors).toBeUndefined();
    expect(idsOf(first.data.list.nodes), filter).toEqual(expected.slice(0, 20));
    expect(first.data.list.totalCount, filter).toBe(expected.length);
    // The ids of children, then those of records, and the window and the total of those that are left.
    expect(first.calls.length).toBeLessThanOrEqual(3 * statements);
    const { actual, requested } = costOf(first);
    expect(actual).toBeLessThanOrEqual(requested);
    const { endCursor } = first.data.list.pageInfo;
    const second = await question(`first: 20, after: "${endCursor}"`);
    expect(idsOf(second.data.list.nodes)).toEqual(expected.slice(20, 40));
    const last = await question('last: 7');
    expect(idsOf(last.data.list.nodes)).toEqual(expected.slice(-7));
  }
});

it('children are those of the loops, read for all parents at once', async () => {
  const answer = await world.ask(
    '{ contacts(first: 30) { nodes { upstreamId tasks(first: 2) { totalCount nodes { upstreamId } } } } }',
  );
  expect(answer.errors).toBeUndefined();
  const byContact = Map.groupBy(rowsOf('Task'), ({ WhoId }) => WhoId);
  for (const { upstreamId, tasks } of answer.data.contacts.nodes) {
    const expected = idsOf(byContact.get(upstreamId) ?? []).sort();
    expect(tasks.totalCount).toBe(expected.length);
    expect(idsOf(tasks.nodes)).toEqual(expected.slice(0, 2));
  }
  expect(answer.calls.length).toBeLessThanOrEqual(costOf(answer).requested);
});

it('a search finds the visible hits in the order of relevance', async () => {
  const question =
    '{ search(term: "call", types: [TASK, EVENT, ACCOUNT], first: 40) { upstreamId objectName } }';
  const answer = await world.ask(question);
  const all = await everybodys.ask(question.replace('40', '200'));
  const seen = all.data.search.filter((hit: TruthRow) => sees(hit.objectName, hit.upstreamId));
  const expected = ['Account', 'Event', 'Task'].map((name) =>
    seen.filter(({ objectName }: TruthRow) => objectName === name).slice(0, 40),
  );
  for (const hits of expected)
    expect(
      answer.data.search.filter(({ objectName }: TruthRow) => objectName === hits[0]?.objectName),
    ).toEqual(hits);
  expect(answer.data.search).toHaveLength(expected.flat().length);
  expect(answer.calls.length).toBeLessThanOrEqual(costOf(answer).requested);
});

it('a free statement is answered so, and refused by name where it can’t be', async () => {
  const soql = async (query: string) => {
    const { data, errors } = await world.ask(
      'query ($query: String!) { soql(query: $query, first: 100) { totalCount nodes { values record { __typename } } } }',
      { query },
    );
    return { ...data.soql, errors, rows: data.soql?.nodes.map(({ values }: TruthRow) => values) };
  };
  const tasks = rowsOf('Task');
  expect((await soql('SELECT COUNT() FROM Task')).rows).toEqual([[tasks.length]]);
  const listed = await soql('SELECT Subject, Status FROM Task ORDER BY Status, Id OFFSET 5');
  const ordered = await everybodys.ask(
    '{ soql(query: "SELECT Id, Subject, Status FROM Task ORDER BY Status, Id", first: 100) { nodes { values } } }',
  );
  const visible = ordered.data.soql.nodes.filter(({ values }: TruthRow) => sees('Task', values[0]));
  expect(listed.rows.slice(0, 20)).toEqual(
    visible.slice(5, 25).map(({ values: [, ...values] }: TruthRow) => values),
  );
  expect(listed.totalCount).toBe(tasks.length - 5);
  expect(listed.nodes[0].record).toBeNull();
  const grouped = await soql(
    'SELECT OwnerId, COUNT(Id) FROM Task GROUP BY OwnerId HAVING COUNT(Id) > 3 ORDER BY OwnerId',
  );
  const owners = Map.groupBy(tasks, ({ OwnerId }) => OwnerId);
  expect(grouped.rows).toEqual(
    [...owners].flatMap(([id, rows]) => (rows.length > 3 ? [[id, rows.length]] : [])).sort(),
  );
  const counted = await soql(
    'SELECT COUNT_DISTINCT(OwnerId) FROM Task WHERE OwnerId IN (SELECT o.OwnerId FROM Case o)',
  );
  const ofCases = new Set(rowsOf('Case').map(({ OwnerId }) => OwnerId));
  const both = new Set(tasks.map(({ OwnerId }) => OwnerId)).intersection(ofCases);
  expect(counted.rows).toEqual([[both.size]]);
  for (const [query, name] of [
    ['SELECT Status, COUNT(Id) FROM Task GROUP BY ROLLUP(Status)', 'ROLLUP'],
    ['SELECT Status FROM Task GROUP BY Status HAVING MIN(ActivityDate) > 2026-01-01', 'HAVING'],
  ] as const)
    expect((await soql(query)).errors?.[0]?.message).toContain(name);
});
