/** Relay's window arguments, on every connection there is: what is valid, what is refused and what each part of an answer costs. */

import { getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Identity } from '../../src/server/identity/identity.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { isWide, sample } from '../support/cases.ts';
import { tally } from '../support/truth.ts';
import { byRights, openWorld, schema, type World } from '../support/world.ts';

let world: World;
let rowScope = RowScope.ofConnectedUser('default');
let workspace = '';
let manager = '';

beforeAll(async () => {
  world = await openWorld({
    index: false,
    server: {
      authenticator: {
        isOpen: true,
        authenticate: (header) => ({ ...(byRights.authenticate(header) as Identity), rowScope }),
      },
    },
  });
  const { data } = await world.ask(
    '{ workspaces(first: 1) { nodes { id } } users(first: 100) { nodes { manager { id } } } }',
  );
  workspace = data.workspaces.nodes[0].id;
  manager = data.users.nodes.find((user: { manager: unknown }) => user.manager !== null).manager.id;
});
afterAll(() => world.close());

const ask = (query: string) => world.ask(query);

/** Root connections, with the arguments they can't do without. */
const lists = Object.values(schema.getQueryType()!.getFields())
  .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
  .map((field) => ({
    name: field.name,
    required: field.args.filter(isRequiredArgument).map(({ name }) => name),
    backwards: field.args.some(({ name }) => name === 'last'),
  }));

/** Of which every list is tried in the wide runs. */
const some = sample(lists, 4);

const given = (name: string): string =>
  ({
    from: '"2026-10-01"',
    to: '"2026-11-01"',
    workspace: `"${workspace}"`,
    manager: `"${manager}"`,
    query: '"SELECT Id FROM Account"',
  })[name] ?? 'null';

/** `accounts(first: 0)`, whatever else the field needs. */
const field = (name: string, window: string): string => {
  const required = lists.find((list) => list.name === name)?.required ?? [];
  const args = [...required.map((arg) => `${arg}: ${given(arg)}`), window].filter(Boolean);
  return args.length === 0 ? name : `${name}(${args.join(', ')})`;
};

/** What tells a row of a list apart, as far as one field can. */
function row(name: string): string {
  const connection = getNamedType(schema.getQueryType()!.getFields()[name]!.type);
  const nodes = isObjectType(connection) && getNamedType(connection.getFields().nodes!.type);
  const fields = isObjectType(nodes) ? nodes.getFields() : {};
  const own = ['upstreamId', 'userEmailAddress', 'values'].find((field) => field in fields);
  return `{ __typename ${own ?? ''} }`;
}

