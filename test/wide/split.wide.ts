/** Somebody whose rows hang on more accounts and deals than one statement names: every list, and random questions, are answered as by a company without the hidden rows. */

import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isMatrix, share } from '../support/cases.ts';
import { Oracle, openTables } from '../support/row-access/oracle.ts';
import { Questions } from '../support/row-access/question.ts';
import { openReduced } from '../support/row-access/reduced-company.ts';
import { type Person, Tally, tryQuestion, tryWalks } from '../support/row-access/trial.ts';
import { fixedViewer } from '../support/row-access/viewer.ts';
import { seed } from '../support/seed.ts';
import { shortPages } from '../support/short-page.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { customSchema, model, openWorld, schema, today, type World } from '../support/world.ts';

const backend = openSynthetic({ now: () => today, customSchema });
let oracle: Oracle;
beforeAll(async () => {
  oracle = new Oracle(await openTables(backend));
});
afterAll(() => backend.close());

/** What is about rows of the CRM alone: without people of the platform no call is visible. */
const kinds = new Set(['list', 'aggregate', 'record', 'search', 'soql', 'entities']);
const ofCalls = /[cC]all|spoken|trackersOver|parties|answered|scorecards/;

/** Names of the fields that a list can be ordered by. */
function orderFields(list: string): readonly string[] {
  const args = schema.getQueryType()!.getFields()[list]!.args;
  const input = getNamedType(args.find(({ name }) => name === 'orderBy')!.type);
  const field = isInputObjectType(input) ? getNamedType(input.getFields().field!.type) : null;
  if (!isEnumType(field)) throw new TypeError(list);
  return field.getValues().map(({ name }) => name);
}

