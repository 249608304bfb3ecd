/** What is asked under several names is asked once, however each of them spells it. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roomyLimits } from '../support/small-server.ts';
import { statement, type TruthRow, tally } from '../support/truth.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ server: { limits: { ...roomyLimits, cost: 10_000 } } });
});
afterAll(() => world.close());

const from = '"2026-09-01T00:00:00Z"';

describe('several names', () => {
  it('of one window are one subquery, whatever each shows and however far it reaches', async () => {
    const { data, errors, calls } = await world.ask(`{
      accounts(first: 20) { nodes {
        a: contacts(first: 2) { nodes { name } }
        b: contacts(first: 2) { nodes { name } pageInfo { hasNextPage } }
        c: contacts(first: 4) { nodes { name email } pageInfo { hasNextPage endCursor } }
      } }
      again: accounts(first: 20) { nodes { industry d: contacts(first: 3) { nodes { title } } } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls.map(statement)).toEqual([
      'SELECT Id, Industry, (SELECT Id, Email, Name, Title FROM Contacts ORDER BY Id ASC LIMIT 5) FROM Account ORDER BY Id ASC LIMIT 21',
    ]);
    for (const [at, { a, b, c }] of data.accounts.nodes.entries()) {
      expect(a.nodes).toEqual(b.nodes);
      expect(c.nodes.slice(0, 2).map(({ name }: TruthRow) => ({ name }))).toEqual(a.nodes);
      expect(b.pageInfo.hasNextPage).toBe(c.nodes.length > 2);
      expect(data.again.nodes[at].d.nodes).toHaveLength(Math.min(3, c.nodes.length));
    }
    expect(data.accounts.nodes.some((one: TruthRow) => one.c.pageInfo.hasNextPage)).toBe(true);
  });

  it('of one list of calls read the same page for all that they show', async () => {
    const { data, errors, calls } = await world.ask(`{
      a: calls(first: 3) { nodes { title parties { name } } }
      b: calls(first: 5) { nodes { title content { brief } } }
      c: calls { totalCount }
    }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'calls_extensive list': 1 });
    expect(data.b.nodes).toHaveLength(5);
    expect(data.a.nodes.map(({ title }: TruthRow) => title)).toEqual(
      data.b.nodes.slice(0, 3).map(({ title }: TruthRow) => title),
    );
    expect(data.c.totalCount).toBe(2_500);
  });

  it('of the calls of a workspace read the same page for all that they show', async () => {
    const { data, errors, calls } = await world.ask(`{
      workspaces(first: 2) {
        nodes {
          a: calls(first: 2, from: ${from}) { nodes { title parties { name } } }
          b: calls(first: 3, from: ${from}, to: null) { nodes { content { brief } } }
        }
        edges { node { calls(first: 1, from: ${from}) { edges { node { interaction { questions { companyCount } } } } } } }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'workspaces list': 1, 'calls_extensive list': 2 });
    expect(data.workspaces.nodes[0].b.nodes).toHaveLength(3);
  });

  it('of rows and of lists that show the same children differently are one statement', async () => {
    const { data, errors, calls } = await world.ask(`{
      accounts(first: 3) {
        a: nodes { contacts(first: 1) { nodes { name } } }
        b: nodes { contacts(first: 1) { nodes { email } } }
        edges { node { contacts(first: 2) { nodes { phone } } cases(first: 1) { nodes { subject } } } }
      }
      again: accounts(first: 3) { nodes { contacts(first: 1) { nodes { title } } cases(first: 1) { nodes { status } } } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls.map(statement)).toEqual([
      'SELECT Id, (SELECT Id, Email, Name, Phone, Title FROM Contacts ORDER BY Id ASC LIMIT 3), (SELECT Id, Status, Subject FROM Cases ORDER BY Id ASC LIMIT 2) FROM Account ORDER BY Id ASC LIMIT 4',
    ]);
    expect(data.accounts.edges[0].node.contacts.nodes).toHaveLength(2);
    expect(data.again.nodes[0].contacts.nodes[0]).toEqual({ title: expect.any(String) });
  });

  it('of a list with windows that no one query can serve add none to what one of them costs', async () => {
    const both = `a: contacts(first: 1) { nodes { name } } b: contacts(last: 1) { nodes { name } }`;
    const { errors, calls } = await world.ask(`{
      one: accounts(first: 3) { nodes { ${both} } }
      two: accounts(first: 3) { nodes { ${both} } }
      three: accounts(first: 2) { nodes { name b: contacts(last: 1) { nodes { email } } } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(2);
  });

  it('of one list are one call, however each spells that it does not restrict', async () => {
    const { data, errors, calls } = await world.ask(
      `query ($nothing: OpportunityFilter, $no: CallFilter) {
        a: opportunities(first: 2) { nodes { name } }
        b: opportunities(first: 2, filter: {}) { nodes { amount } }
        c: opportunities(first: 2, filter: null, orderBy: []) { nodes { stageName } }
        d: opportunities(first: 2, filter: {name: {}, and: [], not: {}}) { nodes { isWon } }
        e: opportunities(first: 2, filter: {or: [{name: {nin: []}}]}) { nodes { isClosed } }
        f: opportunities(first: 2, filter: $nothing, after: null) { nodes { nextStep } }
        g: calls(first: 2) { nodes { title parties { name } } }
        h: calls(first: 2, filter: {}) { nodes { content { brief } } }
        i: calls(first: 2, filter: $no) { nodes { startedAt } }
        j: calls(first: 2, filter: {direction: null, from: null}) { nodes { interaction { interactivity: questions { companyCount } } } }
      }`,
      { nothing: { amount: null }, no: { scope: null } },
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'opportunities list': 1, 'calls_extensive list': 1 });
    expect(statement(calls.find(({ entity }) => entity === 'opportunities')!)).toBe(
      'SELECT Id, Amount, IsClosed, IsWon, Name, NextStep, StageName FROM Opportunity ORDER BY Id ASC LIMIT 3',
    );
    for (const name of 'abcdefghij') expect(data[name].nodes).toHaveLength(2);
  });

  it('of one list are one call, however each spells the order and the same condition', async () => {
    const { errors, calls } = await world.ask(`{
      a: opportunities(first: 2, orderBy: [{field: AMOUNT}], filter: {amount: {gt: 5}, isWon: {eq: true}}) { nodes { name } }
      b: opportunities(first: 2, orderBy: [{field: AMOUNT, direction: ASC, nulls: FIRST}], filter: {and: [{amount: {gt: 5}}, {isWon: {eq: true}}]}) { nodes { stageName } }
      c: opportunities(first: 2, orderBy: [{nulls: null, direction: ASC, field: AMOUNT}], filter: {amount: {gt: 5, lt: null}, isWon: {eq: true}}) { nodes { id } }
      d: opportunities(first: 2, orderBy: [{field: AMOUNT, direction: DESC}], filter: {amount: {gt: 5}, isWon: {eq: true}}) { nodes { id } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls.map(statement)).toEqual([
      'SELECT Id, Amount, Name, StageName FROM Opportunity WHERE Amount > 5 AND IsWon = TRUE ORDER BY Amount ASC NULLS FIRST, Id ASC LIMIT 3',
      'SELECT Id, Amount FROM Opportunity WHERE Amount > 5 AND IsWon = TRUE ORDER BY Amount DESC NULLS FIRST, Id ASC LIMIT 3',
    ]);
  });

  it('of one list that reach differently far are the longest of them', async () => {
    const { data, errors, calls } = await world.ask(`{
      a: accounts(first: 2) { nodes { name } pageInfo { hasNextPage endCursor } }
      b: accounts(first: 30) { nodes { name } }
      c: accounts { nodes { industry } pageInfo { hasNextPage } }
      d: accounts(first: 0) { pageInfo { hasNextPage } }
      refused: accounts(first: 1000) { nodes { name } }
    }`);
    expect(errors?.map(({ path }) => path)).toEqual([['refused']]);
    expect(calls.map(statement)).toEqual([
      'SELECT Id, Industry, Name FROM Account ORDER BY Id ASC LIMIT 31',
    ]);
    expect(data.a.nodes).toEqual(data.b.nodes.slice(0, 2));
    expect(data.b.nodes).toHaveLength(30);
    expect(data.c.nodes).toHaveLength(20);
    for (const { pageInfo } of [data.a, data.c, data.d]) expect(pageInfo.hasNextPage).toBe(true);
    const { data: next } = await world.ask(
      `{ accounts(first: 2, after: "${data.a.pageInfo.endCursor}") { nodes { name } } }`,
    );
    expect(next.accounts.nodes).toEqual(data.b.nodes.slice(2, 4));
  });

  it('of one aggregate and of one search take all measures and fields at once', async () => {
    const { data, errors, calls } = await world.ask(`{
      a: opportunitiesAggregate(first: 2, groupBy: [{field: STAGE_NAME}]) { count sum { amount } }
      b: opportunitiesAggregate(groupBy: [{field: STAGE_NAME, by: null}], filter: {}, having: {}) { max { closeDate } }
      c: search(term: "north", first: 2) { ... on Account { name } }
      d: search(term: "north", first: 5, scope: ALL, types: null) { ... on Account { industry } ... on Contact { email } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls.map(statement).sort()).toEqual([
      'FIND {north*} IN ALL FIELDS RETURNING Account(Id, Industry, Name LIMIT 5), Contact(Id, Email LIMIT 5), Lead(Id LIMIT 5), Opportunity(Id LIMIT 5)',
      'SELECT StageName k0, COUNT(Id) n, SUM(Amount) sum_Amount, MAX(CloseDate) max_CloseDate FROM Opportunity GROUP BY StageName ORDER BY COUNT(Id) DESC, StageName ASC LIMIT 100',
    ]);
    expect(data.a).toHaveLength(2);
    expect(data.b.length).toBeGreaterThan(2);
    expect(data.c.length).toBeLessThan(data.d.length);
  });

  it('of lists that no one query can serve are asked at the same time', async () => {
    const { errors, calls } = await world.ask(`{
      a: accounts(first: 3) { nodes { contacts(first: 1, filter: {email: {isNull: true}}) { nodes { name } } } }
      b: accounts(first: 3) { nodes { contacts(first: 1) { nodes { name } } } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(2);
    for (const call of calls)
      expect(statement(call)).toMatch(/ FROM Account ORDER BY Id ASC LIMIT 4$/);
  });
});
