import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { LogEntry } from '../../../src/connector-service/log.ts';
import { isWide, sample } from '../../support/cases.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { customSchema, openWorld, today, type World } from '../../support/world.ts';
import {
  type Everything,
  type Filter,
  Join,
  type JoinedCall,
  plain,
  readCompany,
  type Subject,
} from './everything.ts';
import { walk, windowFields } from './walk.ts';

const backend = openSynthetic({ now: () => today, customSchema });
let world: World;
let all: Everything;
let join: Join;
beforeAll(async () => {
  world = await openWorld({ backend, index: 'copied' });
  const before = await readCompany(world);
  // A contact whom the CRM knows under another address of a user: the calls are under the main one.
  const known = new Join(before);
  const lastOf = ({ emailAddress }: { emailAddress: string }) =>
    known.callsOf({ emails: [emailAddress] })[0]?.startedAt ?? 0;
  const [user] = before.users
    .filter(({ emailAliases }) => (emailAliases ?? []).length > 0)
    .sort((one, other) => lastOf(other) - lastOf(one));
  const Email = user!.emailAliases![0]!;
  backend.changes.copyRecord('Contact', before.contacts[0]!.Id, { Email });
  all = await readCompany(world);
  join = new Join(all);
});
afterAll(() => world.close());

interface Condition {
  readonly before?: string;
  readonly after?: string;
  readonly none?: boolean;
  readonly scope?: readonly string[];
  readonly viaContactRoles?: boolean;
}

/** The condition as words: no call since `before`, one since `after`, none at all. */
function holds(calls: readonly JoinedCall[], { before, after, none }: Condition): boolean {
  const last = calls[0]?.startedAt;
  if (before !== undefined && last !== undefined && last >= Date.parse(before)) return false;
  if (after !== undefined && (last === undefined || last < Date.parse(after))) return false;
  return none === undefined || none === (last === undefined);
}

const literal = (value: unknown): string => JSON.stringify(value).replace(/"(\w+)":/g, '$1: ');

const statements = (calls: readonly LogEntry[], entity: string): string[] =>
  calls
    .filter((call) => call.entity === entity)
    .map((call) => String((call.params as { q: string }).q));

async function idsOf(list: string, filter: string, size = 100, order = ''): Promise<string[]> {
  const edges = await walk<{ node: { upstreamId: string } }>(
    world,
    `query ($first: Int, $after: String) { list: ${list}(first: $first, after: $after, filter: ${filter} ${order}) {
      ${windowFields} edges { node { upstreamId } } } }`,
    ({ list: connection }) => connection,
    size,
  );
  return edges.map(({ node }) => node.upstreamId);
}

const conditions: readonly Condition[] = [
  { before: '2026-09-15T00:00:00Z' },
  { before: '2026-09-15T00:00:00Z', none: false },
  { after: '2026-10-28T00:00:00Z' },
  { after: '2026-09-01T00:00:00Z', before: '2026-10-01T00:00:00Z' },
  { none: true },
  { none: false },
  { before: '2026-08-01T00:00:00Z', scope: ['External'] },
  { after: '2026-10-25T00:00:00Z', scope: ['External'] },
];

