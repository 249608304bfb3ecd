/** Aggregates say what anyone could reckon from the records themselves. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { statement } from '../support/truth.ts';
import { openWorld, type World } from '../support/world.ts';

interface Deal {
  readonly stageName: string | null;
  readonly amount: number | null;
  readonly closeDate: string;
  readonly createdDate: string;
  readonly isWon: boolean;
  readonly accountId: string | null;
  readonly owner: { readonly id: string };
  readonly type: string | null;
}

let world: World;
let deals: readonly Deal[];

beforeAll(async () => {
  world = await openWorld({ index: false });
  const all: Deal[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { data }: Awaited<ReturnType<World['ask']>> = await world.ask(
      `query ($after: String) { opportunities(first: 100, after: $after) {
        nodes { stageName amount closeDate createdDate isWon accountId owner { id } type }
        pageInfo { hasNextPage endCursor }
      } }`,
      { after },
    );
    all.push(...data.opportunities.nodes);
    after = data.opportunities.pageInfo.endCursor;
    more = data.opportunities.pageInfo.hasNextPage;
  }
  deals = all;
  expect(deals.length).toBeGreaterThan(200);
});
afterAll(() => world.close());

async function groups(query: string) {
  const { data, errors, calls } = await world.ask(query);
  expect(errors).toBeUndefined();
  expect(calls).toHaveLength(1);
  return data.groups;
}

function fold(members: readonly Deal[]) {
  const amounts = members.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  const dates = members.map(({ closeDate }) => closeDate).sort();
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const none = amounts.length === 0;
  return {
    count: members.length,
    sum: { amount: none ? null : expect.closeTo(sum, 4) },
    avg: { amount: none ? null : expect.closeTo(sum / amounts.length, 4) },
    min: { amount: none ? null : Math.min(...amounts), closeDate: dates[0] ?? null },
    max: { amount: none ? null : Math.max(...amounts), closeDate: dates.at(-1) ?? null },
    countDistinct: {
      accountId: new Set(members.flatMap(({ accountId }) => accountId ?? [])).size,
    },
  };
}

const measures =
  'count sum { amount } avg { amount } min { amount closeDate } max { amount closeDate } countDistinct { accountId }';

function grouped<K>(keyOf: (deal: Deal) => K, of = deals): ReadonlyMap<K, readonly Deal[]> {
  return Map.groupBy(of, keyOf);
}

describe('aggregates', () => {
  it('of everything are one group', async () => {
    expect(
      await groups(`{ groups: opportunitiesAggregate { keys { field } ${measures} } }`),
    ).toEqual([{ keys: [], ...fold(deals) }]);
  });

  it('by a picklist are the fold over the nodes of each value, largest first', async () => {
    const answer = await groups(
      `{ groups: opportunitiesAggregate(groupBy: [{field: STAGE_NAME}]) { keys { field value } ${measures} } }`,
    );
    const expected = grouped(({ stageName }) => stageName);
    expect(answer).toHaveLength(expected.size);
    for (const { keys, ...values } of answer) {
      expect(keys[0].field).toBe('stageName');
      expect(values).toEqual(fold(expected.get(keys[0].value)!));
    }
    const counts = answer.map(({ count }: { count: number }) => count);
    expect(counts).toEqual([...counts].sort((a: number, b: number) => b - a));
  });

  it('keep records without a value in a group of their own', async () => {
    const answer = await groups(
      '{ groups: opportunitiesAggregate(groupBy: [{field: TYPE}]) { keys { value } count } }',
    );
    const expected = grouped(({ type }) => type);
    expect(
      new Map(
        answer.map((one: { keys: { value: string }[]; count: number }) => [
          one.keys[0]!.value,
          one.count,
        ]),
      ),
    ).toEqual(new Map([...expected].map(([type, members]) => [type, members.length])));
  });

  it('by parts of a time are the fold too', async () => {
    const answer = await groups(`{ groups: opportunitiesAggregate(
      groupBy: [{field: CLOSE_DATE, by: YEAR}, {field: CLOSE_DATE, by: MONTH}]
    ) { keys { by number } ${measures} } }`);
    const expected = grouped(({ closeDate }) => closeDate.slice(0, 7));
    expect(answer).toHaveLength(expected.size);
    for (const { keys, ...values } of answer) {
      const month = `${keys[0].number}-${String(keys[1].number).padStart(2, '0')}`;
      expect(values).toEqual(fold(expected.get(month)!));
    }
  });

  it('of instants by day go by UTC, as the nodes do', async () => {
    const answer = await groups(
      '{ groups: opportunitiesAggregate(groupBy: [{field: CREATED_DATE, by: DAY}], first: 200) { keys { value } count } }',
    );
    const expected = grouped(({ createdDate }) => createdDate.slice(0, 10));
    for (const { keys, count } of answer) expect(count).toBe(expected.get(keys[0].value)?.length);
    expect(answer).toHaveLength(Math.min(200, expected.size));
  });

  it('under a filter are the fold over what the same filter lists', async () => {
    const filter = 'filter: {isWon: {eq: true}, amount: {gte: 50000}}';
    const answer = await groups(
      `{ groups: opportunitiesAggregate(${filter}, groupBy: [{field: STAGE_NAME}]) { ${measures} } }`,
    );
    const won = deals.filter(({ isWon, amount }) => isWon && (amount ?? 0) >= 50_000);
    const expected = [...grouped(({ stageName }) => stageName, won).values()].map(fold);
    expect(answer).toEqual(expected);
  });

  it('keep the groups that having wants', async () => {
    const answer = await groups(`{ groups: opportunitiesAggregate(
      groupBy: [{field: STAGE_NAME}], having: {count: {gte: 10}, avg: [{field: AMOUNT, value: {gt: 20000}}]}
    ) { keys { value } count avg { amount } } }`);
    const expected = [...grouped(({ stageName }) => stageName)].filter(([, members]) => {
      const amounts = members.flatMap(({ amount }) => amount ?? []);
      const mean = amounts.reduce((sum, one) => sum + one, 0) / amounts.length;
      return members.length >= 10 && mean > 20_000;
    });
    expect(answer.map(({ keys }: { keys: { value: string }[] }) => keys[0]!.value).sort()).toEqual(
      expected.map(([stage]) => stage).sort(),
    );
  });

  it('by a reference lead to its record, all in one query', async () => {
    const { data, errors, calls } = await world.ask(
      '{ groups: opportunitiesAggregate(groupBy: [{field: OWNER_ID}]) { keys { record { id ... on CrmUser { name } } } count } }',
    );
    expect(errors).toBeUndefined();
    expect(calls.map(({ entity }) => entity)).toEqual(['opportunities', 'query']);
    const expected = grouped(({ owner }) => owner.id);
    expect(data.groups).toHaveLength(Math.min(100, expected.size));
    for (const { keys, count } of data.groups) {
      expect(keys[0].record.name).toEqual(expect.any(String));
      expect(count).toBe(expected.get(keys[0].record.id)!.length);
    }
  });

  it.each([
    ['first: -1', 'Expected first from 0 to 200, got -1.'],
    ['first: 201', 'Expected first from 0 to 200, got 201.'],
    ['groupBy: [{field: CREATED_DATE}]', 'Expected a period to group createdDate by'],
    ['groupBy: [{field: NAME, by: YEAR}]', 'Expected a period only for a time'],
    ['groupBy: [{field: CLOSE_DATE, by: DAY}]', 'group a date by itself'],
    ['groupBy: [{field: NAME}, {field: NAME}]', 'name each field and period once'],
    ['having: {count: {gt: 1}}', 'Expected groupBy beside having'],
  ])('with %s are refused with a reason and no call', async (args, message) => {
    const { data, errors, calls } = await world.ask(
      `{ opportunitiesAggregate(${args}) { count } }`,
    );
    expect(data).toEqual({ opportunitiesAggregate: null });
    expect(errors?.[0]?.message).toContain(message);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(calls).toEqual([]);
  });
});

describe('groups of pages that end early', () => {
  const byAccount =
    '{ groups: contactsAggregate(first: 200, groupBy: [{field: ACCOUNT_ID}]) { count keys { value } } }';
  const struck = async (query: string, ...faults: readonly Fault[]) => {
    world.service.admin.faults.add(...faults);
    try {
      return await world.ask(query);
    } finally {
      world.service.admin.faults.clear();
    }
  };

  it('are read on by OFFSET, and are all of them, in order', async () => {
    const whole = await world.ask(byAccount);
    expect(whole.data.groups.length).toBeGreaterThan(120);
    const { data, errors, extensions, calls } = await struck(byAccount, {
      kind: 'early-end',
      rows: 60,
    });
    expect(errors).toBeUndefined();
    expect(extensions).not.toHaveProperty('incomplete');
    expect(data).toEqual(whole.data);
    expect(calls.map((call) => / LIMIT .*$/.exec(statement(call))?.[0])).toEqual([
      ' LIMIT 200',
      ' LIMIT 141 OFFSET 59',
      ' LIMIT 82 OFFSET 118',
    ]);
  });

  it('say how many did not come, where no calls are left to read on, or none came', async () => {
    const { data, extensions } = await struck(byAccount, { kind: 'early-end', rows: 7 });
    expect(extensions?.incomplete).toEqual([
      {
        path: ['groups'],
        message: expect.stringContaining('groups'),
        expected: expect.any(Number),
        received: data.groups.length,
      },
    ]);
    const none = await struck('{ one: accountsAggregate { count } }', {
      kind: 'rows',
      change: 'empty',
    });
    expect(none.data.one).toEqual([]);
    expect(none.extensions?.incomplete).toMatchObject([{ path: ['one'], expected: 1 }]);
  });

  it('are there once, though a row comes twice', async () => {
    const whole = await world.ask(byAccount);
    const twice = await struck(byAccount, { kind: 'rows', change: 'duplicated' });
    expect(twice.data).toEqual(whole.data);
    const found = '{ search(term: "renewal", first: 200) { id } }';
    const hits = await world.ask(found);
    const doubled = await struck(found, { kind: 'rows', change: 'duplicated' });
    expect(doubled.data).toEqual(hits.data);
  });
});
