/** Global ids: every node type there and back, and what happens to ids that are none. */

import { isInterfaceType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pluralName } from '../../src/graph/crm/query-field.ts';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
import { model, openWorld, schema, type World } from '../support/world.ts';

interface Found {
  readonly id: string;
  readonly upstreamId: string;
}

const nodeInterface = schema.getType('Node');
const nodeTypes = isInterfaceType(nodeInterface)
  ? schema.getPossibleTypes(nodeInterface).map(({ name }) => name)
  : [];

let world: World;
/** Objects of each type, as lists give them. */
const found = new Map<string, readonly Found[]>();

beforeAll(async () => {
  world = await openWorld({ index: false });
  const platform = await world.ask(`{
    User: users(first: 3) { nodes { id upstreamId } }
    Call: calls(first: 3) { nodes { id upstreamId } }
    Workspace: workspaces(first: 3) { nodes { id upstreamId libraryFolders(first: 3) { nodes { id upstreamId } } } }
    Tracker: trackers(first: 3) { nodes { id upstreamId } }
    Scorecard: scorecards(first: 3) { nodes { id upstreamId } }
    AnsweredScorecard: answeredScorecards(first: 3) { nodes { id upstreamId } }
  }`);
  for (const [type, { nodes }] of Object.entries<{ nodes: Found[] }>(platform.data)) {
    found.set(type, nodes);
  }
  found.set('LibraryFolder', platform.data.Workspace.nodes[0].libraryFolders.nodes);
  const crm = await world.ask(
    `{ ${model.objects.map((object) => `${object.typeName}: ${pluralName(object)}(first: 3) { nodes { id upstreamId } }`).join(' ')} }`,
  );
  expect(crm.errors).toBeUndefined();
  for (const [type, { nodes }] of Object.entries<{ nodes: Found[] }>(crm.data)) {
    found.set(type, nodes);
  }
});
afterAll(() => world.close());

const ask = (query: string, variables?: object) => world.ask(query, variables as never);
const node = '{ __typename id ... on Account { name } }';
const byId = `query ($id: ID!) { node(id: $id) ${node} }`;
const byIds = `query ($ids: [ID!]!) { nodes(ids: $ids) ${node} }`;

/** A field of each type that only the upstream knows, so that the object is really looked up. */
const telling: Readonly<Record<string, string>> = {
  User: 'lastName',
  Call: 'title',
  Workspace: 'name',
  Tracker: 'name',
  Scorecard: 'name',
  AnsweredScorecard: 'scorecardName',
  LibraryFolder: 'name',
};

