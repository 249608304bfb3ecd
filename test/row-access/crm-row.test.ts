/** Rows of the CRM that a representative may see, on the paths that the matrix of the wide run does not walk: equal loops over the raw tables. */

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { normalizeCrmId } from '../../src/contract/crm/id.ts';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
import type { RowAccess } from '../../src/row-access/row-access.ts';
import { Oracle, openTables, type Visible } from '../support/row-access/oracle.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { statement, type TruthRow } from '../support/truth.ts';
import { customSchema, model, openWorld, today, type World } from '../support/world.ts';

const who = { level: 'own', person: 'esther.rousseau@lumenridge.example.net' } as const;
const backend = openSynthetic({ now: () => today, customSchema });
let world: World;
let oracle: Oracle;
let visible: Visible;
let viewer: Pick<World, 'ask'>;
beforeAll(async () => {
  world = await openWorld({ backend, index: false });
  oracle = new Oracle(await openTables(backend));
  visible = oracle.visible(who);
  viewer = world.as(who);
  // People and anchors are read once.
  await viewer.ask('{ accounts(first: 1) { nodes { upstreamId } } }');
});
afterAll(async () => {
  await world.close();
  backend.close();
});

const sees = (object: string, id: string | null): boolean =>
  id !== null && visible.sees(object, id);
const rowsOf = (object: string): readonly TruthRow[] =>
  oracle.rows(object).filter(({ Id, IsDeleted }) => IsDeleted !== 1 && sees(object, Id));
const ids = (rows: readonly TruthRow[]): string[] =>
  rows.map(({ upstreamId, Id }) => upstreamId ?? Id).sort();
const objectOf: Readonly<Record<string, string>> = {
  ...{ '001': 'Account', '003': 'Contact', '006': 'Opportunity', '00Q': 'Lead', '500': 'Case' },
  ...{ '701': 'Campaign', '02i': 'Asset', '800': 'Contract', '01t': 'Product2' },
};

it('a hidden parent is an error once a field and list, and its id stays', async () => {
  const { data, errors } = await viewer.ask(
    '{ opportunities(first: 100) { nodes { accountId account { name } bare: account { upstreamId } } } }',
  );
  const { nodes } = data.opportunities;
  const hidden = nodes.filter((row: TruthRow) => row.accountId && !sees('Account', row.accountId));
  for (const { accountId, account, bare } of nodes) {
    expect(account !== null).toBe(sees('Account', accountId));
    expect(bare).toEqual(account === null ? null : { upstreamId: accountId });
  }
  expect(errors ?? []).toHaveLength(hidden.length === 0 ? 0 : 2);
});

it('what hangs on a deal goes with it to other hands, at once after a hint of the deal alone', async () => {
  const own = openSynthetic({ now: () => today, customSchema });
  own.changes.together(() => undefined);
  const tables = await openTables(own);
  const gateway = await openWorld({ backend: own, index: false, cache: true });
  onTestFinished(async () => {
    await gateway.close();
    tables.db.close();
  });
  const viewers = [who, { level: 'own', person: 'ada.rousseau@lumenridge.example.com' }] as const;
  const lists = { opportunities: 'Opportunity', opportunityContactRoles: 'OpportunityContactRole' };
  const selection = '(first: 100) { totalCount nodes { upstreamId } }';
  const expectTruth = async (deal: string): Promise<void> => {
    const current = new Oracle(tables);
    for (const viewer of viewers) {
      const { data } = await gateway.as(viewer).ask(
        `{ ${Object.keys(lists)
          .map((list) => list + selection)
          .join(' ')}
          opportunity(by: { upstreamId: "${deal}" }) { opportunityContactRoles(first: 9) { totalCount } } }`,
      );
      const seen = current.visible(viewer);
      for (const [list, object] of Object.entries(lists)) {
        const rows = current.rows(object);
        const wanted = rows.filter((row) => row.IsDeleted !== 1 && seen.sees(object, row.Id));
        expect(data[list].totalCount, list).toBe(wanted.length);
        expect(ids(data[list].nodes), list).toEqual(ids(wanted));
      }
      expect(data.opportunity !== null).toBe(seen.sees('Opportunity', deal));
    }
  };
  const [from, to] = viewers.map((viewer) => [...oracle.persons(viewer).crm][0]!);
  const roles = oracle.rows('OpportunityContactRole').map(({ OpportunityId }) => OpportunityId);
  const { Id: deal } = oracle
    .rows('Opportunity')
    .find(({ Id, OwnerId }) => OwnerId === from && roles.includes(Id))!;
  await expectTruth(deal);
  tables.db.prepare('UPDATE Opportunity SET OwnerId = ? WHERE Id = ?').run(to!, deal);
  tables.db.prepare('DELETE FROM OpportunityTeamMember WHERE OpportunityId = ?').run(deal);
  await gateway.connector.forget(model.object('Opportunity')!.entity, [deal]);
  await expectTruth(deal);
});