describe('lists by last call equal a join over all calls', () => {
  const kinds: readonly (readonly [
    list: string,
    rows: (everything: Everything) => readonly { readonly Id: string }[],
    subject: (row: never) => Subject,
  ])[] = [
    ['accounts', ({ accounts }) => accounts, (row) => join.account(row)],
    ['contacts', ({ contacts }) => contacts, (row) => join.contact(row)],
    ['leads', ({ leads }) => leads, (row) => join.contact(row)],
    ['opportunities', ({ opportunities }) => opportunities, (row) => join.deal(row)],
  ];
  const wanted = (
    [, rows, subject]: (typeof kinds)[number],
    condition: Condition,
    filter: Filter = {},
  ): string[] =>
    rows(all)
      .filter((row) => {
        const { scope } = condition;
        return holds(
          join.callsOf(subject(row as never), { ...filter, ...(scope && { scope }) }),
          condition,
        );
      })
      .map(({ Id }) => Id);

  it.each(kinds)('for %s, whatever is asked', async (...kind) => {
    const tried = sample(conditions, 2, kind[0].length);
    let found = 0;
    for (const condition of tried) {
      const expected = wanted(kind, condition);
      expect(
        await idsOf(kind[0], `{ lastCall: ${literal(condition)} }`),
        literal(condition),
      ).toEqual(expected);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(isWide ? kind[1](all).length : 0);
  });

  it.each(kinds)(
    'for %s, walked in small windows, in another order and from the end',
    async (...kind) => {
      const condition = { before: '2026-09-15T00:00:00Z' };
      const filter = `{ lastCall: ${literal(condition)} }`;
      const expected = wanted(kind, condition);
      expect(await idsOf(kind[0], filter, 37)).toEqual(expected);
      const ordered = await idsOf(
        kind[0],
        filter,
        60,
        ', orderBy: [{ field: CREATED_DATE, direction: DESC }]',
      );
      expect(ordered.toSorted()).toEqual(expected.toSorted());
      const { data, errors } = await world.ask(
        `{ list: ${kind[0]}(last: 7, filter: ${filter}) { totalCount ${windowFields} edges { node { upstreamId } } } }`,
      );
      expect(errors).toBeUndefined();
      expect(data.list.totalCount).toBe(expected.length);
      expect(
        data.list.edges.map((edge: { node: { upstreamId: string } }) => edge.node.upstreamId),
      ).toEqual(expected.slice(-7));
      expect(data.list.pageInfo).toMatchObject({
        hasPreviousPage: expected.length > 7,
        hasNextPage: false,
      });
    },
  );

  it('with the people of deals, where asked', async () => {
    const after = '2026-10-20T00:00:00Z';
    const expected = all.opportunities
      .filter((deal) => holds(join.callsOf(join.dealWithPeople(deal)), { after }))
      .map(({ Id }) => Id);
    expect(
      await idsOf('opportunities', `{ lastCall: { after: "${after}", viaContactRoles: true } }`),
    ).toEqual(expected);
  });

  it('for viewers without the right to private calls, as if there were none', async () => {
    const secret = all.accounts
      .map((account) => join.callsOf(join.account(account))[0]!)
      .find((newest) => newest.call.metaData.isPrivate)!;
    const instant = new Date(secret.startedAt).toISOString();
    for (const condition of [{ after: instant }, { before: instant }]) {
      const { data } = await world.ask(
        `{ accounts(first: 100, filter: { lastCall: ${literal(condition)} }) { nodes { upstreamId } } }`,
        {},
        ['media'],
      );
      const own = data.accounts.nodes.map((node: { upstreamId: string }) => node.upstreamId);
      const open = wanted(kinds[0]!, condition, { publicOnly: true });
      expect(own).toEqual(open.slice(0, 100));
      expect(open).not.toEqual(wanted(kinds[0]!, condition));
    }
  });
});

describe.skipIf(isWide)('beside other conditions', () => {
  const quiet = 'lastCall: { before: "2026-10-01T00:00:00Z" }';
  const open = 'opportunities: { some: { isClosed: { eq: false } } }';

  it('finds accounts without a recent call that have an open deal, in one call', async () => {
    const expected = all.accounts.filter(
      (account) =>
        all.opportunities.some((deal) => deal.AccountId === account.Id && !deal.IsClosed) &&
        holds(join.callsOf(join.account(account)), { before: '2026-10-01T00:00:00Z' }),
    );
    const { data, errors, calls } = await world.ask(
      `{ accounts(first: 100, filter: { ${quiet}, ${open} }) {
          pageInfo { hasNextPage } totalCount coverage { completeFrom completeTo }
          nodes { upstreamId name lastCall { startedAt } opportunities(first: 2, filter: { isClosed: { eq: false } }) { nodes { name } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.accounts.nodes.map((node: { upstreamId: string }) => node.upstreamId)).toEqual(
      expected.map(({ Id }) => Id),
    );
    expect(expected.length).toBeGreaterThan(3);
    expect(data.accounts).toMatchObject({
      pageInfo: { hasNextPage: false },
      totalCount: expected.length,
      coverage: { completeTo: today.toISOString() },
    });
    expect(statements(calls, 'accounts')).toEqual([
      'SELECT Id, Name, (SELECT Id, Name FROM Opportunities WHERE IsClosed = FALSE ORDER BY Id ASC LIMIT 3), ' +
        '(SELECT Id, Email FROM Contacts ORDER BY Id ASC LIMIT 2000) FROM Account ' +
        'WHERE Id IN (SELECT AccountId FROM Opportunity WHERE IsClosed = FALSE) ORDER BY Id ASC LIMIT 200',
    ]);
    expect(calls).toHaveLength(1);
  });

  it('stands under "and" as well, more than once', async () => {
    const flat = await idsOf('accounts', `{ ${quiet}, ${open} }`);
    expect(await idsOf('accounts', `{ and: [{ ${quiet} }, { and: [{ ${open} }] }] }`)).toEqual(
      flat,
    );
    const both = await idsOf(
      'accounts',
      '{ and: [{ lastCall: { before: "2026-10-01T00:00:00Z" } }, { lastCall: { after: "2026-09-01T00:00:00Z" } }] }',
    );
    expect(both).toEqual(
      await idsOf(
        'accounts',
        '{ lastCall: { before: "2026-10-01T00:00:00Z", after: "2026-09-01T00:00:00Z" } }',
      ),
    );
    expect(await idsOf('accounts', '{ lastCall: {} }')).toHaveLength(all.accounts.length);
  });

  it('knows records without a call since a period began', async () => {
    const ids = await idsOf(
      'accounts',
      '{ lastCall: { notSince: { period: LAST_N_DAYS, n: 45 } } }',
    );
    const from = Date.parse('2026-11-02T00:00:00Z') - 45 * 86_400_000;
    const expected = all.accounts
      .filter((one) => (join.callsOf(join.account(one))[0]?.startedAt ?? 0) < from)
      .map(({ Id }) => Id);
    expect(expected.length).toBeGreaterThan(5);
    expect(expected.length).toBeLessThan(all.accounts.length);
    expect(ids.toSorted()).toEqual(expected.toSorted());
  });

  it('stands in the filter of a parent, whose calls count then', async () => {
    const before = '2026-09-15T00:00:00Z';
    const quiet = (calls: readonly JoinedCall[]): boolean => holds(calls, { before });
    const byId = new Map(all.accounts.map((one) => [one.Id, one]));
    const accountOf = (id: string | null | undefined) => (id ? byId.get(id) : undefined);
    const nested = `{ account: { lastCall: { before: "${before}" } } }`;
    for (const [list, rows] of [
      ['contacts', all.contacts],
      ['opportunities', all.opportunities],
    ] as const) {
      const expected = rows
        .filter(({ AccountId }) => {
          const account = accountOf(AccountId);
          return account !== undefined && quiet(join.callsOf(join.account(account)));
        })
        .map(({ Id }) => Id);
      expect(expected.length).toBeGreaterThan(5);
      expect(expected.length).toBeLessThan(rows.length);
      expect(await idsOf(list, nested)).toEqual(expected);
    }
    const members = await world.ask(
      `{ campaignMembers(first: 100, filter: { contact: { lastCall: { before: "${before}" } } }) {
        coverage { completeTo } nodes { contact { upstreamId } } } }`,
    );
    expect(members.errors).toBeUndefined();
    const { coverage, nodes } = members.data.campaignMembers;
    expect(coverage.completeTo).not.toBeNull();
    expect(nodes.length).toBeGreaterThan(3);
    for (const { contact } of nodes) {
      const row = all.contacts.find(({ Id }) => Id === contact.upstreamId)!;
      expect(quiet(join.callsOf(join.contact(row)))).toBe(true);
    }
  });

  it('callCount keeps records by how many calls they had', async () => {
    const from = Date.parse('2026-08-04T00:00:00Z');
    const to = Date.parse('2026-11-03T00:00:00Z');
    const during = 'during: { period: LAST_N_DAYS, n: 90 }';
    for (const [condition, fits] of [
      ['atLeast: 3', (calls: number) => calls >= 3],
      ['atMost: 0', (calls: number) => calls === 0],
      ['atLeast: 1, atMost: 2', (calls: number) => calls >= 1 && calls <= 2],
    ] as const)
      for (const [list, rows, subject] of [
        ['accounts', all.accounts, (row: never) => join.account(row)],
        ['contacts', all.contacts, (row: never) => join.contact(row)],
        ['opportunities', all.opportunities, (row: never) => join.deal(row)],
      ] as const) {
        const filter = `{ callCount: { ${during}, ${condition}, scope: ["External"] } }`;
        const expected = rows
          .filter((row) =>
            fits(join.callsOf(subject(row as never), { from, to, scope: ['External'] }).length),
          )
          .map(({ Id }) => Id);
        expect(expected.length, `${list} ${condition}`).toBeGreaterThan(0);
        expect(await idsOf(list, filter), `${list} ${condition}`).toEqual(expected);
      }
  });
});

describe.skipIf(isWide)('what the list asks', () => {
  it('names few people with a recent call to the CRM, and reads no others', async () => {
    const after = new Date(
      Math.max(...all.calls.map((c) => Date.parse(c.metaData.started))) - 3_600_000,
    );
    const { data, calls } = await world.ask(
      `{ contacts(first: 5, filter: { lastCall: { after: "${after.toISOString()}" } }) { pageInfo { hasNextPage } nodes { name } } }`,
    );
    const [q, ...others] = statements(calls, 'contacts');
    expect(others).toEqual([]);
    expect(q).toMatch(
      /^SELECT Id, Email, Name FROM Contact WHERE \(?(Id IN \('003\w+'|Email IN \('[^']+@)/,
    );
    expect(calls[0]!.rows).toBeLessThan(20);
    expect(data.contacts.nodes.length).toBeGreaterThan(0);
  });

  it('finds people under every address of a user, when it names them too', async () => {
    const aliases = all.contacts.filter(
      ({ Email }) => Email && join.person(Email) !== plain(Email),
    );
    const [newest] = aliases
      .map((contact) => ({ contact, last: join.callsOf(join.contact(contact))[0]! }))
      .sort((a, b) => b.last.startedAt - a.last.startedAt);
    const { data, calls } = await world.ask(
      `{ contacts(filter: { lastCall: { after: "${new Date(newest!.last.startedAt).toISOString()}" } }) { nodes { upstreamId } } }`,
    );
    expect(statements(calls, 'contacts')[0]).toContain(' Email IN (');
    expect(data.contacts.nodes).toContainEqual({ upstreamId: newest!.contact.Id });
  });
});

describe.skipIf(isWide)('a list of many accounts', () => {
  it('has those with a recent call named by the index once a thousand have been read', async () => {
    const { changes } = backend;
    const copies: string[] = [];
    changes.together(() => {
      for (let i = 0; i < 900; i += 1)
        copies.push(changes.copyRecord('Account', all.accounts[0]!.Id));
    });
    onTestFinished(() =>
      changes.together(() => {
        for (const id of copies) changes.deleteRecord('Account', id);
      }),
    );
    const after = '2026-10-28T00:00:00Z';
    const expected = all.accounts
      .filter((account) => holds(join.callsOf(join.account(account)), { after }))
      .map(({ Id }) => Id);
    const { data, calls } = await world.ask(
      `{ accounts(first: 100, filter: { lastCall: { after: "${after}" } }) { pageInfo { hasNextPage } totalCount nodes { upstreamId } } }`,
    );
    expect(data.accounts).toEqual({
      pageInfo: { hasNextPage: false },
      totalCount: expected.length,
      nodes: expected.map((upstreamId) => ({ upstreamId })),
    });
    expect(calls.map(({ entity, rows }) => [entity, rows])).toEqual([
      ['accounts', 200],
      ['accounts', 800],
      ['contacts', expect.any(Number)],
      ['accounts', 0],
    ]);
    const q = statements(calls, 'accounts').at(-1);
    expect(q).toMatch(
      / WHERE Id IN \('001\w{12}'.*\) AND Id > '001\w{15}' ORDER BY Id ASC LIMIT 2000$/,
    );
  });
});
