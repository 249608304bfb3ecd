/** Values of the CRM that are not what they should be: null and an error at their own path, and nothing else is harmed. */

import { getNamedType, isEnumType, isObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { errorCodes } from '../../src/errors.ts';
import { openWorld, schema, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: false });
});
afterEach(() => world.service.admin.faults.clear());
afterAll(() => world.close());

const spoil = (...faults: readonly Fault[]) => world.service.admin.faults.add(...faults);

describe('a value of another type than documented', () => {
  it.each([
    ['accounts', 'name', 'Name'],
    ['accounts', 'annualRevenue', 'AnnualRevenue'],
    ['accounts', 'numberOfEmployees', 'NumberOfEmployees'],
    ['accounts', 'industry', 'Industry'],
    ['accounts', 'createdDate', 'CreatedDate'],
    ['accounts', 'isDeleted', 'IsDeleted'],
    ['accounts', 'ownerId', 'OwnerId'],
    ['accounts', 'billingAddress { city }', 'BillingAddress'],
    ['accounts', 'owner { name }', 'Owner'],
    ['contacts', 'email', 'Email'],
    ['contacts', 'interests', 'Interests__c'],
    ['opportunities', 'closeDate', 'CloseDate'],
    ['opportunities', 'amount', 'Amount'],
    ['tasks', 'who { recordName }', 'WhoId'],
  ])('of %s { %s } is null with an error there, never quoted', async (list, selection, field) => {
    const ask = () =>
      world.ask(
        `{ ${list}(first: 20) { nodes { id recordName systemModstamp value: ${selection} } } }`,
      );
    const clean = await ask();
    expect(clean.errors).toBeUndefined();
    spoil({ kind: 'fields', change: 'ill-typed', entity: list, field });
    const { data, errors = [] } = await ask();
    const nodes: Record<string, unknown>[] = data[list].nodes;
    expect(nodes).toHaveLength(20);
    for (const [at, node] of nodes.entries()) {
      const before = clean.data[list].nodes[at];
      const own = errors.filter(({ path }) => path?.[2] === at);
      if (before.value === null) continue;
      // Numbers and texts of each other's form are read as what they say.
      if (own.length === 0) expect(node.value).toEqual(before.value);
      else expect(node.value).toBeNull();
      expect({ ...node, value: 0, recordName: 0 }).toEqual({ ...before, value: 0, recordName: 0 });
    }
    for (const { message, extensions, path } of errors) {
      expect(path?.slice(0, 2)).toEqual([list, 'nodes']);
      expect(path?.[3]).toMatch(/^(value|recordName)$/);
      expect(extensions).toMatchObject({
        code: 'UPSTREAM_BAD_RESPONSE',
        requestId: expect.any(String),
      });
      expect(message).not.toContain('see attachment');
      expect(message).not.toContain('object Object');
      expect(message.length).toBeLessThan(200);
    }
    // A parent that can't be read off the row is fetched by its id.
    if (!['Owner', 'AnnualRevenue', 'NumberOfEmployees', 'Amount', 'IsDeleted'].includes(field))
      expect(errors.length).toBeGreaterThan(0);
  });

  it('of a child page or of its rows harms that page alone', async () => {
    const ask = () =>
      world.ask(
        '{ accounts(first: 5) { nodes { name contacts(first: 2) { nodes { name } } cases(first: 1) { nodes { subject } } } } }',
      );
    const clean = await ask();
    spoil({ kind: 'fields', change: 'ill-typed', entity: 'accounts', field: 'Contacts' });
    const { data, errors = [] } = await ask();
    for (const [at, node] of data.accounts.nodes.entries()) {
      expect(node).toMatchObject({
        name: clean.data.accounts.nodes[at].name,
        cases: clean.data.accounts.nodes[at].cases,
      });
      if (clean.data.accounts.nodes[at].contacts.nodes.length > 0) expect(node.contacts).toBeNull();
    }
    expect(new Set(errors.map(({ path }) => path?.[3]))).toEqual(new Set(['contacts']));
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(
      new Set(['UPSTREAM_BAD_RESPONSE']),
    );
  });
});