it('records of several objects behind one reference are shown where they are visible', async () => {
  const selection = 'upstreamId objectName';
  const { data, errors = [] } = await viewer.ask(
    `{ tasks(first: 100) { nodes { whatId whoId what { ${selection} } who { ${selection} recordName } } } }`,
  );
  for (const { whatId, whoId, what, who } of data.tasks.nodes)
    for (const [id, record] of [
      [whatId, what],
      [whoId, who],
    ] as const) {
      const object = objectOf[String(id).slice(0, 3)] ?? '';
      expect(record?.upstreamId ?? null, id).toBe(sees(object, id) ? id : null);
    }
  expect(errors.map(({ extensions }) => [extensions.code, extensions.reason])).toEqual(
    errors.map(() => ['FORBIDDEN', 'row']),
  );
  expect(errors.length).toBeLessThanOrEqual(2);
});

it('conditions on children look at visible ones alone, also of a parent', async () => {
  const open = ({ IsClosed }: TruthRow) => IsClosed === 0;
  const deals = rowsOf('Opportunity');
  const contracts = rowsOf('Contract');
  const hasOpen = ({ Id }: TruthRow) => deals.some((deal) => deal.AccountId === Id && open(deal));
  const hasContract = ({ AccountId }: TruthRow) =>
    sees('Account', AccountId) && contracts.some((contract) => contract.AccountId === AccountId);
  for (const [list, object, filter, keeps] of [
    ['accounts', 'Account', 'opportunities: { some: { isClosed: { eq: false } } }', hasOpen],
    [
      'accounts',
      'Account',
      'opportunities: { none: { isClosed: { eq: false } } }',
      (row: TruthRow) => !hasOpen(row),
    ],
    ['opportunities', 'Opportunity', 'account: { contracts: { some: {} } }', hasContract],
    [
      'opportunities',
      'Opportunity',
      'account: { contracts: { none: {} } }',
      (row: TruthRow) => !hasContract(row),
    ],
  ] as const) {
    const { data, errors } = await viewer.ask(
      `{ list: ${list}(first: 100, filter: { ${filter} }) { totalCount nodes { upstreamId } } }`,
    );
    expect(errors).toBeUndefined();
    expect(ids(data.list.nodes), filter).toEqual(ids(rowsOf(object).filter(keeps)));
  }
});

it('figures are of visible rows: groups, sums, deals of users; those of campaigns are null', async () => {
  const { data, errors } = await viewer.ask(`{
    opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }]) { count sum { amount } keys { value } }
    users: crmUsers(first: 100) { nodes { upstreamId dealFigures { count } opportunities(first: 1) { totalCount } } }
    campaigns(first: 5, orderBy: [{ field: NUMBER_OF_LEADS, direction: DESC }]) { nodes { upstreamId numberOfLeads amountWonOpportunities name } }
    sent: campaigns(first: 100, filter: { numberOfLeads: { isNull: true } }) { totalCount }
  }`);
  expect(errors).toBeUndefined();
  const deals = rowsOf('Opportunity');
  const byStage = Map.groupBy(deals, ({ StageName }) => StageName);
  for (const { count, sum, keys } of data.opportunitiesAggregate) {
    const of = byStage.get(keys[0].value)!;
    expect(count).toBe(of.length);
    expect(sum.amount ?? 0).toBeCloseTo(
      of.reduce((total, { Amount }) => total + (Amount ?? 0), 0),
      0,
    );
  }
  expect(data.opportunitiesAggregate).toHaveLength(byStage.size);
  for (const { upstreamId, dealFigures, opportunities } of data.users.nodes) {
    const owned = deals.filter(({ OwnerId }) => OwnerId === upstreamId).length;
    expect([dealFigures.count, opportunities.totalCount]).toEqual([owned, owned]);
  }
  const campaigns = oracle.rows('Campaign').filter(({ IsDeleted }) => IsDeleted !== 1);
  expect(data.sent.totalCount).toBe(campaigns.length);
  expect(ids(data.campaigns.nodes)).toEqual(ids(campaigns).slice(0, 5));
  for (const { numberOfLeads, amountWonOpportunities } of data.campaigns.nodes)
    expect([numberOfLeads, amountWonOpportunities]).toEqual([null, null]);
});

