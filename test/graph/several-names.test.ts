/** Under several names, identical statements are sent once; lists that are shown differently are asked for each by itself. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roomyLimits } from '../support/small-server.ts';
import { statement, type TruthRow, tally } from '../support/truth.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ server: { limits: { ...roomyLimits, cost: 10_000 } } });
});
afterAll(() => world.close());

describe('several names', () => {
  it('of one window are one subquery, whatever each shows and however far it reaches', async () => {
    const { data, errors, calls } = await world.ask(`{
      accounts(first: 20) { nodes {
        a: contacts(first: 2) { nodes { name } }
        b: contacts(first: 2) { nodes { name } pageInfo { hasNextPage } }
        c: contacts(first: 4) { nodes { name email } pageInfo { hasNextPage endCursor } }
      } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls.map(statement)).toEqual([
      'SELECT Id, (SELECT Id, Email, Name FROM Contacts ORDER BY Id ASC LIMIT 5) FROM Account ORDER BY Id ASC LIMIT 21',
    ]);
    for (const { a, b, c } of data.accounts.nodes) {
      expect(a.nodes).toEqual(b.nodes);
      expect(c.nodes.slice(0, 2).map(({ name }: TruthRow) => ({ name }))).toEqual(a.nodes);
      expect(b.pageInfo.hasNextPage).toBe(c.nodes.length > 2);
    }
    expect(data.accounts.nodes.some((one: TruthRow) => one.c.pageInfo.hasNextPage)).toBe(true);
  });

  it('of one list that ask the same are one call, however each spells that it does not restrict', async () => {
    const { data, errors, calls } = await world.ask(
      `query ($nothing: OpportunityFilter, $no: CallFilter) {
        a: opportunities(first: 2) { nodes { name } }
        b: opportunities(first: 2, filter: {}) { nodes { name } }
        c: opportunities(first: 2, filter: null, orderBy: []) { edges { node { name } } }
        d: opportunities(first: 2, filter: {name: {}, and: [], not: {}}) { nodes { name } }
        e: opportunities(first: 2, filter: {or: [{name: {nin: []}}]}) { nodes { name } }
        f: opportunities(first: 2, filter: $nothing, after: null) { nodes { name } }
        g: calls(first: 2) { nodes { title parties { name } } }
        h: calls(first: 3, filter: {}) { nodes { parties { title } } }
        i: calls(first: 2, filter: $no) { nodes { startedAt parties { name } } }
        j: calls(first: 2, filter: {direction: null, from: null}) { nodes { parties { name } } }
      }`,
      { nothing: { amount: null }, no: { scope: null } },
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'opportunities list': 1, 'calls_extensive list': 1 });
    for (const name of 'abdefgij') expect(data[name].nodes).toHaveLength(2);
  });

  it('of one list that show different fields are a call each', async () => {
    const { data, errors, calls } = await world.ask(`{
      a: accounts(first: 3) { nodes { name } }
      b: accounts(first: 3) { nodes { industry } }
      c: accounts(first: 3) { nodes { name } edges { node { name } } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls.map(statement).sort()).toEqual([
      'SELECT Id, Industry FROM Account ORDER BY Id ASC LIMIT 4',
      'SELECT Id, Name FROM Account ORDER BY Id ASC LIMIT 4',
    ]);
    expect(data.c.nodes).toEqual(data.a.nodes);
  });

  it('of rows that show the same children differently are one statement', async () => {
    const { data, errors, calls } = await world.ask(`{
      accounts(first: 3) {
        a: nodes { contacts(first: 1) { nodes { name } } }
        b: nodes { contacts(first: 1) { nodes { email } } }
        edges { node { contacts(first: 2) { nodes { phone } } cases(first: 1) { nodes { subject } } } }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(calls.map(statement)).toEqual([
      'SELECT Id, (SELECT Id, Email, Name, Phone FROM Contacts ORDER BY Id ASC LIMIT 3), (SELECT Id, Subject FROM Cases ORDER BY Id ASC LIMIT 2) FROM Account ORDER BY Id ASC LIMIT 4',
    ]);
    expect(data.accounts.edges[0].node.contacts.nodes).toHaveLength(2);
  });
});
