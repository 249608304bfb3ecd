/** The selection decides what is asked upstream: exact statements and selectors for a table of questions. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let account = '';
let contact = '';
let call = '';

beforeAll(async () => {
  world = await openWorld({ index: false });
  const { data } = await world.ask(`{
    accounts(first: 1, filter: {parentId: {isNull: false}}) { nodes { upstreamId } }
    contacts(first: 1, filter: {reportsToId: {isNull: false}}) { nodes { upstreamId } }
    calls(first: 1) { nodes { upstreamId } }
  }`);
  account = data.accounts.nodes[0].upstreamId;
  contact = data.contacts.nodes[0].upstreamId;
  call = data.calls.nodes[0].upstreamId;
});
afterAll(() => world.close());

/** What was asked: SOQL where it is SOQL, all params else. Ids of the sample records stand as names. */
async function asked(
  query: string,
  variables?: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const fill = (text: string): string =>
    text.replaceAll('@account', account).replaceAll('@contact', contact).replaceAll('@call', call);
  const { errors, calls } = await world.ask(fill(query), variables);
  expect(errors).toBeUndefined();
  return calls.map(({ entity, action, params }) => {
    const { q } = (params ?? {}) as { q?: string };
    const text = `${entity} ${action}: ${q ?? JSON.stringify(params ?? {})}`;
    return text
      .replaceAll(account, '@account')
      .replaceAll(contact, '@contact')
      .replaceAll(call, '@call')
      .replace(/(IN \()'[^)]*'\)/, '$1…)')
      .replace(/"callIds":\[[^\]]*\]/, '"callIds":[…]');
  });
}