describe('every node type', () => {
  it('comes back from node by the id a list gave, and from nodes in the order asked', async () => {
    expect(nodeTypes.length).toBe(model.objects.length + 7);
    for (const type of nodeTypes) expect(found.get(type)?.length, type).toBeGreaterThan(0);

    const all = nodeTypes.flatMap((type) => found.get(type)!.map((one) => ({ type, ...one })));
    const fragments = nodeTypes
      .map((type) => `... on ${type} { upstreamId told: ${telling[type] ?? 'recordName'} }`)
      .join(' ');
    // More than a hundred: two requests. Turned about, so that no type's own order helps.
    const turned = [...all].reverse();
    for (let at = 0; at < turned.length; at += 100) {
      const part = turned.slice(at, at + 100);
      const { data, errors } = await ask(
        `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ${fragments} } }`,
        { ids: part.map(({ id }) => id) },
      );
      expect(errors).toBeUndefined();
      expect(data.nodes.map(({ told: _, ...rest }: { told: unknown }) => rest)).toEqual(
        part.map(({ type, id, upstreamId }) => ({ __typename: type, id, upstreamId })),
      );
    }
    for (const type of nodeTypes) {
      const [{ id }] = found.get(type)! as [Found];
      const { data, errors } = await ask(byId, { id });
      expect(errors).toBeUndefined();
      expect(data.node).toMatchObject({ __typename: type, id });
    }
  });

  it('costs one call for each operation, however many ids and repeats', async () => {
    const ids = ['Account', 'Contact', 'Call'].flatMap((type) =>
      found.get(type)!.map(({ id }) => id),
    );
    const { data, calls } = await ask(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Account { name } ... on Contact { name } ... on Call { title } } }`,
      { ids: [...ids, ...ids] },
    );
    expect(data.nodes.map(({ id }: Found) => id)).toEqual([...ids, ...ids]);
    expect(calls.map(({ entity }) => entity).sort()).toEqual([
      'accounts',
      'calls_extensive',
      'contacts',
    ]);
  });
});

describe('an id', () => {
  it('nobody has is null, in its place among others', async () => {
    const [first, second] = found.get('Account')!;
    const unknown = [
      encodeGlobalId('Account', '001Sy00000zzzzzIAA'),
      encodeGlobalId('Call', '99999999999999999999'),
      encodeGlobalId('User', '1'),
      encodeGlobalId('Workspace', '1'),
    ];
    const { data, errors } = await ask(byIds, { ids: [second!.id, ...unknown, first!.id] });
    expect(errors).toBeUndefined();
    expect(data.nodes.map((one: Found | null) => one?.id ?? null)).toEqual([
      second!.id,
      null,
      null,
      null,
      null,
      first!.id,
    ]);
  });

  it.each([
    ['no base64', 'not an id!'],
    ['empty', ''],
    ['of no form', Buffer.from('Account').toString('base64url')],
    ['of no type', encodeGlobalId('Nothing', '001Sy00000zzzzzIAA')],
    ['of a type without nodes', encodeGlobalId('Party', '1')],
    ['of the root', encodeGlobalId('Query', '1')],
    ['in another alphabet', Buffer.from('Account:001Sy00000zzzzzIAA').toString('base64')],
    ['with SOQL inside', encodeGlobalId('Account', "001'LIMIT+1")],
    ['with a bad checksum', encodeGlobalId('Account', '001Sy00000zzzzzZZZ')],
    ['of another object', encodeGlobalId('Account', '003Sy000000000001A')],
    ['of the platform with letters', encodeGlobalId('Call', '12x')],
    ['of the platform too long', encodeGlobalId('Call', '1'.repeat(21))],
    ['with one part of two', encodeGlobalId('LibraryFolder', '1')],
    ['of great length', 'A'.repeat(100_000)],
    ['from an object prototype', encodeGlobalId('constructor'.replace('c', 'C'), '1')],
  ])('that is %s is BAD_USER_INPUT, with no upstream call', async (_what, id) => {
    const [account] = found.get('Account')!;
    const single = await ask(byId, { id });
    expect(single.data.node).toBeNull();
    expect(single.errors).toEqual([
      expect.objectContaining({
        path: ['node'],
        extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
      }),
    ]);
    expect(single.calls).toEqual([]);
    const many = await ask(byIds, { ids: [account!.id, id] });
    expect(many.data.nodes).toEqual([expect.objectContaining({ id: account!.id }), null]);
    expect(many.errors).toEqual([expect.objectContaining({ path: ['nodes', 1] })]);
    expect(many.calls).toHaveLength(1);
  });

  it('of the CRM is the same record and the same global id in 15 and in 18 characters', async () => {
    const [{ id, upstreamId }] = found.get('Account')! as [Found];
    const { data, errors, calls } = await ask(
      `query ($long: ID!, $short: ID!) {
        long: account(by: {upstreamId: $long}) { id name }
        short: account(by: {upstreamId: $short}) { id name }
        accounts(filter: {id: {eq: $short}}) { nodes { id } }
      }`,
      {
        long: upstreamId,
        short: upstreamId.slice(0, 15),
      },
    );
    expect(errors).toBeUndefined();
    expect(data.short).toEqual(data.long);
    expect(data.long.id).toBe(id);
    expect(data.accounts.nodes).toEqual([{ id }]);
    // One get for the two, and the list.
    expect(calls).toHaveLength(2);
  });

  it('in a spelling that no list gave is never answered with another id', async () => {
    for (const type of nodeTypes) {
      const [{ id, upstreamId }] = found.get(type)! as [Found];
      const isOfCrm = model.objectOfType(type) !== undefined;
      const spellings = isOfCrm
        ? [
            upstreamId.slice(0, 15),
            `${upstreamId.slice(0, 15)}${upstreamId.slice(15).toLowerCase()}`,
            `${upstreamId.slice(0, 15)}AAB`,
            upstreamId.toLowerCase(),
            upstreamId.toUpperCase(),
          ].filter((spelling) => spelling !== upstreamId)
        : [`0${upstreamId}`, `+${upstreamId}`, `${upstreamId}.0`];
      const ids = spellings.map((spelling) => encodeGlobalId(type, spelling));
      const { data, errors, calls } = await ask(
        `query ($ids: [ID!]!, $representations: [_Any!]!) {
          nodes(ids: $ids) { id }
          _entities(representations: $representations) { ... on Node { id } }
          ${ids.map((spelled, at) => `n${at}: node(id: "${spelled}") { id }`).join(' ')}
        }`,
        { ids, representations: ids.map((spelled) => ({ __typename: type, id: spelled })) },
      );
      const { nodes, _entities, ...single } = data;
      for (const answered of [...nodes, ..._entities, ...Object.values(single)])
        expect(answered, `${type} ${id}`).toBeNull();
      if (!isOfCrm) continue;
      expect(calls, type).toEqual([]);
      for (const { extensions } of errors ?? []) expect(extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  it('more than a hundred of them are refused at once', async () => {
    const { errors, calls } = await ask(byIds, { ids: Array(101).fill(found.get('User')![0]!.id) });
    expect(errors?.[0]?.message).toBe('Expected at most 100 ids, got 101.');
    expect(calls).toEqual([]);
  });
});

describe('a root lookup', () => {
  const roots = [...nodeTypes].filter(
    (type) => !['AnsweredScorecard', 'LibraryFolder'].includes(type),
  );

  it.each(roots)('%s takes its global and its upstream id, and no other type’s', async (type) => {
    const field = type.charAt(0).toLowerCase() + type.slice(1);
    const [{ id, upstreamId }] = found.get(type)! as [Found];
    const { data, errors } = await ask(
      `query ($id: ID!, $upstreamId: ID!) {
        a: ${field}(by: {id: $id}) { id ${telling[type] ?? 'recordName'} }
        b: ${field}(by: {upstreamId: $upstreamId}) { id ${telling[type] ?? 'recordName'} }
      }`,
      { id, upstreamId },
    );
    expect(errors).toBeUndefined();
    expect(data.a.id).toBe(id);
    expect(data.b).toEqual(data.a);

    const other = found.get(type === 'Call' ? 'User' : 'Call')![0]!.id;
    const wrong = await ask(`query ($id: ID!) { ${field}(by: {id: $id}) { id } }`, { id: other });
    expect(wrong.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(wrong.calls).toEqual([]);
  });

  it.each([
    ['account', "001000000000001' LIMIT 1"],
    ['account', '003Sy0000000001'],
    ['contact', '001Sy0000000001'],
    ['account', ''],
    ['call', "1' OR"],
    ['user', '-1'],
    ['workspace', 'abc'],
  ])('%s of the upstream id %j is BAD_USER_INPUT, with no upstream call', async (field, id) => {
    const { data, errors, calls } = await ask(
      `query ($id: ID!) { ${field}(by: {upstreamId: $id}) { id } }`,
      { id },
    );
    expect(data[field]).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(calls).toEqual([]);
  });

  it('takes exactly one way to name an object', async () => {
    for (const by of ['{}', '{id: "a", upstreamId: "b"}', '{id: null}']) {
      const { errors, calls } = await ask(`{ account(by: ${by}) { id } }`);
      expect(errors?.[0]?.extensions.code, by).toBe('BAD_USER_INPUT');
      expect(calls).toEqual([]);
    }
  });
});
