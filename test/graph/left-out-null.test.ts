/** What a connector service does not name in a row: nothing where it leaves nulls out, and lost where it sends them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { sample } from '../support/cases.ts';
import { tally } from '../support/truth.ts';
import { openWorld, type World } from '../support/world.ts';

const operations = join(import.meta.dirname, '../../schema/operations');
const showcases = readdirSync(operations)
  .filter((file) => file.endsWith('.graphql'))
  .map((file): [string, string] => [file, readFileSync(join(operations, file), 'utf8')]);

const leaveOut: Fault = { kind: 'fields', change: 'nulls-left-out', system: 'crm' };

const sparse = /* GraphQL */ `
  {
    account(by: { upstreamId: "ACCOUNT" }) { name website parent { name } billingAddress { city } }
    accounts(first: 100, orderBy: [{ field: ANNUAL_REVENUE }]) {
      nodes { name website industry annualRevenue parent { name owner { name manager { name } } }
        contacts(first: 2, filter: { email: { isNull: true } }) { nodes { name email phone reportsTo { name } } }
        cases(first: 1) { nodes { subject contact { name phone account { website } } } } }
      pageInfo { endCursor }
    }
    tasks(first: 60) { nodes { description whoId who { recordName ... on Contact { phone } ... on Lead { website } } what { recordName } } }
    opportunitiesAggregate(groupBy: [{ field: NEXT_STEP }], first: 5) { keys { value } count sum { amount } max { lastActivityDate } }
    none: opportunitiesAggregate(filter: { id: { eq: "006000000000000AAA" } }) { count sum { amount } countDistinct { stageName } }
    search(term: "north", types: [ACCOUNT, CONTACT, LEAD]) { recordName ... on Account { website parent { name } } ... on Contact { phone account { parent { name } } } ... on Lead { website } }
    calls(first: 30) { nodes { accounts { record { name website parent { name } } } parties { contact { name phone } lead { website } crmUser { title } } } }
  }
`;

describe('a service that leaves nulls out, and is said to', () => {
  let plain: World;
  let world: World;
  let query: string;
  beforeAll(async () => {
    plain = await openWorld({ trackers: true });
    world = await openWorld({ trackers: true, crm: { leavesOutNulls: true } });
    world.service.admin.faults.add(leaveOut);
    const { data } = await plain.ask(
      '{ accounts(first: 1, filter: {parentId: {isNull: true}}) { nodes { upstreamId } } }',
    );
    query = sparse.replace('ACCOUNT"', `${data.accounts.nodes[0].upstreamId}"`);
  });
  afterAll(() => Promise.all([plain.close(), world.close()]));

  it.each(sample(showcases, 2))(
    'answers %s as any other does, with the same calls',
    async (_file, text) => {
      const expected = await plain.ask(text);
      const { data, errors, calls } = await world.ask(text);
      expect(errors).toBeUndefined();
      expect(data).toEqual(expected.data);
      expect(tally(calls)).toEqual(tally(expected.calls));
    },
  );

  it('answers records, parents, children, groups and hits of which much is empty, too', async () => {
    const expected = await plain.ask(query);
    const { data, errors, calls } = await world.ask(query);
    expect(expected.errors).toBeUndefined();
    expect(errors).toBeUndefined();
    expect(JSON.stringify(expected.data).split('null').length).toBeGreaterThan(50);
    expect(data).toEqual(expected.data);
    expect(tally(calls)).toEqual(tally(expected.calls));
  });

  it('answers children that are read on where their pages end early, too', async () => {
    const early: Fault = { kind: 'early-end', children: 1 };
    for (const one of [plain, world]) one.service.admin.faults.add(early);
    onTestFinished(() => {
      plain.service.admin.faults.clear();
      world.service.admin.faults.clear();
      world.service.admin.faults.add(leaveOut);
    });
    const children = `{ accounts(first: 8) { nodes { contacts(first: 6) {
      nodes { name mobilePhone description reportsTo { name } cases(first: 4) { nodes { subject } } } } } } }`;
    const expected = await plain.ask(children);
    expect(JSON.stringify(expected.data)).toContain(':null');
    const { data, errors } = await world.ask(children);
    expect(errors).toBeUndefined();
    expect(data).toEqual(expected.data);
  });

  it('does the same from what is kept', async () => {
    const kept = await openWorld({ cache: true, crm: { leavesOutNulls: true } });
    onTestFinished(() => kept.close());
    kept.service.admin.faults.add(leaveOut);
    const first = await kept.ask(query);
    expect(first.errors).toBeUndefined();
    for (let time = 0; time < 3; time += 1) {
      const { data, errors, calls } = await kept.ask(query);
      expect({ data, errors }).toEqual({ data: first.data, errors: undefined });
      // The CRM's users come by free queries, which are never answered from memory.
      expect(calls.filter(({ entity }) => entity !== 'query')).toEqual([]);
    }
  });
});