describe('the SELECT list of a CRM list', () => {
  const end = 'FROM Account ORDER BY Id ASC LIMIT 2';
  it.each([
    ['plain fields', 'name industry', `SELECT Id, Industry, Name ${end}`],
    ['the id alone', 'id upstreamId objectName __typename', `SELECT Id ${end}`],
    ['a field twice and under another name', 'name name other: name', `SELECT Id, Name ${end}`],
    ['a spread fragment', '...Named', `SELECT Id, Name ${end}`],
    [
      'an inline fragment',
      '... on Account { industry } ... { name }',
      `SELECT Id, Industry, Name ${end}`,
    ],
    [
      'a fragment on an interface',
      '... on CrmRecord { recordName } ... on Node { id }',
      `SELECT Id, Name ${end}`,
    ],
    [
      'a fragment on another type',
      '... on CrmRecord { ... on Contact { email } recordName }',
      `SELECT Id, Name ${end}`,
    ],
    [
      'fields left out by directives',
      'name @skip(if: true) industry @include(if: true) website @include(if: false)',
      `SELECT Id, Industry ${end}`,
    ],
    ['a skipped parent', 'name owner @skip(if: true) { name }', `SELECT Id, Name ${end}`],
    ['a raw reference', 'ownerId', `SELECT Id, OwnerId ${end}`],
    ['the id alone of a parent', 'owner { id upstreamId }', `SELECT Id, OwnerId ${end}`],
    ['fields of a parent', 'owner { name }', `SELECT Id, Owner.Id, Owner.Name, OwnerId ${end}`],
    [
      'a parent under two names',
      'owner { name } boss: owner { title }',
      `SELECT Id, Owner.Id, Owner.Name, Owner.Title, OwnerId ${end}`,
    ],
    [
      'parents five levels up',
      'parent { owner { manager { manager { manager { name } } } } }',
      'SELECT Id, Parent.Id, Parent.Owner.Id, Parent.Owner.Manager.Id, Parent.Owner.Manager.Manager.Id, Parent.Owner.Manager.Manager.Manager.Id, Parent.Owner.Manager.Manager.Manager.Name, Parent.Owner.Manager.Manager.ManagerId, Parent.Owner.Manager.ManagerId, Parent.Owner.ManagerId, Parent.OwnerId, ParentId ' +
        end,
    ],
    ['a compound address', 'billingAddress { city }', `SELECT Id, BillingAddress ${end}`],
    [
      'children in a window',
      'contacts(first: 3) { nodes { name } }',
      `SELECT Id, (SELECT Id, Name FROM Contacts ORDER BY Id ASC LIMIT 4) ${end}`,
    ],
    [
      'children with their own parents',
      'contacts(first: 1) { nodes { name owner { name } } }',
      `SELECT Id, (SELECT Id, Name, Owner.Id, Owner.Name, OwnerId FROM Contacts ORDER BY Id ASC LIMIT 2) ${end}`,
    ],
    [
      'children in another order and filtered',
      'opportunities(first: 1, filter: {isClosed: {eq: false}}, orderBy: [{field: AMOUNT, direction: DESC}]) { edges { node { stageName } } }',
      `SELECT Id, (SELECT Id, Amount, StageName FROM Opportunities WHERE IsClosed = FALSE ORDER BY Amount DESC NULLS FIRST, Id ASC LIMIT 2) ${end}`,
    ],
    [
      'children of which nothing is wanted',
      'contacts(first: 0) { nodes { name } }',
      `SELECT Id ${end}`,
    ],
    [
      'the same window under two names, one subquery',
      'a: contacts(first: 1) { nodes { name } } b: contacts(first: 1) { nodes { email } }',
      `SELECT Id, (SELECT Id, Email, Name FROM Contacts ORDER BY Id ASC LIMIT 2) ${end}`,
    ],
    [
      'children of two kinds',
      'contacts(first: 1) { nodes { id } } cases(first: 1) { nodes { subject } }',
      `SELECT Id, (SELECT Id FROM Contacts ORDER BY Id ASC LIMIT 2), (SELECT Id, Subject FROM Cases ORDER BY Id ASC LIMIT 2) ${end}`,
    ],
  ])('holds %s', async (_what, selection, q) => {
    const statements = await asked(
      `{ accounts(first: 1) { nodes { ${selection} } } } ${
        selection.includes('Named') ? 'fragment Named on Account { name }' : ''
      }`,
    );
    expect(statements).toEqual([`accounts list: ${q}`]);
  });

  it('follows variables in directives and windows', async () => {
    const query = `query ($deep: Boolean!, $n: Int) {
      accounts(first: 1) { nodes { name owner @include(if: $deep) { name } contacts(first: $n) @skip(if: $deep) { nodes { id } } } }
    }`;
    expect(await asked(query, { deep: true, n: 5 })).toEqual([
      `accounts list: SELECT Id, Name, Owner.Id, Owner.Name, OwnerId ${end}`,
    ]);
    expect(await asked(query, { deep: false, n: 5 })).toEqual([
      `accounts list: SELECT Id, Name, (SELECT Id FROM Contacts ORDER BY Id ASC LIMIT 6) ${end}`,
    ]);
  });

  it('is the union of nodes and edges', async () => {
    expect(
      await asked('{ accounts(first: 1) { nodes { name } edges { cursor node { industry } } } }'),
    ).toEqual([`accounts list: SELECT Id, Industry, Name ${end}`]);
  });

  it('holds what rows shown twice show under the same name', async () => {
    const query =
      '{ accounts(first: 2) { a: nodes { x: name } b: nodes { x: industry } edges { node { x: phone } } } }';
    expect(await asked(query)).toEqual([
      'accounts list: SELECT Id, Industry, Name, Phone FROM Account ORDER BY Id ASC LIMIT 3',
    ]);
    const { data } = await world.ask(query);
    const plain = await world.ask('{ accounts(first: 2) { nodes { name industry phone } } }');
    expect(data.accounts.b.map(({ x }: { x: string }) => x)).toEqual(
      plain.data.accounts.nodes.map(({ industry }: { industry: string }) => industry),
    );
  });

  it('keeps windows apart that rows shown twice open under the same name', async () => {
    const { data } = await world.ask(
      '{ accounts(first: 2) { a: nodes { contacts(first: 1) { nodes { name } } } b: nodes { contacts(first: 2) { nodes { email } } } } }',
    );
    const sizes = (rows: readonly { contacts: { nodes: unknown[] } }[]) =>
      rows.map(({ contacts }) => contacts.nodes.length);
    expect(sizes(data.accounts.a)).toEqual([1, 1]);
    expect(sizes(data.accounts.b)).toEqual([2, 2]);
    expect(data.accounts.b[0].contacts.nodes[0].email).toBeTypeOf('string');
  });

  it('holds what an order or a cursor reads', async () => {
    expect(
      await asked('{ accounts(first: 1, orderBy: [{field: NAME}]) { nodes { id } } }'),
    ).toEqual(['accounts list: SELECT Id, Name FROM Account ORDER BY Name ASC, Id ASC LIMIT 2']);
  });

  it('holds nothing where nothing of a row is selected', async () => {
    expect(await asked('{ accounts(first: 1) { pageInfo { hasNextPage } } }')).toEqual([
      `accounts list: SELECT Id ${end}`,
    ]);
    expect(await asked('{ accounts(first: 1) { __typename } }')).toEqual([]);
  });

  it('asks a deeper parent than the CRM follows by its id', async () => {
    const manager = (depth: number): string =>
      depth === 0 ? '{ name }' : `{ manager ${manager(depth - 1)} }`;
    const statements = await asked(`{ accounts(first: 1) { nodes { owner ${manager(6)} } } }`);
    expect(statements[0]).toContain('Owner.Manager.Manager.Manager.Manager.Id');
    expect(statements[0]).not.toContain('Owner.Manager.Manager.Manager.Manager.Manager.Id');
    for (const text of statements.slice(1)) expect(text).toMatch(/^query (list|get): /);
  });
});