describe.each([
  { count: 600, people: 2, accounts: 0.5 },
  { count: 4_000, people: 14, accounts: 0.02 },
  { count: 9_999, people: 1, accounts: 0.5 },
])('of $count anchors and $people people', (plan) => {
  let person: Person;
  let world: World;
  beforeAll(async () => {
    const { visible, rowAccess } = fixedViewer(oracle, plan);
    world = await openWorld({ backend, index: false, cache: true, context: { rowAccess } });
    const reduced = await openWorld({
      backend: openReduced(backend.file, visible),
      ...{ index: false, cache: true },
    });
    const viewer = { level: 'team', person: '' } as const;
    person = { name: `${plan.count} anchors`, viewer, visible, reduced };
  });
  afterAll(async () => {
    await Promise.all([world.close(), person.reduced.close()]);
  });

  const report = (tally: Tally): void => {
    process.stderr.write(`${plan.count} anchors, TEST_SEED=${seed}: ${tally}\n`);
    expect([...tally.words.keys()].filter((word) => /^(INTERNAL|SCAN)/.test(word))).toEqual([]);
    expect(tally.defects.slice(0, 20), `TEST_SEED=${seed}`).toEqual([]);
  };

  it.skipIf(plan.count > 600 && !isMatrix)('whole lists are those of the loops', async () => {
    const tally = new Tally();
    await tryWalks(world, person, oracle, tally);
    report(tally);
  });

  it('windows of an order are those of that company, from both ends and from the middle', async () => {
    const fields = ['tasks', 'events', 'contacts', 'opportunityLineItems'].flatMap((list) =>
      orderFields(list).map((field) => ({ list, field, filter: '{}' })),
    );
    // Their ids are read first.
    const named = [
      { list: 'contacts', field: 'LAST_NAME', filter: '{ cases: { some: {} } }' },
      { list: 'contacts', field: 'CREATED_DATE', filter: '{ cases: { none: {} } }' },
      {
        ...{ list: 'accounts', field: 'NAME' },
        filter: '{ cases: { none: {} }, contacts: { some: { email: { contains: "a" } } } }',
      },
      { list: 'cases', field: 'SUBJECT', filter: '{ contact: { name: { ne: "x" } } }' },
      { list: 'cases', field: 'ID', filter: '{ contact: { mailingCity: { isNull: true } } }' },
      {
        ...{ list: 'opportunities', field: 'AMOUNT' },
        filter: '{ account: { contacts: { none: { title: { contains: "VP" } } } } }',
      },
    ];
    for (const [at, { list, field, filter }] of [
      ...share(fields, 30),
      ...share(named, 3),
    ].entries()) {
      const direction = at % 2 === 0 ? 'ASC' : 'DESC';
      const orderBy = `[{ field: ${field}, direction: ${direction}, nulls: ${at % 4 < 2 ? 'FIRST' : 'LAST'} }]`;
      const ask = async (of: Pick<World, 'ask'>, window: string) => {
        const selection =
          'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { upstreamId }';
        const { data, errors } = await of.ask(
          `{ list: ${list}(${window}, filter: ${filter}, orderBy: ${orderBy}) { totalCount ${selection} } }`,
        );
        expect(errors).toBeUndefined();
        const { startCursor, endCursor, ...pageInfo } = data.list.pageInfo;
        return { cursors: [startCursor, endCursor], shown: { ...data.list, pageInfo } };
      };
      const both = async (windowOf: (cursors: readonly string[]) => string, from?: Both) => {
        const [asked, expected] = await Promise.all([
          ask(world, windowOf(from?.asked.cursors ?? [])),
          ask(person.reduced, windowOf(from?.expected.cursors ?? [])),
        ]);
        expect(asked.shown, `${list} ${filter} by ${field} ${direction}`).toEqual(expected.shown);
        return { asked, expected };
      };
      type Both = {
        readonly asked: Awaited<ReturnType<typeof ask>>;
        readonly expected: Awaited<ReturnType<typeof ask>>;
      };
      const first = await both(() => 'first: 37');
      const second = await both(([, end]) => `first: 20, after: "${end}"`, first);
      if (second.asked.cursors[0] !== null)
        await both(([start]) => `last: 15, before: "${start}"`, second);
      await both(() => 'last: 23');
    }
  });

  it.each([
    'opportunitiesAggregate(first: 50, groupBy: [{ field: STAGE_NAME }]) { count keys { value } countDistinct { ownerId createdDate amount closeDate name isWon } }',
    'tasksAggregate(first: 50) { count countDistinct { ownerId createdDate subject whoId } }',
    'contactsAggregate(first: 50, filter: { cases: { none: {} } }, groupBy: [{ field: OWNER_ID }]) { count keys { value } countDistinct { accountId lastName } }',
    'soql(first: 100, query: "SELECT ownerid, COUNT_DISTINCT(accountid) n FROM Contact GROUP BY ownerid HAVING COUNT_DISTINCT(accountid) > 2 ORDER BY COUNT_DISTINCT(accountid) DESC") { nodes { values } }',
    `soql(first: 100, query: "SELECT id, name FROM Account a WHERE a.id IN (SELECT c.accountid FROM Contact c WHERE c.title LIKE '%e%') AND a.id NOT IN (SELECT accountid FROM Case) ORDER BY a.name, id LIMIT 200") { totalCount nodes { values } }`,
  ])('what is counted and joined is that of that company: %s', async (question) => {
    const [told, expected] = await Promise.all(
      [world, person.reduced].map((of) => of.ask(`{ ${question} }`)),
    );
    expect(told!.errors).toBeUndefined();
    expect(told!.data).toEqual(expected!.data);
  });

  it('random questions are answered as by a company without the hidden rows', async () => {
    const tally = new Tally();
    const questions = new Questions(seed, oracle);
    for (let count = isMatrix ? 1_000 : 15; count > 0; ) {
      const question = questions.next();
      if (!kinds.has(question.kind) || ofCalls.test(question.query)) continue;
      count -= 1;
      await tryQuestion(world, [person], question, tally);
    }
    report(tally);
  });
});