const page = '{ edges { cursor } nodes { __typename } pageInfo { hasNextPage hasPreviousPage } }';
describe('every root connection', () => {
  it('is tried', () => {
    expect(lists.length).toBeGreaterThan(40);
  });

  it.each(some.map(({ name }) => name))('%s keeps to the rules of first and last', async (name) => {
    const none = await ask(
      `{ list: ${field(name, 'first: 0')} { edges { cursor } nodes { __typename } } }`,
    );
    expect(none.errors).toBeUndefined();
    expect(none.data.list).toEqual({ edges: [], nodes: [] });

    const whole = await ask(
      `{ list: ${field(name, 'first: 100')} { edges { cursor node ${row(name)} } nodes ${row(name)}
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    );
    expect(whole.errors).toBeUndefined();
    const { edges, nodes, pageInfo } = whole.data.list;
    expect(edges.map(({ node }: { node: unknown }) => node)).toEqual(nodes);
    const cursors = edges.map(({ cursor }: { cursor: string }) => cursor);
    expect(new Set(cursors).size).toBe(cursors.length);
    expect(pageInfo).toMatchObject({
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    });
    expect(edges.length).toBeLessThanOrEqual(100);
    expect(pageInfo.hasPreviousPage).toBe(false);
    if (edges.length === 100) expect(pageInfo.hasNextPage).toEqual(expect.any(Boolean));
    else expect(pageInfo.hasNextPage).toBe(false);

    const { backwards } = lists.find((list) => list.name === name)!;
    for (const window of [
      ...['first: -1', 'first: 101'],
      ...(backwards ? ['last: -1', 'last: 101', 'first: 1, last: 1'] : []),
    ]) {
      const { data, errors, calls } = await ask(`{ list: ${field(name, window)} ${page} }`);
      expect(data, window).toEqual({ list: null });
      expect(errors, window).toEqual([
        expect.objectContaining({
          path: ['list'],
          message: expect.stringMatching(/^Expected "?(first|last)"?/),
          extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
        }),
      ]);
      expect(calls, window).toEqual([]);
    }
  });

  it.each(some.filter(({ backwards }) => backwards).map(({ name }) => name))(
    '%s reads backwards',
    async (name) => {
      const { data, errors } = await ask(`{
        last: ${field(name, 'last: 2')} { nodes ${row(name)} pageInfo { hasPreviousPage hasNextPage } }
        all: ${field(name, 'first: 100')} { nodes ${row(name)} pageInfo { hasNextPage } }
      }`);
      expect(errors).toBeUndefined();
      expect(data.last.pageInfo.hasNextPage).toBe(false);
      if (data.all.pageInfo.hasNextPage) {
        expect(data.last.nodes).toHaveLength(2);
        expect(data.last.pageInfo.hasPreviousPage).toBe(true);
      } else {
        expect(data.last.nodes).toEqual(data.all.nodes.slice(-2));
        expect(data.last.pageInfo.hasPreviousPage).toBe(data.all.nodes.length > 2);
      }
    },
  );

  it.each(some.map(({ name }) => name))('%s refuses cursors it did not hand out', async (name) => {
    for (const after of ['', 'x', 'not base64!', 'A'.repeat(20_000), 'AQAAAAAAAAAAAAAAAAAAAAAA']) {
      const { data, errors, calls } = await ask(
        `{ list: ${field(name, `first: 1, after: ${JSON.stringify(after)}`)} { nodes { __typename } } }`,
      );
      expect(data, after.slice(0, 10)).toEqual({ list: null });
      expect(errors?.[0]?.extensions.code, after.slice(0, 10)).toBe('BAD_USER_INPUT');
      expect(calls, after.slice(0, 10)).toEqual([]);
    }
  });
});

describe.skipIf(isWide)('every list of a user', () => {
  it.each([
    ...['directReports', 'calls(from: "2026-10-20", ', 'relatedCalls', 'scorecardsReceived'],
    ...['scorecardsGiven', 'coaching(workspace: "17", '],
  ])('%s refuses cursors it did not hand out', async (list) => {
    const open = list.includes('(') ? list : `${list}(`;
    for (const place of ['after: ""', 'after: "x"', 'before: "AQAAAAAAAAAAAAAAAAAAAAAA"']) {
      const { errors, calls } = await ask(
        `{ user(by: {id: "${manager}"}) { list: ${open}first: 1, ${place}) { nodes { __typename } } } }`,
      );
      expect(errors?.[0]?.extensions.code, place).toBe('BAD_USER_INPUT');
      // The user's own.
      expect(calls.length, place).toBe(1);
    }
  });
});

describe.skipIf(isWide)('the end of a list', () => {
  it.each([
    ['accounts', 'filter: {name: {startsWith: "A"}}'],
    ['users', ''],
    ['trackers', ''],
    ['calls', 'filter: {from: "2026-10-25T00:00:00Z"}'],
    ['calls', 'filter: {from: "2026-10-01T00:00:00Z", minDurationSeconds: 3000}'],
    ['answeredScorecards', 'filter: {from: "2026-10-10T00:00:00Z"}'],
  ])('of %s (%s) is told exactly', async (name, filter) => {
    const ids: string[] = [];
    let after: string | null = null;
    const read = async (size: number, from: string | null) => {
      const args = [`first: ${size}`, filter, from === null ? '' : `after: "${from}"`].filter(
        Boolean,
      );
      const { data, errors } = await ask(
        `{ list: ${name}(${args.join(', ')}) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
      );
      expect(errors).toBeUndefined();
      return data.list;
    };
    for (let more = true; more; ) {
      const list = await read(100, after);
      ids.push(...list.nodes.map(({ id }: { id: string }) => id));
      after = list.pageInfo.endCursor;
      more = list.pageInfo.hasNextPage;
    }
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
    if (ids.length > 100) return;
    // One less than all, all, and one more than all.
    expect((await read(ids.length - 1, null)).pageInfo.hasNextPage).toBe(true);
    expect((await read(ids.length, null)).pageInfo.hasNextPage).toBe(false);
    if (ids.length < 100) {
      const more = await read(ids.length + 1, null);
      expect(more.pageInfo.hasNextPage).toBe(false);
      expect(more.nodes).toHaveLength(ids.length);
    }
    expect((await read(1, after)).nodes).toEqual([]);
  });

  it('is reached backwards over the CRM as forwards', async () => {
    const { data } = await ask(`{
      all: opportunities(first: 100, filter: {amount: {gt: 200000}}) { edges { cursor node { id } } }
    }`);
    const all: { cursor: string; node: { id: string } }[] = data.all.edges;
    expect(all.length).toBeGreaterThan(5);
    const [, , third] = all;
    const back = await ask(`{
      before: opportunities(last: 100, before: "${third!.cursor}", filter: {amount: {gt: 200000}}) {
        nodes { id } pageInfo { hasNextPage hasPreviousPage }
      }
      one: opportunities(last: 1, before: "${third!.cursor}", filter: {amount: {gt: 200000}}) {
        nodes { id } pageInfo { hasNextPage hasPreviousPage }
      }
    }`);
    expect(back.data.before).toEqual({
      nodes: all.slice(0, 2).map(({ node }) => node),
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    expect(back.data.one).toEqual({
      nodes: [all[1]!.node],
      pageInfo: { hasNextPage: true, hasPreviousPage: true },
    });
  });
});

describe.skipIf(isWide)('a cursor', () => {
  const cursorOf = async (list: string): Promise<string> => {
    const { data, errors } = await ask(`{ list: ${list} { edges { cursor } } }`);
    expect(errors).toBeUndefined();
    return data.list.edges[0].cursor;
  };
  const refusal = async (list: string): Promise<string | undefined> => {
    const { errors } = await ask(`{ list: ${list} { nodes { id } } }`);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    return errors?.[0]?.message;
  };

  it('of another list, filter, order or viewer is refused with the name of what differs', async () => {
    const cursor = await cursorOf('accounts(first: 1, filter: {name: {contains: "a"}})');
    const after = `first: 1, after: "${cursor}"`;
    expect(await refusal(`contacts(${after}, filter: {name: {contains: "a"}})`)).toContain(
      'another list',
    );
    expect(await refusal(`accounts(${after}, filter: {name: {contains: "b"}})`)).toContain(
      'another filter',
    );
    expect(await refusal(`accounts(${after})`)).toContain('another filter');
    expect(
      await refusal(
        `accounts(${after}, filter: {name: {contains: "a"}}, orderBy: [{field: NAME}])`,
      ),
    ).toContain('another order');
    const before = rowScope;
    rowScope = RowScope.ofViewer('default', 'another condition');
    try {
      expect(await refusal(`accounts(${after}, filter: {name: {contains: "a"}})`)).toContain(
        'another tenant or viewer',
      );
    } finally {
      rowScope = before;
    }
  });

  it('belongs to one parent', async () => {
    const { data } = await ask(
      '{ accounts(first: 2) { nodes { id contacts(first: 1) { edges { cursor } } } } }',
    );
    const [one, two] = data.accounts.nodes;
    const cursor = one.contacts.edges[0].cursor;
    const { errors } = await ask(
      `{ account(by: {id: "${two.id}"}) { contacts(first: 1, after: "${cursor}") { nodes { id } } } }`,
    );
    expect(errors?.[0]).toMatchObject({ path: ['account', 'contacts'] });
    expect(errors?.[0]?.message).toContain('another list');
  });

  it('changed in one character is refused, whichever', async () => {
    const cursor = await cursorOf('accounts(first: 1)');
    for (let at = 0; at < cursor.length; at += 7) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      const forged = cursor.slice(0, at) + other + cursor.slice(at + 1);
      const message = await refusal(`accounts(first: 1, after: "${forged}")`);
      expect(message).toMatch(/^The cursor in "after" /);
    }
  });

  it('of calls goes on under another selection, though another operation answers', async () => {
    const { data } = await ask(
      '{ calls(first: 3, filter: {from: "2026-10-25T00:00:00Z"}) { edges { cursor node { id } } } }',
    );
    const [first, second, third] = data.calls.edges;
    const { data: rest, errors } = await ask(
      `{ calls(first: 2, after: "${first.cursor}", filter: {from: "2026-10-25T00:00:00Z"}) { nodes { id parties { name } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(rest.calls.nodes.map(({ id }: { id: string }) => id)).toEqual([
      second.node.id,
      third.node.id,
    ]);
  });
});

describe.skipIf(isWide)('totalCount', () => {
  it.each([
    ['accounts', 'accounts list'],
    ['users', 'users list'],
    ['calls', 'calls list'],
    ['trackers', 'settings_trackers list'],
    ['activity', 'stats_activity_aggregate list'],
  ])('of %s alone is one call, and is the number of nodes', async (name, operation) => {
    const { data, errors, calls } = await ask(`{ list: ${field(name, '')} { totalCount } }`);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ [operation]: 1 });
    expect(data.list.totalCount).toBeGreaterThan(0);
  });

  it('of the CRM is one COUNT, only where it is selected, and none where the window is the whole', async () => {
    const alone = await ask('{ accounts(filter: {name: {startsWith: "A"}}) { totalCount } }');
    expect(alone.calls.map(({ params }) => params)).toEqual([
      { q: "SELECT COUNT(Id) total FROM Account WHERE Name LIKE 'A%'" },
    ]);
    const without = await ask('{ accounts(first: 2) { nodes { id } pageInfo { hasNextPage } } }');
    expect(without.calls).toHaveLength(1);
    const beside = await ask('{ accounts(first: 2) { nodes { id } totalCount } }');
    expect(beside.calls).toHaveLength(2);
    const whole = await ask(
      '{ accounts(first: 100, filter: {name: {startsWith: "A"}}) { nodes { id } totalCount } }',
    );
    expect(whole.calls).toHaveLength(1);
    expect(whole.data.accounts.totalCount).toBe(whole.data.accounts.nodes.length);
    expect(whole.data.accounts.totalCount).toBe(alone.data.accounts.totalCount);
  });

  it('of children of all parents is one grouped COUNT', async () => {
    const { data, calls } = await ask(
      '{ accounts(first: 20) { nodes { contacts { totalCount } all: contacts(first: 100) { nodes { id } } } } }',
    );
    const counts = calls.filter(({ params }) => /COUNT/.test((params as { q: string }).q));
    expect(counts).toHaveLength(1);
    for (const { contacts, all } of data.accounts.nodes) {
      expect(contacts.totalCount).toBe(all.nodes.length);
    }
  });

  it('of a list filtered here is null, never a guess', async () => {
    const { data } = await ask(
      '{ calls(first: 5, filter: {direction: ["Inbound"]}) { totalCount nodes { direction } } }',
    );
    expect(data.calls.totalCount).toBeNull();
    expect(
      data.calls.nodes.every((call: { direction: string }) => call.direction === 'Inbound'),
    ).toBe(true);
  });
});