describe('a record by its id', () => {
  it.each([
    [
      'plain fields are a get of just them',
      'name industry',
      'accounts get: {"id":"@account","fields":"Id,Industry,Name"}',
    ],
    [
      'nothing but the id is a get of it: is there one?',
      'id',
      'accounts get: {"id":"@account","fields":"Id"}',
    ],
    [
      "a parent's id needs no join",
      'owner { id }',
      'accounts get: {"id":"@account","fields":"Id,OwnerId"}',
    ],
    [
      "a parent's fields come in one query",
      'name parent { name }',
      'accounts list: SELECT Id, Name, Parent.Id, Parent.Name, ParentId FROM Account WHERE Id IN (…) LIMIT 1',
    ],
    [
      'children come in one query, a page of fifty and one to tell whether more follow',
      'contacts(first: 2) { nodes { email } }',
      'accounts list: SELECT Id, (SELECT Id, Email FROM Contacts ORDER BY Id ASC LIMIT 51) FROM Account WHERE Id IN (…) LIMIT 1',
    ],
  ])('%s', async (_what, selection, expected) => {
    const statements = await asked(`{ account(by: {upstreamId: "@account"}) { ${selection} } }`);
    expect(statements).toEqual([expected]);
  });

  it('asked for under several names is one query with the union', async () => {
    expect(
      await asked(`{
        a: account(by: {upstreamId: "@account"}) { name }
        b: account(by: {upstreamId: "@account"}) { industry owner { id } }
      }`),
    ).toEqual(['accounts get: {"id":"@account","fields":"Id,Industry,Name,OwnerId"}']);
  });

  it('that a later level needs more of is asked only for the difference', async () => {
    const statements = await asked(`{
      contact(by: {upstreamId: "@contact"}) {
        name
        reportsTo { name reportsTo { id } }
        account { contacts(first: 100) { nodes { name email title } } }
      }
    }`);
    expect(statements[0]).toBe(
      'contacts list: SELECT Id, Account.Id, AccountId, Name, ReportsTo.Id, ReportsTo.Name, ReportsTo.ReportsToId, ReportsToId FROM Contact WHERE Id IN (…) LIMIT 1',
    );
    expect(statements.slice(1)).toEqual([
      'accounts list: SELECT Id, (SELECT Id, Email, Name, Title FROM Contacts ORDER BY Id ASC LIMIT 101) FROM Account WHERE Id IN (…) LIMIT 1',
    ]);
  });
});

