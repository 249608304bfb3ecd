import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: false });
});
afterAll(() => world.close());

/** The statement behind a list of ids. */
async function asked(list: string): Promise<{ readonly q: string; readonly ids: string[] }> {
  const { data, errors, calls } = await world.ask(`{ list: ${list} { nodes { upstreamId } } }`);
  expect(errors).toBeUndefined();
  expect(calls).toHaveLength(1);
  return {
    q: String((calls[0]!.params as { q: string }).q),
    ids: data.list.nodes.map((node: { upstreamId: string }) => node.upstreamId),
  };
}

interface Account {
  readonly upstreamId: string;
  readonly name: string;
  readonly opportunities: { readonly nodes: readonly { isClosed: boolean; amount: number }[] };
  readonly contacts: { readonly totalCount: number };
}

async function accounts(): Promise<Account[]> {
  const { data } = await world.ask(
    `{ one: accounts(first: 100) { ...A } two: accounts(last: 50) { ...A } }
     fragment A on AccountConnection { nodes { upstreamId name
       opportunities(first: 100) { nodes { isClosed amount } } contacts { totalCount } } }`,
  );
  return [...data.one.nodes, ...data.two.nodes];
}

describe('conditions on children', () => {
  it('are semi-joins and anti-joins, and keep the records that a look at all children keeps', async () => {
    const all = await accounts();
    const open = (one: Account) => one.opportunities.nodes.some((deal) => !deal.isClosed);
    const large = (one: Account) => one.opportunities.nodes.some((deal) => deal.amount > 100_000);
    for (const [filter, where, keeps] of [
      [
        'opportunities: { some: { isClosed: { eq: false } } }',
        'Id IN (SELECT AccountId FROM Opportunity WHERE IsClosed = FALSE)',
        open,
      ],
      [
        'opportunities: { none: { isClosed: { eq: false } } }',
        'Id NOT IN (SELECT AccountId FROM Opportunity WHERE IsClosed = FALSE)',
        (one) => !open(one),
      ],
      [
        'opportunities: { none: {} }',
        'Id NOT IN (SELECT AccountId FROM Opportunity)',
        (one) => one.opportunities.nodes.length === 0,
      ],
      [
        'opportunities: { some: { amount: { gt: 100000 } }, none: { isClosed: { eq: false } } }',
        'Id IN (SELECT AccountId FROM Opportunity WHERE Amount > 100000) AND Id NOT IN (SELECT AccountId FROM Opportunity WHERE IsClosed = FALSE)',
        (one) => large(one) && !open(one),
      ],
      [
        'and: [{ contacts: { some: {} } }, { opportunities: { some: { or: [{ isClosed: { eq: false } }, { amount: { gt: 100000 } }] } } }]',
        'Id IN (SELECT AccountId FROM Contact) AND Id IN (SELECT AccountId FROM Opportunity WHERE IsClosed = FALSE OR Amount > 100000)',
        (one) => one.contacts.totalCount > 0 && (open(one) || large(one)),
      ],
    ] as const satisfies readonly (readonly [string, string, (one: Account) => boolean])[]) {
      const { q, ids } = await asked(`accounts(first: 100, filter: { ${filter} })`);
      expect(q).toBe(`SELECT Id FROM Account WHERE ${where} ORDER BY Id ASC LIMIT 101`);
      const expected = all.filter(keeps).map(({ upstreamId }) => upstreamId);
      expect(ids, filter).toEqual(expected.slice(0, 100));
      expect(expected.length).toBeLessThan(all.length);
    }
  });

  it('reach from a record to the children of the one it references', async () => {
    const { q, ids } = await asked(
      'contacts(first: 50, filter: { account: { opportunities: { some: { isClosed: { eq: false } } } } })',
    );
    expect(q).toBe(
      'SELECT Id FROM Contact WHERE AccountId IN (SELECT AccountId FROM Opportunity WHERE IsClosed = FALSE) ORDER BY Id ASC LIMIT 51',
    );
    expect(ids.length).toBeGreaterThan(10);
  });

  it('follow references of the children, count, group and page with the rest', async () => {
    const filter =
      '{ name: { ne: "x" }, opportunities: { some: { owner: { isActive: { eq: true } } } } }';
    const first = await world.ask(
      `{ accounts(first: 5, filter: ${filter}, orderBy: [{ field: NAME }]) { totalCount pageInfo { endCursor } nodes { name } } }`,
    );
    const after = first.data.accounts.pageInfo.endCursor;
    const next = await world.ask(
      `query ($after: String) { accounts(first: 5, after: $after, filter: ${filter}, orderBy: [{ field: NAME }]) { nodes { name } }
        accountsAggregate(filter: ${filter}) { count } }`,
      { after },
    );
    expect(next.errors).toBeUndefined();
    const names = [...first.data.accounts.nodes, ...next.data.accounts.nodes].map(
      (one) => one.name,
    );
    expect(names).toHaveLength(10);
    expect(new Set(names).size).toBe(10);
    expect(next.data.accountsAggregate[0].count).toBe(first.data.accounts.totalCount);
    const q = String(
      (
        next.calls.find(({ params }) => JSON.stringify(params).includes(' ORDER BY '))!.params as {
          q: string;
        }
      ).q,
    );
    expect(q).toMatch(
      /WHERE Name != 'x' AND Id IN \(SELECT AccountId FROM Opportunity WHERE Owner\.IsActive = TRUE\) AND \(.* OR .*\) ORDER BY/,
    );
  });

  it('escape what stands in them', async () => {
    const { q, ids } = await asked(
      `accounts(filter: { contacts: { some: { lastName: { eq: "x') OR Name LIKE '%" } } } })`,
    );
    expect(q).toContain(`WHERE LastName = 'x\\') OR Name LIKE \\'%')`);
    expect(ids).toEqual([]);
  });

  it.each([
    [
      'under "or"',
      'accounts(filter: { or: [{ contacts: { some: {} } }, { name: { eq: "x" } }] })',
      /under "or"/,
    ],
    ['under "not"', 'accounts(filter: { not: { contacts: { some: {} } } })', /under "not"/],
    [
      'inside one another',
      'accounts(filter: { contacts: { some: { cases: { some: {} } } } })',
      /inside another one/,
    ],
    [
      'for their own object',
      'contacts(filter: { account: { contacts: { some: {} } } })',
      /in a list of Contact records/,
    ],
    [
      'two references away',
      'contacts(filter: { account: { parent: { opportunities: { some: {} } } } })',
      /more than one reference away/,
    ],
    [
      'three at a time',
      'accounts(filter: { contacts: { some: {}, none: { lastName: { eq: "x" } } }, cases: { some: {} } })',
      /at most 2 conditions on children/,
    ],
  ])('are refused %s, where the CRM would refuse the statement', async (_where, list, message) => {
    const { errors, calls } = await world.ask(`{ list: ${list} { nodes { id } } }`);
    expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
    expect(errors![0]!.message).toMatch(message);
    expect(calls).toEqual([]);
  });

  it('are refused in the list of a record, at that list alone', async () => {
    const { data, errors } = await world.ask(
      '{ accounts(first: 1) { nodes { name contacts(filter: { cases: { some: {} } }) { nodes { id } } } } }',
    );
    expect(data.accounts.nodes[0]).toMatchObject({ name: expect.any(String), contacts: null });
    expect(errors!.map(({ extensions, path }) => [extensions.code, path])).toEqual([
      ['BAD_USER_INPUT', ['accounts', 'nodes', 0, 'contacts']],
    ]);
  });

  it('are not offered for children the CRM does not join: activities, notes, legacy files, the object itself, any record', async () => {
    const { data } = await world.ask('{ __type(name: "AccountFilter") { inputFields { name } } }');
    const names: string[] = data.__type.inputFields.map((field: { name: string }) => field.name);
    expect(names).toEqual(expect.arrayContaining(['opportunities', 'contacts', 'cases', 'assets']));
    for (const name of [
      'tasks',
      'events',
      'notes',
      'attachments',
      'childAccounts',
      'contentDocumentLinks',
    ]) {
      expect(names).not.toContain(name);
    }
  });
});