describe('a service that sends nulls, and lost some fields', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const errorsOf = async (query: string, fault: Fault) => {
    const clean = await world.ask(query);
    expect(clean.errors).toBeUndefined();
    world.service.admin.faults.add(fault);
    const { data, errors = [] } = await world.ask(query);
    world.service.admin.faults.clear();
    const paths = errors.map(({ path, message, extensions }) => {
      expect(extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
      expect(message).toContain('got an answer without it');
      return path!.filter((part) => typeof part === 'string').join('.');
    });
    return { data, paths: [...new Set(paths)] };
  };
  const lost = (entity: string, field: string): Fault => ({
    kind: 'fields',
    change: 'missing',
    ...{ entity, field },
  });

  it('does not say that nobody is known under an address', async () => {
    const { data, paths } = await errorsOf(
      `{ calls(first: 40) { nodes { title contacts { record { name } } accounts { record { name } }
          parties { name contact { name } contactMatches { record { name } } } } } }`,
      lost('contacts', 'Email'),
    );
    expect(paths.sort()).toEqual([
      'calls.nodes.accounts',
      'calls.nodes.contacts',
      'calls.nodes.parties.contact',
      'calls.nodes.parties.contactMatches',
    ]);
    for (const { title } of data.calls.nodes) expect(title).toEqual(expect.any(String));
  });

  it('does not say so of users and of people spoken with either', async () => {
    const users = await errorsOf(
      '{ users(first: 10) { nodes { name crmUsers { name } } } }',
      lost('query', 'Email'),
    );
    expect(users.paths).toEqual(['users.nodes.crmUsers']);
    const own = await errorsOf(
      '{ crmUsers(first: 10) { nodes { name users { name } } } }',
      lost('query', 'Email'),
    );
    expect(own.paths).toEqual(['crmUsers.nodes.users']);
    const platform = await errorsOf(
      '{ crmUsers(first: 10) { nodes { name users { name } } } }',
      lost('users', 'emailAddress'),
    );
    expect(platform.paths).toEqual(['crmUsers.nodes.users']);
    const spoken = await errorsOf(
      '{ leads(first: 30) { nodes { peopleSpokenWith(first: 3) { people { email crmUsers { name } } } } } }',
      lost('query', 'Email'),
    );
    expect(spoken.paths).toEqual(['leads.nodes.peopleSpokenWith.people.crmUsers']);
  });

  it('does not say that a record has no calls', async () => {
    for (const [list, entity, field] of [
      ['contacts', 'contacts', 'Email'],
      ['leads', 'leads', 'Email'],
    ] as const) {
      const { paths } = await errorsOf(
        `{ ${list}(first: 5) { nodes { name relatedCalls(first: 1) { totalCount } lastCall { startedAt } } } }`,
        lost(entity, field),
      );
      expect(paths.sort()).toEqual([`${list}.nodes.lastCall`, `${list}.nodes.relatedCalls`]);
    }
  });

  it('does not say what a group has in common, or how many it counts', async () => {
    const { paths } = await errorsOf(
      '{ opportunitiesAggregate(groupBy: [{field: STAGE_NAME}]) { keys { value } sum { amount } } }',
      lost('opportunities', 'sum_Amount'),
    );
    expect(paths).toEqual(['opportunitiesAggregate.sum.amount']);
  });

  it('does not remember that nobody is known either', async () => {
    const kept = await openWorld({ cache: true });
    onTestFinished(() => kept.close());
    const query =
      '{ calls(first: 40) { nodes { contacts { record { name } } leads { record { name } } } } }';
    kept.service.admin.faults.add(lost('contacts', 'Email'));
    const pathsOf = async () => {
      const { errors = [] } = await kept.ask(query);
      return errors.map(({ path }) => path!.join('.'));
    };
    const first = await pathsOf();
    expect(first.length).toBeGreaterThan(10);
    expect(await pathsOf()).toEqual(first);
  });
});
