/** One upstream call for each operation and level, however many objects ask, under however many names. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
import { checksum } from '../../src/records/crm/id.ts';
import { encodedLength, maxQueryBytes } from '../../src/soql/chunk.ts';
import { roomyLimits } from '../support/small-server.ts';
import { statement, type TruthRow, tally } from '../support/truth.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ server: { limits: { ...roomyLimits, cost: 10_000 } } });
});
afterAll(() => world.close());

const from = '"2026-09-01T00:00:00Z"';

describe('fifty calls', () => {
  const parts = /* GraphQL */ `
    primaryUser { name manager { lastName } }
    transcript { monologues { speaker { name } sentences { text } } }
    parties { name contact { name account { name } } }
  `;
  const least = {
    'calls_extensive list': 1,
    'users list': 1,
    'call_transcripts list': 1,
    'contacts list': 1,
  };

  it('with their users, transcripts and contacts cost one call an operation', async () => {
    const { data, errors, calls } = await world.ask(
      `{ calls(first: 50, filter: {from: ${from}}) { nodes { title ${parts} } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.calls.nodes).toHaveLength(50);
    expect(tally(calls)).toEqual(least);
    const named = data.calls.nodes
      .flatMap((call: TruthRow) => call.parties)
      .filter((p: TruthRow) => p.contact);
    expect(named.length).toBeGreaterThan(20);
  });

  it('cost no more under several names, in edges and nodes, and through fragments', async () => {
    const { errors, calls } = await world.ask(`
      {
        a: calls(first: 50, filter: {from: ${from}}) { nodes { ...P } edges { node { ...P more: title } } }
        b: calls(first: 50, filter: {from: ${from}}) { nodes { ...P again: transcript { monologues { topic } } } }
      }
      fragment P on Call { title ${parts} host: primaryUser { emailAddress } }
    `);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual(least);
  });

  it('of several workspaces cost a list each, and one call an operation for what hangs on them', async () => {
    const { errors, calls } = await world.ask(`{
      workspaces(first: 3) { nodes { calls(first: 2, from: ${from}) { nodes { title transcript { monologues { topic } } } } } }
    }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({
      'workspaces list': 1,
      'calls_extensive list': 3,
      'call_transcripts list': 1,
    });
  });

  it('reached through people of the CRM cost one call an operation too', async () => {
    const { data, errors, calls } = await world.ask(`{
      contacts(first: 50) { nodes { name relatedCalls(first: 2) {
        nodes { title primaryUser { name } transcript { monologues { topic } } }
      } } }
    }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toMatchObject({ 'contacts list': 1, 'users list': 1 });
    const ids = new Set(
      data.contacts.nodes.flatMap((one: TruthRow) =>
        one.relatedCalls.nodes.map(({ title }: TruthRow) => title),
      ),
    );
    // One page of the platform holds a hundred calls.
    expect(tally(calls)['calls_extensive list']).toBe(Math.ceil(ids.size / 100));
    expect(tally(calls)['call_transcripts list']).toBe(Math.ceil(ids.size / 100));
  });
});

describe('fifty parents', () => {
  it('bring their children, and grandchildren come in one query for all of them', async () => {
    const { data, errors, calls } = await world.ask(`{
      accounts(first: 50) { nodes { name
        contacts(first: 3) { nodes { name tasks(first: 2) { nodes { subject } } } }
        opportunities(first: 2, orderBy: [{field: AMOUNT}]) { nodes { name } }
      } }
    }`);
    expect(errors).toBeUndefined();
    expect(data.accounts.nodes).toHaveLength(50);
    expect(tally(calls)).toEqual({ 'accounts list': 1, 'contacts list': 1 });
    expect(statement(calls[1]!)).toMatch(
      /^SELECT Id, \(SELECT Id, Subject FROM Tasks ORDER BY Id ASC LIMIT 3\) FROM Contact WHERE Id IN \(/,
    );
  });

  it('with two windows of one relationship cost two queries, whatever their number', async () => {
    const { data, errors, calls } = await world.ask(`{
      accounts(first: 50) { nodes {
        open: opportunities(first: 2, filter: {isClosed: {eq: false}}) { nodes { isClosed } }
        won: opportunities(first: 2, filter: {isWon: {eq: true}}) { nodes { isWon } }
        latest: opportunities(first: 2, filter: {isWon: {eq: true}}) { nodes { closeDate } }
      } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(2);
    for (const { open, won, latest } of data.accounts.nodes) {
      expect(open.nodes.every((one: TruthRow) => one.isClosed === false)).toBe(true);
      expect(won.nodes.every((one: TruthRow) => one.isWon === true)).toBe(true);
      expect(latest.nodes).toHaveLength(won.nodes.length);
    }
  });

  it('behind references of several types bring their children along', async () => {
    const { errors, calls } = await world.ask(`{
      tasks(first: 60) { nodes {
        who { ... on Contact { name cases(first: 1) { nodes { subject } } } }
        what { ... on Account { industry contacts(first: 1) { nodes { name } } } ... on Opportunity { opportunityLineItems(first: 1) { nodes { quantity } } } }
      } }
    }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({
      'tasks list': 1,
      'contacts list': 1,
      'accounts list': 1,
      'opportunities list': 1,
    });
  });

  it('asked for by their global ids bring their children along', async () => {
    const { data } = await world.ask('{ accounts(first: 50) { nodes { id } } }');
    const { errors, calls } = await world.ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Account { name contacts(first: 2) { nodes { name } } } } }',
      { ids: data.accounts.nodes.map(({ id }: TruthRow) => id) },
    );
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  it('of whose children only the number is shown cost one count for all', async () => {
    const { data, errors, calls } = await world.ask(
      '{ accounts(first: 50) { nodes { name contacts(first: 10) { totalCount } } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.accounts.nodes[0].contacts.totalCount).toBeGreaterThan(0);
    expect(tally(calls)).toEqual({ 'accounts list': 1, 'contacts list': 1 });
  });

  it('of which one window goes on continue alone', async () => {
    const { data } = await world.ask(
      '{ accounts(first: 50) { nodes { id contacts(first: 1) { pageInfo { hasNextPage endCursor } } } } }',
    );
    const long = data.accounts.nodes.find((one: TruthRow) => one.contacts.pageInfo.hasNextPage);
    const { errors, calls } = await world.ask(
      `{ account(by: {id: "${long.id}"}) { name contacts(first: 1, after: "${long.contacts.pageInfo.endCursor}") { nodes { name } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(calls.length).toBeLessThanOrEqual(2);
  });

  it('and their owners, whichever way they are reached, are one query for each object', async () => {
    const { errors, calls } = await world.ask(`{
      accounts(first: 50) { nodes { owner { name } contacts(first: 5) { nodes { owner { email } } } } }
      tasks(first: 50) { nodes { owner { ... on CrmUser { title } } who { ... on Contact { account { name } } } } }
    }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({
      'accounts list': 1,
      'tasks list': 1,
      'contacts list': 1,
      'query list': 1,
    });
  });
});

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

describe('a list as a whole', () => {
  it('costs one call a page of the platform, read a hundred at a time', async () => {
    let pages = 0;
    let rows = 0;
    const before = world.service.calls().length;
    for (let after: string | null = null, more = true; more; pages += 1) {
      const { data, errors }: Awaited<ReturnType<World['ask']>> = await world.ask(
        'query ($after: String) { calls(first: 100, after: $after) { nodes { title } pageInfo { hasNextPage endCursor } } }',
        { after },
      );
      expect(errors).toBeUndefined();
      rows += data.calls.nodes.length;
      after = data.calls.pageInfo.endCursor;
      more = data.calls.pageInfo.hasNextPage;
    }
    expect(rows).toBe(2_500);
    expect(world.service.calls().length - before).toBe(pages);
    expect(pages).toBe(25);
  });
});

describe('what is known already', () => {
  it('or on its way with the page of users others wait for is not asked for by itself', async () => {
    const { errors, calls } = await world.ask(`{
      activity(first: 1) { nodes { user { name } } }
      interaction(first: 3) { nodes { user { name } } }
      dailyActivity(first: 2) { nodes { user { name } } }
      calls(first: 3) { nodes { primaryUser { name } } }
    }`);
    expect(errors).toBeUndefined();
    const { 'users get': alone = 0, 'users list': lists } = tally(calls);
    // Whoever is first may be alone, before anybody needs the list.
    expect({ alone: alone <= 1, lists }).toEqual({ alone: true, lists: 1 });
  });

  it('is not asked for again at a deeper level', async () => {
    const { errors, calls } = await world.ask(`{
      accounts(first: 20) { nodes { name contacts(first: 100) { nodes { name account { name } } } } }
    }`);
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  it('costs only its difference', async () => {
    const { errors, calls } = await world.ask(`{
      tasks(first: 30) { nodes { who { ... on Contact { name account { name } } } } }
      contacts(first: 100) { nodes { name email } }
    }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'tasks list': 1, 'contacts list': 2 });
  });

  it('to be absent is asked once', async () => {
    const gone = '001Sy00000zzzzzIAA';
    const { data, calls } = await world.ask(`{
      a: account(by: {upstreamId: "${gone}"}) { name }
      b: account(by: {upstreamId: "${gone.slice(0, 15)}"}) { name industry }
    }`);
    expect(data).toEqual({ a: null, b: null });
    expect(calls).toHaveLength(1);
  });
});

describe('long lists of ids', () => {
  it('are cut by their length as a URL, and every row finds its key', async () => {
    const { data: some } = await world.ask('{ contacts(first: 100) { nodes { id } } }');
    const real: string[] = some.contacts.nodes.map(({ id }: TruthRow) => id);
    // Two thousand, a real one in twenty.
    const ids = Array.from({ length: 2_000 }, (_, at) => {
      const plain = `003Zz0000${String(at).padStart(5, '0')}z`;
      return at % 20 === 0 ? real[at / 20]! : encodeGlobalId('Contact', plain + checksum(plain));
    });
    const chunks = Array.from({ length: Math.ceil(ids.length / 100) }, (_, at) =>
      ids.slice(at * 100, at * 100 + 100),
    );
    const variables = Object.fromEntries(chunks.map((chunk, at) => [`v${at}`, chunk]));
    const { data, errors, calls } = await world.ask(
      `query (${chunks.map((_, at) => `$v${at}: [ID!]!`).join(' ')}) {
        ${chunks.map((_, at) => `c${at}: nodes(ids: $v${at}) { id ... on Contact { name owner { name } } }`).join(' ')}
      }`,
      variables,
    );
    expect(errors).toBeUndefined();
    const answered = chunks.flatMap((_, at) =>
      data[`c${at}`].map((one: TruthRow) => one?.id ?? null),
    );
    expect(answered).toEqual(ids.map((id, at) => (at % 20 === 0 ? id : null)));
    const lengths = calls.map((call) => encodedLength(statement(call)));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(maxQueryBytes);
    // As few as fit: all but the last are nearly full.
    const perId = encodedLength("'003000000000000AAA',");
    expect(calls.length).toBe(Math.ceil((ids.length * perId) / (maxQueryBytes - 300)));
  });
});