it('pages that end early, and a field that nobody may read, change nothing', async () => {
  const { visible, rowAccess } = fixedViewer(oracle, { count: 1_200, people: 2, accounts: 0.3 });
  const cut = { rows: 7, children: null };
  const short = shortPages({ ...backend, close: () => undefined }, cut);
  const world = await openWorld({ backend: short, index: false, context: { rowAccess } });
  onTestFinished(() => world.close());
  world.service.admin.faults.add({ kind: 'hidden', system: 'crm', names: ['Task.Priority'] });
  const tasks = oracle
    .rows('Task')
    .filter(({ Id, IsDeleted }) => IsDeleted !== 1 && visible.sees('Task', Id));
  const walked: string[] = [];
  for (let after: string | null = null, hasNext = true; hasNext; ) {
    const { data } = await world.ask(
      'query ($after: String) { tasks(first: 60, after: $after) { pageInfo { hasNextPage endCursor } nodes { upstreamId priority } } }',
      { after },
    );
    walked.push(...data.tasks.nodes.map(({ upstreamId }: { upstreamId: string }) => upstreamId));
    ({ hasNextPage: hasNext, endCursor: after } = data.tasks.pageInfo);
  }
  expect(walked).toEqual(tasks.map(({ Id }) => String(Id)).sort());
  cut.rows = 60;
  const contacts = oracle
    .rows('Contact')
    .filter(({ Id, IsDeleted }) => IsDeleted !== 1 && visible.sees('Contact', Id));
  const withCase = new Set(
    oracle
      .rows('Case')
      .filter(({ Id, IsDeleted }) => IsDeleted !== 1 && visible.sees('Case', Id))
      .map(({ ContactId }) => ContactId),
  );
  const without = await world.ask('{ contacts(filter: { cases: { none: {} } }) { totalCount } }');
  expect(without.errors).toBeUndefined();
  expect(without.data.contacts.totalCount).toBe(
    contacts.filter(({ Id }) => !withCase.has(Id)).length,
  );
  const grouped = await world.ask(
    '{ tasksAggregate(first: 200, groupBy: [{ field: OWNER_ID }]) { count keys { value } } }',
  );
  const owners = Map.groupBy(tasks, ({ OwnerId }) => OwnerId);
  expect(grouped.errors).toBeUndefined();
  expect(grouped.data.tasksAggregate).toHaveLength(owners.size);
  for (const { count, keys } of grouped.data.tasksAggregate)
    expect(count).toBe(owners.get(keys[0].value)!.length);
});

it('ten thousand accounts and deals are named, one more is refused with their number', async () => {
  const own = openSynthetic({ now: () => today, customSchema });
  const who = { level: 'own', person: 'esther.rousseau@lumenridge.example.net' } as const;
  const { anchors, persons, sees } = oracle.visible(who);
  const deal = oracle.rows('Opportunity').find(({ OwnerId }) => persons.crm.has(OwnerId));
  own.changes.together(() => {
    for (let count = anchors.size; count < 10_000; count += 1)
      own.changes.copyRecord('Opportunity', deal.Id);
  });
  const world = await openWorld({ backend: own, index: false });
  onTestFinished(async () => {
    await world.close();
    own.close();
  });
  const question =
    '{ tasks(first: 5) { totalCount nodes { upstreamId } } opportunities { totalCount } }';
  const { data, errors } = await world.as(who).ask(question);
  expect(errors).toBeUndefined();
  const deals = [...anchors].filter((id) => id.startsWith('006')).length;
  expect(data.opportunities.totalCount).toBe(deals + 10_000 - anchors.size);
  const tasks = oracle
    .rows('Task')
    .filter(({ Id, IsDeleted }) => IsDeleted !== 1 && sees('Task', Id));
  expect(data.tasks.totalCount).toBe(tasks.length);
  const more = own.changes.copyRecord('Opportunity', deal.Id);
  await world.connector.forget(model.object('Opportunity')!.entity, [more]);
  const refused = await world.as(who).ask(question);
  expect(refused.errors?.map(({ message }) => message)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('(10001 were read)')),
  );
});

it('ten thousand records are looked up for a condition, of more the question is refused with their number', async () => {
  const own = openSynthetic({ now: () => today, customSchema });
  const { visible, rowAccess } = fixedViewer(oracle, { count: 9_999, people: 1, accounts: 0.5 });
  const contact = oracle.rows('Contact').find(({ Id }) => visible.sees('Contact', Id));
  own.changes.together(() => {
    for (let count = 0; count <= 10_000; count += 1) own.changes.copyRecord('Contact', contact.Id);
  });
  const world = await openWorld({ backend: own, index: false, context: { rowAccess } });
  onTestFinished(async () => {
    await world.close();
    own.close();
  });
  const question = (has: string) =>
    world.ask(`{ contacts(filter: { opportunityContactRoles: { ${has}: {} } }) { totalCount } }`);
  const refused = await question('none');
  expect(refused.errors?.[0]?.message).toMatch(/at most 10000 records of Contact .*were read/);
  // Of the few that have some only those are looked up.
  const some = await question('some');
  expect(some.errors).toBeUndefined();
});