it('a search finds visible records alone', async () => {
  const term = String(rowsOf('Account')[0].Name).split(' ')[0]!;
  const question = `{ search(term: "${term}", types: [ACCOUNT, CONTACT, OPPORTUNITY, TASK], first: 200) { upstreamId objectName } }`;
  const [seen, all] = [await viewer.ask(question), await world.ask(question)];
  expect(seen.errors).toBeUndefined();
  const expected = all.data.search.filter((hit: TruthRow) => sees(hit.objectName, hit.upstreamId));
  expect(seen.data.search).toEqual(expected);
  expect(expected.length).toBeGreaterThan(0);
  expect(seen.calls).toHaveLength(1);
});

it('a page takes no more calls than for somebody who sees all', async () => {
  for (const question of [
    '{ accounts(first: 10) { nodes { name contacts(first: 5) { nodes { name reportsTo { name } } } opportunities(first: 3) { totalCount nodes { name owner { name } } } } } }',
    '{ opportunities(first: 10, orderBy: [{ field: AMOUNT }]) { totalCount nodes { name account { name parent { name } } opportunityContactRoles { nodes { contact { name } } } } } }',
    '{ cases(first: 20) { nodes { caseNumber contact { upstreamId } account { name } caseComments { nodes { commentBody } } } } }',
  ]) {
    const [seen, all] = [await viewer.ask(question), await world.ask(question)];
    expect(seen.calls.length, question).toBeLessThanOrEqual(all.calls.length);
  }
});

const soql = async (text: string) => {
  const answer = await viewer.ask(
    'query ($q: String!) { soql(query: $q, first: 100) { columns nodes { values } } }',
    { q: text },
  );
  return { ...answer, values: answer.data?.soql?.nodes.map(({ values }: TruthRow) => values) };
};

it('a free statement has the condition on each of its objects', async () => {
  const counted = await soql('select count() from Contact c where c.Account.Name != null');
  const contacts = rowsOf('Contact');
  expect(counted.values).toEqual([[contacts.filter(({ AccountId }) => AccountId !== null).length]]);
  const listed = await soql('SELECT Id, Account.Name FROM Opportunity LIMIT 100');
  const names = new Map(oracle.rows('Account').map(({ Id, Name }) => [Id, Name]));
  expect(listed.data.soql.columns).toEqual(['Id', 'Account.Name']);
  const deals = new Map(rowsOf('Opportunity').map((row) => [row.Id, row]));
  expect(listed.values).toHaveLength(deals.size);
  for (const [id, name] of listed.values) {
    const { AccountId } = deals.get(id)!;
    expect(name).toBe(sees('Account', AccountId) ? names.get(AccountId) : null);
  }
  const nested = await soql('SELECT Id, (SELECT Id FROM Contacts) FROM Account LIMIT 100');
  for (const [id, children] of nested.values)
    expect((children ?? []).map(({ Id }: TruthRow) => Id).sort()).toEqual(
      ids(contacts.filter(({ AccountId }) => AccountId === id)),
    );
  const joined = await soql(
    'SELECT Id FROM User WHERE Id IN (SELECT OwnerId FROM Opportunity) LIMIT 100',
  );
  expect(joined.values.flat().sort()).toEqual(
    [...new Set([...deals.values()].map(({ OwnerId }) => OwnerId))].sort(),
  );
  const { calls } = await soql('SELECT Id FROM Product2 LIMIT 1');
  expect(statement(calls[0]!)).toBe('SELECT Id FROM Product2 ORDER BY Id ASC LIMIT 1');
});