describe('polymorphic references', () => {
  it('cost nothing where only ids are selected', async () => {
    expect(
      await asked('{ tasks(first: 5) { nodes { who { id } what { upstreamId objectName } } } }'),
    ).toEqual(['tasks list: SELECT Id, WhatId, WhoId FROM Task ORDER BY Id ASC LIMIT 6']);
  });

  it('ask each target type for its own fragment, once', async () => {
    const statements = await asked(`
      { tasks(first: 100) { nodes { ...T } }
        more: tasks(first: 5, orderBy: [{field: WHO_ID, direction: DESC, nulls: LAST}]) { nodes { ...T } } }
      fragment T on Task {
        who { recordName ... on Contact { email } ... on Lead { company } }
        what { ... on Account { industry } ... on Opportunity { stageName } ... on Case { id } }
        owner { ... on CrmUser { title } }
      }`);
    expect([...statements].sort().map((text) => text.replace(/LIMIT \d+/, 'LIMIT n'))).toEqual([
      'accounts list: SELECT Id, Industry FROM Account WHERE Id IN (…) LIMIT n',
      'contacts list: SELECT Id, Email, Name FROM Contact WHERE Id IN (…) LIMIT n',
      'leads list: SELECT Id, Company, Name FROM Lead WHERE Id IN (…) LIMIT n',
      'opportunities list: SELECT Id, StageName FROM Opportunity WHERE Id IN (…) LIMIT n',
      'query list: SELECT Id, Title FROM User WHERE Id IN (…) LIMIT n',
      'tasks list: SELECT Id, OwnerId, WhatId, WhoId FROM Task ORDER BY Id ASC LIMIT n',
      'tasks list: SELECT Id, OwnerId, WhatId, WhoId FROM Task ORDER BY WhoId DESC NULLS LAST, Id ASC LIMIT n',
    ]);
  });

  it('by way of an interface fragment need the name field of each object', async () => {
    const statements = await asked(
      '{ cases(first: 1) { nodes { ...R } } } fragment R on CrmRecord { recordName }',
    );
    expect(statements).toEqual([
      'cases list: SELECT Id, CaseNumber FROM Case ORDER BY Id ASC LIMIT 2',
    ]);
  });
});

describe('aggregates', () => {
  it.each([
    ['{ count }', '', 'SELECT COUNT(Id) n FROM Opportunity'],
    ['{ sum { amount } }', '', 'SELECT COUNT(Id) n, SUM(Amount) sum_Amount FROM Opportunity'],
    [
      '{ max { closeDate amount } avg { probability } }',
      '',
      'SELECT COUNT(Id) n, MAX(CloseDate) max_CloseDate, MAX(Amount) max_Amount, AVG(Probability) avg_Probability FROM Opportunity',
    ],
    [
      '{ keys { value } count }',
      '(groupBy: [{field: STAGE_NAME}], first: 5)',
      'SELECT StageName k0, COUNT(Id) n FROM Opportunity GROUP BY StageName ORDER BY COUNT(Id) DESC, StageName ASC LIMIT 5',
    ],
    [
      '{ count countDistinct { accountId } }',
      '(groupBy: [{field: CLOSE_DATE, by: YEAR}, {field: CLOSE_DATE, by: MONTH}], filter: {amount: {gt: 10}}, having: {count: {gte: 2}, sum: [{field: AMOUNT, value: {gt: 5}}]})',
      'SELECT CALENDAR_YEAR(CloseDate) k0, CALENDAR_MONTH(CloseDate) k1, COUNT(Id) n, COUNT_DISTINCT(AccountId) countDistinct_AccountId FROM Opportunity WHERE Amount > 10 GROUP BY CALENDAR_YEAR(CloseDate), CALENDAR_MONTH(CloseDate) HAVING COUNT(Id) >= 2 AND SUM(Amount) > 5 ORDER BY COUNT(Id) DESC, CALENDAR_YEAR(CloseDate) ASC, CALENDAR_MONTH(CloseDate) ASC LIMIT 100',
    ],
  ])('%s %s measure only what is selected', async (selection, args, q) => {
    expect(await asked(`{ opportunitiesAggregate${args} ${selection} }`)).toEqual([
      `opportunities list: ${q}`,
    ]);
  });
});

