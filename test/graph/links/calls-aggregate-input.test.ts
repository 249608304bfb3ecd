/** What callsAggregate and calls by what was said take, refuse and say beside their rows. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TruthRow, tally } from '../../support/truth.ts';
import { openWorld, today, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ trackers: true });
});
afterAll(() => world.close());

const ask = async (query: string, variables = {}): Promise<TruthRow> => {
  const { data, errors, calls: sent, extensions } = await world.ask(query, variables);
  expect(errors).toBeUndefined();
  return { ...data, sent: tally(sent), incomplete: extensions?.incomplete };
};

describe('an answer', () => {
  it('says where the index does not know all of the time', async () => {
    const { callsAggregate, incomplete } = await ask(
      '{ callsAggregate(filter: { from: "2020-01-01T00:00:00Z" }) { groups { count } coverage { completeFrom } } }',
    );
    expect(callsAggregate.coverage.completeFrom).not.toBeNull();
    expect(incomplete).toEqual([
      expect.objectContaining({
        path: ['callsAggregate'],
        message: expect.stringContaining('only'),
      }),
    ]);
  });

  it('has groups without a value last, in either direction', async () => {
    for (const direction of ['ASC', 'DESC']) {
      const { callsAggregate } = await ask(
        `{ callsAggregate(groupBy: [OUTCOME, DIRECTION], orderBy: [{ field: KEY, direction: ${direction} }]) { groups { keys { value } } } }`,
      );
      const outcomes = callsAggregate.groups.map(({ keys }: TruthRow) => keys[0].value);
      expect(outcomes.at(-1)).toBeNull();
      const named = outcomes.filter((value: string | null) => value !== null);
      const sorted = named.toSorted();
      expect(named).toEqual(direction === 'ASC' ? sorted : sorted.reverse());
      expect(outcomes.slice(0, named.length)).toEqual(named);
    }
  });

  it.each(['nodes { id }', 'nodes { upstreamId }', 'edges { cursor }', 'pageInfo { hasNextPage }'])(
    'of calls by what was said fits into its cost with nothing but %s',
    async (selection) => {
      const { errors, data } = await world.ask(
        `{ calls(first: 3, filter: { about: { title: "review" } }) { ${selection} } }`,
      );
      expect(errors).toBeUndefined();
      expect(data.calls).not.toBeNull();
    },
  );

  it('takes a time longer than any calendar for all time', async () => {
    for (const time of ['lastDays: 2147483647', 'during: { period: LAST_N_YEARS, n: 10000 }']) {
      const { data, errors } = await world.ask(
        `{ callsAggregate(filter: { ${time} }) { groups { count } } calls(first: 1, filter: { ${time} }) { totalCount } }`,
      );
      expect(errors).toBeUndefined();
      expect(data.calls.totalCount).toBeGreaterThan(0);
      expect(data.callsAggregate.groups[0].count).toBe(data.calls.totalCount);
    }
  });

  it('has none for a word of several, as the platform’s list has', async () => {
    const filter = 'filter: { language: ["eng|spa"], direction: ["Inbound", "Outbound"] }';
    const { callsAggregate } = await ask(`{ callsAggregate(${filter}) { groups { count } } }`);
    expect(callsAggregate.groups[0].count).toBe(0);
  });

  it('goes on by its cursor when days have passed, with the same relative period', async () => {
    let now = today;
    const moving = await openWorld({
      index: 'copied',
      trackers: true,
      shared: world.service,
      context: {
        get now() {
          return now;
        },
      },
    });
    const page = async (list: string, of: (data: TruthRow) => TruthRow) => {
      now = today;
      const query = `query ($after: String) { ${list} }`;
      const first = await moving.ask(query, { after: null });
      expect(first.errors).toBeUndefined();
      now = new Date(today.getTime() + 2 * 86_400_000);
      const next = await moving.ask(query, { after: of(first.data).pageInfo.endCursor });
      expect(next.errors).toBeUndefined();
      const ids = (data: TruthRow) => of(data).nodes.map((node: TruthRow) => node.upstreamId);
      expect(ids(next.data)).toHaveLength(2);
      expect(ids(first.data)).not.toContain(ids(next.data)[0]);
    };
    const rows = 'nodes { upstreamId } pageInfo { endCursor }';
    const days = 'during: { period: LAST_N_DAYS, n: 300 }';
    for (const time of ['lastDays: 300', days])
      await page(
        `calls(first: 2, after: $after, filter: { ${time}, about: { title: "e" } }) { ${rows} }`,
        ({ calls: list }) => list,
      );
    await page(
      `accounts(first: 1) { nodes { relatedCalls(first: 2, after: $after, ${days}) { ${rows} } } }`,
      ({ accounts: list }) => list.nodes[0].relatedCalls,
    );
    await page(
      `accounts(first: 2, after: $after, filter: { callCount: { atLeast: 1, ${days} } }) { ${rows} }`,
      ({ accounts: list }) => list,
    );
    await page(
      `accounts(first: 2, after: $after, filter: { lastCall: { ${days} } }) { ${rows} }`,
      ({ accounts: list }) => list,
    );
    await moving.close();
  });

  it('is an error that names the switch where the index is off', async () => {
    const off = await openWorld({ index: 'off', shared: world.service });
    const { errors } = await off.ask('{ callsAggregate { groups { count } } }');
    await off.close();
    expect(errors?.[0]?.message).toContain('INDEX=on');
  });

  it.each([
    ['callsAggregate(groupBy: [OWNER, OWNER]) { totalCount }', 'each field once'],
    ['callsAggregate(first: 50000) { totalCount }', 'from 0 to 10000'],
    [
      'callsAggregate(filter: { about: { tracker: [{ name: ["Nonesuch"] }] } }) { totalCount }',
      'name of a tracker (',
    ],
    ['callsAggregate(filter: { about: { tracker: [{ atLeast: 2 }] } }) { totalCount }', 'neither'],
    ['callsAggregate(filter: { scope: ["Outside"] }) { totalCount }', 'Internal, External'],
    [
      'callsAggregate(filter: { about: { linkedField: [{ object: "Contact", field: "Title", in: ["CEO"] }] } }) { totalCount }',
      'Account or Opportunity',
    ],
    [
      'callsAggregate(filter: { about: { linkedField: [{ object: "Opportunity", field: "CloseDate", in: ["2026-01-01"] }] } }) { totalCount }',
      'dates, numbers and flags are not kept',
    ],
    [
      'callsAggregate(filter: { about: { linkedField: [{ object: "Opportunity", field: "Amount", in: ["5"] }] } }) { totalCount }',
      'by whose values calls are kept',
    ],
    [
      'callsAggregate(filter: { about: { linkedField: [{ object: "Opportunity", field: "IsClosed", in: ["5"] }] } }) { totalCount }',
      'by whose values calls are kept',
    ],
    [
      'callsAggregate(filter: { about: { linkedField: [{ object: "Account", field: "NumberOfEmployees", in: ["5"] }] } }) { totalCount }',
      'by whose values calls are kept',
    ],
    [
      'callsAggregate(filter: { about: { linkedField: [{ object: "Opportunity", field: "Nope", in: ["5"] }] } }) { totalCount }',
      'by whose values calls are kept',
    ],
    [
      'callsAggregate(filter: { about: { linkedField: [{ object: "Opportunity", field: "LeadSource", in: ["Web"] }] } }) { totalCount }',
      'none has a value of "LeadSource"',
    ],
    [
      'accounts(first: 1) { nodes { relatedCalls(about: { linkedField: [{ object: "Account", field: "Website", in: ["x"] }] }) { totalCount } } }',
      'none has a value of "Website"',
    ],
    [
      'callsAggregate(filter: { about: { linkedField: [{ object: "Account", field: "Id", in: ["5"] }] } }) { totalCount }',
      'by whose values calls are kept',
    ],
    [
      'callsAggregate(filter: { about: { tracker: [{ name: ["Discount"], atLeast: 0 }] } }) { totalCount }',
      'at least 1 for a tracker; got 0',
    ],
    [
      'callsAggregate(filter: { about: { topic: [{ name: ["Pricing"], atLeastSeconds: -5 }] } }) { totalCount }',
      'at least 1 for a topic; got -5',
    ],
    [
      `calls(filter: { about: { topic: [{ name: ["${'long '.repeat(40)}"] }] } }) { totalCount }`,
      'at most 100 characters of a topic',
    ],
    [
      `calls(filter: { about: { stage: ["${'x'.repeat(61)}"] } }) { totalCount }`,
      'at most 60 characters of a field',
    ],
    [
      'callsAggregate(timeZone: "Mars", filter: { lastDays: 3 }, groupBy: [DAY]) { totalCount }',
      'time zone',
    ],
  ])('of %s says what was expected', async (query, expected) => {
    const { errors } = await world.ask(`{ ${query} }`);
    expect(errors?.[0]?.message).toContain(expected);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});
