/** Lists by last call or number of calls: what they refuse, and what they know without asking the CRM. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, today, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a condition of calls', () => {
  it.each([
    ['{ accounts(filter: { callCount: { lastDays: 3 } }) { nodes { id } } }', /lastDays/],
    ['{ accounts(filter: { callCount: {} }) { nodes { id } } }', /"atLeast" or "atMost"/],
    [
      '{ accounts(filter: { callCount: { atLeast: 3, atMost: 2 } }) { nodes { id } } }',
      /up to "atMost"/,
    ],
    [
      '{ accounts(filter: { or: [{ callCount: { atMost: 0 } }] }) { nodes { id } } }',
      /at the root/,
    ],
  ])('refuses %s', async (query, message) => {
    const { errors } = await world.ask(query);
    expect(errors?.[0]?.message).toMatch(message);
  });

  it.each([
    [
      '{ accounts(filter: { or: [{ lastCall: { none: true } }] }) { totalCount nodes { id } } }',
      /at the root/,
    ],
    ['{ accounts(filter: { not: { lastCall: { none: true } } }) { nodes { id } } }', /at the root/],
    [
      '{ accounts(filter: { contacts: { some: { lastCall: { none: true } } } }) { nodes { id } } }',
      /at the root/,
    ],
    ['{ accountsAggregate(filter: { lastCall: { none: true } }) { count } }', /at the root/],
    [
      '{ accounts(filter: { lastCall: { scope: ["External"] } }) { nodes { id } } }',
      /"before", "after", "during", "notSince" or "none"/,
    ],
    [
      '{ accounts(filter: { lastCall: { before: "2026-09-01T00:00:00Z", notSince: { period: THIS_WEEK } } }) { nodes { id } } }',
      /without "before", "after" and "during"/,
    ],
  ])('refuses %s without a call', async (query, message) => {
    const { errors, calls } = await world.ask(query);
    expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
    expect(errors![0]!.message).toMatch(message);
    expect(calls).toEqual([]);
  });

  it.each([
    'none: true, after: "2026-09-01T00:00:00Z"',
    'after: "2026-09-01T00:00:00Z", before: "2026-09-01T00:00:00Z"',
    'after: "2026-09-02T00:00:00Z", before: "2026-09-01T00:00:00Z"',
  ])('knows without a call that no record fits %s', async (condition) => {
    const { data, errors, calls } = await world.ask(
      `{ accounts(filter: { lastCall: { ${condition} } }) {
        nodes { id } totalCount pageInfo { hasNextPage } coverage { completeTo }
      } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.accounts).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false } });
    expect(calls).toEqual([]);
  });

  it('refuses it in the list of a record, at that list', async () => {
    const { data, errors } = await world.ask(
      '{ accounts(first: 2) { nodes { name contacts(filter: { lastCall: { none: true } }) { nodes { id } } } } }',
    );
    expect(data.accounts.nodes[0].contacts).toBeNull();
    expect(errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('the list', () => {
  it('reads all records of the other conditions for a total alone', async () => {
    const { data, calls, extensions } = await world.ask(
      `{ contacts(filter: { lastCall: { none: false } }) { totalCount coverage { completeFrom syncedAt } }
        without: contacts(filter: { lastCall: { none: true } }) { totalCount }
        all: contacts { totalCount } }`,
    );
    expect(data.contacts.coverage).toEqual({
      completeFrom: expect.any(String),
      syncedAt: today.toISOString(),
    });
    expect(data.contacts.totalCount).toBeGreaterThan(20);
    expect(data.contacts.totalCount + data.without.totalCount).toBe(data.all.totalCount);
    // One reading serves both totals.
    expect(calls.map(({ params }) => String((params as { q: string }).q))).toEqual([
      'SELECT COUNT(Id) total FROM Contact',
      'SELECT Id, Email FROM Contact ORDER BY Id ASC LIMIT 2000',
    ]);
    const { requested } = extensions!.cost as { readonly requested: number };
    expect(requested).toBeGreaterThanOrEqual(calls.length);
  });

  it('has no coverage of its own where the condition is not used', async () => {
    const { data } = await world.ask(
      '{ accounts(first: 1) { coverage { completeTo } nodes { id } } }',
    );
    expect(data.accounts.coverage).toBeNull();
  });

  it('asks nothing of the CRM when the index knows of no call', async () => {
    const { data, calls } = await world.ask(
      `{ leads(filter: { lastCall: { after: "2027-01-01T00:00:00Z" } }) { pageInfo { hasNextPage } totalCount nodes { id } } }`,
    );
    expect(data.leads).toEqual({ pageInfo: { hasNextPage: false }, totalCount: 0, nodes: [] });
    expect(calls).toEqual([]);
  });

  it('refuses a cursor of the list without the condition, or with another one', async () => {
    const plain = await world.ask('{ accounts(first: 1) { edges { cursor } } }');
    const list = (before: string) =>
      `query ($after: String) { accounts(first: 1, after: $after, filter: { lastCall: { before: "${before}" } }) { edges { cursor node { id } } } }`;
    const own = await world.ask(list('2026-10-01T00:00:00Z'));
    for (const [query, after] of [
      [list('2026-10-01T00:00:00Z'), plain.data.accounts.edges[0].cursor],
      [list('2026-10-02T00:00:00Z'), own.data.accounts.edges[0].cursor],
    ]) {
      const { errors, calls } = await world.ask(query, { after });
      expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
      expect(calls).toEqual([]);
    }
  });
});
