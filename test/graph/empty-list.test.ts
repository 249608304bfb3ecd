/** Nothing is one of none: what an empty list leaves is known, and asks nobody. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../support/truth.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const empty = {
  totalCount: 0,
  nodes: [],
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};
const whole =
  '{ totalCount nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';

/** Filters of opportunities that no record passes, however they are put together. */
const impossible = [
  '{id: {in: []}}',
  '{stageName: {in: []}, amount: {gt: 5}}',
  '{and: [{amount: {gt: 5}}, {id: {in: []}}]}',
  '{or: [{id: {in: []}}, {name: {in: []}}]}',
  '{or: [{}, {id: {in: []}}]}',
  '{not: {id: {nin: []}}}',
  '{not: {or: [{amount: {gt: 5}}, {name: {nin: []}}]}}',
  '{account: {id: {in: []}}}',
  '{account: {owner: {email: {in: []}}}}',
  '{opportunityLineItems: {some: {quantity: {in: []}}}}',
];

describe('a filter no record can pass', () => {
  it.each(impossible)('%s answers an empty list without a call', async (filter) => {
    const { data, errors, calls } = await world.ask(`{
      opportunities(filter: ${filter}) ${whole}
      counted: opportunities(filter: ${filter}) { totalCount }
      last: opportunities(last: 2, orderBy: [{field: AMOUNT}], filter: ${filter}) ${whole}
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ opportunities: empty, counted: { totalCount: 0 }, last: empty });
    expect(calls).toEqual([]);
  });

  it('asks nothing beside what else is asked of the parents', async () => {
    const { data, errors, calls } = await world.ask(`{
      accounts(first: 2) { nodes { name
        none: opportunities(filter: {stageName: {in: []}}) ${whole}
        counted: opportunities(filter: {not: {id: {nin: []}}}) { totalCount }
        contacts(first: 1) { nodes { name } }
      } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls.map(statement)).toEqual([
      'SELECT Id, Name, (SELECT Id, Name FROM Contacts ORDER BY Id ASC LIMIT 2) FROM Account ORDER BY Id ASC LIMIT 3',
    ]);
    for (const { none, counted, contacts } of data.accounts.nodes) {
      expect(none).toEqual(empty);
      expect(counted).toEqual({ totalCount: 0 });
      expect(contacts.nodes).toHaveLength(1);
    }
  });

  it('with a condition on the last call asks nobody either', async () => {
    const { data, errors, calls } = await world.ask(
      `{ contacts(filter: {id: {in: []}, lastCall: {none: true}}) ${whole} }`,
    );
    expect(errors).toBeUndefined();
    expect(data.contacts).toEqual(empty);
    expect(calls).toEqual([]);
  });

  it('is still refused for what is wrong beside the empty list', async () => {
    const { errors, calls } = await world.ask(`{
      foreign: opportunities(filter: {id: {in: []}, accountId: {eq: "003000000000000AAA"}}) { totalCount }
      cursor: opportunities(filter: {id: {in: []}}, after: "nonsense") { nodes { id } }
      size: opportunities(filter: {id: {in: []}}, first: 1000) { nodes { id } }
    }`);
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual(
      expect.arrayContaining([
        [['foreign'], 'BAD_USER_INPUT'],
        [['cursor'], 'BAD_USER_INPUT'],
        [['size'], 'BAD_USER_INPUT'],
      ]),
    );
    expect(calls).toEqual([]);
  });
});

describe('a filter every record passes', () => {
  it.each([
    '{stageName: {nin: []}}',
    '{or: [{stageName: {nin: []}}, {amount: {gt: 5}}]}',
    '{not: {id: {in: []}}}',
    '{and: [{id: {nin: []}}, {not: {and: [{name: {in: []}}, {amount: {gt: 5}}]}}]}',
    '{account: {name: {nin: []}}}',
    '{opportunityLineItems: {none: {quantity: {in: []}}}}',
  ])('%s sends no WHERE', async (filter) => {
    const { errors, calls } = await world.ask(
      `{ opportunities(first: 1, filter: ${filter}) { nodes { upstreamId } } }`,
    );
    expect(errors).toBeUndefined();
    expect(calls.map(statement)).toEqual(['SELECT Id FROM Opportunity ORDER BY Id ASC LIMIT 2']);
  });

  it.each([
    ['{or: [{id: {in: []}}, {amount: {gt: 5}}]}', 'Amount > 5'],
    ['{and: [{id: {nin: []}}, {amount: {gt: 5}}], name: {nin: []}}', 'Amount > 5'],
    ['{or: [{amount: {gt: 5}}, {and: [{id: {in: []}}, {isWon: {eq: true}}]}, {}]}', 'Amount > 5'],
  ])('%s in part sends the rest alone', async (filter, where) => {
    const { errors, calls } = await world.ask(
      `{ opportunities(first: 1, filter: ${filter}) { nodes { upstreamId } } }`,
    );
    expect(errors).toBeUndefined();
    expect(calls.map(statement)).toEqual([
      `SELECT Id FROM Opportunity WHERE ${where} ORDER BY Id ASC LIMIT 2`,
    ]);
  });
});

describe('several values of a set', () => {
  it('of which none is asked for are in none, and in all when all are asked for', async () => {
    const { data, errors, calls } = await world.ask(`{
      any: contacts(first: 3, filter: {interests: {includes: []}}) { nodes { id } }
      without: contacts(first: 3, filter: {interests: {excludes: []}}) { nodes { id } }
      all: contacts(first: 3, filter: {interests: {includesAll: []}}) { nodes { id } }
    }`);
    expect(errors).toBeUndefined();
    expect(data.any.nodes).toEqual([]);
    expect(data.without.nodes).toHaveLength(3);
    expect(data.all).toEqual(data.without);
    expect(calls.map(statement)).toEqual(['SELECT Id FROM Contact ORDER BY Id ASC LIMIT 4']);
  });
});

describe('an aggregate of nothing', () => {
  const measures = `count sum { amount } avg { amount } min { amount closeDate }
    max { createdDate } countDistinct { stageName upstreamId }`;

  it('is what the CRM answers for no rows, without asking it', async () => {
    const { data, errors, calls } = await world.ask(`{
      none: opportunitiesAggregate(filter: {id: {in: []}}) { keys { field } ${measures} }
      grouped: opportunitiesAggregate(filter: {id: {in: []}}, groupBy: [{field: STAGE_NAME}]) { ${measures} }
      having: opportunitiesAggregate(groupBy: [{field: STAGE_NAME}], having: {count: {in: []}}) { count }
    }`);
    expect(errors).toBeUndefined();
    expect(calls).toEqual([]);
    expect(data.grouped).toEqual([]);
    expect(data.having).toEqual([]);
    const asked = await world.ask(`{
      opportunitiesAggregate(filter: {id: {eq: "006000000000000AAA"}}) { keys { field } ${measures} }
    }`);
    expect(asked.calls).toHaveLength(1);
    expect(data.none).toEqual(asked.data.opportunitiesAggregate);
    expect(data.none[0].count).toBe(0);
  });

  it('of which every group is kept asks for no HAVING', async () => {
    const { errors, calls } = await world.ask(
      '{ opportunitiesAggregate(groupBy: [{field: STAGE_NAME}], having: {count: {nin: []}}) { count } }',
    );
    expect(errors).toBeUndefined();
    expect(statement(calls[0]!)).not.toContain('HAVING');
  });
});

describe('calls of no direction, scope, system, language or user', () => {
  it.each(['direction', 'scope', 'system', 'language', 'primaryUser'])(
    'are none, and the platform is not asked (%s)',
    async (member) => {
      const { data, errors, calls } = await world.ask(
        `{ calls(filter: {from: "2026-09-01T00:00:00Z", ${member}: []}) ${whole}
           counted: calls(filter: {${member}: []}) { totalCount } }`,
      );
      expect(errors).toBeUndefined();
      expect(data).toEqual({ calls: empty, counted: { totalCount: 0 } });
      expect(calls).toEqual([]);
    },
  );

  it('are still refused for what is wrong beside the empty list', async () => {
    const { errors, calls } = await world.ask(
      '{ calls(filter: {direction: [], from: "2026-09-01T00:00:00Z", lastDays: 3}) { totalCount } }',
    );
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(calls).toEqual([]);
  });
});

describe('statistics, reviews, nodes and hits of none', () => {
  it('ask nobody', async () => {
    const { data, errors, calls } = await world.ask(`{
      activity(users: []) { totalCount nodes { calls: callsAsHost } }
      interaction(users: []) { nodes { interactivity } }
      answeredScorecards(filter: {scorecards: []}) { totalCount nodes { id } }
      nodes(ids: []) { id }
      search(term: "north", types: []) { id }
      none: search(term: "north", first: 0) { id }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      activity: { totalCount: 0, nodes: [] },
      answeredScorecards: { totalCount: 0, nodes: [] },
      nodes: [],
      search: [],
      none: [],
    });
    expect(calls).toEqual([]);
  });
});