describe('a field of a record', () => {
  const ask = () =>
    world.ask(
      '{ accounts(first: 3) { nodes { name industry recordName contacts(first: 2) { nodes { name } } } } }',
    );

  it('that its row does not name is null and said to be missing; null is an answer', async () => {
    spoil({ kind: 'fields', change: 'null', entity: 'accounts', field: 'Industry' });
    const empty = await ask();
    expect(empty.errors).toBeUndefined();
    expect(empty.data.accounts.nodes[0].industry).toBeNull();
    for (const [field, names] of [
      ['Industry', ['industry']],
      ['Name', ['name', 'recordName']],
      ['Contacts', ['contacts']],
    ] as const) {
      world.service.admin.faults.clear();
      spoil({ kind: 'fields', change: 'missing', entity: 'accounts', field });
      const { data, errors = [] } = await ask();
      expect(errors.map(({ path }) => path?.join('.')).sort()).toEqual(
        [0, 1, 2].flatMap((at) => names.map((name) => `accounts.nodes.${at}.${name}`)),
      );
      for (const { message, extensions } of errors) {
        expect(message).toContain(`Expected ${field} from upstream`);
        expect(extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
      }
      for (const node of data.accounts.nodes)
        for (const name of names) expect(node[name]).toBeNull();
    }
  });

  it('that a search does not name is null: hits name what they have something in', async () => {
    spoil({ kind: 'fields', change: 'missing', action: 'search', field: 'Phone' });
    const { data, errors } = await world.ask(
      '{ search(term: "Clover", types: [ACCOUNT]) { ... on Account { name phone } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.search.length).toBeGreaterThan(0);
    for (const { phone } of data.search) expect(phone).toBeNull();
  });
});

describe('rows', () => {
  const ask = () =>
    world.ask(
      '{ contacts(first: 30) { nodes { name account { name website owner { name } } tasks(first: 2) { nodes { subject who { recordName } } } } } }',
    );

  it.each(['missing', 'null', 'ill-typed', 'extra'] as const)(
    'with %s fields never break the answer',
    async (change) => {
      for (const seed of [1, 2, 3, 4]) {
        world.service.admin.faults.clear();
        world.service.admin.faults.reseed(seed);
        spoil({ kind: 'fields', change, system: 'crm' });
        const { data, errors = [] } = await ask();
        expect(data.contacts, `${change} ${seed}`).not.toBeNull();
        for (const { extensions, path } of errors) {
          expect(extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
          expect(path?.slice(0, 2)).toEqual(['contacts', 'nodes']);
        }
        if (change === 'extra') expect(errors).toEqual([]);
      }
    },
  );

  it('reordered, doubled or of strangers still find their keys', async () => {
    const query =
      '{ tasks(first: 50) { nodes { who { recordName } what { recordName } owner { recordName } } } }';
    const clean = await world.ask(query);
    for (const change of ['reordered', 'duplicated', 'strangers'] as const) {
      for (const entity of ['contacts', 'leads', 'accounts', 'opportunities', 'query']) {
        spoil({ kind: 'rows', change, entity });
      }
      const { data, errors } = await world.ask(query);
      expect(errors, change).toBeUndefined();
      expect(data, change).toEqual(clean.data);
      world.service.admin.faults.clear();
    }
  });
});

describe('a value of no known kind', () => {
  it('never fails a query: nothing the upstreams send is an enum of the schema', () => {
    const fed = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) && !type.name.startsWith('__')
        ? Object.values(type.getFields())
            .filter((field) => isEnumType(getNamedType(field.type)))
            .map((field) => `${type.name}.${field.name}: ${getNamedType(field.type).name}`)
        : [],
    );
    // What Switchboard itself says: how a match was made, by what a group was grouped, what an index is doing, what a tracker is taken for.
    const own =
      /: (MatchReason|RowLevel|GroupPeriod|CallGroupField|CallFactGroupField|AnsweredScorecardGroupField|CallRole|ParticipantRole|IndexState\w*|Coverage\w*|Risk\w*|TrackerKind)$/;
    expect(fed.filter((one) => !own.test(one))).toEqual([]);
  });

  it('goes out as it came', async () => {
    // Cut texts are words nobody has listed: `Con…` for a direction, `Pro…` for a stage.
    spoil(
      { kind: 'clipped', length: 3, entity: 'calls' },
      { kind: 'clipped', length: 3, entity: 'opportunities' },
    );
    const { data } = await world.ask(
      '{ calls(first: 3) { nodes { direction scope language mediaType } } opportunities(first: 3) { nodes { stageName } } }',
    );
    for (const call of data.calls?.nodes ?? []) expect(call.direction).toMatch(/^.{3}…$/);
    // One whose id was cut can't be told apart from others.
    for (const { stageName } of (data.opportunities?.nodes ?? []).filter(Boolean))
      expect(stageName).toMatch(/^.{3}…$/);
  });
});

describe('an error', () => {
  const faults: readonly (readonly [string, Fault, string, boolean])[] = [
    ['a 500', { kind: 'status', status: 500, entity: 'accounts' }, 'UPSTREAM_UNAVAILABLE', true],
    ['a reset', { kind: 'reset', entity: 'accounts' }, 'UPSTREAM_UNAVAILABLE', true],
    [
      'a throttle',
      { kind: 'throttle', retryAfter: 3_600, entity: 'accounts' },
      'RATE_LIMITED',
      true,
    ],
    [
      'a spent quota',
      { kind: 'denied', reason: 'quota', entity: 'accounts' },
      'RATE_LIMITED',
      true,
    ],
    [
      'missing rights',
      { kind: 'denied', reason: 'rights', entity: 'accounts' },
      'UPSTREAM_FORBIDDEN',
      false,
    ],
    ['a page for people', { kind: 'html', entity: 'accounts' }, 'UPSTREAM_BAD_RESPONSE', true],
    ['cut JSON', { kind: 'truncated', entity: 'accounts' }, 'UPSTREAM_BAD_RESPONSE', true],
    [
      "a stranger's wrapper",
      { kind: 'wrapper', form: 'stranger', entity: 'accounts' },
      'UPSTREAM_BAD_RESPONSE',
      true,
    ],
  ];
  it.each(faults)(
    'after %s says what, where and whether to try again',
    async (_what, fault, code, retryable) => {
      spoil(fault);
      const { data, errors } = await world.ask(
        '{ accounts(first: 1) { nodes { name } } contacts(first: 1) { nodes { name } } }',
      );
      expect(data.accounts).toBeNull();
      expect(data.contacts.nodes).toHaveLength(1);
      expect(errors).toHaveLength(1);
      expect(errors![0]!.path).toEqual(['accounts']);
      expect(errorCodes).toContain(code);
      expect(errors![0]!.extensions).toMatchObject({
        code,
        retryable,
        service: 'crm',
        entity: 'accounts',
        action: 'list',
        requestId: expect.any(String),
      });
      if (fault.kind === 'throttle') {
        expect(errors![0]!.extensions.retryAfterMs).toBeGreaterThan(3_000_000);
      }
    },
  );

  it('of not finding is no error: a single null, a hole in a list, an empty list', async () => {
    const { data, errors } = await world.ask(`{
      account(by: {upstreamId: "001Sy00000zzzzzIAA"}) { name }
      call(by: {upstreamId: "1"}) { title }
      user(by: {upstreamId: "1"}) { name }
      scorecard(by: {upstreamId: "1"}) { name }
      calls(filter: {from: "1999-01-01T00:00:00Z", to: "1999-02-01T00:00:00Z"}) { nodes { id } totalCount }
      accounts(filter: {name: {eq: "nobody has this name"}}) { nodes { id } totalCount pageInfo { hasNextPage endCursor } }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      account: null,
      call: null,
      user: null,
      scorecard: null,
      calls: { nodes: [], totalCount: 0 },
      accounts: { nodes: [], totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null } },
    });
  });
});