it.each([
  [
    'SELECT Account.Industry, COUNT(Id) FROM Opportunity GROUP BY Account.Industry',
    'Account.Industry',
  ],
  ['SELECT Id FROM Opportunity ORDER BY Account.Name', 'Account.Name'],
  ['SELECT FIELDS(STANDARD) FROM Account LIMIT 10', 'FIELDS()'],
  ['SELECT TYPEOF What WHEN Account THEN Phone END FROM Task', 'TYPEOF'],
  ['SELECT What.Name FROM Task', 'What.Name'],
  ["SELECT Id FROM Task WHERE What.Name = 'x'", 'What.Name'],
  ['SELECT SUM(NumberOfLeads) FROM Campaign', 'NumberOfLeads'],
  ['SELECT Id FROM Campaign GROUP BY Id HAVING MAX(NumberOfLeads) > 1', 'NumberOfLeads'],
  ['SELECT Id FROM Opportunity o, o.Campaign Account', 'Account'],
  ['SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Contact Account)', 'Account'],
  ['SELECT toLabel(Account.Type) FROM Opportunity', 'Account.Type'],
])('a free statement that tells of hidden rows is refused by name: %s', async (text, name) => {
  const { errors, calls, data } = await soql(text);
  expect(data.soql).toBeNull();
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  expect(errors?.[0]?.message).toContain(name);
  expect(calls).toEqual([]);
});

it('of thousands of anchors those are named that a question by key needs, and all of them in several statements where it is about all rows', async () => {
  const some = [...visible.anchors];
  const others = Array.from(
    { length: 4_000 },
    (_, at) => normalizeCrmId(`006Zz00000${String(at).padStart(5, '0')}`)!,
  );
  const nobody = { id: null, name: null, reason: 'no user' } as const;
  const dealIds = new Set([...some.filter((id) => id.startsWith('006')), ...others]);
  const people = {
    crmUserIds: visible.persons.crm,
    platformUserIds: new Set<string>(),
    emails: new Set<string>(),
  };
  const anchors = {
    ...{
      accountIds: new Set(some.filter((id) => id.startsWith('001'))),
      dealIds,
    },
    ...{
      teamAccountIds: new Set<string>(),
      teamDealIds: dealIds,
      accountIdsAbove: visible.accountsAbove,
    },
  };
  const rowAccess: RowAccess = {
    ...who,
    people: () => ({ ...people, crmUser: nobody, platformUser: nobody }),
    anchors: () => anchors,
    lastPeople: () => null,
    lastAnchors: () => anchors,
    freshUntil: () => Number.POSITIVE_INFINITY,
  };
  const large = await openWorld({ shared: world.service, index: false, context: { rowAccess } });
  onTestFinished(() => large.close());
  const tasks = rowsOf('Task').filter(({ WhatId }) => dealIds.has(WhatId));
  const { data, errors } = await large.ask(
    `query ($ids: [ID!]!) { tasks(first: 5) { totalCount } opportunitiesAggregate { count }
      nodes(ids: $ids) { ... on Task { upstreamId what { upstreamId } } }
      accounts(first: 10) { nodes { upstreamId tasks(first: 50) { nodes { upstreamId } } } } }`,
    { ids: tasks.map(({ Id }) => encodeGlobalId('Task', Id)) },
  );
  expect(errors).toBeUndefined();
  expect(data.tasks.totalCount).toBe(rowsOf('Task').length);
  expect(data.opportunitiesAggregate[0].count).toBe(rowsOf('Opportunity').length);
  expect(ids(data.nodes)).toEqual(ids(tasks));
  for (const { what } of data.nodes) expect(what).not.toBeNull();
  const shown = rowsOf('Task');
  for (const { upstreamId, tasks: children } of data.accounts.nodes)
    expect(ids(children.nodes)).toEqual(ids(shown.filter(({ WhatId }) => WhatId === upstreamId)));
});
