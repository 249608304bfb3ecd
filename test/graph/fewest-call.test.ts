/** One upstream call for each operation and level, however many objects ask, under however many names. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checksum } from '../../src/contract/crm/id.ts';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
import { encodedLength } from '../../src/soql/literal.ts';
import { maxQueryBytes } from '../../src/soql/statement-limit.ts';
import { roomyLimits } from '../support/small-server.ts';
import { statement, type TruthRow, tally } from '../support/truth.ts';
import { waveGate } from '../support/wave-gate.ts';
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

  it('that two branches of a document find in one moment cost one call: related and last ones', async () => {
    // As from the index's own thread, the answers come one after the other.
    const threaded = await openWorld({
      watch: (index) => ({
        ...index,
        async lastCalls(...question) {
          const answers = await index.lastCalls(...question);
          return new Promise((done) => setImmediate(done, answers));
        },
      }),
    });
    onTestFinished(() => threaded.close());
    const { errors, calls, data } = await threaded.ask(`{ contacts(first: 5) { nodes {
      relatedCalls(first: 1, order: OLDEST) { nodes { title } }
      lastCall { call { title } }
    } } }`);
    expect(errors).toBeUndefined();
    const titles = (contact: TruthRow) => JSON.stringify(contact).match(/"title":"/g)?.length ?? 0;
    const shown = (data.contacts.nodes as TruthRow[]).map(titles);
    expect(Math.max(...shown)).toBe(2);
    expect(tally(calls)['calls_extensive list']).toBe(1);
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

describe('a lone record', () => {
  const nested = /* GraphQL */ `
    opportunities { nodes { name opportunityContactRoles { nodes { role } } } }
  `;

  it('whose children show their own children is one wave of statements', async () => {
    const gate = waveGate();
    const gated = await openWorld({ backend: gate.backend, index: 'off' });
    onTestFinished(() => gated.close());
    const { data } = await gated.ask('{ cases(first: 1) { nodes { account { id } } } }');
    const { id } = data.cases.nodes[0].account;
    const { result, waves } = await gate.during(() =>
      gated.ask(`{ account(by: {id: "${id}"}) {
        name ${nested} cases { nodes { subject caseComments { nodes { commentBody } } } }
      } }`),
    );
    expect(result.errors).toBeUndefined();
    expect(result.data.account.cases.nodes.length).toBeGreaterThan(0);
    expect(tally(result.calls)).toEqual({
      'accounts get': 1,
      'opportunities list': 1,
      'cases list': 1,
    });
    expect(waves).toBe(1);
    const { data: apart } = await gated.ask(
      `{ accounts(first: 2, filter: {id: {in: ["${id}"]}}) { nodes { ${nested} } } }`,
    );
    expect(result.data.account.opportunities).toEqual(apart.accounts.nodes[0].opportunities);
  });

  it('behind another one brings its children with theirs in one statement', async () => {
    const { data } = await world.ask('{ contacts(first: 1) { nodes { id } } }');
    const { errors, calls } = await world.ask(
      `{ contact(by: {id: "${data.contacts.nodes[0].id}"}) { name account { name ${nested} } } }`,
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'contacts list': 1, 'opportunities list': 1 });
  });

  it('behind another one brings grandchildren of several kinds by one statement a kind', async () => {
    const { errors, calls } = await world.ask(`{ contacts(first: 1) { nodes { account {
      opportunities { nodes { name opportunityContactRoles { nodes { role } } opportunityLineItems { nodes { quantity } } } }
      cases { nodes { subject caseComments { nodes { commentBody } } } }
    } } } }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({
      'contacts list': 1,
      'opportunities list': 1,
      'cases list': 1,
    });
  });

  it('so where nothing of the one between is shown but its children', async () => {
    const { data, errors, calls } = await world.ask(
      `{ contacts(first: 1) { nodes { id account { ${nested} } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'contacts list': 1, 'opportunities list': 1 });
    const [{ id, account }] = data.contacts.nodes;
    expect(account.opportunities.nodes.length).toBeGreaterThan(0);
    const { data: named } = await world.ask(
      `{ contact(by: {id: "${id}"}) { account { name ${nested} } } }`,
    );
    expect(named.contact.account).toMatchObject(account);
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