describe('a search', () => {
  it('returns of each type what its fragment reads', async () => {
    expect(
      await asked(`{ search(term: "Clover", types: [ACCOUNT, CONTACT], first: 3) {
        recordName ... on Account { industry } ... on Contact { account { id } }
      } }`),
    ).toEqual([
      'accounts search: FIND {Clover*} IN ALL FIELDS RETURNING Account(Id, Industry, Name LIMIT 3), Contact(Id, AccountId, Name LIMIT 3)',
    ]);
  });
});

describe('the content selector of calls', () => {
  const selector = (fields: object) => JSON.stringify({ contentSelector: fields }).slice(1, -1);
  const exposed = (fields: object) => selector({ exposedFields: fields });
  it.each([
    ['nothing but the id', 'id', null],
    ['plain fields', 'title startedAt durationSeconds primaryUser { id } workspace { id }', null],
    ['parties', 'parties { name }', exposed({ parties: true })],
    ['one block of content', 'content { brief }', exposed({ content: { brief: true } })],
    [
      'several blocks through fragments and aliases',
      '...C content { keyPoints } again: content { brief }',
      exposed({ content: { brief: true, keyPoints: true, topics: true } }),
    ],
    [
      'tracker counts without their occurrences',
      'content { trackers { name count } }',
      exposed({ content: { trackers: true } }),
    ],
    [
      'tracker occurrences',
      'content { trackers { occurrences { startSeconds } } }',
      exposed({ content: { trackerOccurrences: true, trackers: true } }),
    ],
    [
      'measures of interaction',
      'interaction { statistics { name value } questions { companyCount } }',
      exposed({ interaction: { personInteractionStats: true, questions: true } }),
    ],
    ['comments', 'comments { text }', exposed({ collaboration: { publicComments: true } })],
    ['linked records', 'crmContext { system }', selector({ context: 'Extended' })],
    [
      'what directives leave',
      'parties @include(if: false) { name } content { brief @skip(if: true) topics { name } }',
      exposed({ content: { topics: true } }),
    ],
  ])('exposes %s', async (_what, selection, expected) => {
    const statements = await asked(
      `{ calls(first: 1) { nodes { ${selection} } } } ${
        selection.includes('...C') ? 'fragment C on Call { content { topics { name } } }' : ''
      }`,
    );
    expect(statements).toEqual([
      expected === null ? 'calls list: {}' : `calls_extensive list: {"filter":{},${expected}}`,
    ]);
  });

  it('by id follows the same rule: a get of the plain row, else one list', async () => {
    expect(await asked('{ call(by: {upstreamId: "@call"}) { title } }')).toEqual([
      'calls get: {"id":"@call"}',
    ]);
    expect(await asked('{ call(by: {upstreamId: "@call"}) { title parties { name } } }')).toEqual([
      `calls_extensive list: {"filter":{"callIds":[…]},${exposed({ parties: true })}}`,
    ]);
  });

  it('asks no user, workspace or call for the sake of an id', async () => {
    expect(
      await asked(
        '{ calls(first: 3) { nodes { primaryUser { id upstreamId } workspace { id } } } }',
      ),
    ).toEqual(['calls list: {}']);
  });
});
